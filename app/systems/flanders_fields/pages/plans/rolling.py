"""The rolling barrages and the gas of a fire plan on the map: where they lie in a turn, and where in the others."""

from collections.abc import Iterator
from dataclasses import replace

from app.maps.handles import Grip
from app.maps.overlays import Overlay, cut_to
from app.systems.flanders_fields.pages.map.barrage import lines_by_turn
from app.systems.flanders_fields.pages.map.gas import LOOKED_AHEAD, mean_speed
from app.systems.flanders_fields.pages.plans.seen import Seen, cm
from rules.flanders_fields.barrages.rolling import BandFacts, piece_mm
from rules.flanders_fields.fire_plan.barrages import BarrageCourse, speed_of
from rules.flanders_fields.fire_plan.differences import called
from rules.flanders_fields.fire_plan.written import BarrageLine, GasLine
from rules.flanders_fields.game.survey.bands import Rolling
from rules.flanders_fields.game.survey.drifting import Drift, drifts
from rules.flanders_fields.game.survey.rolling import Station, station
from rules.flanders_fields.gas.clouds import CloudFacts, Delivery, GasKind, ReleaseFacts, planned_middle
from rules.flanders_fields.gas.wind import WindFacts
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.measure import MM_A_CM
from rules.tabletop.stands import Spot

HALF_TURN, FULL_TURN = 180, 360
STRIP_WORDS_CM = 4.0
"""The name of the danger strip stands so far behind the band."""
FROM_THE_SIDE = 20
"""The handle of a start line lies this part of the table's width in from the right; the words to its lines lie left."""


def barrages(seen: Seen) -> Iterator[Overlay]:
    """Each barrage with its band and danger strip in the turn, and its line in every other."""
    for line in seen.plan.barrages:
        if line.start_mm is None:
            continue
        stations = _stations(seen, line)
        if not stations:
            yield _start_alone(seen, line, line.start_mm)
            continue
        now = stations[min(seen.turn, len(stations)) - 1] if seen.turn else None
        found = [*lines_by_turn(seen.table, stations, now)]
        if now and now.lies:
            says = f"{called(line, seen.plan)}, turn {now.turn}: {now.says}"
            found += [_danger(seen, now), Overlay("band", says, cut_to(seen.table, *now.lies), is_preview=False)]
        # All of it goes along when its start line is moved.
        yield from (replace(one, kind=f"{one.kind} of-{line.id}") for one in found)


def _danger(seen: Seen, now: Station) -> Overlay:
    """The strip behind the band, with its name in the middle of it."""
    shapes = cut_to(seen.table, *now.strip)
    rear = now.reaches_cm[len(now.reaches_cm) // 2][0]
    middle = seen.field.spot(seen.plan.side, seen.table.width_mm / 2 / MM_A_CM, max(1.0, rear - STRIP_WORDS_CM))
    labels = ((middle, "danger strip"),) if shapes else ()
    return Overlay("danger", "Danger strip", shapes, labels=labels, is_preview=False)


def _stations(seen: Seen, line: BarrageLine) -> tuple[Station, ...]:
    """Where it lies turn by turn; nothing where the rules refuse to roll it so."""
    rolls = seen.courses.get(line.id)
    if rolls is None:
        return ()
    plan = _rolling(seen, line, rolls)
    found = [station(seen.field, plan, turn, seen.book) for turn in range(1, len(rolls.turns) + 2)]
    return tuple(one for one in found if isinstance(one, Station))


def _rolling(seen: Seen, line: BarrageLine, rolls: BarrageCourse) -> Rolling:
    facts = BandFacts(
        start_up_cm=(line.start_mm or 0) / MM_A_CM,
        duration=len(rolls.turns),
        speed_cm=speed_of(line, seen.book) / MM_A_CM,
        halts=rolls.halts,
        back=line.back,
        hurricane=line.hurricane,
        attacker=seen.plan.side is Side.ATTACKER,
    )
    return Rolling(line.name, seen.plan.side, facts, tuple(lead / MM_A_CM for lead in line.leads_mm))


def _start_alone(seen: Seen, line: BarrageLine, start_mm: int) -> Overlay:
    """The start line of a barrage that cannot roll as it is written."""
    ends = (_place(seen, 0, start_mm), _place(seen, seen.table.width_mm, start_mm))
    return Overlay(f"turn of-{line.id}", called(line, seen.plan), lines=(ends,))


def _place(seen: Seen, along_mm: int, up_mm: int) -> Spot:
    return seen.field.spot(seen.plan.side, along_mm / MM_A_CM, up_mm / MM_A_CM)


def barrage_grips(seen: Seen) -> Iterator[Grip]:
    """The start line of every barrage; of the one in hand each of its pieces too, to bend it."""
    for line in seen.plan.barrages:
        if line.start_mm is None or (seen.turn > 1 and not seen.is_in_hand(line.id)):
            continue
        label, name = seen.labels[line.id], called(line, seen.plan)
        words = f"Start line, {name}, {cm(line.start_mm)} cm up"
        side = _place(seen, seen.table.width_mm - seen.table.width_mm // FROM_THE_SIDE, line.start_mm)
        yield Grip("start", words, side, of=line.id, label=label, moves=seen.writes)
        if seen.is_in_hand(line.id) and seen.writes:
            yield from _bends(seen, line, line.start_mm)


def _bends(seen: Seen, line: BarrageLine, start_mm: int) -> Iterator[Grip]:
    for piece in range(-(-seen.table.width_mm // piece_mm())):
        lead = line.leads_mm[piece] if piece < len(line.leads_mm) else 0
        middle = min(seen.table.width_mm, piece * piece_mm() + piece_mm() // 2)
        words = f"Piece {piece + 1} from the left, {cm(lead)} cm ahead of the rest"
        yield Grip(f"lead{piece}", words, _place(seen, middle, start_mm + lead), of=line.id)


def clouds(seen: Seen) -> Iterator[Overlay]:
    """Each cloud where its turn leaves it, and the way its planned wind would take it."""
    if no_gas(seen.book):
        return
    for line in seen.plan.gas:
        if line.at and (not seen.turn or (line.turn or 1) <= seen.turn or seen.is_in_hand(line.id)):
            yield from _cloud(seen, line)


def _cloud(seen: Seen, line: GasLine) -> Iterator[Overlay]:
    mine = f"{' mine' if seen.is_in_hand(line.id) else ''} of-{line.id}"
    found = drifts_of(seen, line)
    if not found:
        return
    name = f"{seen.labels[line.id]}, {called(line, seen.plan)}"
    after = seen.turn - (line.turn or 1)
    if not seen.turn or after < 0:
        yield Overlay(f"gas{mine}", name, cut_to(seen.table, found[0].began), is_preview=False)
    else:
        yield Overlay(f"held gas later{mine}", "", cut_to(seen.table, found[0].began))
    if line.wind_deg is None:
        return
    now = found[min(after, len(found) - 1)] if seen.turn and 0 <= after < len(found) else None
    if now:
        yield Overlay("way", "", cut_to(seen.table, now.way))
        yield Overlay("gas", f"{name}, turn {seen.turn}: {now.says}", cut_to(seen.table, now.lies), is_preview=False)
    elif not seen.turn:
        yield Overlay("gas later", f"{name}: {found[0].says}", cut_to(seen.table, found[0].lies))


def drifts_of(seen: Seen, line: GasLine) -> tuple[Drift, ...]:
    """A planned cloud turn by turn from its arrival on its point, in the wind of the plan; nothing where none may come.

    A speed that is not written is taken as that of a first wind on average.
    """
    if line.at is None:
        return ()
    owner, kind = seen.plan.side, line.kind or GasKind.OFFENSIVE
    told = ReleaseFacts(
        kind=kind,
        owner=owner,
        delivery=line.delivery or Delivery.ARTILLERY,
        along_cm=line.at.along_mm / MM_A_CM,
        up_cm=line.at.up_mm / MM_A_CM,
    )
    along, up = planned_middle(told, seen.book)
    heads = _half_turns(line.wind_deg or 0)
    across = seen.book.behaviour("AMB-440", {"table": 0, "across_wind": heads})
    cloud = CloudFacts(kind=kind, owner=owner, along_cm=along / MM_A_CM, up_cm=up / MM_A_CM, turned_deg=across)
    speed = mean_speed(seen.book) if line.speed_mm is None else line.speed_mm / MM_A_CM
    found = drifts(seen.field, cloud, WindFacts(direction_deg=heads, speed_cm=speed), LOOKED_AHEAD, seen.book)
    return () if isinstance(found, Refusal) else found


def _half_turns(degrees: int) -> int:
    """A direction from -179 to 180."""
    return degrees - FULL_TURN if degrees > HALF_TURN else degrees

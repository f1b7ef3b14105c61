"""A fire plan on the map in one turn: points, fires, barrages, gas, weapon ranges."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from app.maps.drawing import Grip
from app.maps.layers import Overlay, PlacedStand, cut_to
from app.maps.tools import to_spot
from app.systems.flanders_fields.fire_plans import Worked
from app.systems.flanders_fields.pages.map_tools import LOOKED_AHEAD, lines_by_turn, mean_speed
from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.barrages import BandFacts, no_barrage, piece_mm
from rules.flanders_fields.fire_areas import DeviationFacts, Unobserved, farthest_cm, why_it_stays
from rules.flanders_fields.fire_eligibility import Distance, greatest_range, least_range
from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    PlanLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenPlan,
    in_words,
)
from rules.flanders_fields.fire_plan_document import called
from rules.flanders_fields.fire_plan_timetable import (
    BarrageCourse,
    Point,
    course,
    last_turn,
    points_in,
    speed_of,
    way_of,
)
from rules.flanders_fields.game.map_facts import weapon_arcs
from rules.flanders_fields.game.map_facts.area_coverage import Rolling
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.gas_coverage import Drift, drifts
from rules.flanders_fields.game.map_facts.infantry_advance import stand_of
from rules.flanders_fields.game.map_facts.previews import HeldTemplate, Station, Template, lay_held, station
from rules.flanders_fields.gas_clouds import CloudFacts, Delivery, GasKind, ReleaseFacts, WindFacts, planned_middle
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Firer, Side, UnitClass
from rules.kernel.distances import MM_A_CM, cm
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, circle
from rules.tabletop.stands import Circle, Spot, StandingBase, extent
from rules.tabletop.terrain import Area, Hill, Piece, Table, points

# The draft as its page shows it

FEWEST_TURNS: Final = 6
LETTERS: Final[Mapping[type[PlanLine], str]] = {
    WeaponLine: "",
    ShiftLine: "M",
    BombardmentLine: "B",
    BarrageLine: "R",
    GasLine: "G",
    WorkLine: "W",
    SosLine: "S",
}
"""What stands before the number of a line, in the lists and on the counters of the map."""


@dataclass(frozen=True)
class Seen:
    """A plan on its table. `turn` 0 is the whole of it, before the first turn; `line` is in hand (empty: none).

    `writes` is whether whoever looks may change it, `across` from which edge he looks, `until` the last turn of which
    the checks tell something. `formations` are the side's regiments and divisions by id and name; `known` is the table
    with whom the plan's side knows of on it, where that is the table that is drawn; `foreseen` is its forecast, where
    that is asked for and worked out.
    """

    plan: WrittenPlan
    table: Table
    book: RuleBook
    turn: int = 0
    line: str = ""
    across: bool = False
    writes: bool = True
    until: int = 0
    formations: tuple[tuple[str, str], ...] = ()
    known: Field | None = None
    foreseen: Worked | None = None

    @cached_property
    def field(self) -> Field:
        """The table, with nobody on it."""
        return Field(self.table)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What every line is called on its counter, by its id: 1, 2, G1."""
        return labels_of(self.plan)

    @cached_property
    def courses(self) -> Mapping[str, BarrageCourse]:
        """How each barrage rolls, by its line; none at a date or for a side that has no barrage."""
        if no_barrage(self.plan.side is Side.ATTACKER, self.book) is not None:
            return {}
        return {line.id: course(line, self.book) for line in self.plan.barrages}

    @property
    def last(self) -> int:
        """The last turn worth a look: the one after everything of the plan is over."""
        rolling = max((len(one.turns) for one in self.courses.values()), default=0)
        return max(FEWEST_TURNS, last_turn(self.plan), rolling + 1, self.until)

    @property
    def in_hand(self) -> PlanLine | None:
        """The line in hand."""
        return self.plan.line(self.line) if self.line else None

    def spot(self, at: Reference) -> Spot:
        """Where a reference of the plan's side lies on the table."""
        return self.field.spot(self.plan.side, at.along_mm / MM_A_CM, at.up_mm / MM_A_CM)

    def is_in_hand(self, *lines: str) -> bool:
        """Whether one of these lines is in hand."""
        return bool(self.line) and self.line in lines


def labels_of(plan: WrittenPlan) -> Mapping[str, str]:
    """What every line of a plan is called in short, by its id: 1, 2, G1."""
    found, many = dict[str, str](), dict[type[PlanLine], int]()
    for line in plan.lines():
        many[type(line)] = many.get(type(line), 0) + 1
        found[line.id] = f"{LETTERS[type(line)]}{many[type(line)]}"
    return found


def centimetres(millimetres: int) -> str:
    """A length in centimetres without its unit: 24.5, 30."""
    return f"{millimetres / MM_A_CM:g}"


# The rolling barrages and the gas of a fire plan on the map

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
        words = f"Start line, {name}, {centimetres(line.start_mm)} cm up"
        side = _place(seen, seen.table.width_mm - seen.table.width_mm // FROM_THE_SIDE, line.start_mm)
        yield Grip("start", words, side, of=line.id, label=label, moves=seen.writes)
        if seen.is_in_hand(line.id) and seen.writes:
            yield from _bends(seen, line, line.start_mm)


def _bends(seen: Seen, line: BarrageLine, start_mm: int) -> Iterator[Grip]:
    for piece in range(-(-seen.table.width_mm // piece_mm())):
        lead = line.leads_mm[piece] if piece < len(line.leads_mm) else 0
        middle = min(seen.table.width_mm, piece * piece_mm() + piece_mm() // 2)
        words = f"Piece {piece + 1} from the left, {centimetres(lead)} cm ahead of the rest"
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


# A fire plan laid over the map in one of its turns

MORTAR_TEMPLATES: Final[Mapping[UnitClass, Template]] = {
    UnitClass.MEDIUM_MORTAR: Template.MEDIUM_MORTAR,
    UnitClass.HEAVY_MORTAR: Template.HEAVY_MORTAR,
    UnitClass.MACHINE_GUN: Template.MACHINE_GUN,
}


def laid_over(seen: Seen) -> Iterator[Overlay]:
    """Everything of the plan that lies on the table in the turn, what lies lowest first."""
    yield from barrages(seen)
    yield from clouds(seen)
    yield from _works(seen)
    yield from _sos(seen)
    yield from _ways(seen)
    for point in points_in(seen.plan, seen.turn):
        yield from _square(seen, "point", template_of(point.weapon.kind), point.at, point.line, point.weapon.id)
    for line in _shown_fires(seen):
        weapon = seen.plan.weapon(line.weapon)
        if weapon and line.at:
            kind = "fire" if line.turn == seen.turn else "point later"
            yield from _square(seen, kind, template_of(weapon.kind), line.at, line.id)
    yield from _may_fall(seen)


def template_of(kind: UnitClass) -> Template:
    """The area on which a weapon's fire falls."""
    return MORTAR_TEMPLATES.get(kind, Template.BATTERY)


def _square(seen: Seen, kind: str, template: Template, at: Reference, *lines: str) -> Iterator[Overlay]:
    laid = lay_held(HeldTemplate(template, seen.spot(at)), seen.book)
    if not isinstance(laid, Refusal):
        mark = f"{kind} mine" if seen.is_in_hand(*lines) else kind
        shape = cut_to(seen.table, laid.outline)
        yield Overlay(f"{mark} of-{lines[0]}", _words(seen, lines[0]), shape, is_preview=False)


def _words(seen: Seen, line: str) -> str:
    found = seen.plan.line(line)
    return f"{seen.labels[line]}, {called(found, seen.plan)}" if found else ""


def _shown_fires(seen: Seen) -> Iterator[BombardmentLine | ShiftLine]:
    """Planned fire of the turn; before the first turn what belongs to the line in hand."""
    fires: tuple[BombardmentLine | ShiftLine, ...] = (*seen.plan.bombardments, *seen.plan.shifts)
    for line in fires:
        falls_now = isinstance(line, BombardmentLine) and line.turn == seen.turn and seen.turn
        if falls_now or seen.is_in_hand(line.id) or (not seen.turn and seen.is_in_hand(line.weapon)):
            yield line


def _ways(seen: Seen) -> Iterator[Overlay]:
    """How the plan moves each point, as a line from place to place."""
    for weapon in seen.plan.weapons:
        way = way_of(weapon, seen.plan)
        own = [line.id for line in seen.plan.shifts if line.weapon == weapon.id]
        if len(way) > 1 and (not seen.turn or seen.is_in_hand(weapon.id, *own)):
            yield Overlay("move", _words(seen, weapon.id), lines=(tuple(map(seen.spot, way)),))


def _sos(seen: Seen) -> Iterator[Overlay]:
    for line in seen.plan.sos_points:
        if line.at:
            yield from _square(seen, "sos", Template.SOS, line.at, line.id)


def _works(seen: Seen) -> Iterator[Overlay]:
    """Works under a hurricane bombardment, found on the map by their names."""
    named = {" ".join(one.name.casefold().split()): one for one in seen.table.pieces}
    for line in seen.plan.works:
        piece = named.get(" ".join(line.name.casefold().split()))
        if piece and (not seen.turn or line.turn == seen.turn):
            mark = "work mine" if seen.is_in_hand(line.id) else "work"
            yield Overlay(mark, _words(seen, line.id), *_shape_of(piece), is_preview=False)


def _shape_of(piece: Piece) -> tuple[tuple[tuple[Spot, ...], ...], tuple[tuple[Spot, ...], ...]]:
    line = tuple(points(piece))
    return ((line,), ()) if isinstance(piece, Area | Hill) else ((), (line,))


def _may_fall(seen: Seen) -> Iterator[Overlay]:
    """How far from its aim the middle of what comes down may lie, where it may deviate (FF-DEV-01, FF-DEV-02)."""
    reach = farthest_cm()
    for line, at, fire in _aimed(seen):
        if why_it_stays(DeviationFacts(fire=fire, registered=not isinstance(line, BombardmentLine)), seen.book):
            continue
        ring = tuple(map(to_spot, circle(2 * reach * MM_A_CM, seen.spot(at))))
        says = f"{_words(seen, line.id)}: its middle may fall up to {reach} cm from {in_words(at)}"
        yield Overlay(f"ring of-{line.id}", says, cut_to(seen.table, ring))


def _aimed(seen: Seen) -> Iterator[tuple[PlanLine, Reference, Unobserved]]:
    """What comes down in the turn, and whatever is in hand."""
    for point in points_in(seen.plan, seen.turn):
        if point.weapon.kind in ARTILLERY and seen.is_in_hand(point.weapon.id, point.line):
            yield point.weapon, point.at, Unobserved.ARTILLERY
    for line in seen.plan.bombardments:
        if line.at and (seen.is_in_hand(line.id) or (line.turn == seen.turn and seen.turn)):
            yield line, line.at, Unobserved.ARTILLERY
    for gas in seen.plan.gas:
        if gas.at and gas.delivery is Delivery.ARTILLERY and (seen.is_in_hand(gas.id) or gas.turn == seen.turn):
            yield gas, gas.at, Unobserved.GAS


def grips(seen: Seen) -> Iterator[Grip]:
    """What can be taken hold of on the map: every point that is shown, by its counter; start and bends of a barrage."""
    yield from barrage_grips(seen)
    shown = {line.id: line.at for line in _shown_fires(seen) if line.at}
    shown |= {gas.id: gas.at for gas in seen.plan.gas if gas.at and _is_here(seen, gas.id, gas.turn)}
    shown |= {sos.id: sos.at for sos in seen.plan.sos_points if sos.at}
    shown |= {point.line: point.at for point in points_in(seen.plan, seen.turn)}
    for line, at in shown.items():
        words = f"{_words(seen, line)}, at {in_words(at)}"
        yield Grip("at", words, seen.spot(at), of=line, label=_label(seen, line), moves=seen.writes)


def _is_here(seen: Seen, line: str, turn: int | None) -> bool:
    return not seen.turn or turn == seen.turn or seen.is_in_hand(line)


def _label(seen: Seen, line: str) -> str:
    """A point that the plan has moved is still that of its weapon."""
    moved = next((point for point in points_in(seen.plan, seen.turn) if point.line == line), None)
    return seen.labels[moved.weapon.id if isinstance(moved, Point) else line]


# Enemies and ranges

OF_ARCS = (*MORTARS, UnitClass.MACHINE_GUN)


def known_stands(seen: Seen) -> Iterator[PlacedStand]:
    """Every stand the plan's side knows of, as on its own map of the game; nothing of it is moved here."""
    for name, one in seen.known.stands.items() if seen.known else ():
        nation = seen.known.nations.get(one.side, "") if seen.known else ""
        own, *holders = one.name.split(", ")
        label = f"{holders[0]}, {own.partition(' ')[0]}" if len(holders) > 1 else own
        state = " ".join(filter(None, ("" if one.exact else "unsure", "below" if one.below else "")))
        yield PlacedStand(name, one.stand, nation, label, one.name, state)


def weapon_in_hand(seen: Seen) -> WeaponLine | None:
    """The weapon of the line in hand: itself, or the one that it moves or fires."""
    line = seen.in_hand
    if isinstance(line, WeaponLine):
        return line
    return seen.plan.weapon(line.weapon) if isinstance(line, ShiftLine | BombardmentLine) else None


def reach_of_it(seen: Seen) -> Iterator[Overlay]:
    """The ground in the arc and range of the weapon in hand where it stands, and the ground too near to it."""
    weapon = weapon_in_hand(seen)
    name = stand_of(seen.known, weapon) if seen.known and weapon else ""
    if not (weapon and name and seen.known):
        return
    own = seen.known.stands[name]
    found = weapon_arcs.shapes(seen.known, name, seen.book, indirect=True)
    if own.firer is None or isinstance(found, Refusal) or weapon.kind not in OF_ARCS:
        return
    says = f"{weapon.name}: {_measures(own.firer, seen)}"
    yield Overlay("arc", says, cut_to(seen.table, *found.values()))
    least = least_range(own.firer, seen.book)
    if least:
        too_near = _around(own.stand, least.value)
        yield Overlay("near", f"Under {cm(least.value)} from it", cut_to(seen.table, too_near))


def _around(stand: StandingBase, gap_mm: int) -> Outline:
    """Everything so near to a round base; of another one as near to the circle around it."""
    wide, deep = extent(stand.footprint)
    across = wide if isinstance(stand.footprint, Circle) else max(wide, deep)
    return circle(across + 2 * gap_mm, stand.spot)


def reach_words(seen: Seen) -> str:
    """What the point of the weapon in hand may be, in words; empty for a line that has no weapon."""
    weapon = weapon_in_hand(seen)
    if weapon is None:
        return ""
    if weapon.kind not in OF_ARCS:
        return "Its point may be anywhere on the table: a battery’s indirect fire has no range here."
    placed = bool(seen.known and stand_of(seen.known, weapon))
    where = "as it is drawn" if placed else "measured once it stands on the map"
    return f"Its point: {_measures(Firer(weapon.kind.value), seen)}; {where}."


def _measures(firer: Firer, seen: Seen) -> str:
    """From how near to how far, and that it is in the arc."""
    least = least_range(firer, seen.book)
    most = greatest_range(Distance(firer=firer, range_cm=0.0, indirect=True), seen.book)
    near = f"from {cm(least.value)} " if least else ""
    far = f"{near}to {cm(most.value)} from it" if most else ""
    return ", ".join(filter(None, (far, "in its arc")))

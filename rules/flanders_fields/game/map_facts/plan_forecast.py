"""Forecast of a fire plan: suppressions and kills by turn on known positions (FF-FPL)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.artillery import CALL
from rules.flanders_fields.barrages import BandFacts, Under, band, no_barrage, piece_mm
from rules.flanders_fields.bombardments import PLANNED
from rules.flanders_fields.fire_areas import (
    USUAL_COMPANY,
    DeviationFacts,
    FireAreaFacts,
    FireAreaKind,
    Unobserved,
    landings,
    lay,
    why_it_stays,
)
from rules.flanders_fields.fire_plan import BarrageLine, BombardmentLine, GasLine, WeaponLine, WorkLine, WrittenPlan
from rules.flanders_fields.fire_plan_timetable import course, posts_of, speed_of
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.forecast_targets import (
    BLANK,
    Faces,
    TargetPosition,
    Targets,
    area_faces,
    barrage_faces,
    cells_near,
    gas_faces,
    hurricane_faces,
    mortar_faces,
    on_cells,
    strip_faces,
)
from rules.flanders_fields.game.map_facts.gas_coverage import drifts
from rules.flanders_fields.game.map_facts.infantry_advance import ASTRAY_WITHIN_MM, LOOKS_AHEAD, spot_of, stand_of
from rules.flanders_fields.game.map_facts.previews import HeldTemplate, Template, lay_held
from rules.flanders_fields.gas_clouds import (
    SPEEDS,
    CloudFacts,
    Delivery,
    GasKind,
    ReleaseFacts,
    WindFacts,
    planned_middle,
    sides_of,
)
from rules.flanders_fields.gas_effects import REMOVED, CloudFate
from rules.flanders_fields.morale import LIMITS
from rules.flanders_fields.order_roll import roll_orders
from rules.flanders_fields.orders import OrderFacts
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, HEAVIER_MORTARS, Cover, Nation, Side, UnitClass
from rules.kernel.dice import ALL_D6
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.salvo_odds import Salvo, endured, expected, salvo, salvo_adrift, surely
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase, bearing_deg
from rules.tabletop.terrain import Table

# Which lines of a plan have no part in what it may expect to do by itself, and why, in words

_ORDERED: Final = "it falls only if it is ordered: what it then does is told apart"


class LeftOut(NamedTuple):
    """A line of the plan, and why nothing is foreseen of it."""

    line: str
    because: str


def lines_left_out(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Iterator[LeftOut]:
    """Every line that does nothing by itself, or of which it is not known what it does."""
    for weapon in plan.weapons:
        yield LeftOut(weapon.id, _of_a_weapon(weapon, plan))
    for shift in plan.shifts:
        yield LeftOut(shift.id, "it moves a point and fires nothing")
    for line, because in _acting(plan, targets, book):
        if because:
            yield LeftOut(line, because)
    for sos in plan.sos_points:
        yield LeftOut(sos.id, "it falls only if it is called: what it then does is told apart")


def _of_a_weapon(line: WeaponLine, plan: WrittenPlan) -> str:
    """What a weapon does by itself stands in its lines of planned fire."""
    moved = any(one.weapon == line.id and one.at for one in plan.shifts)
    return _ORDERED if line.at or moved else "nobody can order its fire yet: it has no point"


def _acting(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Iterator[tuple[str, str]]:
    for fire in plan.bombardments:
        yield fire.id, _of_fire(fire, plan, book)
    refused = no_barrage(plan.side is Side.ATTACKER, book)
    for barrage in plan.barrages:
        yield barrage.id, _words(refused) or ("" if barrage.start_mm is not None else "it has no start line yet")
    for gas in plan.gas:
        yield gas.id, _of_gas(gas, book)
    for work in plan.works:
        there = any(targets.positions_called(work.name))
        yield work.id, "" if there else "the table has no work of the enemy’s that is called so"


def _words(refused: object) -> str:
    because = getattr(refused, "because", "")
    return f"{because[:1].lower()}{because[1:]}"


def _of_fire(line: BombardmentLine, plan: WrittenPlan, book: RuleBook) -> str:
    weapon = plan.weapon(line.weapon)
    if not book.table(PLANNED).has("phase"):
        return "no fire falls by the plan at this date"
    if weapon is None or weapon.kind not in ARTILLERY:
        return "only batteries fire by the plan"
    return "" if line.at and line.turn else "it has no point or no turn yet"


def _of_gas(line: GasLine, book: RuleBook) -> str:
    refused = no_gas(book)
    if refused:
        return _words(refused)
    missing = [
        name for name, value in (("point", line.at), ("turn", line.turn), ("wind", line.wind_deg)) if value is None
    ]
    return f"it has no {' and no '.join(missing)} yet" if missing else ""


# What the gas of a plan may expect to do

_TURN, _HALF_TURN = 360, 180
STILL: Final = (0.0, 0.0)
GONE: Final = Pose(Spot(-1_000_000, -1_000_000), 0)
_QUIET: Final = frozenset({*REMOVED, CloudFate.WAITS})


class CloudTurn(NamedTuple):
    """A cloud in one of its turns: from where to where its middle goes, whether it attacks, how it is turned."""

    begins: Spot
    ends: Spot
    attacks: bool
    turned_deg: int


Ways = tuple[tuple[float, tuple[CloudTurn, ...]], ...]
"""The chance of each speed of the wind, and what the cloud does in it turn by turn."""


def gas_salvos(line: GasLine, plan: WrittenPlan, targets: Targets, turn: int, book: RuleBook) -> Iterator[Salvo]:
    """What a gas attack brings in a turn of its side; nothing before it comes and once it is gone."""
    after, ways = turn - (line.turn or turn + 1), _ways(line, plan.side, *_size(targets.field), book)
    now = [phases[after] if 0 <= after < len(phases) and phases[after].attacks else None for _, phases in ways]
    if not any(now):
        return
    ahead = 1 if plan.side is Side.ATTACKER else -1
    fire = Unobserved.PROJECTOR_GAS if line.delivery is Delivery.PROJECTOR else Unobserved.GAS
    falls = landings(DeviationFacts(fire=fire), book)
    offs = [(float(chance), (ahead * right, ahead * up)) for (right, up), chance in falls.items()]
    base = Rectangle(*sides_of(plan.side, book))
    # At a speed at which it is gone it lies where it meets nobody.
    moves = [
        (chance, StandingBase(base, Pose(one.begins, one.turned_deg) if one else GONE), _step(one) if one else STILL)
        for (chance, _), one in zip(ways, now, strict=True)
    ]
    faces = [[BLANK] * len(targets.covers)]
    faces.extend([gas_faces(cover, partly, book) for cover in targets.covers] for partly in (True, False))
    at_its_end = book.behaviour("AMB-449", {"one_moment": False, "end_position": True})
    same = f"gas {line.id}"
    twice = book.behaviour("AMB-447", {"once": False, "start_and_path": True})
    if twice and any(step != STILL for _, _, step in moves):
        still = [(chance, one, STILL) for chance, one, _ in moves]
        yield salvo_adrift(still, offs, targets.laid, faces, same)
    yield salvo_adrift(moves, offs, targets.laid, faces, same, at_its_end)


def _step(one: CloudTurn) -> tuple[float, float]:
    return float(one.ends.x_mm - one.begins.x_mm), float(one.ends.y_mm - one.begins.y_mm)


def turns_of_gas(line: GasLine, plan: WrittenPlan, book: RuleBook) -> tuple[int, ...]:
    """The turns of its side in which a gas attack may do anything, on a table as large as the plan is written for."""
    size = plan.written_for
    longest = max((len(phases) for _, phases in _ways(line, plan.side, size.width_mm, size.depth_mm, book)), default=0)
    return tuple(range(line.turn or 0, (line.turn or 0) + longest))


def way_of_gas(line: GasLine, plan: WrittenPlan, field: Field, book: RuleBook) -> Iterator[Spot]:
    """The places its middle may come by, if it does not deviate."""
    for _, phases in _ways(line, plan.side, *_size(field), book):
        for one in phases:
            yield from (one.begins, one.ends)


def _size(field: Field) -> tuple[int, int]:
    return field.table.width_mm, field.table.depth_mm


@lru_cache(maxsize=64)
def _ways(line: GasLine, side: Side, width_mm: int, depth_mm: int, book: RuleBook) -> Ways:
    """What a cloud does at each speed of its wind; nothing where there is no gas, or the line is not finished."""
    if no_gas(book) is not None or line.at is None or line.turn is None or line.wind_deg is None:
        return ()
    field = Field(Table(width_mm, depth_mm))
    found = ((chance, tuple(_phases(field, line, side, speed, book))) for speed, chance in _speeds(line, book))
    return tuple((chance, phases) for chance, phases in found if phases)


def _speeds(line: GasLine, book: RuleBook) -> Iterator[tuple[float, float]]:
    """Every speed of its wind in cm a turn, with its chance."""
    if line.speed_mm is not None:
        yield line.speed_mm / 10, 1.0
        return
    first, throws = book.table(SPEEDS).number("first").value / 10, len(ALL_D6) ** 2
    sums = [one.pips + other.pips for one in ALL_D6 for other in ALL_D6]
    for total in sorted(set(sums)):
        yield first + total, sums.count(total) / throws


def _phases(field: Field, line: GasLine, side: Side, speed_cm: float, book: RuleBook) -> Iterator[CloudTurn]:
    assert line.at
    assert line.wind_deg is not None
    degrees = line.wind_deg - _TURN if line.wind_deg > _HALF_TURN else line.wind_deg
    facts = ReleaseFacts(
        kind=line.kind or GasKind.OFFENSIVE,
        owner=side,
        delivery=line.delivery or Delivery.ARTILLERY,
        along_cm=line.at.along_mm / 10,
        up_cm=line.at.up_mm / 10,
    )
    along, up = (one / 10 for one in planned_middle(facts, book))
    turned = book.behaviour("AMB-440", {"table": 0, "across_wind": degrees})
    cloud = CloudFacts(kind=facts.kind, owner=side, along_cm=along, up_cm=up, turned_deg=turned)
    found = drifts(field, cloud, WindFacts(direction_deg=degrees, speed_cm=speed_cm), LOOKS_AHEAD, book)
    at = field.spot(side, along, up)
    for drift in () if isinstance(found, Refusal) else found:
        ends = at if drift.fate in REMOVED else field.spot(side, *drift.middle_cm)
        yield CloudTurn(at, ends, drift.fate not in _QUIET, turned)
        at = ends


# What a plan may expect to do (FF-FPL)

SAMPLES: Final = 20_000
SEED: Final = 1918
"""Of the samples, so that the same plan is told the same twice."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What one position may expect in one turn, of so many platoons in it: suppressions and kills."""

    position: str
    name: str
    platoons: int
    turn: int
    suppressed: float
    killed: float


@dataclass(frozen=True, slots=True)
class AtTheEnd:
    """How many platoons of a position are gone after the whole plan, by samples, and the standard error of that."""

    position: str
    name: str
    platoons: int
    gone: float
    error: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a plan may expect to do by itself, turn by turn and by its end, and which lines have no part in that."""

    turns: tuple[Foreseen, ...]
    end: tuple[AtTheEnd, ...]
    left_out: tuple[LeftOut, ...]


def forecast(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Forecast:
    """The forecast of a plan on targets that its side knows of (`targeted.py`)."""
    by_turn = {turn: list(salvos_in(plan, targets, turn, book)) for turn in turns_of(plan, book)}
    most = book.table(LIMITS).number("kills").value
    turns = [one for turn, found in by_turn.items() if found for one in _foreseen(targets, turn, found)]
    end = endured(list(by_turn.values()), most, SAMPLES, SEED)
    left_out = tuple(lines_left_out(plan, targets, book))
    return Forecast(tuple(turns), tuple(_ended(targets, end.gone.tolist(), end.error.tolist())), left_out)


def turns_of(plan: WrittenPlan, book: RuleBook) -> tuple[int, ...]:
    """The turns of its side in which anything is foreseen."""
    acts: tuple[BombardmentLine | WorkLine, ...] = (*plan.bombardments, *plan.works)
    found = {one.turn for one in acts if one.turn}
    if no_barrage(plan.side is Side.ATTACKER, book) is None:
        found |= {one.turn for line in plan.barrages if line.start_mm is not None for one in course(line, book).turns}
    found |= {turn for line in plan.gas for turn in turns_of_gas(line, plan, book)}
    return tuple(sorted(found))


def salvos_in(plan: WrittenPlan, targets: Targets, turn: int, book: RuleBook) -> Iterator[Salvo]:
    """Everything of a plan that falls by itself in a turn of its side, in the order of the sheet; nothing on nobody."""
    if not targets.covers:
        return
    for line in plan.barrages:
        if line.start_mm is not None and no_barrage(plan.side is Side.ATTACKER, book) is None:
            yield from _rolled_over(plan, line, targets, turn, book)
    for gas in plan.gas:
        yield from gas_salvos(gas, plan, targets, turn, book)
    if book.table(PLANNED).has("phase"):
        for fire in plan.bombardments:
            weapon = plan.weapon(fire.weapon)
            if fire.turn == turn and fire.at and weapon and weapon.kind in ARTILLERY:
                yield _falls(plan, fire, weapon.kind, targets, bool(stand_of(targets.field, weapon)), book)
    for work in plan.works:
        if work.turn == turn and work.work:
            yield from _bombarded(plan, work, targets, book)


def _falls(
    plan: WrittenPlan, fire: BombardmentLine, kind: UnitClass, targets: Targets, on_table: bool, book: RuleBook
) -> Salvo:
    """A battery's fire: where it may land, whom it covers there, on the row of its class."""
    assert fire.at
    spot, ahead = spot_of(targets.field, plan.side, fire.at), 1 if plan.side is Side.ATTACKER else -1
    falls = landings(DeviationFacts(on_table=on_table, registered=True), book)
    wide, deep = _battery_area_mm(spot, book)
    places = [
        StandingBase(
            Rectangle(wide, deep), Pose(Spot(round(spot.x_mm + ahead * right), round(spot.y_mm + ahead * up)), 0)
        )
        for right, up in falls
    ]
    faces = [[BLANK] * len(targets.covers)]
    faces.extend([area_faces(kind, cover, partly, book) for cover in targets.covers] for partly in (True, False))
    stays = why_it_stays(DeviationFacts(on_table=on_table, registered=True, point_used=True), book) is not None
    same = f"{fire.weapon} at {fire.at}" if stays else ""
    return salvo([float(chance) for chance in falls.values()], places, targets.laid, faces, same)


def _battery_area_mm(spot: Spot, book: RuleBook) -> tuple[int, int]:
    laid = lay_held(HeldTemplate(Template.BATTERY, spot), book)
    assert not isinstance(laid, Refusal)
    return laid.width_mm, laid.depth_mm


def _rolled_over(plan: WrittenPlan, line: BarrageLine, targets: Targets, turn: int, book: RuleBook) -> Iterator[Salvo]:
    """A rolling barrage in one turn: whom its band comes over, or stays on (FF-BAR-11, FF-BAR-12)."""
    planned = course(line, book)
    if turn > len(planned.turns):
        return
    halted = turn in planned.halts
    facts = BandFacts(
        start_up_cm=(line.start_mm or 0) / 10,
        duration=len(planned.turns),
        turn=turn,
        speed_cm=speed_of(line, book) / 10,
        halts=planned.halts,
        back=line.back,
        hurricane=line.hurricane,
    )
    touched = [int(_touches(facts, line, targets, place, book)) * 2 for place in range(len(targets.covers))]
    under = Under.BAND_STAYS if halted else Under.SWEPT
    faces = [barrage_faces(cover, under, book) for cover in targets.covers]
    yield surely(touched, [[BLANK] * len(faces), faces, faces])


def _touches(facts: BandFacts, line: BarrageLine, targets: Targets, place: int, book: RuleBook) -> bool:
    """Whether the band comes over a target in its turn, by the piece of it that lies there."""
    near, far, along = targets.spans[place]
    lead = line.leads_mm[min(along // piece_mm(), len(line.leads_mm) - 1)] / 10 if line.leads_mm else 0.0
    at = _lies(facts, lead, book)
    return at is not None and at[0] < far and near < at[1]


@lru_cache(maxsize=1024)
def _lies(facts: BandFacts, lead_cm: float, book: RuleBook) -> tuple[float, float] | None:
    """From where to where a piece of the band comes in its turn, in mm up the table; None once it has lifted."""
    answer = band(replace(facts, lead_cm=lead_cm), book)
    if isinstance(answer, Refusal) or not answer.value.on_table:
        return None
    return answer.value.swept_from_cm * 10, answer.value.swept_to_cm * 10


def _bombarded(plan: WrittenPlan, work: WorkLine, targets: Targets, book: RuleBook) -> Iterator[Salvo]:
    """A work under the hurricane, if the table has one of that name (FF-HUR-03)."""
    assert work.work
    of = {one.id for one in targets.positions_called(work.name)}
    inside = [2 * (position in of) for position in targets.of]
    if not any(inside):
        return
    faces = [
        hurricane_faces(work, plan.written_for.nation or Nation.GERMAN, plan.side, one, book) for one in targets.covers
    ]
    yield surely(inside, [[BLANK] * len(faces), faces, faces])


def _foreseen(targets: Targets, turn: int, found: Sequence[Salvo]) -> Iterator[Foreseen]:
    suppressed, killed = expected(found).tolist()
    for one in targets.positions:
        first, second = (sum(row[place] for place in one.places) for row in (suppressed, killed))
        if first or second:
            yield Foreseen(one.id, one.name, len(one.places), turn, first, second)


def _ended(targets: Targets, gone: Sequence[float], errors: Sequence[float]) -> Iterator[AtTheEnd]:
    for one in targets.positions if gone else ():
        total = sum(gone[place] for place in one.places)
        if total:
            # Platoons of a position share their salvos: their errors are added, which is never too small.
            yield AtTheEnd(one.id, one.name, len(one.places), total, sum(errors[place] for place in one.places))


@dataclass(frozen=True, slots=True)
class ForecastCell:
    """A cell of the table by its middle in mm, and what a platoon there may expect of a plan's fire in one turn."""

    spot: Spot
    turn: int
    suppressed: float
    killed: float


def heat(plan: WrittenPlan, targets: Targets, book: RuleBook) -> tuple[ForecastCell, ...]:
    """Where a plan's batteries fire and its gas goes, cell by cell and turn by turn; bands and works lie as drawn."""
    fires = replace(plan, barrages=(), works=())
    points = [spot_of(targets.field, plan.side, one.at) for one in plan.bombardments if one.at]
    points += [spot for line in plan.gas for spot in way_of_gas(line, plan, targets.field, book)]
    middles = cells_near(targets.field, points, ASTRAY_WITHIN_MM)
    cells = on_cells(targets.field, plan.side, middles, book)
    return tuple(one for turn in turns_of(fires, book) for one in _warm(fires, cells, turn, book))


def _warm(plan: WrittenPlan, cells: Targets, turn: int, book: RuleBook) -> Iterator[ForecastCell]:
    found = list(salvos_in(plan, cells, turn, book))
    if not found:
        return
    suppressed, killed = expected(found).tolist()
    for stand, first, second in zip(cells.stands, suppressed, killed, strict=True):
        if first or second:
            yield ForecastCell(stand.spot, turn, first, second)


# What a plan's weapons may do where somebody orders or calls their fire (FF-FPL-05)

ON_ITS_POINT: Final = "a platoon on its point"
"""Of whom a fire is told that no known target lies under."""


@dataclass(frozen=True, slots=True)
class IfOrdered:
    """One fire on a point of the plan: from which turn until which (0: for good) it may be ordered there, with what
    chance an order brings it if nothing hinders it, and what a position may then expect of it."""

    line: str
    turn: int
    until: int
    comes: float
    position: str
    name: str
    platoons: int
    suppressed: float
    killed: float


def if_ordered(plan: WrittenPlan, targets: Targets, book: RuleBook) -> tuple[IfOrdered, ...]:
    """One fire on every point of every weapon and on every SOS point, on targets that the side knows of."""
    return (*_ordered(plan, targets, book), *_called(plan, targets, book))


def _ordered(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Iterator[IfOrdered]:
    for weapon in plan.weapons:
        gun, kind = stand_of(targets.field, weapon), weapon.kind
        # Nobody knows how the strip of a machine gun lies that is not placed.
        for post in posts_of(weapon, plan) if gun or kind is not UnitClass.MACHINE_GUN else ():
            spot = spot_of(targets.field, plan.side, post.at)
            turned = bearing_deg(targets.field.stands[gun].stand.spot, spot) if kind is UnitClass.MACHINE_GUN else 0.0
            company = targets.field.stands[gun].company_guns if gun else 0
            shot = _Shot(kind, _kind_of(kind), plan.side, spot, turned, bool(gun), company or USUAL_COMPANY)
            told = (post.line, post.turn, post.until, comes_by_order(kind, book))
            yield from _on_whom(shot, told, targets, book)


def _called(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Iterator[IfOrdered]:
    if plan.side is not Side.DEFENDER:
        return
    answered = book.table(CALL).number("answered_from").value
    comes = sum(face.pips >= answered for face in ALL_D6) / len(ALL_D6)
    for line in plan.sos_points:
        weapon = plan.weapon(line.weapon)
        kind = weapon.kind if weapon and weapon.kind in ARTILLERY else UnitClass.FIELD_GUN
        if line.at:
            shot = _Shot(kind, FireAreaKind.SOS, plan.side, spot_of(targets.field, plan.side, line.at))
            yield from _on_whom(shot, (line.id, 1, 0, comes), targets, book)


@dataclass(frozen=True, slots=True)
class _Shot:
    """One fire on a point: of what, how its area lies, whether the gun stands on the table."""

    kind: UnitClass
    area: FireAreaKind
    side: Side
    spot: Spot
    turned_deg: float = 0.0
    on_table: bool = False
    company_guns: int = USUAL_COMPANY


def _kind_of(kind: UnitClass) -> FireAreaKind:
    return FireAreaKind.BATTERY if kind in ARTILLERY else FireAreaKind(kind.value)


def _fire(shot: _Shot, targets: Targets, book: RuleBook) -> Salvo:
    """Where it may come down, whom it covers there, what each face then does."""
    ahead, (x, y) = 1 if shot.side is Side.ATTACKER else -1, shot.spot
    fire = Unobserved.SOS if shot.area is FireAreaKind.SOS else _comes_down(shot.kind)
    falls = landings(DeviationFacts(fire=fire, on_table=shot.on_table, registered=True), book)
    base = Rectangle(*_area_mm(shot.area, shot.company_guns, book))
    places = [
        StandingBase(base, Pose(Spot(round(x + ahead * right), round(y + ahead * up)), shot.turned_deg))
        for right, up in falls
    ]
    faces = [[BLANK] * len(targets.covers)]
    faces.extend([_faces(shot.kind, cover, partly, book) for cover in targets.covers] for partly in (True, False))
    return salvo([float(chance) for chance in falls.values()], places, targets.laid, faces)


def _comes_down(kind: UnitClass) -> Unobserved:
    if kind in HEAVIER_MORTARS:
        return Unobserved.MORTAR
    return Unobserved.MACHINE_GUN if kind is UnitClass.MACHINE_GUN else Unobserved.ARTILLERY


@lru_cache(maxsize=64)
def _area_mm(area: FireAreaKind, company_guns: int, book: RuleBook) -> tuple[int, int]:
    laid = lay(FireAreaFacts(kind=area, point_along_cm=0.0, point_up_cm=0.0, company_guns=company_guns), book)
    assert not isinstance(laid, Refusal)
    return laid.width_mm, laid.depth_mm


def _faces(kind: UnitClass, cover: Cover, partly: bool, book: RuleBook) -> Faces:
    if kind in HEAVIER_MORTARS:
        return mortar_faces(kind, cover, partly, book)
    return strip_faces(cover, partly, book) if kind is UnitClass.MACHINE_GUN else area_faces(kind, cover, partly, book)


@lru_cache(maxsize=64)
def comes_by_order(kind: UnitClass, book: RuleBook) -> float:
    """With what chance an order to a weapon brings an action for its fire, nothing hindering it (FF-ORD-T4)."""
    answers = [roll_orders(OrderFacts(unit_class=kind), face, book) for face in ALL_D6]
    return sum(isinstance(one, Explained) and one.value > 0 for one in answers) / len(ALL_D6)


def _on_whom(shot: _Shot, told: tuple[str, int, int, float], targets: Targets, book: RuleBook) -> Iterator[IfOrdered]:
    """What the known positions may expect of it; where none lies under it, a platoon on its point."""
    found = list(_met(shot, targets, book))
    for one, suppressed, killed in found:
        yield IfOrdered(*told, one.id, one.name, len(one.places), suppressed, killed)
    if not found:
        there = on_cells(targets.field, shot.side, (shot.spot,), book)
        for _, suppressed, killed in _met(shot, there, book):
            yield IfOrdered(*told, "", ON_ITS_POINT, 1, suppressed, killed)


def _met(shot: _Shot, targets: Targets, book: RuleBook) -> Iterator[tuple[TargetPosition, float, float]]:
    """The positions that may expect anything of it."""
    suppressed, killed = expected([_fire(shot, targets, book)]).tolist() if targets.covers else ((), ())
    for one in targets.positions:
        first, second = (sum(row[place] for place in one.places) for row in (suppressed, killed))
        if first or second:
            yield one, first, second

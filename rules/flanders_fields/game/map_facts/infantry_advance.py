"""Infantry that advances behind its barrage, and lines of its plan measured on the map."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from rules.flanders_fields.barrages import SIZES, piece_mm
from rules.flanders_fields.base_sizes import BaseFacts, BaseKind, base_of
from rules.flanders_fields.fire_plan import (
    REFERENCES,
    BarrageLine,
    BombardmentLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_checks import MeasuredLine
from rules.flanders_fields.fire_plan_timetable import BarrageCourse
from rules.flanders_fields.game.map_facts.board import Field, FieldStand, apart_mm
from rules.flanders_fields.game.map_facts.move_paths import GOINGS, SLOWEST
from rules.flanders_fields.game.map_facts.trenches_and_wire import foremost_trench, from_trench, sos_position, usable
from rules.flanders_fields.game.map_facts.weapon_arcs import point_in_arc
from rules.flanders_fields.gas_clouds import Delivery
from rules.flanders_fields.movement import MoveFacts, move_allowance
from rules.flanders_fields.order_roll import roll_orders
from rules.flanders_fields.orders import OrderFacts
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Going, Mover, Quality, Side, UnitClass
from rules.flanders_fields.wire import ACTIONS, MEASURES, SCORE, decided_by_order_roll
from rules.kernel.dice import ALL_D6
from rules.kernel.distances import MM_A_CM, read_off
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.tables import Way as Cell
from rules.tabletop.board_view import named, told
from rules.tabletop.paths import WayOverGround, WayStretch, way, ways
from rules.tabletop.stands import Spot, bounds
from rules.tabletop.terrain import Area, AreaKind, River, Stream, Trench, Wire

# How far a platoon that goes straight up the table may have come by each turn, with what chance

NEGLIGIBLE: Final = 1e-9


class AdvancePlace(NamedTuple):
    """How far along its way a platoon is (mm), and how many belts of the wire there it has over."""

    along_mm: float
    belts: int = 0


@dataclass(frozen=True, slots=True)
class Hurdle:
    """Wire or water on a way: from where to where (mm), and the belts, or the whole actions, that it takes."""

    near_mm: float
    far_mm: float
    belts: int = 0
    actions: int = 0


@dataclass(frozen=True, slots=True)
class PlatoonCourse:
    """A way as a platoon goes it: what a move carries it on each stretch (mm, up to its end in mm), and its hurdles."""

    start: Spot
    paces: tuple[tuple[float, float], ...]
    hurdles: tuple[Hurdle, ...]
    way: WayOverGround


Whereabouts = Mapping[AdvancePlace, float]
"""The chance of each place."""
AT_THE_START: Final[Whereabouts] = {AdvancePlace(0.0): 1.0}


def course_of(field: Field, start: Spot, end: Spot, quality: Quality, book: RuleBook) -> PlatoonCourse:
    """The way of infantry of a grade from one place straight to another."""
    half_a_front = base_of(BaseFacts(stand=BaseKind.INFANTRY), book).value.width_mm / 2
    led = way(field.ground, (start, end), half_a_front)
    paces = tuple((one.end_mm, _pace(_going(one), quality, book)) for one in led.stretches)
    return PlatoonCourse(start, paces, tuple(_hurdles(led, book)), led)


def _going(stretch: WayStretch) -> Going:
    slowed = [GOINGS[one.kind] for one in stretch.areas if one.kind in GOINGS]
    if stretch.road or not slowed:
        return Going.CROSS_COUNTRY
    return min(slowed, key=SLOWEST.index)


@lru_cache(maxsize=256)
def _pace(going: Going, quality: Quality, book: RuleBook) -> float:
    """How far one move carries infantry there, in mm; 0 where it cannot go."""
    answer = move_allowance(MoveFacts(mover=Mover.INFANTRY, going=going, quality=quality), book)
    if isinstance(answer, Refusal):
        return 0.0
    return {Cell.DISTANCE: float(answer.value.mm), Cell.FREE: inf}.get(answer.value.way, 0.0)


def _hurdles(led: WayOverGround, book: RuleBook) -> Iterator[Hurdle]:
    lanes = usable(Mover.INFANTRY, book)
    for met in led.met:
        if isinstance(met.piece, Wire) and (belts := met.belts(lanes)):
            yield Hurdle(met.start_mm, met.end_mm, belts=belts)
        elif isinstance(met.piece, River | Stream):
            going = Going.RIVER if isinstance(met.piece, River) else Going.STREAM
            yield Hurdle(met.start_mm, met.end_mm, actions=_crossing(going, book))


def _crossing(going: Going, book: RuleBook) -> int:
    answer = move_allowance(MoveFacts(mover=Mover.INFANTRY, going=going), book)
    return answer.value.actions if isinstance(answer, Explained) else 0


@lru_cache(maxsize=128)
def actions_of(quality: Quality, book: RuleBook, at_wire: bool = False) -> Mapping[int, float]:
    """With what chance a rifle company of a grade earns so many actions in a turn (FF-ORD-02)."""
    at_wire = at_wire and decided_by_order_roll(book)
    facts = OrderFacts(unit_class=UnitClass.RIFLE_COMPANY, quality=quality, crossing_wire=at_wire)
    found: dict[int, float] = defaultdict(float)
    for face in ALL_D6:
        answer = roll_orders(facts, face, book)
        found[answer.value if isinstance(answer, Explained) else 0] += 1 / len(ALL_D6)
    return found


def after_turn(
    course: PlatoonCourse, at: Whereabouts, limit_mm: float, quality: Quality, book: RuleBook
) -> Whereabouts:
    """Where it may be after one more turn in which it goes no farther than `limit_mm` along its way."""
    found: dict[AdvancePlace, float] = defaultdict(float)
    for place, chance in at.items():
        for earned, likely in actions_of(quality, book, _hurdle_at(course, place) is not None).items():
            for end, share in _turn(course, place, earned, limit_mm, book):
                found[end] += chance * likely * share
    return {place: chance for place, chance in found.items() if chance > NEGLIGIBLE}


def _turn(
    course: PlatoonCourse, place: AdvancePlace, actions: int, limit_mm: float, book: RuleBook
) -> Iterator[tuple[AdvancePlace, float]]:
    """Every place where so many actions may bring it, with its chance."""
    hurdle = _hurdle_at(course, place)
    if not actions or (hurdle is None and place.along_mm >= limit_mm):
        yield place, 1.0
    elif hurdle is None:
        yield from _turn(course, AdvancePlace(_moved(course, place.along_mm, limit_mm)), actions - 1, limit_mm, book)
    elif hurdle.actions:
        done = min(hurdle.actions - place.belts, actions)
        over = place.belts + done >= hurdle.actions
        there = AdvancePlace(hurdle.far_mm) if over else AdvancePlace(place.along_mm, place.belts + done)
        yield from _turn(course, there, actions - done, limit_mm, book)
    else:
        crosses, left_of_it = _crosses(book), max(0, actions - book.table(ACTIONS).number("attempt").value)
        # Who fails has to wait for his next turn (AMB-60).
        again = book.behaviour("AMB-60", {"next_turn": 0, "each_action": left_of_it})
        for there, chance, left in (
            (_over(hurdle, place, limit_mm, book), crosses, left_of_it),
            (place, 1 - crosses, again),
        ):
            yield from ((end, chance * share) for end, share in _turn(course, there, left, limit_mm, book))


def _hurdle_at(course: PlatoonCourse, place: AdvancePlace) -> Hurdle | None:
    return next((one for one in course.hurdles if one.near_mm <= place.along_mm < one.far_mm), None)


def _crosses(book: RuleBook) -> float:
    if book.table("wire/procedure").word("decided_by").value == "order_roll":
        return 1.0
    score = book.table(SCORE).number("crosses_on").value
    return sum(face.pips >= score for face in ALL_D6) / len(ALL_D6)


def _over(hurdle: Hurdle, place: AdvancePlace, limit_mm: float, book: RuleBook) -> AdvancePlace:
    """One belt farther; from the last one some way on (FF-WIR-05)."""
    if place.belts + 1 < hurdle.belts:
        return AdvancePlace(place.along_mm, place.belts + 1)
    on = book.table(MEASURES).number("follow_on").value
    return AdvancePlace(max(hurdle.far_mm, min(hurdle.far_mm + on, limit_mm)))


def _moved(course: PlatoonCourse, start_mm: float, limit_mm: float) -> float:
    """Where one move ends: as far as the ground lets it, at the next hurdle, at the limit."""
    ahead = [one.near_mm for one in course.hurdles if one.near_mm > start_mm]
    until = min([limit_mm, course.way.length_mm, *ahead])
    at, left = start_mm, 1.0
    for end, pace in course.paces:
        if end <= at:
            continue
        if not pace:
            return at
        to = min(end, until, at + pace * left)
        left -= (to - at) / pace
        at = to
        if at >= until or left <= NEGLIGIBLE:
            break
    return at


def advance(
    course: PlatoonCourse, limits_mm: Sequence[float], quality: Quality, book: RuleBook
) -> Iterator[Whereabouts]:
    """Where it may be after each turn, of which each has its limit."""
    at = AT_THE_START
    for limit in limits_mm:
        at = after_turn(course, at, limit, quality, book)
        yield at


def beyond(at: Whereabouts, along_mm: float) -> float:
    """The chance that it has come at least so far."""
    return sum(chance for place, chance in at.items() if place.along_mm >= along_mm - NEGLIGIBLE)


# What the table and a side's own deployment say of the lines of its written plan, line by line (FF-FPL-67 to -74)

ASTRAY_WITHIN_MM = 250
"""No fire deviates so far that its area reaches a stand beyond this from its point."""


def measured(plan: WrittenPlan, field: Field, book: RuleBook) -> Mapping[str, MeasuredLine]:
    """By the lines of a plan what can be measured of them; the field is what the plan's own side knows.

    A line is not in it where nothing is known: no weapon placed, no trench of its own on the table.
    """
    found = {one.id: _weapon(one, plan.side, field, book) for one in plan.weapons}
    fires: tuple[ShiftLine | BombardmentLine, ...] = (*plan.shifts, *plan.bombardments)
    for line in fires:
        weapon = plan.weapon(line.weapon)
        found[line.id] = _reach(weapon, line.at, plan.side, field, book) if weapon else MeasuredLine()
    if plan.barrages:
        farthest = MeasuredLine(own_trench_mm=farthest_front(field, plan.side, book))
        found |= {barrage.id: farthest for barrage in plan.barrages}
    projected = {one.id: one.at.along_mm for one in plan.gas if one.delivery is Delivery.PROJECTOR and one.at}
    fronts = own_fronts(field, plan.side, tuple(projected.values()))
    for gas, front in zip(projected, fronts, strict=True):
        found[gas] = MeasuredLine(own_trench_mm=None if front is None else _nearest_step(front, book))
    for point in plan.sos_points:
        found[point.id] = _sos(point, plan.side, field)
    return {line: one for line, one in found.items() if one != MeasuredLine()}


def _weapon(line: WeaponLine, side: Side, field: Field, book: RuleBook) -> MeasuredLine:
    own = stand_of(field, line)
    far = from_trench(field, field.stands[own].stand, side, "own_trench_cm") if own else None
    reach = _reach(line, line.at, side, field, book)
    return replace(reach, own_trench_mm=None if far is None else _mm(far.value))


def stand_of(field: Field, line: WeaponLine) -> str:
    """The stand that a weapon of the plan is on the table; empty for one that is not placed."""
    return next(iter(field.of_unit(line.unit)), "") if line.unit else ""


def _reach(line: WeaponLine, at: Reference | None, side: Side, field: Field, book: RuleBook) -> MeasuredLine:
    own = stand_of(field, line)
    if not own or at is None:
        return MeasuredLine()
    spot = spot_of(field, side, at)
    arc = point_in_arc(field, own, spot, book)
    return MeasuredLine(
        range_mm=read_off(apart_mm(field.stands[own].stand, spot, book)), in_arc=arc is None or bool(arc.value)
    )


def spot_of(field: Field, side: Side, at: Reference) -> Spot:
    """Where a reference of a side lies on its table."""
    return field.spot(side, at.along_mm / MM_A_CM, at.up_mm / MM_A_CM)


def _sos(line: SosLine, side: Side, field: Field) -> MeasuredLine:
    if line.at is None:
        return MeasuredLine()
    far = told(sos_position(field, side, spot_of(field, side, line.at)), "from_position_cm")
    return MeasuredLine(position_mm=None if far is None else _mm(far.value))


def _mm(told_cm: float) -> int:
    return read_off(told_cm * MM_A_CM)


def own_fronts(field: Field, side: Side, along_mm: tuple[int, ...]) -> tuple[int | None, ...]:
    """How far up the table the front of a side's foremost trench lies at each place along its edge, in mm.

    None where it has none there.
    """
    trench = foremost_trench(field, side) if along_mm else None
    if trench is None:
        return (None,) * len(along_mm)
    up = (0, field.table.depth_mm)
    paths = [[field.spot(side, along / MM_A_CM, far / MM_A_CM) for far in up] for along in along_mm]
    crossed = ([one.end_mm for one in led.met if one.piece.id == trench.id] for led in ways(field.ground, paths))
    return tuple(read_off(max(ends)) if ends else None for ends in crossed)


def farthest_front(field: Field, side: Side, book: RuleBook) -> int | None:
    """How far up the table a side's foremost trench reaches anywhere, as a reference can be written, in mm."""
    trench = foremost_trench(field, side)
    if trench is None:
        return None
    along = tuple(sorted(set(_bends(field, side, trench))))
    ends = [one for one in own_fronts(field, side, along) if one is not None]
    step = book.table(REFERENCES).number("step").value
    return -(-max(ends) // step) * step if ends else None


def _bends(field: Field, side: Side, trench: Trench) -> Iterator[int]:
    """Where along the edge a trench bends; its ends a little inside, since a path along an edge is in nothing."""
    found = [read_off(field.from_edge(side, spot)[0] * MM_A_CM) for spot in trench.path]
    return (min(max(one, min(found) + 1), max(found) - 1) for one in found)


def _nearest_step(front_mm: int, book: RuleBook) -> int:
    """A measure as a reference is written (GAP-55)."""
    step = book.table(REFERENCES).number("step").value
    return read_off(front_mm / step) * step


# Infantry that follows its side's barrage straight up the table

LOOKS_AHEAD: Final = 12
"""For how many turns an advance is worked out; no barrage and no scenario is longer."""
WORKS: Final = (AreaKind.STRONG_POINT, AreaKind.BLOCK_HOUSE)


@dataclass(frozen=True, slots=True)
class WorkOnWay:
    """A work of the enemy's on a way: from where to where up the table, in mm from the edge of who comes."""

    id: str
    name: str
    near_mm: float
    far_mm: float


@dataclass(frozen=True, slots=True)
class InfantryColumn:
    """Infantry in one piece of the front: where along its edge and up the table, its way, the works on it.

    `from_zone`: nothing but its side's deployment zone tells where it begins.
    """

    along_mm: int
    start_mm: int
    course: PlatoonCourse
    works: tuple[WorkOnWay, ...]
    from_zone: bool = False


def columns(field: Field, side: Side, quality: Quality, book: RuleBook) -> tuple[InfantryColumn, ...]:
    """The own infantry in each piece of 30 cm of the front: from its foremost stand there, else from its front trench.

    A piece where neither is on the table has none. Where none has, it begins at the front of its deployment zone.
    """
    middles = tuple(range(piece_mm() // 2, field.table.width_mm, piece_mm()))
    found = zip(middles, own_fronts(field, side, middles), strict=True)
    starts = {along: up for along, front in found if (up := _foremost(field, side, along) or front) is not None}
    if starts:
        return tuple(_column(field, side, along, up, quality, book) for along, up in starts.items())
    zones = {along: up for along in middles if (up := _zone_front(field, side, along)) is not None}
    columns = (_column(field, side, along, up, quality, book) for along, up in zones.items())
    return tuple(replace(one, from_zone=True) for one in columns)


def _zone_front(field: Field, side: Side, along_mm: int) -> int | None:
    """How far up the table a side may deploy so far along its edge; None where nobody says, or up to the other edge."""
    x = field.spot(side, along_mm / MM_A_CM, 0).x_mm
    depth = field.table.depth_mm
    own = [one for one in field.deployment if one.side is side and one.left_mm <= x <= one.right_mm]
    front = max((one.far_mm if side is Side.ATTACKER else depth - one.near_mm for one in own), default=depth)
    return front if front < depth else None


def _foremost(field: Field, side: Side, along_mm: int) -> int | None:
    fronts = [
        _front(field, one)
        for one in field.stands.values()
        if _is_infantry(one, side) and _in_piece(field, one, along_mm)
    ]
    return max(fronts, default=None)


def _is_infantry(one: FieldStand, side: Side) -> bool:
    return one.side is side and one.unit_class is UnitClass.RIFLE_COMPANY and not one.below


def _in_piece(field: Field, one: FieldStand, along_mm: int) -> bool:
    return abs(field.from_edge(one.side, one.stand.spot)[0] * MM_A_CM - along_mm) <= piece_mm() / 2


def _front(field: Field, one: FieldStand) -> int:
    _, near, _, far = bounds(one.stand)
    return read_off(far if one.side is Side.ATTACKER else field.table.depth_mm - near)


def _column(field: Field, side: Side, along_mm: int, up_mm: int, quality: Quality, book: RuleBook) -> InfantryColumn:
    start, end = (field.spot(side, along_mm / MM_A_CM, up / MM_A_CM) for up in (up_mm, field.table.depth_mm))
    course = course_of(field, start, end, quality, book)
    return InfantryColumn(along_mm, up_mm, course, tuple(_works(field, side, course, up_mm)))


def _works(field: Field, side: Side, course: PlatoonCourse, start_mm: int) -> Iterator[WorkOnWay]:
    """The enemy's works on a way. A strong point or block house in nobody's trench counts as his."""
    own = field.nations.get(side)
    for met in course.way.met:
        if isinstance(met.piece, Trench) and met.piece.nation != own:
            yield WorkOnWay(met.piece.id, named(met.piece), met.start_mm + start_mm, met.end_mm + start_mm)
    inside: dict[str, tuple[Area, float, float]] = {}
    for stretch in course.way.stretches:
        for area in (one for one in stretch.areas if one.kind in WORKS):
            begins = inside[area.id][1] if area.id in inside else stretch.start_mm
            inside[area.id] = (area, begins, stretch.end_mm)
    for area, near, far in inside.values():
        yield WorkOnWay(area.id, named(area), near + start_mm, far + start_mm)


def rears(line: BarrageLine, planned: BarrageCourse, along_mm: int) -> tuple[int, ...]:
    """Where the rear edge of a planned barrage lies in each of its turns, at a place along its side's edge, in mm."""
    piece = along_mm // piece_mm()
    lead = line.leads_mm[min(piece, len(line.leads_mm) - 1)] if line.leads_mm else 0
    return tuple(one.rear_mm + lead for one in planned.turns)


def limits(lie_mm: Iterable[Sequence[int]], book: RuleBook) -> tuple[float, ...]:
    """How far up the table own infantry may go in each turn, in mm: not into the danger strip of a barrage.

    `lie_mm` is where the rear edge of each barrage lies in each turn.
    """
    strip = book.table(SIZES).number("strip").value
    found = [inf] * LOOKS_AHEAD
    for lies in lie_mm:
        for turn, rear in enumerate(lies[:LOOKS_AHEAD]):
            found[turn] = min(found[turn], rear - strip)
    return tuple(found)


def follows(
    column: InfantryColumn, limits_mm: Sequence[float], quality: Quality, book: RuleBook
) -> tuple[Whereabouts, ...]:
    """Where the infantry of a column may be after each turn; limits in mm up the table from its side's edge."""
    return _follows(column, tuple(limits_mm), quality, book)


@lru_cache(maxsize=256)
def _follows(
    column: InfantryColumn, limits_mm: tuple[float, ...], quality: Quality, book: RuleBook
) -> tuple[Whereabouts, ...]:
    # A plan is checked at every stroke of the pen, and most of its barrage stays as it was.
    told = (max(0.0, limit - column.start_mm) for limit in limits_mm)
    return tuple(advance(column.course, tuple(told), quality, book))

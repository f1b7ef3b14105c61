"""How far a platoon that goes straight up the table may have come by each turn, with what chance.

One platoon at the head of its company, its commander near and nobody firing at it: its order roll, its moves over the
ground before it, each belt of wire with its own action and die, never farther than it is let (FF-ORD, FF-MOV, FF-WIR).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.bases import BaseFacts, BaseKind, base_of
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.movement import GOINGS, SLOWEST
from rules.flanders_fields.game.survey.wire import usable
from rules.flanders_fields.movement.moves import MoveFacts, move_allowance
from rules.flanders_fields.movement.wire import ACTIONS, MEASURES, SCORE, decided_by_order_roll
from rules.flanders_fields.orders.facts import OrderFacts
from rules.flanders_fields.orders.order_roll import roll_orders
from rules.flanders_fields.vocabulary import Going, Mover, Quality, UnitClass
from rules.kernel.cells import Way as Cell
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Explained, Refusal
from rules.kernel.values import dataclass
from rules.tabletop.paths import WayOverGround, WayStretch, way
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import River, Stream, Wire

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

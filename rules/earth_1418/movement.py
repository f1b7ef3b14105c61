"""Movement, motor transport and assaults (BE-MOV, BE-TRP, BE-ASL)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from rules.earth_1418.resilience import Hampered, half_speed
from rules.earth_1418.ruleset import EarthBook, TableLength, in_metres, of_cm
from rules.earth_1418.troop_chart import MOST_BASES, NOTHING_TYPED, TypedValues, arm_of, speed_of
from rules.earth_1418.vocabulary import Arm, GroundToCross, Speed, TroopType
from rules.kernel.dice import D6
from rules.kernel.distances import beyond, mm
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

CHAPTER: Final = "Movement"
GOING: Final = "movement/going"
WHOLE: Final = 100
LIFTED: Final = frozenset({Arm.INFANTRY, Arm.HEAVY_WEAPON})


@dataclass(frozen=True, slots=True, kw_only=True)
class WayPiece:
    """A piece of the way over one kind of ground."""

    going: GroundToCross = fact("what the ground is for a move", example="rough")
    cm: float = fact(
        "how long the piece is; 0: to the end of the move",
        unit="cm",
        default=0.0,
        least=0,
        most=1000,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAsked:
    """A sub-unit that moves or assaults, and the ground on its way."""

    unit: TroopType = fact("what it is", example="line_infantry")
    speed: Speed | None = fact("its speed, where it is not that of its type", default=None)
    way: tuple[WayPiece, ...] = fact(
        "the ground on its way, in order", fewest=1, longest=12, example=({"going": "road"}, {"going": "rough"})
    )
    assaulting: bool = fact("it assaults", default=False)
    motorised: bool = fact("its formation has motor transport", default=False)
    command_bases: int = fact("command bases its formation has left", default=1, least=0, most=20)
    bases: int = fact("its bases", default=1, least=1, most=MOST_BASES)
    hampered: int = fact("those with an injury that still hampers", default=0, least=0, most=MOST_BASES)
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True)
class Stride:
    """What a sub-unit brings to any ground: its speed in cm a bound as injuries leave it, percent of transport."""

    speed: Fraction
    lift: int


def move(facts: MoveAsked, book: EarthBook) -> Explained[TableLength] | Refusal:
    """How far a sub-unit goes in one bound (BE-MOV-01 to BE-MOV-14, BE-TRP-01 to BE-TRP-06, BE-INJ-03, BE-INJ-07).

    Rulings G-13, G-17, G-18, G-26. Refuses transport for who has none, types whose speed is not typed, and more
    hampered bases than there are.
    """
    speed = book.table("movement/speeds").number(facts.speed) if facts.speed else None
    found = speed or speed_of(facts.unit, facts.typed, book)
    if isinstance(found, Refusal):
        return found
    steps = [Step(found.clause, f"{found.says}: {found.value / 10:g} cm", None, found.house)]
    lifted = _transport(facts, book)
    if isinstance(lifted, Refusal):
        return lifted
    considered = [lifted] if isinstance(lifted, Considered) else []
    if isinstance(lifted, Step):
        steps.append(lifted)
    lift = (lifted.value or 0) if isinstance(lifted, Step) else 0
    slowed = _slowed(facts, book)
    if isinstance(slowed, Refusal):
        return slowed
    share, halves = slowed
    # What is halved is the speed it starts from (BE-INJ-03): before the ground, and before the limit of transport.
    reach, over = _over_the_ground(facts, Stride(Fraction(found.value, 10) * share, lift), book)
    steps += (*over, *halves)
    length = of_cm(reach)
    return Explained(length, None, tuple(steps), tuple(considered))


def _transport(facts: MoveAsked, book: EarthBook) -> Step | Considered | Refusal | None:
    """What motor transport adds, in percent (BE-TRP-01, BE-TRP-03, BE-TRP-04, BE-TRP-06; G-26)."""
    if not facts.motorised:
        return None
    if Arm(arm_of(facts.unit, book).value) not in LIFTED:
        because = "Vehicles, artillery and cavalry have their transport in their speed"
        return Refusal("BE-TRP-04", because, "only infantry and its Heavy Weapons are transported")
    if not facts.command_bases:
        return Considered("BE-TRP-06", "Its command bases are gone, and its transport with them")
    if facts.assaulting:
        return Considered("BE-TRP-03", "Transport does not speed up an assault")
    added = book.table(GOING).number("motorised")
    return Step(added.clause, f"{added.says}: +{added.value} %", added.value, book.mark("G-26"))


def _slowed(facts: MoveAsked, book: EarthBook) -> tuple[Fraction, tuple[Step, ...]] | Refusal:
    """The share of its speed that injuries leave it, and why (BE-INJ-03, BE-INJ-07)."""
    if not facts.hampered:
        return Fraction(1), ()
    halves = half_speed(Hampered(bases=facts.bases, hampered=facts.hampered), book)
    if isinstance(halves, Refusal):
        return halves
    percent = book.table("bound/recovery").number("slow_speed_percent").value if halves.value else WHOLE
    return Fraction(percent, WHOLE), halves.steps


def _over_the_ground(facts: MoveAsked, stride: Stride, book: EarthBook) -> tuple[Fraction, list[Step]]:
    g_18 = book.ruling("G-18")
    by_segment = g_18.gives({"once_each": False, "by_segment": True})
    return _by_segment(facts, stride, g_18.mark, book) if by_segment else _once_each(facts, stride, book)


def _once_each(facts: MoveAsked, stride: Stride, book: EarthBook) -> tuple[Fraction, list[Step]]:
    """How far it goes where each kind of ground that it comes to counts once (BE-MOV-12; G-18).

    Where the pieces are measured, ground that begins beyond its reach is not touched.
    """
    goings = [one.going for one in facts.way]
    for n, start in enumerate(_starts(facts.way)):
        before = _at_rate(goings[:n], facts, stride, book) if n else None
        if before and start >= before[0]:
            return before
    return _at_rate(goings, facts, stride, book)


def _starts(way: tuple[WayPiece, ...]) -> Iterator[Fraction]:
    """Where each piece of a way begins, in cm, as far as the pieces before it are measured."""
    start = Fraction(0)
    for piece in way:
        yield start
        if not piece.cm:
            return
        start += Fraction(mm(piece.cm), 10)


def _by_segment(
    facts: MoveAsked, stride: Stride, mark: HouseMark | None, book: EarthBook
) -> tuple[Fraction, list[Step]]:
    """How far it goes with each piece of the way at its own rate, by house rule (G-18)."""
    steps = list[Step]()
    reach, left = Fraction(0), Fraction(1)
    for stretch in facts.way:
        rate, lines = _at_rate([stretch.going], facts, stride, book)
        steps += [one for one in lines if one not in steps]
        length = Fraction(mm(stretch.cm), 10)
        part = min(left, length / rate) if stretch.cm and rate else left
        reach, left = reach + rate * part, left - part
    steps.append(Step("BE-MOV-12", "Each piece of the way at its own rate", None, mark))
    return reach, steps


def _at_rate(
    goings: list[GroundToCross], facts: MoveAsked, stride: Stride, book: EarthBook
) -> tuple[Fraction, list[Step]]:
    """How far it goes where these kinds of ground count once each (BE-MOV-07 to BE-MOV-12; G-17, G-26)."""
    table, lift = book.table(GOING), stride.lift
    kinds = [kind for kind in GroundToCross if kind in goings]
    counted, g_17 = _counted(kinds, book)
    cells = [table.number(kind) for kind in counted]
    steps = [Step(one.clause, f"{one.says}: {one.value:+d} %", one.value, one.house) for one in cells]
    total = sum(one.value for one in cells)
    g_26 = book.ruling("G-26")
    added = g_26.gives({"multiplied": 0, "added": lift})
    times: Fraction = g_26.gives({"multiplied": Fraction(WHOLE + lift, WHOLE), "added": Fraction(1)})
    if len(kinds) > 1:
        steps.append(Step("BE-MOV-12", f"Together {total + added:+d} %", None, g_17))
    reach = max(Fraction(0), stride.speed * Fraction(WHOLE + total + added, WHOLE) * times)
    limit = book.table("movement/limits").number("motorised")
    most = Fraction(limit.value, 10)
    if lift and reach > most:
        steps.append(Step(limit.clause, f"At most {limit.value / 10:g} cm with transport"))
        reach = most
    if facts.assaulting:
        bonus = table.number("assault")
        steps.append(Step(bonus.clause, f"{bonus.says}: {bonus.value:+d} %", bonus.value))
        reach = reach * Fraction(WHOLE + bonus.value, WHOLE)
    return reach, steps


def _counted(kinds: list[GroundToCross], book: EarthBook) -> tuple[list[GroundToCross], Any]:
    """The kinds of ground whose percentages count: of rough and impractical both, or the worse (G-17)."""
    g_17 = book.ruling("G-17")
    both = {GroundToCross.ROUGH, GroundToCross.IMPRACTICAL} <= set(kinds)
    worse = both and g_17.gives({"sum": False, "worse_only": True})
    return (
        [kind for kind in kinds if kind is not GroundToCross.ROUGH] if worse else kinds
    ), g_17.mark if both else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultAsked:
    """A sub-unit that assaults, how far its enemy is, and the ground between."""

    assaulter: MoveAsked = fact("who assaults")
    distance_cm: float = fact("straight to the enemy's nearest base", unit="cm", least=0, most=1000, example=25)
    stops_cm: float | None = fact(
        "how far it comes before ground that would slow it too much to come there",
        unit="cm",
        default=None,
        least=0,
        most=1000,
    )


@dataclass(frozen=True, slots=True)
class Reached:
    """How far each bound takes it, whether it makes contact now, in which bound it does, and what is left after this.

    `contact_in_bound` None: it never gets there, or nobody can say, since it stops before ground that slows it.
    """

    move: TableLength
    contact: bool
    contact_in_bound: int | None
    left: TableLength
    must_go_on: bool


def assault(facts: AssaultAsked, book: EarthBook, overridden: bool = False) -> Explained[Reached] | Refusal:
    """Whether an assault may be aimed there, and when it makes contact (BE-ASL-01 to BE-ASL-04, BE-MOV-11).

    Refuses an enemy beyond 300 m, and a stop beyond what it may move. Neither is refused with `overridden`.
    """
    limit = book.table("movement/limits").number("assault")
    if beyond(facts.distance_cm, limit.value) and not overridden:
        reach = f"{limit.value / 10:g} cm ({in_metres(limit.value)})"
        because = f"The enemy is {facts.distance_cm:g} cm away, an assault reaches for {reach}"
        return Refusal(limit.clause, because, "come nearer first")
    assaulter = _as_far_as(facts)
    moved = move(assaulter, book)
    if isinstance(moved, Refusal):
        return moved
    whole, distance = Fraction(moved.value.cm), Fraction(mm(facts.distance_cm), 10)
    stops = None if facts.stops_cm is None else Fraction(mm(facts.stops_cm), 10)
    if stops is not None and stops > whole and not overridden:
        because = f"It comes {moved.value.cm:g} cm at most over that ground"
        return Refusal(moved.steps[0].clause, because, f"stop it within {moved.value.cm:g} cm")
    each = whole if stops is None else stops
    contact = distance <= each
    bounds = 1 if contact else None if stops is not None else _bounds_needed(assaulter, distance, book)
    left = max(Fraction(0), distance - each)
    within = f"{facts.distance_cm:g} cm: within {in_metres(limit.value)}, straight at it"
    steps = [*moved.steps, Step("BE-ASL-01", within)]
    if stops is not None and not contact:
        steps.append(
            Step("BE-MOV-09", f"It stops after {facts.stops_cm:g} cm: over the ground ahead it would not come there")
        )
    if contact:
        steps.append(Step("BE-ASL-04", "It makes contact, by assault"))
    else:
        steps.append(Step("BE-ASL-03", "It falls short: it goes on assaulting unless it no longer may"))
    found = Reached(of_cm(each), contact, bounds, of_cm(left), not contact)
    return Explained(found, None, tuple(steps), moved.considered)


def _as_far_as(facts: AssaultAsked) -> MoveAsked:
    """Who assaults, with the ground that lies before the enemy: what begins at it or behind does not count."""
    distance = Fraction(mm(facts.distance_cm), 10)
    last = next((n for n, start in enumerate(_starts(facts.assaulter.way)) if n and start >= distance), None)
    return replace(facts.assaulter, assaulting=True, way=facts.assaulter.way[:last])


def _bounds_needed(assaulter: MoveAsked, distance: Fraction, book: EarthBook) -> int | None:
    """In which bound an assault makes contact that goes on with whatever ground is left; None: never (BE-ASL-03)."""
    going, bounds = assaulter, 0
    while distance > 0:
        moved = move(going, book)
        if isinstance(moved, Refusal) or not moved.value.cm:
            return None
        bounds += 1
        distance -= Fraction(moved.value.cm)
        going = replace(going, way=_way_left(going.way, Fraction(moved.value.cm)))
    return bounds


def _way_left(way: tuple[WayPiece, ...], gone: Fraction) -> tuple[WayPiece, ...]:
    """What of a way is left; a piece that is not measured goes on, and so does the last one."""
    for n, piece in enumerate(way[:-1]):
        length = Fraction(mm(piece.cm), 10)
        if not length or gone < length:
            return (replace(piece, cm=float(max(Fraction(0), length - gone))), *way[n + 1 :])
        gone -= length
    return way[-1:]


def _move(facts: MoveAsked, _dice: tuple[D6, ...], book: EarthBook) -> Explained[TableLength] | Refusal:
    return move(facts, book)


def _assault(facts: AssaultAsked, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Reached] | Refusal:
    return assault(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("movement", "How far it moves", CHAPTER, MoveAsked, no_dice, _move),
    Resolution("assault_reach", "How far an assault reaches", "Assault and melee", AssaultAsked, no_dice, _assault),
)

"""What a game came to, worked out of its whole log: its turns, its losses, its dice, and what decided it.

It holds everything, what each side kept to itself too: only for a game that is over.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from math import hypot, sqrt
from typing import Any, Final, NamedTuple

from rules.flanders_fields.forces.campaign import Casualties, casualties
from rules.flanders_fields.game.apply import apply
from rules.flanders_fields.game.cost import Cost, cost_of, left_the_table
from rules.flanders_fields.game.events import (
    CommanderLost,
    Event,
    MoraleTested,
    ReinforcementRolled,
    TakenBack,
    TurnStarted,
)
from rules.flanders_fields.game.naming import counted, stand_name
from rules.flanders_fields.game.setting_up.events import ObjectiveHeld
from rules.flanders_fields.game.setting_up.state import Objective
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.words import says
from rules.flanders_fields.vocabulary import MoraleResult, Quality, Side
from rules.kernel.explain import HouseMark
from rules.kernel.play import Recorded, Role, Throw
from rules.kernel.values import dataclass

FACES: Final = (1, 2, 3, 4, 5, 6)
MEAN: Final = 3.5
VARIANCE: Final = 35 / 12
MOST_MOMENTS: Final = 10
HEAVY: Final = 3
"""So many bases lost at once are a moment of their own."""
ROUT_COUNTS, COMMANDER_COUNTS, RETREAT_COUNTS, ARRIVAL_COUNTS, OBJECTIVE_COUNTS = 12, 4, 5, 3, 8
"""How many lost bases these weigh, where moments are put in an order."""


@dataclass(frozen=True, slots=True)
class PlayerTurn:
    """A player turn: how many bases each side lost in it, and what of note happened."""

    number: int
    side: Side
    lost: Mapping[Side, int]
    moments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that decided the game: in which turn, what happened, and what it weighs."""

    seq: int
    turn: int
    says: str
    weight: int


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice a side threw: how many of each face, and how far their sum is off what was to be expected.

    `luck` is that in standard deviations; beyond 2 it happens to one side in twenty games.
    """

    faces: Mapping[int, int]

    @property
    def thrown(self) -> int:
        """How many they were."""
        return sum(self.faces.values())

    @property
    def mean(self) -> float:
        """Their average; that of a fair die where none was thrown."""
        return sum(face * number for face, number in self.faces.items()) / self.thrown if self.thrown else MEAN

    @property
    def expected(self) -> float:
        """How many of each face were to be expected."""
        return self.thrown / len(FACES)

    @property
    def luck(self) -> float:
        """How far the sum is off, in standard deviations; above 0 it is higher than expected."""
        return (self.mean - MEAN) * sqrt(self.thrown / VARIANCE) if self.thrown else 0.0


@dataclass(frozen=True, slots=True)
class BattalionEnd:
    """What became of a battalion: rifle platoons it began with and has lost, its grade, and whether it stands."""

    id: str
    name: str
    side: Side
    quality: Quality
    started: int
    lost: int
    fate: str


@dataclass(frozen=True, slots=True)
class SideEnd:
    """What a game has cost a side, and how its dice fell; `house` is the house rule by which its men are counted."""

    side: Side
    name: str
    nation: str
    cost: Cost
    casualties: Casualties
    dice: Dice
    battalions: tuple[BattalionEnd, ...]
    house: HouseMark | None = None


@dataclass(frozen=True, slots=True)
class Nearest:
    """The stand of a side that is nearest to a place at the end, and how many mm its middle lies from it."""

    side: Side
    name: str
    mm: int


@dataclass(frozen=True, slots=True)
class ObjectiveEnd:
    """An objective as the game left it: whose it was noted to be, and who stands how near, the nearest side first.

    `near` is empty where it is no place, or where nobody is known to stand on the map.
    """

    objective: Objective
    near: tuple[Nearest, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole of it; `points` are those of the objectives each side had at the end, `decides` says who has won."""

    title: str
    date: str
    turns: tuple[PlayerTurn, ...]
    sides: tuple[SideEnd, ...]
    moments: tuple[Moment, ...]
    objectives: tuple[ObjectiveEnd, ...]
    points: Mapping[Side, int]
    decides: tuple[str, ...]


class _Turn(NamedTuple):
    number: int
    side: Side
    lost: Counter[Side]
    moments: list[str]


@dataclass(slots=True)
class _Watch:
    """What is counted while the log is folded once more."""

    faces: dict[Side, Counter[int]] = field(default_factory=lambda: {side: Counter() for side in Side})
    turns: list[_Turn] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)


def report(log: Sequence[Recorded[Event]], state: GameState) -> Report:
    """What a game came to; `state` is the fresh one its log is folded into. Raises LookupError for one not set up."""
    gone = {seq for one in log if isinstance(one.event, TakenBack) for seq in one.event.seqs}
    stays = [one for one in log if one.seq not in gone]
    watch = _Watch()
    for recorded in stays:
        before = _alive(state)
        apply(state, recorded)
        _look_at(watch, state, recorded, {side: before[side] - left for side, left in _alive(state).items()})
    left = left_the_table(one.event for one in stays)
    return Report(
        title=state.settled.title,
        date=state.settled.date,
        turns=tuple(PlayerTurn(one.number, one.side, dict(one.lost), tuple(one.moments)) for one in watch.turns),
        sides=tuple(_side(state, side, left, Dice(dict(watch.faces[side]))) for side in Side),
        moments=tuple(_decisive(watch.moments)),
        objectives=tuple(_ended(state, one) for one in state.set_up.objectives),
        points={side: state.set_up.points_of(side) for side in Side},
        decides=state.set_up.decides,
    )


def _alive(state: GameState) -> Counter[Side]:
    found = Counter(dict.fromkeys(Side, 0))
    found.update(stand.side for stand in state.stands.values() if stand.alive)
    return found


def _look_at(watch: _Watch, state: GameState, recorded: Recorded[Event], lost: Mapping[Side, int]) -> None:
    event = recorded.event
    if isinstance(event, TurnStarted):
        watch.turns.append(_Turn(event.turn.number, event.turn.side, Counter(), []))
    if watch.turns:
        # Below 0 where a correction or a field promotion puts one back.
        watch.turns[-1].lost.update({side: number for side, number in lost.items() if number})
    thrower = _thrower(state, recorded)
    watch.faces[thrower].update(throw.pips for throw in throws_in(event))
    weight = _weight(event, sum(max(0, number) for number in lost.values()))
    if weight and watch.turns:
        moment = Moment(recorded.seq, state.turn.number, _words(state, event, lost), weight)
        watch.moments.append(moment)
        watch.turns[-1].moments.append(moment.says)


def throws_in(value: object) -> Iterator[Throw]:
    """Every die that lies in an event, in its order."""
    if isinstance(value, Throw):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from throws_in(one)
    elif is_dataclass(value):
        for one in fields(value):
            yield from throws_in(getattr(value, one.name))


def _thrower(state: GameState, recorded: Recorded[Event]) -> Side:
    """Whose dice an event's are: of whoever throws in it, else of who sent it, else of whose turn it is."""
    event: Any = recorded.event
    for name in ("unit", "battalion", "weapon", "stand"):
        of = getattr(event, name, "")
        known = isinstance(of, str) and (state.units.get(of) or state.battalions.get(of) or state.stands.get(of))
        if known:
            return known.side
    if recorded.role in (Role.ATTACKER, Role.DEFENDER):
        return Side(recorded.role.value)
    return state.turn.side


def _weight(event: Event, lost: int) -> int:
    if isinstance(event, MoraleTested):
        return ROUT_COUNTS if event.result is MoraleResult.ROUT else RETREAT_COUNTS if event.retreat_cm else 0
    if isinstance(event, CommanderLost):
        return COMMANDER_COUNTS
    if isinstance(event, ObjectiveHeld):
        return OBJECTIVE_COUNTS
    if isinstance(event, ReinforcementRolled):
        return ARRIVAL_COUNTS if event.arrived else 0
    return lost if lost >= HEAVY else 0


def _words(state: GameState, event: Event, lost: Mapping[Side, int]) -> str:
    told = ", ".join(
        f"the {state.side_facts(side).name} side loses {counted(number, 'base')}"
        for side, number in lost.items()
        if number > 0
    )
    said = says(state, event)
    return f"{said}: {told}" if told else said


def _decisive(moments: Sequence[Moment]) -> list[Moment]:
    """The weightiest, in the order in which they came."""
    heaviest = sorted(moments, key=lambda one: (-one.weight, one.seq))[:MOST_MOMENTS]
    return sorted(heaviest, key=lambda one: one.seq)


def _side(state: GameState, side: Side, left: frozenset[str], dice: Dice) -> SideEnd:
    cost = cost_of(state, side, left)
    book = state.book()
    men = casualties(cost.facts, book).value
    battalions = tuple(
        BattalionEnd(one.id, one.name, side, one.quality, one.started, cost.platoons.get(one.id, 0), one.fate.value)
        for one in state.battalions.values()
        if one.side is side
    )
    facts = state.side_facts(side)
    return SideEnd(side, facts.name, facts.nation, cost, men, dice, battalions, book.mark("GAP-77"))


def _ended(state: GameState, objective: Objective) -> ObjectiveEnd:
    at = (objective.x_mm, objective.y_mm)
    near = [found for side in Side if (found := _nearest(state, side, at))]
    return ObjectiveEnd(objective, tuple(sorted(near, key=lambda one: one.mm)))


def _nearest(state: GameState, side: Side, at: tuple[int | None, int | None]) -> Nearest | None:
    """Of those who are where the map has them; who has moved on unseen may be anywhere."""
    x, y = at
    if x is None or y is None:
        return None
    far = {
        stand: round(hypot(pose.spot.x_mm - x, pose.spot.y_mm - y))
        for stand, pose in state.places.items()
        if stand not in state.ground.unsure and state.stands[stand].side is side and state.stands[stand].alive
    }
    if not far:
        return None
    stand = min(far, key=far.__getitem__)
    return Nearest(side, stand_name(state, stand), far[stand])

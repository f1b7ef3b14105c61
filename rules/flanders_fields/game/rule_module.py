"""What a module of the game declares: traits of commands, events, odds, corrections."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, NamedTuple

from rules.flanders_fields.fire_plan import GasLine, WrittenPlan
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.outcomes import Asked, FromMap
from rules.flanders_fields.game.state.fire_plan import PlannedGas
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.turn_progress import StepOfChapter
from rules.flanders_fields.ruleset import RuleBook, rulings
from rules.flanders_fields.vocabulary import Cover, FireResult, MoraleResult, Side
from rules.kernel.dice import Throw
from rules.kernel.distances import cm_of
from rules.kernel.explanations import Considered, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Correction, Judgement
from rules.kernel.months import parse_month
from rules.kernel.rule_modules import Chapter, Event, EventKind
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role

# One die before it is thrown


class OffOrders(NamedTuple):
    """What a die of deep suppression takes off orders (0 or less), and whether a battery goes with it (FF-DSU-03)."""

    modifier: int
    battery: bool


Brings = int | FireResult | MoraleResult | OffOrders


@dataclass(frozen=True, slots=True)
class Prospect:
    """One die before it is thrown: whom it concerns, what each face from 1 to 6 brings, and what will change it.

    A face brings actions (an order roll), a result (a shot, a morale test), or whether it succeeds (any other roll).
    `throws` is how often such a die is thrown at the same target; `by` is the stand that fires, empty for other rolls.
    """

    of: str
    faces: tuple[Brings, ...]
    steps: tuple[Step, ...] = ()
    considered: tuple[Considered, ...] = ()
    throws: int = 1
    by: str = ""


Foreseen = tuple[Prospect, ...] | Refusal
"""Every die that a command would throw, in the order they are read; none where it throws none."""


# A sealed plan as chapters are asked which of its pieces have fallen with what happened


@dataclass(frozen=True, slots=True)
class SealedLines:
    """A side's sealed plan with its lines under the names that tell nothing of them.

    `has_shown`: whether a piece has fallen before. `comes_as`: a line of gas as it comes in the game.
    """

    side: Side
    plan: WrittenPlan
    has_shown: Callable[[str], bool]
    comes_as: Callable[[GasLine], tuple[PlannedGas, ...]]

    def own(self, of: str) -> str:
        """The line behind what the game calls side.sort.line; empty for another side's."""
        side, _, line = (*of.split(".", 2), "", "")[:3]
        return line if side == self.side.value else ""


# What lies on the table or is in force beside the stands, as a seat reads it

SECRET: Final = "Only its own side and the referee see this."


@dataclass(frozen=True, slots=True)
class SeenBySeat:
    """The game as a seat sees it; `names` are those of all stands and units in it."""

    view: Mapping[str, Any]
    names: Mapping[str, str]

    def side(self, side: str) -> str:
        """What a side is called."""
        return next((str(one["name"]) for one in self.view["sides"] if one["side"] == side), side)

    @property
    def book(self) -> RuleBook:
        """The rule book of its date and house rules."""
        agreed = [HouseRule(one["ruling"], one["option"]) for one in self.view["house_rules"]]
        return RuleBook.for_game(parse_month(self.view["date"]), agreed, self.view["period"])

    @property
    def by_referee(self) -> bool:
        """Whether the referee reads it, who is told whose each thing is."""
        return bool(self.view["you"] == Role.REFEREE)


@dataclass(frozen=True, slots=True)
class LyingLine:
    """One thing in words, and the clause it is there by."""

    says: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class InForce:
    """What lies there of one kind; without lines nothing does."""

    title: str
    lines: Sequence[LyingLine]


def lines(says: Sequence[str], clause: str = "") -> list[LyingLine]:
    """Things that are there by one clause."""
    return [LyingLine(one, clause) for one in says]


def point(one: Mapping[str, Any]) -> str:
    """A place as its side measures it."""
    return f"{cm_of(one['along_cm'])} along, {cm_of(one['up_cm'])} up the table, {one['measured']}"


def house_rules(seen: SeenBySeat) -> InForce:
    """The house rules of the game."""
    told = [LyingLine(_agreed(one["ruling"], one["option"]), one["ruling"]) for one in seen.view["house_rules"]]
    return InForce("House rules", told)


def _agreed(ruling: str, option: str) -> str:
    asked = rulings()[ruling]
    says = next(one.says for one in asked.options if one.key == option)
    return f"{asked.question} {says}"


# What a command does to the turn and to units, said by the command itself


class WaitsForFire:
    """Waits while fire is on its way."""

    __slots__ = ()


class GoesOn(WaitsForFire):
    """Takes a turn further, and waits while something has to be settled first."""

    __slots__ = ()


class LeavesStep(GoesOn):
    """Leaves the step in hand."""

    __slots__ = ()


class EndsTurn(LeavesStep):
    """Ends the player turn."""

    __slots__ = ()


class BeginsTurn:
    """Begins a player turn."""

    __slots__ = ()


class SetsRight:
    """Sets what is kept to what stands on the table, and waits for nothing."""

    __slots__ = ()


class OpensFire(ABC):
    """Lets a unit fire."""

    __slots__ = ()

    @abstractmethod
    def firing(self, state: GameState) -> str:
        """The unit that is about to fire; empty where it holds its fire."""


class MovesUnit:
    """Moves a unit over the table."""

    __slots__ = ()
    may_go_aside: ClassVar[bool] = False
    """Whether it may lead to the side, for all that the command tells."""
    unit: str


class PutsOnMap(ABC):
    """Puts stands on the map."""

    __slots__ = ()

    @abstractmethod
    def placed(self, state: GameState) -> Sequence[str]:
        """The stands that are put there, as far as there are any of that name."""


# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(SetsRight):
    """Set a tracked value to what stands on the table.

    `what` is levels, alive or on_wire of a stand; front_face, left_face or right_face of a block house; carriage or
    actions of a unit; fired_on or on_table of a battalion; field_promotion or discipline_used of a battalion or
    regiment; in_gas of a stand; along_cm, up_cm or facing_deg of a stand on the map; along_cm, up_cm, phases or
    on_table of a cloud; direction_deg or speed_cm of the wind.
    `of` names it.
    """

    of: str = fact("what is set right")
    what: str = fact("which of its values")
    value: int | float | bool | str = fact("what stands on the table")
    reason: str = fact("why, in a few words")


# A kind of event of this game


class ThrownFor(StrEnum):
    """What a die is thrown for. `CHANCE` is better for nobody: the wind, the clock, centimetres, lots."""

    ORDERS = "orders"
    SHOOTING = "shooting"
    SHELLS = "shells"
    DEVIATION = "deviation"
    MORALE = "morale"
    COMBAT = "combat"
    ARRIVALS = "arrivals"
    AIR = "air"
    GAS = "gas"
    OTHER = "other"
    CHANCE = "chance"


Whose = Callable[[GameState, Any], Side | None]


def nobody(_state: GameState, _event: object) -> None:
    """Of dice that are nobody's by what the event says."""


def side_of(state: GameState, name: str) -> Side | None:
    """The side of a stand, unit or battalion."""
    known = state.stands.get(name) or state.units.get(name) or state.battalions.get(name)
    return known.side if known else None


def of(field: str) -> Whose:
    """Of the side of the stand, unit or battalion that this field names."""
    return lambda state, event: side_of(state, getattr(event, field))


def against(field: str) -> Whose:
    """Of the enemy of the stand that this field names."""

    def enemy(state: GameState, event: object) -> Side | None:
        of = side_of(state, getattr(event, field))
        return of.other if of else None

    return enemy


def its_own(_state: GameState, event: Any) -> Side | None:
    """Of the side that the event names."""
    side: Side = event.side
    return side


Became = tuple[str | PlannedGas, str]
"""A line of a plan, a barrage or a battalion in reserve by its id, or an attack with gas, and what has become of it."""


Fought = tuple[Side, bool, Sequence[bool]]
"""A side of a fight, whether it has won, and with which pairs of both dice it would have."""


def no_weight(_event: object) -> int:
    """Of what decides nothing besides what it cost."""
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening(EventKind[GameState]):
    """A kind of event.

    Its dice: what they are thrown for (`roll`), `whose` they are, and which of them are `fresh`. `moves`: the stands
    whose places on the map are only the last known ones after it. What it tells of `covers` and of how far stands are
    `apart`, and of which stands it `forgets` what was told. `about` which thing it is, where the other side may not
    know of that. `names_unit`: a seat is told of which unit.
    The sentence that a role is `told_to` where it may know less, empty where it may know all; the event as it is
    `seen_by` a role, for its card.
    For the report of a game: about how many lost bases it `weighs` besides what it cost; what `became` with it of what
    a side had kept to itself, by the state before it; how it was `fought` with two dice, by that state; whether it
    `tells_of_end` of a battalion itself; who `leaves` the table with it and is not killed; and the unit that is a
    `guest` from then on, and no loss when it goes.
    What the map had proposed is kept in its reasons; where it is kept elsewhere, `with_map` puts it there and `map_of`
    reads it.
    """

    roll: ThrownFor = ThrownFor.CHANCE
    whose: Whose = nobody
    fresh: Callable[[GameState, Any], Iterable[Throw]] | None = None
    moves: Callable[[GameState, Any], Iterable[str]] | None = None
    covers: Callable[[Any], Iterable[tuple[str, Cover]]] | None = None
    apart: Callable[[Any], Iterable[tuple[str, str, float]]] | None = None
    forgets: Callable[[GameState, Any], Iterable[str]] | None = None
    about: Callable[[Any], str] | None = None
    names_unit: bool = False
    told_to: Callable[[GameState, Any, Role], str] | None = None
    seen_by: Callable[[GameState, Any, Role], Any] | None = None
    weighs: Callable[[Any], int] = no_weight
    became: Callable[[GameState, Any], Iterable[Became]] | None = None
    fought: Callable[[GameState, Any], Iterable[Fought]] | None = None
    tells_of_end: bool = False
    leaves: Callable[[Any], Iterable[str]] | None = None
    guest: Callable[[Any], str] | None = None
    with_map: Callable[[Any, tuple[FromMap, ...]], object] | None = None
    map_of: Callable[[Any], Iterable[FromMap]] | None = None


# A chapter of this book as a value

LiesBy = Mapping[int, Callable[[SeenBySeat], InForce | None]]
"""What of it lies on the table or is in force beside the stands, each at its place among those of all chapters."""
ForeseenBy = Mapping[type[Any], Callable[[JudgedTable, Any], Foreseen]]
"""What a command would bring by every face of its dice."""
MeasuredBy = Mapping[type[Any], Callable[[JudgedTable, Field, Any], Asked]]
"""What the map says of the facts of a command."""
ShownBy = Mapping[type[Any], Callable[[GameState, Any, SealedLines], Iterable[str]]]
"""The pieces of a sealed plan that everybody sees with an event, by their names."""

Check = Callable[[JudgedTable, Judgement], Judgement]
"""The decision on a command of any chapter, or a refusal of what one chapter does not allow in it."""
Follow = Callable[[GameState, Sequence[Event], RuleBook], Iterable[Event]]
"""The events that a chapter adds to those of any command."""
RevealsRoll = Callable[[GameState, str, Role], bool]
"""Whether a role may know of a roll, by its name, as far as it is one of the chapter's."""


@dataclass(frozen=True, slots=True)
class OwnCorrections:
    """Things that an event of the chapter's own sets right: those `named` that an actor may know; what can be done to
    one, and with what (`choices`); what a correction would do (`judged`). None of things that are not its own.
    """

    named: Callable[[JudgedTable], Sequence[str]]
    choices: Callable[[str], tuple[Sequence[str], Sequence[str]] | None]
    judged: Callable[[JudgedTable, Correct], Correction | Refusal | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookChapter(Chapter[GameState, JudgedTable]):
    """A chapter; `steps` are those of the turn that may have nothing to do, by the word of what they need
    (data/sequence.toml).

    `own_corrections` are of what it sets right by an event of its own; `begins_below` tells that stands sit below as a
    game begins.
    """

    steps: Mapping[str, StepOfChapter] = field(default_factory=dict)
    foresees: ForeseenBy = field(default_factory=dict)
    by_map: MeasuredBy = field(default_factory=dict)
    shows: ShownBy = field(default_factory=dict)
    lies: LiesBy = field(default_factory=dict)
    own_corrections: OwnCorrections | None = None
    begins_below: Callable[[tuple[str, ...]], Event] | None = None
    checks: Check | None = None
    follows: Follow | None = None
    reveals_roll: RevealsRoll | None = None

"""The state of a game: formations, sub-units, orders, bombardments, contacts and clouds."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import field, fields, replace
from enum import StrEnum
from typing import Any, Final

from rules.earth_1418.attacks import Volley
from rules.earth_1418.game.state.placement import NO_GROUND, BasesOnTable, unit_of
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.troop_chart import NOTHING_TYPED, TypedValues
from rules.earth_1418.vocabulary import (
    SEATING,
    AdvanceDirection,
    BaseMark,
    CloudKind,
    FormationClass,
    HighCommand,
    Plan,
    Terrain,
    TroopType,
    in_plain_words,
)
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import PastDeed, WaitingRequest
from rules.kernel.months import parse_month
from rules.kernel.record_events import RequestAllowed
from rules.kernel.rulings import HouseRule
from rules.kernel.serialization import LEFT_OUT
from rules.kernel.undo import in_brief

# What a game remembers

SIDES: Final = tuple(SEATING.sides)


def other(side: str) -> str:
    """The opponent."""
    return SIDES[1] if side == SIDES[0] else SIDES[0]


class BoundPhase(StrEnum):
    """What a bound consists of (BE-BND-01); the drift belongs to the deed that closes the melee."""

    COMMANDS = "commands"
    PLANNING = "planning"
    EXECUTION = "execution"
    MELEE = "melee"


class Ordered(StrEnum):
    """What a bombardment is to lay (BE-ART-01, BE-GAS-04)."""

    SHELLS = "shells"
    SMOKE = "smoke"
    IMMEDIATE_GAS = "immediate_gas"
    DELAYED_GAS = "delayed_gas"


@dataclass(frozen=True, slots=True)
class GameSettled:
    """What was settled when the game was created; `bounds`: so many it lasts, None where nobody said."""

    title: str
    date: str
    scenario: str
    house_rules: tuple[HouseRule, ...]
    names: tuple[str, ...]
    wind_value: float | None
    bounds: int | None = field(default=None, metadata=LEFT_OUT)


@dataclass(frozen=True, slots=True)
class EarthFormation:
    """A Strategic Formation (BE-STR-01): its side, its class, whether it has motor transport."""

    id: str
    name: str
    side: str
    grade: FormationClass
    motorised: bool = False


@dataclass(frozen=True, slots=True)
class SubUnit:
    """A sub-unit (BE-STR-02) with its bases, and what it did in this bound and the last.

    `hurt_by` and `hurt_in` say of each base who injured it, and in which bound. `shot_at_by` are the shooters of this
    bound. A plan is empty until it is made; `open_plan` says whether both sides know it.
    """

    id: str
    name: str
    side: str
    formation: str
    unit: TroopType
    bases: tuple[BaseMark, ...]
    hurt_by: tuple[str, ...]
    hurt_in: tuple[int, ...]
    terrain: Terrain = Terrain.OPEN
    left_terrain: Terrain | None = None
    dug_in: bool = False
    bounds_dug_in: int = 0
    under_fire: bool = False
    hit_last: bool = False
    moved_last: bool = False
    dug_last: bool = False
    packed: bool = False
    plan: Plan | None = None
    target: str = ""
    packs: bool = False
    open_plan: bool = False
    shot: bool = False
    moved: bool = False
    fought: bool = False
    shot_at_by: tuple[str, ...] = ()
    hit_now: bool = False
    tried: tuple[int, ...] = ()
    assaulting: str = ""
    typed: TypedValues = NOTHING_TYPED

    @property
    def living(self) -> int:
        """Bases that are left."""
        return sum(one is not BaseMark.KILLED for one in self.bases)

    @property
    def injured(self) -> int:
        """Bases with an injury, fresh or old."""
        return sum(one in (BaseMark.INJURED, BaseMark.OLD_INJURY) for one in self.bases)

    @property
    def hampered(self) -> int:
        """Bases whose injury still hampers them."""
        return sum(one is BaseMark.INJURED for one in self.bases)


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """What a formation was told, and where an ADVANCE leads."""

    formation: str
    command: HighCommand
    direction: AdvanceDirection | None = field(default=None, metadata=LEFT_OUT)


@dataclass(frozen=True, slots=True)
class BombardmentGiven:
    """Guns that bombard a square of the grid in this bound; `bonus_spent` once the named die was thrown."""

    id: str
    side: str
    guns: tuple[str, ...]
    square: str
    lays: Ordered
    shots: int
    bonus_spent: bool = False


@dataclass(frozen=True, slots=True)
class SharePlanned:
    """Shots of a bombardment laid on one sub-unit; `outside`: on bases more than half outside the circle."""

    bombardment: str
    unit: str
    bases_under: int
    shots: int
    outside: bool = False
    fired: bool = False


@dataclass(frozen=True, slots=True)
class PlanGiven:
    """What a sub-unit does in this bound, and at whom it shoots; `packs`: a gun that packs or unpacks."""

    unit: str
    plan: Plan
    target: str = ""
    packs: bool = False


@dataclass(frozen=True, slots=True)
class SealedChoices:
    """What a side has written down, until both open it."""

    commands: tuple[CommandGiven, ...] = ()
    bombardments: tuple[BombardmentGiven, ...] = ()
    plans: tuple[PlanGiven, ...] = ()
    shares: tuple[SharePlanned, ...] = ()

    def then(
        self,
        commands: Sequence[CommandGiven],
        bombardments: Sequence[BombardmentGiven],
        plans: Sequence[PlanGiven],
        shares: Sequence[SharePlanned],
    ) -> "SealedChoices":
        """The same once more is written: what is written of the same thing later counts."""
        laid = {(one.bombardment, one.unit, one.outside): one for one in (*self.shares, *shares)}
        return SealedChoices(
            commands=tuple({one.formation: one for one in (*self.commands, *commands)}.values()),
            bombardments=tuple({one.id: one for one in (*self.bombardments, *bombardments)}.values()),
            plans=tuple({one.unit: one for one in (*self.plans, *plans)}.values()),
            shares=tuple(one for one in laid.values() if one.shots),
        )

    def without(self, units: Container[str], formations: Container[str]) -> "SealedChoices":
        """Return the same without what was written of these sub-units and formations.

        A bombardment of several guns goes whole, because its shots are counted for all of them.
        """
        bombardments = [one for one in self.bombardments if not any(gun in units for gun in one.guns)]
        kept = {one.id for one in bombardments}
        return SealedChoices(
            commands=tuple(one for one in self.commands if one.formation not in formations),
            bombardments=tuple(bombardments),
            plans=tuple(one for one in self.plans if one.unit not in units),
            shares=tuple(one for one in self.shares if one.unit not in units and one.bombardment in kept),
        )


@dataclass(frozen=True, slots=True)
class PendingHits:
    """A volley that is not done: dice to throw again, or hits whose bases are to be chosen."""

    by: str
    unit: str
    target: str
    volley: Volley
    first: tuple[Throw, ...]
    again: int
    hits: int


@dataclass(frozen=True, slots=True)
class ContactMade:
    """Two sub-units in contact (BE-ASL-04): `first` made it by assault in that bound, perhaps both did."""

    first: str
    second: str
    bound: int
    both: bool = False


@dataclass(frozen=True, slots=True)
class CordonLying:
    """A cordon of smoke or gas: its square, how many batteries laid it, and bounds of drift so far (BE-GAS-05)."""

    id: str
    kind: CloudKind
    square: str
    batteries: int
    bounds: int = 0


@dataclass(slots=True)
class EarthState:
    """A game as it stands. Folds change it in place; its values are frozen.

    `at_step` counts the bases of each sub-unit as the step began. `fallen` are those removed since, counted from 0.
    """

    seq: int = 0
    span_began: int = 0
    opened_by: str = ""
    deeds: PastDeed | None = None
    asked: WaitingRequest | None = None
    allowed: tuple[RequestAllowed, ...] = ()
    seated: tuple[str, ...] = ()
    sitting: dict[str, int] = field(default_factory=dict)
    seats_allowed: tuple[str, ...] = ()
    thrown: Dice = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    facts: GameSettled | None = None
    formations: dict[str, EarthFormation] = field(default_factory=dict)
    units: dict[str, SubUnit] = field(default_factory=dict)
    bound: int = 1
    phase: BoundPhase = BoundPhase.COMMANDS
    step: int = 0
    commands: dict[str, HighCommand] = field(default_factory=dict)
    directions: dict[str, AdvanceDirection] = field(default_factory=dict)
    sealed: dict[str, SealedChoices] = field(default_factory=dict)
    ready: tuple[str, ...] = ()
    bombardments: dict[str, BombardmentGiven] = field(default_factory=dict)
    shares: tuple[SharePlanned, ...] = ()
    closed: tuple[str, ...] = ()
    ready_last: str = ""
    pending: dict[str, PendingHits] = field(default_factory=dict)
    at_step: dict[str, int] = field(default_factory=dict)
    fallen: dict[str, tuple[int, ...]] = field(default_factory=dict)
    contacts: tuple[ContactMade, ...] = ()
    cordons: tuple[CordonLying, ...] = ()
    wind: float | None = None
    wind_typed: bool = False
    ground: BasesOnTable = NO_GROUND

    def copy(self) -> "EarthState":
        """An independent copy: what it holds is frozen, only what holds it is made anew."""
        made = EarthState()
        for one in fields(self):
            value = getattr(self, one.name)
            setattr(made, one.name, dict(value) if isinstance(value, dict) else value)
        return made

    def brief(self) -> "EarthState":
        """The same with the newest deeds only."""
        made = self.copy()
        made.deeds = in_brief(self.deeds)
        return made

    @property
    def settled(self) -> GameSettled:
        """What was settled at creation; only of a game that there is."""
        assert self.facts is not None
        return self.facts

    def book(self) -> EarthBook:
        """The book of this game: its date and house rules."""
        made: EarthBook = EarthBook.for_game(parse_month(self.settled.date), self.settled.house_rules)
        return made

    @property
    def is_last_bound(self) -> bool:
        """Whether this bound is the last that was settled."""
        return self.facts is not None and self.facts.bounds == self.bound

    @property
    def is_played_out(self) -> bool:
        """Whether the last bound that was settled is over; players may go on all the same."""
        return self.facts is not None and self.facts.bounds is not None and self.bound > self.facts.bounds

    @property
    def span(self) -> str:
        """Within what a side takes back alone: a step, which both sides share."""
        return f"{self.bound}/{self.phase}/{self.step}"

    def change(self, unit: str, **values: Any) -> None:
        """Set values of a sub-unit."""
        self.units[unit] = replace(self.units[unit], **values)

    def restore(self, unit: str, base: int) -> None:
        """A base of a sub-unit moves normally again; its injury is an old one."""
        marks = list(self.units[unit].bases)
        marks[base] = BaseMark.OLD_INJURY
        self.change(unit, bases=tuple(marks))

    def let_go(self) -> None:
        """End contacts with sub-units that are gone, hits on them, and assaults that fell short of them.

        A contact lasts to the end of the melee: a side that strikes at the same time still strikes (BE-MEL-03; G-20).
        """
        for one in [*self.units.values()]:
            if one.assaulting and not self.units[one.assaulting].living:
                self.change(one.id, assaulting="")
        if self.phase is not BoundPhase.MELEE:
            self.let_go_of_contacts()
        self.pending = {name: one for name, one in self.pending.items() if self.units[one.target].living}

    def let_go_of_contacts(self) -> None:
        """End contacts with sub-units that are gone."""
        self.contacts = tuple(
            contact
            for contact in self.contacts
            if self.units[contact.first].living and self.units[contact.second].living
        )

    def of_side(self, side: str) -> Iterator[SubUnit]:
        """The sub-units of a side that have a base left."""
        return (one for one in self.units.values() if one.side == side and one.living)

    def has_transport(self, formation: str) -> bool:
        """Whether a formation has motor transport left: it is lost with its last command base (BE-TRP-06)."""
        if not self.formations[formation].motorised:
            return False
        bases = self.command_bases(formation)
        return bases is None or bases > 0

    def command_bases(self, formation: str) -> int | None:
        """Command bases that a formation has left; None where it never had any."""
        own = (one for one in self.units.values() if one.formation == formation)
        left = [one.living for one in own if one.unit is TroopType.COMMAND]
        return sum(left) if left else None

    def grade(self, unit: SubUnit) -> FormationClass:
        """The class of a sub-unit's formation."""
        return self.formations[unit.formation].grade


# What things of a game are called in the log


def called(state: EarthState, thing: str) -> str:
    """A sub-unit, formation, base, cordon, piece of terrain or bombardment by its name; others as they are."""
    if thing in state.units:
        return state.units[thing].name
    if thing in state.formations:
        return state.formations[thing].name
    unit, _, number = thing.rpartition("/")
    if unit in state.units:
        return f"{state.units[unit].name}, base {number}"
    for cordon in state.cordons:
        if cordon.id == thing:
            return f"the {cordon.kind.replace('_', ' ')} on {cordon.square}"
    laid = state.ground.laid
    piece = next((one.name for one in laid.table.pieces if one.id == thing), "") if laid else ""
    if piece:
        return piece
    gun = thing.rpartition("-")[0]
    return f"the bombardment of {state.units[gun].name}" if gun in state.units else thing


def commanded(given: CommandGiven) -> str:
    """Return what a formation was told, and where it advances to."""
    direction = f", {in_plain_words(given.direction)}" if given.direction is not None else ""
    return f"{given.command.upper()}{direction}"


def units_of(state: EarthState, bases: Iterable[str]) -> str:
    """The sub-units of some bases, by their names."""
    return ", ".join(dict.fromkeys(called(state, unit_of(one)) for one in bases))

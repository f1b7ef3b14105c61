"""Everything that can have happened. Past tense; each event carries its results, so that no rule is asked again."""

from dataclasses import field
from typing import Final, TypeGuard, get_args

from rules.flanders_fields.game.air.state import Missions
from rules.flanders_fields.game.cards.state import LyingCard
from rules.flanders_fields.game.chapter_events import CHAPTER_EVENTS, ChapterEvent
from rules.flanders_fields.game.gas.state import PlannedGas
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.plan.state import FirePlan
from rules.flanders_fields.game.setting_up.events import ScenarioSettled
from rules.flanders_fields.game.state import Battalion, GameFacts, Regiment, Stand, Turn, Unit
from rules.flanders_fields.orders.facts import OrderFacts
from rules.flanders_fields.vocabulary import Action, Carriage, Cover, FireResult, MoraleResult, Special, Threshold
from rules.kernel.play import Throw
from rules.kernel.record_kinds import (
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DieReread,
    Noted,
    Overruled,
    RecordEvent,
    SeatGivenUp,
    SeatTaken,
    TakenBack,
    Withheld,
)
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game was set up, with its whole force, what each side has planned, and the table if one is laid."""

    facts: GameFacts
    regiments: tuple[Regiment, ...]
    battalions: tuple[Battalion, ...]
    units: tuple[Unit, ...]
    stands: tuple[Stand, ...]
    gas: tuple[PlannedGas, ...] = ()
    missions: tuple[Missions, ...] = ()
    plan: FirePlan = field(default_factory=FirePlan)
    table: LaidTable | None = None
    settled: ScenarioSettled | None = None


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A player turn began; `waiting` battalions owe a reinforcement roll, `promotions` formations a commander."""

    turn: Turn
    waiting: tuple[str, ...] = ()
    promotions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepBegun:
    """Play went on to a step; the commanders named shed their suppression with it."""

    turn: Turn
    title: str
    recovered: tuple[StandChange, ...] = ()
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player turn ended."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class ReinforcementRolled:
    """A die was thrown for a battalion off the table; `shared`: it is that of another of its side (GAP-98)."""

    battalion: str
    die: Throw
    arrived: bool
    reasons: Reasons
    shared: bool = False


@dataclass(frozen=True, slots=True)
class CommanderReplaced:
    """A field promotion took the place of a dead commander."""

    formation: str
    stand: Stand
    platoon_lost: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class StaffBonusAllotted:
    """A battalion commander got his regiment's staff bonus for this turn."""

    regiment: str
    battalion: str


@dataclass(frozen=True, slots=True)
class OrdersRolled:
    """A unit rolled for orders. `staff_bonus` and `discipline` name the formation whose means were spent.

    `again` is the die that took the place of the first where the staff bonus is a re-roll (AMB-13). `cards` were used
    up by it; `facts` is kept where a bonus may still be added (FF-CRD-22). `specials` are the national rules declared,
    `forward` how many of the actions are moves forward (FF-SPR-12).
    """

    unit: str
    die: Throw
    actions: int
    reasons: Reasons
    crossing_wire: bool = False
    staff_bonus: str = ""
    discipline: str = ""
    caught: tuple[StandChange, ...] = ()
    again: Throw | None = None
    cards: tuple[LyingCard, ...] = ()
    facts: OrderFacts | None = None
    specials: tuple[Special, ...] = ()
    forward: int = 0


@dataclass(frozen=True, slots=True)
class ActionSpent:
    """A unit spent one action on removing suppression, moving, changing carriage or crossing wire.

    `failed` are the stands that tried the wire in vain.
    """

    unit: str
    kind: Action
    says: str
    changes: tuple[StandChange, ...]
    carriage: Carriage | None
    reasons: Reasons
    dice: tuple[Throw, ...] = ()
    failed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShotFired:
    """One target's part of a fire action: the dice, what each did, and why."""

    firer: str
    target: str
    range_cm: float
    cover: Cover
    place: int
    dice: tuple[Throw, ...]
    results: tuple[FireResult, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class Fired:
    """A unit spent a fire action; `changes` is what every stand touched is afterwards.

    `fired_on` names the battalions (by house rule the companies) that were under fire, `companies` the companies that
    were suppressed as a whole. `on_the_move`: at the end of a move, without an action of its own.
    """

    unit: str
    shots: tuple[ShotFired, ...]
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    mad_minute: bool
    reasons: Reasons
    companies: tuple[str, ...] = ()
    on_the_move: bool = False


@dataclass(frozen=True, slots=True)
class UnitFinished:
    """A unit was let go with its actions unspent."""

    unit: str


@dataclass(frozen=True, slots=True)
class MoraleCalled:
    """Losses have brought a battalion to a morale test."""

    battalion: str
    threshold: Threshold
    left: int
    started: int


@dataclass(frozen=True, slots=True)
class CommanderLost:
    """A command stand was killed."""

    formation: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class MoraleTested:
    """A battalion took its test; `removed` units and `changes` are its effect."""

    battalion: str
    threshold: Threshold
    die: Throw
    result: MoraleResult
    retreat_cm: float
    changes: tuple[StandChange, ...]
    removed: tuple[str, ...]
    discipline: str
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()
    specials: tuple[Special, ...] = ()


@dataclass(frozen=True, slots=True)
class SupportLost:
    """A battalion is gone: the crewed weapons of its regiment that supported it roll for themselves."""

    battalion: str
    weapons: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class WeaponTested:
    """A crewed weapon took its test for the battalion it supported; `changes` are its effect."""

    weapon: str
    battalion: str
    die: Throw
    result: MoraleResult
    changes: tuple[StandChange, ...]
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()


@dataclass(frozen=True, slots=True)
class SupportDenied:
    """A crewed weapon did not support the battalion that is gone."""

    weapon: str
    battalion: str


@dataclass(frozen=True, slots=True)
class HeroicActionTried:
    """A platoon tried a deed; `at` are the enemy stands that it was to remove."""

    stand: str
    player: str
    deed: str
    die: Throw
    success: bool
    changes: tuple[StandChange, ...]
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()
    at: tuple[str, ...] = ()


OwnEvent = (
    GameCreated
    | TurnStarted
    | StepBegun
    | TurnEnded
    | ReinforcementRolled
    | CommanderReplaced
    | StaffBonusAllotted
    | OrdersRolled
    | ActionSpent
    | Fired
    | UnitFinished
    | MoraleCalled
    | CommanderLost
    | MoraleTested
    | SupportLost
    | WeaponTested
    | SupportDenied
    | HeroicActionTried
    | RecordEvent
)
OWN_EVENTS: Final = frozenset(get_args(OwnEvent))

Event = OwnEvent | ChapterEvent


def is_own(event: Event) -> TypeGuard[OwnEvent]:
    """Whether an event is the game's own, and no chapter's."""
    return type(event) in OWN_EVENTS


EVENTS: dict[str, type[Event]] = {
    "game_created": GameCreated,
    "turn_started": TurnStarted,
    "step_begun": StepBegun,
    "turn_ended": TurnEnded,
    "reinforcement_rolled": ReinforcementRolled,
    "commander_replaced": CommanderReplaced,
    "staff_bonus_allotted": StaffBonusAllotted,
    "orders_rolled": OrdersRolled,
    "action_spent": ActionSpent,
    "fired": Fired,
    **CHAPTER_EVENTS,
    "unit_finished": UnitFinished,
    "morale_called": MoraleCalled,
    "commander_lost": CommanderLost,
    "morale_tested": MoraleTested,
    "support_lost": SupportLost,
    "weapon_tested": WeaponTested,
    "support_denied": SupportDenied,
    "heroic_action_tried": HeroicActionTried,
    "corrected": Corrected,
    "overruled": Overruled,
    "consent_asked": ConsentAsked,
    "consent_answered": ConsentAnswered,
    "taken_back": TakenBack,
    "noted": Noted,
    "withheld": Withheld,
    "die_reread": DieReread,
    "seat_taken": SeatTaken,
    "seat_given_up": SeatGivenUp,
    "consent_withdrawn": ConsentWithdrawn,
}

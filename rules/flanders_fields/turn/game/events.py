"""What has happened with a turn."""

from dataclasses import field

from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.state import Stand, Turn
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


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


TurnEvent = TurnStarted | StepBegun | TurnEnded | ReinforcementRolled | CommanderReplaced | StaffBonusAllotted

"""What a seat asks for to carry a turn on."""

from rules.flanders_fields.game.waiting import BeginsTurn, EndsTurn, LeavesStep
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTurn(BeginsTurn):
    """Begin the player turn that is next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep(LeavesStep):
    """Finish the present step; `battalion` chooses which battalion goes through its list next (FF-TRN-06)."""

    battalion: str = fact("the battalion whose list comes next", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(EndsTurn):
    """End the present player turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReinforcement:
    """Roll whether a battalion off the table arrives (FF-SCN-10)."""

    battalion: str = fact("the battalion that may arrive")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteInField:
    """Put a new command stand on the table for a dead commander (FF-CMD-09)."""

    formation: str = fact("the battalion or regiment that gets a new commander")


@dataclass(frozen=True, slots=True, kw_only=True)
class AllotStaffBonus:
    """Give a regiment's staff bonus of this turn to one of its battalion commanders (FF-ORD-25)."""

    battalion: str = fact("the battalion whose commander gets the staff bonus")

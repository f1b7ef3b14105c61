"""What can have happened with a sealed fire plan."""

from rules.flanders_fields.fire_plan.game.written import PlanInPlay
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.vocabulary import Side
from rules.kernel.sealing import SealOpening
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class PlanFixed:
    """A side's plan was fixed by its fingerprint, which everybody hears; `about` names the game it holds for.

    `allowed`: how many findings are let pass that the rules refuse. That takes the other side's agreement, so it hears.
    """

    side: Side
    fingerprint: str
    about: str
    allowed: int


@dataclass(frozen=True, slots=True)
class PlanOffered:
    """A side has asked that its plan be sealed although the rules refuse something in it; it alone knows what.

    `passed` are the findings that shall pass, each with its clause and why, in words. The rest as it would be sealed.
    """

    side: Side
    written: WrittenPlan
    secret: str
    played: PlanInPlay
    passed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanSealed:
    """What was sealed, known to its own side alone: as it is written, and as the game plays it.

    Lines that are played are called by their masks; `secret` is in hexadecimal.
    """

    side: Side
    written: WrittenPlan
    secret: str
    played: PlanInPlay


@dataclass(frozen=True, slots=True)
class PlanPiecesShown:
    """Pieces of a sealed plan have fallen: everybody sees what stood in them, and its proof."""

    side: Side
    pieces: tuple[SealOpening, ...]


SealingEvent = PlanFixed | PlanOffered | PlanSealed | PlanPiecesShown

"""What a seat can ask for about deep shelters."""

from rules.flanders_fields.shelters.deep_shelters import Harm
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBelow:
    """Put stands into a deep shelter under their work: free before the first turn, by a unit's move action later.

    `marked`: the scenario marks a shelter there; `enemy_above`: an enemy stand is in their trench (FF-DSH-01, AMB-360).
    """

    stands: tuple[str, ...] = fact("the stands that go below")
    in_own_work: bool = fact("they are in their own work", default=True)
    marked: bool = fact("the scenario marks a shelter there", default=False)
    enemy_above: bool = fact("an enemy stand is in their trench", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeUp:
    """A stand below tries to regain its trench: in its own turn, or when its trench is assaulted (FF-DSH-03, AMB-363).

    `against` is the attacker that came into its trench, whom it then may fire at; `cover` is that of the trench.
    """

    stand: str = fact("the stand that comes up")
    die: Throw = fact("its die")
    enemy_above: bool = fact("an enemy stand is in its trench", default=False)
    against: str = fact("the attacker that came into its trench", default="")
    cover: Cover = fact("the cover of the trench", default=Cover.MEDIUM)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowShelter:
    """Tell the other side that a stand sits below, without bringing it up: it can be assaulted there (FF-DSH-04)."""

    stand: str = fact("the stand below")


@dataclass(frozen=True, slots=True, kw_only=True)
class HitBelow:
    """An attack falls on the work over a deep shelter; its owner throws what it does below (FF-DSH-02)."""

    stand: str = fact("the stand below")
    attack: Harm = fact("what falls on the work")
    die: Throw = fact("its die")
    partly_covered: bool = fact("the attack covers the work in part only", default=False)
    trench: Cover = fact("the cover of the trench", default=Cover.MEDIUM)


ShelterCommand = GoBelow | ComeUp | ShowShelter | HitBelow

"""What a seat can ask for by a national rule, beside what it declares with a die."""

from rules.flanders_fields.vocabulary import Special
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NameMutinous:
    """Name a French battalion mutinous (FF-SPR-07)."""

    battalion: str = fact("the battalion that is mutinous")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResistStubbornly:
    """Set the bad result of a battalion's morale test aside (FF-SPR-06)."""

    battalion: str = fact("the battalion that resists")


@dataclass(frozen=True, slots=True, kw_only=True)
class SayAfterTheDie:
    """Say Pals or Professionalism for the order rolled last, after its die: by house rule only (GAP-38)."""

    unit: str = fact("the unit of the newest order roll")
    special: Special = fact("what is declared")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachStormPart:
    """Let a company or support unit of a storm battalion serve with another battalion, or go back (FF-SPR-16)."""

    unit: str = fact("the company or support unit")
    battalion: str = fact("the battalion it serves with")

"""Cavalry: whether it counts as mounted or as infantry (FF-CAV-08). What it may assault stands with close combat."""

from collections.abc import Iterator
from enum import StrEnum

from rules.flanders_fields.book import RuleBook
from rules.kernel.contradictions import only
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


class Serves(StrEnum):
    """As what a cavalry unit counts."""

    MOUNTED = "mounted"
    INFANTRY = "infantry"


@dataclass(frozen=True, slots=True, kw_only=True)
class CavalryFacts:
    """A cavalry unit."""

    on_foot_by_scenario: bool = fact("the scenario sets it up on foot", default=False)
    leaves_horses: bool = fact(
        "it leaves its horses behind in play",
        default=False,
        only=only("FF-CAV-08", "on_foot_by_scenario", {False}, "cavalry that has its horses"),
    )
    action: bool = fact(
        "an action is spent on that",
        default=False,
        only=only("FF-CAV-08", "leaves_horses", True, "cavalry that leaves its horses"),
    )


def serves_as(facts: CavalryFacts, book: RuleBook) -> Explained[Serves] | Refusal:
    """As what a cavalry unit counts in everything (FF-CAV-08, AMB-490). Refuses dismounting for good by the book."""
    if facts.on_foot_by_scenario:
        return Explained(Serves.INFANTRY, None, (Step("FF-CAV-08", "It serves as infantry in every respect"),))
    if not facts.leaves_horses:
        fires = Considered("FF-CAV-02", "It dismounts only to fire, as part of the fire action")
        return Explained(Serves.MOUNTED, None, (Step("FF-CAV-08", "It is mounted"),), (fires,))
    refused = next(_stays_mounted(facts, book), None)
    says = "It has left its horses behind and is infantry from now on"
    return refused or Explained(Serves.INFANTRY, None, (Step("FF-CAV-08", says, None, book.mark("AMB-490")),))


def _stays_mounted(facts: CavalryFacts, book: RuleBook) -> Iterator[Refusal]:
    if not book.behaviour("AMB-490", {"before_play": False, "in_play": True}):
        yield Refusal("FF-CAV-08", "Nothing turns cavalry into infantry in play", "dismount to fire only")
    if not facts.action:
        yield Refusal("FF-CAV-08", "Leaving the horses behind takes an action", "earn an action first")


def _serves(facts: CavalryFacts, _dice: object, book: RuleBook) -> Explained[Serves] | Refusal:
    return serves_as(facts, book)


RESOLUTIONS: tuple[Resolution[CavalryFacts, RuleBook], ...] = (
    Resolution("cavalry", "Mounted, or on foot", "Cavalry", CavalryFacts, no_dice, _serves),
)

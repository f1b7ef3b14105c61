"""Companies and support units of a storm battalion that serve with ordinary battalions (FF-SPR-16, GAP-49)."""

from enum import StrEnum
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.national import USES
from rules.flanders_fields.vocabulary import Special
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


class Whose(StrEnum):
    """One of the two battalions a part of a storm battalion has to do with."""

    HOST = "host"
    STORM_BATTALION = "storm_battalion"


@dataclass(frozen=True, slots=True, kw_only=True)
class StormPartFacts:
    """A company or support unit that is to serve with a battalion."""

    storm: bool = fact("it belongs to a storm battalion", default=True)
    same_regiment: bool = fact("that battalion is of the regiment the storm battalion is under", default=True)
    ordered_this_turn: bool = fact("it has been ordered this turn", default=False)


@dataclass(frozen=True, slots=True)
class StormPart:
    """Whose commander orders it, and in whose morale its platoons count."""

    ordered_by: Whose
    counted_in: Whose


def serve_with(facts: StormPartFacts, book: RuleBook) -> Explained[StormPart] | Refusal:
    """How a part of a storm battalion serves with another battalion (FF-SPR-16, GAP-49, AMB-91).

    Refuses dates before there are any, other units, a battalion of another regiment (FF-SPR-09), and a unit that has
    been ordered this turn.
    """
    table = book.table(USES)
    if not table.has(Special.STORM_BATTALION):
        because = f"There are none in {book.when.month.in_words}: {table.absent[Special.STORM_BATTALION]}"
        return Refusal("FF-SPR-15", because, "leave it with its battalion")
    if not facts.storm:
        return Refusal("FF-SPR-16", "Only a storm battalion is split", "leave it with its battalion")
    if not facts.same_regiment:
        return Refusal("FF-SPR-09", "A storm battalion is under one regiment", "choose a battalion of that regiment")
    if facts.ordered_this_turn:
        return Refusal("FF-TRN-05", "It has been ordered this turn", "let it change battalions in the next")
    gap_49 = book.ruling("GAP-49")
    orders = gap_49.gives({"host": Whose.HOST, "own_commander": Whose.STORM_BATTALION})
    who = "The commander of the battalion it serves with" if orders is Whose.HOST else "Its own commander"
    steps = (
        Step("FF-SPR-16", f"{who} orders it", None, gap_49.mark),
        Step("FF-MOR-01", "Its platoons count in the morale of the battalion it serves with"),
    )
    return Explained(StormPart(orders, Whose.HOST), None, steps)


def _serves(facts: StormPartFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[StormPart] | Refusal:
    return serve_with(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        key="storm_part",
        title="Whom a part of a storm battalion serves",
        chapter="National rules",
        facts=StormPartFacts,
        dice=no_dice,
        resolve=_serves,
        example_month="1918-03",
    ),
)

"""Reinforcements of the specimen game: when the battalions off the table arrive (FF-SCN-10, FF-SCN-34)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from rules.flanders_fields.book import RuleBook
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.odds import Odds, tally
from rules.kernel.resolve import Resolution, one_die, thrown
from rules.kernel.values import dataclass

NEEDED = "scenario/reinforcements"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforcementFacts:
    """Battalions of one side that still wait off the table."""

    turn: int = fact("the game turn", least=1, most=99, example=2)
    waiting: int = fact("battalions of the side still off the table", default=1, least=1, most=6)


def reinforcements(facts: ReinforcementFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    """How many of the waiting battalions arrive this turn (FF-SCN-10, FF-TRN-13). Refuses the first turn."""
    turns = {int(key.removeprefix("turn_")): key for key in book.table(NEEDED)}
    if facts.turn < min(turns):
        return Refusal("FF-SCN-10", f"Nobody arrives before turn {min(turns)}", "roll at the start of that turn")
    needed = book.table(NEEDED).number(turns[min(facts.turn, max(turns))])
    gap_98 = book.ruling("GAP-98")
    thrown_dice = gap_98.gives({"each_battalion": dice, "one_for_side": dice[:1] * facts.waiting})
    arrived = sum(die.pips >= needed.value for die in thrown_dice)
    rolled = ", ".join(str(die.pips) for die in dice)
    says = f"Turn {facts.turn} asks for {needed.value} or more: {rolled}, so {arrived} arrive"
    return Explained(arrived, None, (Step(needed.clause, says, None, gap_98.mark),))


def usual_arrival(book: RuleBook) -> tuple[int, tuple[int, ...]]:
    """The first game turn in which a battalion rolls, and what it needs in that turn and in each one after it."""
    table = book.table(NEEDED)
    turns = sorted(int(key.removeprefix("turn_")) for key in table)
    return turns[0], tuple(table.number(f"turn_{turn}").value for turn in turns)


def reinforcement_dice(facts: ReinforcementFacts, book: RuleBook) -> int:
    """How many dice the side throws."""
    return book.behaviour("GAP-98", {"each_battalion": facts.waiting, "one_for_side": 1})


def reinforcement_odds(facts: ReinforcementFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    """The chance that 0, 1, 2 ... battalions arrive."""
    if reinforcement_dice(facts, book) == 1:
        return thrown(reinforcements, one_die)(facts, book)
    alone = thrown(reinforcements, one_die)(replace(facts, waiting=1), book)
    if isinstance(alone, Refusal):
        return alone
    arriving = tally([Odds(alone)] * facts.waiting, int, lambda so_far, more: so_far + more, 0)
    return {str(count): chance for count, chance in sorted(arriving.chances.items())}


RESOLUTIONS: tuple[Resolution[ReinforcementFacts, RuleBook], ...] = (
    Resolution(
        "reinforcements",
        "Whether reinforcements arrive",
        "The specimen game of 1914",
        ReinforcementFacts,
        reinforcement_dice,
        reinforcements,
        reinforcement_odds,
    ),
)

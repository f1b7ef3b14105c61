"""Event cards in a hand: how many are drawn, what stays, what has to be played (FF-CRD-02 to FF-CRD-06)."""

from collections.abc import Iterator

from rules.flanders_fields.book import RuleBook
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.numerals import spelt
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

LIMITS = "cards/limits"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts:
    """One player's cards, when he has drawn or been handed one."""

    held: int = fact("cards of his own in hand before", default=0, least=0, most=52)
    stubborn_defenders: int = fact("Stubborn Defenders the enemy has handed him", default=0, least=0, most=52)
    hard_days: int = fact("cards the enemy has handed him as a Hard Day", default=0, least=0, most=52)
    draws: bool = fact("he draws at the start of his side's turn", default=True)
    red: int = fact("drawn now: red, 10 to ace", default=0, least=0, most=52)
    black: int = fact("drawn now: black, 10 to ace", default=0, least=0, most=52)
    dummies: int = fact("drawn now: 2 to 9", default=1, least=0, most=52)
    drawn_by_side: int = fact("cards his side's other players have drawn this turn", default=0, least=0, most=52)


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards: in hand, how many of them must go now, how many drawn go at once, how many he may still draw."""

    in_hand: int
    must_play: int
    at_once: int
    may_draw: int


def hand(facts: HandFacts, book: RuleBook) -> Explained[Hand] | Refusal:
    """What a player keeps and must play (FF-CRD-02 to -06, FF-CRD-15, FF-CRD-27). Refuses a draw of too few or many."""
    refused = next(_wrong_draw(facts, book), None)
    if refused:
        return refused
    limit, most = book.table(LIMITS).number("hand"), book.table(LIMITS).number("draw_most")
    lines = tuple(_counting(facts, book))
    kept = facts.held + facts.red + sum(line.value or 0 for line in lines)
    excess = max(0, kept - limit.value)
    may_draw = max(0, most.value - _drawn(facts, book)) if facts.draws else 0
    says = f"{kept} in hand of {limit.value}: " + (f"{excess} must be played" if excess else "all may be kept")
    return Explained(Hand(kept, excess, facts.black, may_draw), None, (*_draw(facts, book), *lines, limit.cites(says)))


def _drawn(facts: HandFacts, book: RuleBook) -> int:
    """The cards that count against the draw: his, or his side's (GAP-81)."""
    others = book.behaviour("GAP-81", {"each_player": 0, "each_side": facts.drawn_by_side})
    return facts.red + facts.black + facts.dummies + others


def _wrong_draw(facts: HandFacts, book: RuleBook) -> Iterator[Refusal]:
    least, most = book.table(LIMITS).number("draw_least"), book.table(LIMITS).number("draw_most")
    drawn = _drawn(facts, book)
    if not facts.draws and facts.red + facts.black + facts.dummies:
        yield Refusal(least.clause, "Cards are drawn at the start of a turn of one's own side", "wait for it")
    if facts.draws and drawn < least.value:
        yield Refusal(least.clause, "A card has to be drawn", f"draw {spelt(least.value)}, or {spelt(most.value)}")
    if facts.draws and drawn > most.value:
        yield Refusal(most.clause, f"That would be {drawn} cards drawn, over {most.value}", "put back those too many")


def _draw(facts: HandFacts, book: RuleBook) -> Iterator[Step]:
    if facts.draws:
        says = f"{_drawn(facts, book)} drawn"
        mark = book.mark("GAP-81") if facts.drawn_by_side else None
        yield Step("FF-CRD-02", says, None, mark)


def _counting(facts: HandFacts, book: RuleBook) -> Iterator[Step]:
    """What counts in the hand besides his own and red cards, each with how many."""
    if facts.dummies:
        gap_82 = book.ruling("GAP-82")
        count = gap_82.gives({"discarded": 0, "count": facts.dummies})
        says = "Dummies stay in hand" if count else "Dummies are put aside"
        yield Step("FF-CRD-04", says, count or None, gap_82.mark)
    if facts.black:
        yield Step("FF-CRD-06", "Black cards are played or handed over at once")
    if facts.stubborn_defenders:
        yield Step("FF-CRD-15", "Stubborn Defenders, handed over", facts.stubborn_defenders)
    if facts.hard_days:
        gap_83 = book.ruling("GAP-83")
        count = gap_83.gives({"both_count": facts.hard_days, "hard_day_free": 0})
        yield Step("FF-CRD-27", "Hard Day, handed over", count or None, gap_83.mark)


def _hand(facts: HandFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Hand] | Refusal:
    return hand(facts, book)


RESOLUTIONS: tuple[Resolution[HandFacts, RuleBook], ...] = (
    Resolution("card_hand", "What a player draws, keeps and must play", "Event cards", HandFacts, no_dice, _hand),
)

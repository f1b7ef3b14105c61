"""Asking the rules one question: what a page, the JSON service and the terminal all answer from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import msgspec

from app.lookups.facts import BadAsk, read_facts
from rules.flanders_fields.book import RuleBook, calendar
from rules.flanders_fields.resolutions import RESOLUTIONS
from rules.kernel.dice import D6, BadDie, d6s
from rules.kernel.explain import Considered, Explained, MoreDice, Refusal, Step
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule, HouseRule

__all__ = ["Answer", "BadAsk", "Chance", "ask"]


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one outcome: exact, such as "1/6", and in percent to one decimal."""

    exact: str
    percent: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say. `outcome` "odds" is an answer before any die: chances alone.

    A refusal keeps its reason in `because` and `instead`; `more_dice` is how many further dice are wanted.
    """

    outcome: Literal["explained", "refused", "more_dice", "odds"]
    value: object = None
    total: int | None = None
    steps: tuple[Step, ...] = ()
    considered: tuple[Considered, ...] = ()
    clauses: tuple[str, ...] = ()
    because: str = ""
    instead: str = ""
    more_dice: int = 0
    odds: Mapping[str, Chance] | None = None


def ask(
    key: str,
    facts: Mapping[str, object],
    dice: Sequence[int] | None,
    date: str,
    house_rules: Sequence[HouseRule] = (),
    period: str = "",
) -> Answer:
    """The answer to one question; `dice` None asks for the odds where a die decides. Raises BadAsk."""
    if key not in RESOLUTIONS:
        raise BadAsk("key", f"there is no question {key!r}", f"ask one of: {', '.join(RESOLUTIONS)}")
    resolution = RESOLUTIONS[key]
    book = _book(date, house_rules, period)
    read = read_facts(resolution.facts, facts)
    thrown = _thrown(dice or ())
    chances = resolution.odds(read, book) if resolution.odds else None
    odds = None if chances is None or isinstance(chances, Refusal) else _chances(chances)
    return _answer(resolution.resolve(read, thrown, book), odds, before=dice is None)


def _book(date: str, house_rules: Sequence[HouseRule], period: str) -> RuleBook:
    periods = [one.key for one in calendar().periods]
    if period and period not in periods:
        raise BadAsk("period", f"there is no period {period!r}", f"leave it out or write one of: {', '.join(periods)}")
    try:
        month = parse_month(date)
        calendar().period_of(month)
        return RuleBook.for_game(month, house_rules, period)
    except BadMonth as bad:
        raise _told("date", bad) from None
    except BadHouseRule as bad:
        raise _told("house_rules", bad) from None


def _told(field: str, error: ValueError) -> BadAsk:
    wrong, _, right = str(error).partition("; ")
    return BadAsk(field, wrong, right)


def _thrown(dice: Sequence[int]) -> tuple[D6, ...]:
    try:
        return d6s(dice)
    except BadDie as bad:
        raise BadAsk("dice", str(bad), "enter each die as it lies on the table, 1 to 6") from None


def _chances(chances: Mapping[str, Fraction]) -> Mapping[str, Chance]:
    return {name: Chance(str(chance), round(float(chance) * 100, 1)) for name, chance in chances.items()}


def _answer(said: Explained[Any] | Refusal | MoreDice, odds: Mapping[str, Chance] | None, before: bool) -> Answer:
    if isinstance(said, Refusal):
        return Answer("refused", clauses=(said.clause,), because=said.because, instead=said.instead)
    if isinstance(said, MoreDice):
        outcome: Literal["odds", "more_dice"] = "odds" if before and odds is not None else "more_dice"
        return Answer(outcome, clauses=(said.clause,), because=said.says, more_dice=said.count, odds=odds)
    value = msgspec.to_builtins(said.value)
    return Answer("explained", value, said.total, said.steps, said.considered, said.clauses, odds=odds)

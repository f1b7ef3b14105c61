"""Asking the rules one question: what a page, the JSON service and the terminal all answer from."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final, Literal

import msgspec

from app.lookups.describing import find
from app.lookups.facts import BadAsk, T, read_facts
from app.lookups.watching import B, watch
from rules.kernel.book import Book
from rules.kernel.dice import ALL_D6, D6, BadDie, d6s
from rules.kernel.explain import Considered, Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.questions import Questions
from rules.kernel.resolve import Resolution
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.values import dataclass

__all__ = ["Answer", "BadAsk", "Chance", "answer_in", "answer_of", "ask", "book_of", "marks_of_change"]

Question = Resolution[Any, Any]
Said = Explained[Any] | Refusal | MoreDice
NOTHING_KNOWN: Final = Explained(None, None, ())
ALL_TRIED: Final = 3


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one outcome: exact, such as "1/6", and in percent to one decimal."""

    exact: str
    percent: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say. `outcome` "odds" is before any die: chances, and what counts whatever the die shows.

    A refusal keeps its reason in `because` and `instead`; `more_dice` is how many further dice are wanted. `house` are
    the house rules without which the answer would be another.
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
    house: tuple[HouseMark, ...] = ()


def ask(
    of: Questions[Any],
    key: str,
    facts: Mapping[str, object],
    dice: Sequence[int] | None,
    date: str,
    house_rules: Sequence[HouseRule] = (),
    period: str = "",
) -> Answer:
    """The answer to one question; `dice` None asks for the odds where a die decides. Raises BadAsk."""
    resolution = find(of, key)
    book = book_of(of, date, house_rules, period)
    read = read_facts(resolution.facts, facts)
    thrown = None if dice is None else _thrown(dice)
    answer = answer_in(resolution, read, thrown, book)

    def under(other: Book) -> Answer:
        return answer_in(resolution, read, thrown, other)

    return replace(answer, house=marks_of_change(book, under))


def marks_of_change(book: B, told_under: Callable[[B], T]) -> tuple[HouseMark, ...]:
    """The marks of those house rules without which something else would be told, found by leaving each out.

    Only rules the answer was read by are tried: one whose choice and tables nobody looked at cannot have changed it.
    Raises BadAsk where nothing can be told in this book.
    """
    if not book.house_rules:
        return ()
    watched, looked_at = watch(book)
    told = told_under(watched)

    def changes_it(mark: HouseMark) -> bool:
        try:
            return told_under(book.without(mark.ruling)) != told
        except BadAsk:
            # The dice no longer fit: without this rule fewer are thrown.
            return True

    return tuple(mark for mark in book.house_rules if looked_at(mark.ruling) and changes_it(mark))


def answer_of(said: Said, odds: Mapping[str, Chance] | None = None) -> Answer:
    """What the rules said, as it is told."""
    if isinstance(said, Refusal):
        return Answer("refused", clauses=(said.clause,), because=said.because, instead=said.instead)
    if isinstance(said, MoreDice):
        clauses = (said.clause,) if said.clause else ()
        return Answer("more_dice", clauses=clauses, because=said.says, more_dice=said.count, odds=odds)
    value = msgspec.to_builtins(said.value)
    return Answer("explained", value, said.total, said.steps, said.considered, said.clauses, odds=odds)


def answer_in(resolution: Question, facts: object, dice: tuple[D6, ...] | None, book: Book) -> Answer:
    """The answer in one book; without dice (None) the odds where a die decides. Raises BadAsk for too many dice."""
    thrown = dice or ()
    said = _said(resolution, facts, thrown, book)
    if isinstance(said, Refusal):
        return answer_of(said)
    _check_not_too_many(resolution, facts, thrown, book)
    answer = answer_of(said, _odds(resolution, facts, book))
    if thrown or not isinstance(said, MoreDice):
        return answer
    known = _known_before(resolution, facts, book)
    outcome: Literal["odds", "more_dice"] = "odds" if dice is None and answer.odds is not None else "more_dice"
    clauses = tuple(dict.fromkeys((*answer.clauses, *known.clauses)))
    return replace(answer, outcome=outcome, clauses=clauses, steps=known.steps, considered=known.considered)


def _said(resolution: Question, facts: object, thrown: tuple[D6, ...], book: Book) -> Said:
    """What the rules say; a refusal is told before dice are asked for, since no die would change it."""
    missing = resolution.dice(facts, book) - len(thrown)
    if missing <= 0:
        return resolution.resolve(facts, thrown, book)
    probes = [resolution.resolve(facts, thrown + (face,) * missing, book) for face in ALL_D6]
    # A refusal, or an answer no further die can change: the first shot may have killed the target.
    changed = isinstance(probes[0], MoreDice) or any(probe != probes[0] for probe in probes)
    if isinstance(probes[0], Refusal) or not changed:
        return probes[0]
    count = "one die" if missing == 1 else f"{missing} dice"
    return MoreDice(_read_by(probes[-1]), f"{resolution.title}: throw {count}", missing)


def _read_by(said: Said) -> str:
    """The clause a die is read by: that of the first reason which is no modifier."""
    if not isinstance(said, Explained):
        return said.clause
    return next((step.clause for step in said.steps if step.value is None), "")


def _check_not_too_many(resolution: Question, facts: object, thrown: tuple[D6, ...], book: Book) -> None:
    fewest = resolution.dice(facts, book)
    for count in range(fewest, len(thrown)):
        if isinstance(resolution.resolve(facts, thrown[:count], book), Explained):
            right = f"enter the first {count} alone" if count else "enter no die"
            wrong = f"{len(thrown)} dice are more than this takes" if count else "no die decides this"
            raise BadAsk("dice", wrong, right)


def _known_before(resolution: Question, facts: object, book: Book) -> Explained[None]:
    """What counts whatever the dice show, where one is thrown first: what the table may settle beforehand."""
    if resolution.dice(facts, book) != 1:
        return NOTHING_KNOWN
    ends = _ends(resolution, facts, (), 1, book)
    first = next(ends, NOTHING_KNOWN)
    steps, considered = first.steps, first.considered
    for end in ends:
        # There are hundreds of ends where dice are thrown again, and mostly nothing is common to the first few.
        if not (steps or considered):
            break
        steps = tuple(step for step in steps if step in end.steps)
        considered = tuple(line for line in considered if line in end.considered)
    return Explained(None, None, steps, considered)


def _ends(
    resolution: Question, facts: object, thrown: tuple[D6, ...], more: int, book: Book
) -> Iterator[Explained[Any]]:
    """The answer to each throw of the dice that are wanted, further ones included, the highest first."""
    for throw in _throws(more):
        said = resolution.resolve(facts, thrown + throw, book)
        if isinstance(said, MoreDice):
            yield from _ends(resolution, facts, thrown + throw, said.count, book)
        elif isinstance(said, Explained):
            yield said


def _throws(many: int) -> Iterable[tuple[D6, ...]]:
    """Every throw of a few dice. Of many, each die with each face twice: all alike, and all in a row."""
    high = ALL_D6[::-1]
    if many <= ALL_TRIED:
        return product(high, repeat=many)
    places, faces = range(many), range(len(high))
    return (tuple(high[(face + on * place) % len(high)] for place in places) for on in (0, 1) for face in faces)


def book_of(of: Questions[Any], date: str, house_rules: Sequence[HouseRule] = (), period: str = "") -> Any:
    """The rule book of a month, its house rules and a sheet set by hand. Raises BadAsk."""
    periods = [one.key for one in of.calendar.periods]
    if period and period not in periods:
        raise BadAsk("period", f"there is no period {period!r}", f"leave it out or write one of: {', '.join(periods)}")
    try:
        month = parse_month(date)
        of.calendar.period_of(month)
        return of.book.for_game(month, house_rules, period)
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


def _odds(resolution: Question, facts: object, book: Book) -> Mapping[str, Chance] | None:
    chances = resolution.odds(facts, book) if resolution.odds else None
    if chances is None or isinstance(chances, Refusal):
        return None
    return {name: Chance(str(chance), round(float(chance) * 100, 1)) for name, chance in chances.items()}

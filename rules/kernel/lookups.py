"""Rule queries: one form for look-ups, games, the JSON API, odds and tests, listed by their keys."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, Generic, TypeVar

from rules.kernel.clauses import Clause
from rules.kernel.dice import D6
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.facts import contradiction
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import Calendar
from rules.kernel.odds import chances
from rules.kernel.ruleset import Book, calendar_of, clauses_of, rulings_of
from rules.kernel.rulings import Ruling

# How a chapter offers its answers

F = TypeVar("F")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Resolution(Generic[F, B]):
    """One question the rules answer.

    `resolve` takes the facts, the dice already thrown and the book. `dice` tells how many dice those facts want.
    `odds` gives the exact chance of each outcome (by its name), or None where no die decides. `example_month` is a
    month in which the examples of its facts are answered, where not every month will do.
    """

    key: str
    title: str
    chapter: str
    facts: type[F]
    dice: Callable[[F, B], int]
    resolve: Callable[[F, tuple[D6, ...], B], Explained[Any] | Refusal | MoreDice]
    odds: Callable[[F, B], Mapping[str, Fraction] | Refusal] | None = None
    example_month: str = "1916-07"

    def __post_init__(self) -> None:
        """Refuse facts that cannot be true together before anything is looked up, whoever asks."""
        object.__setattr__(self, "resolve", _consistent(self.resolve))


def _consistent(
    resolve: Callable[[F, tuple[D6, ...], B], Explained[Any] | Refusal | MoreDice],
) -> Callable[[F, tuple[D6, ...], B], Explained[Any] | Refusal | MoreDice]:
    def answer(facts: F, dice: tuple[D6, ...], book: B) -> Explained[Any] | Refusal | MoreDice:
        return contradiction(facts) or resolve(facts, dice, book)

    return answer


def no_dice(_facts: object, _book: object) -> int:
    """For answers that no die decides."""
    return 0


def one_die(_facts: object, _book: object) -> int:
    """For answers that one die decides."""
    return 1


def thrown(
    resolve: Callable[[F, tuple[D6, ...], B], Explained[Any] | Refusal | MoreDice],
    dice: Callable[[F, B], int],
    name: Callable[[Any], str] = str,
    ends: Iterable[str] = (),
) -> Callable[[F, B], Mapping[str, Fraction] | Refusal]:
    """The odds of a resolution: the same function, run over all that its dice can show, in the order of `ends`."""
    order = tuple(ends)

    def odds(facts: F, book: B) -> Mapping[str, Fraction] | Refusal:
        found = chances(lambda throw: resolve(facts, throw, book), dice(facts, book), name)
        return found if isinstance(found, Refusal) or not order else {end: found[end] for end in order if end in found}

    return odds


# What one rule system answers without a game

Rules = TypeVar("Rules", bound=Book)


def lookups_by_key(
    offered: Iterable[Iterable[Resolution[Any, Rules]]],
    order: Sequence[str],
    adapt: Callable[[Resolution[Any, Rules]], Resolution[Any, Rules]] = lambda resolution: resolution,
) -> Mapping[str, Resolution[Any, Rules]]:
    """Return the look-ups of a rule system by their keys, in the order in which they are listed.

    Args:
        offered: the look-ups of each module that defines some.
        order: every key, in the order in which look-ups are listed.
        adapt: what the system does to each look-up, such as refusing what is not available at every date.

    Raises:
        ValueError: two modules offer the same key, or a key is defined or listed, not both.
    """
    found: dict[str, Resolution[Any, Rules]] = {}
    for resolution in chain.from_iterable(offered):
        if resolution.key in found:
            raise ValueError(f"{resolution.key} is offered by two modules; give one of them another key")
        found[resolution.key] = adapt(resolution)
    if differ := set(found) ^ set(order):
        raise ValueError(f"these look-ups are defined or listed, not both: {', '.join(sorted(differ))}")
    return {key: found[key] for key in order}


@dataclass(frozen=True, slots=True, eq=False)
class Questions(Generic[Rules]):
    """A rule system as look-ups see it: `key` names it in addresses, `book` is its book, `asked` its questions."""

    key: str
    title: str
    book: type[Rules]
    asked: Mapping[str, Resolution[Any, Rules]]

    @property
    def calendar(self) -> Calendar:
        """The periods its book tells apart."""
        return calendar_of(self.book.edition)

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """Its clauses, with how far the program acts on each."""
        return clauses_of(self.book.edition)

    @property
    def rulings(self) -> Mapping[str, Ruling]:
        """Where its book is silent or disagrees."""
        return rulings_of(self.book.edition)

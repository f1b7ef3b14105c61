"""How a chapter offers its answers: one form for look-ups, the game, the JSON service, the odds and the tests."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from rules.kernel.contradictions import contradiction
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.odds import chances
from rules.kernel.values import dataclass

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

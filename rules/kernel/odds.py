"""Exact odds: the rule itself, run over every face the dice can show."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Generic, TypeVar

from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.values import dataclass

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Odds(Generic[T]):
    """The chance of every outcome as exact fractions that add up to 1."""

    chances: Mapping[T, Fraction]

    def of(self, outcome: T) -> Fraction:
        """The chance of one outcome; 0 if it cannot happen."""
        return self.chances.get(outcome, Fraction(0))


def odds_of(resolve: Callable[..., Explained[T]], dice: int = 1) -> Odds[T]:
    """The odds of a resolution that takes `dice` thrown D6, by running it over all 6 ** dice throws."""
    counts: dict[T, int] = {}
    for throw in product(ALL_D6, repeat=dice):
        outcome = resolve(*throw).value
        counts[outcome] = counts.get(outcome, 0) + 1
    return Odds({outcome: Fraction(n, 6**dice) for outcome, n in counts.items()})


def chances_shown(found: Mapping[str, Fraction] | Refusal) -> list[dict[str, Any]]:
    """The chances of outcomes as plain values, in their order; none where the rules refuse the question."""
    return [] if isinstance(found, Refusal) else [{"word": word, "chance": float(p)} for word, p in found.items()]


def tally(odds: Iterable[Odds[T]], counted: Callable[[T], U], add: Callable[[U, U], U], zero: U) -> Odds[U]:
    """The odds of a sum over independent dice, by convolution: `counted` turns an outcome into what is added."""
    running: dict[U, Fraction] = {zero: Fraction(1)}
    for one in odds:
        after: dict[U, Fraction] = {}
        for so_far, p in running.items():
            for outcome, q in one.chances.items():
                key = add(so_far, counted(outcome))
                after[key] = after.get(key, Fraction(0)) + p * q
        running = after
    return Odds(running)


def chances(
    resolve: Callable[[tuple[D6, ...]], Explained[Any] | Refusal | MoreDice],
    dice: int,
    name: Callable[[Any], str] = str,
) -> Mapping[str, Fraction] | Refusal:
    """The chance of every outcome by its name, further dice included whenever the rule asks for them."""
    found: dict[str, Fraction] = {}
    for throw in product(ALL_D6, repeat=dice):
        outcome = _follow(resolve, throw, Fraction(1, 6**dice), name, found)
        if outcome is not None:
            return outcome
    return found


def _follow(
    resolve: Callable[[tuple[D6, ...]], Explained[Any] | Refusal | MoreDice],
    throw: tuple[D6, ...],
    weight: Fraction,
    name: Callable[[Any], str],
    found: dict[str, Fraction],
) -> Refusal | None:
    """Add one throw's outcome to what was found; a throw that wants more dice is followed down every face."""
    outcome = resolve(throw)
    if isinstance(outcome, Refusal):
        return outcome
    if isinstance(outcome, Explained):
        found[name(outcome.value)] = found.get(name(outcome.value), Fraction(0)) + weight
        return None
    for more in product(ALL_D6, repeat=outcome.count):
        refusal = _follow(resolve, throw + more, weight / 6**outcome.count, name, found)
        if refusal is not None:
            return refusal
    return None

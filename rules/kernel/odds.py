"""Chances of dice: exact odds of a rule over all faces, and how unusual a fall of many dice is."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, erfc, exp, pi, sqrt
from typing import Any, Final, Generic, TypeVar

from rules.kernel.dice import ALL_D6, D6, FACES
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.frozen_dataclasses import dataclass

# Exact odds

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


# The fall of dice judged by its distribution

HALF: Final = len(FACES) // 2
EXACT_BELOW: Final = 30
"""Fewer dice are counted out exactly; of more, five or more of each face are expected and chi-square holds."""
UNUSUAL: Final = 0.05
"""Fair dice fall as unevenly as that in one game of twenty."""
LEAST_TOLD: Final = 1e-6
FEW: Final = 20
"""So few dice say nothing unless their fall is unusual."""


def chance_of_fall(faces: Mapping[int, int]) -> float:
    """Return the chance that as many fair dice fall at least as unevenly; 1 where none was thrown.

    Uneven is what Pearson's chi-square measures: the squares of how far each face is off its share.

    >>> round(chance_of_fall({6: 2}), 4)
    0.1667
    """
    thrown = sum(faces.values())
    squares = sum(number * number for number in faces.values())
    if thrown < EXACT_BELOW:
        return _exactly(thrown, squares)
    return _chi_square(len(FACES) * squares / thrown - thrown)


def fall_in_words(faces: Mapping[int, int]) -> str:
    """Say whether faces came as evenly as those of fair dice; empty where no die was thrown."""
    thrown, chance = sum(faces.values()), chance_of_fall(faces)
    if not thrown:
        return ""
    if chance >= UNUSUAL:
        if thrown < FEW:
            return "So few say nothing."
        return f"Their faces came as those of fair dice do: {_often(chance)} are at least as uneven."
    return f"Their faces came unusually unevenly: {_often(chance)} are at least as uneven."


def _often(chance: float) -> str:
    """'63 of 100 throws of as many fair dice'; of a seldom one '1 of 1,300'."""
    if chance >= 1:
        return "all throws of as many fair dice"
    if chance >= UNUSUAL:
        return f"{min(99, round(100 * chance))} of 100 throws of as many fair dice"
    if chance < LEAST_TOLD:
        return "less than 1 of a million throws of as many fair dice"
    return f"1 of {_rounded(1 / chance):,} throws of as many fair dice"


def _rounded(number: float) -> int:
    """Return a number with two figures that count."""
    scale = int(10 ** max(0, len(str(int(number))) - 2))
    return round(number / scale) * scale


def _exactly(thrown: int, squares: int) -> float:
    """Return the chance that the squares of the numbers of each face come to that much or more."""
    falls = _falls(thrown)
    return sum(ways for found, ways in falls.items() if found >= squares) / sum(falls.values())


@lru_cache(maxsize=EXACT_BELOW)
def _falls(thrown: int) -> Mapping[int, int]:
    """Return in how many ways dice bring each sum of squares: half of the faces with some dice, half with the rest."""
    half = _of_half(thrown)
    found = defaultdict[int, int](int)
    for some in range(thrown + 1):
        for first, ways in half[some].items():
            for second, others in half[thrown - some].items():
                found[first + second] += comb(thrown, some) * ways * others
    return found


def _of_half(most: int) -> list[dict[int, int]]:
    """Return for each number of dice in how many ways they bring each sum of squares on half of the faces."""
    so_far: list[dict[int, int]] = [{0: 1}, *({} for _ in range(most))]
    for _ in range(HALF):
        after: list[dict[int, int]] = [defaultdict(int) for _ in range(most + 1)]
        for used, falls in enumerate(so_far):
            for more in range(most + 1 - used):
                for squares, ways in falls.items():
                    after[used + more][squares + more * more] += ways * comb(used + more, more)
        so_far = after
    return so_far


def _chi_square(value: float) -> float:
    """Return the chance of at least that chi-square with five degrees of freedom, which has a closed form."""
    half = max(0.0, value) / 2
    return erfc(sqrt(half)) + exp(-half) * sqrt(4 * half / pi) * (1 + 2 * half / 3)

"""The fall of dice judged by its distribution: how seldom fair dice bring their faces so unevenly."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from math import comb, erfc, exp, pi, sqrt
from typing import Final

from rules.kernel.dice import FACES

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

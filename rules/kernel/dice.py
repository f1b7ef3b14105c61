"""Dice that have already been thrown. Nothing here throws one."""

from collections.abc import Iterable

from rules.kernel.values import dataclass

FACES = (1, 2, 3, 4, 5, 6)


class BadDie(ValueError):
    """A value that no face of a die can show."""


@dataclass(frozen=True, slots=True, order=True)
class D6:
    """A natural six-sided die, 1 to 6, as it lies on the table."""

    pips: int

    def __post_init__(self) -> None:
        if isinstance(self.pips, bool) or not isinstance(self.pips, int) or self.pips not in FACES:
            raise BadDie(f"a die shows 1, 2, 3, 4, 5 or 6, not {self.pips!r}")


ALL_D6: tuple[D6, ...] = tuple(D6(face) for face in FACES)


def d6s(pips: Iterable[int]) -> tuple[D6, ...]:
    """Several thrown dice, in the order they were thrown. Raises BadDie for an impossible face."""
    return tuple(D6(face) for face in pips)


def as_d3(die: D6) -> int:
    """Read a D6 as a D3: 1-2 is 1, 3-4 is 2, 5-6 is 3."""
    return (die.pips + 1) // 2


def sum_2d6(first: D6, second: D6) -> int:
    """Two dice added, 2 to 12."""
    return first.pips + second.pips

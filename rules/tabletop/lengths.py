"""Lengths that a book gives: exact tenths of a millimetre (3 inches are 76.2). Only places on a table are whole."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rules.kernel.measure import LONGEST_CM
from rules.kernel.values import dataclass

TENTHS_A_MM: Final = 10
TENTHS_A_CM: Final = 100
TENTHS_AN_INCH: Final = 254

Exactly = int | float | Fraction


class BadLength(ValueError):
    """A length that is finer than a tenth of a millimetre, or that no table has."""


@dataclass(frozen=True, slots=True)
class BookLength:
    """A length on the table in tenths of a millimetre."""

    tenths: int

    def __post_init__(self) -> None:
        if not 0 <= self.tenths <= LONGEST_CM * TENTHS_A_CM:
            raise BadLength(f"{self.tenths / TENTHS_A_CM:g} cm is no length on a table; give 0 to {LONGEST_CM:g} cm")

    @property
    def mm(self) -> float:
        """In millimetres: the number next to so many tenths."""
        return self.tenths / TENTHS_A_MM

    @property
    def cm(self) -> float:
        """In centimetres."""
        return self.tenths / TENTHS_A_CM

    @property
    def inches(self) -> Fraction:
        """In inches, exactly."""
        return Fraction(self.tenths, TENTHS_AN_INCH)

    def reaches(self, measured_mm: int) -> bool:
        """Whether a distance as a tape reads it is at most this: exactly on the line counts."""
        return measured_mm * TENTHS_A_MM <= self.tenths

    def __add__(self, other: BookLength) -> BookLength:
        return BookLength(self.tenths + other.tenths)

    def __mul__(self, times: int) -> BookLength:
        return BookLength(self.tenths * times)


def of_mm(millimetres: Exactly) -> BookLength:
    """A length given in millimetres. Raises BadLength for one finer than a tenth."""
    return _whole(millimetres, TENTHS_A_MM, "mm")


def of_cm(centimetres: Exactly) -> BookLength:
    """A length given in centimetres. Raises BadLength for one finer than a tenth of a millimetre."""
    return _whole(centimetres, TENTHS_A_CM, "cm")


def of_inches(inches: Exactly) -> BookLength:
    """A length given in inches. Raises BadLength for one finer than a tenth of a millimetre."""
    return _whole(inches, TENTHS_AN_INCH, "inches")


def _whole(told: Exactly, tenths: int, unit: str) -> BookLength:
    # What a number shows is what was meant: 76.2 is 762 tenths and no hair less.
    exact = Fraction(str(told)) * tenths
    if exact.denominator != 1:
        raise BadLength(f"{told} {unit} is finer than a tenth of a millimetre; give what a book could measure")
    return BookLength(exact.numerator)

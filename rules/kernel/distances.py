"""Distances: centimetres outside, whole millimetres inside, and exact lengths of a book."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Final

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.numerals import MINUS

# Distances

LONGEST_CM = 1000.0
MM_A_CM: Final = 10
_HAIR_MM = 1e-6


class BadDistance(ValueError):
    """A distance no tape measure on a table could show."""


def parse_cm(written: str | int | float) -> int:
    """Read centimetres with at most one decimal as whole millimetres. Raises BadDistance."""
    try:
        millimetres = float(written) * 10
    except ValueError:
        raise BadDistance(f"{written!r} is no distance; write centimetres such as 20 or 7.5") from None
    if abs(millimetres - round(millimetres)) > 1e-6 or millimetres < 0:
        raise BadDistance(f"{written!r} is no distance; centimetres have one decimal at most and are not negative")
    return round(millimetres)


def mm(measured_cm: float) -> int:
    """A measured distance (0 to 1000 cm, one decimal at most) as whole millimetres. Raises BadDistance."""
    if not 0 <= measured_cm <= LONGEST_CM:
        raise BadDistance(f"{measured_cm:g} cm is no distance on a table; enter 0 to {LONGEST_CM:g} cm")
    try:
        return parse_cm(measured_cm)
    except BadDistance:
        raise BadDistance(f"{measured_cm:g} cm is finer than a tape measure; enter one decimal at most") from None


def offset_mm(measured_cm: float) -> int:
    """A measured offset (-1000 to 1000 cm, one decimal at most) as whole millimetres. Raises BadDistance."""
    return mm(measured_cm) if measured_cm >= 0 else -mm(-measured_cm)


def read_off(exact_mm: float) -> int:
    """A distance as a tape reads it: the nearest whole millimetre, a half as the greater one."""
    return floor(exact_mm + 0.5 + _HAIR_MM)


def within_mm(measured_mm: int, limit_mm: float) -> bool:
    """At most the limit: exactly on the line counts."""
    return measured_mm <= limit_mm


def under_mm(measured_mm: int, limit_mm: float) -> bool:
    """Less than the limit: exactly on the line does not count."""
    return measured_mm < limit_mm


def beyond_mm(measured_mm: int, limit_mm: float) -> bool:
    """More than the limit: exactly on the line does not count."""
    return measured_mm > limit_mm


def within(measured_cm: float, limit_mm: float) -> bool:
    """`within_mm` for a distance entered in centimetres."""
    return within_mm(mm(measured_cm), limit_mm)


def under(measured_cm: float, limit_mm: float) -> bool:
    """`under_mm` for a distance entered in centimetres."""
    return under_mm(mm(measured_cm), limit_mm)


def beyond(measured_cm: float, limit_mm: float) -> bool:
    """`beyond_mm` for a distance entered in centimetres."""
    return beyond_mm(mm(measured_cm), limit_mm)


def cm(millimetres: int) -> str:
    """Millimetres written as centimetres, without a needless decimal."""
    return f"{millimetres / 10:g} cm"


def cm_figure(centimetres: float | Decimal | Fraction | str) -> str:
    """A distance without its unit, to 0.1 and without an idle .0: 24.5, 30. What was typed wrongly passes through."""
    if isinstance(centimetres, str):
        return centimetres
    return f"{float(centimetres):.1f}".removesuffix(".0").replace("-", MINUS)


def cm_of(centimetres: float | Decimal | Fraction) -> str:
    """A distance with its unit: 24.5 cm."""
    return f"{cm_figure(centimetres)} cm"


# Lengths that a book gives. Only places on a table are whole

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

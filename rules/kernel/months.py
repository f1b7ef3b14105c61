"""Game dates are months, and a period is a run of months with a name. No clock is involved."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rules.kernel.frozen_dataclasses import dataclass

_WRITTEN = re.compile(r"^(\d{4})-(\d{2})$")
NAMES: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


class BadMonth(ValueError):
    """Text that is not a month such as 1914-08."""


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month of a year; compares and counts like one."""

    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.number:02d}"

    @property
    def in_words(self) -> str:
        """The month as a sentence names it: 'August 1914'."""
        return f"{NAMES[self.number - 1]} {self.year}"

    def next(self) -> "Month":
        """The month after this one."""
        return Month(self.year + self.number // 12, self.number % 12 + 1)


@lru_cache(maxsize=1024)
def parse_month(written: str) -> Month:
    """Read '1914-08'. Raises BadMonth for anything else."""
    match = _WRITTEN.match(written)
    if not match or not 1 <= int(match[2]) <= 12:
        raise BadMonth(f"{written!r} is no month; write year and month as 1914-08")
    return Month(int(match[1]), int(match[2]))


@dataclass(frozen=True, slots=True)
class Period:
    """A named run of months, both ends included."""

    key: str
    title: str
    first: Month
    last: Month

    def months(self) -> Iterator[Month]:
        """Every month of the period in order."""
        month = self.first
        while month <= self.last:
            yield month
            month = month.next()


@dataclass(frozen=True, slots=True)
class When:
    """The date of a game: its month and the period whose sheet is in force."""

    month: Month
    period: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """The periods of a rule system, in order and without gaps."""

    periods: tuple[Period, ...]

    def period_of(self, month: Month) -> Period:
        """The period a month lies in. Raises BadMonth outside all of them."""
        for period in self.periods:
            if period.first <= month <= period.last:
                return period
        first, last = self.periods[0].first, self.periods[-1].last
        raise BadMonth(f"{month} lies outside the war these rules cover; choose {first} to {last}")

    def when(self, month: Month) -> When:
        """The date with the period that follows from it."""
        return When(month, self.period_of(month).key)

    def every_date(self) -> Iterator[When]:
        """Every month of every period."""
        for period in self.periods:
            for month in period.months():
                yield When(month, period.key)

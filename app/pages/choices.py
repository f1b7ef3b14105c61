"""What every form for a new game lets one choose: the months of a book, and its contested points."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel.months import Month
from rules.kernel.questions import Questions
from rules.kernel.rulings import Ruling
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ContestedChapter:
    """The contested points of a chapter that have more than one answer."""

    name: str
    rulings: Sequence[Ruling]


def months(of: Questions[Any]) -> Iterator[Month]:
    """Every month of the book."""
    for period in of.calendar.periods:
        yield from period.months()


def chapters(of: Questions[Any]) -> list[ContestedChapter]:
    """The questions with more than one answer, by the chapter of the first clause they are about."""
    known = of.clauses
    found: dict[str, list[Ruling]] = {}
    for ruling in of.rulings.values():
        if len(ruling.options) > 1:
            found.setdefault(known[ruling.clauses[0]].chapter, []).append(ruling)
    return [ContestedChapter(name, asked) for name, asked in sorted(found.items())]

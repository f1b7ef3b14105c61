"""Fields of page forms, with months and contested rulings as choices."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Questions
from rules.kernel.months import Month
from rules.kernel.rulings import Ruling

# The fields of a page's form as its template draws them


@dataclass(frozen=True, slots=True)
class FieldOption:
    """One of the answers of a choice: how it is sent, and how it is read."""

    value: str
    word: str


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """One answer of several; `whole`: all of them are in sight at once."""

    name: str
    label: str
    options: Sequence[FieldOption]
    chosen: str
    hint: str = ""
    whole: bool = False

    @property
    def form(self) -> str:
        """How it is drawn."""
        return "radio" if self.whole else "select"


@dataclass(frozen=True, slots=True)
class TextField:
    """A line of words, at most so long."""

    form: ClassVar[str] = "text"
    name: str
    label: str
    value: str
    longest: int
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PlaceField:
    """A point of the table, cm along its edge and up from it; None: not told yet."""

    form: ClassVar[str] = "place"
    name: str
    label: str
    value: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class TurnField:
    """A turn of the game; None: not told yet."""

    form: ClassVar[str] = "turn"
    name: str
    label: str
    value: int | None


@dataclass(frozen=True, slots=True)
class LengthField:
    """A length in cm; None: not told yet."""

    form: ClassVar[str] = "length"
    name: str
    label: str
    value: float | None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class FlagField:
    """Something that is so or not."""

    form: ClassVar[str] = "flag"
    name: str
    label: str
    value: bool


@dataclass(frozen=True, slots=True)
class NumberField:
    """A number that is stepped up and down between two others, which are its limits."""

    form: ClassVar[str] = "stepper"
    name: str
    label: str
    value: float
    min: float
    max: float
    step: float = 1
    hint: str = ""
    unit: str = ""


class Named(Protocol):
    """Whatever a form has as a field."""

    @property
    def name(self) -> str:
        """As what it is sent."""


class UnderClause(Protocol):
    """Whatever is found under a clause of the rules."""

    @property
    def clause(self) -> str:
        """The clause it follows from."""


OneField = TypeVar("OneField", bound=Named)
Finding = TypeVar("Finding", bound=UnderClause)


def options(words: Mapping[str, str], none: str = "") -> list[FieldOption]:
    """The options of a choice by their words; `none` is what it says while nothing is chosen."""
    told = [FieldOption(value, word) for value, word in words.items()]
    return [FieldOption("", none), *told] if none else told


def with_findings(
    fields: Iterable[OneField], findings: Iterable[Finding], of_clauses: Mapping[str, str]
) -> tuple[list[tuple[OneField, list[Finding]]], list[Finding]]:
    """Each field with the findings about it, and the findings that are about none of them.

    `of_clauses`: the name of the field that a finding of a clause is about, where a form has that field.
    """
    filled: list[tuple[OneField, list[Finding]]] = [(one, []) for one in fields]
    by_name = {one.name: about for one, about in filled}
    others: list[Finding] = []
    for found in findings:
        by_name.get(of_clauses.get(found.clause, ""), others).append(found)
    return filled, others


# Fields of every new game


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

"""What a look-up is made of: its question, its groups of facts, its rows, what its answer is called."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property, reduce
from typing import Any

from app.lookups.asking import Answer, answer_in, answer_of
from app.lookups.facts import read_facts
from app.lookups.offered import PrintBeside
from rules.kernel.book import Book
from rules.kernel.dated import Dated
from rules.kernel.dice import ALL_D6, d6s
from rules.kernel.explain import HouseMark
from rules.kernel.questions import Questions
from rules.kernel.resolve import Resolution
from rules.kernel.values import dataclass

Labels = tuple[tuple[str, str], ...]
Words = Callable[[str, str], str]
"""Writes a word of the rules for people, given the class it is chosen from."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`kind` is an outcome of components/tags.html; `number` stands large before the word, or nothing does."""

    kind: str
    word: str
    number: str | None = None

    @property
    def says(self) -> str:
        """Number and word on one line."""
        return f"{self.number} {self.word}" if self.number else self.word


@dataclass(frozen=True, slots=True)
class EachDie:
    """What one die of several brought: to whom, its face, the outcome and its word."""

    name: str
    die: int
    kind: str
    word: str


@dataclass(frozen=True, slots=True)
class Apart:
    """A question of several who each have odds of their own: what one is called, by which question, what it brings.

    `of` gives the facts of each, of at least two.
    """

    word: str
    key: str
    outcome: Callable[[Any], Outcome]
    of: Callable[[Mapping[str, Any]], Sequence[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that stand together: (name of the fact, its label). A folded group is opened by whoever needs it."""

    title: str
    facts: Labels
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """A fact that is a list: a counter of its rows, at most `most`, and the facts of each row, some of them folded.

    What is the same in all rows is asked for in a group, "companies.each.quality".
    """

    name: str
    label: str
    row: str
    facts: Labels
    most: int
    start: int
    more: Group | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """One look-up.

    `start` are the facts it opens with where the rules name no default, `opens` those that hang on the month, `fixed`
    those never asked; `only` are the words offered where not all fit, `empty` what a choice left open is called where
    that is not "As usual"; `tallied` are lists of words that are entered as how many there are of each, with the most
    of one; `dice` names the dice where each has an owner of its own; `further` is what a face does that asks for more
    dice. `tables` are those it is read from, the one that decides first. `apart` are several whose odds differ,
    `chance_word` what a chance is called, `each` what each die brought.
    """

    slug: str
    title: str
    about: str
    key: str
    groups: tuple[Group, ...]
    outcome: Callable[[Any], Outcome]
    start: dict[str, object] = field(default_factory=dict)
    opens: Callable[[Any], Mapping[str, object]] | None = None
    fixed: dict[str, object] = field(default_factory=dict)
    rows: Rows | None = None
    only: dict[str, tuple[str, ...]] = field(default_factory=dict)
    empty: dict[str, str] = field(default_factory=dict)
    tallied: dict[str, int] = field(default_factory=dict)
    dice: tuple[str, ...] = ()
    further: str = "deviates"
    tables: "tuple[Maker, ...]" = ()
    apart: Apart | None = None
    chance_word: "Callable[[OpenQuestion, str], str] | None" = None
    each: "Callable[[OpenQuestion, Answer], list[EachDie]] | None" = None


def inside(prefix: str, labels: Labels) -> Labels:
    """The labels of facts that lie inside another one."""
    return tuple((f"{prefix}.{name}", label) for name, label in labels)


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, and the house rule that changed it."""

    word: str
    house: HouseMark | None = None


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of a table; `current` is the one that is read now."""

    name: str
    cells: tuple[Cell, ...]
    current: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """A table as components/matrix.html takes it; `column` is that of the cell in the current row that decides."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[TableLine, ...]
    clause: str
    key: str
    column: int | None = None

    @property
    def marks(self) -> list[HouseMark]:
        """The house rules that changed a cell."""
        return list(dict.fromkeys(cell.house for row in self.rows for cell in row.cells if cell.house))


@dataclass(frozen=True, slots=True)
class Reading:
    """What a table is read with: facts, book, words; dice, total and the value of the answer where there are any."""

    facts: Any
    book: Any
    words: Words
    dice: tuple[int, ...] = ()
    total: int | None = None
    value: Any = None

    def fact(self, name: str) -> Any:
        """A fact by its name, as "shot.firer"; none without a name."""
        return reduce(getattr, name.split("."), self.facts) if name else None


Maker = Callable[[Reading], Printed | None]
"""Makes a table that a look-up is read from; none where a date or a house rule does away with it."""
Parts = tuple[tuple[str, tuple[Tool, ...]], ...]


@dataclass(frozen=True, eq=False)
class LaidOut:
    """The look-ups of a system as it lays them out.

    `parts` is the list with its headings, in which each stands once. `dated` are words that do not fit every date.
    `prints` stand beside them.
    """

    of: Questions[Any]
    parts: Parts
    words: Words
    dated: Mapping[str, Dated]
    prints: tuple[PrintBeside, ...] = ()

    @cached_property
    def by_slug(self) -> Mapping[str, Tool]:
        """Every look-up by its word in the address."""
        return {tool.slug: tool for _, tools in self.parts for tool in tools}

    def question(self, tool: Tool) -> Resolution[Any, Any]:
        """The question of the rules that a look-up asks."""
        return self.of.asked[tool.key]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question ready to be put: the look-up, its facts, the dice entered so far, and the book it is read from."""

    laid: LaidOut
    tool: Tool
    facts: Mapping[str, object]
    dice: tuple[int, ...]
    book: Book

    def ask(self, *dice: int) -> Answer:
        """The answer with these dice, and the odds."""
        return answer_in(self.question, self.read, d6s(dice), self.book)

    def ask_each_face(self) -> list[Answer]:
        """What each face of one die would bring, without odds: those are read off the six answers."""
        resolution, facts, book = self.question, self.read, self.book
        return [answer_of(resolution.resolve(facts, (die,), book)) for die in ALL_D6]

    @property
    def question(self) -> Resolution[Any, Any]:
        """The question of the rules that is asked."""
        return self.laid.question(self.tool)

    @property
    def apart(self) -> Sequence[Mapping[str, Any]]:
        """The facts of each of several whose odds differ; none where there are not several."""
        return self.tool.apart.of(self.facts) if self.tool.apart else ()

    @property
    def read(self) -> Any:
        """The facts as the rules take them. Raises BadAsk."""
        return read_facts(self.question.facts, self.facts)

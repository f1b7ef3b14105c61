"""Layout of look-ups: parts, facts, answers, and the printed tables behind them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, Final

from app.lookups.queries import LIST, Answer, PrintBeside, answer_in, answer_of, read_facts
from app.pages.rendering import clause_short, sentence
from rules.kernel.dice import ALL_D6, as_d3, d6s, sum_2d6
from rules.kernel.distances import cm
from rules.kernel.explanations import Explained, HouseMark, Refusal
from rules.kernel.facts import Dated
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Questions, Resolution
from rules.kernel.numerals import minuses, signed
from rules.kernel.ruleset import Book
from rules.kernel.tables import BookTable, Cited, Span

# Parts of a look-up

OPENINGS: Final = {
    True: re.compile(r"^it (is|has|stands|lies|sits) (an? )?(?!been\b)", re.IGNORECASE),
    False: re.compile(r"^the ", re.IGNORECASE),
}
"""Words that a label does without, by whether it is of something true or not."""
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

    What is the same in all rows is asked for in a group, "companies.each.quality". `inner` is a list in every row.
    """

    name: str
    label: str
    row: str
    facts: Labels
    most: int
    start: int
    more: Group | None = None
    inner: "Rows | None" = None


@dataclass(frozen=True, slots=True)
class Tool:
    """One look-up.

    `start` are the facts it opens with where the rules name no default, `opens` those that hang on the month, `fixed`
    those never asked; `only` are the words offered where not all fit, `empty` what a choice left open is called where
    that is not "As usual"; `tallied` are lists of words that are entered as how many there are of each, with the most
    of one; `optional` are facts with facts inside that are left out where nothing is told in them; `dice` names the
    dice where each has an owner of its own; `further` is what a face does that asks for more dice. `tables` are those
    it is read from, the one that decides first. `apart` are several whose odds differ, `chance_word` what a chance is
    called, `each` what each die brought, `parts` the further parts of an answer by their names.
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
    rows: tuple[Rows, ...] = ()
    only: dict[str, tuple[str, ...]] = field(default_factory=dict)
    empty: dict[str, str] = field(default_factory=dict)
    tallied: dict[str, int] = field(default_factory=dict)
    optional: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    further: str = "deviates"
    tables: "tuple[Maker, ...]" = ()
    apart: Apart | None = None
    chance_word: "Callable[[OpenQuestion, str], str] | None" = None
    each: "Callable[[OpenQuestion, Answer], list[EachDie]] | None" = None
    parts: Callable[[Any], Sequence[tuple[str, str]]] | None = None


def short_label(says: str, is_true_or_not: bool) -> str:
    """Return what a fact says as a label.

    >>> short_label("it has moved since it fired", is_true_or_not=True)
    'Moved since it fired'
    """
    return sentence(OPENINGS[is_true_or_not].sub("", says, count=1)).removesuffix(".")


def inside(prefix: str, labels: Labels) -> Labels:
    """The labels of facts that lie inside another one."""
    return tuple((f"{prefix}.{name}", label) for name, label in labels)


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, the house rule that changed it, and whether it is the one that is read now."""

    word: str
    house: HouseMark | None = None
    current: bool = False


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
    """What a table is read with: facts, book, words; dice, total and the value of the answer where there are any.

    `read` are the keys of the cells that the answer is read from, by table.
    """

    facts: Any
    book: Any
    words: Words
    dice: tuple[int, ...] = ()
    total: int | None = None
    value: Any = None
    read: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def keys_read(self, table: str) -> frozenset[str]:
        """The keys of the cells of a table that the answer is read from."""
        return self.read.get(table, frozenset())


Maker = Callable[[Reading], Printed | None]
"""Makes a table that a look-up is read from; none where a date or a house rule does away with it."""
Parts = tuple[tuple[str, tuple[Tool, ...]], ...]


@dataclass(frozen=True, eq=False)
class LaidOut:
    """The look-ups of a system as it lays them out.

    `parts` is the list with its headings, in which each stands once. `dated` are words that do not fit every date.
    `prints` stand beside them. `at` is the address of the list. `first` is the month where none is chosen; empty: the
    first that the rules know. `periods` is what a period is called.
    """

    of: Questions[Any]
    parts: Parts
    words: Words
    dated: Mapping[str, Dated]
    prints: tuple[PrintBeside, ...] = ()
    at: str = LIST
    first: str = ""
    periods: str = "Period"

    @property
    def month(self) -> str:
        """The month where none is chosen."""
        return self.first or str(self.of.calendar.periods[0].first)

    @property
    def rulings(self) -> str:
        """The address of the contested points."""
        return f"{self.at}/rulings"

    @property
    def such_as(self) -> str:
        """Words to look for, as an example."""
        first = next(iter(self.by_slug.values()))
        return f"{first.title.lower()}, {next(iter(self.of.clauses)).partition('-')[2]}"

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


# The tables behind look-ups of plain dice

FACES: Final = tuple(str(die.pips) for die in ALL_D6)


def sums_of(clause: str) -> Maker:
    """Every sum of two dice, the one thrown marked."""

    def made(reading: Reading) -> Printed:
        first, second = reading.dice[:2] if len(reading.dice) > 1 else (0, 0)
        rows = tuple(
            TableLine(f"First die {one.pips}", tuple(Cell(str(sum_2d6(one, two))) for two in ALL_D6), one.pips == first)
            for one in ALL_D6
        )
        across = second - 1 if second else None
        return Printed("Two dice added", FACES, rows, clause, "Across: the second die.", across)

    return made


def thirds_of(clause: str) -> Maker:
    """What each face counts as a D3, the one thrown marked."""

    def made(reading: Reading) -> Printed:
        thrown = reading.dice[0] if reading.dice else 0
        counts = tuple(Cell(str(as_d3(die))) for die in ALL_D6)
        rows = (TableLine("Counts as", counts, bool(thrown)),)
        return Printed("A D3", FACES, rows, clause, "Across: the die.", thrown - 1 if thrown else None)

    return made


# The whole tables behind look-ups

CLAUSE: Final = "Clause"
NO_CELL: Final = Cell("\u2013")
"""What stands where the date has none."""
NO_WORDS: Final[Mapping[str, str]] = {}
MM_A_CM: Final = 10
UNITS: Final[Mapping[str, str]] = {"percent": " %", "inches": " in", "degrees": "\u00b0"}
HEADING: Final = "Heading"
"""Of which choice the words over columns are."""


def lines_of(title: str, table: str, note: str = "") -> Maker:
    """A table of single values, a line each, those marked that are read now; none where the date has none of them."""

    def made(reading: Reading) -> Printed | None:
        found = reading.book.table(table)
        now = reading.keys_read(table)
        rows = tuple(
            line_of(
                _name_of(found, key, reading.words),
                found.values[key],
                value_words(found, key, reading.words),
                key in now,
            )
            for key in found
        )
        return Printed(title or found.title, ("", CLAUSE), rows, found.id, note, 0) if rows else None

    return made


def factors_of(title: str, table: str, note: str = "") -> Maker:
    """A table of what is added to a die, without what adds nothing; none where nothing adds anything."""

    def made(reading: Reading) -> Printed | None:
        found = reading.book.table(table)
        rows = (found.number(key) for key in found if found.number(key).value)
        lines = tuple(line_of(one.says, one, signed(one.value)) for one in rows)
        return Printed(title or found.title, ("", CLAUSE), lines, found.id, note, 0) if lines else None

    return made


def steps_of(title: str, table: str) -> Maker:
    """A table of what happens one after the other, numbered."""

    def made(reading: Reading) -> Printed:
        found = reading.book.table(table)
        steps = (found.values[key] for key in sorted(found))
        rows = (line_of(f"{number}. {one.says}", one, str(one.value)) for number, one in enumerate(steps, 1))
        return Printed(title or found.title, ("", CLAUSE), tuple(rows), found.id, "Read from the top.", 0)

    return made


def bands_of(title: str, table: str, row: str) -> Maker:
    """A table that reads the total; none where the date does not have it."""

    def made(reading: Reading) -> Printed | None:
        found = reading.book.table(table)
        if not found.has(row):
            return None
        rows = band_rows(found.bands(row), reading.total, reading.words)
        return Printed(title or found.title, ("Result",), rows, found.id, "By the total.", 0)

    return made


@dataclass(frozen=True, slots=True)
class GridForm:
    """How a table of rows and columns is printed: by default all its columns, under its own title and clause.

    `short` are words of its cells where room is scarce. One `if_read` is left out where nothing is read from it.
    """

    table: str
    title: str = ""
    columns: tuple[str, ...] = ()
    note: str = ""
    clause: str = ""
    short: Mapping[str, str] = field(default_factory=dict)
    if_read: bool = False


def grid_of(how: GridForm) -> Maker:
    """A table of rows and columns, those cells marked that are read now; what the date does not have stays a dash."""

    def made(reading: Reading) -> Printed | None:
        found, now = reading.book.table(how.table), reading.keys_read(how.table)
        if how.if_read and not now:
            return None
        columns = how.columns or tuple(dict.fromkeys(key.partition(".")[2] for key in found))
        rows = tuple(
            TableLine(
                reading.words(name, ""),
                tuple(replace(cell_at(found, key, how.short), current=key in now) for key in _across(name, columns)),
                any(key in now for key in _across(name, columns)),
            )
            for name in dict.fromkeys(key.partition(".")[0] for key in found)
        )
        title = how.title or f"{found.title}{', cm' if found.unit == 'cm' else ''}"
        headings = tuple(reading.words(name, HEADING) for name in columns)
        return Printed(title, headings, rows, how.clause or found.id, how.note)

    return made


def _across(row: str, columns: Sequence[str]) -> Iterator[str]:
    return (f"{row}.{column}" for column in columns)


def answers_to(
    title: str,
    clause: str,
    cases: Mapping[str, Any] | Callable[[Any], Mapping[str, Any]],
    answer: Callable[[Any, Any], Explained[Any] | Refusal],
    current: Callable[[Any], str] | None = None,
    *,
    word: Callable[[Any], str] | None = None,
    with_clauses: bool = False,
) -> Maker:
    """What the rules say to each of several cases, by name.

    Args:
        cases: the facts of each, or what makes them of the facts that are asked about.
        current: names the case that is asked about; without it, it is the one of the same facts.
        word: writes the answer of a case, where that is not its first reason.
        with_clauses: whether the clause of each stands beside it.
    """

    def made(reading: Reading) -> Printed:
        facts, rows = reading.facts, []
        for name, case in (cases(facts) if callable(cases) else cases).items():
            said = answer(case, reading.book)
            step = None if isinstance(said, Refusal) else said.steps[0]
            told = said.because if isinstance(said, Refusal) else word(said.value) if word else said.steps[0].says
            cells = [Cell(told, step.house if step else None)]
            if with_clauses:
                cells.append(Cell(clause_short(step.clause if step else clause)))
            rows.append(TableLine(name, tuple(cells), name == current(facts) if current else case == facts))
        return Printed(title, ("", CLAUSE) if with_clauses else ("",), tuple(rows), clause, "", 0)

    return made


def cell_at(table: BookTable, key: str, short: Mapping[str, str] = NO_WORDS) -> Cell:
    """The cell of a key, a dash where the date has none."""
    return cell_of(table.values[key], short) if table.has(key) else NO_CELL


def cell_of(cited: Cited[Any], short: Mapping[str, str] = NO_WORDS) -> Cell:
    """A cell as printed; whole numbers in these tables are millimetres."""
    value = cited.value
    written = f"{value / MM_A_CM:g}" if isinstance(value, int) else str(value)
    if "/" not in written:
        return Cell(written, cited.house)
    # A short cell stays on one line; one with words in it may be broken, but only before the second score.
    slash = "\u00a0/ " if " " in written else "\u00a0/\u00a0"
    scores = (short.get(one, one).replace(" ", "\u00a0") for one in written.split("/"))
    return Cell(slash.join(scores), cited.house)


def line_of(name: str, cited: Cited[Any], written: str, current: bool = False) -> TableLine:
    """A line of one value, with its own clause."""
    return TableLine(name, (Cell(written, cited.house), Cell(clause_short(cited.clause))), current)


def _name_of(table: BookTable, key: str, words: Words) -> str:
    says = table.values[key].says
    return words(key.replace(".", ", "), "") if not says or table.unit == "word" else says


def value_words(table: BookTable, key: str, words: Words) -> str:
    """A value in its unit: centimetres, a number for the die with its sign; of bands, each span with its own; words of
    the rules with commas between, or whole phrases as they are.
    """
    value: Any = table.values[key].value
    if isinstance(value, tuple):
        return "; ".join(f"{span_words(span)}: {words(gives, '')}" for span, gives in value)
    if isinstance(value, int):
        return _measure(value, table.unit)
    written = str(value)
    # Keys of several words stand with spaces between in some tables.
    parts = written.split() if "_" in written and "," not in written else written.split(", ")
    phrase = any(" " in part for part in parts)
    return f"{written[:1].upper()}{written[1:]}" if phrase else ", ".join(words(part, "") for part in parts)


def _measure(value: int, unit: str) -> str:
    if unit == "cm":
        return cm(value)
    return signed(value) if unit == "die" else f"{minuses(str(value))}{UNITS.get(unit, '')}"


def band_rows(bands: Cited[tuple[tuple[Span, str], ...]], total: int | None, words: Words) -> tuple[TableLine, ...]:
    """A line for each span of the total, the one that holds it marked."""
    return tuple(
        TableLine(
            span_words(span),
            (Cell(words(gives, "").replace("-", "\u2212"), bands.house),),
            total is not None and span.holds(total),
        )
        for span, gives in bands.value
    )


def span_words(span: Span) -> str:
    """A span of totals in words."""
    low, high = span.low, span.high
    if low is None:
        return f"{high} or less"
    return f"{low} or more" if high is None else run_words(low, high)


def run_words(low: int, high: int) -> str:
    """A run of numbers in words."""
    return str(low) if low == high else f"{low} to {high}"

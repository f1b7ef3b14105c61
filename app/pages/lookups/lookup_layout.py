"""Layout of look-ups: parts, facts, answers, and the printed tables behind them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property, reduce
from pathlib import Path
from typing import Any, Final

from app.lookups.queries import Answer, PrintBeside, answer_in, answer_of, read_facts
from app.pages.rendering import clause_short
from rules.kernel.dice import ALL_D6, as_d3, d6s, sum_2d6
from rules.kernel.distances import cm
from rules.kernel.explanations import Explained, HouseMark, Refusal
from rules.kernel.facts import Dated
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Questions, Resolution
from rules.kernel.numerals import signed
from rules.kernel.ruleset import Book
from rules.kernel.tables import BookTable, Cited, Span
from rules.kernel.toml_reader import Reader, read_toml

# Parts of a look-up

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
HEADING: Final = "Heading"
"""Of which choice the words over columns are."""


def lines_of(title: str, table: str, note: str = "", marks: str = "") -> Maker:
    """A table of single values, a line each; none where the date has none of them.

    `marks` is the fact whose line is read now.
    """

    def made(reading: Reading) -> Printed | None:
        found = reading.book.table(table)
        now = reading.fact(marks)
        rows = tuple(
            line_of(
                _name_of(found, key, reading.words),
                found.values[key],
                value_words(found, key, reading.words),
                key == now,
            )
            for key in found
        )
        return Printed(title, ("", CLAUSE), rows, found.id, note, 0) if rows else None

    return made


def factors_of(title: str, table: str, note: str = "") -> Maker:
    """A table of what is added to a die, without what adds nothing; none where nothing adds anything."""

    def made(reading: Reading) -> Printed | None:
        found = reading.book.table(table)
        rows = (found.number(key) for key in found if found.number(key).value)
        lines = tuple(line_of(one.says, one, signed(one.value)) for one in rows)
        return Printed(title, ("", CLAUSE), lines, found.id, note, 0) if lines else None

    return made


def steps_of(title: str, table: str) -> Maker:
    """A table of what happens one after the other, numbered."""

    def made(reading: Reading) -> Printed:
        found = reading.book.table(table)
        steps = (found.values[key] for key in sorted(found))
        rows = (line_of(f"{number}. {one.says}", one, str(one.value)) for number, one in enumerate(steps, 1))
        return Printed(title, ("", CLAUSE), tuple(rows), found.id, "Read from the top.", 0)

    return made


def bands_of(title: str, table: str, row: str) -> Maker:
    """A table that reads the total; none where the date does not have it."""

    def made(reading: Reading) -> Printed | None:
        found = reading.book.table(table)
        if not found.has(row):
            return None
        rows = band_rows(found.bands(row), reading.total, reading.words)
        return Printed(title, ("Result",), rows, found.id, "By the total.", 0)

    return made


def grid_of(title: str, table: str, columns: Sequence[str], note: str = "", marks: str = "") -> Maker:
    """A table of rows and columns; `marks` is the fact whose row is read now."""

    def made(reading: Reading) -> Printed:
        return grid(reading, title, table, tuple(columns), note=note, row=str(reading.fact(marks)))

    return made


def answers_to(
    title: str,
    clause: str,
    cases: Mapping[str, Any],
    answer: Callable[[Any, Any], Explained[Any] | Refusal],
    current: Callable[[Any], str],
) -> Maker:
    """What the rules say to each of several cases, by name; `current` names the one that is asked about."""

    def made(reading: Reading) -> Printed:
        said = ((name, answer(facts, reading.book)) for name, facts in cases.items())
        now = current(reading.facts)
        rows = tuple(TableLine(name, (Cell(_told(one)),), name == now) for name, one in said)
        return Printed(title, ("",), rows, clause, "", 0)

    return made


def _told(said: Explained[Any] | Refusal) -> str:
    return said.because if isinstance(said, Refusal) else said.steps[0].says


def grid(
    reading: Reading,
    title: str,
    table: str,
    columns: tuple[str, ...],
    *,
    note: str,
    row: str = "",
    column: str = "",
    short: Mapping[str, str] = NO_WORDS,
) -> Printed:
    """A table of rows and columns, its row and column marked that are read now; a cell the date does not have stays a
    dash. `short` are words of its cells where room is scarce.
    """
    found, words = reading.book.table(table), reading.words
    names = dict.fromkeys(key.partition(".")[0] for key in found)
    rows = (
        TableLine(words(name, ""), tuple(cell_at(found, f"{name}.{at}", short) for at in columns), name == row)
        for name in names
    )
    headings = tuple(words(name, HEADING) for name in columns)
    place = columns.index(column) if column in columns else None
    return Printed(title, headings, tuple(rows), found.id, note, place)


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
        return cm(value) if table.unit == "cm" else signed(value) if table.unit == "die" else str(value)
    written = str(value)
    parts = written.split(", ")
    phrase = any(" " in part for part in parts)
    return f"{written[:1].upper()}{written[1:]}" if phrase else ", ".join(words(part, "") for part in parts)


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


# Look-ups described in TOML

LABELS: Final = "labels.toml"
YES_NO: Final = {True: "yes", False: "no"}
KINDS: Final = {kind: kind for kind in ("good", "none", "some", "more", "most", "suppressed", "killed")}
WAYS: Final = ("lines", "factors", "steps", "bands", "grid", "made")
Shared = Mapping[str, Labels]


@dataclass(frozen=True, slots=True)
class Worded:
    """What only code can word, by the names that look-ups give: an outcome, and a table they are read from."""

    outcomes: Mapping[str, Callable[[Any], Outcome]]
    tables: Mapping[str, Maker]


def described_parts(folder: Path, parts: Sequence[str], worded: Worded) -> Parts:
    """The list of look-ups out of these files of a folder, in this order. Raises BadData."""
    shared = _shared(read_toml(folder / LABELS))
    return tuple(_part(read_toml(folder / f"{part}.toml"), shared, worded) for part in parts)


def _shared(file: Reader) -> Shared:
    return {name: tuple(file.table(name).items()) for name in file.names()}


def _part(file: Reader, shared: Shared, worded: Worded) -> tuple[str, tuple[Tool, ...]]:
    title = file.text("title")
    tools = tuple(_tool(one, shared, worded) for one in file.tables("look_up"))
    file.close()
    return title, tools


def _tool(one: Reader, shared: Shared, worded: Worded) -> Tool:
    rows = _rows(one.below("rows"), shared) if one.has("rows") else None
    made = Tool(
        slug=one.text("id"),
        title=one.text("title"),
        about=one.text("about"),
        key=one.text("asks"),
        groups=tuple(_group(group, shared) for group in one.tables("group", ())),
        outcome=_by_words(one) if one.has("outcomes") else one.word("outcome", worded.outcomes),
        start=one.plain("start", {}) | dict(rows[1] if rows else ()),
        fixed=one.plain("fixed", {}),
        rows=rows[0] if rows else None,
        only=_only(one.below("only")) if one.has("only") else {},
        empty=one.table("empty") if one.has("empty") else {},
        tallied=_counts(one.below("tallied")) if one.has("tallied") else {},
        dice=one.texts("dice", ()),
        further=one.text("further", "deviates"),
        tables=tuple(_table(table, worded) for table in one.tables("tables", ())),
    )
    one.close()
    return made


def _group(group: Reader, shared: Shared) -> Group:
    made = Group(group.text("title", ""), _labels(group, shared), group.yes("folded"))
    group.close()
    return made


def _labels(group: Reader, shared: Shared) -> Labels:
    """The labels of a group, those it shares with others last; `inside` is the fact that all of them lie in."""
    prefix = group.text("inside", "")
    own = tuple(group.table("facts").items()) if group.has("facts") else ()
    labels = own + (group.word("also", shared) if group.has("also") else ())
    if not labels:
        raise group.wrong("facts", "are missing", "write the facts of the group, or the list it takes them from")
    return inside(prefix, labels) if prefix else labels


def _rows(one: Reader, shared: Shared) -> tuple[Rows, Iterator[tuple[str, object]]]:
    """The rows of a list, and the facts that each of them opens with."""
    more = _group(one.below("more"), shared) if one.has("more") else None
    rows = Rows(
        name=one.text("id"),
        label=one.text("title"),
        row=one.text("row"),
        facts=_labels(one, shared),
        most=one.whole("most"),
        start=one.whole("start"),
        more=more,
    )
    opens = one.plain("opens", {})
    one.close()
    return rows, ((f"{rows.name}.{n}.{fact}", value) for fact, value in opens.items() for n in range(rows.most))


def _only(words: Reader) -> dict[str, tuple[str, ...]]:
    return {fact: words.texts(fact) for fact in words.names()}


def _counts(counts: Reader) -> dict[str, int]:
    return {fact: counts.whole(fact) for fact in counts.names()}


def _by_words(one: Reader) -> Callable[[Any], Outcome]:
    """An answer of few words, each with the ground it stands on and how it is said; of a yes or no, both.

    `outcome_by` is the part of the answer that decides.
    """
    by, words = one.text("outcome_by", ""), one.below("outcomes")
    said = {word: _outcome(words, word) for word in words.names()}

    def outcome(value: Any) -> Outcome:
        deciding = value[by] if by else value
        return said[YES_NO[deciding] if isinstance(deciding, bool) else deciding]

    return outcome


def _outcome(words: Reader, word: str) -> Outcome:
    written = words.texts(word)
    if len(written) != 2 or written[0] not in KINDS:
        raise words.wrong(word, f"is {list(written)}", f"write its ground, one of {', '.join(KINDS)}, and its words")
    return Outcome(*written)


def _table(one: Reader, worded: Worded) -> Maker:
    """A table that a look-up is read from: one of the book, or `made` by code."""
    ways = [way for way in WAYS if one.has(way)]
    if len(ways) != 1:
        raise one.wrong("lines", "is not the one way the table is written", f"write one of: {', '.join(WAYS)}")
    maker = one.word("made", worded.tables) if ways == ["made"] else _of_book(one, ways[0])
    one.close()
    return maker


def _of_book(one: Reader, way: str) -> Maker:
    title, table = one.text("title"), one.text(way)
    match way:
        case "steps":
            return steps_of(title, table)
        case "bands":
            return bands_of(title, table, one.text("row"))
        case "factors":
            return factors_of(title, table, one.text("note", ""))
        case "grid":
            return grid_of(title, table, one.texts("columns"), one.text("note", ""), one.text("marks", ""))
    return lines_of(title, table, one.text("note", ""), one.text("marks", ""))

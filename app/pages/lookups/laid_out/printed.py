"""The whole tables behind look-ups: cells, rows, and the ways any table of a book is written."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine, Words
from app.pages.rendering import clause_short
from rules.kernel.cells import Span
from rules.kernel.explain import Explained, Refusal
from rules.kernel.measure import cm
from rules.kernel.numerals import signed
from rules.kernel.tables import BookTable, Cited

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

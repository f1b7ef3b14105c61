"""What the whole table behind a look-up is made of: cells, rows, and the ways tables of the book are written."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.pages.lookups.laid_out.tool import Cell, Printed, Reading, TableLine
from app.pages.rendering import clause_short, signed
from app.systems.flanders_fields.words import words
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.may_shoot import row_key
from rules.flanders_fields.shooting.shot import target_column
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.cells import Span
from rules.kernel.explain import Explained, Refusal
from rules.kernel.measure import cm
from rules.kernel.tables import BookTable, Cited

CLAUSE: Final = "Clause"


SHOOTING_KEY: Final = "Suppressed / killed on this total or more."


Maker = Callable[[Reading], Printed | None]


def firing_table(shot: Shot, book: RuleBook) -> Printed:
    """The firing table with the row and the column of a shot."""
    columns = tuple(str(cover) for cover in Cover)
    row, column = row_of(shot, book, "shooting/rows"), target_column(shot, book)
    return grid("Shooting", book.table("shooting/firing_table"), columns, row, column, "FF-SHO-T1", SHOOTING_KEY)


def row_of(shot: Shot, book: RuleBook, rows: str) -> str:
    """The row of a table that a firer is read on, or nothing."""
    key = row_key(shot, book.table(rows))
    return word_of(book.table(rows), key)


def word_of(table: BookTable, key: str) -> str:
    """A word of a table, or nothing where the date does not know it."""
    return table.word(key).value if table.has(key) else ""


def grid(
    title: str, table: BookTable, columns: tuple[str, ...], row: str, column: str, clause: str, key: str
) -> Printed:
    """A table of rows and columns; a cell the date does not have stays a dash."""
    names = dict.fromkeys(key.partition(".")[0] for key in table)
    rows = (
        TableLine(words(name), tuple(cell_at(table, f"{name}.{at}") for at in columns), name == row) for name in names
    )
    headings = tuple(heading(name) for name in columns)
    return Printed(title, headings, tuple(rows), clause, key, columns.index(column) if column in columns else None)


def heading(column: str) -> str:
    """What stands over a column."""
    return {"fortified": "Fort.", "field_artillery": "Field guns", "in_cover": "In cover"}.get(column) or words(column)


def cell_at(table: BookTable, key: str) -> Cell:
    """The cell of a key, a dash where the date has none."""
    return cell_of(table.values[key]) if table.has(key) else Cell("\u2013")


def cell_of(cited: Cited[Any]) -> Cell:
    """A cell as printed; whole numbers in these tables are millimetres."""
    value = cited.value
    written = f"{value / 10:g}" if isinstance(value, int) else str(value)
    # A short cell stays on one line; one with words in it may be broken, but only before the second score.
    slash = "\u00a0/ " if "direct" in written else "\u00a0/\u00a0"
    return Cell(written.replace(" direct", "\u00a0direct").replace("/", slash).replace("assault", "A"), cited.house)


def line_of(name: str, cited: Cited[Any], written: str, current: bool = False) -> TableLine:
    """A line of one value, with its own clause."""
    return TableLine(name, (Cell(written, cited.house), Cell(clause_short(cited.clause))), current)


def lines_of(title: str, table: str, note: str = "") -> Maker:
    """A table of single values, a line each; none where the date has none of them."""

    def made(reading: Reading) -> Printed | None:
        found = reading.book.table(table)
        rows = tuple(line_of(_name_of(found, key), found.values[key], value_words(found, key)) for key in found)
        return Printed(title, ("", CLAUSE), rows, found.id, note, 0) if rows else None

    return made


def steps_of(title: str, table: str) -> Maker:
    """A table of what happens one after the other, numbered."""

    def made(reading: Reading) -> Printed:
        found = reading.book.table(table)
        steps = (found.values[key] for key in sorted(found))
        rows = (line_of(f"{number}. {one.says}", one, str(one.value)) for number, one in enumerate(steps, 1))
        return Printed(title, ("", CLAUSE), tuple(rows), found.id, "Read from the top.", 0)

    return made


def _name_of(table: BookTable, key: str) -> str:
    says = table.values[key].says
    return words(key.replace(".", ", ")) if not says or table.unit == "word" else says


def value_words(table: BookTable, key: str) -> str:
    """A value in its unit: centimetres, a number for the die with its sign; of bands, each span with its own; words of
    the rules with commas between, or whole phrases as they are.
    """
    value: Any = table.values[key].value
    if isinstance(value, tuple):
        return "; ".join(f"{span_words(span)}: {words(gives)}" for span, gives in value)
    if isinstance(value, int):
        return cm(value) if table.unit == "cm" else signed(value) if table.unit == "die" else str(value)
    written = str(value)
    parts = written.split(", ")
    phrase = any(" " in part for part in parts)
    return f"{written[:1].upper()}{written[1:]}" if phrase else ", ".join(map(words, parts))


def answers_to(
    title: str,
    clause: str,
    cases: Mapping[str, Any],
    answer: Callable[[Any, RuleBook], Explained[Any] | Refusal],
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


def bands_of(title: str, table: str, row: str) -> Maker:
    """A table that reads the total; none where the date does not have it."""

    def made(reading: Reading) -> Printed | None:
        if not reading.book.table(table).has(row):
            return None
        rows = band_rows(reading.book.table(table).bands(row), reading.total)
        return Printed(title, ("Result",), rows, reading.book.table(table).id, "By the total.", 0)

    return made


def band_rows(bands: Cited[tuple[tuple[Span, str], ...]], total: int | None) -> tuple[TableLine, ...]:
    """A line for each span of the total, the one that holds it marked."""
    return tuple(
        TableLine(
            span_words(span),
            (Cell(words(gives).replace("-", "\u2212"), bands.house),),
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

"""The firing tables behind look-ups, with the row and the column of a shot."""

from typing import Final

from app.pages.lookups.laid_out.printed import grid
from app.pages.lookups.laid_out.tool import Printed, Reading
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.may_shoot import row_key
from rules.flanders_fields.shooting.shot import target_column
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.tables import BookTable

SHOOTING_KEY: Final = "Suppressed / killed on this total or more."
SHORT: Final = {"assault": "A"}
"""What stands in a cell that is read in assaults alone."""
COVERS: Final = tuple(str(cover) for cover in Cover)
ARMOUR: Final = ("open", "cover")


def firing_table(shot: Shot, reading: Reading) -> Printed:
    """The firing table as it is read for a shot."""
    row, column = row_of(shot, reading, "shooting/rows"), target_column(shot, reading.book)
    return firing_grid(reading, row, column)


def firing_grid(reading: Reading, row: str, column: str) -> Printed:
    """The firing table with a row and a column marked."""
    return grid(
        reading, "Shooting", "shooting/firing_table", COVERS, row=row, column=column, note=SHOOTING_KEY, short=SHORT
    )


def armour_table(reading: Reading, row: str = "", column: str = "") -> Printed:
    """The firing table against armour."""
    return grid(
        reading, "Armour", "shooting/armour_table", ARMOUR, row=row, column=column, note=SHOOTING_KEY, short=SHORT
    )


def row_of(shot: Shot, reading: Reading, rows: str) -> str:
    """The row of a table that a firer is read on, or nothing."""
    table = reading.book.table(rows)
    return word_of(table, row_key(shot, table))


def word_of(table: BookTable, key: str) -> str:
    """A word of a table, or nothing where the date does not know it."""
    return table.word(key).value if table.has(key) else ""

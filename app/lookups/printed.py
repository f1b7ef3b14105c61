"""The printed tables as the service tells them: each cell with its value, its unit, its clause and its sources."""

from typing import Final

from pydantic import BaseModel, Field

from rules.kernel.book import Book, tables_of
from rules.kernel.tables import BookTable, Cited, Value

CENTIMETRES: Final = "cm"


class BandShown(BaseModel):
    """What a run of totals gives; an end that is null is open."""

    low: int | None = Field(description="the lowest total, itself included")
    high: int | None = Field(description="the highest total, itself included")
    gives: str = Field(description="what those totals give")


class CellShown(BaseModel):
    """One cell. `key` is its row, or row and column with a point between; `value` is in the unit of the table."""

    key: str = Field(examples=["rifle_company"], description="the row, or row and column")
    value: float | str | list[BandShown] = Field(description="in the unit of the table")
    clause: str = Field(description="the clause it comes from", examples=["FF-ORD-T5"])
    says: str = Field(description="what it is, in the words of the table")
    sources: list[str] = Field(description="where in the book it stands")
    ruling: str = Field(description="the ruling that settled it where the book disagrees with itself; else empty")


class TableShown(BaseModel):
    """A table at one month. `absent` are the cells that month does not have, each with the reason."""

    id: str = Field(examples=["FF-ORD-T5"], description="the id of the table")
    title: str = Field(description="what it tells")
    clause: str = Field(description="the clause that prints it", examples=["FF-ORD-T5"])
    unit: str = Field(description="the unit of its values, such as cm; empty where they have none", examples=["cm"])
    cells: list[CellShown] = Field(description="its cells, each with its sources")
    absent: dict[str, str] = Field(description="the cells this month does not have, each with the reason")


def table_shown(book: Book, table_id: str) -> TableShown:
    """A table of a book by its id, as JSON."""
    name = tables_of(book.edition).names[table_id]
    table: BookTable = book.table(name)
    return TableShown(
        id=table.id,
        title=table.title,
        clause=tables_of(book.edition)[name].clause,
        unit=table.unit,
        cells=[_cell(key, table.values[key], table.unit) for key in table],
        absent=dict(table.absent),
    )


def tables_shown(book: Book) -> list[TableShown]:
    """Every table of a book, in the order of their ids."""
    return [table_shown(book, name) for name in sorted(tables_of(book.edition).names)]


def _cell(key: str, cited: Cited[Value], unit: str) -> CellShown:
    return CellShown(
        key=key,
        value=_value(cited.value, unit),
        clause=cited.clause,
        says=cited.says,
        sources=[f"{source.text} {source.where}".strip() for source in cited.sources],
        ruling=cited.ruling,
    )


def _value(value: Value, unit: str) -> float | str | list[BandShown]:
    if isinstance(value, int):
        # Distances are millimetres inside.
        return value / 10 if unit == CENTIMETRES else value
    if isinstance(value, tuple):
        return [BandShown(low=span.low, high=span.high, gives=gives) for span, gives in value]
    return str(value)

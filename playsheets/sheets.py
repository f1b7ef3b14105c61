"""What stands on a sheet, as plain values: the PDF and the page on the tablet are drawn from the same.

Text is a run of words and of values out of the rule book, so that every number keeps its clause, and the mark of the
house rule that changed it with what the book prints in its place.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from rules.kernel.frozen_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the rule book as it is printed. `mark` is the letter of the house rule that changed it, or empty;
    `was` is then what the book prints. Marks of several rules have commas between."""

    text: str
    clause: str
    mark: str = ""
    was: str = ""


Text = tuple[str | Value, ...]


@dataclass(frozen=True, slots=True)
class ResultBand:
    """What a run of die faces or totals gives: "3–5", "2 actions"."""

    span: str
    gives: Value


@dataclass(frozen=True, slots=True)
class SheetStep:
    """A step of the turn; a numbered one may hold steps of its own. `clause` is its place on the printed sheet."""

    clause: str
    label: str
    title: str
    text: Text = ()
    bands: tuple[ResultBand, ...] = ()
    mark: str = ""
    steps: tuple["SheetStep", ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A modifier with what it is for."""

    clause: str
    value: Value
    text: Text
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ModifierLines:
    """Modifiers under a heading, one a line."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences; `lead` stands before them in bold, or is empty."""

    clause: str
    text: Text
    lead: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class SosPicture:
    """The box of SOS fire before a trench, with its measures in centimetres."""

    width: Value
    depth: Value
    off: Value


@dataclass(frozen=True, slots=True)
class NoteBlock:
    """Paragraphs under a heading, with bands below them; a framed one stands out."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    bands: tuple[ResultBand, ...] = ()
    framed: bool = False
    picture: SosPicture | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. A row whose `clause` is no place of the printed sheet is from the main rules."""

    clause: str
    name: Text
    cells: tuple[Value, ...]
    added: bool = False


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows under columns, with remarks below; `unit` says what the numbers are. Cells of `texts` are sentences."""

    title: str
    unit: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    remarks: tuple[Paragraph, ...] = ()
    texts: bool = False


@dataclass(frozen=True, slots=True)
class Banner:
    """One sentence nobody may miss."""

    clause: str
    text: Text
    mark: str = ""


Block = SheetStep | ModifierLines | NoteBlock | SheetTable | Banner


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One page: what is read first in the wide column, what is looked up beside it, and what runs below both."""

    title: str
    wide: tuple[Block, ...]
    narrow: tuple[Block, ...]
    below: tuple[Block, ...]
    overleaf: str
    house: tuple["Footnote", ...] = ()


@dataclass(frozen=True, slots=True)
class Footnote:
    """A house rule that changed something on the sheet: its letter, what holds, and what the book says."""

    mark: str
    ruling: str
    says: str
    original: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A playsheet of two sides; `unprinted` house rules of the game change nothing on it."""

    name: str
    period: str
    sides: tuple[SheetSide, ...]
    unprinted: int = 0


@dataclass(frozen=True, slots=True)
class CommandCard:
    """What one commander has to know: his orders in their sequence, what is added to them, when his troops test."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    house: tuple[Footnote, ...] = ()


def every(thing: object, kind: type[Any]) -> Iterator[Any]:
    """Every value of one kind inside a piece of content, in reading order."""
    if isinstance(thing, kind):
        yield thing
    if isinstance(thing, tuple):
        for one in thing:
            yield from every(one, kind)
    elif is_dataclass(thing) and not isinstance(thing, type):
        for field in fields(thing):
            yield from every(getattr(thing, field.name), kind)


def marks_on(thing: object) -> frozenset[str]:
    """The letters of all house rules that are marked on a piece of content."""
    kinds = (Value, SheetStep, Line, Paragraph, Banner)
    return frozenset(mark for kind in kinds for one in every(thing, kind) for mark in one.mark.split(",") if mark)


def words_of(text: Text) -> str:
    """A run of words and values as a reader reads it."""
    return "".join(one.text if isinstance(one, Value) else one for one in text)


def plain(thing: object) -> Any:
    """Content as lists, tables and words, each with the name of its kind, for a renderer outside Python."""
    if isinstance(thing, tuple):
        return [plain(one) for one in thing]
    if isinstance(thing, str):
        return thing
    if is_dataclass(thing) and not isinstance(thing, type):
        kind = type(thing)
        return {"kind": kind.__name__.lower(), **{name: plain(getattr(thing, name)) for name in _names(kind)}}
    return thing


@lru_cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))

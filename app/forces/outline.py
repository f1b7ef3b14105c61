"""A force laid out to be built: rows within rows, their fields, and where each stands in the document."""

from enum import StrEnum
from typing import Any

from rules.kernel.values import dataclass


class EntryKind(StrEnum):
    """How a field is filled in."""

    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"
    TOGGLE = "toggle"


@dataclass(frozen=True, slots=True)
class OutlineOption:
    """One of what a choice is between; those of one `group` stand together."""

    value: str
    word: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field: where it stands in the document ("formations.0.grade"), what it is called, what stands there.

    `typed`: the players say it, no book does. `may_be_empty`: a number that need not be given.
    """

    at: str
    says: str
    entry: EntryKind
    value: Any
    options: tuple[OutlineOption, ...] = ()
    least: float | None = None
    most: float | None = None
    unit: str = ""
    hint: str = ""
    typed: bool = False
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class New:
    """What can be put into a list of the document: where, what it is called, and the value itself."""

    at: str
    says: str
    value: Any
    group: str = ""


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """A part of a force: its id in findings and addresses, where it stands in the document (empty: all of it).

    `what` says in a few words what it is, `facts` what the book says of it, each with its clause. `more` is another one
    like it. `moves`: whether it can go up or down among its neighbours.
    """

    id: str
    at: str
    name: str
    what: str
    fields: tuple[FieldOf, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    rows: tuple["OutlineRow", ...] = ()
    new: tuple[New, ...] = ()
    more: New | None = None
    up: bool = False
    down: bool = False

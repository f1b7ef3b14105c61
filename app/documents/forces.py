"""Forces of any rule system: outline, list, addresses, and what a system offers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, Final

from fastapi import Path, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy import Engine

from app.documents.document_files import FORCE_FORMAT, FileKind
from app.documents.document_repository import DocumentRows, ListedDocument, Owned
from app.documents.routes import of_this_device
from app.http import problem_details
from app.http.bodies import shown_as
from app.pages.form_fields import ChoiceField, NumberField
from app.printing.printables import Printable
from app.randomness import JsonValue
from app.seats.seat_repository import now
from app.storage.schema import ForceRow, table_of
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Questions
from rules.kernel.rulings import HouseRule

# The outline of a force


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


# Forces in the database

FORCES: Final = table_of(ForceRow)
LINE: Final = 16


@dataclass(frozen=True, slots=True)
class ListedForce(ListedDocument):
    """A force in the list; what `battalions` and `stands` count is its system's own affair."""

    name: str
    nation: str
    date: str
    battalions: int
    stands: int
    origin: str = ""

    @property
    def line(self) -> str:
        """Whose rolls after games it makes, where those were not kept here: its own, or those of the file it came from.

        A file that its own device brings in again has made the rolls of the force it was saved from.
        """
        return sha256((self.origin or self.id).encode() + bytes(self.key_hash)).hexdigest()[:LINE]


def listed_of(engine: Engine, system: str) -> Sequence[ListedForce]:
    """The saved forces of a system as they are listed, the newest change first: none of them is read."""
    return [ListedForce(**row) for row in DocumentRows(engine, FORCES, now, {"system": system}).listed()]


# Forces in answers


class ForceShown(BaseModel):
    """A force in the list. Times are ISO 8601, UTC."""

    id: str = Field(description="the id of the force", examples=["n3kq7ydq5b2rw4ta"])
    name: str = Field(description="what it is called", examples=["21st Division"])
    nation: str = Field(description="whose army it is of; empty where its system has no armies", examples=["british"])
    date: str = Field(description="the month it is organised for", examples=["1916-07"])
    battalions: int = Field(
        description="how many battalions it has, pioneers among them; of another system its formations", examples=[13]
    )
    stands: int = Field(description="how many bases it puts on the table", examples=[305])
    revision: int = Field(description="grows with every save", examples=[1])
    created_at: str = Field(description="when it was first kept")
    changed_at: str = Field(description="when it was last saved")
    is_yours: bool = Field(description="whether this device made it, and may change it")


class ForceFindingShown(BaseModel):
    """What the rules would have otherwise."""

    clause: str = Field(description="the clause it follows from", examples=["FF-QLM-18"])
    of: str = Field(description="the element it is about; empty: the force as a whole")
    says: str = Field(description="what is so")
    instead: str = Field(description="what would be right")
    grave: bool = Field(description="whether a rule forbids it; otherwise it is advice")
    allowed: bool = Field(description="whether the players have set the rule aside")


class SumShown(BaseModel):
    """A part of what a force comes to."""

    says: str = Field(description="what was counted", examples=["Dice in shooting"])
    number: str = Field(description="how many, as it is told", examples=["24"])
    clause: str = Field(description="the clause it is counted by", examples=["BE-ARM-02"])


class BuiltForce(ForceShown):
    """A force with what the rules say of it, what it comes to, and its document."""

    findings: list[ForceFindingShown] = Field(
        description="what the rules would have otherwise, in the order of the force"
    )
    sums: list[SumShown] = Field(description="what it comes to")
    document: dict[str, Any] = Field(description="the force as an open document of its system")


def listed(one: ListedForce, is_yours: bool) -> ForceShown:
    """A force as it stands in the list."""
    return shown_as(ForceShown, one, is_yours=is_yours)


# Addresses and owners of forces

ForceId = Annotated[
    str,
    Path(description="the id of a force, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]

BuiltId = Annotated[
    str,
    Path(description="the id of a force that the core builds", examples=["p5kw7ydq5b2rw4ta"], max_length=40),
]


def no_such_force(force_id: str) -> problem_details.HttpAnswer:
    """There is no force of this id."""
    return problem_details.not_found(
        "no-such-force", "No such force", f"there is no force {force_id} here", "look in the list"
    )


def owned_by_this_device(request: Request, response: Response, _brought: bytes = b"") -> Owned:
    """Whoever makes a force holds the key to it; it comes from no other force's file."""
    return owned_from("", request, response)


def owned_from(origin: str, request: Request, response: Response) -> Owned:
    """The same of a force that came out of the file of another."""
    return Owned(of_this_device(request, response).key_hash, {"origin": origin})


# Forces as a rule system offers them


@dataclass(frozen=True, slots=True)
class ForceCounted:
    """How a force stands in the list: its name, its month, and how many formations and bases it has."""

    name: str
    date: str
    formations: int
    bases: int


@dataclass(frozen=True, slots=True)
class GameAsked:
    """What is chosen for a game of two forces beside the forces.

    `date` is a month. `length` counts the system's turns (None: no limit). `options` are the answers of its own fields
    of the form, by their names; an empty one is left to the system.
    """

    title: str
    date: str
    length: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    house_rules: tuple[HouseRule, ...] = ()


@dataclass(frozen=True, slots=True)
class LengthOffered:
    """How the length of a game is asked for: the label of the field, and the most turns of it."""

    label: str
    most: int


@dataclass(frozen=True, slots=True, eq=False)
class NewGameOffered:
    """What a system lets one choose for a game of two forces.

    `questions` have its months and its contested points. `options` are fields of its own. `opening` returns the
    command that begins such a game, in the order of the sides; it raises NotFitting. A table is named in the command
    by the core. `own_rules` are the house rules that a force brings, `dated` is a force in another month.
    """

    questions: Callable[[], Questions[Any]]
    length: LengthOffered
    options: Sequence[ChoiceField | NumberField]
    opening: Callable[[Sequence[Any], GameAsked], Mapping[str, JsonValue]]
    own_rules: Callable[[Any], tuple[HouseRule, ...]]
    dated: Callable[[Any, str], Any]


@dataclass(frozen=True, slots=True, eq=False)
class ForcesOffered:
    """The forces of a system. A force is a value of its own, which only it knows.

    `key` is the system's, `sides` are its sides by their words, each with its name. `operations` is how its operations
    begin in the description, `title` its rule book; `says` tells
    in a sentence of what a force is built. `read` takes a document and raises NotFitting; `write` writes it, always
    alike. `fresh` makes one of a name, `renamed` calls one otherwise. `outline` lays it out to be built. `new_game` is
    what a game of two lets one choose. `forms` are its prints. `sample` is a document as it can be sent, `schemas`
    what documents are made of, `schema` names theirs. `most_bytes`: the longest.
    """

    key: str
    sides: Mapping[str, str]
    operations: str
    title: str
    says: str
    read: Callable[[bytes], Any]
    write: Callable[[Any], bytes]
    fresh: Callable[[str], Any]
    renamed: Callable[[Any, str], Any]
    counted: Callable[[Any], ForceCounted]
    findings: Callable[[Any], Sequence[ForceFindingShown]]
    sums: Callable[[Any], Sequence[SumShown]]
    outline: Callable[[Any], OutlineRow]
    new_game: NewGameOffered
    forms: Callable[[Any], Sequence[Printable]]
    sample: Mapping[str, Any]
    schema: str
    schemas: Callable[[], Mapping[str, Any]]
    most_bytes: int = 400_000


@lru_cache
def kind_of(offered: ForcesOffered) -> FileKind:
    """Return the kind of file that the forces of a system are saved as."""
    at = f"/forces/{offered.key}"
    return FileKind(
        f"a force of {offered.title}",
        FORCE_FORMAT,
        at,
        f"/api/v1/{offered.key}/forces/import",
        f"{at}/{{id}}",
        offered.key,
    )

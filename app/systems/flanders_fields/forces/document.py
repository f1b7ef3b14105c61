"""A force as one open JSON file: its formations as a tree, with their names, grades and sizes.

What the file may hold is described in docs/force-format.md, for programs in docs/force-format.schema.json.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, structs

from app.documents.file_kinds import FORCE_FORMAT
from app.documents.files import OpenFile, alike, written_alike
from app.games.plain_words import plain_words
from rules.flanders_fields.armour.tanks import TankType
from rules.flanders_fields.forces.faults import DEEPEST, faults
from rules.flanders_fields.forces.force import (
    LONGEST_NAME,
    MOST_ON_STAND,
    MOST_PLATOONS,
    MOST_STANDS,
    Element,
    Force,
)
from rules.flanders_fields.forces.lists import ArmyList, PartKey
from rules.flanders_fields.vocabulary import KEY, Nation, Quality
from rules.kernel.documents import Misfit, NotFitting, refuse

FORMAT: Final = FORCE_FORMAT
VERSION: Final = 1
MOST_BYTES: Final = 400_000
"""The longest document that is read; a division with everything named takes a tenth of it."""
ONE_LINE: Final = r"^[^\x00-\x1f\x7f]*$"
MONTH: Final = r"^\d{4}-\d{2}$"
MOST_FOUGHT: Final = 1000

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE)]
ElementId = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9.]{0,39}$", description="no two have the same")]
Reference = Annotated[str, Meta(pattern="^([A-Za-z0-9][A-Za-z0-9.]{0,39})?$", description="the id of another one")]
GameTitle = Annotated[str, Meta(min_length=1, max_length=120, pattern=ONE_LINE)]
Platoons = Annotated[int, Meta(ge=0, le=MOST_PLATOONS)]
Face = Annotated[int, Meta(ge=1, le=6)]
Source = Literal["entered", "rolled"]
Reason = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=ONE_LINE)]
ID: Final = "^[a-z0-9]{0,16}$"
GameReference = Annotated[str, Meta(pattern=ID, description="the id of a game of this service")]
ForceReference = Annotated[str, Meta(pattern=ID, description="the id of a force, at the service that saved the file")]


class ElementFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A formation, a command stand or a unit, and what is in it.

    `stands` of a company are its platoons; `grade` is that of a battalion, or a unit's own; `serves` is the regiment or
    battalion it is attached to; `type` tells tanks apart.
    """

    id: ElementId
    table: ArmyList
    part: PartKey
    name: Name
    stands: Annotated[int, Meta(ge=0, le=MOST_STANDS)] = 0
    grade: Quality | None = None
    serves: Reference = ""
    type: TankType | None = None
    on_stand: Annotated[
        int,
        Meta(ge=0, le=MOST_ON_STAND, description="figures or models on each stand; left out: as many as its table has"),
    ] = 0
    inside: tuple["ElementFile", ...] = ()


class AllowedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule that is set aside: its clause, for which element (empty: for the whole), and why."""

    clause: Annotated[str, Meta(pattern="^FF-[A-Z]{3}-[A-Z0-9-]{1,12}$")]
    of: Reference = ""
    reason: Reason = ""


class HouseRuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A contested point settled otherwise than by default: tables of organisation and limits may hang on it."""

    ruling: Annotated[str, Meta(pattern="^[A-Z]{3}-[0-9]{2,3}$", examples=["GAP-09"])]
    option: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE, examples=["four"])]
    reason: Reason = ""


class FoughtFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game in the record of a battalion: platoons lost and taken in, its dice, what it was afterwards.

    `game_id` and `told` are of a game that the service kept: which one, and the platoons lost by its log. `reason` says
    why a figure is otherwise than it was known.
    """

    of: ElementId
    game: GameTitle
    date: Annotated[str, Meta(pattern=MONTH, description="the month of the game")]
    lost: Platoons
    drafts: Platoons
    dice: Annotated[tuple[Face, ...], Meta(max_length=2)]
    full: Annotated[Platoons, Meta(description="platoons at strength")]
    platoons: Annotated[Platoons, Meta(description="platoons it went on with")]
    grade: Quality
    game_id: GameReference = ""
    told: Platoons | None = None
    sources: Annotated[tuple[Source, ...], Meta(max_length=2, description="whose each die was")] = ()
    reason: Reason = ""


class ThrownFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll after a game that was made and taken back, or stands in no record: its `nth` such game, and its dice."""

    of: ElementId
    nth: Annotated[int, Meta(ge=1, le=MOST_FOUGHT)]
    game: GameTitle
    lost: Platoons
    drafts: Platoons
    dice: Annotated[tuple[Face, ...], Meta(min_length=2, max_length=2)]
    sources: Annotated[tuple[Source, ...], Meta(min_length=2, max_length=2, description="whose each die was")]


class ForceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. `origin` and `thrown` stand in files that were saved from a service: which force it is of, there,
    and the rolls that its battalions have made and that are not in their records.
    """

    format: str
    version: int
    name: Name
    nation: Nation
    date: Annotated[str, Meta(pattern=MONTH, description="a month of the war, as 1916-07")]
    elements: tuple[ElementFile, ...]
    allowed: tuple[AllowedFile, ...] = ()
    house_rules: tuple[HouseRuleFile, ...] = ()
    fought: Annotated[tuple[FoughtFile, ...], Meta(max_length=MOST_FOUGHT)] = ()
    origin: ForceReference | UnsetType = UNSET
    thrown: Annotated[tuple[ThrownFile, ...], Meta(max_length=MOST_FOUGHT)] | UnsetType = UNSET


def read_document(data: bytes) -> Force:
    """The force in a file. Raises NotFitting, and then nothing of it has been taken in."""
    return force_of(FILE.read(data))


def force_of(file: ForceFile) -> Force:
    """The force of a file that was read. Raises NotFitting."""
    _refuse_depths(file)
    force = alike({**structs.asdict(file), "elements": tuple(map(element_of, file.elements))}, Force)
    refuse(faults(force))
    return force


def _refuse_depths(file: ForceFile) -> None:
    """Before anything follows it down: what is deeper than any formation is none."""
    waiting = [(one, 1) for one in file.elements]
    while waiting:
        element, depth = waiting.pop()
        if depth > DEEPEST:
            raise NotFitting(Misfit(element.id, "it lies too deep", f"at most {DEEPEST} levels"))
        waiting += [(one, depth + 1) for one in element.inside]


def _misread(wrong: Exception, data: bytes) -> Misfit:
    """What the reader found. Whoever knows the element needs the field alone, not the way down to it."""
    field, because, instead = plain_words(wrong)
    where = _where(data, field)
    named = field.rpartition(".")[2] if where else field
    return Misfit(where, f"{named}: {because}" if named else because, instead)


def _where(data: bytes, field: str) -> str:
    """The id of the innermost element a field lies in, if it has one."""
    try:
        at: Any = json.loads(data)
        found = ""
        for name, place in re.findall(r"(elements|inside)\[(\d+)\]", field):
            at = at[name][int(place)]
            found = at["id"] if isinstance(at.get("id"), str) else found
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return ""
    return found[:40]


FILE: Final = OpenFile("a force", ForceFile, FORMAT, VERSION, MOST_BYTES, _misread, "force", KEY)


def element_of(file: ElementFile) -> Element:
    """An element as it stands in a document."""
    return Element(
        file.id,
        file.table,
        file.part,
        file.name,
        file.stands,
        file.grade,
        file.serves,
        file.type.value if file.type else "",
        file.on_stand,
        tuple(map(element_of, file.inside)),
    )


def document_of(force: Force) -> ForceFile:
    """The document of a force."""
    told = {one.name: getattr(force, one.name) for one in fields(force)}
    elements = tuple(map(file_of, force.elements))
    return alike({"format": FORMAT, "version": VERSION, **told, "elements": elements}, ForceFile)


def file_of(element: Element) -> ElementFile:
    """An element as a document has it."""
    return ElementFile(
        element.id,
        element.table,
        PartKey(element.part),
        element.name,
        element.stands,
        element.grade,
        element.serves,
        TankType(element.type) if element.type else None,
        element.on_stand,
        tuple(map(file_of, element.inside)),
    )


def write_document(force: Force) -> bytes:
    """The document of a force, always written alike, as `read_document` takes it."""
    return written_alike(document_of(force))


def write_file(force: Force, origin: str, thrown: Iterable[ThrownFile]) -> bytes:
    """The file of a force that is kept here, with what it takes along from here."""
    return written_alike(structs.replace(document_of(force), origin=origin, thrown=tuple(thrown) or UNSET))

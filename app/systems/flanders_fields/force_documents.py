"""Force documents: file format, steps of battalion records, repository."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from itertools import pairwise
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, structs
from sqlalchemy import Engine, Executable

from app.documents.document_files import FORCE_FORMAT, OpenFile, alike, written_alike
from app.documents.document_repository import DocumentKind, DocumentShelf, KeptDocument
from app.documents.force_records import KeptStep, StepBook
from app.documents.forces import FORCES, ListedForce
from app.http.problem_details import plain_words
from app.seats.seat_repository import now
from rules.flanders_fields.armour import TankType
from rules.flanders_fields.force_checks import DEEPEST, faults
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import (
    LONGEST_NAME,
    MOST_ON_STAND,
    MOST_PLATOONS,
    MOST_STANDS,
    Element,
    Force,
    Fought,
    NotThere,
)
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import KEY, ArmyList, Nation, PartKey, Quality
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import Misfit, NotFitting, refuse

# A force as one open JSON file

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


FILE: Final = OpenFile("a force", ForceFile, FORCE_FORMAT, VERSION, MOST_BYTES, _misread, "force", KEY)


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
    return alike({"format": FORCE_FORMAT, "version": VERSION, **told, "elements": elements}, ForceFile)


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


# Changes of battalion records

CARRIED_ON, TAKEN_BACK, LEFT = "carried_on", "taken_back", "left"


@dataclass(frozen=True, slots=True)
class RecordStep:
    """A game that a battalion was carried on from, that was taken back, or that left with it; when (ISO 8601, UTC)."""

    what: str
    fought: Fought
    at: str


def steps_through(stages: Sequence[Force]) -> Iterator[KeptStep]:
    """What was done where a force was the first of these, then the next, and is the last now."""
    for was, force in pairwise(stages):
        yield from _steps(was, force)


def of_battalion(book: StepBook, force_id: str, of: str) -> Sequence[RecordStep]:
    """What was done to the record of a battalion, the first step first."""
    return [RecordStep(one.what, _fought(one.fought), one.done_at) for one in book.of_part(force_id, of)]


def element_before(book: StepBook, force_id: str, fought: Fought) -> Element | None:
    """What a battalion was before a game in its record; None where that is not kept here."""
    wanted = _written(fought)
    came_in = (one for one in book.of_part(force_id, fought.of) if one.what == CARRIED_ON)
    found = [one.before for one in came_in if one.fought == wanted and one.before]
    return element_of(msgspec.json.decode(found[-1], type=ElementFile)) if found else None


def _steps(was: Force, force: Force) -> Iterator[KeptStep]:
    there = {one.id for one in force.all()}
    for one in (Counter(was.fought) - Counter(force.fought)).elements():
        yield KeptStep(one.of, TAKEN_BACK if one.of in there else LEFT, _written(one), "")
    fresh = tuple((Counter(force.fought) - Counter(was.fought)).elements())
    games = Counter(one.of for one in fresh)
    for one in fresh:
        # Of several at once, which only a document brings that was written by hand, nobody knows what was before each.
        yield KeptStep(one.of, CARRIED_ON, _written(one), _element(was, one.of) if games[one.of] == 1 else "")


def _element(force: Force, of: str) -> str:
    try:
        return msgspec.json.encode(file_of(force.element(of))).decode()
    except NotThere:
        return ""


def _written(fought: Fought) -> str:
    return msgspec.json.encode(FoughtFile(**asdict(fought))).decode()


def _fought(written: str) -> Fought:
    return Fought(**msgspec.structs.asdict(msgspec.json.decode(written, type=FoughtFile)))


# Saved forces of Flanders Fields

KeptForce = KeptDocument[ListedForce, Force]


class ForceShelf(DocumentShelf[ListedForce, Force]):
    """The saved forces of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        super().__init__(engine, KIND, SYSTEM.key, clock)
        self._engine, self._clock = engine, clock

    @property
    def steps(self) -> StepBook:
        """What was done to the records of their battalions."""
        return StepBook(self._engine, self._clock)

    def save(self, document_id: str, seen: int, document: Force, also: Sequence[Executable] = ()) -> KeptForce | None:
        """Keep a force as it is now; None where it is gone. The same save sent again changes nothing more."""
        return self.save_through(document_id, seen, document, (), also)

    def save_through(
        self, force_id: str, seen: int, force: Force, through: Sequence[Force], also: Sequence[Executable] = ()
    ) -> KeptForce | None:
        """The same; `through` is what it was on the way. What it does to the records of its battalions is written down.

        Raises Overtaken if revision `seen` is not the newest.
        """
        stands = self.get(force_id)
        # Where revision `seen` does not stand there any more nothing is written, and what was read does not matter.
        steps = self.steps.made(force_id, steps_through((stands.document, *through, force))) if stands else ()
        return super().save(force_id, seen, force, (*steps, *also))


def _columns(force: Force) -> Mapping[str, Any]:
    come_to = totals(force, force.book)
    listed = {"name": force.name, "nation": force.nation.value, "date": force.date, "stands": come_to.stands}
    return {**listed, "battalions": come_to.battalions + come_to.pioneers}


KIND: Final = DocumentKind(FORCES, ListedForce, read_document, write_document, _columns)

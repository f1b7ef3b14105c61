"""Scenario documents: file format, library of forces and tables, repository."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from app.documents.document_files import OpenFile, alike, written_alike
from app.documents.document_repository import DocumentKind, DocumentShelf, KeptDocument, ListedDocument
from app.documents.tables import NamedTable, TableShelf, write_document
from app.documents.tables import read_document as read_table
from app.games.json_codec import Unreadable
from app.http.problem_details import plain_words
from app.randomness import JsonValue
from app.storage.schema import ScenarioRow
from app.storage.schema import table_of as row_table
from app.systems.flanders_fields.force_documents import ForceShelf, document_of
from app.systems.flanders_fields.force_documents import read_document as read_force
from rules import flanders_fields
from rules.flanders_fields.army_lists import Organisation, PartSort, organisation, organisations
from rules.flanders_fields.force_changes import only
from rules.flanders_fields.forces import Force, NotThere, make_force
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.setup.custom_scenarios import (
    LONGEST_LINE,
    LONGEST_MM,
    LONGEST_TITLE,
    MOST_LINES,
    MOST_OBJECTIVES,
    MOST_PLANNED,
    MOST_STARTS,
    MOST_TURNS,
    MOST_ZONES,
    Start,
    WrittenScenario,
    WrittenSide,
    rewritten,
)
from rules.flanders_fields.ruleset import RuleBook, calendar
from rules.flanders_fields.vocabulary import ArmyList, Side
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.serialization import Misfit, NotFitting, plain
from rules.tabletop.terrain import LaidTable, laid, table_of

# A scenario as one open JSON file

FORMAT: Final = "beaten-zone-scenario"
VERSION: Final = 1
MOST_BYTES: Final = 2_000_000
"""The longest document that is read: two forces and a table, each as long as they usually are."""
ONE_LINE: Final = r"^[^\x00-\x1f\x7f]*$"
MOST_HOUSE_RULES: Final = 200
Inner = TypeVar("Inner")
NOTHING: Final = msgspec.Raw(b"null")
A_MONTH: Final = "a month of the war, such as 1916-09"

Line = Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE, pattern=ONE_LINE)]
Lines = Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)]
Name = Annotated[str, Meta(max_length=LONGEST_TITLE, pattern=ONE_LINE)]
Mm = Annotated[int, Meta(ge=0, le=LONGEST_MM, description="mm, whole, from the attacker's rear left corner")]
Place = Annotated[Mm | None, Meta(description="mm, whole, from the attacker's rear left corner")]
Count = Annotated[int, Meta(ge=0, le=MOST_PLANNED)]
ElementId = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9.]{0,39}$", description="an element of the force")]
Face = Annotated[int, Meta(ge=1, le=6)]


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the file."""


class ZoneFile(Struct, frozen=True):
    """A rectangle in which a side deploys."""

    left_mm: Mm
    near_mm: Mm
    right_mm: Mm
    far_mm: Mm


class ReserveFile(Struct, frozen=True):
    """A battalion off the table, the first turn it rolls for, and what it needs in that turn and the next ones."""

    battalion: ElementId
    first_turn: Annotated[int, Meta(ge=1, le=MOST_TURNS)] = 2
    needed: Annotated[tuple[Face, ...], Meta(max_length=MOST_TURNS)] = ()
    where: Name = ""


class AllowanceFile(Struct, frozen=True):
    """How many lines of each sort the side may plan; `missions` are of its aircraft."""

    bombardments: Count = 0
    barrages: Count = 0
    gas: Count = 0
    works: Count = 0
    missions: Count = 0


class StartFile(Struct, frozen=True):
    """A part of the force, a battalion with all that is in it, and how it begins."""

    of: ElementId
    begins: Start


class SideFile(Struct, frozen=True):
    """A side. `force` is the document of a force, or {"id": one of the library}."""

    force: dict[str, Any]
    name: Name = ""
    zones: Annotated[tuple[ZoneFile, ...], Meta(max_length=MOST_ZONES)] = ()
    reserves: Annotated[tuple[ReserveFile, ...], Meta(max_length=40)] = ()
    behind_the_table: Annotated[tuple[ElementId, ...], Meta(max_length=60)] = ()
    superimposed: Annotated[tuple[ElementId, ...], Meta(max_length=60)] = ()
    in_action: bool = True
    heavy_artillery: bool = False
    plan: AllowanceFile = AllowanceFile()
    starts: Annotated[tuple[StartFile, ...], Meta(max_length=MOST_STARTS)] = ()


class ObjectiveFile(Struct, frozen=True):
    """What is to be held or done; `side` is left out where it is either's, the place where it is none.

    `holder` has it when play begins; left out: nobody.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE, pattern=ONE_LINE)]
    side: Side | None = None
    points: Count = 1
    x_mm: Place = None
    y_mm: Place = None
    holder: Side | None = None


class ScenarioRuleFile(Struct, frozen=True):
    """A house rule the scenario is played by."""

    ruling: Name
    option: Name
    reason: Name = ""


class ScenarioFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The whole file. `table` is the document of a table, {"id": one of the library}, or left out."""

    format: str
    version: int
    title: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE, pattern=ONE_LINE)]
    date: Annotated[
        str,
        Meta(pattern=r"^(\d{4}-\d{2})?$", description="a month of the war, as 1916-07; left out: that of its forces"),
    ] = ""
    attacker: SideFile
    defender: SideFile
    situation: Lines = ()
    origin: Annotated[str, Meta(max_length=LONGEST_LINE, pattern=ONE_LINE)] = ""
    special_rules: Lines = ()
    specimen_rules: bool = False
    house_rules: Annotated[tuple[ScenarioRuleFile, ...], Meta(max_length=MOST_HOUSE_RULES)] = ()
    limits_plans: bool = False
    turns: Annotated[int, Meta(ge=0, le=MOST_TURNS)] = 0
    objectives: Annotated[tuple[ObjectiveFile, ...], Meta(max_length=MOST_OBJECTIVES)] = ()
    table: dict[str, Any] | None = None
    decides: Lines = ()


class _SideRead(SideFile, frozen=True, kw_only=True):
    """A side as it is read: a document inside stays as it was written until its own reader reads it."""

    force: msgspec.Raw  # type: ignore[assignment]


class _ScenarioRead(ScenarioFile, frozen=True, kw_only=True):
    attacker: _SideRead
    defender: _SideRead
    table: msgspec.Raw = NOTHING  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Library:
    """What a document may name in place of holding it; each gives None for what is not there."""

    force: Callable[[str, str], Force | None]
    table: Callable[[str], NamedTable | None]


def file_schema(place: str = "#/$defs/{name}") -> dict[str, Any]:
    """The schema of the file, its parts referred to at `place`. A house rule keeps the name it had there first."""
    (whole,), inside = msgspec.json.schema_components((ScenarioFile,), ref_template=place)
    told = msgspec.json.encode({**whole, "$defs": inside}).replace(b"ScenarioRuleFile", b"HouseRuleFile")
    return msgspec.json.decode(told, type=dict[str, Any])


def _misread(wrong: Exception, _data: bytes) -> Misfit:
    where, because, instead = plain_words(wrong)
    return Misfit(where, because, A_MONTH if where == "date" else instead)


FILE: Final = OpenFile("a scenario", _ScenarioRead, FORMAT, VERSION, MOST_BYTES, _misread)


def read_document(data: bytes, library: Library) -> WrittenScenario:
    """The scenario in a file, whole. Raises NotFitting, and then nothing of it has been taken in."""
    file = FILE.read(data)
    told = asdict(file) | {"table": _table(file.table, library)}
    date = file.date or _date_of_forces({side: told[side.value].force for side in Side}, library)
    _check_month(date)
    sides = {side.value: _side(told[side.value], side, date, library) for side in Side}
    return alike(told | sides | {"date": date}, WrittenScenario)


def _date_of_forces(forces: Mapping[Side, msgspec.Raw], library: Library) -> str:
    """Return the month that the forces of a scenario agree on. Raises NotFitting where somebody has to say it."""
    found = {_date_of(told, f"{side.value}.force", library) for side, told in forces.items()} - {""}
    if len(found) == 1:
        return found.pop()
    because = f"its forces are of {' and '.join(sorted(found))}" if found else "none of its forces has a month"
    raise NotFitting(Misfit("date", because, f"give {A_MONTH}"))


def _date_of(told: msgspec.Raw, where: str, library: Library) -> str:
    """The month of a force that was made here or is in the document; empty for one that can be had in many months."""
    name = _named(told, where)
    if name is None:
        return _inside(read_force, told, where).date
    return "" if ":" in name else _force(told, where, "", library).date


def _check_month(date: str) -> None:
    """Before any force is looked for: there is none in a month that is outside the war."""
    try:
        calendar().period_of(parse_month(date))
    except BadMonth as wrong:
        because, _, instead = str(wrong).partition("; ")
        raise NotFitting(Misfit("date", because, instead or A_MONTH)) from wrong


def _side(file: _SideRead, side: Side, date: str, library: Library) -> WrittenSide:
    told = asdict(file) | {"force": _force(file.force, f"{side.value}.force", date, library), "name": file.name.strip()}
    told["reserves"] = [replace(one, where=one.where.strip()) for one in file.reserves]
    return alike(told, WrittenSide)


def _named(told: msgspec.Raw, where: str) -> str | None:
    """The id a part of the document names; None where it holds the thing itself. Raises NotFitting."""
    try:
        parts = msgspec.json.decode(told, type=dict[str, msgspec.Raw])
        return str(msgspec.json.decode(parts["id"])) if parts.keys() == {"id"} else None
    except msgspec.MsgspecError as wrong:
        _, because, instead = plain_words(wrong)
        raise NotFitting(Misfit(where, because, instead)) from wrong


def _force(told: msgspec.Raw, where: str, date: str, library: Library) -> Force:
    name = _named(told, where)
    if name is None:
        return _inside(read_force, told, where)
    found = library.force(name, date)
    if found is None:
        because = f"there is no force {name[:60]!r} here in {date}"
        raise NotFitting(Misfit(where, because, "one of the list, or a file"))
    return found


def _table(told: msgspec.Raw, library: Library) -> LaidTable | None:
    if bytes(told) == bytes(NOTHING):
        return None
    name = _named(told, "table")
    found = _inside(read_table, told, "table") if name is None else library.table(name)
    if found is None:
        because = f"there is no table {(name or '')[:60]!r} in the library"
        raise NotFitting(Misfit("table", because, "one of the list, or a file"))
    return laid(found.name, found.table)


def _inside(read: Callable[[bytes], Inner], told: msgspec.Raw, where: str) -> Inner:
    """What a document inside of it is. Raises NotFitting, with where in the whole the first fault of it lies."""
    try:
        return read(bytes(told))
    except NotFitting as bad:
        first = bad.wrong[0]
        of = f"{where}.{first.of}" if first.of else where
        raise NotFitting(Misfit(of, first.because, first.instead)) from bad


def write_scenario(written: WrittenScenario) -> bytes:
    """The file of a scenario with everything in it, always written alike, as `read_document` takes it."""
    table = written.table
    told = {one.name: getattr(written, one.name) for one in fields(written)}
    told |= {side.value: _file(written.side(side)) for side in Side}
    told["table"] = json.loads(write_document(NamedTable(table.name, table_of(table)))) if table else None
    return written_alike(alike({"format": FORMAT, "version": VERSION, **told}, ScenarioFile))


def _file(side: WrittenSide) -> SideFile:
    told = {one.name: getattr(side, one.name) for one in fields(side)}
    return alike(told | {"force": msgspec.to_builtins(document_of(side.force))}, SideFile)


# Forces and tables that a scenario names

DIVISIONS: Final = (
    ArmyList.BRITISH_1914,
    ArmyList.BRITISH_1915,
    ArmyList.BRITISH_1917,
    ArmyList.FRENCH_1914,
    ArmyList.FRENCH_1917,
    ArmyList.GERMAN_1914,
    ArmyList.GERMAN_1916,
)
PARTS: Final[Mapping[str, int]] = {"regiment": 1, "two-regiments": 2, "division": 99}
"""How many of a division's regiments or brigades a ready force brings, by the second part of its id."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A force that can be had at once: its id, what it is, and the months it can be had in, both included."""

    id: str
    title: str
    first: str
    last: str


def spans() -> tuple[Ready, ...]:
    """Every force that can be had, of one or two regiments or a whole division."""
    found = organisations()
    return tuple(one for table in DIVISIONS for one in _of_table(found[table]))


def _of_table(table: Organisation) -> Iterator[Ready]:
    word = table.regiment_word
    sizes = {"regiment": f"one {word}", "two-regiments": f"two {word}s", "division": "the whole division"}
    for part, size in sizes.items():
        yield Ready(f"{table.id}:{part}", f"{table.title}: {size}", str(table.first), str(table.last))


def ready_force(name: str, date: str) -> Force | None:
    """A ready force by its id, as it is in a month; None where there is none of that id then."""
    table, _, part = name.partition(":")
    if table not in {one.value for one in DIVISIONS} or part not in PARTS:
        return None
    try:
        book = RuleBook.for_game(parse_month(date))
        if not organisation(ArmyList(table), book).holds(book.when.month):
            return None
        return _trimmed(make_force(ArmyList(table), book), PARTS[part])
    except (BadMonth, NotThere):
        return None


def _trimmed(force: Force, regiments: int) -> Force:
    """So many of its regiments, with what serves with them; the whole of it for more than it has."""
    sorts = {one.id: organisations()[one.table].parts[one.part].sort for one in force.all()}
    found = [one.id for one in force.all() if sorts[one.id] is PartSort.REGIMENT]
    return force if regiments >= len(found) else only(force, found[:regiments])


def library_of(tables: TableShelf, forces: ForceShelf) -> Library:
    """The library of one server: what lies ready, and what was made here."""

    def force(name: str, date: str) -> Force | None:
        kept = None if ":" in name else forces.get(name)
        return kept.document if kept else ready_force(name, date)

    def table(name: str) -> NamedTable | None:
        kept = tables.get(name)
        return kept.document if kept else None

    return Library(force, table)


# The ready tables of Flanders Fields

GROUNDS: Final = Path(flanders_fields.__file__).parent / "data" / "scenarios" / "grounds"


@lru_cache(maxsize=1)
def ready_tables() -> Mapping[str, NamedTable]:
    """Return the ready tables by the id of their scenario. Raises NotFitting for a broken file."""
    return {path.stem: read_table(path.read_bytes()) for path in sorted(GROUNDS.glob("*.json"))}


# Ready scenarios


@lru_cache(maxsize=32)
def ready_document(scenario_id: str) -> bytes:
    """The document of a ready scenario, on its own table. Raises KeyError where there is none of that id."""
    ground = ready_tables().get(scenario_id)
    return write_scenario(rewritten(scenarios()[scenario_id], laid(ground.name, ground.table) if ground else None))


# Scenarios of the server


@dataclass(frozen=True, slots=True)
class ListedScenario(ListedDocument):
    """A scenario in the list."""

    title: str
    date: str


KeptScenario = KeptDocument[ListedScenario, bytes]
ScenarioShelf = DocumentShelf[ListedScenario, bytes]
"""A scenario is kept as its open document: what it names of tables and forces is looked up when it is played."""


class _Heading(msgspec.Struct, frozen=True):
    title: str
    date: str


def _columns(document: bytes) -> Mapping[str, Any]:
    return msgspec.structs.asdict(msgspec.json.decode(document, type=_Heading))


def _ready() -> Mapping[str, Mapping[str, Any]]:
    return {key: {"title": one.title, "date": one.date} for key, one in scenarios().items()}


SCENARIOS: Final = DocumentKind(
    row_table(ScenarioRow), ListedScenario, bytes, bytes, _columns, ready=_ready, ready_one=ready_document
)


# Commands that bring a scenario

Command = Mapping[str, JsonValue]


def with_own_scenario(tables: TableShelf, forces: ForceShelf) -> Callable[[Command], Command]:
    """How a command gets the scenario it brings. Raises Unreadable where that is none."""

    def supplied(command: Command) -> Command:
        own = command.get("own")
        if command.get("kind") != "create_game" or not isinstance(own, dict) or "format" not in own:
            return command
        return {**command, "own": _read(msgspec.json.encode(own), tables, forces)}

    return supplied


def _read(document: bytes, tables: TableShelf, forces: ForceShelf) -> Any:
    try:
        return plain(read_document(document, library_of(tables, forces)))
    except NotFitting as bad:
        (wrong,) = bad.wrong
        raise Unreadable(f"own.{wrong.of}" if wrong.of else "own", wrong.because, wrong.instead) from bad

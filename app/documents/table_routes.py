"""Routes of tables as JSON, with example requests."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from fastapi import APIRouter, Body, Depends, Path, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from app.documents.document_files import TABLE
from app.documents.ownership import key_of
from app.documents.routes import (
    ONE_LINE,
    SMALL,
    DocumentRoutes,
    DocumentUse,
    RouteWords,
    at_once,
    no_such_system,
    not_fitting,
    of_this_device,
    system_asked,
)
from app.documents.tables import (
    MOST_BYTES,
    KeptTable,
    ListedTable,
    NamedTable,
    TableFile,
    TerrainUse,
    read_document,
    write_document,
)
from app.games.app_services import keeper_of
from app.http import problem_details
from app.http.bodies import Strict, shown_as
from app.http.guards import anyone
from app.http.openapi_fragments import PLACE, body, body_of_save, documented, file_of, one, sample
from app.http.problem_details import Problem
from app.plugins import plugins_of
from app.system_service import service_of
from rules.kernel.distances import MM_A_CM
from rules.kernel.serialization import Misfit, NotFitting
from rules.tabletop.stands import LONGEST_MM
from rules.tabletop.terrain import Table
from rules.tabletop.terrain_faults import SHORTEST_TABLE_MM

# Example requests

SMALL_TABLE: Final = sample(__file__, "small_table")
NEW: Final = one("usual", "Six feet by four", {"name": "Our table", "width_cm": 120, "depth_cm": 180})
NAMED: Final = one("named", "A name", {"name": "Mons, our way"})
COPIED: Final = one("named", "A name", {"name": "Mons, our way"})
FILE: Final = one("small", "A wood and a road", SMALL_TABLE)
SAVE: Final = one("changed", "What was drawn over revision 1", {"revision": 1, "document": SMALL_TABLE})
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name=TableFile.__name__)}
BODY_OF_A_TABLE: Final = body(DOCUMENT, FILE, "what `one_tabletop` gave, here or on another server")
BODY_OF_A_SAVE: Final = body_of_save(
    DOCUMENT, SAVE, "the whole table as it shall be, and which revision it was made from"
)
FILE_OF_A_TABLE: Final = file_of(DOCUMENT)


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    _, inside = msgspec.json.schema_components((TableFile,), ref_template=PLACE)
    return dict(inside)


# Tables as JSON

TableName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=ONE_LINE)]
SideCm = Annotated[int, Field(ge=SHORTEST_TABLE_MM // MM_A_CM, le=LONGEST_MM // MM_A_CM)]
TableId = Annotated[
    str, Path(description="the id of a table, as it stands in its address", examples=["mons-1914"], max_length=40)
]

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


class TableWanted(Strict):
    """A new table with nothing on it."""

    name: TableName = Field(description="what the table is called, on one line")
    width_cm: SideCm = Field(120, description="centimetres along the near edge")
    depth_cm: SideCm = Field(180, description="centimetres from the near edge to the far one")
    system: str = Field("", max_length=40, description="the rule system it is for; left out: that of unnamed documents")


class TableNamed(Strict):
    """What a table shall be called."""

    name: TableName = Field(description="what the table is called, on one line")


class TableCopyWanted(TableNamed):
    """A copy of a table: what it shall be called, and for which rule system."""

    system: str = Field("", max_length=40, description="the rule system it is for; left out: that of the table")


class TabletopShown(BaseModel):
    """A table of the library. Times are ISO 8601, UTC; ready tables, which nobody changes, have none."""

    id: str = Field(description="the id of the table", examples=["mons-1914"])
    name: str = Field(description="what it is called", examples=["Mons 1914"])
    width_mm: int = Field(description="mm along the near edge", examples=[1200])
    depth_mm: int = Field(description="mm from the near edge to the far one", examples=[1800])
    pieces: int = Field(description="how many pieces of terrain lie on it", examples=[17])
    system: str = Field(description="the key of the rule system it is for")
    revision: int = Field(description="grows with every save; 0 for a ready table", examples=[1])
    created_at: str = Field(description="when it was first kept")
    changed_at: str = Field(description="when it was last saved")
    is_ready: bool = Field(description="whether it lies ready beside a scenario")
    is_yours: bool = Field(description="whether this device drew it, and may change it")


WantedTable = Annotated[TableWanted, Body(openapi_examples=dict(NEW))]
WantedName = Annotated[TableNamed, Body(openapi_examples=dict(NAMED))]
WantedCopy = Annotated[TableCopyWanted, Body(openapi_examples=dict(COPIED))]


def no_such_table(table_id: str) -> problem_details.HttpAnswer:
    """There is no table of this id."""
    return problem_details.not_found(
        "no-such-table", "No such table", f"there is no table {table_id} here", "look in the list"
    )


def table_shown(listed: ListedTable, request: Request) -> TabletopShown:
    """A table as this device sees it in the list."""
    return shown_as(TabletopShown, listed, is_yours=listed.is_made_by(key_of(request)))


def _named(table_id: TableId) -> str:
    return table_id


class TableCopy(NamedTuple):
    """A copy that was asked for: its name, its rule system if that is another, and what that reads of a table."""

    name: str
    system: str
    terrain: TerrainUse


def _copy_wanted(wanted: WantedCopy, request: Request) -> TableCopy:
    """Return the copy that a request asks for. Raises Problem: 422 for a rule system that is not here."""
    plugins = plugins_of(request)
    if not wanted.system:
        return TableCopy(wanted.name, "", TerrainUse())
    if wanted.system not in plugins:
        raise Problem(no_such_system(wanted.system, plugins.games))
    return TableCopy(wanted.name, wanted.system, service_of(plugins[wanted.system]).terrain)


def _copied(table: NamedTable, wanted: TableCopy) -> NamedTable:
    """Return the table under another name, and for another rule system if one is named. Raises Problem."""
    if not wanted.system:
        return replace(table, name=wanted.name)
    if unknown := wanted.terrain.unknown(table.table):
        because = f"it has no rules for {', '.join(unknown[:3])}"
        wrong = NotFitting(Misfit("system", because, "take these pieces off the table first"))
        raise Problem(not_fitting("The table cannot be copied for this rule system", "field", wrong))
    return replace(table, name=wanted.name, system=wanted.system)


def _read(request: Request, document: bytes) -> NamedTable:
    try:
        named = read_document(document)
    except NotFitting as wrong:
        raise Problem(not_fitting("The table cannot be taken in", "piece", wrong)) from wrong
    systems = plugins_of(request).games
    if named.system and named.system not in systems:
        raise Problem(no_such_system(named.system, systems))
    return named


def _new(kept: KeptTable, is_yours: bool) -> TabletopShown:
    return shown_as(TabletopShown, kept.listed, is_yours=is_yours)


TABLETOPS: Final = DocumentUse(
    "table",
    TABLE,
    lambda keeper: keeper.tabletops,
    _read,
    write_document,
    no_such_table,
    instead="load the page again and draw on what stands there now",
    elsewhere="this table was drawn on another device: copy it, and change the copy",
    lies_ready="a table that lies ready stays as it is: copy it, and change the copy",
)
found: Final = TABLETOPS.found
maker_for: Final = TABLETOPS.maker("table_id")
ROUTES: Final = DocumentRoutes(
    TABLETOPS,
    router,
    _named,
    writes=[Depends(maker_for)],
    most_bytes=MOST_BYTES,
    new=_new,
    saved=at_once(_new),
    new_model=TabletopShown,
    saved_model=TabletopShown,
)
ROUTES.add_list(
    RouteWords(
        "every_tabletop",
        "Every table of the library: those drawn on this server, then those that lie ready.",
        "The tables, newest change first",
    ),
    list[TabletopShown],
    lambda request, system: keeper_of(request).tabletops.of_system(system),
    lambda listed, is_yours: shown_as(TabletopShown, listed, is_yours=is_yours),
)
ROUTES.add_file(
    RouteWords(
        "one_tabletop",
        "One table as a file, to keep, to change by another program, or to take to another server.",
        "The table as an open document; docs/table-format.md says how to read it",
    ),
    FILE_OF_A_TABLE,
)


@router.post(
    "",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=SMALL,
    response_description="The table; this device may change it",
    responses=documented(422, 429, 507),
)
def new_tabletop(wanted: WantedTable, request: Request, response: Response) -> TabletopShown:
    """Begin a table with nothing on it; this device is its maker."""
    system_asked(request, wanted.system)
    table = Table(wanted.width_cm * MM_A_CM, wanted.depth_cm * MM_A_CM)
    owned = of_this_device(request, response)
    kept = TABLETOPS.added(NamedTable(wanted.name, table, wanted.system), owned, request)
    return shown_as(TabletopShown, kept.listed, is_yours=True)


ROUTES.add_import(
    RouteWords(
        "bring_tabletop",
        "Take in a table from a file, as a whole or not at all; this device is its maker.",
        "The table; this device may change it",
    ),
    BODY_OF_A_TABLE,
)
ROUTES.add_copy(
    RouteWords(
        "copy_tabletop",
        "Copy a table, ready or drawn by anybody, to change the copy; this device is its maker.",
        "The copy; this device may change it",
    ),
    _copy_wanted,
    _copied,
    422,
)
ROUTES.add_save(
    RouteWords(
        "save_tabletop",
        "Keep a table as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409.",
        "It is kept as it was sent",
    ),
    BODY_OF_A_SAVE,
)


@router.post(
    "/{table_id}/rename",
    dependencies=[Depends(maker_for)],
    max_body_size=SMALL,
    response_description="The table under its new name",
    responses=documented(404, 507),
)
def rename_tabletop(table_id: TableId, wanted: WantedName, request: Request) -> TabletopShown:
    """Call a table otherwise."""
    kept = keeper_of(request).tabletops.rename(table_id, wanted.name)
    if kept is None:
        raise Problem(no_such_table(table_id))
    return table_shown(kept.listed, request)


ROUTES.add_delete(
    RouteWords("delete_tabletop", "Throw a table away. Games that were begun on it keep their own copy.", "It is gone")
)

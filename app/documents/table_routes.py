"""Routes of tables as JSON, with example requests."""

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
    document_texts,
    no_such_system,
    not_fitting,
    of_this_device,
    system_asked,
)
from app.documents.tables import (
    MOST_BYTES,
    ListedTable,
    NamedTable,
    TableFile,
    TerrainUse,
    read_document,
    write_document,
)
from app.games.app_services import keeper_of
from app.http.bodies import Strict, shown_as
from app.http.guards import anyone
from app.http.openapi_fragments import PLACE, documented, one, sample
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
    named = read_document(document)
    systems = plugins_of(request).games
    if named.system and named.system not in systems:
        raise Problem(no_such_system(named.system, systems))
    return named


def _shown(listed: ListedTable, is_yours: bool) -> TabletopShown:
    return shown_as(TabletopShown, listed, is_yours=is_yours)


TEXTS: Final = document_texts(__file__)["table"]
TABLETOPS: Final = DocumentUse(TEXTS, TABLE, lambda keeper: keeper.tabletops, _read, write_document)
found: Final = TABLETOPS.found
maker_for: Final = TABLETOPS.maker("table_id")
ROUTES: Final = DocumentRoutes(
    TABLETOPS, router, _named, MOST_BYTES, PLACE.format(name=TableFile.__name__), SMALL_TABLE, TabletopShown, _shown
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
        raise Problem(TEXTS.no_such(table_id))
    return table_shown(kept.listed, request)


ROUTES.add_all(
    lambda request, system: keeper_of(request).tabletops.of_system(system), (_copy_wanted, _copied), refusals=(422,)
)

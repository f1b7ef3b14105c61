"""Tables as JSON: the list, one as its open document, new, brought in, copied, saved, renamed, thrown away."""

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from app.documented import documented
from app.documents.files import overtaken, read_save
from app.documents.makers import key_for, key_of
from app.documents.rows import NewerThere
from app.games import problems
from app.games.keeper import keeper_of
from app.games.problems import JSON, Problem, problem
from app.seats.guard import anyone
from app.seats.routes import Decided, Strict
from app.tabletops import examples
from app.tabletops.document import MOST_BYTES, NamedTable, NotATable, read_document, write_document
from app.tabletops.keys import TableId, maker_for, no_such_table
from app.tabletops.shelf import Kept, Listed
from rules.kernel.measure import MM_A_CM
from rules.tabletop.faults import SHORTEST_TABLE_MM
from rules.tabletop.stands import LONGEST_MM
from rules.tabletop.terrain import Table

SMALL: Final = 4096
WITH_A_REVISION: Final = MOST_BYTES + SMALL
ONE_LINE: Final = r"^[^\x00-\x1f\x7f]*$"
TableName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=ONE_LINE)]
SideCm = Annotated[int, Field(ge=SHORTEST_TABLE_MM // MM_A_CM, le=LONGEST_MM // MM_A_CM)]

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


class TableWanted(Strict):
    """A new table with nothing on it."""

    name: TableName = Field(description="what the table is called, on one line")
    width_cm: SideCm = Field(120, description="centimetres along the near edge")
    depth_cm: SideCm = Field(180, description="centimetres from the near edge to the far one")


class NameWanted(Strict):
    """What a table shall be called."""

    name: TableName = Field(description="what the table is called, on one line")


class TableShown(BaseModel):
    """A table of the library. Times are ISO 8601, UTC; ready tables, which nobody changes, have none."""

    id: str = Field(description="the id of the table", examples=["mons-1914"])
    name: str = Field(description="what it is called", examples=["Mons 1914"])
    width_mm: int = Field(description="mm along the near edge", examples=[1200])
    depth_mm: int = Field(description="mm from the near edge to the far one", examples=[1800])
    pieces: int = Field(description="how many pieces of terrain lie on it", examples=[17])
    revision: int = Field(description="grows with every save; 0 for a ready table", examples=[1])
    created_at: str = Field(description="when it was first kept")
    changed_at: str = Field(description="when it was last saved")
    is_ready: bool = Field(description="whether it lies ready beside a scenario")
    is_yours: bool = Field(description="whether this device drew it, and may change it")


WantedTable = Annotated[TableWanted, Body(openapi_examples=dict(examples.NEW))]
WantedName = Annotated[NameWanted, Body(openapi_examples=dict(examples.NAMED))]


@router.get("", dependencies=[Depends(anyone)], response_description="The tables, newest change first")
def every_tabletop(request: Request) -> list[TableShown]:
    """Every table of the library: those drawn on this server, then those that lie ready."""
    return [shown(one, request) for one in keeper_of(request).tabletops.all()]


@router.get(
    "/{table_id}",
    dependencies=[Depends(anyone)],
    response_model=None,
    response_description="The table as an open document; docs/table-format.md says how to read it",
    responses={200: examples.FILE_OF_A_TABLE, **documented(404)},
)
def one_tabletop(table_id: TableId, request: Request) -> Response:
    """One table as a file, to keep, to change by another program, or to take to another server."""
    kept = found(request, table_id)
    headers = {"Content-Disposition": f'attachment; filename="table-{table_id}.json"'}
    return Response(write_document(kept.named), media_type=JSON, headers=headers)


@router.post(
    "",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=SMALL,
    response_description="The table; this device may change it",
    responses=documented(429, 507),
)
def new_tabletop(wanted: WantedTable, request: Request, response: Response) -> TableShown:
    """Begin a table with nothing on it; this device is its maker."""
    table = Table(wanted.width_cm * MM_A_CM, wanted.depth_cm * MM_A_CM)
    return _added(NamedTable(wanted.name, table), request, response)


@router.post(
    "/import",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=MOST_BYTES,
    openapi_extra=examples.BODY_OF_A_TABLE,
    response_description="The table; this device may change it",
    responses=documented(422, 429, 507),
)
async def bring_tabletop(request: Request, response: Response) -> TableShown:
    """Take in a table from a file, as a whole or not at all; this device is its maker."""
    named = _read(await request.body())
    return await asyncio.to_thread(_added, named, request, response)


@router.post(
    "/{table_id}/copy",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=SMALL,
    response_description="The copy; this device may change it",
    responses=documented(404, 429, 507),
)
def copy_tabletop(table_id: TableId, wanted: WantedName, request: Request, response: Response) -> TableShown:
    """Copy a table, ready or drawn by anybody, to change the copy; this device is its maker."""
    return _added(replace(found(request, table_id).named, name=wanted.name), request, response)


@router.post(
    "/{table_id}/save",
    dependencies=[Depends(maker_for)],
    max_body_size=WITH_A_REVISION,
    openapi_extra=examples.BODY_OF_A_SAVE,
    response_description="It is kept as it was sent",
    responses=documented(404, 409, 422, 507),
)
async def save_tabletop(table_id: TableId, request: Request) -> TableShown:
    """Keep a table as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409."""
    seen, document = read_save(await request.body())
    named = _read(document)
    return await asyncio.to_thread(_saved, request, table_id, seen, named)


@router.post(
    "/{table_id}/rename",
    dependencies=[Depends(maker_for)],
    max_body_size=SMALL,
    response_description="The table under its new name",
    responses=documented(404, 507),
)
def rename_tabletop(table_id: TableId, wanted: WantedName, request: Request) -> TableShown:
    """Call a table otherwise."""
    listed = keeper_of(request).tabletops.rename(table_id, wanted.name)
    if listed is None:
        raise Problem(no_such_table(table_id))
    return shown(listed, request)


@router.post(
    "/{table_id}/delete",
    status_code=204,
    dependencies=[Depends(maker_for)],
    max_body_size=SMALL,
    response_description="It is gone",
    responses=documented(404, 507),
)
def delete_tabletop(table_id: TableId, _: Decided, request: Request) -> None:
    """Throw a table away. Games that were begun on it keep their own copy."""
    keeper_of(request).tabletops.delete(table_id)


def found(request: Request, table_id: str) -> Kept:
    """A table of the library. Raises Problem: 404."""
    kept = keeper_of(request).tabletops.get(table_id)
    if kept is None:
        raise Problem(no_such_table(table_id))
    return kept


def shown(listed: Listed, request: Request) -> TableShown:
    """A table as this device sees it in the list."""
    names = ("id", "name", "width_mm", "depth_mm", "pieces", "revision", "created_at", "changed_at", "is_ready")
    told: dict[str, Any] = {name: getattr(listed, name) for name in names}
    return TableShown(**told, is_yours=listed.is_made_by(key_of(request)))


def _added(named: NamedTable, request: Request, response: Response) -> TableShown:
    keeper = keeper_of(request)
    keeper.limits.opens_a_game(request)
    listed = keeper.tabletops.add(named, key_for(response, request))
    return shown(listed, request).model_copy(update={"is_yours": True})


def _saved(request: Request, table_id: str, seen: int, named: NamedTable) -> TableShown:
    try:
        listed = keeper_of(request).tabletops.save(table_id, seen, named)
    except NewerThere as newer:
        instead = "load the page again and draw on what stands there now"
        raise Problem(overtaken("this table", instead)) from newer
    if listed is None:
        raise Problem(no_such_table(table_id))
    return shown(listed, request)


def _read(document: bytes) -> NamedTable:
    """The table of a document. Raises Problem: 422, with what is wrong with each piece."""
    try:
        return read_document(document)
    except NotATable as wrong:
        raise Problem(not_a_table(wrong)) from wrong


def not_a_table(wrong: NotATable) -> problems.Answer:
    """Why a document is no table: the first fault as every problem tells it, and all of them by piece."""
    first = wrong.wrong[0]
    detail = f"{first.piece}: {first.because}" if first.piece else first.because
    told = [{"piece": one.piece, "because": one.because, "instead": one.instead} for one in wrong.wrong[:50]]
    more = {"field": first.piece, "instead": first.instead, "wrong": told}
    return problem(422, "unreadable", "The table cannot be taken in", detail, **more)

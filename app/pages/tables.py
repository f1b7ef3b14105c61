"""The library of tables: the list, one table as a map, and the editor that draws it."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.maps.drawing import NAMED_EDGES, Edges, draw
from app.maps.words import told
from app.pages.rendering import page
from app.plugins import plugins_of
from app.seats.guard import anyone
from app.tabletops.routes import TableId, found, table_shown
from app.tabletops.shelf import KeptTable
from rules.kernel.values import dataclass

router = APIRouter()


@router.get("/tables", dependencies=[Depends(anyone)])
def tables(request: Request) -> HTMLResponse:
    """Every table of the library, and the ways to a new one."""
    kept = keeper_of(request).tabletops.all()
    books = _books(request)
    listed = [{"table": table_shown(one, request), "book": books.get(one.system, "")} for one in kept]
    systems = [{"value": key, "word": book} for key, book in books.items()]
    return page("tables/index.html", {"tables": listed, "systems": systems})


@router.get("/tables/{table_id}", dependencies=[Depends(anyone)])
def one_table(table_id: TableId, request: Request, across: bool = False) -> HTMLResponse:
    """A table as a map with all of it in words beside; `across`: from the far edge."""
    return page("tables/table.html", _shown(found(request, table_id), request, across))


def _books(request: Request) -> dict[str, str]:
    """The rule books of the systems that tables are drawn for, by their keys; none where there is one alone."""
    plugins = [plugin for plugin in plugins_of(request).values() if plugin.has_game]
    return {plugin.key: plugin.title for plugin in plugins} if len(plugins) > 1 else {}


@dataclass(frozen=True, slots=True)
class CopyFor:
    """Another rule system that a table may be copied for: what does not carry over, and which pieces prevent it."""

    value: str
    word: str
    lost: Sequence[str]
    prevents: Sequence[str]


def _copies(kept: KeptTable, request: Request) -> list[CopyFor]:
    """The other systems that a table may be copied for: what does not carry over, or the pieces that prevent it."""
    table, systems = kept.document.table, plugins_of(request)
    others = [(key, book) for key, book in _books(request).items() if key != kept.listed.system]
    uses = [(key, book, systems[key].service.terrain) for key, book in others]
    return [CopyFor(key, book, list(use.lost(table)), use.unknown(table)) for key, book, use in uses]


def edges_of(system: str, request: Request) -> Edges:
    """What the edges of a table are called in its rule system."""
    plugin = plugins_of(request).get(system)
    return plugin.info.edges if plugin else NAMED_EDGES


def _shown(kept: KeptTable, request: Request, across: bool) -> dict[str, Any]:
    table = kept.document.table
    return {
        "table": table_shown(kept.listed, request),
        "map": draw(table, across=across, edges=edges_of(kept.listed.system, request)),
        "book": _books(request).get(kept.listed.system, ""),
        "copies": _copies(kept, request),
        "told": told(table, across),
        "across": across,
        "here": f"/tables/{kept.listed.id}",
    }

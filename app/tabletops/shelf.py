"""The library of tables: those drawn here, in the database, and those that lie ready beside the scenarios."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Engine

from app.documents.shelf import DocumentKind, DocumentShelf, KeptDocument, ListedDocument, Overtaken
from app.seats.book import now
from app.store.tables import TabletopRow, table_of
from app.tabletops.document import NamedTable, read_document, write_document
from app.tabletops.ready import ready_tables
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ListedTable(ListedDocument):
    """A table in the list, of any system."""

    name: str
    width_mm: int
    depth_mm: int
    pieces: int
    system: str


KeptTable = KeptDocument[ListedTable, NamedTable]


class TableShelf(DocumentShelf[ListedTable, NamedTable]):
    """Drawn tables in the database, the ready ones beside them, of all systems."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        super().__init__(engine, TABLES, clock=clock)

    def of_system(self, system: str) -> Sequence[ListedTable]:
        """Those of one rule system: the drawn ones, the newest change first, then the ready ones."""
        return [one for one in self.all() if one.system == system]

    def rename(self, table_id: str, name: str) -> KeptTable | None:
        """Call a table otherwise, whatever is saved meanwhile; None where there is none."""
        while kept := self.get(table_id):
            with suppress(Overtaken):
                return self.save(table_id, kept.listed.revision, replace(kept.document, name=name))
        return None


def told_apart(tables: Sequence[ListedTable]) -> dict[str, str]:
    """Return the words for a choice among tables, by their ids: a copy often has the name of its ready table."""
    drawn = {one.name for one in tables if not one.is_ready}
    return {one.id: f"{one.name}, ready" if one.is_ready and one.name in drawn else one.name for one in tables}


def _columns(named: NamedTable) -> Mapping[str, Any]:
    from app.systems.listed import system_of_unnamed

    table = named.table
    size = {"width_mm": table.width_mm, "depth_mm": table.depth_mm, "pieces": len(table.pieces)}
    return {"name": named.name, "system": named.system or system_of_unnamed(), **size}


TABLES: Final = DocumentKind(
    table_of(TabletopRow),
    ListedTable,
    read_document,
    write_document,
    _columns,
    ready=lambda: {key: _columns(one) for key, one in ready_tables().items()},
    ready_one=lambda key: ready_tables()[key],
)

"""The library of tables: those drawn here, in the database, and those that lie ready beside the scenarios."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Engine

from app.documents.shelf import DocumentKind, DocumentShelf, KeptDocument, ListedDocument, Overtaken
from app.store.tables import TabletopRow, table_of
from app.tabletops.document import NamedTable, read_document, write_document
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
ReadyTables = Callable[[], Mapping[str, NamedTable]]


class TableShelf(DocumentShelf[ListedTable, NamedTable]):
    """Drawn tables in the database, the ready ones beside them, of all systems."""

    def __init__(self, engine: Engine, ready: ReadyTables = dict, default_system: str = "") -> None:
        """Take what makes the ready tables, and the system of a table that names none."""

        def columns(named: NamedTable) -> Mapping[str, Any]:
            table = named.table
            size = {"width_mm": table.width_mm, "depth_mm": table.depth_mm, "pieces": len(table.pieces)}
            return {"name": named.name, "system": named.system or default_system, **size}

        super().__init__(
            engine,
            DocumentKind(
                table_of(TabletopRow),
                ListedTable,
                read_document,
                write_document,
                columns,
                ready=lambda: {key: columns(table) for key, table in ready().items()},
                ready_one=lambda key: ready()[key],
            ),
        )

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

"""The library of tables: those drawn here, in the database, and those that lie ready beside the scenarios."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Engine

from app.documents.rows import KeptDocuments, NewerThere, is_of, without_body
from app.seats.book import now
from app.seats.tokens import hashed
from app.store.tables import TabletopRow, table_of
from app.tabletops.document import NamedTable, read_document, write_document
from app.tabletops.ready import ready_tables
from rules.kernel.values import dataclass

TABLETOPS: Final = table_of(TabletopRow)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the list. Ready ones have no times and are never changed; a drawn one's `revision` grows."""

    id: str
    name: str
    width_mm: int
    depth_mm: int
    pieces: int
    revision: int = 0
    created_at: str = ""
    changed_at: str = ""
    key_hash: bytes = b""

    def is_made_by(self, key: str) -> bool:
        """Whether the key is that of the device that drew it."""
        return is_of(key, self.key_hash)

    @property
    def is_ready(self) -> bool:
        """Whether it lies ready beside a scenario."""
        return not self.revision


@dataclass(frozen=True, slots=True)
class Kept:
    """A table of the library, whole."""

    listed: Listed
    named: NamedTable


class TableShelf:
    """Drawn tables in the database, the ready ones beside them. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        self._kept = KeptDocuments(engine, TABLETOPS, clock)

    def all(self) -> Sequence[Listed]:
        """The drawn ones, the newest change first, then the ready ones."""
        drawn = (Listed(**row) for row in self._kept.listed())
        return [*drawn, *(_listed(key, one) for key, one in ready_tables().items())]

    def get(self, table_id: str) -> Kept | None:
        """A table, None where there is none of that id."""
        if ready := ready_tables().get(table_id):
            return Kept(_listed(table_id, ready), ready)
        row = self._kept.row(table_id)
        return Kept(Listed(**without_body(row)), read_document(row["body"].encode())) if row else None

    def add(self, named: NamedTable, key: str) -> Listed:
        """Keep a new table, to be changed by the device that holds the key; gives it as it is listed."""
        return Listed(**without_body(self._kept.add(_drawn(named), hashed(key))))

    def save(self, table_id: str, seen: int, named: NamedTable) -> Listed | None:
        """Keep a table as it is now; None where it is gone. The same save sent again changes nothing more.

        Raises NewerThere if revision `seen` is not the newest.
        """
        row = self._kept.save(table_id, seen, _drawn(named))
        return Listed(**without_body(row)) if row else None

    def rename(self, table_id: str, name: str) -> Listed | None:
        """Call a table otherwise, whatever is saved meanwhile; None where there is none."""
        while kept := self.get(table_id):
            with suppress(NewerThere):
                return self.save(table_id, kept.listed.revision, replace(kept.named, name=name))
        return None

    def delete(self, table_id: str) -> None:
        """Throw a drawn table away. Games that were begun on it have their own copy."""
        self._kept.delete(table_id)

    def opens(self, table_id: str, key: str) -> bool | None:
        """Whether the key is that of the table's maker; None where no such table was drawn here."""
        return self._kept.opens(table_id, key)


def _listed(key: str, named: NamedTable) -> Listed:
    return Listed(key, **_size(named))


def _size(named: NamedTable) -> dict[str, Any]:
    table = named.table
    size = {"width_mm": table.width_mm, "depth_mm": table.depth_mm, "pieces": len(table.pieces)}
    return {"name": named.name, **size}


def _drawn(named: NamedTable) -> dict[str, Any]:
    return {**_size(named), "body": write_document(named).decode()}

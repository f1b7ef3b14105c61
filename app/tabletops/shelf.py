"""The library of tables: those drawn here, in the database, and those that lie ready beside the scenarios."""

import hmac
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Engine, RowMapping, delete, insert, select, update

from app.dice import new_id
from app.seats.book import now, stamp
from app.seats.tokens import hashed
from app.store.tables import TabletopRow, table_of
from app.tabletops.document import NamedTable, read_document, write_document
from app.tabletops.ready import ready_tables

TABLETOPS: Final = table_of(TabletopRow)
LISTED: Final = [column for column in TABLETOPS.columns if column.name != "body"]


class Overtaken(Exception):
    """The table was saved from elsewhere since it was read; nothing of the newer has been lost."""


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
        return hmac.compare_digest(bytes(self.key_hash), hashed(key))

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
        self._engine = engine
        self._clock = clock

    def all(self) -> Sequence[Listed]:
        """The drawn ones, the newest change first, then the ready ones."""
        order = (TABLETOPS.c.changed_at.desc(), TABLETOPS.c.id)
        with self._engine.connect() as connection:
            rows = connection.execute(select(*LISTED).order_by(*order)).mappings().all()
        return [*(Listed(**row) for row in rows), *(_listed(key, one) for key, one in ready_tables().items())]

    def get(self, table_id: str) -> Kept | None:
        """A table, None where there is none of that id."""
        if ready := ready_tables().get(table_id):
            return Kept(_listed(table_id, ready), ready)
        row = self._row(table_id)
        if row is None:
            return None
        listed = Listed(**{column.name: row[column.name] for column in LISTED})
        return Kept(listed, read_document(row["body"].encode()))

    def add(self, named: NamedTable, key: str) -> Listed:
        """Keep a new table, to be changed by the device that holds the key; gives it as it is listed."""
        at = stamp(self._clock())
        row: dict[str, Any] = {"id": new_id(), "revision": 1, "created_at": at, "changed_at": at}
        row["key_hash"] = hashed(key)
        with self._engine.begin() as connection:
            connection.execute(insert(TABLETOPS).values({**row, **_drawn(named)}))
        return Listed(**row, **_size(named))

    def save(self, table_id: str, seen: int, named: NamedTable) -> Listed | None:
        """Keep a table as it is now; None where it is gone. The same save sent again changes nothing more.

        Raises Overtaken if revision `seen` is not the newest.
        """
        fresh = {**_drawn(named), "revision": seen + 1, "changed_at": stamp(self._clock())}
        still = (TABLETOPS.c.id == table_id, TABLETOPS.c.revision == seen)
        with self._engine.begin() as connection:
            saved = connection.execute(update(TABLETOPS).where(*still).values(fresh)).rowcount
            row = connection.execute(select(TABLETOPS).where(TABLETOPS.c.id == table_id)).mappings().one_or_none()
        if row is None:
            return None
        if not saved and (row["revision"], row["body"]) != (seen + 1, fresh["body"]):
            raise Overtaken
        return Listed(**{column.name: row[column.name] for column in LISTED})

    def rename(self, table_id: str, name: str) -> Listed | None:
        """Call a table otherwise, whatever is saved meanwhile; None where there is none."""
        while kept := self.get(table_id):
            with suppress(Overtaken):
                return self.save(table_id, kept.listed.revision, replace(kept.named, name=name))
        return None

    def delete(self, table_id: str) -> None:
        """Throw a drawn table away. Games that were begun on it have their own copy."""
        with self._engine.begin() as connection:
            connection.execute(delete(TABLETOPS).where(TABLETOPS.c.id == table_id))

    def opens(self, table_id: str, key: str) -> bool | None:
        """Whether the key is that of the table's maker; None where no such table was drawn here."""
        row = self._row(table_id)
        return hmac.compare_digest(bytes(row["key_hash"]), hashed(key)) if row else None

    def _row(self, table_id: str) -> RowMapping | None:
        with self._engine.connect() as connection:
            wanted = select(TABLETOPS).where(TABLETOPS.c.id == table_id)
            return connection.execute(wanted).mappings().one_or_none()


def _listed(key: str, named: NamedTable) -> Listed:
    return Listed(key, **_size(named))


def _size(named: NamedTable) -> dict[str, Any]:
    table = named.table
    size = {"width_mm": table.width_mm, "depth_mm": table.depth_mm, "pieces": len(table.pieces)}
    return {"name": named.name, **size}


def _drawn(named: NamedTable) -> dict[str, Any]:
    return {**_size(named), "body": write_document(named).decode()}

"""How open documents are kept in the database: one row each, saved whole, and never over something newer."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Engine, Executable, RowMapping, Select, Table, delete, insert, select, update

from app.dice import new_id
from app.seats.book import now, stamp
from app.seats.tokens import hashed

ALL: Final[Mapping[str, str]] = {}
"""Of every row."""


class NewerThere(Exception):
    """A document was saved from elsewhere since it was read: `row` is what stands there now. Nothing is lost."""

    def __init__(self, row: RowMapping) -> None:
        super().__init__(row["id"])
        self.row = row


class DocumentRows:
    """The documents of one table, which has id, body, revision, system, key_hash, created_at and changed_at.

    `of`: only those rows that have these values in these columns, which are said of none of them. Every method is one
    transaction; for any thread.
    """

    def __init__(
        self, engine: Engine, table: Table, clock: Callable[[], datetime] = now, of: Mapping[str, str] = ALL
    ) -> None:
        self._engine, self._table, self._clock, self._of = engine, table, clock, of
        self._told = [column for column in table.columns if column.name not in of]
        self._those = [table.c[name] == value for name, value in of.items()]

    def listed(self, *which: ColumnElement[bool]) -> Sequence[dict[str, Any]]:
        """Those rows without their bodies, the newest change first."""
        columns = [column for column in self._told if column.name != "body"]
        order = (self._table.c.changed_at.desc(), self._table.c.id)
        with self._engine.connect() as connection:
            rows = connection.execute(select(*columns).where(*self._those, *which).order_by(*order)).mappings().all()
        return [dict(row) for row in rows]

    def row(self, document_id: str) -> RowMapping | None:
        """The row of that id, None where there is none."""
        with self._engine.connect() as connection:
            return connection.execute(self._whole(document_id)).mappings().one_or_none()

    def add(self, written: Mapping[str, Any], key_hash: bytes) -> dict[str, Any]:
        """Keep a new document, to be opened with a key of that hash; gives its row."""
        at = stamp(self._clock())
        row = {"id": new_id(), "revision": 1, "created_at": at, "changed_at": at, "key_hash": key_hash, **written}
        with self._engine.begin() as connection:
            connection.execute(insert(self._table).values({**row, **self._of}))
        return row

    def save(
        self, document_id: str, seen: int, written: Mapping[str, Any], also: Sequence[Executable] = ()
    ) -> RowMapping | None:
        """Keep a document as it is now, and do what is `also` to be done with it; None where it is gone.

        The same save sent again changes nothing more. Raises NewerThere if revision `seen` is not the newest.
        """
        fresh = {**written, "revision": seen + 1, "changed_at": stamp(self._clock())}
        which = self._which(document_id)
        with self._engine.begin() as connection:
            changed = update(self._table).where(*which, self._table.c.revision == seen).values(fresh)
            saved = connection.execute(changed).rowcount
            for one in also if saved else ():
                connection.execute(one)
            row = connection.execute(self._whole(document_id)).mappings().one_or_none()
        if row and not saved and (row["revision"], row["body"]) != (seen + 1, fresh["body"]):
            raise NewerThere(row)
        return row

    def delete(self, document_id: str) -> None:
        """Throw a document away."""
        with self._engine.begin() as connection:
            connection.execute(delete(self._table).where(*self._which(document_id)))

    def opens(self, document_id: str, key: str) -> bool | None:
        """Whether the key is that of the document's maker; None where there is no such document."""
        row = self.row(document_id)
        return is_of(key, row["key_hash"]) if row else None

    def _which(self, document_id: str) -> Sequence[ColumnElement[bool]]:
        return (self._table.c.id == document_id, *self._those)

    def _whole(self, document_id: str) -> Select[Any]:
        return select(*self._told).where(*self._which(document_id))


def is_of(key: str, key_hash: bytes) -> bool:
    """Whether a key has that hash."""
    return hmac.compare_digest(bytes(key_hash), hashed(key))


def without_body(row: RowMapping | dict[str, Any]) -> dict[str, Any]:
    """A row as it stands in a list."""
    return {name: value for name, value in row.items() if name != "body"}

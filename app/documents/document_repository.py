"""Repository of saved documents: rows with revisions, and ready documents."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import ColumnElement, Engine, Executable, RowMapping, Select, Table, delete, insert, select, update

from app.randomness import new_id
from app.seats.seat_repository import hashed, now, stamp
from rules.kernel.frozen_dataclasses import dataclass

# Document kinds and rows

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


# The repository of documents


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document in the list. One that lies ready has no times and is never changed; any other's `revision` grows."""

    id: str
    revision: int
    created_at: str
    changed_at: str
    key_hash: bytes

    def is_made_by(self, key: str) -> bool:
        """Whether the key is that of the device that made it."""
        return is_of(key, self.key_hash)

    @property
    def is_ready(self) -> bool:
        """Whether it lies ready, and nobody here has made it."""
        return not self.revision


L = TypeVar("L", bound=ListedDocument)
D = TypeVar("D")
READY: Final[Mapping[str, Any]] = {"revision": 0, "created_at": "", "changed_at": "", "key_hash": b""}
"""What is listed of every document that lies ready."""


@dataclass(frozen=True, slots=True)
class KeptDocument(Generic[L, D]):
    """A document, whole: as it is listed, and what it says."""

    listed: L
    document: D


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose a new document is: the hash of its key, and what else its row says of that."""

    key_hash: bytes
    also: Mapping[str, Any] = field(default_factory=dict)


class Overtaken(Exception, Generic[L, D]):
    """It was saved from elsewhere since it was read: `stands` is what stands there now. Nothing is lost."""

    def __init__(self, stands: KeptDocument[L, D]) -> None:
        super().__init__(stands.listed.id)
        self.stands = stands


def none_ready() -> Mapping[str, Mapping[str, Any]]:
    """Nothing lies ready."""
    return {}


@dataclass(frozen=True, slots=True, eq=False)
class DocumentKind(Generic[L, D]):
    """One use of kept documents, as the database has it.

    `table` has id, system, body, revision, key_hash, created_at and changed_at, and the columns that are listed of it.
    `listed` makes an entry in a list of a row; `read` and `write` take and give the open document, `columns` is what is
    listed of one. `ready` is the same of those that lie ready, by their ids; `ready_one` is one of them.
    """

    table: Table
    listed: Callable[..., L]
    read: Callable[[bytes], D]
    write: Callable[[D], bytes]
    columns: Callable[[D], Mapping[str, Any]]
    ready: Callable[[], Mapping[str, Mapping[str, Any]]] = none_ready
    ready_one: Callable[[str], D] | None = None


class DocumentShelf(Generic[L, D]):
    """The documents of one use in one database, of one rule system or of all of them.

    Every method is one transaction; for any thread.
    """

    def __init__(
        self, engine: Engine, kind: DocumentKind[L, D], system: str = "", clock: Callable[[], datetime] = now
    ) -> None:
        self._rows = DocumentRows(engine, kind.table, clock, {"system": system} if system else ALL)
        self._kind = kind

    def all(self, *which: ColumnElement[bool]) -> Sequence[L]:
        """Those that were made here, the newest change first, then those that lie ready."""
        return [*self.made(*which), *map(self._ready, self._kind.ready())]

    def made(self, *which: ColumnElement[bool]) -> Sequence[L]:
        """Those that were made here, the newest change first."""
        return [self._kind.listed(**row) for row in self._rows.listed(*which)]

    def is_ready(self, document_id: str) -> bool:
        """Whether one of that id lies ready, and stays as it is."""
        return document_id in self._kind.ready()

    def get(self, document_id: str) -> KeptDocument[L, D] | None:
        """A document, None where there is none of that id."""
        if self._kind.ready_one and self.is_ready(document_id):
            return KeptDocument(self._ready(document_id), self._kind.ready_one(document_id))
        row = self._rows.row(document_id)
        return self._whole(row) if row else None

    def add(self, document: D, key_hash: bytes, also: Mapping[str, Any] = ALL) -> KeptDocument[L, D]:
        """Keep a new document, to be changed by the device whose key has that hash; `also`: what only its row says."""
        row = self._rows.add({**also, **self._written(document)}, key_hash)
        return KeptDocument(self._kind.listed(**without_body(row)), document)

    def save(
        self, document_id: str, seen: int, document: D, also: Sequence[Executable] = ()
    ) -> KeptDocument[L, D] | None:
        """Keep a document as it is now, and do what is `also` to be done with it; None where it is gone.

        The same save sent again changes nothing more. Raises Overtaken if revision `seen` is not the newest.
        """
        try:
            row = self._rows.save(document_id, seen, self._written(document), also)
        except NewerThere as newer:
            raise Overtaken(self._whole(newer.row)) from newer
        return KeptDocument(self._kind.listed(**without_body(row)), document) if row else None

    def delete(self, document_id: str) -> None:
        """Throw a document away. Games that were begun with it have their own copy."""
        self._rows.delete(document_id)

    def opens(self, document_id: str, key: str) -> bool | None:
        """Whether the key is that of the document's maker; None where none of that id was made here."""
        return self._rows.opens(document_id, key)

    def _written(self, document: D) -> Mapping[str, Any]:
        return {**self._kind.columns(document), "body": self._kind.write(document).decode()}

    def _ready(self, document_id: str) -> L:
        return self._kind.listed(id=document_id, **READY, **self._kind.ready()[document_id])

    def _whole(self, row: RowMapping) -> KeptDocument[L, D]:
        return KeptDocument(self._kind.listed(**without_body(row)), self._kind.read(row["body"].encode()))

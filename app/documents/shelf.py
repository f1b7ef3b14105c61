"""A shelf of kept documents, whatever they are of: those made here, in the database, and those that lie ready."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import ColumnElement, Engine, Executable, RowMapping, Table

from app.documents.rows import ALL, DocumentRows, NewerThere, is_of, without_body
from app.seats.book import now
from rules.kernel.values import dataclass


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

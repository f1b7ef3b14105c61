"""Saved forces in the database: everybody may look at them and copy them, whoever made one may change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Engine, Executable, RowMapping

from app.documents.rows import KeptDocuments, NewerThere, is_of, without_body
from app.seats.book import now
from app.seats.tokens import hashed
from app.store.tables import ForceRow, table_of
from rules.kernel.values import dataclass

FORCES: Final = table_of(ForceRow)
LINE: Final = 16
F = TypeVar("F")
Written = Callable[[F], Mapping[str, Any]]
"""The row of a force: its name, nation, date, battalions, stands and body."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A force in the list; its `revision` grows with every save."""

    id: str
    name: str
    nation: str
    date: str
    battalions: int
    stands: int
    revision: int
    created_at: str
    changed_at: str
    key_hash: bytes
    origin: str = ""

    @property
    def line(self) -> str:
        """Whose rolls after games it makes, where those were not kept here: its own, or those of the file it came from.

        A file that its own device brings in again has made the rolls of the force it was saved from.
        """
        return sha256((self.origin or self.id).encode() + bytes(self.key_hash)).hexdigest()[:LINE]

    def is_made_by(self, key: str) -> bool:
        """Whether the key is that of the device that made it."""
        return is_of(key, self.key_hash)


@dataclass(frozen=True, slots=True)
class KeptForce(Generic[F]):
    """A saved force, whole."""

    listed: Listed
    force: F


class Overtaken(Exception):
    """The force was saved from elsewhere since it was read: `stands` is what stands there now. Nothing is lost."""

    def __init__(self, stands: KeptForce[Any]) -> None:
        super().__init__(stands.listed.id)
        self.stands = stands


class SystemForces(Generic[F]):
    """The saved forces of one rule system. Every method is one transaction; for any thread."""

    def __init__(
        self,
        engine: Engine,
        system: str,
        read: Callable[[bytes], F],
        written: Written[F],
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._kept = KeptDocuments(engine, FORCES, clock, {"system": system})
        self._read, self._written = read, written

    def all(self) -> Sequence[Listed]:
        """All of them, the newest change first."""
        return [Listed(**row) for row in self._kept.listed()]

    def get(self, force_id: str) -> KeptForce[F] | None:
        """A force, None where there is none of that id."""
        row = self._kept.row(force_id)
        return self._whole(row) if row else None

    def add(self, force: F, key: str, origin: str = "") -> KeptForce[F]:
        """Keep a new force, to be changed by the device that holds the key; `origin`: the force of its file."""
        return _kept(self._kept.add({**self._written(force), "origin": origin}, hashed(key)), force)

    def save(self, force_id: str, seen: int, force: F, also: Sequence[Executable] = ()) -> KeptForce[F] | None:
        """Keep a force as it is now, and do what is `also` to be done with it; None where it is gone.

        The same save sent again changes nothing more. Raises Overtaken if revision `seen` is not the newest.
        """
        try:
            row = self._kept.save(force_id, seen, self._written(force), also)
        except NewerThere as newer:
            raise Overtaken(self._whole(newer.row)) from newer
        return _kept(row, force) if row else None

    def delete(self, force_id: str) -> None:
        """Throw a force away. Games that were begun with it have their own copy."""
        self._kept.delete(force_id)

    def opens(self, force_id: str, key: str) -> bool | None:
        """Whether the key is that of the force's maker; None where there is no such force."""
        return self._kept.opens(force_id, key)

    def _whole(self, row: RowMapping) -> KeptForce[F]:
        return _kept(row, self._read(row["body"].encode()))


def listed_of(engine: Engine, system: str) -> Sequence[Listed]:
    """The saved forces of a system as they are listed, the newest change first: none of them is read."""
    return [Listed(**row) for row in KeptDocuments(engine, FORCES, now, {"system": system}).listed()]


def _kept(row: RowMapping | dict[str, Any], force: F) -> KeptForce[F]:
    return KeptForce(Listed(**without_body(row)), force)

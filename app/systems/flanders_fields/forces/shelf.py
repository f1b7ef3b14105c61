"""Saved forces in the database: everybody may look at them and copy them, whoever made one may change it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Engine, RowMapping

from app.kept_documents import KeptDocuments, NewerThere, is_of, without_body
from app.seats.book import now
from app.seats.tokens import hashed
from app.store.tables import ForceRow, table_of
from rules.flanders_fields.forces.force import Force
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    from app.systems.flanders_fields.forces.steps import StepBook

FORCES: Final = table_of(ForceRow)
LINE: Final = 16


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
class Kept:
    """A saved force, whole."""

    listed: Listed
    force: Force


class Overtaken(Exception):
    """The force was saved from elsewhere since it was read: `stands` is what stands there now. Nothing is lost."""

    def __init__(self, stands: Kept) -> None:
        super().__init__(stands.listed.id)
        self.stands = stands


class ForceShelf:
    """The saved forces of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        self._kept = KeptDocuments(engine, FORCES, clock)
        self._engine, self._clock = engine, clock

    @property
    def steps(self) -> StepBook:
        """What was done to the records of their battalions."""
        # Read when it is first asked for, not with the service, as documents are.
        from app.systems.flanders_fields.forces.steps import StepBook

        return StepBook(self._engine, self._clock)

    def all(self) -> Sequence[Listed]:
        """All of them, the newest change first."""
        return [Listed(**row) for row in self._kept.listed()]

    def get(self, force_id: str) -> Kept | None:
        """A force, None where there is none of that id."""
        row = self._kept.row(force_id)
        return _whole(row) if row else None

    def add(self, force: Force, key: str, origin: str = "") -> Kept:
        """Keep a new force, to be changed by the device that holds the key; `origin`: the force of its file."""
        return _kept(self._kept.add({**_written(force), "origin": origin}, hashed(key)), force)

    def save(self, force_id: str, seen: int, force: Force, through: Sequence[Force] = ()) -> Kept | None:
        """Keep a force as it is now; None where it is gone. The same save sent again changes nothing more.

        What it does to the records of its battalions is written down with it, `through` what it was on the way. Raises
        Overtaken if revision `seen` is not the newest.
        """
        stands = self.get(force_id)
        steps = self.steps.made(force_id, (stands.force, *through, force)) if stands else ()
        try:
            # Where revision `seen` does not stand there any more nothing is written, and what was read does not matter.
            row = self._kept.save(force_id, seen, _written(force), steps)
        except NewerThere as newer:
            raise Overtaken(_whole(newer.row)) from newer
        return _kept(row, force) if row else None

    def delete(self, force_id: str) -> None:
        """Throw a force away. Games that were begun with it have their own copy."""
        self._kept.delete(force_id)

    def opens(self, force_id: str, key: str) -> bool | None:
        """Whether the key is that of the force's maker; None where there is no such force."""
        return self._kept.opens(force_id, key)


def _whole(row: RowMapping) -> Kept:
    from app.systems.flanders_fields.forces.document import read_document

    return _kept(row, read_document(row["body"].encode()))


def _kept(row: RowMapping | dict[str, Any], force: Force) -> Kept:
    return Kept(Listed(**without_body(row)), force)


def _written(force: Force) -> dict[str, Any]:
    from app.systems.flanders_fields.forces.document import write_document
    from rules.flanders_fields.forces.totals import totals

    come_to = totals(force, force.book)
    listed = {"name": force.name, "nation": force.nation.value, "date": force.date, "stands": come_to.stands}
    battalions = come_to.battalions + come_to.pioneers
    return {**listed, "battalions": battalions, "body": write_document(force).decode()}

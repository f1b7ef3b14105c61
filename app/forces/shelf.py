"""Saved forces in the database: everybody may look at them and copy them, whoever made one may change it."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from sqlalchemy import Engine

from app.documents.rows import DocumentRows
from app.documents.shelf import ListedDocument
from app.seats.book import now
from app.store.tables import ForceRow, table_of
from rules.kernel.values import dataclass

FORCES: Final = table_of(ForceRow)
LINE: Final = 16


@dataclass(frozen=True, slots=True)
class ListedForce(ListedDocument):
    """A force in the list; what `battalions` and `stands` count is its system's own affair."""

    name: str
    nation: str
    date: str
    battalions: int
    stands: int
    origin: str = ""

    @property
    def line(self) -> str:
        """Whose rolls after games it makes, where those were not kept here: its own, or those of the file it came from.

        A file that its own device brings in again has made the rolls of the force it was saved from.
        """
        return sha256((self.origin or self.id).encode() + bytes(self.key_hash)).hexdigest()[:LINE]


def listed_of(engine: Engine, system: str) -> Sequence[ListedForce]:
    """The saved forces of a system as they are listed, the newest change first: none of them is read."""
    return [ListedForce(**row) for row in DocumentRows(engine, FORCES, now, {"system": system}).listed()]

"""Drafts of fire plans in the database. One belongs to the device that practises with it, or to a side of a game."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Engine

from app.documents.shelf import DocumentKind, DocumentShelf, KeptDocument, ListedDocument, Owned
from app.seats.book import now
from app.seats.tokens import hashed
from app.store.tables import FirePlanRow, table_of
from rules.flanders_fields.fire_plan.document import read_plan, write_plan
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass

DRAFTS: Final = table_of(FirePlanRow)
NOBODYS: Final = b""
"""The hash of no key."""


def held_by_device(key_hash: bytes) -> Owned:
    """A draft of the device whose key has that hash."""
    return Owned(key_hash, {"game_id": None})


def held_by_side(game_id: str) -> Owned:
    """A draft of a side of a game: which side is said in the plan itself."""
    return Owned(NOBODYS, {"game_id": game_id})


@dataclass(frozen=True, slots=True)
class ListedPlan(ListedDocument):
    """A draft in a list; `game_id` is None where it is written without a game."""

    game_id: str | None
    side: str
    name: str

    def is_held_by(self, key: str) -> bool:
        """Whether the key is that of the device that holds it; a game's draft is held by no device."""
        return self.game_id is None and self.is_made_by(key)

    @property
    def owned(self) -> Owned:
        """Who holds it."""
        return Owned(bytes(self.key_hash), {"game_id": self.game_id})


PlanDraft = KeptDocument[ListedPlan, WrittenPlan]


def _columns(plan: WrittenPlan) -> Mapping[str, Any]:
    return {"side": plan.side.value, "name": plan.name}


KIND: Final = DocumentKind(DRAFTS, ListedPlan, read_plan, write_plan, _columns)


class PlanShelf(DocumentShelf[ListedPlan, WrittenPlan]):
    """The drafts of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        super().__init__(engine, KIND, SYSTEM.key, clock)

    def of_device(self, key: str) -> Sequence[ListedPlan]:
        """The drafts that the device with this key practises with, the newest change first."""
        return self.made(DRAFTS.c.game_id.is_(None), DRAFTS.c.key_hash == hashed(key)) if key else ()

    def of_game(self, game_id: str, sides: Collection[Side]) -> Sequence[ListedPlan]:
        """The drafts of sides of a game, the newest change first."""
        return self.made(DRAFTS.c.game_id == game_id, DRAFTS.c.side.in_([side.value for side in sides]))

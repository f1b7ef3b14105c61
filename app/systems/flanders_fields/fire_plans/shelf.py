"""Drafts of fire plans in the database. One belongs to the device that practises with it, or to a side of a game."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Engine, RowMapping

from app.documents.rows import KeptDocuments, NewerThere, is_of, without_body
from app.seats.book import now
from app.seats.tokens import hashed
from app.store.tables import FirePlanRow, table_of
from rules.flanders_fields.fire_plan.document import read_plan, write_plan
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass

DRAFTS: Final = table_of(FirePlanRow)
NOBODYS: Final = b""
"""The hash of no key."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a draft: the device with a key, or a side of a game."""

    key_hash: bytes = NOBODYS
    game_id: str | None = None
    side: Side | None = None

    @classmethod
    def device(cls, key: str) -> "Owner":
        """The device that holds a key."""
        return cls(hashed(key))


@dataclass(frozen=True, slots=True)
class Listed:
    """A draft in a list; `game_id` is None where it is written without a game. Its `revision` grows."""

    id: str
    game_id: str | None
    side: str
    name: str
    revision: int
    created_at: str
    changed_at: str
    key_hash: bytes

    def is_held_by(self, key: str) -> bool:
        """Whether the key is that of the device that holds it; a game's draft is held by no device."""
        return self.game_id is None and is_of(key, self.key_hash)

    @property
    def owner(self) -> Owner:
        """Who holds it."""
        side = Side(self.side) if self.game_id else None
        return Owner(bytes(self.key_hash), self.game_id, side)


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft, whole."""

    listed: Listed
    plan: WrittenPlan


class Overtaken(Exception):
    """The draft was saved from elsewhere since it was read: `stands` is what stands there now. Nothing is lost."""

    def __init__(self, stands: Draft) -> None:
        super().__init__(stands.listed.id)
        self.stands = stands


class PlanShelf:
    """The drafts of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        self._kept = KeptDocuments(engine, DRAFTS, clock)

    def of_device(self, key: str) -> Sequence[Listed]:
        """The drafts that the device with this key practises with, the newest change first."""
        return self._all(DRAFTS.c.game_id.is_(None), DRAFTS.c.key_hash == hashed(key)) if key else ()

    def of_game(self, game_id: str, sides: Collection[Side]) -> Sequence[Listed]:
        """The drafts of sides of a game, the newest change first."""
        return self._all(DRAFTS.c.game_id == game_id, DRAFTS.c.side.in_([side.value for side in sides]))

    def _all(self, *which: ColumnElement[bool]) -> Sequence[Listed]:
        return [Listed(**row) for row in self._kept.listed(*which)]

    def get(self, plan_id: str) -> Draft | None:
        """A draft, None where there is none of that id."""
        row = self._kept.row(plan_id)
        return _draft(row) if row else None

    def add(self, plan: WrittenPlan, owner: Owner) -> Draft:
        """Keep a new draft."""
        row = self._kept.add({"game_id": owner.game_id, **_written(plan)}, owner.key_hash)
        return Draft(Listed(**without_body(row)), plan)

    def save(self, plan_id: str, seen: int, plan: WrittenPlan) -> Draft | None:
        """Keep a draft as it is now; None where it is gone. The same save sent again changes nothing more.

        Raises Overtaken if revision `seen` is not the newest.
        """
        try:
            row = self._kept.save(plan_id, seen, _written(plan))
        except NewerThere as newer:
            raise Overtaken(_draft(newer.row)) from newer
        return Draft(Listed(**without_body(row)), plan) if row else None

    def delete(self, plan_id: str) -> None:
        """Throw a draft away. A plan that was sealed stands in its game."""
        self._kept.delete(plan_id)


def _draft(row: RowMapping) -> Draft:
    return Draft(Listed(**without_body(row)), read_plan(row["body"].encode()))


def _written(plan: WrittenPlan) -> dict[str, Any]:
    return {"side": plan.side.value, "name": plan.name, "body": write_plan(plan).decode()}

"""Documents that are secret until their game opens them: held by a device that practises, or by a side of a game."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, Final

from fastapi import Request
from sqlalchemy import Engine

from app.documents.makers import key_of
from app.documents.shelf import D, DocumentKind, DocumentShelf, KeptDocument, ListedDocument, Owned
from app.games import problems
from app.games.problems import Problem
from app.logs import note_seat
from app.seats.book import now
from app.seats.guard import seat_at
from app.seats.tokens import hashed
from app.store.tables import FirePlanRow, table_of
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

SECRETS: Final = table_of(FirePlanRow)
NOBODYS: Final = b""
"""The hash of no key."""


def held_by_device(key_hash: bytes) -> Owned:
    """A document of the device whose key has that hash."""
    return Owned(key_hash, {"game_id": None})


def held_by_side(game_id: str) -> Owned:
    """A document of a side of a game: which side is said in the document itself."""
    return Owned(NOBODYS, {"game_id": game_id})


@dataclass(frozen=True, slots=True)
class ListedSecret(ListedDocument):
    """Such a document in a list; `game_id` is None where it is written without a game."""

    game_id: str | None
    side: str
    name: str

    def is_held_by(self, key: str) -> bool:
        """Whether the key is that of the device that holds it; a game's is held by no device."""
        return self.game_id is None and self.is_made_by(key)

    @property
    def owned(self) -> Owned:
        """Who holds it."""
        return Owned(bytes(self.key_hash), {"game_id": self.game_id})


class SecretShelf(DocumentShelf[ListedSecret, D]):
    """Those of one rule system in one database. Every method is one transaction; for any thread."""

    def __init__(
        self, engine: Engine, kind: DocumentKind[ListedSecret, D], system: str, clock: Callable[[], datetime] = now
    ) -> None:
        super().__init__(engine, kind, system, clock)

    def of_device(self, key: str) -> Sequence[ListedSecret]:
        """Those that the device with this key practises with, the newest change first."""
        return self.made(SECRETS.c.game_id.is_(None), SECRETS.c.key_hash == hashed(key)) if key else ()

    def of_game(self, game_id: str, sides: Collection[str]) -> Sequence[ListedSecret]:
        """Those of sides of a game, the newest change first."""
        return self.made(SECRETS.c.game_id == game_id, SECRETS.c.side.in_(sides))


@dataclass(frozen=True, slots=True)
class Holds:
    """A route for who holds the document in its path. The referee of its game may look, `writes` aside.

    For everybody else there is none of that id: that it exists is a secret too. `path`: how the path calls its id;
    `missing` and `own` are what is said where there is none, and to the referee who would write.
    """

    path: str
    shelf: Callable[[Request], SecretShelf[Any]]
    missing: Callable[[str], problems.HttpAnswer]
    own: str
    writes: bool = False

    async def __call__(self, request: Request) -> KeptDocument[ListedSecret, Any]:
        """The document. Raises Problem: 404 for who does not hold it, 403 for the referee where it is changed."""
        return await self.opened(request.path_params[self.path], request)

    async def opened(self, document_id: str, request: Request) -> KeptDocument[ListedSecret, Any]:
        """The one of that id, for who holds it too. Raises Problem likewise."""
        kept = await asyncio.to_thread(self.shelf(request).get, document_id)
        if kept is None or not await self._may_look(kept.listed, request):
            raise Problem(self.missing(document_id))
        return kept

    async def _may_look(self, listed: ListedSecret, request: Request) -> bool:
        if listed.game_id is None:
            return listed.is_held_by(key_of(request))
        seat = await seat_at(listed.game_id, request)
        note_seat(listed.game_id, seat.role if seat else None)
        if seat is not None and seat.role is Role.REFEREE and self.writes:
            raise Problem(problems.not_yours(self.own))
        return seat is not None and seat.role in (Role.REFEREE, Role(listed.side))

"""Owners of documents: devices with a key, and sides of a game."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, Final

from fastapi import Request
from sqlalchemy import Engine
from starlette.responses import Response

from app.documents.document_repository import D, DocumentKind, DocumentShelf, KeptDocument, ListedDocument, Owned
from app.games.app_services import Keeper, keeper_of
from app.http import problem_details
from app.http.guards import is_secure, seat_at
from app.http.logs import note_seat
from app.http.problem_details import Problem
from app.seats.seat_repository import hashed, new_token, now
from app.storage.schema import FirePlanRow, table_of
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# Documents that the device that made them may change

PLAIN: Final = "bzt"
SECURE: Final = "__Host-bzt"
GOOD_FOR_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""


@dataclass(frozen=True, slots=True)
class MadeHere:
    """A route for the device that made the document in its path, and for nobody else.

    `path`: how the path calls its id. `opens`: whether a key is that of its maker, None where there is no document of
    that id; it may raise Problem. `missing`, `elsewhere`: what is said where there is none, and to another device.
    """

    path: str
    opens: Callable[[Keeper, str, str], bool | None]
    missing: Callable[[str], problem_details.HttpAnswer]
    elsewhere: str

    async def __call__(self, request: Request) -> str:
        """The document's id. Raises Problem: 404 where there is none, 403 for another device."""
        document_id: str = request.path_params[self.path]
        opens = await asyncio.to_thread(self.opens, keeper_of(request), document_id, key_of(request))
        if opens is None:
            raise Problem(self.missing(document_id))
        if not opens:
            raise Problem(problem_details.not_yours(self.elsewhere))
        return document_id


def key_of(request: Request) -> str:
    """The key this device holds; empty before it has made anything."""
    return request.cookies.get(SECURE if is_secure(request) else PLAIN, "")


def key_for(response: Response, request: Request) -> str:
    """The key this device holds; a new one, which it is given, before it has made anything."""
    if known := key_of(request):
        return known
    key, secure = new_token(), is_secure(request)
    name = SECURE if secure else PLAIN
    response.set_cookie(name, key, GOOD_FOR_SECONDS, path="/", secure=secure, httponly=True, samesite="lax")
    return key


# Documents that are secret until their game opens them

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
    missing: Callable[[str], problem_details.HttpAnswer]
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
            raise Problem(problem_details.not_yours(self.own))
        return seat is not None and seat.role in (Role.REFEREE, Role(listed.side))

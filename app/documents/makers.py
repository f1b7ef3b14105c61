"""Who may change what the service keeps for everybody, tables, forces, scenarios: the device that made it, by its key.

One cookie holds the key for all of them (decision 0014).
"""

import asyncio
from collections.abc import Callable
from typing import Final

from fastapi import Request
from starlette.responses import Response

from app.games import problems
from app.games.keeper import Keeper, keeper_of
from app.games.problems import Problem
from app.seats.cookies import is_secure
from app.seats.tokens import new_token
from rules.kernel.values import dataclass

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
    missing: Callable[[str], problems.HttpAnswer]
    elsewhere: str

    async def __call__(self, request: Request) -> str:
        """The document's id. Raises Problem: 404 where there is none, 403 for another device."""
        document_id: str = request.path_params[self.path]
        opens = await asyncio.to_thread(self.opens, keeper_of(request), document_id, key_of(request))
        if opens is None:
            raise Problem(self.missing(document_id))
        if not opens:
            raise Problem(problems.not_yours(self.elsewhere))
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

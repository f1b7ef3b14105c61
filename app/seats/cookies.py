"""The seat's cookie: one a game, unreadable for scripts, never sent along from other sites."""

from typing import Final

from fastapi import Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.seats.book import SEAT_GOOD_FOR

PLAIN: Final = "bz-"
SECURE: Final = "__Host-bz-"
RENEWED: Final = "beatenzone.renewed-cookies"
"""The part of a request's scope with headers that its answer is given."""


def cookie_name(game_id: str, secure: bool) -> str:
    """`__Host-` holds the cookie to this very host and to https; plain http on a local network cannot have it."""
    return f"{SECURE if secure else PLAIN}{game_id}"


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the device came by https."""
    return connection.scope["scheme"] in ("https", "wss")


def token_of(connection: HTTPConnection, game_id: str) -> str | None:
    """The token this device holds for a game."""
    return connection.cookies.get(cookie_name(game_id, is_secure(connection)))


def games_of(request: Request) -> list[str]:
    """The games for which this device holds a token, valid or not."""
    prefix = cookie_name("", is_secure(request))
    return [name.removeprefix(prefix) for name in request.cookies if name.startswith(prefix)]


def renew_token(connection: HTTPConnection, game_id: str, token: str) -> None:
    """Have the answer to a request give its device the same token again, so that the browser keeps it as long."""
    holder = Response()
    give_token(holder, connection, game_id, token)
    connection.scope.setdefault(RENEWED, []).extend(pair for pair in holder.raw_headers if pair[0] == b"set-cookie")


def give_token(response: Response, request: HTTPConnection, game_id: str, token: str) -> None:
    """Let the device keep its token."""
    secure = is_secure(request)
    response.set_cookie(
        cookie_name(game_id, secure),
        token,
        max_age=int(SEAT_GOOD_FOR.total_seconds()),
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )

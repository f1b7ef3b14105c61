"""Fast paths for commands and streams past the framework."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, Final

from fastapi import APIRouter
from fastapi.routing import iter_route_contexts
from starlette.datastructures import URLPath
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.games.app_services import keeper_of
from app.games.routes import COMMAND_SIZE, command
from app.http.error_handlers import shown
from app.http.guards import player_for, seat_at, seat_for
from app.http.problem_details import Problem
from app.http.rate_limits import AT_A_GAME, Kind, kind_of
from app.live.event_stream import stream

NAMED: Final = re.compile(r"\(\?P<\w+>")
"""A part of an address that bears a name: several routes may use the same."""
COMMANDS: Final = re.compile(r"/api/v1/games/([^/]+)/commands")
STREAM: Final = re.compile(r"/games/([^/]+)/stream")
# More at a time are told no sooner, and each time the loop goes round a command waits for all of them.
BEGIN_AT_ONCE: Final = 4


class ShortWays:
    """Lets commands and streams in, and everything else through to the framework."""

    def __init__(self, framework: ASGIApp) -> None:
        self._framework = framework
        self._commands = RequestBodyLimitMiddleware(take_command, COMMAND_SIZE)
        self._beginning = asyncio.Semaphore(BEGIN_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http" and (kind := kind_of(scope["method"], scope["path"])):
            try:
                await count(kind, Request(scope))
            except Problem as problem:
                response = shown(problem.answer, Request(scope), problem.headers)
                await response(scope, receive, send)
                return
        await self._way(scope)(scope, receive, send)

    def _way(self, scope: Scope) -> ASGIApp:
        if scope["type"] != "http":
            return self._framework
        if scope["method"] == "POST" and COMMANDS.fullmatch(scope["path"]):
            return self._commands
        return self._take_stream if scope["method"] == "GET" and STREAM.fullmatch(scope["path"]) else self._framework

    async def _take_stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One page's stream; of all that come at once a few begin at a time, so that commands are heard between."""
        async with AsyncExitStack() as beginning:
            await beginning.enter_async_context(self._beginning)

            async def sent(message: Message) -> None:
                await send(message)
                if message["type"] == "http.response.body":
                    await beginning.aclose()

            await take_stream(scope, receive, sent)


async def count(kind: Kind, request: Request) -> None:
    """Count a request for the seat that this device holds at its game, otherwise for its address. Raises Problem."""
    at = AT_A_GAME.fullmatch(request.scope["path"])
    seat = await seat_at(at[1], request) if at else None
    keeper_of(request).limits.asks(kind, request, seat.id if seat else "")


async def take_command(scope: Scope, receive: Receive, send: Send) -> None:
    """One command, past the framework: the same guard, the same route function, the same answers."""
    request, game_id = Request(scope, receive), scope["path"].split("/")[4]

    async def answered() -> Response:
        return await command(request, await player_for(game_id, request))

    await _answer(request, answered, send)


async def take_stream(scope: Scope, receive: Receive, send: Send) -> None:
    """One page's stream, likewise."""
    request, game_id = Request(scope, receive), scope["path"].split("/")[2]

    async def answered() -> Response:
        seen, last = request.query_params.get("seen", ""), request.headers.get("last-event-id", "")
        return await stream(game_id, request, await seat_for(game_id, request), seen, last)

    await _answer(request, answered, send)


async def _answer(request: Request, answered: Callable[[], Awaitable[Response]], send: Send) -> None:
    try:
        response = await answered()
    except Problem as problem:
        response = shown(problem.answer, request, problem.headers)
    except ClientDisconnect:
        return
    await response(request.scope, request.receive, send)


class Signpost(BaseRoute):
    """Asks included routes for an address only if one of them has it.

    The framework asks every route of every router one by one, and does not compare the address first: that took longer
    than most answers.
    """

    def __init__(self, included: BaseRoute, router: APIRouter) -> None:
        self.included = included
        patterns = (one.path_regex.pattern for one in iter_route_contexts(router.routes))
        self._has = re.compile("|".join(f"(?:{NAMED.sub('(?:', pattern)})" for pattern in patterns))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """What they match."""
        return self.included.matches(scope) if self._has.match(scope["path"]) else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let them answer."""
        await self.included.handle(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: Any) -> URLPath:
        """The address of one of them by its name."""
        return self.included.url_path_for(name, **path_params)

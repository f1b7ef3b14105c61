"""The commands' own way in: every tap at the table is one, and the framework's way to a route took longer than judging.

The route stays declared: it describes the service, and a request that comes by it is answered alike.
"""

import re
from typing import Final

from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.games.problems import Problem
from app.games.routes import COMMAND_SIZE, command
from app.problems import shown
from app.seats.guard import player_for

ADDRESS: Final = re.compile(r"/api/v1/games/([^/]+)/commands")


class CommandDoor:
    """Lets commands in, and everything else through to the framework."""

    def __init__(self, framework: ASGIApp) -> None:
        self._framework = framework
        self._commands = RequestBodyLimitMiddleware(take_command, COMMAND_SIZE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        is_command = scope["type"] == "http" and scope["method"] == "POST" and ADDRESS.fullmatch(scope["path"])
        await (self._commands if is_command else self._framework)(scope, receive, send)


async def take_command(scope: Scope, receive: Receive, send: Send) -> None:
    """One command, past the framework: the same guard, the same route function, the same answers."""
    request = Request(scope, receive)
    game_id = scope["path"].split("/")[4]
    try:
        response = await command(request, await player_for(game_id, request))
    except Problem as problem:
        response = shown(problem.answer, request)
    except ClientDisconnect:
        return
    await response(scope, receive, send)

"""What the service shows of one rule system beside what it shows of every one."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import typer
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from app.games.wire import System
from app.seats.seat import Seat
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Routes:
    """Routes of the service, and pages, which its description does not list."""

    service: tuple[APIRouter, ...] = ()
    pages: tuple[APIRouter, ...] = ()


def _nothing() -> Routes:
    return Routes()


def _no_command(_program: typer.Typer) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Registered:
    """A rule system with what is shown of it alone; all but the system itself is only read when it is asked for.

    `at_start` are the routes that a game in hand asks for first, `later` all others. `schemas` are those that its
    documents add to the description, `ready` the games that one tap opens, `show_game` the page of a game of it:
    without one its games are played through the JSON service alone. `add_commands` gives the terminal its commands.
    """

    system: System
    at_start: Callable[[], Routes] = _nothing
    later: Callable[[], Routes] = _nothing
    schemas: Callable[[], Mapping[str, Any]] = dict
    ready: Callable[[], Sequence[dict[str, Any]]] = tuple
    show_game: Callable[[str, Request, Seat], Awaitable[HTMLResponse]] | None = None
    add_commands: Callable[[typer.Typer], None] = _no_command

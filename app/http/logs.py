"""Structured log lines without secrets or control characters."""

import logging
import re
import secrets
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TextIO

import structlog
from structlog.typing import Processor

from app.settings import Settings
from rules.kernel.seats import Role

SECRET: Final = re.compile(r"token|cookie|password|secret|seed|authorization|^code$", re.IGNORECASE)
# Control characters, line and paragraph separators, and marks that turn the writing direction around.
UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
LONGEST: Final = 2000
HIDDEN: Final = "[hidden]"
OF_A_GAME: Final = re.compile(r"(?:/api/v1)?/games/([a-z2-7]{16})(?:/|$)")
NOISY: Final = ("alembic", "uvicorn.error", "app.storage.database.OneConnection")

# One dictionary for the whole of a request: what a route's thread notes in it, the request's last line tells too.
_noted: ContextVar[dict[str, str]] = ContextVar("noted")


def configure_logs(settings: Settings, stream: TextIO = sys.stderr) -> None:
    """Send everything that is logged, by us or by a library, to `stream` in one form."""
    human = settings.log_format == "human" or (settings.log_format == "auto" and stream.isatty())
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[*shared(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared(),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                printable,
                _renderer(human, stream.isatty()),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in NOISY:
        # Their "started", "running upgrade" and "checked out" say nothing that our own lines do not.
        logging.getLogger(name).setLevel(max(level, logging.WARNING))


def plain_until_configured() -> None:
    """Let a fault tell where it was and never what was known there, also where nobody configures the logs.

    Left to itself the library writes every frame's values down: a game's secrets, for most of a minute.
    """
    if not structlog.is_configured():
        structlog.configure(
            processors=[
                *shared(),
                structlog.processors.format_exc_info,
                printable,
                _renderer(human=True, colours=False),
            ]
        )


def shared() -> list[Processor]:
    """What is done to every line, whoever logged it."""
    return [
        structlog.contextvars.merge_contextvars,
        with_what_was_noted,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]


@contextmanager
def lines_of_request(path: str) -> Iterator[None]:
    """Let every line until the end name its request, and the game in the request's address."""
    of_a_game = OF_A_GAME.match(path)
    noted = _noted.set({"request": secrets.token_hex(6), **({"game": of_a_game[1]} if of_a_game else {})})
    try:
        yield
    finally:
        _noted.reset(noted)


def note_seat(game_id: str, role: Role | None) -> None:
    """Let every further line of this request name its game and the seat's role (None: a stranger's)."""
    _noted.get({}).update(game=game_id, seat=role.value if role else "stranger")


def with_what_was_noted(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add what is known of the request; what the line says itself stands."""
    return {**_noted.get({}), **line}


def _renderer(human: bool, colours: bool) -> Processor:
    if human:
        return structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback)
    return structlog.processors.JSONRenderer(ensure_ascii=True)


def without_secrets(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide what is kept under a secret's name, at any depth."""
    return {name: HIDDEN if SECRET.search(name) else _opened(value) for name, value in line.items()}


def _opened(value: object) -> object:
    if isinstance(value, dict):
        return {key: HIDDEN if SECRET.search(str(key)) else _opened(inner) for key, inner in value.items()}
    return [_opened(inner) for inner in value] if isinstance(value, list) else value


def printable(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Write out what a terminal would obey, in keys too; only a traceback keeps its line breaks."""
    return {
        escaped(name): _traceback(value) if name == "exception" else _printable(value) for name, value in line.items()
    }


def _printable(value: object) -> object:
    if isinstance(value, dict):
        return {escaped(str(key)): _printable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_printable(inner) for inner in value]
    return value if value is None or isinstance(value, bool | int | float) else escaped(str(value))


def _traceback(value: object) -> str:
    return "\n".join(escaped(one) for one in str(value).split("\n"))


def escaped(text: str) -> str:
    """Text that stays on its line: a line break in it is written as `\\x0a`, and it ends after 2000 characters."""
    whole = UNPRINTABLE.sub(lambda found: found.group().encode("unicode_escape").decode(), text[:LONGEST])
    return f"{whole}…" if len(text) > LONGEST else whole

"""The service, noting what it does when: `python -m tests.bench.traced FILE serve --port 0` writes FILE as it stops.

Times are of the machine's one clock, which every process reads alike.
"""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec

from app.games.repository import Shelf
from app.games.service import Desk, GameService
from app.http import fast_paths
from app.storage.event_log import EventLog
from tests.systems import cli

# What the loop does in less is not worth noting.
LONG_S: Final = 0.0003

spans: list[tuple[str, float, float]] = []
commands: dict[str, list[float]] = {}
# The command that a task brings: when it arrived, was handed in, began to be judged, was answered, and sent back.
current: ContextVar[list[float]] = ContextVar("current")


def noted(owner: Any, name: str, part: str) -> None:
    """Note every run of a method as a span of this part."""
    method = getattr(owner, name)

    @wraps(method)
    def run(*values: Any, **named: Any) -> Any:
        began = perf_counter()
        try:
            return method(*values, **named)
        finally:
            spans.append((part, began, perf_counter()))

    setattr(owner, name, run)


def note_rounds() -> None:
    """Note when the round of each command began."""
    play = GameService._play_together

    def run(service: GameService, sent: Any) -> Any:
        began = perf_counter()
        for one in sent:
            commands.setdefault(f"{one.seat.game_id}/{one.envelope.command_id}", []).append(began)
        try:
            return play(service, sent)
        finally:
            spans.append(("judging", began, perf_counter()))

    GameService._play_together = run  # type: ignore[assignment, method-assign]


def note_commands() -> None:
    """Note when a command arrived, was handed in, answered and sent back."""
    take, hand_in = fast_paths.take_command, Desk.hand_in

    async def taken(scope: Any, receive: Any, send: Any) -> None:
        times = [perf_counter()]
        current.set(times)
        await take(scope, receive, send)
        times.append(perf_counter())

    async def handed_in(desk: Desk, seat: Any, envelope: Any) -> Any:
        times = current.get()
        commands[f"{seat.game_id}/{envelope.command_id}"] = times
        times.append(perf_counter())
        answer = await hand_in(desk, seat, envelope)
        times.append(perf_counter())
        return answer

    fast_paths.take_command = taken
    Desk.hand_in = handed_in  # type: ignore[assignment, method-assign]


def note_the_collector() -> None:
    """Note every run of the garbage collector."""
    began = [0.0]

    def run(phase: str, info: Mapping[str, int]) -> None:
        if phase == "start":
            began[0] = perf_counter()
        else:
            spans.append((f"collector {info['generation']}", began[0], perf_counter()))

    gc.callbacks.append(run)


def note_the_loop() -> None:
    """Note what keeps the loop from everything else for long."""
    step: Callable[[Any], None] = asyncio.events.Handle._run

    def run(handle: Any) -> None:
        began = perf_counter()
        step(handle)
        if perf_counter() - began > LONG_S:
            spans.append(("loop", began, perf_counter()))

    asyncio.events.Handle._run = run  # type: ignore[assignment, method-assign]


def main(file: Path, arguments: list[str]) -> None:
    """Serve until a signal comes."""
    note_commands()
    note_rounds()
    note_the_collector()
    note_the_loop()
    noted(EventLog, "append", "disk")
    noted(Shelf, "keep", "kept states")
    noted(Shelf, "open", "opening")
    noted(GameService, "_announce", "streams")
    noted(GameService, "_answer", "views")
    try:
        cli(arguments, standalone_mode=False)
    finally:
        file.write_bytes(msgspec.json.encode({"spans": spans, "commands": commands}))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main(Path(sys.argv[1]), sys.argv[2:])

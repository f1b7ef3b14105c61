"""`python -m tests.bench.slowest`: where the slowest commands of P2 spent their time, part by part.

Every moment of a command counts for one part: the measuring client's own, from when the command was due until it was
sent and from the service's answer until it was read; or what the service did just then. Where several things went on,
the first of `PARTS` has it. `python -m tests.bench.slowest 50` sends fifty commands a second, for a busy machine.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from tests.bench.load import GAMES, RATE, p99
from tests.bench.rounds import leave_alone_what_was_set_up
from tests.bench.servers import serving
from tests.bench.tables import Table, Tables

SLOWEST: Final = 100
SECONDS: Final = 20
WARM_S: Final = 3
STOPS_WITHIN_S: Final = 20
PARTS: Final = (
    "collector 2",
    "collector 1",
    "collector 0",
    "opening",
    "kept states",
    "disk",
    "streams",
    "views",
    "judging",
    "loop",
)
CLIENT: Final = "client"
REST: Final = "rest"

Span = tuple[float, float]


class Trace(msgspec.Struct):
    """What the service noted: its spans by part, and the times of each command."""

    spans: list[tuple[str, float, float]]
    commands: dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Sent:
    """A command as the client saw it: its name, its kind, when it was due, sent and answered."""

    name: str
    kind: str
    due: float
    sent: float
    answered: float

    @property
    def whole(self) -> float:
        """How long it took, in seconds, from when it was due."""
        return self.answered - self.due


def main(rate: float = RATE) -> None:
    """Play, and print the table."""
    with TemporaryDirectory(prefix="beaten-zone-bench-") as folder:
        noted = Path(folder) / "trace.json"
        with serving("tests.bench.traced", str(noted)) as served:
            sent = asyncio.run(_play(served.port, rate))
            os.kill(served.pid, signal.SIGINT)
            until = time.monotonic() + STOPS_WITHIN_S
            while not noted.exists() and time.monotonic() < until:
                time.sleep(0.1)
            time.sleep(1)
        trace = msgspec.json.decode(noted.read_bytes(), type=Trace)
    slowest = sorted(sent, key=lambda one: one.whole, reverse=True)[:SLOWEST]
    print(f"{len(sent)} commands: p50 {median(one.whole for one in sent) * 1000:.1f} ms,", end=" ")
    print(f"p99 {p99([one.whole for one in sent]) * 1000:.1f} ms; the slowest {SLOWEST}, in ms:")
    print(table([(one, parts_of(one, trace)) for one in slowest]))


async def _play(port: int, rate: float) -> Sequence[Sent]:
    tables = await Tables.open(port, GAMES)
    streams = tables.follow(port)
    await asyncio.sleep(1)
    leave_alone_what_was_set_up()
    began, sent = time.perf_counter(), list[Sent]()

    async def one(number: int) -> None:
        due = began + number / rate
        await asyncio.sleep(due - time.perf_counter())
        sent.append(await _sent(tables[number % GAMES], due))

    await asyncio.gather(*(one(number) for number in range(round(rate * SECONDS))))
    for stream in streams:
        stream.cancel()
    return [one for one in sent if one.due - began > WARM_S]


async def _sent(table: Table, due: float) -> Sent:
    began, line, _ = await table.send_noted()
    return Sent(
        f"{table.sitting.path.rpartition('/')[2]}/c{table.place - 1}",
        line.command["kind"],
        due,
        began,
        time.perf_counter(),
    )


def parts_of(one: Sent, trace: Trace) -> Mapping[str, float]:
    """How long each part had a command, in seconds; `rest` is what none of them explains."""
    back = trace.commands[one.name][-1]
    found = {CLIENT: one.sent - one.due + one.answered - back}
    left = [(one.sent, back)]
    near = [span for span in trace.spans if span[1] < back and span[2] > one.sent]
    for part in PARTS:
        covered = [(begins, ends) for name, begins, ends in near if name == part]
        remaining = list(without(left, covered))
        found[part] = length(left) - length(remaining)
        left = remaining
    # The service was idle, and the command not there yet: the machine had not brought it.
    return found | {REST: length(left)}


def without(intervals: Sequence[Span], taken: Sequence[Span]) -> Iterator[Span]:
    """What is left of intervals."""
    for begins, ends in intervals:
        at = begins
        for first, last in sorted(taken):
            if last > at and first < ends:
                if first > at:
                    yield at, first
                at = last
        if at < ends:
            yield at, ends


def length(intervals: Sequence[Span]) -> float:
    """How long intervals are together."""
    return sum(ends - begins for begins, ends in intervals)


def table(rows: Sequence[tuple[Sent, Mapping[str, float]]]) -> str:
    """The sums of the parts, and the slowest ten by themselves."""
    names = [CLIENT, *PARTS, REST]
    whole = sum(one.whole for one, _ in rows)
    lines = [f"{'whole':<12}{whole / len(rows) * 1000:8.2f}"]
    for name in names:
        part = sum(parts[name] for _, parts in rows)
        lines.append(f"{name:<12}{part / len(rows) * 1000:8.2f}  {part / whole:5.0%}")
    for one, parts in rows[:10]:
        most = sorted(parts.items(), key=lambda item: -item[1])[:4]
        told = ", ".join(f"{name} {part * 1000:.1f}" for name, part in most if part > 0)
        lines.append(f"{one.kind:<20}{one.whole * 1000:7.1f}  {told}")
    return "\n".join(lines)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))

"""R6: a disk whose syncs fail, that is full, or takes nothing, while tablets send, tap again, and power is cut."""

import itertools
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Final

import httpx

from tests.torture.kills import ROLES, Acknowledged, everything_is_there, keep, repeats_are_the_same
from tests.torture.report import Report
from tests.torture.served import ROOT, Server, joined, number_at, open_game, send, serving, toy_service

SOURCE: Final = Path(__file__).with_name("failing_disk.c")
WELL: Final = "well"
TROUBLES: Final = ("sync", "sync torn", "full", "read-only")
TAPS: Final = 4
NOT_WRITTEN: Final = "/problems/not-written"
IN_DOUBT: Final = "/problems/in-doubt"


@dataclass(frozen=True)
class Disk:
    """A folder on a disk that can be told to fail, and what would be left of it after a power cut."""

    folder: Path
    preload: Path

    @property
    def url(self) -> str:
        """The database on it."""
        return f"sqlite:///{self.there / 'games.db'}"

    @property
    def there(self) -> Path:
        """Its files as the system shows them."""
        return self.folder / "disk"

    @property
    def kept(self) -> Path:
        """Its files as far as they were made durable."""
        return self.folder / "kept"

    @property
    def settings(self) -> Mapping[str, str]:
        """What a process needs to have this disk for its own."""
        return {
            "LD_PRELOAD": str(self.preload),
            "DISK_ORDERS": str(self.folder / "orders"),
            "DISK_UNDER": str(self.there),
            "DISK_KEPT": str(self.kept),
        }

    def order(self, word: str) -> None:
        """From now on it does this: `well`, or one of the troubles."""
        # Renamed into its place: the process must never read half a word.
        (self.folder / "next").write_text(word)
        (self.folder / "next").rename(self.folder / "orders")

    def cut_power(self) -> None:
        """Only what was made durable is left; the processes are gone before."""
        shutil.rmtree(self.there)
        shutil.copytree(self.kept, self.there)

    def program(self, url: str, port: int) -> tuple[Sequence[str], Mapping[str, str]]:
        """The service with the toy game, on this disk."""
        return toy_service(url, port)[0], self.settings


def compiler() -> str | None:
    """The C compiler, where there is one: without it no disk can be made to fail."""
    return shutil.which("cc") or shutil.which("gcc")


@contextmanager
def failing_disk() -> Iterator[Disk]:
    """A disk that is well until told otherwise. Needs a compiler."""
    with tempfile.TemporaryDirectory(prefix="disk") as name:
        disk = Disk(Path(name), Path(name) / "failing_disk.so")
        command: list[str | Path] = [
            compiler() or "cc",
            "-O1",
            "-shared",
            "-fPIC",
            "-o",
            disk.preload,
            SOURCE,
            "-ldl",
            "-lpthread",
        ]
        subprocess.run(command, check=True, cwd=ROOT)
        disk.there.mkdir()
        disk.kept.mkdir()
        disk.order(WELL)
        yield disk


@dataclass
class Tablet:
    """One that taps until it is answered, or gives up; what it was answered, and what must not be in the log."""

    disk: Disk
    server: Server
    cookies: Mapping[str, str]
    game: str
    report: Report
    stopped: Event
    kept: Acknowledged = field(default_factory=dict)
    undone: set[str] = field(default_factory=set)

    def play(self, name: str, number: int, chance: random.Random) -> None:
        """Command after command until it is told to stop or the server is gone."""
        with self.server.client(self.cookies) as client, suppress(httpx.TransportError):
            for one in itertools.count():
                if self.stopped.is_set():
                    return
                self._one(client, f"{name}n{one}", number, chance)

    def _one(self, client: httpx.Client, command_id: str, number: int, chance: random.Random) -> None:
        seen, last = number_at(client, self.game), ""
        while not self.stopped.is_set():
            answer = send(client, self.game, command_id, seen)
            self.report.count(f"answered {answer.status_code}")
            if answer.status_code == 200:
                keep(self.kept, number, command_id, seen, answer.content)
                for _ in range(TAPS - 1):
                    again = send(client, self.game, command_id, seen)
                    same = (again.status_code, again.content) == (200, answer.content)
                    self.report.expect(same, f"{command_id} was done, and a repeat told {again.text}")
                return
            if answer.status_code == 409:
                return
            last = answer.json()["type"]
            self.report.expect(last in (NOT_WRITTEN, IN_DOUBT), f"{command_id}: {answer.text}")
            if chance.random() < 0.2:
                if last == NOT_WRITTEN:
                    self.undone.add(command_id)
                return
            time.sleep(chance.uniform(0, 0.05))


def fail(cuts: int, seed: int = 1) -> Report:
    """Let a disk fail and cut the power so often, with four tablets over HTTP."""
    report, chance = Report(), random.Random(seed)
    if compiler() is None:
        report.measured = "left out: no C compiler, no disk can be made to fail"
        return report
    kept, undone = Acknowledged(), set[str]()
    with failing_disk() as disk:
        with serving(disk.url, disk.program) as server, server.client() as host:
            game, host_cookies = open_game(host), dict(host.cookies)
            cookies = [joined(server, host, game, role) for role in ROLES]
        newest: Acknowledged = {}
        for number in range(cuts):
            with serving(disk.url, disk.program) as server:
                repeats_are_the_same(report, server, cookies, game, newest)
                tablets = [Tablet(disk, server, one, game, report, Event()) for one in cookies]
                fail_while_playing(disk, tablets, f"r{number}", chance)
                server.end(signal.SIGKILL)
            disk.order(WELL)
            if chance.random() < 0.7:
                disk.cut_power()
                report.count("cuts of the power")
            newest = {command_id: one for tablet in tablets for command_id, one in tablet.kept.items()}
            kept |= newest
            undone.update(*[tablet.undone for tablet in tablets])
            report.count("kills")
        with serving(disk.url, disk.program) as server, server.client(host_cookies) as host:
            repeats_are_the_same(report, server, cookies, game, newest)
            written = everything_is_there(report, host, game, kept)
    report.count("acknowledged", len(kept))
    report.count("told that they did not happen", len(undone))
    report.expect(not undone & written, f"told that they did not happen, and did: {sorted(undone & written)[:3]}")
    return report


def fail_while_playing(disk: Disk, tablets: Sequence[Tablet], name: str, chance: random.Random) -> None:
    """The disk falls into one trouble after the other and recovers, or not, while everybody plays; then they stop."""
    with ThreadPoolExecutor(len(tablets)) as crowd:
        playing = [
            crowd.submit(tablet.play, f"{name}t{number}", number, random.Random(chance.random()))
            for number, tablet in enumerate(tablets)
        ]
        for _ in range(chance.randint(2, 4)):
            time.sleep(chance.uniform(0.05, 0.4))
            disk.order(chance.choice(TROUBLES))
            time.sleep(chance.uniform(0.02, 0.3))
            if chance.random() < 0.8:
                disk.order(WELL)
        for tablet in tablets:
            tablet.stopped.set()
        for one in playing:
            one.result(60)

"""A real server in a process of its own, to be stopped and killed, and devices that talk to it over HTTP."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import httpx

from tests.torture.nursery import Born, nursery_for
from tests.unlimited import STREAMS, UNLIMITED

ROOT: Final = Path(__file__).resolve().parents[2]
START_WITHIN_S: Final = 120
TOY_GAME: Final = {"system": "toy", "title": "Rigny", "command": {"kind": "begin"}}
MONS_GAME: Final[dict[str, Any]] = {
    "system": "flanders-fields",
    "title": "Mons",
    "command": {"kind": "create_game", "scenario": "mons-1914"},
}

Program = Callable[[str, int], tuple[Sequence[str], Mapping[str, str]]]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def toy_service(url: str, port: int) -> tuple[Sequence[str], Mapping[str, str]]:
    """The service with the toy game on the database at `url`: the command to run, and its settings."""
    return ("-m", "tests.app.assembly", url, str(port)), {}


def real_service(url: str, port: int, **more: str) -> tuple[Sequence[str], Mapping[str, str]]:
    """The service as `make run` starts it; `more` settings by their names in lower case."""
    chosen = {"database_url": url, "host": "127.0.0.1", "port": str(port), "log_format": "json", "log_level": "warning"}
    # Everything here comes from one address, and faster than people play.
    freely = {name: str(amount) for name, amount in (UNLIMITED | STREAMS).items()}
    settings = {**chosen, "new_games_per_minute": "100000", **freely, **more}
    return ("-m", "app", "serve"), {f"BEATENZONE_{name.upper()}": value for name, value in settings.items()}


class Server:
    """A server in a process of its own, ready once it is made. Without a port it takes a free one.

    Its program stands in `house`, its log goes to `log`, or to ours. Once ended it can be started again, on the same
    database and port.
    """

    process: subprocess.Popen[bytes] | Born

    def __init__(
        self, url: str, program: Program = toy_service, port: int = 0, log: IO[str] | None = None, house: Path = ROOT
    ) -> None:
        self._house = house
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._arguments, self._settings = program(url, self.port)
        self._log = log
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        outside = {name: value for name, value in os.environ.items() if not name.startswith("BEATENZONE_")}
        environment = {**outside, **self._settings, "PYTHONPATH": str(self._house)}
        nursery = nursery_for(environment, str(ROOT)) if self._house == ROOT else None
        if nursery is not None:
            self.process = nursery.born(self._arguments, environment, self._log)
        else:
            self.process = subprocess.Popen(
                [sys.executable, *self._arguments],
                cwd=self._house,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=self._log,
            )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + START_WITHIN_S
        with self.client() as asking:
            while time.monotonic() < until and self.process.poll() is None:
                try:
                    asking.get("/health")
                    return
                except httpx.TransportError:
                    time.sleep(0.05)
        raise AssertionError("the server did not start")

    def client(self, cookies: Mapping[str, str] | None = None) -> httpx.Client:
        # Reading the certificates of the whole world takes longer than most requests here.
        headers = {"Origin": self.base}
        return httpx.Client(base_url=self.base, headers=headers, cookies=dict(cookies or {}), timeout=20, verify=False)

    def end(self, how: signal.Signals) -> float:
        """Send a signal and wait; the seconds it took."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(20)
        return time.monotonic() - began


@contextmanager
def serving(url: str, program: Program = toy_service, port: int = 0, log: IO[str] | None = None) -> Iterator[Server]:
    server = Server(url, program, port, log)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


def open_game(client: httpx.Client, wanted: Mapping[str, Any] = TOY_GAME) -> str:
    answer = client.post("/api/v1/games", json=wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def joined(server: Server, host: httpx.Client, game: str, role: str) -> dict[str, str]:
    """The cookies of a further device at this game."""
    code = host.post(f"/api/v1/games/{game}/invitations", json={"role": role}).json()["code"]
    with server.client() as guest:
        answer = guest.post("/api/v1/join", json={"code": code, "name": role})
        assert answer.status_code == 201, answer.text
        return dict(guest.cookies)


def rolled(command_id: str, expected: int, faces: int = 1) -> dict[str, Any]:
    """The toy's command: dice thrown by the app."""
    dice = [{"pips": 0, "source": "rolled"}] * faces
    return {"command_id": command_id, "expected_seq": expected, "command": {"kind": "roll", "dice": dice}}


def send(client: httpx.Client, game: str, command_id: str, expected: int, faces: int = 1) -> httpx.Response:
    return client.post(f"/api/v1/games/{game}/commands", json=rolled(command_id, expected, faces))


def number_at(client: httpx.Client, game: str) -> int:
    """The newest number this device can see."""
    return int(client.get(f"/api/v1/games/{game}").json()["number"])

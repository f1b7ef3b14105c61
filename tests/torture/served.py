"""A real server in a process of its own, to be stopped and killed, and devices that talk to it over HTTP."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

ROOT: Final = Path(__file__).resolve().parents[2]
TOY_GAME: Final = {"system": "toy", "title": "Rigny", "command": {"kind": "begin"}}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server in a process of its own, ready once it is made."""

    def __init__(self, url: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.app.assembly", url, str(self.port)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
        )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.base}/api/v1/games")
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def client(self, cookies: Mapping[str, str] | None = None) -> httpx.Client:
        return httpx.Client(base_url=self.base, headers={"Origin": self.base}, cookies=dict(cookies or {}), timeout=20)

    def end(self, how: signal.Signals) -> float:
        """Send a signal and wait; the seconds it took."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(20)
        return time.monotonic() - began


@contextmanager
def serving(url: str) -> Iterator[Server]:
    server = Server(url)
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

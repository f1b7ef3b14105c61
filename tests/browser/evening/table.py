"""The table of the evening: a real server that can be stopped and started again, and three devices at it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

from playwright.sync_api import APIResponse, Page

from tests.browser.conftest import OpenedPage
from tests.browser.evening.names import Names, names_of
from tests.browser.evening.step import REFEREE

START_SECONDS: Final = 120.0
SEND: Final = """async ([path, id, command, overrule]) => {
    const seen = (await (await fetch(path)).json()).number;
    const envelope = {command_id: id, expected_seq: seen, command, ...(overrule ? {overrule} : {})};
    const answer = await fetch(`${path}/commands`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(envelope)});
    return {status: answer.status, body: await answer.json()};
}"""


class Server:
    """The program as it is run, on one SQLite file and one port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = {
            "BEATENZONE_DATABASE_URL": f"sqlite:///{self.folder / 'evening.db'}",
            "BEATENZONE_LOG_LEVEL": "warning",
            "BEATENZONE_LOG_FORMAT": "json",
        }
        command = [sys.executable, "-m", "app", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=os.environ | settings, stdout=log, stderr=log)
        until = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError((self.folder / "server.log").read_text())
            time.sleep(0.05)

    def _answers(self) -> bool:
        with suppress(OSError), urlopen(f"{self.address}/health", timeout=1) as answer:
            return bool(answer.status == 200)
        return False

    def stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Stop it as a service manager would, or (SIGKILL) as a power cut."""
        if self.process is not None:
            self.process.send_signal(by)
            self.process.wait(timeout=10)
            self.process = None


@dataclass(frozen=True)
class Look:
    """What a seat may know of the game: the number of the newest event, and everything as it stands."""

    number: int
    view: Mapping[str, Any]


class Screens:
    """The two tablets and the referee's screen, each a browser of its own with the cookie of its own seat."""

    def __init__(self, devices: Mapping[str, OpenedPage], game: str) -> None:
        self.devices = devices
        self.pages: Mapping[str, Page] = {by: opened.page for by, opened in devices.items()}
        self.game = game  # the address of the game in the service
        self.by_hand = 0
        self.past_the_screens: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.names: Names = names_of(self.look(REFEREE).view)

    def send(self, by: str, command: Mapping[str, Any], overrule: str = "") -> dict[str, Any]:
        """Send a command from within a seat's browser, past its screen; gives the status and the answer."""
        number = self.past_the_screens.total()
        answer = self.pages[by].evaluate(SEND, [self.game, f"past-the-screens-{number}", dict(command), overrule])
        return dict(answer)

    def look(self, by: str) -> Look:
        """The game as a seat may know it now."""
        told = self._ask(by, "")
        return Look(int(told["number"]), dict(told["view"]))

    def looks(self) -> dict[str, Look]:
        """The game as every seat may know it now."""
        return {by: self.look(by) for by in self.pages}

    def log(self, by: str, since: int = 0) -> list[dict[str, Any]]:
        """The log after a number, as a seat may read it."""
        return list(self._ask(by, f"/log?since={since}")["events"])

    def export(self, by: str) -> str:
        """The file of the game, as a seat downloads it."""
        return self._get(by, "/export").text()

    def _ask(self, by: str, what: str) -> dict[str, Any]:
        return dict(self._get(by, what).json())

    def _get(self, by: str, what: str) -> APIResponse:
        """What the service answers to a seat's cookie."""
        return self.pages[by].context.request.get(f"{self.game}{what}")

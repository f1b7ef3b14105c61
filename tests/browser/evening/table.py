"""The table of the evening: a real server that can be stopped and started again, and three devices at it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

from playwright.sync_api import Page

START_SECONDS: Final = 20.0
ASK: Final = "async ([path]) => await (await fetch(path)).json()"
POST: Final = """async ([path, body]) => {
    const answer = await fetch(path, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
    return {status: answer.status, body: await answer.json()};
}"""
SEND: Final = """async ([game, id, command, overrule]) => {
    const path = `/api/v1/games/${game}`;
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

    def stop(self) -> None:
        """Stop it as a service manager would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=10)
            self.process = None


class Screens:
    """The two tablets and the referee's screen, each a browser of its own with the cookie of its own seat."""

    def __init__(self, pages: Mapping[str, Page], game: str) -> None:
        self.pages = pages
        self.game = game
        self.sent = 0

    def send(self, by: str, command: Mapping[str, Any], overrule: str = "") -> dict[str, Any]:
        """Send a command from a seat's own browser; gives the status and the answer."""
        self.sent += 1
        answer = self.pages[by].evaluate(SEND, [self.game, f"evening-{self.sent}", dict(command), overrule])
        return dict(answer)

    def look(self, by: str) -> dict[str, Any]:
        """The game as a seat may know it."""
        return dict(self.pages[by].evaluate(ASK, [f"/api/v1/games/{self.game}"])["view"])

    def log(self, by: str) -> list[dict[str, Any]]:
        """The log as a seat may read it."""
        return list(self.pages[by].evaluate(ASK, [f"/api/v1/games/{self.game}/log"])["events"])

    def export(self, by: str) -> str:
        """The file of the game, as a seat downloads it."""
        text = self.pages[by].evaluate(
            "async ([path]) => await (await fetch(path)).text()", [f"/api/v1/games/{self.game}/export"]
        )
        return str(text)


def post(page: Page, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Post JSON from a page's own browser."""
    return dict(page.evaluate(POST, [path, dict(body)]))

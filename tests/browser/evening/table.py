"""The table of the evening: three devices, and what each of them may know of the game."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.request import Request, urlopen

import msgspec
from playwright.sync_api import Page

from tests.browser.conftest import OpenedPage
from tests.browser.evening.names import Names, names_of
from tests.browser.evening.step import REFEREE

SEND: Final = """async ([path, id, command, overrule]) => {
    const seen = (await (await fetch(path)).json()).number;
    const envelope = {command_id: id, expected_seq: seen, command, ...(overrule ? {overrule} : {})};
    const answer = await fetch(`${path}/commands`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(envelope)});
    return {status: answer.status, body: await answer.json()};
}"""


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
        self._told: dict[str, bytes] = {}
        self._looked: dict[str, Look] = {}
        self.names: Names = names_of(self.look(REFEREE).view)

    def send(self, by: str, command: Mapping[str, Any], overrule: str = "") -> dict[str, Any]:
        """Send a command from within a seat's browser, past its screen; gives the status and the answer."""
        number = self.past_the_screens.total()
        answer = self.pages[by].evaluate(SEND, [self.game, f"past-the-screens-{number}", dict(command), overrule])
        return dict(answer)

    def look(self, by: str) -> Look:
        """The game as a seat may know it now."""
        told = self._get(by, "")
        if told != self._told.get(by):
            read = msgspec.json.decode(told)
            self._told[by], self._looked[by] = told, Look(int(read["number"]), read["view"])
        return self._looked[by]

    def looks(self) -> dict[str, Look]:
        """The game as every seat may know it now."""
        return {by: self.look(by) for by in self.pages}

    def log(self, by: str, since: int = 0) -> list[dict[str, Any]]:
        """The log after a number, as a seat may read it."""
        return list(self._ask(by, f"/log?since={since}")["events"])

    def export(self, by: str) -> str:
        """The file of the game, as a seat downloads it."""
        return self._get(by, "/export").decode()

    def _ask(self, by: str, what: str) -> dict[str, Any]:
        return dict(msgspec.json.decode(self._get(by, what)))

    def _get(self, by: str, what: str) -> bytes:
        """What the service answers to a seat's cookie: asked from here, which is quicker than through its browser."""
        address = f"{self.game}{what}"
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in self.pages[by].context.cookies(address))
        with urlopen(Request(address, headers={"Cookie": cookies})) as answer:
            return bytes(answer.read())

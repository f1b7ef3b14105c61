"""Games for the tests of single screens: opened, seated and brought to a point by commands, then looked at."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext

from app.main import create_app
from app.settings import Settings
from tests.browser.conftest import serving

MONS: Final = {
    "system": "flanders-fields",
    "title": "Mons 1914",
    "role": "referee",
    "name": "Ada",
    "command": {"kind": "create_game", "scenario": "mons-1914"},
}


def served(folder: Path, **settings: Any) -> Iterator[str]:
    """The body of a fixture: a real server with an empty database."""
    made = Settings(database_url=f"sqlite:///{folder / 'games.db'}", log_level="warning", **settings)
    with serving(create_app(made)) as address:
        yield address


class Seat:
    """A device at a game that sends commands without a page; what it shows is looked at with its pages."""

    def __init__(self, context: BrowserContext, address: str, game: str) -> None:
        self.context = context
        self.address = address
        self.game = game

    @property
    def place(self) -> str:
        """The address of the game's page."""
        return f"{self.address}/games/{self.game}"

    def send(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Send a command that is accepted; gives the answer."""
        answer = self.try_(kind, **fields)
        assert answer["status"] == 200, answer
        return answer

    def try_(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Send a command; gives the answer with its status."""
        service = f"{self.address}/api/v1/games/{self.game}"
        seen = self.context.request.get(service).json()["number"]
        envelope = {"command_id": f"{kind}-{seen}", "expected_seq": seen, "command": {"kind": kind, **fields}}
        answer = self.context.request.post(f"{service}/commands", data=envelope, headers={"Origin": self.address})
        return {**answer.json(), "status": answer.status}

    def invites(self, role: str, guest: BrowserContext, name: str = "") -> "Seat":
        """Another device takes a seat by an invitation of this one."""
        own = {"Origin": self.address}
        made = self.context.request.post(
            f"{self.address}/api/v1/games/{self.game}/invitations", data={"role": role}, headers=own
        ).json()
        joined = guest.request.post(
            f"{self.address}/api/v1/join", data={"code": made["code"], "name": name}, headers=own
        )
        assert joined.ok, joined.text()
        return Seat(guest, self.address, self.game)


def opened(host: BrowserContext, address: str, **otherwise: Any) -> Seat:
    """The Mons game, opened by a device that becomes its host."""
    answer = host.request.post(f"{address}/api/v1/games", data={**MONS, **otherwise}, headers={"Origin": address})
    assert answer.ok, answer.text()
    return Seat(host, address, answer.json()["game_id"])


def to_step(seat: Seat, title: str) -> None:
    """Begin the turn and finish steps until the named one is in hand."""
    seat.send("start_turn")
    for _ in range(60):
        view = seat.context.request.get(f"{seat.address}/api/v1/games/{seat.game}").json()["view"]
        if view["turn"]["step"] == title:
            return
        seat.send("next_step")
    raise AssertionError(f"{title} was never reached")

"""Games for the tests of single screens: opened, seated and brought to a point by commands, then looked at."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cached_property
from http.client import HTTPConnection
from math import dist
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import msgspec
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError

from app.games.app_services import Keeper
from app.main import create_app
from app.randomness import new_id
from app.settings import Settings
from rules.kernel.seats import Role
from tests.browser.conftest import SERVED, SIZES, serving
from tests.client import app_with, give_back
from tests.game.ground_in_play import OPEN_FIELD

BOUNCE_MS: Final = 320
BOUNCE_PX: Final = 48
"""So near to its last tap, and so soon after it, a finger may have bounced."""
TAPPED_LAST: Final = WeakKeyDictionary[Page, tuple[float, float]]()
"""Where each page was tapped last."""
IN_SIGHT: Final = """(one) => {
  const at = one.getBoundingClientRect();
  const waits = document.querySelector("#main[aria-busy]");
  return waits || !at.width || !one.checkVisibility({visibilityProperty: true}) ? null
    : [at.x + at.width / 2, at.y + at.height / 2];
}"""
"""Its middle, unless it is hidden or the card waits for the service."""
MONS: Final = {
    "system": "flanders-fields",
    "title": "Mons 1914",
    "role": "referee",
    "name": "Ada",
    "command": {"kind": "create_game", "scenario": "mons-1914"},
}


def served(folder: Path, **settings: Any) -> Iterator[str]:
    """The body of a fixture: a real server with an empty database."""
    bare = Settings(database_url=f"sqlite:///{folder / 'games.db'}", log_level="warning")
    # Some tests need what no club may set: it is not looked over.
    app = app_with(bare.model_copy(update=settings))
    with serving(app) as address:
        yield address
    give_back(app)


def noted(stage: Page, words: str) -> None:
    """Write a note on a stage."""
    note(stage, words)
    stage.get_by_role("button", name="Tell it", exact=True).click()


def note(stage: Page, words: str) -> None:
    """Write a note on a stage, as far as the last tap."""
    stage.get_by_role("button", name=re.compile("^More")).click()
    stage.get_by_role("button", name="Write it down", exact=True).click()
    stage.get_by_role("textbox").fill(words)
    # A finger that bounces where the card has just changed does nothing there.
    stage.wait_for_timeout(BOUNCE_MS)


COUNT_IGNORED: Final = """() => {
  if (window.ignoredTaps === undefined) {
    window.ignoredTaps = 0;
    document.addEventListener("click", (event) => (window.ignoredTaps += event.defaultPrevented ? 1 : 0), true);
  }
  return window.ignoredTaps;
}"""
"""How many taps the page took for a finger that bounces. Its own listener stands before this one."""


class Touch:
    """A finger on a stage: it waits for the card as a person does, who sees before he taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, place: Locator) -> None:
        """Tap what is in sight, once the service has been heard; on the same spot no sooner than a finger would."""
        at = place.evaluate(IN_SIGHT)
        if at is None:
            place.wait_for()
            self.page.locator("#main:not([aria-busy])").wait_for()
            at = place.evaluate(IN_SIGHT)
        last = TAPPED_LAST.get(self.page)
        if at is None or (last is not None and dist(at, last) < BOUNCE_PX):
            self.page.wait_for_timeout(BOUNCE_MS)
            self._tap_until_taken(place)
        else:
            place.click()
        if at is not None:
            TAPPED_LAST[self.page] = at
        self.taps += 1

    def _tap_until_taken(self, place: Locator) -> None:
        """Tap, and once more if the card has changed under the finger meanwhile: on a busy machine it changes late."""
        ignored = self.page.evaluate(COUNT_IGNORED)
        place.click()
        with suppress(PlaywrightError):
            if self.page.evaluate(COUNT_IGNORED) > ignored:
                self.page.wait_for_timeout(BOUNCE_MS)
                place.click()


class Service:
    """A service on one database and one port that goes away and comes back, nothing but the database kept."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "games.db"
        self.address = ""
        self._running = ExitStack()

    def start(self) -> None:
        """Serve, at the address it had before."""
        made = Settings(database_url=f"sqlite:///{self.file}", log_level="warning")
        port = int(self.address.rpartition(":")[2] or 0)
        self.address = self._running.enter_context(serving(create_app(made), port))

    def stop(self) -> None:
        """Go away; whoever asks is not answered."""
        self._running.close()


class Seat:
    """A device at a game that sends commands without a page; what it shows is looked at with its pages.

    Where the game stands it asks the service itself, and what it sends goes straight there: with a look over the line
    before each, by way of the browser, a command took ten times as long.
    """

    def __init__(self, context: BrowserContext, address: str, game: str, role: str) -> None:
        self.context = context
        self.address = address
        self.game = game
        self._role = Role(role)

    @property
    def place(self) -> str:
        """The address of the game's page."""
        return f"{self.address}/games/{self.game}"

    @property
    def number(self) -> int:
        """How many events have happened that this seat may know of."""
        return self._keeper.games.ask(self.game, lambda game: game.numbers[self._role])

    @property
    def view(self) -> Any:
        """The game as this seat may know it."""
        return msgspec.json.decode(self._keeper.games.view(self.game, self._role).body)

    @property
    def _keeper(self) -> Keeper:
        keeper: Keeper = SERVED[self.address].state.keeper
        return keeper

    @cached_property
    def _cookies(self) -> str:
        return "; ".join(f"{one['name']}={one['value']}" for one in self.context.cookies(self.address))

    def send(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Send a command that is accepted; gives the answer."""
        answer = self.try_(kind, **fields)
        assert answer["status"] == 200, answer
        return answer

    def try_(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Send a command; gives the answer with its status."""
        seen = self.number
        told = {"command_id": new_id(), "expected_seq": seen, "command": {"kind": kind, **fields}}
        status, answer = self._answer("POST", "commands", told)
        return {**answer, "status": status}

    def get(self, what: str) -> Any:
        """What stands at an address below the game's own."""
        status, answer = self._answer("GET", what)
        assert status == 200, answer
        return answer

    def post(self, what: str, body: Mapping[str, Any]) -> Any:
        """Say something at an address below the game's own, which is accepted."""
        status, answer = self._answer("POST", what, body)
        assert status < 300, answer
        return answer

    def _answer(self, method: str, what: str, body: Mapping[str, Any] | None = None) -> tuple[int, Any]:
        headers = {"Origin": self.address, "Content-Type": "application/json", "Cookie": self._cookies}
        sent = None if body is None else msgspec.json.encode(body)
        with closing(HTTPConnection(urlsplit(self.address).netloc)) as line:
            line.request(method, f"/api/v1/games/{self.game}/{what}", sent, headers)
            answer = line.getresponse()
            return answer.status, msgspec.json.decode(answer.read() or b"null")

    def invites(self, role: str, guest: BrowserContext, name: str = "", agreed_by: "Seat | None" = None) -> "Seat":
        """Another device takes a seat by an invitation of this one; `agreed_by`: the side that is asked first."""
        own = {"Origin": self.address}
        if agreed_by:
            assert self._answer("POST", "invitations", {"role": role})[0] == 409
            agreed_by.send("answer", agree=True)
        made = self.post("invitations", {"role": role})
        joined = guest.request.post(
            f"{self.address}/api/v1/join", data={"code": made["code"], "name": name}, headers=own
        )
        assert joined.ok, joined.text()
        return Seat(guest, self.address, self.game, role)


def opened(host: BrowserContext, address: str, **otherwise: Any) -> Seat:
    """The Mons game, opened by a device that becomes its host."""
    wanted = {**MONS, **otherwise}
    answer = host.request.post(f"{address}/api/v1/games", data=wanted, headers={"Origin": address})
    assert answer.ok, answer.text()
    return Seat(host, address, answer.json()["game_id"], wanted["role"])


@contextmanager
def on_a_field(browser: Browser, address: str, *placed: Mapping[str, Any]) -> Iterator[Seat]:
    """The attacker of the Mons game on an open field, stands placed, at a tablet held upright."""
    wide, high = SIZES["tablet-upright"]
    with browser.new_context() as host, browser.new_context(viewport={"width": wide, "height": high}) as guest:
        referee = opened(host, address, command={"kind": "create_game", "scenario": "mons-1914", "table": OPEN_FIELD})
        attacker = referee.invites("attacker", guest, "Bea")
        referee.send("place_stands", stands=list(placed))
        yield attacker


class Sender(Protocol):
    """A device that sends commands."""

    def send(self, kind: str, **fields: Any) -> Any:
        """Send a command that is accepted."""
        ...


def nobody_arrives(seat: "Seat") -> None:
    """What arrivals are due in this turn of a side are rolled for, with ones (FF-SCN-10)."""
    for due in seat.view["due"]:
        if due["kind"] == "reinforcement":
            seat.send("roll_reinforcement", battalion=due["of"], die={"pips": 1})


def settle_plans(seat: Sender, view: Mapping[str, Any]) -> None:
    """What the plan brings in the present step, where nobody is hurt by it: ones, and nobody under the fire."""
    if roll := view["deep"]["roll"]:
        seat.send("roll_deep_suppression", dice=[{"pips": 1}] * roll["dice"])
    for one in view["barrages"]:
        if one["to_do"] == "turns":
            seat.send("roll_barrage_turns", barrage=one["id"], die={"pips": 1})
        if one["to_do"] in ("turns", "advance"):
            seat.send("advance_barrage", barrage=one["id"])
        if one["to_do"]:
            seat.send("all_under_barrage", barrage=one["id"])
    for line in view["bombard"]["fires"]:
        seat.send("fire_by_plan", line=line["id"], observed=True)
        if not line["shift"]:
            seat.send("fire_on_area", unit=line["unit"], observed=True)
    for work in view["bombard"]["works"]:
        seat.send("bombard_work", work=work["id"])


def planned_fire_falls(seat: Seat) -> None:
    """On to the planned bombardments, which harm nobody, and to the end of the player turn."""
    seat.send("next_step")
    settle_plans(seat, seat.view)
    seat.send("end_turn")


def to_step(seat: Seat, title: str) -> None:
    """Begin the turn and finish steps until the named one is in hand."""
    seat.send("start_turn")
    for _ in range(60):
        view = seat.view
        if view["turn"]["step"] == title:
            return
        settle_plans(seat, view)
        seat.send("next_step")
    raise AssertionError(f"{title} was never reached")


def on_to(seat: Seat, step: str) -> None:
    """Finish steps until the one whose title begins so is in hand; deep suppression rolls a harmless 1."""
    for _ in range(60):
        view = seat.view
        if view["turn"]["step"].startswith(step):
            return
        if roll := view["deep"]["roll"]:
            seat.send("roll_deep_suppression", dice=[{"pips": 1}] * roll["dice"])
        seat.send("next_step")
    raise AssertionError(f"{step} was never reached")


def choose(page: Page, name: str, stand: str) -> None:
    """Unfold what holds the stand, tap it."""
    field = page.locator(f"input[name='{name}'][value='{stand}']")
    expect(field).to_have_count(1)
    holder = page.locator("#work details.holder").filter(has=field)
    if holder.get_attribute("open") is None:
        holder.locator("> summary").click()
    page.locator(f"label:has(input[name='{name}'][value='{stand}'])").click()
    expect(field).to_be_checked()


def pick_caught(form: Locator, stand: str) -> None:
    """A stand that lies in an area: unfold the list and its holder where they are folded, tap it."""
    field = form.page.locator(f"input[name='_stands[]'][value='{stand}']")
    stands = form.locator("details.picker").filter(has=field)
    if stands.get_attribute("open") is None:
        stands.locator("summary").first.click()
    holder = stands.locator("details.holder").filter(has=field)
    if holder.get_attribute("open") is None:
        holder.locator("> summary").click()
    form.locator(f"label:has(input[name='_stands[]'][value='{stand}'])").click()
    expect(form.locator(f"input[type=hidden][value='{stand}']")).to_have_count(1)


def on_the_map(page: Page, place: str) -> None:
    """The stage of a seat with the map turned up."""
    page.goto(f"{place}/stage")
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    page.locator(".board").get_by_role("tab", name="Map").filter(visible=True).click()
    expect(page.locator(".onmap trench-map")).to_be_attached()

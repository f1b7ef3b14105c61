"""Optional prompts told with a finger: each with another value than its default, found in what was written down."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, Error, Page

from app.games.app_services import Keeper
from app.settings import Settings
from rules.kernel.serialization import plain
from tests.browser.conftest import serving
from tests.browser.golden import laid
from tests.browser.hand import Hand, sits
from tests.browser.taped import Tap
from tests.client import app_with, give_back
from tests.stage_taps.prompts import Walked

PATIENCE_MS: Final = 15_000
SIMILAR: Final = {Tap("spot"), Tap("certain")}
"""Taps after which the events are like those of the walk, not the same."""
HAPPENED: Final = "seq => Number(document.body.dataset.seq) > seq"


class Table:
    """A service with an empty database, and one page on which games are opened at a moment."""

    def __init__(self, page: Page, address: str, keeper: Keeper) -> None:
        self.page = page
        self._address = address
        self._keeper = keeper

    def tells(self, walked: Walked) -> str:
        """Tell a prompt with a finger. Return what went wrong, or an empty text."""
        moment = walked.moment
        game = laid(self._keeper, moment.name, len(moment.game.log))
        sits(self.page, self._address, self._keeper, game, moment.actor)
        stood = self._keeper.games.ask(game, lambda played: (played.numbers[moment.actor.role], len(played.log)))
        try:
            self.page.locator("#main .sheet").wait_for()
            Hand(self.page).follow(walked.tape)
            if not walked.events:
                self.page.locator("#main .refuse").wait_for()
                return ""
            self.page.wait_for_function(HAPPENED, arg=stood[0])
        except Error as wrong:
            return f"{walked.prompt}: {walked.tape}: {str(wrong).splitlines()[0]}"
        return self._lacks(game, stood[1], walked)

    def _lacks(self, game: str, stood: int, walked: Walked) -> str:
        """Return what is missing of a value in the command and in the events that it brought about."""
        kind, name = walked.prompt
        role = walked.moment.actor.role
        drafts = self._keeper.games.ask(game, lambda played: [draft.command for draft, _ in played.drafts_of(role)])
        rows = [msgspec.json.decode(row["body"]) for row in self._keeper.games.log.read_commands(game)]
        sent: dict[str, Any] = next((row for row in reversed([*rows, *drafts]) if row["kind"] == kind), {})
        told = sent
        for step in name.split("."):
            told = _step(told, step)
        if walked.value not in _leaves(told):
            return f"{walked.prompt}: {walked.value!r} was told, {told!r} was sent: {sent}"
        # What is written beside the log has no event before both sides are ready.
        if not walked.has_trace or sent in drafts:
            return ""
        happened = self._keeper.games.ask(game, lambda played: [plain(one.event) for one in played.log[stood:]])
        written = _without_dice(msgspec.json.decode(msgspec.json.encode(happened)))
        wanted = _without_dice(msgspec.json.decode(walked.events))
        # A finger taps another place of the ground than the walk, and the service rolls dice that change nothing.
        is_there = not SIMILAR.isdisjoint(walked.tape) or wanted[0] in written
        return "" if is_there else f"{walked.prompt}: {wanted[0]} is not in {written}"


def _without_dice(value: Any) -> Any:
    """Return a value without the faces of its dice and the names of players, which differ from those of the walk."""
    if isinstance(value, str):
        return value.partition("/")[0]
    if isinstance(value, dict):
        return "a die" if "pips" in value else {name: _without_dice(one) for name, one in value.items()}
    return [_without_dice(one) for one in value] if isinstance(value, list) else value


def _step(values: Any, name: str) -> Any:
    if isinstance(values, list):
        return values[int(name)] if int(name) < len(values) else None
    return values.get(name) if isinstance(values, dict) else None


def _leaves(value: Any) -> list[Any]:
    """Return a value with everything in it."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(leaf for one in inside for leaf in _leaves(one))]


@contextmanager
def table(browser: Browser, folder: Path) -> Iterator[Table]:
    """Serve a database of one's own, with a page on it."""
    app = app_with(Settings(database_url=f"sqlite:///{folder / 'games.db'}", log_level="warning"))
    with serving(app) as address:
        page = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.set_default_navigation_timeout(6 * PATIENCE_MS)
        yield Table(page, address, app.state.keeper)
        page.context.close()
    give_back(app)

"""Two turns of Mons at three devices: two tablets and the referee's screen, a real server, dice thrown by hand.

The host opens the game and the tablets take their seats by the codes of the host's screen, in the real forms. The
commands are sent from within each device's own browser under the cookie of its own seat, in the envelope the forms
send; single forms are clicked in test_mons_at_the_table.py. What must come of each step is worked out by hand from the
rulebook and stands beside it in tests/browser/evening.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.games.rejudge import rejudge
from app.games.systems import known_systems
from app.games.verify import read_file
from app.games.wire import EventCodec
from rules.kernel.play import Role
from tests.browser.conftest import OpenPage
from tests.browser.evening import british_turn_one, german_turn_one, turn_two
from tests.browser.evening.playing import SEATS, levels, play
from tests.browser.evening.step import ATTACKER, DEFENDER, REFEREE
from tests.browser.evening.table import Screens, Server
from tests.browser.test_mons_at_the_table import seat

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The program itself on an empty database."""
    made = Server(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def screens(server: Server, open_page: OpenPage) -> Screens:
    """The referee opens the game; both tablets join by a code."""
    board = open_page(server.address, "laptop", "light").page
    board.get_by_role("button", name="Open the Mons game").click()
    board.wait_for_url("**/games/*")
    tablets = {}
    for side, name in ((ATTACKER, "German"), (DEFENDER, "British")):
        board.reload()  # a fresh panel: the code in it is used up
        tablets[side] = seat(board, open_page, server.address, name)
    return Screens({REFEREE: board, **tablets}, board.url.rsplit("/", 1)[1])


def test_an_evening_of_mons(screens: Screens, server: Server, tmp_path: Path) -> None:
    play(screens, german_turn_one.GERMAN_TURN_ONE)
    reload_in_mid_turn(screens, ATTACKER)
    play(screens, german_turn_one.GERMAN_TURN_ONE_AFTER_RELOAD)
    play(screens, british_turn_one.BRITISH_TURN_ONE)
    restart_in_mid_turn(screens, server)
    play(screens, british_turn_one.BRITISH_TURN_ONE_AFTER_RESTART)
    play(screens, turn_two.GERMAN)
    the_reserve_that_came_is_seen_and_the_other_is_not(screens)
    play(screens, turn_two.BRITISH)
    assert screens.sent >= 80
    the_screens_agree(screens)
    the_file_holds_and_replays(screens, tmp_path / "evening.json")


def reload_in_mid_turn(screens: Screens, by: str) -> None:
    """A reloaded tablet is where it was, for the service and for the eye."""
    page, before = screens.pages[by], screens.look(by)
    step = page.locator("#rail [aria-current]").first.inner_text()
    page.reload()
    assert screens.look(by) == before
    expect(page.locator("#rail [aria-current]").first).to_have_text(step, use_inner_text=True)


def restart_in_mid_turn(screens: Screens, server: Server) -> None:
    """The service comes back on the same file with every seat, and every open page finds it again by itself."""
    before = {by: screens.look(by) for by in SEATS}
    server.stop()
    for page in screens.pages.values():
        expect(page.locator("connection-bar")).to_contain_text("Not up to date since ")
    server.start()
    for page in screens.pages.values():
        expect(page.locator("connection-bar")).to_have_text("Up to date", timeout=15_000)
    assert {by: screens.look(by) for by in SEATS} == before


def the_reserve_that_came_is_seen_and_the_other_is_not(screens: Screens) -> None:
    """FF-SCN-34: the defender sees the battalion that arrived, and nothing of the one still off the table."""
    seen = levels(screens.look(DEFENDER))
    assert "a2.3.hq" in seen
    assert "a1.3.hq" not in seen
    assert "a1.3" not in str(screens.log(DEFENDER))


def the_screens_agree(screens: Screens) -> None:
    """Every stand that two seats may see is the same to both, and the last sentence stands on every screen."""
    whole = levels(screens.look(REFEREE))
    for by in SEATS:
        seen = levels(screens.look(by))
        assert seen.items() <= whole.items()
        newest = screens.log(by)[-1]["says"]
        assert newest == "The British side ends turn 2"
        _shows(screens.pages[by], newest)


def _shows(page: Page, sentence: str) -> None:
    expect(page.locator("#side-log, #work").filter(has_text=sentence).first).to_be_attached(timeout=15_000)


def the_file_holds_and_replays(screens: Screens, path: Path) -> None:
    """The exported file verifies, today's rules decide it the same, and its replay is what the screens show."""
    path.write_text(screens.export(REFEREE))
    checked = subprocess.run([sys.executable, "-m", "app", "verify", str(path)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    file = read_file(path.read_bytes())
    system = known_systems()[file.game.system]
    assert list(rejudge(file, system)) == []
    codec = EventCodec(system)
    replayed = system.replay([codec.read(row.logged) for row in file.rows()])
    for by in SEATS:
        shown = screens.look(by)
        assert levels(shown) == levels(system.view(replayed, Role(by)))

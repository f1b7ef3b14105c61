"""Two turns of Mons at three devices: two tablets and the referee's screen, a real server, dice thrown by hand.

Everything a screen lets a person do is done there by taps and typing; the hands are in tests/browser/evening/hands.py.
What must come of each step is worked out by hand from the rulebook and stands beside it in tests/browser/evening; it is
read off the screens and held against what the service knows. Steps that no screen can do are sent past it, each with
its reason in the script.
"""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenedPage, OpenPage
from tests.browser.evening import british_turn_one, eyes, german_turn_one, turn_two
from tests.browser.evening.hands import Hands
from tests.browser.evening.playing import by_hand, follows, levels, play
from tests.browser.evening.room import (
    PAST_THE_SCREENS,
    complaints,
    nothing_was_complained_of,
    pictures_if_it_fails,
    program,
    seated,
    the_file_holds_and_replays,
    the_screens_agree,
)
from tests.browser.evening.step import ATTACKER, DEFENDER, Step
from tests.browser.evening.table import Screens
from tests.torture.served import Server

pytestmark = [pytest.mark.browser, pytest.mark.evening]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    yield from program(tmp_path)


@pytest.fixture
def screens(server: Server, open_page: OpenPage) -> Screens:
    return seated(server, open_page)


def test_an_evening_of_mons(screens: Screens, server: Server, tmp_path: Path) -> None:
    with pictures_if_it_fails(screens, tmp_path):
        two_turns(screens, server)
        assert screens.by_hand >= 80
        assert screens.past_the_screens == PAST_THE_SCREENS
        the_screens_agree(screens)
        the_file_holds_and_replays(screens, tmp_path / "evening.json")
        nothing_was_complained_of(screens)


def two_turns(screens: Screens, server: Server) -> None:
    """The evening from the first order to the end of the second turn."""
    play(screens, german_turn_one.GERMAN_TURN_ONE)
    reload_in_mid_turn(screens, ATTACKER)
    play(screens, german_turn_one.GERMAN_TURN_ONE_AFTER_RELOAD)
    play(screens, british_turn_one.BRITISH_TURN_ONE)
    restart_in_mid_turn(screens, server)
    play(screens, british_turn_one.BRITISH_TURN_ONE_AFTER_RESTART)
    play(screens, turn_two.GERMAN)
    power_cut_while_a_die_is_thrown(screens, server, turn_two.THROWN_IN_THE_DARK)
    play(screens, turn_two.GERMAN_AFTER_THE_CUT)
    the_reserve_that_came_is_seen_and_the_other_is_not(screens)
    play(screens, turn_two.BRITISH)


def reload_in_mid_turn(screens: Screens, by: str) -> None:
    """A reloaded tablet is where it was, for the service and for the eye."""
    page, before = screens.pages[by], screens.look(by)
    step, chips = page.locator("#rail [aria-current]").first.inner_text(), eyes.chips(page)
    page.reload()
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    assert screens.look(by) == before
    expect(page.locator("#rail [aria-current]").first).to_have_text(step, use_inner_text=True)
    assert eyes.chips(page) == chips


def restart_in_mid_turn(screens: Screens, server: Server) -> None:
    """The service comes back on the same file with every seat, and every open page finds it again by itself."""
    before = screens.looks()
    go_dark(screens, server, signal.SIGTERM)
    come_back(screens, server)
    assert screens.looks() == before


def power_cut_while_a_die_is_thrown(screens: Screens, server: Server, one: Step) -> None:
    """A die that was tapped while the service was dead waits on its tablet and counts once when it is back."""
    before = screens.looks()
    page = screens.pages[one.by]
    Hands(page, screens.names).choose(one.fields["unit"])
    go_dark(screens, server, signal.SIGKILL)

    def it_waits_and_goes() -> None:
        expect(page.locator("#work").get_by_text("Not sent yet.")).to_be_visible()
        expect(page.locator("connection-bar")).to_contain_text("1 to send")
        come_back(screens, server)

    by_hand(screens, one, it_waits_and_goes)
    follows(screens, one, before)


def go_dark(screens: Screens, server: Server, how: signal.Signals) -> None:
    """The service stops, and every screen says so."""
    assert complaints(screens) == screens.refused
    server.end(how)
    for page in screens.pages.values():
        expect(page.locator("connection-bar")).to_contain_text("Not up to date since ")


def come_back(screens: Screens, server: Server) -> None:
    """The service starts again, and every screen finds it by itself."""
    server.start()
    for by, page in screens.pages.items():
        expect(page.locator("connection-bar")).to_have_text("Up to date", timeout=15_000)
        forgive(screens.devices[by], "net::ERR_")


def forgive(opened: OpenedPage, cause: str) -> None:
    """Strike out complaints of this cause only."""
    opened.complaints[:] = [said for said in opened.complaints if cause not in said]


def the_reserve_that_came_is_seen_and_the_other_is_not(screens: Screens) -> None:
    """FF-SCN-34: the defender sees the battalion that arrived, and nothing of the one still off the table."""
    seen = levels(screens.look(DEFENDER).view)
    assert "a2.3.hq" in seen
    assert "a1.3.hq" not in seen
    assert "a1.3" not in str(screens.log(DEFENDER))

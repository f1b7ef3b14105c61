"""Two turns of Mons at three devices: two tablets and the referee's screen, a real server, dice thrown by hand.

Everything a screen lets a person do is done there by taps and typing; the hands are in tests/browser/evening/hands.py.
What must come of each step is worked out by hand from the rulebook and stands beside it in tests/browser/evening; it is
read off the screens and held against what the service knows. Steps that no screen can do are sent past it, each with
its reason in the script.
"""

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
import pytest
from playwright.sync_api import expect

from app.games.rejudge import rejudge
from app.games.systems import known_systems
from app.games.verify import read_file
from app.games.wire import EventCodec
from rules.kernel.play import Role
from tests.browser.conftest import OpenedPage, OpenPage
from tests.browser.evening import british_turn_one, eyes, german_turn_one, turn_two
from tests.browser.evening.hands import Hands
from tests.browser.evening.playing import SEATS, by_hand, follows, formations, levels, play
from tests.browser.evening.step import ATTACKER, DEFENDER, REFEREE, Step
from tests.browser.evening.table import Screens
from tests.browser.test_mons_at_the_table import seat
from tests.torture.served import Server, real_service, serving

pytestmark = pytest.mark.browser

# The referee's laptop and the two tablets, held as people hold them.
DEVICES: Final = (("laptop", "light"), ("tablet-flat", "light"), ("tablet-upright", "dark"))
# What Chromium writes into its console by itself when the service answers with a refusal.
REFUSED: Final = "the server responded with a status of 409 (Conflict)"
# Steps that are sent from within a seat's browser past its screen: each stands in the script with its reason.
PAST_THE_SCREENS: Final = {"forged": 5}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The program itself on an empty database."""
    url = f"sqlite:///{tmp_path / 'evening.db'}"
    with (tmp_path / "server.log").open("a") as log, serving(url, real_service, log=log) as server:
        yield server


@pytest.fixture
def screens(server: Server, open_page: OpenPage) -> Screens:
    """The referee opens the game; both tablets join by a code."""
    devices: list[OpenedPage] = []

    def opened(address: str, *_usual: str) -> OpenedPage:
        devices.append(open_page(address, *DEVICES[len(devices)]))
        return devices[-1]

    board = opened(server.base).page
    board.get_by_role("button", name="Mons 1914").click()
    board.wait_for_url("**/games/*")
    for name in ("German", "British"):
        board.reload()  # a fresh panel: the code in it is used up
        seat(board, opened, server.base, name)
    game = board.url.rsplit("/", 1)[1]
    by_seat = dict(zip((REFEREE, ATTACKER, DEFENDER), devices, strict=True))
    return Screens(by_seat, f"{server.base}/api/v1/games/{game}")


@contextmanager
def pictures_if_it_fails(screens: Screens, folder: Path) -> Iterator[None]:
    """What stood on every screen when the evening went wrong, as pictures in the folder of the test."""
    try:
        yield
    except BaseException:
        for by, page in screens.pages.items():
            page.screenshot(path=folder / f"{by}.png", full_page=True)
        raise


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


def the_screens_agree(screens: Screens) -> None:
    """Every seat knows the same of all it may know of, and its screens show it: the turn, the log, the stands."""
    whole = screens.look(REFEREE).view
    board = screens.pages[REFEREE]
    assert eyes.board(board).items() <= levels(whole).items()
    assert eyes.platoons_left(board) == turn_two.LEFT
    assert eyes.guns(board) == turn_two.GUNS
    for by in SEATS:
        page, seen = screens.pages[by], screens.look(by).view
        assert (seen["turn"], seen["rail"], seen["due"]) == (whole["turn"], whole["rail"], whole["due"])
        assert formations(seen).items() <= formations(whole).items()
        expect(page.locator("#place")).to_contain_text("Turn 2")
        says = [event["says"] for event in screens.log(by)]
        assert says[-1] == "The British side ends turn 2"
        assert eyes.whole_log(page) == says[::-1]


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
        assert screens.look(by).view == msgspec.json.decode(msgspec.json.encode(system.view(replayed, Role(by))))


def nothing_was_complained_of(screens: Screens) -> None:
    """No browser refused content or met an error: there is nothing in its console but the refusals of the rules."""
    assert complaints(screens) == screens.refused


def complaints(screens: Screens) -> Counter[str]:
    """How often each seat's browser wrote into its console that a command was refused; nothing else may stand there."""
    others = {by: [said for said in one.complaints if REFUSED not in said] for by, one in screens.devices.items()}
    assert not any(others.values()), others
    return Counter({by: len(one.complaints) for by, one in screens.devices.items() if one.complaints})

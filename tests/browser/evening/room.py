"""The room of an evening: the program, the referee's laptop and two tablets, and how it all stands at the end."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from playwright.sync_api import expect

from app.games.rejudge import rejudge
from app.games.verify import read_file
from app.games.wire import EventCodec
from app.systems.listed import known_systems
from rules.kernel.play import Role
from tests.browser.conftest import OpenedPage, OpenPage
from tests.browser.evening import eyes, turn_two
from tests.browser.evening.playing import SEATS, formations, levels
from tests.browser.evening.step import ATTACKER, DEFENDER, REFEREE
from tests.browser.evening.table import Screens
from tests.browser.test_mons_at_the_table import seat
from tests.torture.served import Server, real_service, serving

# The referee's laptop and the two tablets, held as people hold them.
DEVICES: Final = (("laptop", "light"), ("tablet-flat", "light"), ("tablet-upright", "dark"))
# What Chromium writes into its console by itself when the service answers with a refusal.
REFUSED: Final = "the server responded with a status of 409 (Conflict)"

# Steps that are sent from within a seat's browser past its screen: each stands in the script with its reason.
PAST_THE_SCREENS: Final = {"forged": 7}


def program(folder: Path) -> Iterator[Server]:
    """The body of a fixture: the program itself on an empty database."""
    url = f"sqlite:///{folder / 'evening.db'}"
    with (folder / "server.log").open("a") as log, serving(url, real_service, log=log) as server:
        yield server


def seated(server: Server, open_page: OpenPage) -> Screens:
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


def the_file_holds_and_replays(screens: Screens, path: Path) -> list[object]:
    """The exported file verifies, today's rules decide it the same, and its replay is what the screens show.

    Gives the events in it.
    """
    path.write_text(screens.export(REFEREE))
    checked = subprocess.run([sys.executable, "-m", "app", "verify", str(path)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    file = read_file(path.read_bytes())
    system = known_systems()[file.game.system]
    assert list(rejudge(file, system)) == []
    codec = EventCodec(system)
    read = [codec.read(row.logged) for row in file.rows()]
    replayed = system.replay(read)
    for by in SEATS:
        assert screens.look(by).view == msgspec.json.decode(msgspec.json.encode(system.view(replayed, Role(by))))
    return [one.event for one in read]


def nothing_was_complained_of(screens: Screens) -> None:
    """No browser refused content or met an error: there is nothing in its console but the refusals of the rules."""
    assert complaints(screens) == screens.refused


def complaints(screens: Screens) -> Counter[str]:
    """How often each seat's browser wrote into its console that a command was refused; nothing else may stand there."""
    others = {by: [said for said in one.complaints if REFUSED not in said] for by, one in screens.devices.items()}
    assert not any(others.values()), others
    return Counter({by: len(one.complaints) for by, one in screens.devices.items() if one.complaints})

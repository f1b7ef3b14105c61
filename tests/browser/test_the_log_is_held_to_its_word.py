"""R15: a tablet notes what it saw of the log, and says so when the service's log no longer holds it."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, Service, opened

pytestmark = pytest.mark.browser
NOTED = "(number) => (localStorage.getItem('beaten-zone.heads') ?? '').includes(`\"number\":${number},`)"


def cut_off(file: Path) -> None:
    """Bring back what was kept before the last event."""
    for one in file.parent.glob(f"{file.name}-*"):
        one.unlink()
    shutil.copy(file.with_suffix(".kept"), file)


def rewritten(file: Path) -> None:
    """Change what the last event says; nothing is missing then."""
    with sqlite3.connect(file) as connection:
        changed = connection.execute("UPDATE events SET payload = replace(payload, 'bridge', 'church')")
        assert changed.rowcount
    connection.close()


def keep(file: Path) -> None:
    """A copy of the whole database."""
    with sqlite3.connect(file) as connection, sqlite3.connect(file.with_suffix(".kept")) as copy:
        connection.backup(copy)
    copy.close()
    connection.close()


def noted(page: Page, seat: Seat) -> int:
    """Wait until the tablet has noted the newest event; its number."""
    page.wait_for_function(NOTED, arg=seat.number)
    return seat.number


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Service]:
    """A service that can be stopped, so that somebody is alone with its database."""
    made = Service(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.mark.parametrize("tamper", [cut_off, rewritten])
def test_a_tablet_says_when_the_log_is_not_the_one_it_saw(
    server: Service, open_page: OpenPage, tamper: Callable[[Path], None]
) -> None:
    host = open_page(server.address, "laptop").page
    game = opened(host.context, server.address)
    tablet = open_page(server.address, "tablet-upright").page
    seat = game.invites("attacker", tablet.context)
    game.send("note", text="The mill burns")
    keep(server.file)
    game.send("note", text="The bridge is down")
    tablet.goto(seat.place)
    number = noted(tablet, seat)
    server.stop()
    server.start()
    expect(tablet.locator("connection-bar[data-state=fresh]")).to_be_visible()
    tablet.reload()
    expect(tablet.locator("connection-bar[data-state=fresh]")).to_be_visible()
    lost = tablet.locator("#lost")
    expect(lost).to_have_count(0)
    server.stop()
    tamper(server.file)
    server.start()
    expect(lost).to_contain_text(f"it held event {number}, and what stands now does not")
    tablet.reload()
    expect(lost).to_contain_text("This log is not the one this device saw.")
    lost.get_by_role("button", name="Go on from what stands now").click()
    expect(lost).to_have_count(0)
    game.send("note", text="Played on")
    tablet.reload()
    noted(tablet, seat)
    expect(lost).to_have_count(0)


def test_the_log_page_tells_the_hash_to_be_noted(server: Service, open_page: OpenPage) -> None:
    page = open_page(server.address, "phone").page
    game = opened(page.context, server.address)
    page.goto(f"{game.place}/log")
    for text in ("The mill burns", "The bridge is down"):
        game.send("note", text=text)
        head = page.context.request.get(f"{server.address}/api/v1/games/{game.game}/head").json()
        page.locator("#head > summary").click() if text == "The mill burns" else None
        expect(page.locator("#head .hash")).to_have_text(head["head"])
        expect(page.locator("#head")).to_contain_text(f"the hash of event {head['number']}")
    assert page.viewport_size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]

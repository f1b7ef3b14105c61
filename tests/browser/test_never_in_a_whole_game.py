"""What must never happen on the screen, as a game begins and with the most that ever lay on its counters.

The games are golden logs: in the middle of an attack more levels, covers, distances and marks lie on the counters than
in any scene that is brought about for one deed.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect

from app.seats.cookies import cookie_name
from rules.kernel.play import Past, Role
from tests.app.never_on_the_stage import scene
from tests.browser.conftest import SERVED
from tests.browser.golden import laid, played
from tests.browser.playing import served
from tests.browser.test_never_on_the_screen import wrong_on

pytestmark = pytest.mark.browser
GAMES: Final = ("mons-0.1.0", "mid-1916-0.1.0", "late-1917-0.1.0", "march-1918-0.1.0", "brisefer-ridge-0.1.0")
"""One of each part of the war, and one of the other system."""
SEATS: Final = (Role("attacker"), Role("defender"), Role.REFEREE)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("whole"))


def fullest(name: str, role: Role) -> tuple[int, int]:
    """After how many events a seat's game begins, and when most lies on its counters."""
    begins, most, at = 0, -1, 0
    for game, past in played(name):
        if game.state.facts is None:
            continue
        now, many = len(game.log), lying(game, role, past)
        begins = begins or now
        if many > most:
            most, at = many, now
    return begins, at


def lying(game: Any, role: Role, past: Past) -> int:
    """How much lies on the counters that a seat sees: levels, marks, covers, and who is out of the game."""
    found = scene(game, role, past)
    stands = [
        one for face in found.faces for block in face.blocks for row in block.rows for one in (*row.counters, *row.last)
    ]
    return sum(one.levels + len(one.marks) + (one.cover is not None) + one.out for one in stands)


@pytest.mark.parametrize("role", SEATS, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_never_as_a_game_begins_nor_at_its_fullest(page: Page, address: str, name: str, role: Role) -> None:
    app: FastAPI = SERVED[address]
    for many in fullest(name, role):
        game = laid(app.state.keeper, name, many)
        _, token = app.state.keeper.seats.sit(game, role, "Ada")
        page.context.add_cookies([{"name": cookie_name(game, False), "value": token, "url": address}])
        page.set_viewport_size({"width": 1024, "height": 768})
        page.goto(f"{address}/games/{game}")
        page.locator("#main .sheet").wait_for()
        expect(page.locator("#main:not([aria-busy])")).to_be_visible()
        assert wrong_on(page) == [], f"after {many} events"

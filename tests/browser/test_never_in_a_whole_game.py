"""What must never happen on the screen, as a game begins and with the most that ever lay on its counters.

The games are golden logs: in the middle of an attack more levels, covers, distances and marks lie on the counters than
in any scene that is brought about for one deed.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect

from app.games.open_game import OpenGame
from app.http.guards import cookie_name
from rules.kernel.seats import Role
from tests.app.never_of_systems import HELD
from tests.browser.conftest import SERVED
from tests.browser.golden import laid, played
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


def fullest(name: str) -> dict[Role, tuple[int, int]]:
    """After how many events the game of each seat begins, and when most lies on its counters."""
    begins, found = 0, dict.fromkeys(SEATS, (-1, 0))
    for game, _ in played(name):
        if game.state.facts is None:
            continue
        begins = begins or len(game.log)
        for role, (most, _) in found.items():
            if (many := lying(game, role)) > most:
                found[role] = many, len(game.log)
    return {role: (begins, at) for role, (_, at) in found.items()}


def lying(game: OpenGame, role: Role) -> int:
    """How much lies on the counters that a seat sees: levels, marks, covers, and who is out of the game."""
    scenery, view = HELD[game.system.key].scenery, msgspec.json.decode(game.view(role).body)
    faces = scenery.faces(scenery.as_seen(game, role, view), game.system.seating.speaks_for(role))
    stands = [
        one for face in faces for block in face.blocks for row in block.rows for one in (*row.counters, *row.last)
    ]
    return sum(one.levels + len(one.marks) + (one.cover is not None) + one.out for one in stands)


@pytest.mark.parametrize("name", GAMES)
def test_never_as_a_game_begins_nor_at_its_fullest(page: Page, address: str, name: str) -> None:
    wrong = {
        f"{role} after {many} events": found
        for role, moments in fullest(name).items()
        for many in moments
        if (found := wrong_at(page, address, name, role, many))
    }
    assert wrong == {}


def wrong_at(page: Page, address: str, name: str, role: Role, many: int) -> list[str]:
    """What is wrong on the screen of a seat when a game has come so far."""
    app: FastAPI = SERVED[address]
    game = laid(app.state.keeper, name, many)
    _, token = app.state.keeper.seats.sit(game, role, "Ada")
    page.context.add_cookies([{"name": cookie_name(game, False), "value": token, "url": address}])
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{address}/games/{game}")
    page.locator("#main .sheet").wait_for()
    expect(page.locator("#main:not([aria-busy])")).to_be_visible()
    return wrong_on(page)

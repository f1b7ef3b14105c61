"""Deleting a game: a request shows on the play screen of each side at once, which agrees or refuses there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import opened, served

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def test_request_to_delete_shows_on_the_play_screen_and_is_answered_there(address: str, open_page: OpenPage) -> None:
    host = open_page(f"{address}/lookups", "laptop", "light").page
    guest = open_page(f"{address}/lookups", "phone", "light").page
    seat = opened(host.context, address, role="attacker", name="Ann")
    seat.invites("defender", guest.context, "Bea")
    guest.goto(f"{address}/games/{seat.game}")
    host.goto(f"{address}/games/{seat.game}/deletion")
    ask = host.get_by_role("button", name="Ask to delete")
    asked = guest.locator(".slot.ask")
    ask.click()
    expect(asked).to_contain_text("Ann asks to delete this game")
    expect(host.locator("#deletion")).to_contain_text("Still to agree: British.")
    asked.get_by_role("button", name="Refuse").click()
    expect(asked).to_have_count(0)
    expect(ask).to_be_visible()
    ask.click()
    asked.get_by_role("button", name="Agree").click()
    for page, instead in ((guest, "Ask the host to restore it."), (host, "Restore it on the start page.")):
        expect(page.locator("main")).to_contain_text("The host deleted this game")
        expect(page.locator("main")).to_contain_text(instead)
    expect(guest.locator("#board > *, #bar > *")).to_have_count(0)

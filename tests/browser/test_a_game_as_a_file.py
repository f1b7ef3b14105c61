"""A game leaves one server as a file and goes on on another: by the referee's menu and by the home page."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import FilePayload, Page, expect

from app.main import create_app
from app.settings import Settings
from app.systems.flanders_fields.forces import SMALL_FORCE
from tests.browser.conftest import OpenPage, serving
from tests.browser.playing import noted, opened

pytestmark = pytest.mark.browser
SAMPLES: Final = Path(__file__).parents[1] / "app" / "samples"


def saved(board: Page) -> bytes:
    """The file that the referee's menu gives."""
    board.get_by_role("button", name=re.compile("^More")).click()
    board.get_by_role("button", name="This game", exact=True).click()
    with board.expect_download() as download:
        board.get_by_role("link", name="Save the game’s file").click()
    return Path(download.value.path()).read_bytes()


def choose(home: Page, content: bytes) -> None:
    file: FilePayload = {"name": "game.json", "mimeType": "application/json", "buffer": content}
    home.get_by_label("The game’s file").set_input_files(files=[file])
    home.get_by_role("button", name="Bring it back").click()


def test_a_game_is_saved_brought_back_elsewhere_and_played_on(tmp_path: Path, open_page: OpenPage) -> None:
    here, there = (
        create_app(Settings(database_url=f"sqlite:///{tmp_path / name}.db", log_level="warning"))
        for name in ("here", "there")
    )
    with serving(here) as address, serving(there) as elsewhere:
        board: Page = open_page("", "laptop", "light").page
        game = opened(board.context, address)
        game.send("note", text="Rain since noon")
        board.goto(game.place)
        file = saved(board)

        home: Page = open_page(elsewhere, "phone", "dark").page
        home.locator("#bring-back > summary").click()
        forged = json.loads(file)
        forged["events"][1]["payload"] = forged["events"][1]["payload"].replace("noon", "dawn")
        choose(home, json.dumps(forged).encode())
        expect(home.get_by_role("alert")).to_contain_text("The file as it was exported.")
        choose(home, b"no game at all")
        expect(home.get_by_role("alert")).to_contain_text("no game file")
        choose(home, file)
        home.wait_for_url(f"**/games/{game.game}")
        noted(home, "played on")
        expect(home.locator("#main .past")).to_contain_text("played on")
        home.goto(f"{elsewhere}/games/{game.game}/log")
        lines = home.locator("#whole-log .said")
        expect(lines.nth(0)).to_have_text("played on")
        expect(lines.nth(1)).to_contain_text("Brought back from a file.")
        expect(lines.nth(2)).to_have_text("Rain since noon")
        home.goto(elsewhere)
        expect(home.get_by_role("region", name="Your games")).to_contain_text("brought back from a file")
        home.locator("#bring-back > summary").click()
        choose(home, file)
        expect(home.get_by_role("alert")).to_contain_text("This game is here already.")


def test_file_that_belongs_elsewhere_is_taken_there_without_choosing_it_again(
    tmp_path: Path, open_page: OpenPage
) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'games'}.db", log_level="warning"))
    with serving(app) as address:
        page: Page = open_page(f"{address}/tables", "phone", "light").page

        def bring_in(content: bytes, says: str) -> None:
            file: FilePayload = {"name": "table.json", "mimeType": "application/json", "buffer": content}
            page.get_by_label("The table’s file").set_input_files(files=[file])
            page.get_by_role("button", name="Bring it in", exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text(says)

        # A list of another program is named, with a way to the page on which something can be done.
        bring_in((SAMPLES / "list.json").read_bytes(), "This is a New Recruit list")
        expect(page.get_by_role("link", name="Build a force")).to_have_attribute("href", "/forces")
        # Text in UTF-16 comes to the service as it is; a file that is far too long is called so.
        bring_in(json.dumps(dict(SMALL_FORCE)).encode("utf-16"), "This file is text in UTF-16.")
        bring_in(b" " * 1_100_000, "This file is 1.1 MB long")
        bring_in(json.dumps(dict(SMALL_FORCE)).encode(), "This is a force of Flanders Fields")
        page.get_by_role("button", name="Bring it in as a force of Flanders Fields").click()
        page.wait_for_url(re.compile(r"/forces/\w+$"))
        expect(page.locator("main")).to_contain_text(SMALL_FORCE["name"])

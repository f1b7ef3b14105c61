"""Every look-up by its form alone, sent as a browser without scripts would; some of them are sent by one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from app.pages.lookups.lookup_layout import Tool
from app.settings import Settings
from app.systems.flanders_fields.pages.lookups import LAID
from tests.app.filling import Forms
from tests.client import TestClient, app_with
from tests.look_ups import find

DICE: Final = "345123"
PAD: Final = re.compile(r'<dice-pad class="dock" name="(\w+)" count="(\d)"')
SAYS: Final = re.compile(r'class="hd"|data-say="no"')


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("forms")
    with TestClient(app_with(Settings(database_url=f"sqlite:///{folder / 'games.db'}", demo=False))) as client:
        yield client


@pytest.mark.parametrize("tool", LAID.by_slug.values(), ids=lambda tool: tool.slug)
def test_every_look_up_answers_to_its_form(pages: TestClient, tool: Tool) -> None:
    html = pages.get(f"/lookups/{tool.slug}?date={find(tool.key).example_month}").text
    # Sent for the facts, for the dice, and for the die that the first ones may ask for.
    for _ in range(3):
        html = html if answer_in(html) else sent_on(pages, html)
    assert answer_in(html)
    assert "<table" in html[html.index('id="table"') :]


def answer_in(html: str) -> bool:
    return bool(SAYS.search(html[html.index('id="answer"') : html.index('id="facts"')]))


def sent_on(pages: TestClient, html: str) -> str:
    """The page that the form of a page leads to, dice thrown where it asks for them."""
    forms = Forms(html)
    sent = forms.sent["lookup"]
    if pad := PAD.search(html):
        sent = [*((name, value) for name, value in sent if name != pad[1]), (pad[1], DICE[: int(pad[2])])]
    answered = pages.get(forms.actions["lookup"], params=sent)
    assert answered.status_code == 200, answered.text
    return answered.text

"""Looking for a look-up by words on their list."""

import re
from html import unescape

import pytest

from app.pages.lookups.lookup_pages import ASKING, parts_about
from app.systems.flanders_fields.pages.lookups import LAID
from rules.flanders_fields.lookups import RESOLUTIONS
from tests.app.lookup_page import plain
from tests.client import TestClient

TOOLS = tuple(LAID.by_slug.values())


def titles(words: str) -> dict[str, list[str]]:
    return {title: [tool.title for tool in tools] for title, tools in parts_about(LAID, words)}


def test_each_look_up_is_found_by_its_title() -> None:
    for tool in TOOLS:
        about = [one.slug for title, tools in parts_about(LAID, tool.title) if title != ASKING for one in tools]
        assert tool.slug in about


@pytest.mark.parametrize(
    ("words", "tool"),
    [
        ("wire", "Wire"),
        ("tanks", "Tank guns"),
        ("D3", "D3"),
        ("promotion", "Field promotion"),
        ("ord-17", "Order roll"),
        ("FF-ORD-17", "Order roll"),
        ("close combat", "Combat factors"),
        ("combat close", "Combat factors"),
        # The clauses of a chapter lead to all its look-ups.
        ("gas-20", "Into gas"),
    ],
)
def test_words_and_clauses_find_what_is_about_them(words: str, tool: str) -> None:
    assert tool in [one for title, tools in titles(words).items() if title != ASKING for one in tools]


def test_what_only_asks_for_it_stands_below() -> None:
    # The die of a shot knows storm troops, and no look-up is about them.
    assert "Shooting" in titles("storm troops")[ASKING]
    assert "Morale" not in titles("storm troops")[ASKING]


def test_a_word_is_found_from_its_beginning_only() -> None:
    assert "Wire" in titles("wi")["Movement and sight"]
    assert parts_about(LAID, "ire") == ()


def test_the_list_shows_what_was_found_and_keeps_month_and_house_rules(pages: TestClient) -> None:
    html = pages.get("/lookups?date=1916-07&AMB-67=open_in_1914&find=wire").text
    said = plain(html)
    assert re.search(rf"\d+ of {len(TOOLS)} look-ups speak of that", said)
    assert "Way through wire" in said
    assert "Heroic action" not in said
    assert 'href="/lookups/wire?date=1916-07&AMB-67=open_in_1914"' in unescape(html)
    assert 'href="/lookups?date=1916-07&AMB-67=open_in_1914"' in unescape(html)
    assert '<input type="hidden" name="AMB-67" value="open_in_1914">' in html


def test_nothing_found_says_so_and_what_to_do(pages: TestClient) -> None:
    said = plain(pages.get("/lookups?find=%3Cb%3Ezeppelin").text)
    assert "No look-up speaks of that. Try a shorter word. Show them all" in said
    assert "<b>zeppelin" not in pages.get("/lookups?find=%3Cb%3Ezeppelin").text


def test_an_empty_search_is_the_whole_list(pages: TestClient) -> None:
    answer = pages.get("/lookups?find=&date=1916-07", follow_redirects=False)
    assert answer.headers["location"] == "/lookups?date=1916-07"


def test_every_look_up_stands_once_in_the_list() -> None:
    assert sum(len(tools) for _, tools in LAID.parts) == len(TOOLS)


def test_every_question_has_a_page() -> None:
    assert {tool.key for tool in TOOLS} == set(RESOLUTIONS)


def test_the_list_leads_to_every_look_up_with_the_chosen_month(pages: TestClient) -> None:
    html = pages.get("/lookups?date=1916-07").text
    for tool in TOOLS:
        assert f"/lookups/{tool.slug}?date=1916-07" in html
    assert "That month is not in these rules." in plain(pages.get("/lookups?date=1813-10").text)


def test_an_unknown_look_up_says_so(pages: TestClient) -> None:
    answer = pages.get("/lookups/nothing", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no look-up at this address." in plain(answer.text)

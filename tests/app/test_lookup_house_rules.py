"""House rules of the look-ups: the contested places, what was chosen otherwise, and how an answer shows it."""

import re
from html import unescape

from app.systems.flanders_fields.pages.lookups import LAID
from tests.app.lookup_page import part, plain
from tests.client import TestClient

# AMB-67 the other way: in 1914 trained troops without terrain are in the Open (FF-COV-02), not Soft (FF-COV-04).
IN_THE_OPEN = "date=1914-08&AMB-67=open_in_1914"


def test_the_rulings_name_default_options_and_reason(pages: TestClient) -> None:
    said = plain(pages.get("/lookups/rulings").text)
    assert "AMB-01" in said
    assert "Cannot be chosen:" in said


def test_a_ruling_tells_what_the_book_says_by_period_and_what_it_bears_on(pages: TestClient) -> None:
    # AMB-57: wire goes by the order roll on the first sheet, by a test of its own on the others.
    html = pages.get("/lookups/rulings?find=AMB-57").text
    said = plain(html)
    assert "1 of " in said
    assert "AMB-13" not in said
    early, late = (said.index(title) for title in ("1914 to mid 1915", "Mid 1917 to the end of the war"))
    assert "How crossing wire is decided" in said[early:late]
    assert "rule book L1375" in said
    assert "Score to cross" in said
    assert "Look-ups it bears on Wire" in said


def test_points_are_found_by_words_and_what_is_not_shown_stays_chosen(pages: TestClient) -> None:
    html = pages.get("/lookups/rulings?AMB-67=open_in_1914&find=wire&for=cover").text
    assert '<input type="hidden" name="AMB-67" value="open_in_1914">' in html
    assert 'action="/lookups/cover"' in html
    assert "No point speaks of that." in plain(pages.get("/lookups/rulings?find=zeppelin").text)
    # Back at the look-up the words are gone from the address.
    back = pages.get("/lookups/cover?AMB-67=open_in_1914&find=wire&for=cover", follow_redirects=False)
    assert back.headers["location"] == "/lookups/cover?AMB-67=open_in_1914"


def test_a_house_rule_is_followed_and_shown_with_the_books_way(pages: TestClient) -> None:
    assert "Soft" in part(pages, "cover?date=1914-08", "answer")
    assert "Open" in part(pages, f"cover?{IN_THE_OPEN}", "answer")
    reasons = part(pages, f"cover?{IN_THE_OPEN}", "reasons")
    assert "House rule: In 1914 all troops without terrain are in the Open (in the book: Experienced" in reasons
    # In a trench it changes nothing, and nothing is said of it but in the whole table, where it changes a line.
    because, table = part(pages, f"cover?{IN_THE_OPEN}&work=trench", "reasons").split("Whole table")
    assert "House rule:" not in because
    assert "House rule:" in table


def test_a_refusal_shows_the_house_rule_that_brought_it(pages: TestClient) -> None:
    # GAP-95: bonuses add up (FF-SPR-11) unless the game allows one.
    two = "order-roll?date=1914-08&asked=1&on_table=true&bonuses=elan&staff_bonus=true"
    assert "House rule" not in part(pages, two, "answer")
    refused = part(pages, f"{two}&GAP-95=one", "answer")
    assert "allows one bonus on a die" in refused
    assert "House rule:" in refused


def test_house_rules_stay_chosen_from_one_look_up_to_the_next(pages: TestClient) -> None:
    listed = pages.get(f"/lookups?{IN_THE_OPEN}").text
    for tool in LAID.by_slug.values():
        assert f"/lookups/{tool.slug}?{IN_THE_OPEN}".replace("&", "&amp;") in listed
    tool = pages.get(f"/lookups/cover?{IN_THE_OPEN}&work=trench").text
    assert f'href="/lookups?{IN_THE_OPEN}"'.replace("&", "&amp;") in tool
    assert '<input type="hidden" name="AMB-67" value="open_in_1914">' in tool
    choosing = unescape(re.findall(r'href="(/lookups/rulings[^"]*)"', tool)[0])
    page = pages.get(choosing).text
    assert re.search(r'name="AMB-67" value="open_in_1914" data-ruling checked', page)
    assert '<input type="hidden" name="work" value="trench">' in page
    assert 'action="/lookups/cover"' in page


def test_the_address_says_what_was_chosen_otherwise_and_no_more(pages: TestClient) -> None:
    whole = "/lookups/cover?date=1914-08&AMB-67=open_in_1914&AMB-68=fire_only&work=trench"
    short = pages.get(whole, follow_redirects=False)
    assert short.status_code == 307
    assert short.headers["location"] == "/lookups/cover?date=1914-08&AMB-67=open_in_1914&work=trench"


def test_a_house_rule_that_is_no_option_is_told(pages: TestClient) -> None:
    said = part(pages, "cover?date=1914-08&AMB-67=pillow", "answer")
    assert "AMB-67 is not one of its options" in said
    assert "Choose house rules" in said

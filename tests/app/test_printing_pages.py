"""The page of printing and the playsheets on the screen."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from app.settings import Settings
from playsheets.flanders_fields.catalogue import CATALOGUE
from playsheets.flanders_fields.counters import turn_strips
from playsheets.flanders_fields.period_sheets import period_sheet
from playsheets.shapes import Ring, Words
from rules.kernel.rulings import HouseRule
from tests.client import TestClient, app_with
from tests.print.on_paper import opened, words_on
from tests.print.reading import pieces, told

BASE = "http://192.0.2.20:8014"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("printing")
    settings = Settings(database_url=f"sqlite:///{folder / 'g.db'}", log_level="warning")
    with TestClient(app_with(settings), base_url=BASE) as made:
        yield made


def read_out(html: str) -> str:
    """What a page says, without its tags."""
    inside = html[html.index("<main") : html.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", inside)).split())


def joined(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_everything_that_can_be_printed_is_offered_and_the_playsheet_is_shown(client: TestClient) -> None:
    page = client.get("/print").text
    assert all(f'value="{thing.key}"' in page for thing in CATALOGUE.things.values() if not thing.of_game)
    assert not any(f'value="{thing.key}"' in page for thing in CATALOGUE.things.values() if thing.of_game)
    assert page.count("<img ") == 2


def test_the_pictures_of_the_pages_are_svg_packed_or_not(client: TestClient) -> None:
    packed = client.get("/print/pages/1?thing=playsheet", headers={"Accept-Encoding": "gzip"})
    plain = client.get("/print/pages/1?thing=playsheet", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-type"] == plain.headers["content-type"] == "image/svg+xml"
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert plain.content.startswith(b"<svg")


@pytest.mark.parametrize("where", ["/print/pages/0", "/print/pages/3", "/print/pages/1?across=40", "/playsheets/1916"])
def test_what_is_not_there_is_told_as_a_page_that_is_not_there(client: TestClient, where: str) -> None:
    assert client.get(where).status_code == 404


def test_several_things_are_saved_as_one_pdf(client: TestClient) -> None:
    answer = client.get("/print/file?thing=trial&thing=playsheet&period=late&paper=letter")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="trial-playsheet-late.pdf"'
    pages = words_on(answer.content)
    assert len(pages) == 3
    assert pages[0].startswith("Is this printer true?")
    assert float(opened(answer.content).pages[0].mediabox.width) == pytest.approx(612, abs=0.1)


@pytest.mark.parametrize(
    ("query", "first"), [("", "Is this printer true?"), ("&across=100", "Markers"), ("&across=&along=99,5", "Markers")]
)
def test_the_test_page_comes_first_until_the_printer_is_measured(client: TestClient, query: str, first: str) -> None:
    assert words_on(client.get(f"/print/file?thing=markers{query}").content)[0].startswith(first)


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("across=40", "enter 95 to 105"),
        ("across=inf", "enter 95 to 105"),
        ("across=<b>wide</b>", "Enter what you measure, such as 99.5"),
        ("paper=a0", "Choose A4 or Letter"),
        ("paper=9x99999", "Choose A4 or Letter"),
        ("asked=1", "Choose at least one thing"),
        ("thing=broadsheet", "Choose from trial, playsheet"),
        ("AMB-13=never", "Choose it anew"),
    ],
)
def test_what_cannot_be_printed_is_said_with_what_can(client: TestClient, query: str, says: str) -> None:
    shown = client.get(f"/print?{query}")
    assert shown.status_code == 200
    assert says in read_out(shown.text)
    assert "<b>wide" not in shown.text
    assert "<img " not in shown.text
    saved = client.get(f"/print/file?{query}")
    assert saved.status_code == 422
    assert says in read_out(saved.text)


def test_a_comma_is_a_point_and_a_correction_prints(client: TestClient) -> None:
    answer = client.get("/print/file?thing=trial&across=99,5&along=101")
    assert "draws 99.5 mm across and 101 mm along" in words_on(answer.content)[0]


@pytest.mark.parametrize("period", ["early", "mid", "late"])
def test_the_screen_says_what_the_paper_says(client: TestClient, period: str) -> None:
    text = joined(read_out(client.get(f"/playsheets/{period}").text))
    for piece in pieces(period_sheet(period)):
        assert joined(told(piece)).replace("/", "") in text.replace("/", ""), told(piece)


def test_a_house_rule_is_marked_on_the_screen_with_the_original(client: TestClient) -> None:
    page = read_out(client.get("/playsheets/late?AMB-39=main").text)
    note = next(one for side in period_sheet("late", [HouseRule("AMB-39", "main")]).sides for one in side.house)
    assert "(book 10)" in page
    assert f"{note.says} ({note.ruling}; the book: {note.original})" in page


def test_house_rules_go_from_the_look_ups_to_the_sheet_and_to_the_printer(client: TestClient) -> None:
    look_ups = client.get("/lookups?date=1917-11&AMB-39=main").text
    assert 'href="/playsheets?date=1917-11&amp;AMB-39=main"' in look_ups
    assert "thing=playsheet&amp;period=late&amp;AMB-39=main" in client.get("/playsheets/late?AMB-39=main").text
    assert 'name="AMB-39" value="main"' in client.get("/print?AMB-39=main").text


def test_a_house_rule_that_is_none_leaves_the_book_and_says_so(client: TestClient) -> None:
    assert "Choose it anew" in read_out(client.get("/playsheets/mid?AMB-13=never").text)


def test_a_month_has_a_sheet_of_its_own(client: TestClient) -> None:
    """The tank that failed counts to July 1918 (FF-PSH-32): then without a word about dates, afterwards not at all."""
    july, august = (read_out(client.get(f"/playsheets?date={month}").text) for month in ("1918-07", "1918-08"))
    assert "Playsheet, July 1918" in july
    assert "Tank that earned no action last turn" in july
    assert "(to July 1918)" not in july
    assert "Tank that earned no action last turn" not in august


def test_the_month_is_printed_until_another_period_is_chosen(client: TestClient) -> None:
    august = words_on(client.get("/print/file?thing=playsheet&date=1918-08").content)[0]
    assert august.startswith("Order sequence August 1918")
    assert "earned no action last turn" not in august
    early = words_on(client.get("/print/file?thing=playsheet&date=1918-08&period=early").content)[0]
    assert early.startswith("Order sequence 1914 to mid 1915")
    assert 'name="date" value="1918-08"' in client.get("/print?date=1918-08").text


def test_what_changes_with_a_period_is_read_and_printed(client: TestClient) -> None:
    """From mid 1917 a staff marker adds 2 instead of 1, and wire is crossed on 3 or more (FF-PSH-19, FF-PSH-38)."""
    shown = read_out(client.get("/playsheets/late/changes").text)
    assert "What changes: Mid 1917 to the end of the war" in shown
    assert "then 3+ for each platoon" in shown
    printed = words_on(client.get("/print/file?thing=changes&period=late").content)[0]
    assert "then 3+ for each platoon" in printed
    assert client.get("/playsheets/1916/changes").status_code == 404


@pytest.mark.parametrize("period", ["early", "mid", "late"])
def test_the_strip_on_the_screen_has_the_steps_of_the_strip_on_paper(client: TestClient, period: str) -> None:
    shown = client.get(f"/playsheets/{period}/strip").text
    on_screen = re.findall(r'<span class="name">([^<]+)</span><input', shown)
    strip = turn_strips(period_sheet(period).sides[0].wide, "")[0]
    rings = [shape for shape in strip.shapes if isinstance(shape, Ring)]
    on_paper = [shape.text for shape in strip.shapes if isinstance(shape, Words)]
    assert [one for one in on_paper if one in map(unescape, on_screen)] == [unescape(one) for one in on_screen]
    assert len(rings) == len(on_screen)
    assert f'href="/playsheets/{period}/strip"' in client.get(f"/playsheets/{period}").text


def test_a_strip_keeps_its_house_rules_and_there_is_none_of_another_period(client: TestClient) -> None:
    assert "period=mid&amp;AMB-13=reroll" in client.get("/playsheets/mid/strip?AMB-13=reroll").text
    assert client.get("/playsheets/1916/strip").status_code == 404


@pytest.mark.parametrize("thing", [thing.key for thing in CATALOGUE.things.values() if thing.of_game])
def test_what_is_made_of_a_game_is_asked_for_there(client: TestClient, thing: str) -> None:
    answer = client.get(f"/print/file?thing={thing}")
    assert answer.status_code == 422
    assert "Print it from the page of the game" in read_out(answer.text)

"""What is printed: the numbers are the book's, the templates true to a tenth of a millimetre, every job a PDF."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

from playsheets.earth_1418.catalogue import CATALOGUE, EarthWanted, templates
from playsheets.earth_1418.playsheet import playsheet, values_for
from playsheets.press import Job, SheetPart, pdf_of
from playsheets.shapes import Ring, Stroke
from playsheets.sheets import Line, Row, Value, every, words_of
from rules.earth_1418.ruleset import rulings
from rules.kernel.rulings import HouseRule
from tests.client import TestClient, toy_app
from tests.print.on_paper import opened, pictures, words_on
from tests.print.reading import blocks, told
from tests.systems import cli


def rows() -> dict[str, list[str]]:
    sheet = playsheet(values_for())
    return {words_of(one.name): [cell.text for cell in one.cells] for one in every(sheet.sides, Row)}


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("Elite infantry", ["6", "2", "1", "5", "400"]),
        ("Machine guns", ["4", "1", "3 (+1)", "SF", "800"]),
        ("Grenadier squads", ["6", "3 (+1)", "2", "SF", "150"]),
        ("Very heavy guns", ["0", "0", "3 (+4)", "4", "∞"]),
        ("Rough", ["−2", "−1", "+1"]),
        ("Fortification", ["+2", "+2", "+3"]),
        (
            "Not dug in, under fire",
            [f"{one}find cover" for one in ("move or ", "", "assault or ", "retreat or ")],
        ),
        ("From or in impractical ground", ["−75 %"]),
    ],
)
def test_the_playsheet_has_the_numbers_of_the_book(name: str, cells: list[str]) -> None:
    assert rows()[name] == cells


def test_a_house_rule_is_marked_with_what_the_book_has() -> None:
    sheet = playsheet(values_for(house_rules=(HouseRule("G-01", "under_hold"),)))
    changed = {one.text: (one.mark, one.was) for one in every(sheet.sides, Value) if one.mark}
    assert changed == {"move": ("a", "move or find cover"), "stay put or find cover": ("a", "stay put")}
    assert [note.ruling for note in sheet.sides[-1].house] == ["G-01"]


def test_templates_are_true_to_a_tenth_of_a_millimetre() -> None:
    circle, cordon, ruler = templates(values_for())
    # 3 inches are 76.2 mm (BE-ART-06, BE-GAS-04).
    assert (circle.width, circle.depth, cordon.width, cordon.depth) == pytest.approx((76.2,) * 4, abs=0.05)
    (ring,) = (one for one in circle.shapes if isinstance(one, Ring))
    assert 2 * ring.radius == pytest.approx(76.2, abs=0.05)
    marks = sorted({one.x for one in ruler.shapes if isinstance(one, Stroke)})
    assert 50.0 in marks
    assert any(one == pytest.approx(76.2, abs=0.05) for one in marks)


def test_by_house_rule_they_are_in_centimetres() -> None:
    circle, *_ = templates(values_for(house_rules=(HouseRule("G-31", "centimetres"),)))
    assert circle.width == pytest.approx(30.0)


@pytest.mark.parametrize("thing", CATALOGUE.things)
def test_everything_is_printed(thing: str, tmp_path: Path) -> None:
    path = tmp_path / "print.pdf"
    path.write_bytes(pdf_of(CATALOGUE.job((thing,), EarthWanted())))
    assert len(PdfReader(path).pages) == {"playsheet": 2, "templates": 1, "orders": 2, "roster": 2}.get(thing, 1)


def test_prints_are_had_from_page_and_terminal(tmp_path: Path) -> None:
    with TestClient(toy_app(f"sqlite:///{tmp_path / 'games.db'}"), base_url="http://table.test") as client:
        assert "/print/earth-1418/playsheet.pdf" in client.get("/lookups/earth-1418").text
        assert client.get("/print/earth-1418/playsheet.pdf?G-01=under_hold").content.startswith(b"%PDF")
        assert client.get("/print/earth-1418/moon.pdf").status_code == 404
        assert client.get("/print/earth-1418/playsheet.pdf?date=moon").status_code == 422
        chosen = "asked=1&thing=templates&date=1915-05"
        page = client.get(f"/print/earth-1418?{chosen}").text
        # What is laid on the table begins with the page that a printer is measured on.
        assert "2 pages" in page
        assert "As things stand in May 1915." in page
        assert client.get(f"/print/earth-1418/pages/2?{chosen}").headers["content-type"] == "image/svg+xml"
        assert client.get(f"/print/earth-1418/file?{chosen}").content.startswith(b"%PDF")
        assert "put right what is marked" in client.get("/print/earth-1418?date=moon").text
        # The basket takes prints of every rule book, and begins with one test page for all of them.
        items = "item=/print/earth-1418%3Fthing%3Dtemplates&item=/print%3Fthing%3Dsticks"
        basket = PdfReader(BytesIO(client.get(f"/print/basket?{items}").content))
        assert ["Is this printer true?" in one.extract_text() for one in basket.pages][:2] == [True, False]
        assert "Circle" in basket.pages[1].extract_text()
    written = tmp_path / "sheet.pdf"
    told = CliRunner().invoke(cli, ["print-earth-1418", "templates", "--to", str(written)])
    assert told.exit_code == 0, told.output
    assert written.read_bytes().startswith(b"%PDF")
    assert "playsheet" in CliRunner().invoke(cli, ["print-earth-1418"]).output
    assert CliRunner().invoke(cli, ["print-earth-1418", "moon"]).exit_code == 2


OPTIONS = [
    (one.id, option.key)
    for one in rulings().values()
    for option in one.options
    if option.selectable and option.key != one.default
]


@pytest.mark.parametrize(("ruling", "option"), [("", ""), *OPTIONS])
def test_under_every_option_of_every_ruling_the_playsheet_keeps_to_its_two_pages(ruling: str, option: str) -> None:
    """The real paper is measured: nothing reaches into the edge that printers leave white, and no word is lost."""
    house = (HouseRule(ruling, option),) if ruling else ()
    sheet = playsheet(values_for(house_rules=house))
    made = pdf_of(Job("Playsheet", (SheetPart(sheet, False),), "a4"))
    assert len(opened(made).pages) == 2
    for page in pictures(made, dots=4):
        edge = 7 * 4
        assert all(margin.min() >= 250 for margin in (page[:edge], page[-edge:], page[:, :edge], page[:, -edge:]))
    letters = "".join(words_on(made)).replace(" ", "")
    content = " ".join(told(block) for side in sheet.sides for block in blocks(side)).replace("/ ", " ")
    assert [word for word in content.split() if word.rstrip(".") not in letters] == []


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ((), "Against vehicles all but guns throw successes again"),
        ((HouseRule("G-23", "every_die"),), "Against vehicles all but guns throw every die again"),
    ],
)
def test_playsheet_says_which_dice_are_thrown_again_at_vehicles(house: tuple[HouseRule, ...], says: str) -> None:
    """BE-VEH-02; G-23: the successes, by house rule every die."""
    sheet = playsheet(values_for(house_rules=house))
    assert says in [words_of(one.text) for one in every(sheet.sides, Line)]
    assert [note.ruling for note in sheet.sides[-1].house] == [one.ruling for one in house]

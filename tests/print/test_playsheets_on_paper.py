"""The playsheets as PDFs: two pages, to be read at arm's length, by everybody, and printed at their size."""

import re
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from playsheets.flanders_fields.period_sheets import period_sheet
from playsheets.press import KNOWN_SIZES, BadJob, Job, Paper, PrinterCorrection, SheetPart, pages_of, pdf_of
from playsheets.sheets import Footnote, ModifierLines, SheetTable, Value, every, marks_on
from rules.flanders_fields.ruleset import rulings
from rules.kernel.rulings import HouseRule
from tests.print.on_paper import drawing_of, opened, pictures, root_of, title_of, type_sizes, words_on
from tests.print.reading import blocks, told
from tests.print.sizes import found_size

PERIODS = ("early", "mid", "late")
SIZES: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
SMALLEST_PT, BODY_PT, LARGE_PT = 6.0, 8.25, 15
CLOSE_TERRAIN = "AMB-39"
HOUSE = (HouseRule("AMB-14", "high_die"), HouseRule("AMB-13", "reroll"))


@lru_cache
def printed(period: str, paper: Paper = "a4", large: bool = False, house: tuple[HouseRule, ...] = ()) -> bytes:
    return pdf_of(Job("Playsheet", (SheetPart(period_sheet(period, house), large),), paper))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("period", PERIODS)
def test_a_sheet_is_two_pages_of_its_paper(period: str, paper: Paper) -> None:
    pages = opened(printed(period, paper)).pages
    assert len(pages) == 2
    for page in pages:
        millimetres = [float(length) / 72 * 25.4 for length in page.mediabox[2:]]
        assert millimetres == pytest.approx(SIZES[paper], abs=0.05)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("period", PERIODS)
def test_nothing_reaches_into_the_edge_that_printers_leave_white(period: str, paper: Paper) -> None:
    for page in pictures(printed(period, paper), dots=4):
        edge = 7 * 4
        margins = (page[:edge], page[-edge:], page[:, :edge], page[:, -edge:])
        assert all(margin.min() >= 250 for margin in margins)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("period", PERIODS)
def test_type_can_be_read_at_arms_length(period: str, paper: Paper) -> None:
    sizes = type_sizes(printed(period, paper))
    assert min(sizes) >= SMALLEST_PT
    assert min(size for size, text in sizes.items() if len(text) > 20) >= BODY_PT


@pytest.mark.parametrize("period", PERIODS)
def test_large_print_takes_the_pages_it_needs(period: str) -> None:
    large = printed(period, large=True)
    assert len(opened(large).pages) > 2
    small_print = {size: text for size, text in type_sizes(large).items() if size < LARGE_PT * 0.9}
    overleaf = {side.overleaf for side in period_sheet(period).sides}
    assert {text.removesuffix(" overleaf") for text in small_print.values()} <= overleaf


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("period", PERIODS)
def test_a_reader_takes_out_what_the_content_says(period: str, large: bool) -> None:
    sheet = period_sheet(period)
    text = " ".join(words_on(printed(period, large=large)))
    content = " ".join(told(block) for side in sheet.sides for block in blocks(side))
    said, read = Counter(content.replace("/ ", " ").split()), Counter(text.split())
    missing = said - read
    assert not missing, f"not on the paper: {missing}"
    around = [
        sheet.name + ",",
        sheet.period,
        "side 1 2 of 2 overleaf 50 mm if the printer is true 10 × 5 cm 5 cm or less",
    ]
    around += [f"{side.title} {side.overleaf}" for side in sheet.sides]
    left = read - said - Counter(" ".join(around * 9).split())
    assert not left, f"on the paper, but not in the content: {left}"


def test_every_value_of_the_tables_is_the_rule_books() -> None:
    for period in PERIODS:
        text = " ".join(words_on(printed(period)))
        for table in every(period_sheet(period), SheetTable):
            for row in table.rows:
                assert told(row) in text


def test_the_file_says_that_it_is_archived_tagged_and_true_to_size() -> None:
    pdf = printed("mid")
    root = root_of(pdf)
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("en")
    metadata = root["/Metadata"].get_object().get_data()
    assert re.search(rb"pdfaid:part>2<.*pdfaid:conformance>B<", metadata, re.DOTALL)
    assert b"pdfuaid:part>1<" in metadata


def test_only_fonts_that_come_along_are_used_and_they_are_in_the_file() -> None:
    for page in opened(printed("late")).pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            inside = font.get_object()["/DescendantFonts"][0].get_object()
            assert re.search("Roboto|SourceSerif", inside["/BaseFont"]), inside["/BaseFont"]
            assert {"/FontFile2", "/FontFile3"} & inside["/FontDescriptor"].keys()


def test_it_holds_in_black_and_white() -> None:
    for page in opened(printed("mid")).pages:
        assert not re.search(rb"[\d.]+ [\d.]+ [\d.]+ (rg|RG|sc|SC)\b", drawing_of(page))


def test_a_house_rule_changes_the_sheet_and_is_marked_with_the_original() -> None:
    sheet = period_sheet("mid", HOUSE)
    text = " ".join(words_on(printed("mid", house=HOUSE)))
    assert {note.ruling for note in every(sheet, Footnote)} == {"AMB-13", "AMB-14"}
    for note in every(sheet, Footnote):
        assert f"{note.says} ({note.ruling}; the book: {note.original})" in text
    assert "one die of his that earned no action is thrown again" in text


def test_a_value_changed_by_a_house_rule_shows_what_the_book_prints() -> None:
    sheet = period_sheet("late", (HouseRule(CLOSE_TERRAIN, "main"),))
    changed = [value for value in every(sheet, Value) if value.mark]
    assert [(value.text, value.was) for value in changed] == [("15", "10")]
    text = " ".join(words_on(pdf_of(Job("Playsheet", (SheetPart(sheet),)))))
    assert re.search(r"15 ?a \(book 10\)", text)


@pytest.mark.parametrize("period", PERIODS)
def test_every_house_rule_at_once_still_makes_a_sheet(period: str) -> None:
    chosen = {
        ruling.id: HouseRule(ruling.id, option.key)
        for ruling in rulings().values()
        for option in ruling.options
        if option.selectable and option.key != ruling.default
    }
    sheet = period_sheet(period, tuple(chosen.values()))
    notes = list(every(sheet, Footnote))
    assert len(notes) > 5
    assert marks_on(sheet) == {note.mark for note in notes}
    assert len({(note.mark, note.ruling) for note in notes}) == len({note.mark for note in notes})
    assert len(opened(pdf_of(Job("Playsheet", (SheetPart(sheet),)))).pages) >= 2


def test_a_preview_is_the_same_pages_as_pictures() -> None:
    pages = pages_of(Job("Playsheet", (SheetPart(period_sheet("early")),)))
    assert len(pages) == 2
    assert all(page.startswith(b"<svg") and b"<script" not in page for page in pages)


@pytest.mark.parametrize("measured", [40, 94.9, 105.1, float("nan")])
def test_a_correction_that_no_printer_needs_is_refused_in_words(measured: float) -> None:
    with pytest.raises(BadJob, match="measure the line of 100 mm again"):
        pdf_of(Job("Playsheet", (SheetPart(period_sheet("early")),), correction=PrinterCorrection(measured, 100)))


def test_an_empty_job_is_refused_in_words() -> None:
    with pytest.raises(BadJob, match="nothing to print"):
        pdf_of(Job("Nothing", ()))


def test_the_title_may_be_anything() -> None:
    pdf = pdf_of(Job('#panic("no") *x* $1$', (SheetPart(period_sheet("early")),)))
    assert title_of(pdf) == '#panic("no") *x* $1$'


def test_modifiers_stand_in_lines() -> None:
    assert all(lines.lines for lines in every(period_sheet("mid"), ModifierLines))


@pytest.mark.parametrize(("period", "paper"), [(period, paper) for period in PERIODS for paper in SIZES])
def test_the_sizes_known_beforehand_are_those_that_fit(period: str, paper: Paper) -> None:
    known = KNOWN_SIZES[period_sheet(period).period, paper]
    assert found_size(period, paper) == known, "write them anew: python -m tests.print.sizes"

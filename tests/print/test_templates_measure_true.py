"""Templates as they come out of the printer, measured to a tenth of a millimetre."""

from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from playsheets.flanders_fields.print_context import values_of
from playsheets.flanders_fields.templates import sticks_of, templates_of
from playsheets.imposition import FOOT, GAP, HEAD, MARGIN, OVERLAP, PlacedPiece, imposed, room_on
from playsheets.press import PAPERS, Job, Paper, PrinterCorrection, TemplatesPart, TrialPart, pdf_of
from playsheets.shapes import PaperEdge, PaperTemplate, Stroke, Words, turned
from rules.flanders_fields.ruleset import clauses, tables
from rules.kernel.rulings import HouseRule
from tests.conformance.printed_cases import PrintedCase, every_printed_case
from tests.print.on_paper import DOTS, opened, pictures

SIZES = [case for case in every_printed_case() if case.template]
TENTH = 0.1


@lru_cache
def of_period(period: str) -> dict[str, PaperTemplate]:
    values = values_of(period)
    return {one.key: one for one in (*templates_of(values), *sticks_of(values))}


@lru_cache
def picture_of(period: str, key: str, paper: Paper = "a4") -> tuple[np.ndarray[Any, Any], ...]:
    job = Job("Templates", (TemplatesPart("Templates", period, (of_period(period)[key],)),), paper)
    return tuple(pictures(pdf_of(job)))


def extent(dark: np.ndarray[Any, Any] | np.bool) -> tuple[float, float]:
    """Where the ink begins and ends along a row or column of dots, in millimetres."""
    found = np.flatnonzero(dark)
    return found[0] / DOTS, (found[-1] + 1) / DOTS


def measured(page: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Width and depth of the ink between head and foot of a page."""
    inside = page[round((MARGIN + HEAD) * DOTS) - 1 : -round((MARGIN + FOOT) * DOTS)] < 128
    left, right = extent(inside.any(axis=0))
    top, bottom = extent(inside.any(axis=1))
    return right - left, bottom - top


@pytest.mark.parametrize("case", SIZES, ids=lambda case: case.name)
def test_a_template_has_the_size_the_book_gives(case: PrintedCase) -> None:
    template = of_period(case.sheet)[case.template]
    assert (template.width, template.depth) == case.size


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("case", [one for one in SIZES if one.sheet == "late"], ids=lambda case: case.name)
def test_it_comes_out_of_the_printer_at_that_size(case: PrintedCase, paper: Paper) -> None:
    pages = picture_of("late", case.template, paper)
    room = room_on(*PAPERS[paper])
    if not (room.holds(of_period("late")[case.template]) or room.holds(turned(of_period("late")[case.template]))):
        return  # tiles are measured below
    assert len(pages) == 1
    assert sorted(measured(pages[0])) == pytest.approx(sorted(case.size), abs=TENTH)


@pytest.mark.parametrize("period", ["early", "mid", "late"])
def test_every_piece_tells_the_clause_or_the_table_of_its_size(period: str) -> None:
    known = {*clauses(), *tables().names}
    assert {one.key: one.clause for one in of_period(period).values() if one.clause not in known} == {}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("period", ["early", "mid", "late"])
def test_every_piece_lies_whole_on_its_page_and_on_no_other(period: str, paper: Paper) -> None:
    room = room_on(*PAPERS[paper])
    for page in imposed(tuple(of_period(period).values()), room):
        assert page
        for piece in page:
            assert piece.x + piece.width <= room.width + 1e-9
            assert piece.y + piece.depth <= room.depth + 1e-9
        assert not any(_overlap(a, b) for n, a in enumerate(page) for b in page[:n])


def _overlap(a: PlacedPiece, b: PlacedPiece) -> bool:
    apart = a.x + a.width + GAP <= b.x + 1e-9 or b.x + b.width + GAP <= a.x + 1e-9
    return not (apart or a.y + a.depth + GAP <= b.y + 1e-9 or b.y + b.depth + GAP <= a.y + 1e-9)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_of_a_barrage_laid_on_their_lines_are_the_whole_piece(paper: Paper) -> None:
    """Tiles lie on the next by 1 cm; laid so they cover 30 by 26 cm."""
    room = room_on(*PAPERS[paper])
    pieces = [piece for page in imposed((of_period("late")["barrage"],), room) for piece in page]
    lefts, tops = sorted({one.left for one in pieces}), sorted({one.top for one in pieces})
    assert len(pieces) == len(lefts) * len(tops) > 1
    across = sum(next(one.width for one in pieces if one.left == left) for left in lefts) - OVERLAP * (len(lefts) - 1)
    along = sum(next(one.depth for one in pieces if one.top == top) for top in tops) - OVERLAP * (len(tops) - 1)
    assert sorted((across, along)) == pytest.approx([260, 300])


def test_a_tile_is_cut_where_it_should_be() -> None:
    """Two tiles of 30 cm along the band: 15.5 cm each, 26 cm deep."""
    pages = picture_of("late", "barrage")
    assert len(pages) == 2
    for page in pages:
        assert measured(page) == pytest.approx((155, 260), abs=TENTH)


def test_a_printer_that_draws_small_gets_its_templates_larger() -> None:
    """Of 100 mm it draws 98 across and 99 along: 100 mm are drawn as 102.04 and 101.01."""
    artillery = TemplatesPart("Templates", "late", (of_period("late")["artillery"],))
    page = pictures(pdf_of(Job("Templates", (artillery,), correction=PrinterCorrection(98, 99))))[0]
    across, along = measured(page)
    assert across == pytest.approx(100 / 0.98, abs=TENTH)
    assert along == pytest.approx(100 / 0.99, abs=TENTH)


def test_the_trial_page_draws_ten_centimetres_each_way() -> None:
    page = pictures(pdf_of(Job("Trial", (TrialPart(),))))[0] < 128
    square = max(_runs(page), key=lambda run: run[1])
    assert square[1] == pytest.approx(100, abs=TENTH)
    upright = max(_runs(page.T), key=lambda run: run[1])
    assert upright[1] == pytest.approx(100, abs=TENTH)


def _runs(dark: np.ndarray[Any, Any]) -> list[tuple[int, float]]:
    """The longest unbroken run of ink in each row, in millimetres."""
    found = []
    for number, row in enumerate(dark):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        if len(edges):
            found.append((number, float((edges[1::2] - edges[::2]).max()) / DOTS))
    return found


@pytest.mark.parametrize(
    ("key", "length"),
    [("move_infantry", 25), ("move_cavalry", 35), ("range_machine_gun", 70), ("range_field_gun", 200)],
)
def test_the_sections_of_a_stick_are_together_as_long_as_the_book_says(key: str, length: int) -> None:
    sections = [one for name, one in of_period("late").items() if name.rpartition("_")[0] == key or name == key]
    tabs = 10 * (len(sections) - 1)
    assert sum(one.width for one in sections) - tabs == length * 10
    assert all(isinstance(one.shapes[0], PaperEdge) for one in sections)


GROUND_OF = {
    "move_infantry": {
        3: "turn about",
        10: "close, trench, shattered",
        15: "shell-torn",
        20: "cross country",
        25: "road",
    },
    "move_veterans": {
        3: "turn about",
        15: "close, trench, shattered",
        20: "shell-torn",
        25: "cross country",
        30: "road",
    },
    "move_by_hand": {
        3: "turn about",
        5: "close, trench, shattered",
        7.5: "shell-torn",
        10: "cross country",
        12.5: "road",
    },
    "move_cavalry": {3: "turn about", 10: "shattered", 15: "close", 20: "shell-torn", 30: "cross country", 35: "road"},
    "move_field_artillery": {
        3: "by hand, turn about",
        5: "shattered",
        10: "close, shell-torn",
        20: "cross country",
        35: "road",
    },
    "move_motors": {3: "turn about", 5: "cross country", 40: "road"},
}
TANKS_GROUND = {
    "move_tanks": {3: "turn about", 5: "shattered", 10: "close, trench, shell-torn", 15: "cross country", 20: "road"},
    "move_light_tanks": {
        3: "turn about",
        10: "shattered",
        15: "close, trench, shell-torn",
        20: "cross country",
        25: "road",
    },
}
"""FF-MOV-T3 worked out: 5 cm more for Veterans and light tanks (FF-MOV-10), half of it by hand (FF-MOV-11), a field gun
by hand (FF-MOV-12), and an about turn (FF-MOV-14)."""
ORDER = {15: "second choice, to", 30: "third, straight ahead, to"}
GUN, RIFLE = {10: "short, under", **ORDER}, {5: "short, under", **ORDER}
SIGHTS = {75: "field guns at armour, to", 100: "field guns, open sights, from", 150: "field guns, far, beyond"}
REACH_OF = {
    "range_machine_gun": {**GUN, 70: "reach"},
    "range_infantry": {**RIFLE, 45: "reach"},
    "range_light_mortar": {10: "least", 100: "reach"},
    "range_field_gun": {**SIGHTS, 200: "reach"},
}
EARLY_REACH = {
    "range_infantry_long_range": {**RIFLE, 45: "others", 60: "reach"},
    "range_tank_lmg": {5: "short, under", 15: "second choice, to", 30: "reach"},
}
LATER_REACH = {
    "range_block_house": {**GUN, 45: "reach"},
    "range_tank_gun": {5: "short, under", 15: "second choice, to", 30: "reach"},
    "range_flamethrower": {5: "reach"},
}
"""FF-RNG-T1, FF-RNG-11, the order of targets (FF-TGT-01), armour to 75 (FF-ARM-05), guns at 100 and 150 (FF-DFM-09)."""
STICKS = {
    "early": GROUND_OF | REACH_OF | EARLY_REACH,
    "mid": GROUND_OF | TANKS_GROUND | REACH_OF | LATER_REACH,
    "late": GROUND_OF | TANKS_GROUND | REACH_OF | LATER_REACH,
}


def marks_of(sticks: dict[str, PaperTemplate]) -> dict[str, dict[float, str]]:
    """What stands at which centimetre of each stick, its sections one after the other."""
    found: dict[str, dict[float, str]] = {}
    for key, one in sticks.items():
        name, _, section = key.rpartition("_")
        whole, begins = (name, 20 * (int(section) - 1)) if section.isdigit() else (key, 0)
        marks = found.setdefault(whole, {})
        words = [shape for shape in one.shapes if isinstance(shape, Words) and shape.anchor == "end"]
        for shape in one.shapes:
            if isinstance(shape, Stroke) and shape.weight == 0.5:
                said = " ".join(word.text for word in words if word.x == shape.x - 1)
                at = round(begins + shape.x / 10, 1)
                marks[at] = said.removesuffix(f" {at:g}")
    return found


@pytest.mark.parametrize("period", STICKS)
def test_every_troop_type_and_weapon_of_the_period_has_its_stick(period: str) -> None:
    assert marks_of({one.key: one for one in sticks_of(values_of(period))}) == STICKS[period]


def test_the_marks_of_a_stick_are_where_they_should_be_on_paper() -> None:
    """Moves of infantry: 3, 10, 15 and 20 cm from the end, across the stick; between them and its name nothing."""
    page = picture_of("late", "move_infantry_1")[0]
    inside = page[round((MARGIN + HEAD) * DOTS) - 1 : -round((MARGIN + FOOT) * DOTS)] < 128
    right, top = extent(inside.any(axis=0))[1], extent(inside.any(axis=1))[0]
    column = np.flatnonzero(inside[:, round((right - 4.8) * DOTS)]) / DOTS - top
    ends = [at for at in column if 1 < at < 200.5]
    middles = [group.mean() for group in np.split(ends, np.flatnonzero(np.diff(ends) > 1) + 1)]
    assert middles == pytest.approx([30, 100, 150, 199.85], abs=TENTH)


def test_a_house_rule_gives_a_weapon_a_stick_of_its_own() -> None:
    """Anti-tank rifles to 30 cm (SHQ-59) are not on the stick of riflemen any more; block houses reach 50 (SHQ-21)."""
    values = values_of("late", [HouseRule("SHQ-59", "30"), HouseRule("SHQ-21", "50")])
    marks = marks_of({one.key: one for one in sticks_of(values)})
    assert marks["range_anti_tank_rifle"] == {5: "short, under", 15: "second choice, to", 30: "reach"}
    assert marks["range_block_house"] == {**GUN, 50: "reach"}


def test_a_lane_is_two_centimetres_wide_and_a_zone_tells_the_order_of_its_targets() -> None:
    """FF-MOD-14; \u22121 for the first in the zone, \u22122 for the second, \u22123 for the third (FF-BZN-05)."""
    late = of_period("late")
    assert {late[key].depth for key in late if key.startswith(("range_machine_gun", "range_block_house"))} == {20}
    for key in ("zone_machine_gun", "zone_block_house"):
        words = [shape.text for shape in late[key].shapes if isinstance(shape, Words)]
        assert "1st \u22121, 2nd \u22122, 3rd \u22123" in words


def test_a_company_of_machine_guns_has_an_area_for_each_of_its_four_models() -> None:
    """FF-MOD-15."""
    assert sum(one.key == "indirect" for one in templates_of(values_of("mid"))) == 4


def test_no_period_has_a_template_it_cannot_use() -> None:
    not_yet = {"barrage", "zone_block_house", "gap_tank", "air", "move_tanks", "range_flamethrower"}
    assert not_yet.isdisjoint(of_period("early"))
    assert "air" not in of_period("mid")
    assert opened(pdf_of(Job("T", (TemplatesPart("T", "", tuple(of_period("early").values())),)))).pages

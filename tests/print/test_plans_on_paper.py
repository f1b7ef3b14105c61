"""Fire plans on paper: the form, the map true to its scale, the gun cards, all of one plan and in its words."""

import re
from dataclasses import replace

import numpy as np
import pytest

from playsheets.flanders_fields.barrage_map import barrage_map
from playsheets.flanders_fields.fire_plan_forms import blank_cards, blank_plan, gun_cards, plan_form
from playsheets.forms import (
    Chart,
    ChartPiece,
    CutOutCards,
    Form,
    GroundPattern,
    Ledger,
    LedgerCell,
    Passage,
    Path,
    framed,
)
from playsheets.shapes import Words
from rules.flanders_fields.fire_plan import WrittenPlan
from rules.flanders_fields.vocabulary import Side
from tests.print.forms import keeps_its_margins, on_paper, printed, says_exactly, words_in
from tests.print.on_paper import DOTS, drawing_of, opened, pictures
from tests.print.plans import DEFENDING, FULL, LATE, LONG

KEPT = "Secret: for the German side and the referee only"
EMPTY = WrittenPlan(name="Nothing yet", side=Side.ATTACKER)


def forms_of(plan: WrittenPlan) -> tuple[Form, ...]:
    return plan_form(plan, LATE, KEPT), barrage_map(plan, LATE, KEPT), gun_cards(plan, LATE, KEPT)


def rows(form: Form, title: str) -> list[list[str]]:
    found = next(block for block in form.blocks if isinstance(block, Ledger) and block.title == title)
    return [[cell.text for cell in row] for row in found.rows]


def chart_of(form: Form) -> Chart:
    return next(block for block in form.blocks if isinstance(block, Chart))


def labels(form: Form) -> list[str]:
    return [shape.text for shape in chart_of(form).shapes if isinstance(shape, Words)]


@pytest.mark.parametrize("plan", [FULL, DEFENDING, EMPTY], ids=lambda plan: plan.name)
def test_the_paper_says_what_the_forms_say(plan: WrittenPlan) -> None:
    for form in forms_of(plan):
        pdf = printed(form)
        columns = "".join(column.name for block in form.blocks if isinstance(block, Ledger) for column in block.columns)
        said = form if form.key != "map" else with_labels(form)
        says_exactly(said, pdf, repeated=columns)
        assert keeps_its_margins(pdf)


def with_labels(form: Form) -> Form:
    """The map with the words of its drawing as words."""
    return replace(form, blocks=(*form.blocks, Passage("", tuple(labels(form)))))


def test_every_field_of_a_plan_stands_on_its_form() -> None:
    form = plan_form(FULL, LATE, KEPT)
    assert rows(form, "Rolling barrage B1") == [
        ["55", "20", "6", "at 95 for 1 turn", "piece 2 leads 10; piece 3 leads 10; piece 4 lags 5", "none"]
    ]
    assert rows(form, "Medium and heavy mortars: first aiming points") == [
        ["1", "17 cm Minenwerfer", "60", "70", "the mill", "", ""],
        ["2", "25 cm Minenwerfer", "45", "72", "the mill", "", ""],
    ]
    assert rows(form, "Superimposed batteries: first aiming points")[1][:4] == ["4", "150 mm howitzers", "82", "124"]
    assert rows(form, "Batteries of the force: first aiming points")[1][:4] == ["6", "105 mm howitzers", "", ""]
    assert rows(form, "Gas attacks") == [
        ["G1", "1", "offensive", "artillery", "90", "105", "", "330", ""],
        ["G2", "3", "denying", "artillery", "25", "150", "", "0", ""],
    ]
    assert rows(form, "Moves of aiming points") == [
        ["3", "No. 5, 77 mm, 1st Battery", "33", "130", "", ""],
        ["4", "No. 3, 77 mm, 4th Battery", "56", "135", "the reserve line", ""],
    ]
    assert [row[:4] for row in rows(form, "Planned bombardments")] == [
        ["1", "No. 4, 150 mm howitzers", "82", "124"],
        ["2", "No. 4, 150 mm howitzers", "90", "140"],
    ]
    assert rows(form, "Hurricane bombardment: works")[0] == ["W1", "1", "Redan", "strong point", ""]
    assert rows(form, "SOS points") == [["S1", "No. 5, 77 mm, 1st Battery", "40", "64", "the wood’s edge", ""]]
    said = words_in(form)
    for words in ("March 1918", "German", "120 wide, 180 deep", *FULL.notes.split("\n"), "agreed over tea"):
        assert words in said


def test_what_happens_turn_by_turn_stands_in_the_order_of_the_sheet() -> None:
    """FF-FPL-24: barrage, gas, planned fire. 55 on the start line, 75, 95, a turn's halt there, 115, 135."""
    said = rows(plan_form(FULL, LATE, KEPT), "Turn by turn")
    assert [row[1] for row in said[:4]] == [
        "B1 rolling barrage lies with its rear edge 55 cm up",
        "G1 offensive gas comes at 90 cm along, 105 cm up",
        "No. 4, 150 mm howitzers fires at 82 cm along, 124 cm up, the sunken lane",
        "W1 Redan is bombarded",
    ]
    lies = [int(row[1].split()[-3]) for row in said if row[1].startswith("B1")]
    assert lies == [55, 75, 95, 95, 115, 135]
    assert [row[0] for row in said if row[0]] == ["1", "2", "3", "4", "5", "6"]


def test_air_missions_have_a_box_each() -> None:
    form = plan_form(FULL, LATE, KEPT)
    missions = next(one for one in form.blocks if isinstance(one, Ledger) and one.title == "Ground attack missions")
    assert missions.rows == ((LedgerCell("2"), LedgerCell(boxes=2)),)


@pytest.mark.parametrize("side", list(Side))
def test_a_blank_form_has_the_lines_of_the_book_on_two_pages(side: Side) -> None:
    """FF-FPL-29 to -40 of the attacker, FF-FPL-41 to -44 of the defender; as many lines as printed at least."""
    form = blank_plan(side)
    count = {block.title: len(block.rows) for block in form.blocks if isinstance(block, Ledger)}
    assert count["Medium and heavy mortars: first aiming points"] >= {Side.ATTACKER: 3, Side.DEFENDER: 1}[side]
    batteries = {Side.ATTACKER: "Superimposed", Side.DEFENDER: "Divisional support"}[side]
    assert count[f"{batteries} batteries: first aiming points"] >= 3
    assert ("Rolling barrage" in count) is (side is Side.ATTACKER)
    assert {"Gas attacks", "Ground attack missions", "SOS points"} <= count.keys()
    pdf = printed(form)
    assert len(opened(pdf).pages) == 2
    says_exactly(form, pdf, repeated="".join(words_in(form)))


@pytest.mark.parametrize("make", [plan_form, barrage_map, gun_cards], ids=lambda make: make.__name__)
def test_a_plan_of_the_longest_names_takes_the_pages_it_needs(make: object) -> None:
    form = make(LONG, LATE, "")  # type: ignore[operator]
    pdf = printed(form, "letter")
    assert len(opened(pdf).pages) > 2
    assert keeps_its_margins(pdf)
    assert on_paper(pdf).count("W") >= 24 * 80
    assert "#panic() *x* □" in on_paper(pdf)


def test_lift_lines_have_their_turns() -> None:
    told = [label for label in labels(barrage_map(FULL, LATE, KEPT)) if label.startswith("B1")]
    assert told == [
        "B1 turn 6: 135 cm",
        "B1 turn 5: 115 cm",
        "B1 turns 3–4, halt: 95 cm",
        "B1 turn 2: 75 cm",
        "B1 turn 1: 55 cm",
    ]


def test_lift_lines_lie_where_they_are_planned_piece_by_piece() -> None:
    """1 : 10: the first piece of 30 cm at 55, the second and third 10 ahead, the fourth 5 behind."""
    frame = framed(1200, 1800)
    assert frame.scale == 1
    steps = ((0, 55), (30, 55), (30, 65), (60, 65), (60, 65), (90, 65), (90, 50), (120, 50))
    wanted = tuple((9.0 + along, 6.0 + 180 - up) for along, up in steps)
    shapes = chart_of(barrage_map(FULL, LATE, KEPT)).shapes
    assert next(one.points for one in shapes if isinstance(one, Path) and one.weight == 0.5) == wanted


def test_the_table_is_on_paper_as_large_as_its_scale_says() -> None:
    """120 by 180 cm at 1 : 10 are 120 by 180 mm; the heaviest long lines of the page are the table's edges."""
    page = pictures(printed(barrage_map(EMPTY, LATE, KEPT)))[0] < 128
    across = np.flatnonzero(page[:, :].sum(axis=0) > 175 * DOTS) / DOTS
    along = np.flatnonzero((page.sum(axis=1) > 115 * DOTS) & (page.sum(axis=1) < 130 * DOTS)) / DOTS
    assert across[-1] - across[0] + 1 / DOTS == pytest.approx(120.0, abs=0.1)
    assert along[-1] - along[0] + 1 / DOTS == pytest.approx(180.0, abs=0.1)


@pytest.mark.parametrize(
    ("width", "depth", "scale"), [(1200, 1800, 1.0), (1800, 1200, 0.5), (900, 900, 1.25), (10_000, 10_000, 0.125)]
)
def test_a_table_is_drawn_as_large_as_fits(width: int, depth: int, scale: float) -> None:
    """Within 140 by 205 mm of paper: 180 cm at 1 : 12.5 would be 144 mm wide."""
    assert framed(width, depth).scale == scale


def test_nothing_on_the_map_is_told_by_colour() -> None:
    for page in opened(printed(barrage_map(FULL, LATE, KEPT))).pages:
        drawn = drawing_of(page)
        assert not re.search(rb"[\d.]+ [\d.]+ [\d.]+ (rg|RG|sc|SC|scn|SCN)\b", drawn)


def test_gas_sos_points_and_batteries_are_told_apart_by_line_and_filling() -> None:
    shapes = [one for one in chart_of(barrage_map(FULL, LATE, KEPT)).shapes if isinstance(one, Path) and one.closed]
    assert sum(one.fill == "dots" for one in shapes) == 2
    assert sum(one.fill == "hatch" for one in shapes) == 1
    assert sum(one.dash == "dashed" for one in shapes) == 1


def test_the_ground_lies_below_the_plan() -> None:
    trench = ChartPiece(GroundPattern.TRENCH, ((0, 600), (1200, 600)))
    shapes = chart_of(barrage_map(FULL, LATE, KEPT, (trench,))).shapes
    first = next(one for one in shapes if isinstance(one, Path) and len(one.points) > 8)
    assert {round(abs(y - 126.0), 3) for _, y in first.points} == {0.6}
    assert (first.points[0][0], first.points[-1][0]) == (9.0, 129.0)


def turns(form: Form, card: int) -> list[list[str]]:
    cards = next(block for block in form.blocks if isinstance(block, CutOutCards)).cards
    found = next(block for block in cards[card].blocks if isinstance(block, Ledger))
    return [[cell.text for cell in row[:4]] for row in found.rows]


def test_a_gun_card_says_what_a_battery_does_each_turn() -> None:
    form = gun_cards(FULL, LATE, KEPT)
    moves, fires = turns(form, 2), turns(form, 3)
    assert moves[2:5] == [["3", "", "56", "110"], ["4", "point moves", "56", "135"], ["5", "", "56", "135"]]
    assert fires[:3] == [["1", "fires", "82", "124"], ["2", "fires", "90", "140"], ["3", "", "82", "124"]]
    assert len(moves) == 8


def test_a_gun_card_says_how_large_its_fire_is_and_which_calls_it_answers() -> None:
    """FF-ART-T2: 10 by 10 cm; FF-MTR-T1: 4 of a medium mortar, 5 of a heavy one."""
    cards = next(block for block in gun_cards(FULL, LATE, KEPT).blocks if isinstance(block, CutOutCards)).cards
    said = [words_in(card) for card in cards]
    for card, falls_on in zip(said, ("4 × 4 cm", "5 × 5 cm", "10 × 10 cm"), strict=False):
        assert falls_on in card
    assert "SOS points: S1 40 cm along, 64 cm up" in said[4]
    assert not any("SOS" in words for words in said[0])


def test_blank_cards_are_four_on_a_page() -> None:
    pdf = printed(blank_cards())
    assert len(opened(pdf).pages) == 1
    assert on_paper(pdf).count("Battery") == 4

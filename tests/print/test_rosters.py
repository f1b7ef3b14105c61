"""Rosters: a line with boxes for every stand of a force, the lines at which morale is tested, what is used up."""

import re
from dataclasses import replace
from typing import Any

import pytest

from playsheets.flanders_fields.rosters import (
    Roster,
    RosterFormation,
    StandLine,
    UnitLines,
    roster_form,
    roster_of_force,
)
from playsheets.forms import Counts, Form, MusterBlock, Tally
from playsheets.press import Paper
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import Force, make_force
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList, Nation, Quality, Special, UnitClass
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.print.forms import keeps_its_margins, levels, on_paper, printed, says_exactly
from tests.print.on_paper import drawing_of, opened

DIVISIONS = (
    (ArmyList.BRITISH_1914, "1914-09"),
    (ArmyList.BRITISH_1915, "1916-07"),
    (ArmyList.BRITISH_1917, "1917-11"),
    (ArmyList.FRENCH_1917, "1917-04"),
    (ArmyList.GERMAN_1914, "1914-08"),
    (ArmyList.GERMAN_1916, "1918-03"),
    (ArmyList.GERMAN_STORM, "1918-03"),
    (ArmyList.BRITISH_TANKS, "1917-11"),
)
SQUARE = re.compile(rb" ([\d.]+) w [^\n]*0 0 m ([\d.]+) 0 l \2 \2 l 0 \2 l\nh\nB")
HEAVY = 1.5  # points: the line of a box that kills
BAD = '#panic("no") *x* $1$ <b>&amp; 🎺中 ' + "W" * 470


def of(month: str, *house: HouseRule) -> RuleBook:
    return RuleBook.for_game(parse_month(month), house)


def roster(table: ArmyList, month: str) -> Form:
    return roster_form(roster_of_force(make_force(table, of(month)), of(month)), of(month))


def a_battalion(**more: Any) -> RosterFormation:
    stands = tuple(StandLine(f"Platoon {number}") for number in range(1, 5))
    companies = tuple(UnitLines(f"{letter} Company", UnitClass.RIFLE_COMPANY, stands) for letter in "ABC")
    told = {"commander": StandLine("Commander"), "grade": Quality.RAW, "started": 12, "left": 12, "units": companies}
    return RosterFormation("1st Battalion", **{**told, **more})


def of_battalions(*battalions: RosterFormation, nation: Nation = Nation.BRITISH, **more: Any) -> Roster:
    brigade = RosterFormation("1st Brigade", StandLine("Brigadier"), battalions=battalions)
    return Roster("A roster", "1916", nation, (brigade,), **more)


def tally(form: Form, name: str) -> Tally:
    musters = [block for block in form.blocks if isinstance(block, MusterBlock)]
    lines = [line for one in musters for line in (*one.tallies, *(t for group in one.groups for t in group.tallies))]
    return next(line for line in lines if line.name == name)


def squares(pdf: bytes) -> list[float]:
    """Every box on the pages, by the weight of its line in points."""
    drawn = (found for page in opened(pdf).pages for found in SQUARE.findall(drawing_of(page)))
    return [float(weight) for weight, _ in drawn]


@pytest.mark.parametrize(("table", "month"), DIVISIONS)
def test_every_stand_of_a_force_has_a_line(table: ArmyList, month: str) -> None:
    """Counted by the totals of the force, which the book's own diagrams are held against elsewhere."""
    assert len(levels(roster(table, month))) == totals(make_force(table, of(month)), of(month)).stands


@pytest.mark.parametrize(("table", "month"), DIVISIONS[1::3])
def test_the_paper_says_what_the_roster_says(table: ArmyList, month: str) -> None:
    form = roster(table, month)
    pdf = printed(form)
    says_exactly(form, pdf)
    assert keeps_its_margins(pdf)


def test_three_boxes_a_stand_and_the_third_kills() -> None:
    """FF-SUP-08."""
    assert {line.boxes for line in levels(roster(ArmyList.BRITISH_1915, "1916-07"))} == {3}


@pytest.mark.parametrize(("started", "half", "three_quarters"), [(12, 6, 9), (16, 8, 12), (9, 5, 7), (1, 1, 1)])
def test_the_lines_stand_where_morale_is_tested(started: int, half: int, three_quarters: int) -> None:
    """FF-MOR-08, FF-MOR-09: 12 platoons test at 6 and 9 lost, 16 at 8 and 12; 5 of 9 are the first to be half."""
    form = roster_form(of_battalions(a_battalion(started=started, left=started)), of("1916-07"))
    cuts = tally(form, "Rifle platoons lost").cuts
    assert [(cut.after, cut.says) for cut in cuts] == [(half, "50 %"), (three_quarters, "75 %")]


def test_what_has_been_lost_and_used_is_ticked() -> None:
    dead, two = StandLine("Platoon 1", alive=False), StandLine("Platoon 2", levels=2)
    company = UnitLines("A Company", UnitClass.RIFLE_COMPANY, (dead, two))
    battalion = a_battalion(started=2, left=1, promoted=True, used=((Special.PALS, 1),), units=(company,))
    form = roster_form(of_battalions(battalion), of("1916-07"))
    gone, suppressed = tally(form, "Platoon 1"), tally(form, "Platoon 2")
    assert (gone.ticked, gone.gone, suppressed.ticked, suppressed.gone) == (3, True, 2, False)
    assert (tally(form, "Pals").ticked, tally(form, "Pals").boxes) == (1, 1)
    assert tally(form, "Rifle platoons lost").ticked == 1
    block = form.blocks[2]
    assert isinstance(block, MusterBlock)
    promotions = [one for one in block.tallies if one.name == "Field promotion"]
    assert [one.ticked for one in promotions] == [1]


@pytest.mark.parametrize(
    ("nation", "month", "name", "boxes", "lines"),
    [
        (Nation.GERMAN, "1914-08", "Prussian discipline", 3, 2),  # each battalion commander, FF-SPR-08
        (Nation.BRITISH, "1914-08", "Mad minute", 1, 6),  # each company, FF-SPR-02
        (Nation.BRITISH, "1916-07", "Pals", 1, 1),  # the Raw one of two battalions, FF-SPR-03
        (Nation.BRITISH, "1917-11", "Professionalism", 1, 2),  # each battalion, FF-SPR-04
        (Nation.FRENCH, "1917-04", "Stubborn resistance", 3, 1),  # the side, FF-SPR-06
        (Nation.FRENCH, "1917-04", "Mutinous", 1, 2),  # any battalion may be named, FF-SPR-07
    ],
)
def test_a_rule_has_as_many_boxes_as_uses(nation: Nation, month: str, name: str, boxes: int, lines: int) -> None:
    two = (a_battalion(), replace(a_battalion(grade=Quality.VETERAN), name="2nd Battalion"))
    form = roster_form(of_battalions(*two, nation=nation), of(month))
    musters = [block for block in form.blocks if isinstance(block, MusterBlock)]
    every = [line for one in musters for line in (*one.tallies, *(t for group in one.groups for t in group.tallies))]
    found = [line for line in every if line.name == name]
    assert [line.boxes for line in found] == [boxes] * lines
    assert {line.counts for line in found} == {Counts.USES}


def test_by_house_rule_the_side_shares_prussian_discipline() -> None:
    form = roster_form(of_battalions(a_battalion(), nation=Nation.GERMAN), of("1914-08", HouseRule("GAP-42", "side")))
    assert next(block.name for block in form.blocks if isinstance(block, MusterBlock)) == "The whole side"
    assert tally(form, "Prussian discipline").boxes == 3


def test_a_tank_and_a_block_house_have_lines_of_their_own() -> None:
    tank = UnitLines("Mark IV", UnitClass.TANK, (StandLine("Mark IV"),), ((Special.PROFESSIONALISM, 1),))
    house = UnitLines("Block house", UnitClass.BLOCK_HOUSE, (StandLine("Left", levels=2, faces=(0, 2, 1)),))
    form = roster_form(of_battalions(a_battalion(grade=Quality.VETERAN, units=(tank, house), started=0)), of("1917-11"))
    assert [tally(form, f"Left, {face}").ticked for face in ("front", "left", "right")] == [0, 2, 1]
    block = form.blocks[2]
    assert isinstance(block, MusterBlock)
    group = block.groups[-1]
    assert [(one.name, one.ticked) for one in group.tallies] == [("Mark IV", 0), ("Professionalism", 1)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_whatever_a_name_is_it_stays_on_the_page(paper: Paper) -> None:
    battalion = replace(a_battalion(), name=BAD, says=BAD, commander=StandLine(BAD))
    company = UnitLines(BAD, UnitClass.RIFLE_COMPANY, (StandLine(BAD),) * 4)
    form = roster_form(
        replace(of_battalions(replace(battalion, units=(company,) * 3)), title=BAD, says=BAD), of("1916-07")
    )
    pdf = printed(form, paper)
    assert keeps_its_margins(pdf)
    assert '#panic("no") *x* $1$ <b>&amp; □□' in on_paper(pdf)
    assert on_paper(pdf).count("W") >= 470 * 12


def test_an_empty_force_says_that_it_is_empty() -> None:
    nobody = Force("Nobody", Nation.BRITISH, "1916-07", ())
    form = roster_form(roster_of_force(nobody, of("1916-07")), of("1916-07"))
    assert "no formation and no unit" in on_paper(printed(form))


def test_every_regiment_has_a_page_for_whoever_commands_it() -> None:
    pages = [page.extract_text() for page in opened(printed(roster(ArmyList.GERMAN_1914, "1914-08"))).pages]
    for page, regiment in zip(pages[1:], ("1st", "2nd", "3rd", "4th"), strict=True):
        assert f"III / {regiment} Regiment" in page.replace("\n", " ")


def test_boxes_are_drawn_as_many_as_there_are() -> None:
    """57: of the brigadier 3 and 1, of the commander 3 and 1, his Pals, 12 of losses, 3 for each of 12 platoons."""
    form = roster_form(of_battalions(a_battalion()), of("1916-07"))
    drawn = squares(printed(form))
    assert (len(drawn), drawn.count(HEAVY)) == (57, 14)

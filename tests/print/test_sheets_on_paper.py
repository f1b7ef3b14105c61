"""Scenario sheets, after-action reports and referee's sheets: filled in from a scenario, and blank."""

from functools import lru_cache

import pytest

from app.printing.printables import chosen
from app.systems.flanders_fields.print_offers import offers_of_scenario
from playsheets.flanders_fields.game_forms import (
    BLANK,
    ScenarioGround,
    ScenarioOnSheet,
    SideHere,
    Waiting,
    picture,
    referee_sheet,
    scenario_sheet,
)
from playsheets.forms import Chart, ChartPiece, Form, Ledger
from playsheets.forms import GroundPattern as Kind
from playsheets.press import Paper
from playsheets.shapes import Words
from rules.flanders_fields.vocabulary import Nation
from tests.print.forms import keeps_its_margins, on_paper, printed, says_exactly, words_in
from tests.print.on_paper import opened
from tests.print.plans import FULL, LATE
from tests.print.test_rosters import BAD

SHEETS = ("scenario", "report", "referee")


@lru_cache
def sheets(scenario: str) -> dict[str, Form]:
    forms = chosen(offers_of_scenario(scenario), SHEETS)
    return dict(zip(SHEETS, forms, strict=True))


def ledger(form: Form, title: str) -> Ledger:
    return next(block for block in form.blocks if isinstance(block, Ledger) and block.title == title)


def rows(form: Form, title: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in ledger(form, title).rows]


@pytest.mark.parametrize("scenario", ["mons-1914", "michael-1918"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_the_paper_says_what_the_sheet_says(scenario: str, sheet: str) -> None:
    form = sheets(scenario)[sheet]
    pdf = printed(form)
    columns = "".join(column.name for block in form.blocks if isinstance(block, Ledger) for column in block.columns)
    says_exactly(form, pdf, repeated=columns)
    assert keeps_its_margins(pdf)


def test_a_scenario_sheet_tells_forces_reserves_and_special_rules() -> None:
    """FF-SCN-13 to -33: two German regiments of three battalions, a British brigade of four; one of each waits."""
    form = sheets("mons-1914")["scenario"]
    german, british = rows(form, "German forces"), rows(form, "British forces")
    assert [row[0] for row in german] == [
        "1st Regiment", "I / 1st Regt", "II / 1st Regt", "III / 1st Regt",
        "2nd Regiment", "I / 2nd Regt", "II / 2nd Regt", "III / 2nd Regt",
    ]  # fmt: skip
    assert german[1][1:3] == ["Experienced", "12"]
    assert sorted(row[1] for row in british[1:]) == ["Experienced", "Experienced", "Veteran", "Veteran"]
    assert rows(form, "Reserves") == [
        ["German", "III / 1st Regt", ""],
        ["German", "III / 2nd Regt", ""],
        ["British", "4th Battalion", ""],
    ]
    assert rows(form, "Special rules") == [
        ["German", "Prussian discipline", "Three times in a game"],
        ["British", "Long range marksmanship", "Always on"],
        ["British", "Mad minute", "Once in a game"],
    ]


def test_the_table_is_drawn_with_the_names_of_its_ground() -> None:
    wood = ChartPiece(Kind.WOOD, ((300, 300), (500, 300), (500, 500), (300, 500)), "Bois Neuf")
    chart = picture(ScenarioGround(1200, 1800, (wood,)))
    named = next(one for one in chart.shapes if isinstance(one, Words) and one.text == "Bois Neuf")
    # 1 : 12.5, the largest scale at which 180 cm are no more than 150 mm: the middle, 40 along and 40 up.
    assert (round(named.x, 3), round(named.y, 3)) == (9 + 32, 6 + 144 - 32)
    assert "Bois Neuf" in chart.alt
    told = ScenarioOnSheet(
        "Ours",
        "",
        ("Six turns.",),
        (SideHere("German", Nation.GERMAN, "attacker"),),
        table=ScenarioGround(1200, 1800, (wood,)),
    )
    form = scenario_sheet(told, LATE)
    assert any(isinstance(block, Chart) for block in form.blocks)
    assert "Bois Neuf" in on_paper(printed(form))


def test_a_report_begins_with_what_is_known() -> None:
    form = sheets("mons-1914")["report"]
    assert rows(form, "Battalions")[0] == ["German", "I / 1st Regt", "Experienced", "12", "12", ""]
    assert len(rows(form, "Battalions")) == 10
    assert len(rows(form, "Turn by turn")) == 8


def test_a_referee_knows_what_each_arrival_asks_for() -> None:
    """FF-SCN-34: a 6 in turn 2, and one less in each turn after that."""
    arrivals = ledger(sheets("mons-1914")["referee"], "Arrivals")
    told = [column.name for column in arrivals.columns[2:]]
    assert told == ["2: 6+", "3: 5+", "4: 4+", "5: 3+", "6: 2+", "7: sure", "8: sure"]
    assert [[cell.text for cell in row[:2]] for row in arrivals.rows] == [
        ["German", "III / 1st Regt"],
        ["German", "III / 2nd Regt"],
        ["British", "4th Battalion"],
    ]
    assert all(cell.boxes == 1 for row in arrivals.rows for cell in row[2:])


def test_a_battalion_arrives_as_its_scenario_says_not_as_at_mons() -> None:
    """From turn 3 on 5, then 3, in the turns after too; only who has no dice of his own has those of FF-SCN-34."""
    own, other = Waiting("British", "4th Battalion", 3, (5, 3), "by the mill"), Waiting("German", "III / Regt")
    alone, both = (
        ledger(referee_sheet("Evening", (), waits, (), LATE), "Arrivals") for waits in ((own,), (own, other))
    )
    assert [column.name for column in alone.columns[2:]] == ["2", "3", "4", "5", "6", "7", "8"]
    assert [cell.text for cell in alone.rows[0][1:]] == ["4th Battalion, by the mill", "–", "5+", *["3+"] * 5]
    assert [cell.boxes for cell in alone.rows[0][2:]] == [0, *[1] * 6]
    assert [column.name for column in both.columns[2:5]] == ["2: 6+", "3: 5+", "4: 4+"]
    assert own.says == "turn 3: 5+, turn 4: 3+ and after; by the mill"


def test_a_referee_of_a_game_for_which_nobody_waits_has_no_table_of_arrivals() -> None:
    form = referee_sheet("Evening", (), (), (), LATE)
    assert "Arrivals" not in {getattr(block, "title", "") for block in form.blocks}


def test_a_referee_knows_what_falls_and_who_is_hidden() -> None:
    form = referee_sheet(
        "Evening", [("British", "1st Platoon, A Company", "64 cm along, 120 cm up")], (), [("German", FULL)], LATE
    )
    assert rows(form, "Hidden units") == [["British", "1st Platoon, A Company", "64 cm along, 120 cm up", ""]]
    assert rows(form, "German: what falls by itself")[0][1] == "B1 rolling barrage lies with its rear edge 55 cm up"
    assert form.kept == "For the referee only"


@pytest.mark.parametrize(
    ("form", "pages"),
    [("scenario", 2), ("report", 1), ("referee", 1), ("plan-attacker", 2), ("plan-defender", 2), ("gun-cards", 1)],
)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_blank_sheets_fit_their_pages(form: str, pages: int, paper: Paper) -> None:
    pdf = printed(BLANK[form](), paper)
    assert len(opened(pdf).pages) <= pages
    assert keeps_its_margins(pdf)


def test_whatever_stands_in_a_scenario_stays_on_the_page() -> None:
    told = ScenarioOnSheet(
        BAD, BAD, (BAD,) * 4, (SideHere(BAD, Nation.GERMAN, "attacker"),), (Waiting(BAD, BAD, 2, (6, 5), BAD),)
    )
    pdf = printed(scenario_sheet(told, LATE))
    assert keeps_its_margins(pdf)
    assert '#panic("no") *x* $1$ <b>&amp; □□' in on_paper(pdf)
    assert words_in(scenario_sheet(told, LATE))

"""What nobody should ask of a printer, and somebody will: each gets a sentence, or a page that keeps its edges.

Absurd papers, a correction of 40 % and house rules that are none are held in test_print_command.py and
tests/app/test_printing_pages.py, long names and markup on sheets, cards, counters, rosters and plans in
test_prints_of_a_game.py, test_rosters.py and test_plans_on_paper.py.
"""

from dataclasses import replace

import pytest

from playsheets import press
from playsheets.flanders_fields.catalogue import CATALOGUE, SheetWanted
from playsheets.flanders_fields.game_forms import ScenarioGround, ScenarioOnSheet, SideHere, scenario_sheet
from playsheets.flanders_fields.print_context import Command, Muster
from playsheets.flanders_fields.rosters import Roster, RosterFormation, UnitLines, roster_form
from playsheets.press import BadJob, FormPart, Job, pdf_of
from rules.flanders_fields.vocabulary import Nation, UnitClass
from rules.kernel.months import parse_month
from tests.print.forms import keeps_its_margins, on_paper, printed
from tests.print.on_paper import opened, words_on
from tests.print.plans import LATE
from tests.print.some_forces import BATTALION

NOBODY = Muster("An empty table", ())
BARE = Muster("A staff alone", (Command("The Brigade", "british", "regiment", "Brigadier", ()),))
NOTHING_TO_CUT = {"cards", "stands", "aiming-points"}


def of_game(muster: Muster) -> SheetWanted:
    return SheetWanted("mid", month=parse_month("1916-09"), muster=muster)


@pytest.mark.parametrize("thing", list(CATALOGUE.things))
def test_a_game_in_which_nobody_takes_part_prints_or_says_why_not(thing: str) -> None:
    try:
        pages = opened(pdf_of(CATALOGUE.job([thing], of_game(NOBODY)))).pages
    except BadJob as bad:
        assert thing in NOTHING_TO_CUT
        because, _, instead = str(bad).partition("; ")
        assert because
        assert instead or thing == "cards"
    else:
        assert thing not in NOTHING_TO_CUT
        assert len(pages) >= 1


@pytest.mark.parametrize("thing", ["playsheet", "cards", "stands", "templates", "sticks"])
def test_a_command_without_a_single_unit_prints(thing: str) -> None:
    assert opened(pdf_of(CATALOGUE.job([thing], of_game(BARE)))).pages


def test_an_empty_force_has_an_empty_roster() -> None:
    empty = Roster("Nobody", "", Nation.BRITISH, ())
    hollow = Roster(
        "Hollow", "", Nation.BRITISH, (RosterFormation("A brigade", None, units=(UnitLines("", FIELD, ()),)),)
    )
    for roster in (empty, hollow):
        pdf = printed(roster_form(roster, LATE))
        assert roster.title in on_paper(pdf)
        assert len(opened(pdf).pages) == 1
        assert keeps_its_margins(pdf)


FIELD = UnitClass.FIELD_GUN


@pytest.mark.parametrize("size", [(1, 1), (100, 30_000), (30_000, 100), (30_000, 30_000)])
def test_a_table_of_any_size_is_drawn_within_its_page(size: tuple[int, int]) -> None:
    told = ScenarioOnSheet(
        "Ours", "", (), (SideHere("German", Nation.GERMAN, "attacker"),), table=ScenarioGround(*size)
    )
    pdf = printed(scenario_sheet(told, LATE))
    assert keeps_its_margins(pdf)
    assert len(opened(pdf).pages) <= 3


def test_what_typst_cannot_set_is_said_and_not_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "legible", lambda text, _: text)
    with pytest.raises(BadJob, match="print its parts one by one"):
        pdf_of(Job("\x07", CATALOGUE.job(["strip"], of_game(replace(BARE, title="\x07"))).parts))


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\n\n",
        "\x00\x07\x1b[31m",
        "\u202egnihton",
        "e\u0301" * 200,
        "\u200b" * 500,
        "\U0001f1ec\U0001f1e7" * 60,
    ],
    ids=["empty", "a space", "lines", "controls", "right to left", "combining", "of no width", "flags"],
)
def test_letters_that_are_none_stop_no_press(name: str) -> None:
    named = Command(name, "british", "battalion", name, BATTALION.troops, "raw", platoons=16)
    form = roster_form(Roster(name, name, Nation.BRITISH, (RosterFormation(name, None),), kept=name), LATE)
    job = CATALOGUE.job(["playsheet", "cards", "stands", "strip"], of_game(Muster(name, (named,))))
    pdf = pdf_of(Job(name, (*job.parts, FormPart(form))))
    assert keeps_its_margins(pdf)
    assert not set("\x00\x07\x1b") & set("".join(words_on(pdf)))

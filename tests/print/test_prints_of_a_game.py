"""What a game's prints hold, worked out by hand from who takes part."""

from collections import Counter
from dataclasses import replace

import pytest

from playsheets.flanders_fields.catalogue import CATALOGUE, SheetWanted
from playsheets.flanders_fields.counters import own_aiming_points, stand_counters, turn_strips
from playsheets.flanders_fields.game_sheets import command_cards, game_sheet
from playsheets.flanders_fields.period_sheets import difference, period_sheet
from playsheets.flanders_fields.print_context import Command, Muster, values_of
from playsheets.flanders_fields.templates import needs_template
from playsheets.press import CardsPart, CountersPart, Job, Paper, SheetPart, TemplatesPart, pdf_of
from playsheets.shapes import Words
from playsheets.sheets import CommandCard, Line, Sheet, SheetStep, SheetTable, every, words_of
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.print.on_paper import opened, pictures, type_sizes, words_on
from tests.print.reading import blocks, told
from tests.print.some_forces import BATTALION, BRIGADE, GUNS, MUSTER, RIFLES, TANK
from tests.print.test_playsheets_on_paper import BODY_PT

SOMME = values_of("mid", month=parse_month("1916-09"))


def sheet_with(*commands: Command, gas: bool = True) -> Sheet:
    return game_sheet(
        Muster("An evening", commands, gas), values_of("late", month=parse_month("1918-08")), "August 1918"
    )


def titles(sheet: Sheet) -> list[str]:
    return [step.title for step in every(sheet, SheetStep)]


def table(sheet: Sheet, title: str) -> SheetTable | None:
    return next((one for one in every(sheet, SheetTable) if one.title == title), None)


def firers(sheet: Sheet) -> list[str]:
    found = table(sheet, "Shooting")
    return [words_of(row.name).partition(", to")[0] for row in found.rows] if found else []


def test_only_the_weapons_there_are_have_a_row() -> None:
    assert firers(sheet_with(BRIGADE, BATTALION, gas=False)) == [
        "Machine guns",
        "Infantry, light MGs",
        "Field guns",
        "Medium mortars",
    ]


def test_a_tank_brings_its_row_its_column_its_step_its_modifiers_and_the_table_of_armour() -> None:
    without, tanks = sheet_with(BATTALION), sheet_with(replace(BATTALION, troops=(RIFLES, TANK)))
    assert "Tanks attached" not in titles(without)
    assert "Tanks attached" in titles(tanks)
    assert table(without, "At armour") is None
    armour = table(tanks, "At armour")
    assert armour
    assert [words_of(row.name) for row in armour.rows] == ["Infantry, light MGs", "Tanks", "Gas"]
    moves = [table(one, "Movement") for one in (without, tanks)]
    assert [one and one.columns for one in moves] == [("Infantry", "Cavalry"), ("Infantry", "Cavalry", "Tanks")]


def test_grades_bring_their_modifiers() -> None:
    def modifiers(quality: str) -> str:
        return " ".join(words_of(line.text) for line in every(sheet_with(replace(BATTALION, quality=quality)), Line))

    assert "Raw troops" in modifiers("raw")
    assert "Veteran" not in modifiers("raw")
    assert "Veteran" in modifiers("veteran")
    assert "Raw troops" not in modifiers("experienced")


def test_what_the_date_does_not_know_is_left_out() -> None:
    """In August 1918 a tank that failed is not held to it any more (FF-PSH-32)."""
    tanks = sheet_with(replace(BATTALION, troops=(TANK,)))
    assert "earned no action" not in " ".join(words_of(line.text) for line in every(tanks, Line))


def test_no_gas_no_word_of_it() -> None:
    text = " ".join(told(block) for side in sheet_with(BATTALION, gas=False).sides for block in blocks(side))
    assert "gas" not in text.lower()


def test_every_house_rule_of_the_game_is_told_where_it_changes_something_or_at_the_end() -> None:
    house = (HouseRule("AMB-13", "reroll"), HouseRule("AMB-39", "main"), HouseRule("GAP-38", "after"))
    values = values_of("mid", house[:2], parse_month("1916-09"))
    sheet = game_sheet(MUSTER, values, "September 1916")
    assert {note.ruling for side in sheet.sides for note in side.house} == {"AMB-13", "AMB-39"}
    assert sheet.unprinted == 0


def card(command: Command) -> CommandCard:
    return command_cards(Muster("An evening", (command,)), SOMME)[0]


def test_a_card_has_the_orders_modifiers_and_tests_of_its_own_units() -> None:
    """16 platoons: 8 are a half, 12 three quarters; raw troops test at -1, then at -2 besides (FF-MOR-05)."""
    text = " / ".join(told(block) for block in card(BATTALION).blocks)
    assert "Vickers: remove a suppression, fire, move" in text
    assert "A Company (4): remove a suppression" in text
    assert "Artillery" not in text
    assert "at 50% of 16 platoons: 8 lost (\u22121)" in text
    assert "at 75% of 16 platoons: 12 lost (\u22121, \u22122)" in text
    assert "Pals Once in a game for each Raw battalion: +2" in text


def test_only_commands_in_hand_have_a_card() -> None:
    assert [one.title for one in command_cards(MUSTER, SOMME)] == ["The Brigade", "1st Pals"]


def test_a_brigade_orders_its_guns_and_tests_nothing() -> None:
    text = " / ".join(told(block) for block in card(BRIGADE).blocks)
    assert "18-pounder, 1st Battery, 2 inch mortar: remove a suppression" in text
    assert "1–3 none 4–5 1 action 6+ 2 actions" in text
    assert "platoon" not in text


def test_guns_have_numbers_and_mortars_letters_by_army() -> None:
    points = [(one.weapon, one.reference) for one in own_aiming_points(MUSTER)]
    assert points == [("18-pounder", "1"), ("2 inch mortar", "A")]


def test_every_stand_in_hand_has_a_counter_and_every_commander() -> None:
    """The brigadier, a gun, a mortar; the colonel, four platoons, a machine gun."""
    assert len(stand_counters(MUSTER)) == 3 + 6


def test_templates_of_weapons_that_nobody_has_are_not_cut_out() -> None:
    needed = {key: needs_template(MUSTER, key) for key in ("artillery", "heavy_mortar", "range_machine_gun_2", "clock")}
    assert needed == {"artillery": True, "heavy_mortar": False, "range_machine_gun_2": True, "clock": True}


def test_the_strip_has_every_step_of_the_sheet_in_its_order() -> None:
    sheet = period_sheet("late")
    strip = turn_strips(sheet.sides[0].wide, "Late")[0]
    written = [shape.text for shape in strip.shapes if isinstance(shape, Words)]
    assert [one for one in written if one in titles(sheet)] == titles(sheet)


CHANGES = {
    ("early", "mid"): {
        "Tank that earned no action last turn": ("\u2013", "\u22121"),
        "Gas": ("Open 3/5; Soft 3/5; Medium 3/5; Hard 3/5", "Open 4/6; Soft 4/6; Medium 4/5; Hard 4/6; Fort. 5/6"),
        "Machine guns, to 70 cm": ("\u2013", "Fort. 6*/No"),
        "Deep suppression": (
            "\u2013",
            "the attacker rolls a D6; 1–2 none; 3–4 \u22121; 5 \u22122; 6 \u22121 and one battery lost",
        ),
    },
    ("mid", "late"): {
        "Gas": ("Medium 4/5; Fort. 5/6", "Medium 4/6; Fort. 4/6"),
        "Flamethrowers, to 5 cm": ("Fort. 3/6", "Fort. 3/5"),
        "Artillery and heavier mortars": (
            "1–3 none; 4–5 1 action; 6+ 2 actions",
            "1–2 none; 3–5 1 action; 6+ 2 actions",
        ),
        "Tanks attached": ("1–2 none; 3–5 1 action; 6+ 2 actions", "1 none; 2–5 1 action; 6+ 2 actions"),
    },
}


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_the_difference_of_two_sheets_is_what_changed(before: str, after: str) -> None:
    """Gas, flamethrowers, artillery and tanks as the three printed sheets have them (FF-PSH-17, 21, 45, 52 to 56)."""
    sheet = difference(period_sheet(before), period_sheet(after))
    rows = {
        words_of(row.name): tuple(cell.text for cell in row.cells) for t in every(sheet, SheetTable) for row in t.rows
    }
    assert {name: rows.get(name) for name in CHANGES[before, after]} == CHANGES[before, after]
    assert "Cross country" not in rows


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("period", ["mid", "late"])
def test_what_changes_is_one_page_that_can_be_read_at_arms_length(period: str, paper: Paper) -> None:
    pdf = pdf_of(CATALOGUE.job(["changes"], SheetWanted(period), paper))
    assert len(opened(pdf).pages) == 1
    assert min(size for size, text in type_sizes(pdf).items() if len(text) > 20) >= BODY_PT


def test_a_sheet_differs_from_itself_in_nothing() -> None:
    assert not list(every(difference(period_sheet("mid"), period_sheet("mid")), SheetTable))


NAMES = (
    "W" * 500,
    "the word " * 60,
    '#panic("no") *x* $1$ ```typ #read("/etc/passwd")``` <a> @b',
    "<script>alert(1)</script> & \\u{41} //",
    "\U0001f642 \u4e2d\u6587 \u0410",
)


@pytest.mark.parametrize("name", NAMES, ids=["one word", "many words", "markup", "tags", "letters without a shape"])
def test_whatever_a_name_is_it_stays_on_the_page_as_it_was_given(name: str) -> None:
    troop = replace(RIFLES, name=name, stands=(name,))
    named = replace(BATTALION, name=name, commander=name, troops=(troop, GUNS))
    muster = Muster(name, (named,))
    sheet = game_sheet(muster, SOMME, "September 1916")
    parts = (
        SheetPart(sheet),
        CardsPart("Command cards", name, command_cards(muster, SOMME)),
        CountersPart("Stands", name, stand_counters(muster)),
        TemplatesPart("Turn sequence", name, turn_strips(sheet.sides[0].wide, name)),
    )
    pdf = pdf_of(Job(name, parts))
    said = "".join("".join(words_on(pdf)).replace("\u200b", "").split())
    if name.isascii():
        assert "".join(name.split()) in said
    for page in pictures(pdf, dots=4):
        edge = 7 * 4
        assert all(strip.min() >= 250 for strip in (page[:edge], page[-edge:], page[:, :edge], page[:, -edge:]))


def test_cards_can_be_read_and_lie_within_their_page() -> None:
    pdf = pdf_of(Job("Cards", (CardsPart("Command cards", "An evening", command_cards(MUSTER, SOMME)),)))
    assert min(type_sizes(pdf)) >= 6
    assert len(opened(pdf).pages) == 1


def test_a_reader_takes_out_of_cards_and_changes_what_their_content_says() -> None:
    wanted = SheetWanted("late", month=parse_month("1918-08"), muster=MUSTER)
    cards = " ".join(
        f"{one.title} {one.subtitle} {' '.join(told(block) for block in one.blocks)}"
        for one in command_cards(MUSTER, wanted.values)
    )
    changes = " ".join(told(block) for block in blocks(wanted.changes.sides[0]))
    for thing, content in (("cards", cards), ("changes", changes)):
        read = Counter(" ".join(words_on(pdf_of(CATALOGUE.job([thing], wanted)))).split())
        assert not Counter(word for word in content.split() if word != "/") - read


@pytest.mark.parametrize("thing", [thing.key for thing in CATALOGUE.things.values() if thing.key != "playsheet"])
def test_no_type_is_too_small_to_read(thing: str) -> None:
    wanted = SheetWanted(
        "late", month=parse_month("1918-08"), muster=MUSTER if CATALOGUE.things[thing].of_game else None
    )
    assert min(type_sizes(pdf_of(CATALOGUE.job([thing], wanted)))) >= 6 - 1e-6

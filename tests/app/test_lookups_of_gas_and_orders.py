"""The look-ups of gas, of a battalion's orders, tests and national rules, and the search in their list: by hand."""

import re

import pytest

from tests.app.lookup_page import is_told, part, plain
from tests.client import TestClient


# Each worked from the rulebook's tables: the sheet, the modifiers, the row that is read.
@pytest.mark.parametrize(
    ("address", "says"),
    [
        # FF-GAS-05: on its point, or as FF-DIC-06 to -08 say: 4 and 3 are nine o'clock, 2 and 6 are 8 cm.
        ("gas-release?date=1916-07&dice=5", "middle 60 cm along, 60 up"),
        (
            "gas-release?date=1916-07&dice=3&more=4,3,2,6",
            "8 cm off towards 9 o'clock, middle 52 cm along, 60 up",
        ),
        # FF-GAS-04: its rear edge 10 cm before the trench at 60, and it is 10 cm deep.
        ("gas-release?date=1916-07&delivery=projector", "middle 60 cm along, 75 up"),
        ("gas-release?date=1916-07&delivery=projector&owner=defender", "Projectors are the attacker's"),
        # FF-GAS-07, FF-GAS-02, FF-GAS-01
        ("gas-release?date=1916-07&turn=2", "The plan names turn 1"),
        ("gas-release?date=1916-07&attacks_before=1", "Its side has 1 gas attack in this game"),
        ("gas-release?date=1916-07&attacks_before=1&attacks_granted=2&dice=6", "middle 60 cm along, 60 up"),
        ("gas-release?date=1914-08", "There is no gas in August 1914"),
        # FF-GAS-T2, mid 1915 to mid 1917: Soft 4/6; partly covered -2 (FF-GAS-21), so a 5 is a 3.
        ("into-gas?date=1916-07&dice=4", "suppressed"),
        ("into-gas?date=1916-07&dice=3", "nothing"),
        ("into-gas?date=1916-07&stand.coverage=partly&dice=5", "5 −2 = 3 nothing"),
        # FF-GAS-20: only gas that has sunk, only who comes from outside, once in a turn.
        ("into-gas?date=1916-07&asked=1", "no attack"),
        ("into-gas?date=1916-07&asked=1&sunk=true&began_inside=true", "no attack"),
        ("into-gas?date=1916-07&asked=1&sunk=true&attacked_this_turn=true", "no attack"),
        # FF-GAS-03: from 70 to 80 up, from 50 to 70 along.
        ("way-through-gas?date=1916-07", "fully covered"),
        ("way-through-gas?date=1916-07&way.0.up_cm=80", "partly covered"),
        ("way-through-gas?date=1916-07&way.0.along_cm=100&way.0.up_cm=90", "spared"),
        ("way-through-gas?date=1916-07&base.up_cm=78", "fully covered, it begins in the gas"),
        # FF-MOV-T3 and AMB-49: 10 of 20 cm is half the move, and half of 15 cm is 7.5.
        ("mixed-move?date=1916-07", "15 cm, all the way, 2.5 cm left"),
        ("mixed-move?date=1916-07&parts.1.distance_cm=10", "17.5 cm of the way, no farther"),
        ("mixed-move?date=1916-07&parts.1.going=river", "apart from this move"),
        # FF-TRN-02, FF-SCL-07
        ("first-turn?date=1916-07", "the attacker"),
        ("first-turn?date=1916-07&asked=1&dice=3", "named first"),
        ("first-turn?date=1916-07&asked=1&dice=4", "named second"),
        # FF-MOR-01, FF-MOR-02: 6 and 9 of 12; a test is made once.
        ("morale-due?date=1916-07&started=12&left=6", "must test, half lost"),
        ("morale-due?date=1916-07&started=12&left=7", "no test"),
        ("morale-due?date=1916-07&started=12&left=6&taken=half", "no test"),
        ("morale-due?date=1916-07&started=12&left=3&taken=half", "must test, three quarters lost"),
        ("morale-due?date=1916-07&started=12&left=13", "It cannot have more platoons than it began with"),
        # FF-MOR-06
        ("weapons-morale?date=1916-07", "its weapons need not roll"),
        ("weapons-morale?date=1916-07&result=rout", "its weapons roll"),
        ("weapons-morale?date=1916-07&result=retreat_40", "its weapons need not roll"),
        ("weapons-morale?date=1916-07&asked=1&destroyed=true", "its weapons roll"),
        # FF-SPR-08: three times; FF-SPR-05: always; FF-SPR-03: from September 1915, Raw battalions only.
        ("national-rule?date=1914-08", "may be used, 2 uses left"),
        (
            "national-rule?date=1917-01&special=pals&nation=british&quality=raw",
            "Pals: not in force in January 1917",
        ),
        ("national-rule?date=1914-08&used=1", "may be used, 1 use left"),
        ("national-rule?date=1914-08&used=2", "may be used, for the last time"),
        ("national-rule?date=1914-08&used=3", "Every use has been made"),
        ("national-rule?date=1914-08&special=elan&nation=french", "may be used, without limit"),
        ("national-rule?date=1914-08&nation=french", "Prussian discipline is German"),
        (
            "national-rule?date=1916-07&special=pals&nation=british&quality=experienced",
            "Pals helps Raw battalions only",
        ),
        ("national-rule?date=1916-07&special=pals&nation=british&quality=raw", "may be used, for the last time"),
        # FF-SPR-17: what a month does not know is not what the page opens with. Pals once, FF-SPR-06 three times.
        ("national-rule?date=1916-07", "may be used, for the last time"),
        ("national-rule?date=1918-03", "may be used, 2 uses left"),
        # FF-SPR-07, FF-SPR-14
        ("mutinous-move?date=1917-06", "It is mutinous: it stays where it is and defends"),
        ("mutinous-move?date=1917-06&asked=1&by_morale=true", "it moves"),
        # FF-SPR-16, FF-SPR-09
        ("storm-part?date=1918-03", "its new battalion's commander orders it"),
        ("storm-part?date=1918-03&asked=1&storm=true", "A storm battalion is under one regiment"),
        # FF-PSF-T1: infantry at Soft 5/6, a gun in the Open 3/4; gas -1 (FF-DFM-11); FF-PSF-T2: Hard 7, by assault.
        ("scores?date=1914-08", "suppressed on 5, killed on 6"),
        ("scores?date=1915-05&asked=1&in_arc=true&direct_sight=true&firer_in_gas=true", "suppressed on 6"),
        ("scores?date=1914-08&firer=machine_gun&cover=open", "suppressed on 3, killed on 4 to 6"),
        ("scores?date=1916-07&cover=hard", "no face does anything"),
        # FF-ARM-T1: a machine gun suppresses armour in the open on 6.
        ("scores?date=1918-03&firer=machine_gun&target=armour", "suppressed on 6"),
        # FF-SUP-12
        ("commander-recovery?date=1916-07", "no level left, before it moves"),
        # FF-DEV-01, FF-VIS-T1: observers, commanders and batteries, as far as they see works.
        ("observed-fire?date=1916-07", "observed, it does not deviate"),
        ("observed-fire?date=1916-07&viewer=infantry", "not observed"),
        ("observed-fire?date=1916-07&viewer=command&range_cm=151", "not observed"),
        # FF-WIR-06, FF-WIR-07
        ("caught-on-wire?date=1916-07&wants_to=cross", "it may"),
        ("caught-on-wire?date=1916-07&wants_to=move", "It hangs on the wire"),
        # FF-ORD-T5: 2 earns one; 30 cm is out of reach (FF-ORD-15), so the next 2 is a 1; 6 earns two.
        (
            "battalion-orders?date=1916-07&companies=3&companies.1.farthest_platoon_cm=30&dice=2,2,6",
            "3 actions in all Company 1 1 action Company 2 no action Company 3 2 actions",
        ),
        # FF-ORD-20: the battalion is Veteran, so every company adds 1: 5 and 7.
        (
            "battalion-orders?date=1916-07&companies=2&companies.each.quality=veteran&dice=4,6",
            "5 actions in all Company 1 2 actions Company 2 3 actions",
        ),
        # AMB-13: the second company's 1 is thrown again, here and not on a page of its own.
        (
            "battalion-orders?date=1916-07&AMB-13=reroll&companies=2&asked=1&companies.1.staff_bonus=true&dice=2,1",
            "Company 2: earned nothing, and the staff marker lets the die be thrown again",
        ),
        (
            "battalion-orders?date=1916-07&AMB-13=reroll&companies=2&asked=1&companies.1.staff_bonus=true"
            "&dice=2,1&more=6",
            "3 actions in all Company 1 1 action Company 2 2 actions",
        ),
        # AMB-22: one die for all.
        ("battalion-orders?date=1916-07&AMB-22=battalion&companies=2&dice=5", "4 actions in all Company 1 2 actions"),
    ],
)
def test_each_look_up_answers_as_the_book(pages: TestClient, address: str, says: str) -> None:
    assert is_told(says, part(pages, address, "answer"))


# What stands in the row that is read, in the whole table of the look-up.
@pytest.mark.parametrize(
    ("address", "row"),
    [
        ("gas-release?date=1916-07&owner=defender", "Defender 10 5"),
        ("way-through-gas?date=1916-07", "Attacker 20 10"),
        ("into-gas?date=1916-07", "Gas 4 / 6 4 / 6 4 / 5 4 / 6 5 / 6"),
        ("mixed-move?date=1916-07", "Shell torn 15 20 10 10 none"),
        ("first-turn?date=1916-07&asked=1&dice=2", "Even die the other"),
        ("morale-due?date=1916-07", "Half of its rifle platoons are lost 6 of 12 lost MOR-01"),
        ("weapons-morale?date=1916-07&result=rout", "Rout Weapons that support it roll for themselves"),
        ("national-rule?date=1914-08", "Prussian discipline Three times in a game SPR-08"),
        ("mutinous-move?date=1917-06", "Forward It is mutinous: it stays where it is and defends"),
        ("observed-fire?date=1916-07&viewer=command", "Command up to 150 cm"),
        ("caught-on-wire?date=1916-07&wants_to=cross", "Try to cross An action and a new try"),
        ("battalion-orders?date=1916-07", "Rifle companies 0 0 1 1 1 2 2 3 3"),
    ],
)
def test_the_whole_table_marks_the_row_that_is_read(pages: TestClient, address: str, row: str) -> None:
    html = pages.get(f"/lookups/{address}").text
    assert row in [plain(line) for line in re.findall(r'<tr aria-current="true">.*?</tr>', html, re.DOTALL)]


def test_each_company_has_its_odds_and_its_modifiers_before_the_dice(pages: TestClient) -> None:
    address = "battalion-orders?date=1916-07&asked=1&companies=2&companies.1.in_gas=true"
    # FF-ORD-T5 under -1 (FF-ORD-14): 3 to 5 earn one, 6 two; the other company earns one on 2 to 4.
    answer = part(pages, address, "odds")
    assert "Company 1 17% none 50% 1 action 33% 2" in answer
    assert "Company 2 33% none 50% 1 action 17% 2" in answer
    # 1/6 and 2/6: both earn none in 2 of 36.
    assert "0 actions in all 6%" in answer
    assert "−1 The unit is in a gas cloud (Company 2) FF-ORD-14" in part(pages, address, "reasons")


def test_a_company_whose_high_faces_bring_less_is_told_face_by_face(pages: TestClient) -> None:
    # AMB-14: Raw under fire -2 from a 4 up. Pals +2, 10 of Hearts +1, staff +1: from a 2 on it is 6, 7, 6, 7, 8.
    helped = "companies.0.bonuses=pals&companies.0.bonuses=hearts_10&companies.0.staff_bonus=true"
    raw = f"companies=2&companies.each.quality=raw&companies.each.fired_on=true&{helped}"
    answer = part(pages, f"battalion-orders?date=1916-07&AMB-14=high_die&asked=1&{raw}", "odds")
    assert "Company 1 no action on 1; 2 actions on 2, 4; 3 actions on 3, 5, 6" in answer


def test_a_die_for_the_whole_battalion_has_no_single_sum(pages: TestClient) -> None:
    facts = part(pages, "battalion-orders?date=1916-07&AMB-22=battalion&companies=2", "facts")
    assert "In gas −" not in facts
    assert "In gas −1" in part(pages, "battalion-orders?date=1916-07&AMB-22=battalion&companies=1", "facts")


def test_a_bonus_of_one_company_says_what_it_brings(pages: TestClient) -> None:
    # FF-SPR-03: Pals +2.
    address = "battalion-orders?date=1916-07&companies=1&companies.each.quality=raw"
    assert "Pals +2" in part(pages, address, "facts")
    assert "+2 Pals FF-SPR-03" in part(pages, f"{address}&companies.0.bonuses=pals", "reasons")


def test_what_all_companies_share_is_told_wrong_once(pages: TestClient) -> None:
    facts = part(pages, "battalion-orders?companies.each.commander_suppression=30", "facts")
    assert facts.count("30 is out of range. Enter 0 to 9.") == 1


def test_a_list_that_needs_an_entry_says_so_beside_its_counter(pages: TestClient) -> None:
    assert "0 are too few. Give 1 or more" in part(pages, "battalion-orders?companies=0", "facts")

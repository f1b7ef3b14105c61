"""The whole tables behind the look-ups: how they write phrases, lists of words, and what marks a row or a cell."""

import re

import pytest

from tests.app.lookup_page import plain
from tests.client import TestClient

# AMB-67 the other way: in 1914 trained troops without terrain are in the Open (FF-COV-02), not Soft (FF-COV-04).
IN_THE_OPEN = "date=1914-08&AMB-67=open_in_1914"


def rows(pages: TestClient, address: str) -> list[str]:
    """The words of every row of the tables of a look-up."""
    html = pages.get(f"/lookups/{address}").text
    return [plain(line) for line in re.findall(r"<tr[ >].*?</tr>", html, re.DOTALL)]


@pytest.mark.parametrize(
    ("address", "row"),
    [
        # FF-ASL-T3, FF-ASL-25; FF-SET-10; FF-MOV-11; FF-ORD-T7; FF-SUP-05
        ("after-a-win?date=1916-07", "4. Standing a morale roll for each stand that armour assaults ASL-25"),
        ("before-play?date=1916-07", "1. Lay the table terrain, then trenches and works SET-10"),
        ("limbering?date=1916-07", "Machine gun Packed, Manhandled MOV-11"),
        ("aiming-point?date=1916-07", "Rifle company Remove suppression, Move, Fire ORD-T7"),
        ("suppression?date=1916-07", "Rifles Stand SUP-05"),
    ],
)
def test_a_table_writes_phrases_and_lists_of_words_as_they_are_read(pages: TestClient, address: str, row: str) -> None:
    assert row in rows(pages, address)


def test_the_table_shows_the_cell_that_decides(pages: TestClient) -> None:
    html = pages.get("/lookups/shooting?date=1914-08&cover=soft").text
    assert '<td aria-current="true">5\xa0/\xa06</td>' in html
    html = pages.get("/lookups/order-roll?date=1914-08&dice=5").text
    assert '<td aria-current="true">2</td>' in html


# What stands in the row that is read, in the whole table of the look-up. Worked from the rulebook's tables.
@pytest.mark.parametrize(
    ("address", "row"),
    [
        # FF-TOE-54, FF-GUN-13
        (
            "organisation?date=1916-07&table=british_1915&part=lmg_platoon",
            "\u00b7 \u00b7 \u00b7 LMG platoon 1 4 1 TOE-54",
        ),
        ("gun?date=1916-07&gun=9.2_inch_howitzer", "9.2 inch howitzer 9,100 131 15 Super heavy artillery"),
        ("divisional-share?date=1916-07&assets=3&regiments=4&fielded=1", "1 of 4 1"),
        # FF-COV-T2: a trench is Medium (FF-COV-05), whatever stands below it.
        ("cover?date=1916-07&work=trench", "Trench Medium COV-05"),
        (f"cover?{IN_THE_OPEN}", "Trained troops use every fold of the ground Open COV-04"),
        # FF-WIR-04 in the middle of the war; FF-WIR-13: cavalry needs a gap.
        ("wire?date=1916-07&stands=1&dice=4", "A stand is across on 5 or more WIR-04"),
        ("wire?date=1916-07&mover=cavalry&gap=cleared", "Cavalry only by a cleared path WIR-13"),
        # FF-DIC-06, FF-DIC-08: 3 deviates; the second die 4 to 6 adds six hours to the third.
        ("deviation?date=1916-07&dice=3&more=4,3,2,6", "1 to 4 deviates DIC-06"),
        ("deviation?date=1916-07&dice=3&more=4,3,2,6", "Second die 4 to 6 7 8 9 10 11 12"),
        # FF-TGT-T1: the closest, unless it is not seen; then one within 15 cm.
        ("target-priority?date=1914-08", "1. The closest in arc and range must be chosen"),
        (
            "target-priority?date=1914-08&asked=1&enemies.0.distance_cm=5&enemies.0.in_arc=true"
            "&enemies.1.distance_cm=14&enemies.1.in_arc=true&enemies.1.seen=true&enemies.1.could_affect=true",
            "2. Others close by within 15 cm",
        ),
        # FF-CRD-22
        ("event-card?date=1916-07&suit=diamonds&rank=10", "10 of Diamonds Concise Order CRD-22"),
        # FF-GAS-T1
        ("wind?date=1916-07&dice=2", "2 or less As before"),
        ("wind?date=1916-07&dice=5&more=5,1,1", "Turns 45° right 90° right 135° right 45° left 90° left 135° left"),
        ("gas-cloud?date=1916-07&cloud.owner=defender", "Defender 10 5"),
        # FF-BZN-03: 15 cm, behind a block house 10 cm.
        ("beaten-zone?date=1916-07", "Its length, machine gun 15 cm BZN-03"),
        ("beaten-zone?date=1916-07&first.firer=block_house", "Its length, block house 10 cm BZN-03"),
        # FF-BAR-16, FF-BAR-13; FF-DSU-T1.
        ("rolling-barrage?date=1917-11&cover=soft&dice=5", "Soft cover +1 BAR-16"),
        ("rolling-barrage?date=1917-11&cover=soft&dice=5", "6 or more Killed"),
        ("deep-suppression?date=1916-07&dice=5", "5 \u22122"),
        # FF-ORD-T7, FF-CMD-09, FF-ORD-21, FF-MVZ-03, FF-ARM-01, FF-DIC-01
        ("spending-actions?date=1916-07&unit_class=tank", "Tank Remove suppression, Move, Fire ORD-T7"),
        (
            "field-promotion?date=1916-07&asked=1&spotter=true",
            "Spotter or specialist Specialist officers are not replaced CMD-09",
        ),
        ("fresh-raw-troops?date=1916-07&attack=gas", "Gas Gas is no fire ORD-21"),
        (
            "zone-or-not?date=1916-07&asked=1&fired_last_turn=true",
            "Laid, not fired on yet no zone yet: ranging only MVZ-03",
        ),
        ("cover-of-armour?date=1917-11&ground=wood", "Wood in cover"),
        ("two-dice?date=1914-08&dice=3,4", "First die 3 4 5 6 7 8 9"),
    ],
)
def test_the_whole_table_marks_the_row_that_is_read(pages: TestClient, address: str, row: str) -> None:
    html = pages.get(f"/lookups/{address}").text
    assert row in [plain(line) for line in re.findall(r'<tr aria-current="true">.*?</tr>', html, re.DOTALL)]


def test_the_sight_table_marks_the_cell_that_is_read(pages: TestClient) -> None:
    # FF-VIS-T1: infantry into cover, 30 cm.
    html = pages.get("/lookups/visibility?date=1916-07&asked=1&range_cm=40&in_cover=true").text
    assert '<td aria-current="true">30</td>' in html

"""The forms of the look-ups: what they offer at a date, what a field and a die bring, what is wrong with bad facts."""

import re

import pytest

from app.pages.lookups.lookup_layout import Tool
from app.systems.flanders_fields.pages.lookups import LAID
from tests.app.lookup_page import part, plain
from tests.client import TestClient

DATES = ("1914-08", "1916-07", "1918-03")


@pytest.mark.parametrize("count", ["many", "-1", "13", "1.5", ""])
def test_what_is_no_number_of_things_is_told_beside_its_counters(pages: TestClient, count: str) -> None:
    address = f"regiments-grade?date=1916-07&battalions.raw={count}"
    assert "Enter 0 to 12 of each." in part(pages, address, "facts")
    assert "put right what is marked" in part(pages, address, "answer")


def test_before_the_die_the_odds_stand_over_the_faces(pages: TestClient) -> None:
    said = part(pages, "shooting?date=1914-08&cover=soft&range_cm=20", "answer")
    assert "5 only suppressed 6 only killed" in said
    assert "67% nothing" in said


@pytest.mark.parametrize(
    ("change", "wrong", "right"),
    [
        ("range_cm=far", "does not fit", "number"),
        ("range_cm=2000", "2000 cm is out of range", "Enter 0 to 1000 cm"),
        ("range_cm=20.05", "finer than a tape measure", "one decimal"),
        ("range_cm=", "Nothing is entered", "Enter what was measured"),
        ("cover=pillow", "is not known here", "Choose Open, Soft, Medium, Hard or Fort."),
        ("firer=pillow", "is not known here", "Light MG, Cavalry"),
    ],
)
def test_a_bad_fact_is_told_beside_its_field(pages: TestClient, change: str, wrong: str, right: str) -> None:
    facts = part(pages, f"shooting?{change}", "facts")
    assert wrong in facts
    assert right in facts
    assert "put right what is marked" in part(pages, f"shooting?{change}", "answer")


def test_each_box_says_what_it_brings(pages: TestClient) -> None:
    # FF-ORD-14: gas -1; FF-ORD-17: a field promotion -1; an order under fire changes nothing on the die.
    facts = part(pages, "order-roll?date=1915-05", "facts")
    assert "Unit in gas −1" in facts
    assert "Field promotion commands −1" in facts
    assert "Battery limbered −" not in facts
    # Ticked it says the same, and the fact it was ticked with is kept.
    assert "Unit in gas −1" in part(pages, "order-roll?date=1915-05&asked=1&on_table=true&in_gas=true", "facts")


@pytest.mark.parametrize(
    ("address", "there", "not_yet"),
    [
        # FF-TYP-09: tanks from September 1916; FF-GAS-01: gas from 1915.
        ("order-roll?date=1914-08", "Battery limbered", 'value="tank"'),
        ("order-roll?date=1914-08", "Battery limbered", "Unit in gas"),
        ("order-roll?date=1916-09", 'value="tank"', "no such word"),
        ("shooting?date=1916-08", 'value="machine_gun"', 'value="tank_gun"'),
        ("shooting?date=1916-09", 'value="tank_gun"', "no such word"),
        # FF-HUR-01, AMB-370: the hurricane bombardment from September 1917, by house rule from mid 1917.
        ("barrage-band?date=1917-08", "Turns it lasts", 'name="hurricane"'),
        ("barrage-band?date=1917-09", 'name="hurricane"', "no such word"),
        ("barrage-band?date=1917-07&AMB-370=mid_1917", 'name="hurricane"', "no such word"),
        # FF-IMG-01: indirect machine guns from mid 1915; FF-DSH-01: deep shelters from then on.
        ("zone-or-not?date=1915-06", 'value="field_gun"', 'value="machine_gun"'),
        ("combat-factors?date=1915-06", 'name="supported"', 'name="sheltering"'),
        ("combat-factors?date=1915-07", 'name="sheltering"', "no such word"),
        # What is asked stays in the form, and the answer says why it cannot be.
        ("order-roll?date=1914-08&asked=1&unit_class=tank", 'value="tank"', "no such word"),
    ],
)
def test_a_form_offers_what_there_is_at_its_date(pages: TestClient, address: str, there: str, not_yet: str) -> None:
    html = pages.get(f"/lookups/{address}").text
    assert there in html
    assert not_yet not in html


def test_what_is_not_there_yet_is_refused_with_its_clause_and_its_month(pages: TestClient) -> None:
    said = part(pages, "order-roll?date=1914-08&asked=1&on_table=true&unit_class=tank&dice=6", "answer")
    assert "no tank in August 1914" in said
    assert "FF-TYP-09" in said
    said = part(pages, "shooting?date=1916-08&asked=1&in_arc=true&direct_sight=true&firer=tank_gun&dice=6", "answer")
    assert "There are no tanks in August 1916: tanks first fought in September 1916." in said


@pytest.mark.parametrize("slug", ["two-dice", "d3"])
def test_dice_that_are_read_as_they_lie_offer_no_house_rule(pages: TestClient, slug: str) -> None:
    html = pages.get(f"/lookups/{slug}").text
    assert "Choose house rules" not in html
    assert 'class="label">House rules' not in html
    assert 'class="label">House rules' in pages.get("/lookups/deviation").text


def test_no_die_is_asked_for_where_fire_stays_on_its_point(pages: TestClient) -> None:
    """FF-TYP-08: observed artillery does not deviate."""
    said = part(pages, "deviation?date=1916-07&asked=1&observed=true", "answer")
    assert "On the point" in said
    assert "entered" not in said


def test_a_die_of_seven_is_refused(pages: TestClient) -> None:
    assert "A die shows 1 to 6." in part(pages, "shooting?dice=7", "answer")


@pytest.mark.parametrize("tool", LAID.by_slug.values(), ids=lambda tool: tool.slug)
@pytest.mark.parametrize("date", DATES)
def test_no_look_up_shows_a_word_of_the_program(pages: TestClient, tool: Tool, date: str) -> None:
    slug = tool.slug
    said = plain(pages.get(f"/lookups/{slug}?date={date}").text)
    assert not re.search(r"[a-z]_[a-z]|None|Traceback|null", said)

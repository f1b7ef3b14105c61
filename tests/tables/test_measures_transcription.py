"""Ranges, areas, gaps and the remaining small tables against a second transcription in their printed layout."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.flanders_fields.fire_eligibility import Distance, RangeBand, judge_range, short_range
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Firer
from rules.kernel.distances import mm
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month

FOLDER = Path(__file__).parent / "transcription"
LATE = RuleBook.for_game(parse_month("1918-03"))
WEAPONS = {
    "Machine gun": Firer.MACHINE_GUN,
    "Block house": Firer.BLOCK_HOUSE,
    "Infantry": Firer.INFANTRY,
    "LMG platoon": Firer.LMG,
    "Tank gun": Firer.TANK_GUN,
    "Tank LMG": Firer.TANK_LMG,
    "Light mortar": Firer.LIGHT_MORTAR,
    "Medium mortar": Firer.MEDIUM_MORTAR,
    "Heavy mortar": Firer.HEAVY_MORTAR,
    "Field guns": Firer.FIELD_GUN,
    "Field howitzers": Firer.FIELD_HOWITZER,
    "Heavy artillery": Firer.HEAVY_ARTILLERY,
    "Super heavy": Firer.SUPER_HEAVY_ARTILLERY,
    "Flamethrower": Firer.FLAMETHROWER,
    "Anti-tank rifle": Firer.ANTI_TANK_RIFLE,
}
ARMOUR = {
    "Infantry anti-tank rifle": "anti_tank_rifle",
    "Field artillery firing over 75": "field_artillery_far",
    "Field howitzers shooting at tanks": "field_howitzer",
}
MEASURES = {
    "Gap in an Experienced company (FF-FRM-04)": ("formations/gaps", "experienced"),
    "Gap in a Veteran company (FF-FRM-05)": ("formations/gaps", "veteran"),
    "Area of a battery, across (FF-ART-T2)": ("artillery/battery_area", "width"),
    "Area of a battery, deep (FF-ART-T2)": ("artillery/battery_area", "depth"),
    "SOS fire, along the front (FF-SOS-T1)": ("artillery/sos_area", "width"),
    "SOS fire, deep (FF-SOS-T1)": ("artillery/sos_area", "depth"),
    "SOS point from the position (FF-SOS-T1)": ("artillery/sos_area", "from_position"),
    "Rolling barrage, deep (FF-BAR-T3)": ("artillery/barrage_sizes", "depth"),
    "Danger strip (FF-BAR-T3)": ("artillery/barrage_sizes", "strip"),
    "Beaten zone of a machine gun (FF-BLK-T1)": ("shooting/range_limits", "zone.machine_gun"),
    "Beaten zone of a block house (FF-BLK-T1)": ("shooting/range_limits", "zone.block_house"),
}


def printed(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def lines(name: str, column: str) -> dict[str, dict[str, str]]:
    return {line[column]: line for line in printed(name)}


def band_at(firer: Firer, range_cm: float) -> RangeBand:
    answer = judge_range(Distance(firer=firer, range_cm=range_cm), LATE)
    assert isinstance(answer, Explained)
    return answer.value


@pytest.mark.parametrize("weapon", lines("FF-RNG-T1", "weapon"))
def test_a_weapon_reaches_as_far_and_no_farther(weapon: str) -> None:
    line, firer = lines("FF-RNG-T1", "weapon")[weapon], WEAPONS[weapon]
    most, least = float(line["max"]), float(line["min"])
    assert band_at(firer, most) not in (RangeBand.OUT_OF_RANGE, RangeBand.TOO_CLOSE)
    assert band_at(firer, most + 0.1) is RangeBand.OUT_OF_RANGE
    assert band_at(firer, least) is not RangeBand.TOO_CLOSE
    assert not least or band_at(firer, least - 0.1) is RangeBand.TOO_CLOSE


@pytest.mark.parametrize("weapon", lines("FF-RNG-T1", "weapon"))
def test_short_range_is_as_printed(weapon: str) -> None:
    printed_as = lines("FF-RNG-T1", "weapon")[weapon]["short range"]
    limit = short_range(WEAPONS[weapon], LATE)
    assert ("none" if limit is None else f"under {limit.value / 10:g}") == printed_as


def test_every_weapon_with_a_range_is_transcribed() -> None:
    # Cavalry fires as infantry, and the 37 mm gun of a light tank as a tank gun.
    assert set(LATE.table("shooting/ranges")) - {"cavalry", "light_tank_gun"} == set(WEAPONS.values())
    assert set(WEAPONS) == set(lines("FF-RNG-T1", "weapon"))


@pytest.mark.parametrize("natural", range(1, 7))
def test_an_air_mission_arrives_as_printed(natural: int) -> None:
    found = LATE.table("orders/air").read("air_mission", natural)
    assert found.value == lines("FF-ORD-T6", "natural")[str(natural)]["result"]


def test_the_modifiers_of_the_armour_table_are_as_printed() -> None:
    table = LATE.table("shooting/armour_modifiers")
    assert {line["condition"]: int(line["value"]) for line in printed("FF-ARM-T2")} == {
        name: table.number(key).value for name, key in ARMOUR.items()
    }
    assert set(table) == set(ARMOUR.values())


@pytest.mark.parametrize("item", MEASURES)
def test_a_measure_is_as_printed(item: str) -> None:
    table, key = MEASURES[item]
    assert LATE.table(table).number(key).value == mm(float(lines("measures", "item")[item]["cm"]))
    assert set(MEASURES) == set(lines("measures", "item"))

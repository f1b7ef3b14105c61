"""The artillery of scenario files: what the book allots is the most over the barrage (FF-SUI-02, FF-FPL-53 to -56)
and is about what stands behind a defence (FF-DFA-02, FF-FPL-57 to -60)."""

import tomllib
from collections.abc import Sequence
from typing import Any

import pytest

from rules.flanders_fields.game.scenario_roster import muster, read_scenario, scenarios
from rules.flanders_fields.game.setup.scenario import Scenario, beyond_divisional
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import DATA
from rules.flanders_fields.vocabulary import Nation
from rules.kernel.seats import Role
from rules.kernel.toml_reader import BadData, Reader
from tests.game.evening import played

ATTACKER, DEFENDER = 0, 1


def written(scenario: str, side: int, over: Sequence[str], date: str = "1917-11", **more: Any) -> Scenario:
    """A ready scenario whose side has, in its first regiment, just these classes of batteries over the barrage."""
    values = tomllib.loads((DATA / "scenarios" / f"{scenario}.toml").read_text(encoding="utf-8")) | {"date": date}
    for each in values["side"]:
        for regiment in each["regiment"]:
            regiment.pop("superimposed_batteries", None)
    first = values["side"][side]["regiment"][0]
    names = [f"Battery {number}" for number, _ in enumerate(over, 1)]
    first.pop("off_table_batteries", None)
    for key in ("bombardment", "aiming_point"):
        values["side"][side].pop(key, None)
    first |= {"batteries": names, "battery_classes": list(over), "superimposed_batteries": names}
    values["side"][side] |= more
    return read_scenario(Reader("test.toml", "file", values))


@pytest.mark.parametrize(
    ("scenario", "over", "more"),
    [
        ("cambrai-1917", ["field_howitzer"], {}),
        ("mons-1914", ["field_gun", "field_howitzer", "heavy_artillery"], {}),
        ("mons-1914", ["super_heavy_artillery"], {"entire_division": "yes"}),
    ],
)
def test_what_the_book_allots_may_lie_over_the_barrage(scenario: str, over: list[str], more: dict[str, Any]) -> None:
    """One brigade: 1 field. Two: 2 field, 1 heavy; 1 super heavy where they are a division."""
    found = written(scenario, ATTACKER, over, **more)
    first = next(iter(found.regiments.values()))[0]
    assert len(first.superimposed) == len(over)


@pytest.mark.parametrize(
    ("scenario", "over", "says"),
    [
        ("cambrai-1917", ["field_gun", "field_howitzer"], "names 2 field, .* for 1 write 1 at the most"),
        ("cambrai-1917", ["heavy_artillery"], "names 1 heavy, .* for 1 write 0 at the most"),
        ("mons-1914", ["field_gun", "field_gun", "field_howitzer"], "names 3 field, .* for 2 write 2 at the most"),
        ("mons-1914", ["heavy_artillery", "heavy_artillery"], "names 2 heavy, .* for 2 write 1 at the most"),
        ("mons-1914", ["super_heavy_artillery"], "names 1 super heavy, .* for 2 write 0 at the most"),
    ],
)
def test_more_over_the_barrage_is_bad_data(scenario: str, over: list[str], says: str) -> None:
    with pytest.raises(BadData, match=f"test.toml: side 1: superimposed_batteries {says}"):
        written(scenario, ATTACKER, over)


def test_nothing_lies_over_the_barrage_before_mid_1917_nor_of_a_defender() -> None:
    """FF-SUI-02, FF-SUI-03."""
    with pytest.raises(BadData, match=r"superimposed_batteries .*mid 1917.* \(FF-SUI-02\); leave it out"):
        written("cambrai-1917", ATTACKER, ["field_gun"], date="1917-02")
    with pytest.raises(BadData, match=r"side 2: superimposed_batteries .*only attackers.* \(FF-SUI-03\)"):
        written("cambrai-1917", DEFENDER, ["field_gun"])


def test_a_scenario_is_dated_within_the_war() -> None:
    with pytest.raises(BadData, match=r"test\.toml: file: date is '1920-01'"):
        written("cambrai-1917", ATTACKER, ["field_gun"], date="1920-01")


ROUNDED_UP = {"ruling": "GAP-74", "option": "round_up"}


def test_heavier_guns_than_a_defence_generally_has_are_told() -> None:
    """One regiment: about no heavy brigade; by GAP-74 round_up it has one."""
    played_as = (played("cambrai-1917"), played("cambrai-1917", house_rules=[ROUNDED_UP]))
    told = [
        list(beyond_divisional([evening.state.units["d1.b4"]], 1, Nation.GERMAN, evening.state.book()))
        for evening in played_as
    ]
    assert ["150 mm howitzers (FF-DFA-02)" in line for line in told[0]] == [True]
    assert told[1] == []


def test_guns_behind_the_table_are_not_told_of_in_what_everybody_reads() -> None:
    """The other side knows nothing of them until they fire."""
    for scenario in ("cambrai-1917", "somme-1916"):
        for role in (Role("attacker"), Role.SPECTATOR):
            assert "150 mm howitzers" not in str(SYSTEM.view(played(scenario).state, role))


def test_more_field_batteries_than_a_defence_generally_has_are_told_too() -> None:
    """FF-FPL-61, -62: a brigade has three field batteries; a share of the division's howitzers besides until 1915."""
    three_and_howitzers = [played("mons-1914", date=date).state.settled.briefing for date in ("1915-08", "1915-09")]
    told = [[line for line in briefing if "FF-DFA-02" in line] for briefing in three_and_howitzers]
    assert [len(lines) for lines in told] == [0, 1]
    assert "(3): 18-pounder, 1st Battery, " in told[1][0]


def test_the_usual_artillery_of_a_defence_is_not_remarked_upon() -> None:
    """Mons: a brigade with field guns and field howitzers."""
    assert not any("FF-DFA-02" in line for line in played("mons-1914").state.settled.briefing)


CLASSES = {
    "18-pounder": "field_gun",
    "75 mm": "field_gun",
    "76.2 mm": "field_gun",
    "77 mm": "field_gun",
    "4.5 inch": "field_howitzer",
    "105 mm": "field_howitzer",
    "60-pounder": "heavy_artillery",
    "6 inch": "heavy_artillery",
    "150 mm": "heavy_artillery",
    "8 inch": "super_heavy_artillery",
    "9.2 inch": "super_heavy_artillery",
    "210 mm": "super_heavy_artillery",
}
"""Field from 75 to 105 mm, heavy about 150, super heavy over 200: FF-GUN-01 to -03, FF-GUN-08 to -28 (GAP-50)."""
GUNS = {"field_gun", "field_howitzer", "heavy_artillery", "super_heavy_artillery"}


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_every_gun_of_a_ready_game_is_of_the_class_of_its_calibre(scenario: str) -> None:
    """8 inch is 203 mm: a super heavy howitzer, no heavy one."""
    guns = {unit.name: unit.kind.value for unit in muster(scenarios()[scenario], ()).units if unit.kind.value in GUNS}
    assert guns == {name: next(CLASSES[calibre] for calibre in CLASSES if calibre in name) for name in guns}

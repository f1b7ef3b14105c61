"""Facts that fit each by itself and cannot be true together: the rules refuse them, with the clause, in table words.

Each is worked by hand from the rulebook: what a fact can be told of, and something it cannot be told of.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.lookups.queries import read_facts
from rules.flanders_fields.lookups import RESOLUTIONS
from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.dice import D6
from rules.kernel.explanations import Refusal
from rules.kernel.months import parse_month
from tests.app.drawn_facts import fitting, places
from tests.look_ups import ask, question, questions

FEW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), database=None)
MONTHS = ("1914-08", "1916-07", "1917-11", "1918-03")
RIFLES = {"firer": "infantry", "range_cm": 10.0, "cover": "soft"}
OFF = {"unit_class": "field_gun", "on_table": False}
SOS = {**OFF, "from_position_cm": 4.0}
STAND = {"name": "A", "cover": "soft"}
ARMOUR = {**STAND, "target": "armour"}
BASE = {"along_cm": 60.0, "up_cm": 62.0}
POINT = {"point_along_cm": 50.0, "point_up_cm": 50.0}
FIGHT = {"attacker": "infantry", "defender": "infantry"}
GUN = {"firer": "machine_gun", "range_cm": 30.0, "cover": "open"}
UNSPOTTED = {"own_sight": False, "spotter": "nobody"}
SIGHT = {
    "viewer": "infantry",
    "target": "infantry",
    "range_cm": 50.0,
    "in_cover": True,
    "has_fired": False,
    "between": "none",
}
MORTAR = {"unit_class": "heavy_mortar", "range_cm": 40.0}

IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("shot", {**RIFLES, "mounted": True}, "FF-DFM-14"),
    ("shot", {**RIFLES, "packed": True}, "FF-RCB-12"),
    ("shot", {**RIFLES, "calibre_over_75_mm": True}, "FF-ARM-05"),
    ("shot", {**RIFLES, "firer": "machine_gun", "long_range_marksmanship": True}, "FF-SPR-01"),
    ("shot", {**RIFLES, "firer": "machine_gun", "more_light_guns": True}, "FF-TOE-13"),
    ("shot", {**RIFLES, "firer": "tank_lmg", "storm_troops": True}, "FF-QUA-07"),
    ("shot", {**RIFLES, "target": "stand", "target_armour_in_cover": True}, "FF-ARM-01"),
    ("shot", {**RIFLES, "target": "armour", "target_is_command": True}, "FF-CST-02"),
    ("shot", {**RIFLES, "place_in_beaten_zone": 0, "partly_in_zone": True}, "FF-BZN-04"),
    ("shot", {**RIFLES, "on_area": False, "partly_in_area": True}, "FF-ART-25"),
    ("scores", {**RIFLES, "mounted": True}, "FF-DFM-14"),
    ("fire_action", {"shot": {**RIFLES, "mounted": True}}, "FF-DFM-14"),
    ("fire_action", {"shot": GUN, "mad_minute": True}, "FF-SPR-02"),
    ("fire_action", {"shot": RIFLES, "renault": True}, "FF-TNK-07"),
    ("fire_action", {"shot": RIFLES, "next_target": {**RIFLES, "mounted": True}}, "FF-DFM-14"),
    ("range", {"firer": "cavalry", "range_cm": 50.0, "long_range_marksmanship": True}, "FF-SPR-01"),
    ("beaten_zone", {"first": GUN, "behind": [{**STAND, "behind_cm": 4, "target_armour_in_cover": True}]}, "FF-ARM-01"),
    ("beaten_zone", {"first": GUN, "behind": [{**ARMOUR, "behind_cm": 4, "target_is_command": True}]}, "FF-CST-02"),
    (
        "target_priority",
        {"firer": "infantry", "enemies": [{"name": "A", "distance_cm": 9.0}], "over_open_sights": True},
        "FF-ART-06",
    ),
    (
        "target_priority",
        {"firer": "lmg", "enemies": [{"name": "A", "distance_cm": 9.0}], "long_range_marksmanship": True},
        "FF-SPR-01",
    ),
    (
        "target_priority",
        {"firer": "lmg", "enemies": [{"name": "A", "distance_cm": 9.0, "target_armour_in_cover": True}]},
        "FF-ARM-01",
    ),
    (
        "target_priority",
        {"firer": "lmg", "enemies": [{"name": "A", "distance_cm": 9.0, "target": "armour", "target_is_command": True}]},
        "FF-CST-02",
    ),
    ("area_fire", {**OFF, "suppressed": True}, "FF-ART-15"),
    ("area_fire", {**OFF, "limbered": True}, "FF-ART-15"),
    ("area_fire", {**OFF, "in_front_line": True}, "FF-ART-15"),
    ("area_fire", {**OFF, "firer_in_gas": True}, "FF-ART-15"),
    ("area_fire", {**OFF, "sees_point": True}, "FF-ART-15"),
    ("area_fire", {**OFF, "stands": [{**STAND, "target_armour_in_cover": True}]}, "FF-ARM-01"),
    ("area_fire", {**OFF, "stands": [{**ARMOUR, "target_is_command": True}]}, "FF-CST-02"),
    ("sos_call", {**SOS, "suppressed": True}, "FF-ART-15"),
    ("sos_call", {**SOS, "limbered": True}, "FF-ART-15"),
    ("sos_call", {**SOS, "in_front_line": True}, "FF-ART-15"),
    ("sos_call", {**SOS, "sees_point": True}, "FF-ART-15"),
    ("planned_fire", {**OFF, "suppressed": True}, "FF-ART-15"),
    ("planned_fire", {**OFF, "limbered": True}, "FF-ART-15"),
    ("planned_fire", {**OFF, "in_front_line": True}, "FF-ART-15"),
    ("planned_fire", {**OFF, "sees_target": True}, "FF-ART-15"),
    ("aiming_point", {**OFF, "open_sights": True}, "FF-ART-15"),
    ("mortar_fire", {**MORTAR, "battalion_cm": 5.0}, "FF-MTR-02"),
    ("mortar_spotting", {**UNSPOTTED, "sees_target": True}, "FF-CMD-10"),
    ("mortar_spotting", {**UNSPOTTED, "sees_mortar": True}, "FF-CMD-10"),
    ("mortar_spotting", {**UNSPOTTED, "own_commander": False}, "FF-CMD-10"),
    ("mortar_spotting", {**UNSPOTTED, "spotter_suppressed": True}, "FF-CMD-10"),
    ("mortar_fire", {**MORTAR, "sight": {**UNSPOTTED, "sees_target": True}}, "FF-CMD-10"),
    ("order_roll", {"unit_class": "rifle_company", "own_sight": True}, "FF-ORD-19"),
    ("order_roll", {"unit_class": "rifle_company", "registered_point": True}, "FF-ORD-23"),
    ("order_roll", {"unit_class": "light_mortar", "open_sights": True}, "FF-ART-06"),
    ("order_roll", {"unit_class": "cavalry", "limbered": True}, "FF-ORD-19"),
    ("order_roll", {"unit_class": "machine_gun", "fired_by_plan": True}, "FF-BOM-05"),
    ("order_roll", {"unit_class": "field_gun", "crossing_wire": True}, "FF-ORD-22"),
    ("order_roll", {"unit_class": "cavalry", "crossing_wire": True}, "FF-ORD-22"),
    ("battalion_orders", {"companies": [{"unit_class": "rifle_company", "limbered": True}]}, "FF-ORD-19"),
    ("combat_factors", {**FIGHT, "attacker": "light_tank", "attacker_storm_troops": True}, "FF-QUA-07"),
    ("combat_factors", {**FIGHT, "defender": "cavalry", "defender_storm_troops": True}, "FF-QUA-07"),
    ("combat_factors", {**FIGHT, "defender": "cavalry", "defender_cover": "fortified"}, "FF-COV-07"),
    ("combat_factors", {**FIGHT, "attacker": "heavy_tank", "attacker_cover": "fortified"}, "FF-COV-07"),
    ("combat_factors", {**FIGHT, "attacker": "command_stand", "attacker_with_commander": True}, "FF-ASL-T1"),
    ("combat_factors", {**FIGHT, "defender": "command_stand", "defender_with_commander": True}, "FF-ASL-T1"),
    ("combat", {"combat": {**FIGHT, "defender": "cavalry", "defender_cover": "fortified"}}, "FF-COV-07"),
    ("assault", {**FIGHT, "defender": "cavalry", "defender_cover": "fortified"}, "FF-COV-07"),
    ("closing_fire", {"firer": "infantry", "mounted": True}, "FF-DFM-14"),
    ("closing_fire", {"firer": "infantry", "packed": True}, "FF-RCB-12"),
    ("closing_fire", {"firer": "block_house", "storm_troops": True}, "FF-QUA-07"),
    ("closing_fire", {"firer": "machine_gun", "more_light_guns": True}, "FF-TOE-13"),
    ("closing_fire", {"firer": "infantry", "attacker": "infantry", "attacker_armour_in_cover": True}, "FF-ARM-01"),
    ("closing_fire", {"firer": "machine_gun", "place_in_beaten_zone": 0, "partly_in_zone": True}, "FF-BZN-04"),
    ("air_attack", {"fighter": "cavalry", "cover": "fortified"}, "FF-COV-07"),
    ("air_attack", {"fighter": "heavy_tank", "cover": "open", "sheltering": True}, "FF-DSH-01"),
    (
        "air_targets",
        {**BASE, "stands": [{**STAND, "fighter": "cavalry", "sheltering": True, "base": BASE}]},
        "FF-DSH-01",
    ),
    (
        "air_targets",
        {**BASE, "stands": [{**STAND, "fighter": "cavalry", "cover": "fortified", "base": BASE}]},
        "FF-COV-07",
    ),
    ("barrage_effect", {"cover": "soft", "target": "stand", "target_armour_in_cover": True}, "FF-ARM-01"),
    ("barrage_effect", {"cover": "soft", "target": "armour", "target_is_command": True}, "FF-CST-02"),
    ("barrage_effect", {"cover": "soft", "target": "armour", "in_shelter": True}, "FF-DSH-01"),
    ("barrage_effect", {"cover": "soft", "under": "swept", "rolled_this_turn": True}, "FF-BAR-12"),
    (
        "danger_strip",
        {"distance_cm": 3.0, "cover": "soft", "target": "stand", "target_armour_in_cover": True},
        "FF-ARM-01",
    ),
    ("danger_strip", {"distance_cm": 3.0, "cover": "soft", "target": "armour", "target_is_command": True}, "FF-CST-02"),
    ("gas_attack", {"stands": [{**STAND, "target_armour_in_cover": True}]}, "FF-ARM-01"),
    ("gas_attack", {"stands": [{**ARMOUR, "target_is_command": True}]}, "FF-CST-02"),
    ("gas_attack", {"stands": [{**ARMOUR, "sheltering": True}]}, "FF-DSH-01"),
    (
        "visibility",
        {**SIGHT, "moved_since_firing": True},
        "FF-VIS-03",
    ),
    (
        "visibility",
        {**SIGHT, "enemy_turn_since_firing": True},
        "FF-VIS-03",
    ),
    (
        "visibility",
        {**SIGHT, "behind_cm": 5.0},
        "FF-VIS-06",
    ),
    ("shelter", {"before_play": True, "move_action": True}, "FF-DSH-01"),
    ("shelter", {"before_play": True, "enemy_above": True}, "FF-DSH-01"),
    ("shelter_leave", {"moment": "assaulted", "unit_rolled": True}, "FF-DSH-03"),
    ("move_allowance", {"mover": "infantry", "going": "cross_country", "in_column": True}, "FF-MOV-06"),
    ("command_move", {"mounted": True, "going": "stream", "in_column": True}, "FF-MOV-06"),
    ("cavalry", {"on_foot_by_scenario": True, "leaves_horses": True, "action": True}, "FF-CAV-08"),
    ("cavalry", {"leaves_horses": False, "action": True}, "FF-CAV-08"),
    ("cover", {"quality": "raw", "mover": "cavalry", "work": "block_house"}, "FF-BLK-08"),
    ("cover", {"quality": "raw", "ground": "mid_stream", "work": "trench"}, "FF-COV-T2"),
    ("cover", {"quality": "raw", "mover": "infantry", "dismounted": True}, "FF-CAV-02"),
    ("cover", {"quality": "raw", "work": "trench", "in_road_column": True}, "FF-FRM-08"),
    *(
        ("cover", {"quality": "raw", "mover": "block_house", name: True}, "FF-BLK-08")
        for name in ("on_wire", "in_road_column", "fell_back", "moved_last_turn")
    ),
    ("fire_area", {**POINT, "kind": "sos", "sos_point": True}, "FF-SOS-02"),
    ("fire_area", {**POINT, "kind": "machine_gun", "on_table": True}, "FF-ART-T2"),
    ("fire_area", {**POINT, "kind": "battery", "laid_on_deg": 20}, "FF-MTR-T1"),
    ("fire_area", {**POINT, "kind": "battery", "position_deg": 20}, "FF-SOS-02"),
    ("coverage", {"area": {**POINT, "position_deg": 20}, "base": BASE}, "FF-SOS-02"),
    ("fire_area", {**POINT, "kind": "battery", "company_guns": 8}, "FF-IMG-03"),
    ("coverage", {"area": {**POINT, "company_guns": 8}, "base": BASE}, "FF-IMG-03"),
    ("plan_change", {"item": "gas_schedule", "unplanned_halt": True}, "FF-FPL-82"),
]
CASES = [pytest.param(*case, id=f"{case[0]} {n} {case[2]}") for n, case in enumerate(IMPOSSIBLE)]


@pytest.mark.parametrize(("key", "facts", "clause"), CASES)
def test_a_contradiction_is_refused_with_its_clause(key: str, facts: dict[str, Any], clause: str) -> None:
    for dice in (None, [4, 4]):
        answer = ask(key, facts, dice, "1917-11")
        assert (answer.outcome, answer.clauses) == ("refused", (clause,)), answer
        assert "can be told of" in answer.because
        assert answer.instead.startswith("leave that out, or choose ")


@pytest.mark.parametrize(("key", "facts", "clause"), CASES)
@given(data=st.data())
@FEW
def test_it_is_refused_whatever_else_is_true(key: str, facts: dict[str, Any], clause: str, data: st.DataObject) -> None:
    """The function of the rules itself refuses it: with any other facts, in any month, with any dice."""
    others = data.draw(fitting(question(key).facts))
    read = read_facts(RESOLUTIONS[key].facts, {**others, **facts})
    book = RuleBook.for_game(parse_month(data.draw(st.sampled_from(MONTHS))))
    said = RESOLUTIONS[key].resolve(read, (D6(4), D6(4)), book)
    assert isinstance(said, Refusal), said
    assert "can be told of" in said.because


def test_every_fact_that_is_bound_to_another_is_contradicted_above() -> None:
    contradicted = {one for key, facts, _ in IMPOSSIBLE for one in _bound_in(key, facts)}
    bound = {(one.says, one.told_of) for told in questions() for _, one in places(told.facts) if one.told_of}
    assert bound - contradicted == set()


def _bound_in(key: str, facts: dict[str, Any]) -> set[tuple[str, tuple[str, ...]]]:
    return {
        (one.says, one.told_of) for place, one in places(question(key).facts) if one.told_of and _is_told(facts, place)
    }


def _is_told(facts: Any, place: tuple[str | int, ...]) -> bool:
    for step in place:
        if isinstance(step, int):
            facts = facts[step]
        elif step not in facts:
            return False
        else:
            facts = facts[step]
    return True

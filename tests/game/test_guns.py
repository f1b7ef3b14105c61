"""Batteries, mortars and indirect machine guns in a game: every outcome is worked by hand from the rulebook.

Field guns against troops in Soft cover suppress on 4 and kill on 5, heavy guns at Medium too (FF-SHO-T1); a stand only
partly in an area takes 2 off its die (FF-ART-25).
"""

from typing import Any

import pytest

from rules.flanders_fields.fire_areas import Coverage, FireAreaKind
from rules.flanders_fields.game.actions.artillery.gun_events import lay
from rules.flanders_fields.game.state.artillery import AimingPoint
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING, FireResult
from rules.kernel.seats import Role
from tests.game.choosing import asks_of
from tests.game.evening import Evening, die, entered, mons, played
from tests.game.guns_in_play import (
    BATTERY,
    ENEMY,
    FRIEND,
    GERMAN_GUNS,
    KILLED,
    NOTHING,
    SUPPRESSED,
    called_for,
    caught,
    in_action,
    levels,
    replays,
)


def ordered(pips: int = 6, unit: str = BATTERY, **settings: Any) -> Evening:
    """The first German battery, in action, has rolled: a 6 earns two actions, a 4 one (FF-ORD-T2)."""
    evening = mons(**settings)
    in_action(evening, unit)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit=unit, die=die(pips))
    return evening


def fire(evening: Evening, *pips: int, stands: list[dict[str, Any]] | None = None, **more: Any) -> Any:
    fields = {"range_cm": 90, "stands": [caught()] if stands is None else stands, "dice": entered(*pips)} | more
    return evening.do("attacker", "fire_on_area", unit=BATTERY, **fields)


def test_a_battery_lays_its_point_and_fires_on_it() -> None:
    """FF-ART-14: two actions, one to lay and one to fire; FF-ART-29: the suppression spreads to the company."""
    evening = ordered()
    laid = evening.do("attacker", "set_aiming_point", unit=BATTERY, where="the bridge", along_cm=64, up_cm=120)
    assert (laid.spends, laid.point.where, evening.state.orders[BATTERY].left) == (True, "the bridge", 1)
    fired = fire(evening, 4)
    assert [(hit.stand, hit.result, hit.coverage) for hit in fired.hits] == [(ENEMY, SUPPRESSED, Coverage.FULLY)]
    assert levels(evening.state, "d1.3.c1") == [1, 1, 1, 1]
    assert evening.state.battalions["d1.3"].fired_on
    point = evening.state.guns.point_of(BATTERY)
    assert point is not None
    assert (point.zone, point.used, point.fired_turn) == (FireAreaKind.BATTERY, True, 1)
    assert evening.state.orders[BATTERY].left == 0
    replays(evening)


def test_with_one_action_the_point_is_laid_now_and_fires_later() -> None:
    """FF-ART-14, FF-ART-18: the point stays where it lies."""
    evening = ordered(4)
    evening.do("attacker", "set_aiming_point", unit=BATTERY, where="the wood")
    assert evening.refused("attacker", "fire_on_area", unit=BATTERY, range_cm=90).clause == "FF-ORD-02"
    point = evening.state.guns.point_of(BATTERY)
    assert point is not None
    assert (point.where, point.zone) == ("the wood", None)


def test_a_battery_without_a_point_does_not_fire() -> None:
    """FF-ART-15."""
    evening = ordered()
    refused = evening.refused("attacker", "fire_on_area", unit=BATTERY, range_cm=90, stands=[])
    assert (refused.clause, refused.instead) == ("FF-ART-15", "lay one first, with a redirect")


@pytest.mark.parametrize(
    ("overlap", "pips", "result"),
    [
        ("whole", 3, NOTHING),
        ("whole", 4, SUPPRESSED),
        ("whole", 5, KILLED),
        ("half", 5, NOTHING),  # 5 - 2 = 3
        ("half", 6, SUPPRESSED),  # 6 - 2 = 4
        ("under_half", 6, SUPPRESSED),
        ("whole", 1, NOTHING),  # FF-NAT-01
    ],
)
def test_whoever_lies_partly_in_the_area_takes_two_off(overlap: str, pips: int, result: FireResult) -> None:
    """FF-ART-24, FF-ART-25."""
    evening = ordered()
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    assert fire(evening, pips, stands=[caught(overlap=overlap)]).hits[0].result is result
    assert evening.state.stands[ENEMY].alive is (result is not KILLED)


def test_the_area_knows_no_friends() -> None:
    """FF-ART-28: a die each for both, and commanders at -1 (FF-ART-27): 5 - 1 = 4 suppresses."""
    evening = ordered()
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    fired = fire(evening, 5, 5, stands=[caught(FRIEND), caught("d1.3.hq")])
    assert [hit.result for hit in fired.hits] == [KILLED, SUPPRESSED]
    assert not evening.state.stands[FRIEND].alive
    assert evening.state.stands["d1.3.hq"].levels == 1
    replays(evening)


def test_by_house_rule_friends_are_spared_and_take_no_die() -> None:
    """AMB-307 enemies_only."""
    evening = ordered(house_rules=[{"ruling": "AMB-307", "option": "enemies_only"}])
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    fired = fire(evening, 4, stands=[caught(FRIEND), caught()])
    assert [hit.stand for hit in fired.hits] == [ENEMY]


def test_over_open_sights_distance_counts() -> None:
    """FF-ART-31: seen at 120 cm, 5 - 1 = 4 suppresses; unseen it is indirect, and 5 kills."""
    for seen, result in ((True, SUPPRESSED), (False, KILLED)):
        evening = ordered()
        evening.do("attacker", "set_aiming_point", unit=BATTERY)
        fired = fire(evening, 5, stands=[caught(seen=seen)], range_cm=120)
        assert (fired.open_sights, fired.hits[0].result) == (seen, result)


def test_a_commander_killed_is_mourned() -> None:
    """FF-CMD-09: 6 - 1 = 5 kills him."""
    evening = ordered()
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    fire(evening, 6, stands=[caught("d1.3.hq")])
    assert [type(one.event).__name__ for one in evening.log[-2:]] == ["AreaFired", "CommanderLost"]


def test_each_stand_in_the_area_wants_its_die() -> None:
    """FF-ART-26, and nobody is named twice or dead."""
    evening = ordered()
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    ask = {"unit": BATTERY, "range_cm": 90.0}
    short = evening.refused("attacker", "fire_on_area", stands=[caught(), caught("d1.3.c1.p2")], dice=entered(4), **ask)
    assert (short.clause, short.because) == ("FF-ART-26", "2 dice are thrown, one for each stand it attacks")
    twice = evening.refused("attacker", "fire_on_area", stands=[caught(), caught()], dice=entered(4, 4), **ask)
    assert twice.because == "a stand in the area is named twice"
    evening.do("referee", "correct", of=ENEMY, what="alive", value=False, reason="seen")
    dead = evening.refused("attacker", "fire_on_area", stands=[caught()], dice=entered(4), **ask)
    assert dead.instead == "choose stands that are still there"
    off = evening.refused("attacker", "fire_on_area", stands=[caught("d1.4.c1.p1")], dice=entered(4), **ask)
    assert off.instead == dead.instead


def test_what_keeps_a_battery_from_firing() -> None:
    """FF-RCB-12 limbered, FF-ARC-03 out of arc; FF-SUP-02 by FF-ORD-12."""
    evening = ordered()
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    out = evening.refused("attacker", "fire_on_area", unit=BATTERY, range_cm=90, in_arc=False)
    assert out.clause == "FF-ARC-03"
    assert evening.refused("attacker", "fire_on_area", unit=BATTERY).clause == "FF-ART-07"
    evening.do("referee", "correct", of=BATTERY, what="levels", value=1, reason="hit")
    assert evening.refused("attacker", "fire_on_area", unit=BATTERY, range_cm=90).clause == "FF-ORD-12"
    evening.do("referee", "correct", of=BATTERY, what="levels", value=0, reason="rallied")
    evening.do("referee", "correct", of=BATTERY, what="carriage", value="limbered", reason="seen")
    assert evening.refused("attacker", "fire_on_area", unit=BATTERY, range_cm=90).clause == "FF-RCB-12"


def test_dice_stay_thrown_after_a_take_back() -> None:
    evening = ordered()
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    fire(evening, 4)
    evening.agreed("attacker", "undo")
    refused = evening.refused("attacker", "fire_on_area", unit=BATTERY, range_cm=90, stands=[caught()], dice=entered(6))
    assert refused.because == "this die has been thrown already and shows 4"
    assert fire(evening, 4).hits[0].result is SUPPRESSED
    replays(evening)


def test_a_point_without_a_name_is_told_by_its_reference() -> None:
    """FF-ART-18: where the fire falls is known to both sides as soon as the point lies on the table."""
    evening = ordered()
    evening.do("attacker", "set_aiming_point", unit=BATTERY, along_cm=60, up_cm=70)
    (laid,) = (SYSTEM.tell(evening.state, one, DEFENDER)["says"] for one in evening.log[-1:])
    assert laid == "77 mm, 1st Battery lays its aiming point at 60 cm along, 70 cm up"
    asked = asks_of(evening.state, ATTACKER, "fire_on_area", {"unit": BATTERY})({"range_cm": 90}).questions
    (stands,) = (one.ask for one in asked if one.ask.name == "stands")
    assert [one.says for one in stands.reckoned] == ["on its point: 60 cm along, 70 cm up"]
    fire(evening, 4)
    assert str(SYSTEM.tell(evening.state, evening.log[-1], DEFENDER)["says"]).startswith(
        "77 mm, 1st Battery fires on its aiming point, 60 cm along, 70 cm up: "
    )


def test_the_log_and_the_card_say_what_fell_where() -> None:
    evening = ordered()
    evening.do("attacker", "set_aiming_point", unit=BATTERY, where="the bridge")
    fire(evening, 4)
    told = [SYSTEM.tell(evening.state, one, Role.SPECTATOR) for one in evening.log[-2:]]
    assert told[0]["says"] == "77 mm, 1st Battery lays its aiming point on the bridge"
    assert told[1]["says"] == (
        "77 mm, 1st Battery fires on its aiming point, the bridge: 1st Platoon, A Company, 3rd Battalion suppressed"
    )
    assert told[1]["card"]["hits"][0]["result"] == "suppressed"
    view = SYSTEM.view(evening.state, DEFENDER)["guns"]
    assert view["points"][BATTERY]["live"]
    assert view["zones"] == [{"unit": BATTERY, "name": "77 mm, 1st Battery", "side": "attacker"}]


def test_what_only_the_plan_knows_is_its_own_sides_secret() -> None:
    """FF-ART-21: a registered point needs no redirect, and only its own side sees it until it has been fired on."""
    evening = played("cambrai-1917")
    lay(evening.state, AimingPoint("a1.b1", "the salient", registered=True))
    seen = {role: SYSTEM.view(evening.state, role)["guns"]["points"] for role in SEATING.roles}
    assert [role.value for role in SEATING.roles if seen[role]] == ["attacker", "referee"]
    told = {"of": "a1.b1", "what": "laid", "value": True, "reason": "a guess"}
    assert evening.refused("defender", "correct", **told).because == "the record keeps nothing of that name there"
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(3))
    evening.do("attacker", "fire_on_area", unit="a1.b1", range_cm=90)
    assert SYSTEM.view(evening.state, DEFENDER)["guns"]["points"]["a1.b1"]["where"] == "the salient"


@pytest.mark.parametrize(
    ("ruling", "option", "area"),
    [
        ("AMB-301", "table", (10.0, 10.0, "along the table's edges")),
        ("AMB-301", "line_of_fire", (10.0, 10.0, "along the line of fire")),
    ],
)
def test_the_page_says_how_an_area_lies(ruling: str, option: str, area: tuple[float, float, str]) -> None:
    """FF-ART-T2, AMB-301."""
    evening = ordered(house_rules=[{"ruling": ruling, "option": option}])
    shown = SYSTEM.view(evening.state, ATTACKER)["guns"]["areas"][BATTERY]
    assert (shown["width_cm"], shown["depth_cm"], shown["lies"]) == area


def test_by_house_rule_the_first_point_is_free() -> None:
    """AMB-303 first_free: both actions are left to fire with; the next point costs one again."""
    evening = ordered(house_rules=[{"ruling": "AMB-303", "option": "first_free"}])
    assert not evening.do("attacker", "set_aiming_point", unit=BATTERY).spends
    assert evening.state.orders[BATTERY].left == 2
    assert evening.do("attacker", "set_aiming_point", unit=BATTERY).spends


def test_by_house_rule_guns_over_open_sights_shoot_at_one_stand() -> None:
    """AMB-304 single_stand: only the one aimed at takes a die, at 90 cm without a loss: 5 kills."""
    evening = ordered(house_rules=[{"ruling": "AMB-304", "option": "single_stand"}])
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    two = [caught(seen=True, aimed_at=True), caught("d1.3.c1.p2", seen=True)]
    fired = fire(evening, 5, stands=two)
    assert [(hit.stand, hit.result) for hit in fired.hits] == [(ENEMY, KILLED)]


def test_by_house_rule_the_middle_of_a_base_decides() -> None:
    """AMB-302 centre: half in the area with its middle inside it is hit in full: 4 suppresses."""
    evening = ordered(house_rules=[{"ruling": "AMB-302", "option": "centre"}])
    evening.do("attacker", "set_aiming_point", unit=BATTERY)
    fired = fire(evening, 4, 4, stands=[caught(overlap="half"), caught(FRIEND, overlap="half", centre_inside=False)])
    assert [hit.coverage for hit in fired.hits] == [Coverage.FULLY, Coverage.PARTLY]


def test_in_the_front_line_field_guns_fire_only_at_what_they_see() -> None:
    """FF-DSU-06: within 25 cm of its own front trench the defender's field gun sees its target or holds its fire."""
    evening = called_for("late_regimental_artillery", "d1")
    evening.do("defender", "roll_orders", unit=GERMAN_GUNS, die=die(6))
    evening.do("defender", "set_aiming_point", unit=GERMAN_GUNS)
    near = {"unit": GERMAN_GUNS, "range_cm": 60, "own_trench_cm": 25.0, "dice": entered(4)}
    unseen = evening.refused("defender", "fire_on_area", stands=[caught("a1.1.c1.p1")], **near)
    assert unseen.clause == "FF-DSU-06"
    seen = evening.do("defender", "fire_on_area", stands=[caught("a1.1.c1.p1", seen=True)], **near)
    assert seen.hits[0].result is SUPPRESSED

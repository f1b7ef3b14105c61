"""Batteries, mortars and indirect machine guns in a game: every outcome is worked by hand from the rulebook.

Field guns against troops in Soft cover suppress on 4 and kill on 5, heavy guns at Medium too (FF-SHO-T1); a stand only
partly in an area takes 2 off its die (FF-ART-25).
"""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.areas import AreaKind, Coverage
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.cards.in_force import SUPERB
from rules.flanders_fields.game.cards.state import LyingCard
from rules.flanders_fields.game.events import GameCreated
from rules.flanders_fields.game.guns.fold import lay
from rules.flanders_fields.game.guns.state import AimingPoint
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Carriage, FireResult, Side, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.play import Role
from tests.game.evening import Evening, die, entered, mons, played

BATTERY, ENEMY, FRIEND = "a1.b1", "d1.3.c1.p1", "a1.1.c1.p1"
NOTHING, SUPPRESSED, KILLED = FireResult.NO_EFFECT, FireResult.SUPPRESSED, FireResult.KILLED


def in_action(evening: Evening, *units: str) -> None:
    """The referee says that they are unlimbered."""
    for unit in units:
        evening.do("referee", "correct", of=unit, what="carriage", value="ready", reason="set up so")


def ordered(pips: int = 6, unit: str = BATTERY, **settings: Any) -> Evening:
    """The first German battery, in action, has rolled: a 6 earns two actions, a 4 one (FF-ORD-T2)."""
    evening = mons(**settings)
    in_action(evening, unit)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit=unit, die=die(pips))
    return evening


def caught(stand: str = ENEMY, cover: str = "soft", **more: Any) -> dict[str, Any]:
    return {"stand": stand, "cover": cover} | more


def fire(evening: Evening, *pips: int, stands: list[dict[str, Any]] | None = None, **more: Any) -> Any:
    fields = {"range_cm": 90, "stands": [caught()] if stands is None else stands, "dice": entered(*pips)} | more
    return evening.do("attacker", "fire_on_area", unit=BATTERY, **fields)


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def levels(state: GameState, company: str) -> list[int]:
    return [state.stands[name].levels for name in state.units[company].stands]


def test_a_battery_lays_its_point_and_fires_on_it() -> None:
    """FF-ART-14: two actions, one to lay and one to fire; FF-ART-29: the suppression spreads to the company."""
    evening = ordered()
    laid = evening.do("attacker", "lay_point", unit=BATTERY, where="the bridge", along_cm=64, up_cm=120)
    assert (laid.spends, laid.point.where, evening.state.orders[BATTERY].left) == (True, "the bridge", 1)
    fired = fire(evening, 4)
    assert [(hit.stand, hit.result, hit.coverage) for hit in fired.hits] == [(ENEMY, SUPPRESSED, Coverage.FULLY)]
    assert levels(evening.state, "d1.3.c1") == [1, 1, 1, 1]
    assert evening.state.battalions["d1.3"].fired_on
    point = evening.state.guns.point_of(BATTERY)
    assert point is not None
    assert (point.zone, point.used, point.fired_turn) == (AreaKind.BATTERY, True, 1)
    assert evening.state.orders[BATTERY].left == 0
    replays(evening)


def test_with_one_action_the_point_is_laid_now_and_fires_later() -> None:
    """FF-ART-14, FF-ART-18: the point stays where it lies."""
    evening = ordered(4)
    evening.do("attacker", "lay_point", unit=BATTERY, where="the wood")
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
    evening.do("attacker", "lay_point", unit=BATTERY)
    assert fire(evening, pips, stands=[caught(overlap=overlap)]).hits[0].result is result
    assert evening.state.stands[ENEMY].alive is (result is not KILLED)


def test_the_area_knows_no_friends() -> None:
    """FF-ART-28: a die each for both, and commanders at -1 (FF-ART-27): 5 - 1 = 4 suppresses."""
    evening = ordered()
    evening.do("attacker", "lay_point", unit=BATTERY)
    fired = fire(evening, 5, 5, stands=[caught(FRIEND), caught("d1.3.hq")])
    assert [hit.result for hit in fired.hits] == [KILLED, SUPPRESSED]
    assert not evening.state.stands[FRIEND].alive
    assert evening.state.stands["d1.3.hq"].levels == 1
    replays(evening)


def test_by_house_rule_friends_are_spared_and_take_no_die() -> None:
    """AMB-307 enemies_only."""
    evening = ordered(house_rules=[{"ruling": "AMB-307", "option": "enemies_only"}])
    evening.do("attacker", "lay_point", unit=BATTERY)
    fired = fire(evening, 4, stands=[caught(FRIEND), caught()])
    assert [hit.stand for hit in fired.hits] == [ENEMY]


def test_over_open_sights_distance_counts() -> None:
    """FF-ART-31: seen at 120 cm, 5 - 1 = 4 suppresses; unseen it is indirect, and 5 kills."""
    for seen, result in ((True, SUPPRESSED), (False, KILLED)):
        evening = ordered()
        evening.do("attacker", "lay_point", unit=BATTERY)
        fired = fire(evening, 5, stands=[caught(seen=seen)], range_cm=120)
        assert (fired.open_sights, fired.hits[0].result) == (seen, result)


def test_a_commander_killed_is_mourned() -> None:
    """FF-CMD-09: 6 - 1 = 5 kills him."""
    evening = ordered()
    evening.do("attacker", "lay_point", unit=BATTERY)
    fire(evening, 6, stands=[caught("d1.3.hq")])
    assert [type(one.event).__name__ for one in evening.log[-2:]] == ["AreaFired", "CommanderLost"]


def test_each_stand_in_the_area_wants_its_die() -> None:
    """FF-ART-26, and nobody is named twice or dead."""
    evening = ordered()
    evening.do("attacker", "lay_point", unit=BATTERY)
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
    evening.do("attacker", "lay_point", unit=BATTERY)
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
    evening.do("attacker", "lay_point", unit=BATTERY)
    fire(evening, 4)
    evening.do("attacker", "take_back")
    refused = evening.refused("attacker", "fire_on_area", unit=BATTERY, range_cm=90, stands=[caught()], dice=entered(6))
    assert refused.because == "this die has been thrown already and shows 4"
    assert fire(evening, 4).hits[0].result is SUPPRESSED
    replays(evening)


def test_the_log_and_the_card_say_what_fell_where() -> None:
    evening = ordered()
    evening.do("attacker", "lay_point", unit=BATTERY, where="the bridge")
    fire(evening, 4)
    told = [SYSTEM.tell(evening.state, one, Role.SPECTATOR) for one in evening.log[-2:]]
    assert told[0]["says"] == "77 mm, 1st Battery lays its aiming point on the bridge"
    assert told[1]["says"] == (
        "77 mm, 1st Battery fires on its aiming point, the bridge: 1st Platoon, A Company, 3rd Battalion suppressed"
    )
    assert told[1]["card"]["hits"][0]["result"] == "suppressed"
    view = SYSTEM.view(evening.state, Role.DEFENDER)["guns"]
    assert view["points"][BATTERY]["live"]
    assert view["zones"] == [{"unit": BATTERY, "name": "77 mm, 1st Battery", "side": "attacker"}]


# -- Unobserved fire from off the table: the 60-pounders of late 1917 -------------------------------------------------

HEAVY, TRENCH = "a1.b4", "d1.1.c1.p1"


def off_table(pips: int = 6, **settings: Any) -> Evening:
    """The 60-pounders behind the table have two actions (FF-ORD-T2) and a point 64 cm along and 120 cm up."""
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit=HEAVY, die=die(pips))
    evening.do("attacker", "lay_point", unit=HEAVY, where="the trench", along_cm=64, up_cm=120)
    return evening


def test_unobserved_fire_is_rolled_for_before_anybody_is_caught() -> None:
    """FF-DEV-X2: 2, then 3 and 5 are 5 o'clock, 4 + 3 are 7 cm: 3.5 to the right, 6.06 short (sin, cos of 150)."""
    evening = off_table()
    ask = {"unit": HEAVY, "stands": [caught(TRENCH, "medium")], "dice": entered(5)}
    assert evening.refused("attacker", "fire_on_area", **ask).clause == "FF-DEV-01"
    off = evening.do("attacker", "roll_deviation", unit=HEAVY, dice=entered(2, 3, 5, 4, 3))
    assert (off.clock, off.distance_cm, off.spends) == (5, 7.0, True)
    assert (off.point.along_cm, off.point.up_cm) == (67.5, 113.9)
    assert evening.state.orders[HEAVY].left == 0
    waits = evening.refused("attacker", "next_step")
    assert (waits.clause, waits.instead) == ("FF-ART-19", "say whom it catches first")
    fired = evening.do("attacker", "fire_on_area", **ask)
    # FF-ART-X6: heavy guns at Medium kill on 5.
    assert (fired.spends, fired.hits[0].result) == (False, KILLED)
    assert evening.state.guns.arriving is None
    replays(evening)


def test_a_first_five_or_six_does_not_deviate_and_alone_will_do() -> None:
    """FF-DEV-X1."""
    evening = off_table()
    off = evening.do("attacker", "roll_deviation", unit=HEAVY, dice=entered(5))
    assert (off.clock, off.point.where) == (None, "the trench")
    evening.do("attacker", "fire_on_area", unit=HEAVY)


def test_deviation_dice_are_thrown_together() -> None:
    """FF-DEV-05: whoever lets the app throw does not learn the first die from a refusal."""
    evening = off_table()
    one = evening.refused("attacker", "roll_deviation", unit=HEAVY, dice=[{"pips": 4, "source": "rolled"}])
    assert (one.clause, one.because) == ("FF-DEV-05", "5 dice are thrown together")


def test_observed_fire_does_not_deviate() -> None:
    """FF-DEV-04, FF-TYP-08."""
    evening = off_table()
    fired = evening.do("attacker", "fire_on_area", unit=HEAVY, observed=True)
    assert (fired.hits, fired.spends) == ((), True)
    view = SYSTEM.view(evening.state, Role.ATTACKER)["guns"]
    assert HEAVY not in view["may_deviate"]


def test_the_point_deviates_once_and_then_lies_there() -> None:
    """AMB-310 first_use: with its second action it fires on the point as it lies; every_time rolls again."""
    for option, again in (("first_use", False), ("every_time", True)):
        evening = off_table(house_rules=[{"ruling": "AMB-310", "option": option}])
        evening.do("attacker", "roll_deviation", unit=HEAVY, dice=entered(1, 4, 3, 6, 6))
        evening.do("attacker", "fire_on_area", unit=HEAVY)
        point = evening.state.guns.point_of(HEAVY)
        assert point is not None
        # FF-DEV-X3: 9 o'clock, 12 cm: 64 - 12.
        assert (point.along_cm, point.up_cm) == (52.0, 120.0)
        evening.do("referee", "correct", of=HEAVY, what="actions", value=1, reason="again")
        if again:
            assert evening.refused("attacker", "fire_on_area", unit=HEAVY).clause == "FF-DEV-01"
        else:
            assert evening.do("attacker", "fire_on_area", unit=HEAVY).hits == ()


def test_a_battery_behind_the_table_is_nobodys_target_and_does_not_move() -> None:
    """AMB-308, FF-ORD-05."""
    evening = off_table()
    assert evening.refused("attacker", "move_unit", unit=HEAVY).clause == "FF-ORD-05"
    hit = evening.refused("attacker", "fire_on_area", unit=HEAVY, observed=True, stands=[caught("d1.b4")])
    assert hit.clause == "FF-ART-24"


# -- Mortars ----

MORTAR = "a1.1.x3"


def mortar(pips: int = 5, **order: Any) -> Evening:
    """A light mortar of late 1917 that sees its target: a 5 earns two actions, a 3 one (FF-ORD-T4)."""
    evening = played("cambrai-1917")
    assert evening.state.units[MORTAR].kind.value == "light_mortar"
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_mortars", "a1.1")
    evening.do("attacker", "roll_orders", unit=MORTAR, die=die(pips), **({"own_sight": True} | order))
    return evening


def test_a_mortar_is_laid_on_an_enemy_base_and_fires() -> None:
    """FF-MTR-08, FF-MTR-12: the row of field howitzers, Soft 3 / 4; partly in it, a 4 is a 2 (FF-MTR-X2)."""
    evening = mortar()
    bare = evening.refused("attacker", "lay_point", unit=MORTAR, where="the crater")
    assert (bare.clause, bare.instead) == ("FF-MTR-11", "say which stand it is laid on")
    laid = evening.do("attacker", "lay_point", unit=MORTAR, target=TRENCH)
    assert (laid.point.where, laid.point.laid_on) == ("1st Platoon, 1 Company, I / Regt", TRENCH)
    stands = [caught(TRENCH, aimed_at=True), caught("d1.1.c1.p2", overlap="half")]
    ask = {"unit": MORTAR, "stands": stands, "range_cm": 40}
    fired = evening.do("attacker", "fire_on_area", sees_point=True, dice=entered(3, 4), **ask)
    assert [hit.result for hit in fired.hits] == [SUPPRESSED, NOTHING]
    assert levels(evening.state, "d1.1.c1") == [1, 1, 1]
    replays(evening)


@pytest.mark.parametrize(("range_cm", "clause"), [(9.9, "FF-MTR-06"), (100.1, "FF-MTR-06")])
def test_a_mortar_has_a_least_and_a_most_range(range_cm: float, clause: str) -> None:
    """FF-MTR-X6."""
    evening = mortar()
    evening.do("attacker", "lay_point", unit=MORTAR, target=TRENCH)
    ask = {"unit": MORTAR, "stands": [caught(TRENCH, aimed_at=True)], "dice": entered(4), "sees_point": True}
    assert evening.refused("attacker", "fire_on_area", range_cm=range_cm, **ask).clause == clause


def test_somebody_must_see_a_mortars_point() -> None:
    """FF-MTR-13, FF-MTR-14: it itself, or the commander of its own battalion, who sees both."""
    evening = mortar()
    evening.do("attacker", "lay_point", unit=MORTAR, target=TRENCH)
    ask = {"unit": MORTAR, "stands": [caught(TRENCH, aimed_at=True)], "dice": entered(3), "range_cm": 40}
    assert evening.refused("attacker", "fire_on_area", **ask).because == "Nobody spots for the mortar"
    other = evening.refused("attacker", "fire_on_area", spotter="a1.2.hq", **ask)
    assert other.because == "He commands no battalion of that mortar"
    blind = evening.refused("attacker", "fire_on_area", spotter="a1.1.hq", spotter_sees_mortar=False, **ask)
    assert blind.because == "The spotter does not see the mortar"
    assert evening.do("attacker", "fire_on_area", spotter="a1.1.hq", **ask).hits[0].result is SUPPRESSED


def test_a_mortar_that_does_not_see_its_target_rolls_worse() -> None:
    """FF-MTR-X5: 3 - 1 = 2 earns nothing."""
    evening = mortar(3, own_sight=False)
    assert evening.state.orders[MORTAR].earned == 0


# -- SOS calls ----

GERMAN_GUNS = "d1.b1"


def called_for(step: str = "late_machine_guns", battalion: str = "d1.1", **settings: Any) -> Evening:
    """The defender's turn, past the step of his artillery, none of which was ordered."""
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", step, battalion)
    return evening


def call(evening: Evening, pips: int, **more: Any) -> Any:
    fields = {"unit": GERMAN_GUNS, "from_position_cm": 5.0, "die": die(pips), "where": "before the trench"} | more
    return evening.do("defender", "call_sos", **fields)


def test_an_sos_call_swings_the_point_and_brings_a_turn_of_fire_on_friend_and_foe() -> None:
    """FF-SOS-04: from 2; FF-SOS-10: field guns at Medium 4 / 6, at the Open 3 / 4; FF-SOS-08: own troops too."""
    evening = called_for()
    answered = call(evening, 2)
    assert (answered.answered, answered.point.where) == (True, "before the trench")
    waits = evening.refused("defender", "next_step")
    assert waits.clause == "FF-ART-19"
    stands = [caught("a1.1.c1.p1", "open"), caught("d1.1.c1.p1", "medium", overlap="half")]
    fired = evening.do("defender", "fire_on_area", unit=GERMAN_GUNS, range_cm=80, stands=stands, dice=entered(4, 5))
    # 4 kills in the Open; 5 - 2 = 3 does nothing at Medium.
    assert (fired.kind, fired.spends) == (AreaKind.SOS, False)
    assert [hit.result for hit in fired.hits] == [KILLED, NOTHING]
    replays(evening)


def test_an_sos_call_that_fails_leaves_the_point() -> None:
    """FF-SOS-04: a 1 brings nothing, and the battery is spent (FF-SOS-05)."""
    evening = called_for()
    failed = call(evening, 1)
    assert (failed.answered, failed.point) == (False, None)
    assert evening.state.guns.point_of(GERMAN_GUNS) is None
    again = {"unit": GERMAN_GUNS, "from_position_cm": 5.0, "die": die(6)}
    assert evening.refused("defender", "call_sos", **again).clause == "FF-SOS-05"


def test_who_answers_no_call() -> None:
    """FF-SOS-X2, FF-SOS-X6, FF-SOS-01, FF-ORD-28."""
    evening = called_for("late_regimental_artillery", "d1")
    far = {"unit": GERMAN_GUNS, "from_position_cm": 5.1, "die": die(6)}
    assert evening.refused("defender", "call_sos", **far).clause == "FF-SOS-03"
    heavy = far | {"unit": "d1.b4", "from_position_cm": 5.0}
    assert evening.refused("defender", "call_sos", **heavy).clause == "FF-SOS-05"
    evening.do("defender", "roll_orders", unit=GERMAN_GUNS, die=die(3))
    assert evening.refused("defender", "call_sos", **(far | {"from_position_cm": 5.0})).clause == "FF-ORD-28"
    call(evening, 1, unit="d1.b2")
    assert evening.refused("defender", "roll_orders", unit="d1.b2", die=die(6)).clause == "FF-ORD-28"


# -- Zones ----

MOVER = "d1.1.c1.p1"


def zone_ahead(**settings: Any) -> Evening:
    """A British field battery has fired once; the first German company, in the next turn, has two actions."""
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(6))
    evening.do("attacker", "lay_point", unit="a1.b1", where="the wire")
    evening.do("attacker", "fire_on_area", unit="a1.b1", range_cm=90)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    return evening


def moves(evening: Evening, *met: dict[str, Any]) -> Any:
    zones = met or ({"zone": "a1.b1", "stand": MOVER, "cover": "soft"},)
    return evening.try_("defender", "move_unit", unit="d1.1.c1", zones=list(zones))


@pytest.mark.parametrize(
    ("overlap", "pips", "result"),
    [("whole", 4, NOTHING), ("whole", 5, SUPPRESSED), ("whole", 6, KILLED), ("half", 6, NOTHING)],
)
def test_a_zone_attacks_who_moves_through_it(overlap: str, pips: int, result: FireResult) -> None:
    """FF-MVZ-X1: -1 on Soft 4 / 5; FF-MVZ-X5: -1 - 2 where it is partly in. The seat of the guns throws."""
    evening = zone_ahead()
    moves(evening, {"zone": "a1.b1", "stand": MOVER, "cover": "soft", "overlap": overlap})
    waits = evening.refused("defender", "move_unit", unit="d1.1.c1")
    assert (waits.clause, waits.instead) == ("FF-MVZ-02", "throw the die of that zone first")
    ask = {"zone": "a1.b1", "stand": MOVER}
    assert evening.refused("defender", "fire_on_mover", die=die(pips), **ask).clause == "FF-TRN-01"
    met = evening.do("attacker", "fire_on_mover", die=die(pips), **ask)
    assert (met.result, met.stops) == (result, result is not NOTHING)
    assert evening.state.stands[MOVER].alive is (result is not KILLED)
    assert evening.state.guns.crossings == ()
    replays(evening)


def test_a_zone_attacks_a_stand_once_in_a_turn() -> None:
    """FF-MVZ-X7, AMB-322; by house rule once for each action."""
    for option, again in (("ordered", False), ("each_action", True)):
        evening = zone_ahead(house_rules=[{"ruling": "AMB-322", "option": option}])
        moves(evening)
        evening.do("attacker", "fire_on_mover", zone="a1.b1", stand=MOVER, die=die(2))
        moves(evening)
        assert bool(evening.state.guns.crossings) is again


CHIEF = "d1.1.hq"
COMMAND_TOO = {"house_rules": [{"ruling": "AMB-322", "option": "command_too"}]}


def command_stands_move(**settings: Any) -> Evening:
    """The defender's last phase, with the zone of the attacker's battery in force."""
    evening = zone_ahead(**settings)
    evening.go_to("defender", "late_command_moves")
    return evening


def chief_moves(evening: Evening, *zones: str, **more: Any) -> Any:
    met = [{"zone": zone, "stand": "", "cover": "soft"} for zone in zones]
    return evening.try_("defender", "move_command_stand", stand=CHIEF, zones=met, **more)


@pytest.mark.parametrize(("pips", "result"), [(5, NOTHING), (6, SUPPRESSED)])
def test_by_house_rule_zones_attack_command_stands_too(pips: int, result: FireResult) -> None:
    """AMB-322 command_too: Soft 4 / 5; -1 for the zone and -1 for a command stand (FF-CMD-04): a 6 suppresses."""
    evening = command_stands_move(**COMMAND_TOO)
    assert not isinstance(chief_moves(evening, "a1.b1"), Refusal)
    assert isinstance(chief_moves(evening), Refusal)
    met = evening.do("attacker", "fire_on_mover", zone="a1.b1", stand=CHIEF, die=die(pips))
    assert met.result is result
    # Once for each stand, zone and turn; a suppressed stand stays where it is (FF-SUP-02).
    again = chief_moves(evening, "a1.b1")
    assert (again.clause if isinstance(again, Refusal) else "") == ("" if result is NOTHING else "FF-SUP-02")
    assert evening.state.guns.crossings == ()
    replays(evening)


def test_otherwise_they_move_twice_and_unhurt() -> None:
    """AMB-322, FF-CMD-05: two moves of 20 cm on foot, no third; FF-CMD-06: in the last phase only."""
    evening = command_stands_move()
    for _ in range(2):
        (moved,) = chief_moves(evening, "a1.b1")
        assert moved.says == "moves up to 20 cm, cross country"
    assert chief_moves(evening).clause == "FF-CMD-05"
    assert SYSTEM.view(evening.state, Role.DEFENDER)["guns"]["command_moves"] == []
    early = zone_ahead()
    assert chief_moves(early).clause == "FF-CMD-06"
    assert early.refused("defender", "move_command_stand", stand="a1.hq").clause == "FF-CMD-05"
    assert early.refused("defender", "move_command_stand", stand=MOVER).clause == "FF-CMD-05"


def test_a_seat_is_shown_its_command_stands_where_zones_attack_them() -> None:
    """AMB-322 command_too: with the moves each has left."""
    evening = command_stands_move(**COMMAND_TOO)
    shown = {one["id"]: one["left"] for one in SYSTEM.view(evening.state, Role.DEFENDER)["guns"]["command_moves"]}
    assert shown[CHIEF] == 2
    chief_moves(evening)
    shown = {one["id"]: one["left"] for one in SYSTEM.view(evening.state, Role.DEFENDER)["guns"]["command_moves"]}
    assert shown[CHIEF] == 1
    assert all(name.startswith("d1") for name in shown)


def test_ranging_shots_and_moved_points_leave_no_zone() -> None:
    """FF-MVZ-X2, FF-MVZ-03; AMB-320: nor does a battery that has limbered up, and a suppressed one's zone sleeps."""
    evening = zone_ahead()
    no_zone = moves(evening, {"zone": "a1.b2", "stand": MOVER, "cover": "soft"})
    assert no_zone.clause == "FF-MVZ-03"
    for what, value in (("levels", 1), ("levels", 0), ("fired_here", False)):
        evening.do("referee", "correct", of="a1.b1", what=what, value=value, reason="seen")
        live = SYSTEM.view(evening.state, Role.DEFENDER)["guns"]["zones"]
        assert bool(live) is ((what, value) == ("levels", 0))


def test_a_stand_that_goes_in_through_a_zone_may_be_stopped_before_it_closes() -> None:
    """AMB-322: assault moves too; AMB-323: a 5 - 1 = 4 suppresses it at Soft, and it does not close."""
    for pips, closes in ((4, True), (5, False)):
        evening = zone_ahead()
        went = {"unit": "d1.1.c1", "stand": MOVER, "target": "a1.1.c1.p1", "cover": "soft"}
        met = {"zone": "a1.b1", "stand": "", "cover": "soft"}
        evening.do("defender", "go_in", zones=[met], **went)
        assert evening.refused("defender", "all_in", unit="d1.1.c1").clause == "FF-MVZ-02"
        evening.do("attacker", "fire_on_mover", zone="a1.b1", stand=MOVER, die=die(pips))
        assert bool(evening.state.contacts()) is closes
        replays(evening)


def test_what_only_the_plan_knows_is_its_own_sides_secret() -> None:
    """FF-ART-21: a registered point needs no redirect, and only its own side sees it until it has been fired on."""
    evening = played("cambrai-1917")
    lay(evening.state, AimingPoint("a1.b1", "the salient", registered=True))
    seen = {role: SYSTEM.view(evening.state, role)["guns"]["points"] for role in Role}
    assert [role.value for role in Role if seen[role]] == ["attacker", "referee"]
    told = {"of": "a1.b1", "what": "laid", "value": True, "reason": "a guess"}
    assert evening.refused("defender", "correct", **told).because == "the record keeps nothing of that name there"
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(3))
    evening.do("attacker", "fire_on_area", unit="a1.b1", range_cm=90)
    assert SYSTEM.view(evening.state, Role.DEFENDER)["guns"]["points"]["a1.b1"]["where"] == "the salient"


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
    shown = SYSTEM.view(evening.state, Role.ATTACKER)["guns"]["areas"][BATTERY]
    assert (shown["width_cm"], shown["depth_cm"], shown["lies"]) == area


# -- Indirect machine guns ----

VICKERS = "a1.x1"


def test_a_regiments_machine_gun_fires_indirectly() -> None:
    """FF-IMG-X4: a platoon square on is partly in the strip: at Soft a 5 is 3, a 6 is 4 and suppresses."""
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_machine_guns", "a1")
    evening.do("attacker", "roll_orders", unit=VICKERS, die=die(6))
    ask = {"unit": VICKERS, "where": "the sunken road", "range_cm": 60, "stands": [caught(TRENCH, overlap="half")]}
    far = evening.refused("attacker", "fire_on_area", dice=entered(5), **(ask | {"range_cm": 70.1}))
    assert far.clause == "FF-IMG-01"
    assert evening.do("attacker", "fire_on_area", dice=entered(5), **ask).hits[0].result is NOTHING
    fired = evening.do("attacker", "fire_on_area", dice=entered(6), **ask)
    assert (fired.hits[0].result, fired.kind) == (SUPPRESSED, AreaKind.MACHINE_GUN)
    # FF-IMG-08: the whole company.
    assert levels(evening.state, "d1.1.c1") == [1, 1, 1]
    assert SYSTEM.view(evening.state, Role.DEFENDER)["guns"]["zones"][0]["unit"] == VICKERS
    replays(evening)


def test_a_card_helps_a_machine_guns_indirect_fire_too() -> None:
    """FF-CRD-18: +2 on its shooting: partly in the strip at Soft a 4 + 2 - 2 = 4 suppresses."""
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_machine_guns", "a1")
    evening.do("attacker", "roll_orders", unit=VICKERS, die=die(6))
    card = LyingCard(SUPERB, SUPERB, Side.ATTACKER, (VICKERS,))
    evening.state.cards = replace(evening.state.cards, lying=(card,))
    ask = {"unit": VICKERS, "range_cm": 60, "stands": [caught(TRENCH, overlap="half")]}
    assert evening.do("attacker", "fire_on_area", dice=entered(4), **ask).hits[0].result is SUPPRESSED


def test_early_in_the_war_no_machine_gun_fires_so() -> None:
    """AMB-330."""
    evening = mons()
    in_action(evening, "a1.1.mg1")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_machine_guns", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.mg1", die=die(6))
    refused = evening.refused("attacker", "fire_on_area", unit="a1.1.mg1", range_cm=60)
    assert refused.clause == "FF-IMG-01"


# -- Superimposed batteries ----

OVER_THE_BARRAGE = "a1.b2"


def test_a_superimposed_battery_is_at_its_brigades_call() -> None:
    """FF-SUI-02: one field battery for the brigade; FF-SUI-04: ordered in step III, and the card says why."""
    evening = played("cambrai-1917")
    assert [one.id for one in evening.state.units.values() if one.superimposed] == [OVER_THE_BARRAGE]
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    rolled = evening.do("attacker", "roll_orders", unit=OVER_THE_BARRAGE, die=die(6))
    # FF-ART-T1, late: a 6 is two actions.
    assert (rolled.actions, rolled.reasons.steps[0].clause) == (2, "FF-SUI-04")
    evening.do("attacker", "lay_point", unit=OVER_THE_BARRAGE, where="the block house")
    fired = evening.do(
        "attacker", "fire_on_area", unit=OVER_THE_BARRAGE, observed=True, stands=[caught(TRENCH)], dice=entered(4)
    )
    assert fired.hits[0].result is SUPPRESSED
    replays(evening)


SHARED = "a1.b1"


def shared_by_two(option: str = "any_regiment", **commanders: dict[str, Any]) -> Evening:
    """Late 1917: a heavy battery of the first regiment lies over the barrage, in the step of the second regiment.

    `commanders` says of a regiment's command stand what differs; `field_promotion` of the regiment itself.
    """
    evening = played("mons-1914", date="1917-11", house_rules=[{"ruling": "AMB-376", "option": option}])
    created = evening.log[0].event
    assert isinstance(created, GameCreated)
    over = {"kind": UnitClass.HEAVY_ARTILLERY, "superimposed": True, "carriage": Carriage.READY}
    promoted = [of for of, facts in commanders.items() if facts.pop("field_promotion", False)]
    changed = replace(
        created,
        units=tuple(replace(one, **over) if one.id == SHARED else one for one in created.units),
        regiments=tuple(replace(one, field_promotion=one.id in promoted) for one in created.regiments),
        stands=tuple(replace(one, **commanders.get(one.id.removesuffix(".hq"), {})) for one in created.stands),
    )
    evening.log[0] = evening.log[0]._replace(event=changed)
    evening.state = SYSTEM.replay(evening.log)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a2")
    return evening


@pytest.mark.parametrize(
    ("commanders", "pips", "actions"),
    [
        ({}, 3, 1),
        ({"a2": {"levels": 1}}, 3, 0),
        ({"a2": {"levels": 2}}, 4, 0),
        ({"a2": {"in_gas": True}}, 3, 0),
        ({"a2": {"field_promotion": True}}, 6, 1),
        ({"a1": {"levels": 2, "in_gas": True, "field_promotion": True}}, 3, 1),
    ],
)
def test_by_house_rule_the_commander_who_calls_a_shared_battery_orders_it(
    commanders: dict[str, dict[str, Any]], pips: int, actions: int
) -> None:
    """AMB-376 any_regiment, AMB-29: late, 1-2 none, 3-5 one, 6 two; each marker, gas and promotion of his takes 1."""
    evening = shared_by_two(**{of: dict(facts) for of, facts in commanders.items()})
    rolled = evening.do("attacker", "roll_orders", unit=SHARED, die=die(pips))
    assert rolled.actions == actions
    replays(evening)


def test_a_shared_battery_needs_the_commander_who_calls_it_alive() -> None:
    """FF-CMD-09: his death leaves nobody to call it; that of its own regiment's commander does not matter here."""
    evening = shared_by_two()
    evening.state.stands["a2.hq"] = replace(evening.state.stands["a2.hq"], alive=False)
    assert evening.refused("attacker", "roll_orders", unit=SHARED, die=die(6)).clause == "FF-CMD-09"
    evening = shared_by_two()
    evening.state.stands["a1.hq"] = replace(evening.state.stands["a1.hq"], alive=False)
    assert evening.do("attacker", "roll_orders", unit=SHARED, die=die(6)).actions == 2


def test_by_the_plan_another_regiment_does_not_call_it() -> None:
    """AMB-376: only the regiment named."""
    evening = shared_by_two(option="named")
    assert isinstance(evening.try_("attacker", "roll_orders", unit=SHARED, die=die(6)), Refusal)


def test_before_mid_1917_no_battery_is_superimposed() -> None:
    """FF-SUI-02: it is an ordinary one then."""
    evening = played("cambrai-1917", date="1917-02")
    assert not any(one.superimposed for one in evening.state.units.values())


# -- House rules that a game must follow ----


def test_by_house_rule_the_first_point_is_free() -> None:
    """AMB-303 first_free: both actions are left to fire with; the next point costs one again."""
    evening = ordered(house_rules=[{"ruling": "AMB-303", "option": "first_free"}])
    assert not evening.do("attacker", "lay_point", unit=BATTERY).spends
    assert evening.state.orders[BATTERY].left == 2
    assert evening.do("attacker", "lay_point", unit=BATTERY).spends


def test_by_house_rule_guns_over_open_sights_shoot_at_one_stand() -> None:
    """AMB-304 single_stand: only the one aimed at takes a die, at 90 cm without a loss: 5 kills."""
    evening = ordered(house_rules=[{"ruling": "AMB-304", "option": "single_stand"}])
    evening.do("attacker", "lay_point", unit=BATTERY)
    two = [caught(seen=True, aimed_at=True), caught("d1.3.c1.p2", seen=True)]
    fired = fire(evening, 5, stands=two)
    assert [(hit.stand, hit.result) for hit in fired.hits] == [(ENEMY, KILLED)]


def test_by_house_rule_the_middle_of_a_base_decides() -> None:
    """AMB-302 centre: half in the area with its middle inside it is hit in full: 4 suppresses."""
    evening = ordered(house_rules=[{"ruling": "AMB-302", "option": "centre"}])
    evening.do("attacker", "lay_point", unit=BATTERY)
    fired = fire(evening, 4, 4, stands=[caught(overlap="half"), caught(FRIEND, overlap="half", centre_inside=False)])
    assert [hit.coverage for hit in fired.hits] == [Coverage.FULLY, Coverage.PARTLY]


def test_by_house_rule_an_sos_point_keeps_its_small_area() -> None:
    """AMB-316 stays: 10 by 5 for a later order on that point too; by the book 10 by 10."""
    for option, depth in (("goes_with_the_call", 10.0), ("stays", 5.0)):
        evening = called_for(house_rules=[{"ruling": "AMB-316", "option": option}])
        call(evening, 6)
        evening.do("defender", "fire_on_area", unit=GERMAN_GUNS, range_cm=80)
        evening.do("defender", "end_turn")
        evening.do("attacker", "start_turn")
        evening.go_to("attacker", "late_regimental_artillery", "a1")
        evening.do("attacker", "end_turn")
        evening.do("defender", "start_turn")
        evening.go_to("defender", "late_regimental_artillery", "d1")
        evening.do("defender", "roll_orders", unit=GERMAN_GUNS, die=die(6))
        area = SYSTEM.view(evening.state, Role.DEFENDER)["guns"]["areas"][GERMAN_GUNS]
        assert area["depth_cm"] == depth


def test_by_house_rule_a_call_comes_on_top_of_orders() -> None:
    """AMB-07 on_top: a battery that has rolled may be called too."""
    evening = called_for("late_regimental_artillery", "d1", house_rules=[{"ruling": "AMB-07", "option": "on_top"}])
    evening.do("defender", "roll_orders", unit=GERMAN_GUNS, die=die(3))
    assert call(evening, 2).answered


def test_in_the_front_line_field_guns_fire_only_at_what_they_see() -> None:
    """FF-DSU-06: within 25 cm of its own front trench the defender's field gun sees its target or holds its fire."""
    evening = called_for("late_regimental_artillery", "d1")
    evening.do("defender", "roll_orders", unit=GERMAN_GUNS, die=die(6))
    evening.do("defender", "lay_point", unit=GERMAN_GUNS)
    near = {"unit": GERMAN_GUNS, "range_cm": 60, "own_trench_cm": 25.0, "dice": entered(4)}
    unseen = evening.refused("defender", "fire_on_area", stands=[caught("a1.1.c1.p1")], **near)
    assert unseen.clause == "FF-DSU-06"
    seen = evening.do("defender", "fire_on_area", stands=[caught("a1.1.c1.p1", seen=True)], **near)
    assert seen.hits[0].result is SUPPRESSED

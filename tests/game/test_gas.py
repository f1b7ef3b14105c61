"""Gas in a game: every outcome is worked by hand from the rulebook, beside the step.

March 1918: gas suppresses on 4 and kills on 6 in every cover (FF-GAS-T2). The Germans release an offensive cloud from
guns in turn 1 at (60, 60) and a denying one in turn 2 at (90, 110), the British an offensive one in turn 2 at (60, 90);
every plan names a wind straight ahead.
"""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.gas.state import Cloud, PlannedGas
from rules.flanders_fields.game.plan.state import FirePlan
from rules.flanders_fields.gas_phase import CloudFate
from rules.flanders_fields.vocabulary import FireResult, MoraleResult, Side
from rules.kernel.play import Role
from tests.game.evening import Evening, die, entered, with_plan

THEIRS, OURS, GUN = "d1.1.c1.p1", "a1.1.c1.p1", "d1.1.mg1"


def game(scenario: str = "michael-1918", **settings: Any) -> Evening:
    evening = Evening()
    evening.do("referee", "create_game", scenario=scenario, **settings)
    return with_plan(evening, FirePlan())


def rule(ruling: str, option: str) -> dict[str, Any]:
    return {"house_rules": [{"ruling": ruling, "option": option}]}


def at_gas(evening: Evening, side: str = "attacker") -> Evening:
    """The side's player turn begins and comes to its gas."""
    evening.do(side, "start_turn")
    evening.go_to(side, f"{evening.state.settled.period}_gas")
    return evening


def throw(evening: Evening, what: str, *pips: int, side: str = "attacker", **more: Any) -> Any:
    return evening.do(side, "throw_for_gas", what=what, dice=entered(*pips), **more)


def went(evening: Evening, cloud: str, *caught: dict[str, Any], pips: tuple[int, ...] = (), **more: Any) -> Any:
    side = evening.state.turn.side.value
    return evening.do(side, "gas_attacks", cloud=cloud, caught=list(caught), dice=entered(*pips), **more)


def touched(stand: str = THEIRS, cover: str = "medium", **more: Any) -> dict[str, Any]:
    return {"stand": stand, "cover": cover, **more}


def released(evening: Evening) -> Evening:
    """Turn 1: no deviation (5), wind 3 + 4 + 10 = 17 cm (FF-GAS-X1); the cloud touches nobody and ends at (60, 77)."""
    at_gas(evening)
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1")
    return evening


def next_round(evening: Evening) -> Evening:
    """The attacker's next player turn, at its gas; the defender's has been ended at once."""
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    if evening.state.turn.number in {one.turn for one in evening.state.gas.planned if one.side == "defender"}:
        british_release(evening)
    evening.do("defender", "end_turn")
    return at_gas(evening)


def british_release(evening: Evening) -> None:
    evening.go_to("defender", "late_gas")
    throw(evening, "release", 6, side="defender")
    went(evening, "cloud3")


def place(evening: Evening, name: str = "cloud1") -> tuple[float, float, int]:
    cloud = cloud_of(evening, name)
    return cloud.along_cm, cloud.up_cm, cloud.phases


def cloud_of(evening: Evening, name: str = "cloud1") -> Cloud:
    cloud = evening.state.gas.cloud(name)
    assert cloud is not None
    return cloud


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def test_gas_of_the_plan_comes_by_itself_and_drifts_at_once() -> None:
    """FF-GAS-07, FF-GAS-13, FF-GAS-X1: speed 17, from y 60 to y 77."""
    evening = at_gas(game())
    assert throw(evening, "release", 5).says == "two dice and 10 cm for the speed"
    came = throw(evening, "release", 3, 4)
    assert (came.cloud.along_cm, came.cloud.up_cm) == (60.0, 60.0)
    assert evening.state.gas.wind is not None
    assert (evening.state.gas.wind.direction_deg, evening.state.gas.wind.speed_cm) == (0, 17.0)
    assert went(evening, "cloud1").fate is CloudFate.DRIFTS
    assert place(evening) == (60.0, 77.0, 1)
    replays(evening)


def test_gas_from_guns_deviates() -> None:
    """FF-GAS-X10: 2 deviates; 3 and 5 are the 5 o'clock, 150 degrees; 7 cm: 3.5 right and 6.06 back."""
    evening = at_gas(game())
    assert "deviates" in throw(evening, "release", 2).says
    throw(evening, "release", 3, 5, 3, 4)
    assert throw(evening, "release", 1, 1).common_wind.speed_cm == 12.0
    assert place(evening) == (63.5, 53.9, 0)


def test_projectors_do_not_deviate_and_let_go_ahead_of_the_trench() -> None:
    """FF-GAS-X11: the front of the trench at y 25, the rear edge 10 ahead, so the middle 15 ahead: y 40."""
    evening = at_gas(game("somme-1916"))
    throw(evening, "release", 6, 6)
    assert place(evening) == (60.0, 40.0, 0)
    assert evening.state.gas.wind is not None
    assert evening.state.gas.wind.speed_cm == 22.0


@pytest.mark.parametrize(
    ("date", "cover", "coverage", "pips", "result"),
    [
        # FF-GAS-X2: late, wholly covered.
        ("1918-03", "medium", "fully", 3, FireResult.NO_EFFECT),
        ("1918-03", "medium", "fully", 4, FireResult.SUPPRESSED),
        ("1918-03", "medium", "fully", 6, FireResult.KILLED),
        # FF-GAS-X3: partly, -2: a 5 is 3, a 6 is 4.
        ("1918-03", "medium", "partly", 5, FireResult.NO_EFFECT),
        ("1918-03", "medium", "partly", 6, FireResult.SUPPRESSED),
        # FF-GAS-X5: mid, Medium 4 / 5; Fortifications 5 / 6.
        ("1916-07", "medium", "fully", 5, FireResult.KILLED),
        ("1916-07", "fortified", "fully", 4, FireResult.NO_EFFECT),
        # FF-GAS-X6: early, any cover 3 / 5.
        ("1915-05", "hard", "fully", 2, FireResult.NO_EFFECT),
        ("1915-05", "open", "fully", 3, FireResult.SUPPRESSED),
        ("1915-05", "hard", "fully", 5, FireResult.KILLED),
    ],
)
def test_what_gas_does_by_period_and_cover(date: str, cover: str, coverage: str, pips: int, result: FireResult) -> None:
    evening = at_gas(game(date=date))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    hit = went(evening, "cloud1", touched(cover=cover, coverage=coverage), pips=(pips,)).hits[0]
    assert hit.results == (result,)
    stand = evening.state.stands[THEIRS]
    assert (stand.levels, stand.alive) == (int(result is FireResult.SUPPRESSED), result is not FireResult.KILLED)
    # AMB-454: no spread to the company.
    assert evening.state.stands["d1.1.c1.p2"].levels == 0
    replays(evening)


def test_command_stands_suffer_less_and_friends_as_much_as_enemies() -> None:
    """FF-GAS-24: a commander's 6 is 5, suppressed; FF-GAS-T3: friends too; a shelter is safe (AMB-361)."""
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    safe = touched("d1.1.c1.p2", sheltering=True)
    event = went(evening, "cloud1", touched("d1.1.hq"), touched(OURS, "open"), safe, pips=(6, 6))
    assert [one.results for one in event.hits] == [(FireResult.SUPPRESSED,), (FireResult.KILLED,), ()]
    assert evening.state.stands["d1.1.hq"].levels == 1
    assert not evening.state.stands[OURS].alive


def test_the_raw_stay_raw_in_gas() -> None:
    """FF-ORD-21: gas is no fire."""
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1", touched("d1.2.c1.p1"), pips=(6,))
    assert not evening.state.battalions["d1.2"].fired_on


def test_who_stands_in_gas_is_known_to_orders_and_fire() -> None:
    """FF-GAS-25, FF-GAS-26: -1 on the order and on the fire of who stands where the cloud ended, not of the others."""
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1", touched(OURS, "open", ends="under_half"), touched("a1.2.c1.p1", "open"), pips=(1, 1))
    assert evening.state.stands[OURS].in_gas
    assert not evening.state.stands["a1.2.c1.p1"].in_gas
    evening.go_to("attacker", "late_companies", "a1.1")
    order = evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    assert ("FF-ORD-14", -1) in {(step.clause, step.value) for step in order.reasons.steps}
    shot = {"firer": OURS, "target": THEIRS, "range_cm": 20.0, "cover": "open", "dice": entered(6)}
    fired = evening.do("attacker", "fire", unit="a1.1.c1", shots=[shot])
    assert "FF-DFM-11" in {step.clause for step in fired.shots[0].reasons.steps}


def test_the_players_word_on_who_stands_in_gas_goes_before_the_games() -> None:
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1", touched(OURS, "open", ends="whole"), pips=(1,))
    evening.go_to("attacker", "late_companies", "a1.1")
    order = evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6), in_gas=False)
    assert "FF-ORD-14" not in {step.clause for step in order.reasons.steps}


def test_who_has_moved_out_stands_in_gas_no_more() -> None:
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1", touched(OURS, "open", ends="whole"), pips=(1,))
    assert evening.refused("defender", "leave_gas", stands=[OURS]).clause == "FF-TRN-01"
    evening.do("attacker", "leave_gas", stands=[OURS])
    assert not evening.state.stands[OURS].in_gas
    assert evening.refused("attacker", "leave_gas", stands=[OURS]).clause == "FF-GAS-25"
    replays(evening)


def test_the_wind_turns_and_the_cloud_goes_with_it() -> None:
    """FF-GAS-X7: 5 and 2 turn it 90 degrees right, 2 and 3 with 5 make 10 cm: from (60, 77) to (70, 77)."""
    evening = next_round(released(game()))
    assert "angle" in throw(evening, "wind", 5).says
    changed = throw(evening, "wind", 2, 2, 3)
    assert (changed.wind.direction_deg, changed.wind.speed_cm) == (90, 10.0)
    british = throw(evening, "release", 6)
    assert british.cloud.id == "cloud2"
    went(evening, "cloud1")
    assert place(evening) == (70.0, 77.0, 2)
    # The denying cloud drifts once with the same wind and sinks (FF-GAS-X12, AMB-445).
    assert went(evening, "cloud2").fate is CloudFate.SINKS
    assert place(evening, "cloud2") == (100.0, 110.0, 1)
    replays(evening)


@pytest.mark.parametrize(
    ("dice", "speed"),
    [(((1,),), 17.0), (((2,),), 17.0), (((3,), (6,)), 23.0), (((4,), (6,)), 11.0)],  # FF-GAS-X8
)
def test_the_wind_blows_on_faster_or_slower(dice: tuple[tuple[int, ...], ...], speed: float) -> None:
    evening = next_round(released(game()))
    for pips in dice:
        throw(evening, "wind", *pips)
    assert evening.state.gas.wind is not None
    assert evening.state.gas.wind.speed_cm == speed


def test_a_six_for_the_wind_removes_every_cloud_and_the_wind_stays() -> None:
    """FF-GAS-X9, AMB-446."""
    evening = next_round(released(game()))
    throw(evening, "wind", 6)
    assert evening.state.gas.clouds == ()
    assert evening.state.gas.wind is not None
    assert evening.state.gas.wind.speed_cm == 17.0
    # The denying attack of this turn still comes, on the wind that blows.
    throw(evening, "release", 6)
    assert evening.state.gas.clouds[0].kind == "denying"


def test_offensive_gas_drifts_six_times_and_is_gone() -> None:
    """FF-GAS-15, FF-GAS-X14: released in turn 1, it drifts in turns 1 to 6 and is removed in turn 7."""
    evening = released(game())
    evening.do("referee", "correct", of="cloud1", what="phases", value=6, reason="a long evening")
    evening = next_round(evening)
    outcome = evening.try_("attacker", "throw_for_gas", what="wind", dice=entered(1))
    assert [type(event).__name__ for event in outcome] == ["WindChanged", "CloudGone"]  # type: ignore[union-attr]
    assert evening.state.gas.cloud("cloud1") is None


def test_the_defenders_gas_moves_in_the_attackers_turn() -> None:
    """AMB-453: released in its owner's turn; seen from the British edge the wind blows back at them."""
    evening = next_round(released(game()))
    throw(evening, "wind", 1)
    throw(evening, "release", 6)
    went(evening, "cloud1")
    went(evening, "cloud2")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_gas")
    throw(evening, "release", 6, side="defender")
    # 17 cm straight ahead of the Germans is 17 cm towards the British edge: from 90 to 73.
    went(evening, "cloud3")
    assert place(evening, "cloud3") == (60.0, 73.0, 1)
    evening.do("defender", "next_step")
    evening.do("defender", "end_turn")
    at_gas(evening)
    throw(evening, "wind", 1)
    for cloud in ("cloud1", "cloud2", "cloud3"):
        went(evening, cloud)
    assert place(evening, "cloud3") == (60.0, 56.0, 2)
    assert place(evening, "cloud2") == (90.0, 127.0, 2)
    replays(evening)


def sunk(evening: Evening) -> Evening:
    """Turn 2 after the gas step: cloud 1 drifts, cloud 2 has sunk at (90, 127)."""
    next_round(released(evening))
    throw(evening, "wind", 1)
    throw(evening, "release", 6)
    went(evening, "cloud1")
    went(evening, "cloud2")
    return evening


def test_who_enters_sunk_gas_is_attacked_at_once_and_once_a_turn() -> None:
    """FF-GAS-20, FF-GAS-X13: late, wholly covered, 4: suppressed; not again in this player turn."""
    evening = sunk(game())
    entered_it = {"cloud": "cloud2", "caught": touched(OURS, "soft", ends="whole")}
    assert "attacked at once" in evening.refused("attacker", "enter_gas", **entered_it).because
    event = evening.do("attacker", "enter_gas", dice=entered(4), **entered_it)
    assert (event.attacked, event.hit.results) == (True, (FireResult.SUPPRESSED,))
    assert evening.state.stands[OURS].in_gas
    assert not evening.do("attacker", "enter_gas", **entered_it).attacked
    replays(evening)


def test_drifting_gas_lets_enter_and_a_house_rule_does_not() -> None:
    """AMB-448."""
    into = {"cloud": "cloud1", "caught": touched(OURS, "soft", ends="whole")}
    evening = released(game())
    assert not evening.do("attacker", "enter_gas", **into).attacked
    assert evening.state.stands[OURS].in_gas
    strict = released(game(**rule("AMB-448", "drifting_too")))
    assert strict.do("attacker", "enter_gas", dice=entered(6), **into).attacked
    assert not strict.state.stands[OURS].alive


def test_a_third_loss_to_gas_calls_for_a_test() -> None:
    """FF-MOR-01: half of a battalion's twelve platoons."""
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    stands = [f"d1.1.c{company}.p{platoon}" for company in (1, 2) for platoon in (1, 2, 3)]
    went(evening, "cloud1", *(touched(one) for one in stands), pips=(6,) * 6)
    assert [due.of for due in evening.state.due] == ["d1.1"]
    tested = evening.do("defender", "test_morale", battalion="d1.1", die=die(6))
    assert tested.result is MoraleResult.HOLDS


def test_gas_waits_for_its_step_and_its_seat() -> None:
    evening = game()
    assert evening.refused("attacker", "throw_for_gas", what="release", dice=entered(5)).clause == "FF-TRN-01"
    evening.do("attacker", "start_turn")
    assert "step of its own" in evening.refused("attacker", "throw_for_gas", what="release", dice=entered(5)).because
    # FF-GAS-07: it comes by itself; neither is the step passed over nor the turn ended without it.
    assert evening.refused("attacker", "end_turn").clause == "FF-GAS-07"
    evening.go_to("attacker", "late_gas")
    assert evening.refused("attacker", "next_step").clause == "FF-GAS-07"
    assert "German side" in evening.refused("defender", "throw_for_gas", what="release", dice=entered(5)).because
    assert "one die" in evening.refused("attacker", "throw_for_gas", what="release", dice=entered(5, 5)).because
    assert evening.refused("attacker", "throw_for_gas", what="wind", dice=entered(5)).clause == "FF-GAS-09"
    assert evening.refused("attacker", "gas_attacks", cloud="cloud1").clause == "FF-GAS-09"
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    for caught, because in (
        ([touched("nobody")], "not on the table"),
        ([touched(), touched()], "named twice"),
        ([touched()], "1 dice"),
    ):
        dice = [] if because == "1 dice" else entered(*(1 for _ in caught))
        assert because in evening.refused("attacker", "gas_attacks", cloud="cloud1", caught=caught, dice=dice).because


def test_a_side_learns_of_the_others_gas_when_it_comes() -> None:
    """The plan is secret until the cloud is on the table: same view, same step, same refusals with and without it."""
    evening = game()
    seen, mine = SYSTEM.view(evening.state, Role.DEFENDER), SYSTEM.view(evening.state, Role.ATTACKER)
    assert [one["side"] for one in seen["gas"]["planned"]] == ["defender"]
    assert [one["side"] for one in mine["gas"]["planned"]] == ["attacker", "attacker"]
    assert len(SYSTEM.view(evening.state, Role.REFEREE)["gas"]["planned"]) == 3
    assert SYSTEM.view(evening.state, Role.SPECTATOR)["gas"]["planned"] == []


def test_a_die_for_gas_stays_thrown() -> None:
    evening = at_gas(game())
    throw(evening, "release", 2)
    evening.do("attacker", "take_back")
    refused = evening.refused("attacker", "throw_for_gas", what="release", dice=entered(5))
    assert "shows 2" in refused.because
    throw(evening, "release", 2)
    replays(evening)


def test_the_record_of_clouds_and_wind_can_be_corrected() -> None:
    evening = released(game())
    for of, what, value in (
        ("cloud1", "along_cm", 62.5),
        ("cloud1", "up_cm", 80),
        ("wind", "direction_deg", 45),
        ("wind", "speed_cm", 12),
        (OURS, "in_gas", True),
    ):
        evening.do("attacker", "correct", of=of, what=what, value=value, reason="as it lies")
    assert place(evening) == (62.5, 80.0, 1)
    assert evening.state.gas.wind is not None
    assert (evening.state.gas.wind.direction_deg, evening.state.gas.wind.speed_cm) == (45, 12.0)
    assert evening.state.stands[OURS].in_gas
    assert evening.refused("attacker", "correct", of="wind", what="direction_deg", value=400, reason="no").because
    evening.do("attacker", "correct", of="cloud1", what="on_table", value=False, reason="it was taken away")
    assert evening.state.gas.clouds == ()
    assert not evening.state.stands[OURS].in_gas
    replays(evening)


def test_a_cloud_that_leaves_the_table_has_attacked_on_its_way() -> None:
    """AMB-451."""
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    event = went(evening, "cloud1", touched(), pips=(6,), off_table=True)
    assert event.fate is CloudFate.LEAVES_TABLE
    assert evening.state.gas.clouds == ()
    assert not evening.state.stands[THEIRS].alive


def test_before_1915_there_is_no_gas() -> None:
    """GAP-68: the plan of the scenario is left out."""
    evening = game(date="1914-10")
    evening.do("attacker", "start_turn")
    for _ in range(30):
        assert evening.state.turn.step != "early_gas"
        if isinstance(evening.try_("attacker", "next_step"), tuple):
            continue
        break


# House rules


def test_by_house_rule_a_cloud_first_drifts_a_turn_later() -> None:
    """AMB-442."""
    evening = at_gas(game(**rule("AMB-442", "next_turn")))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    assert went(evening, "cloud1").fate is CloudFate.LIES
    assert place(evening) == (60.0, 60.0, 1)


def test_by_house_rule_each_cloud_has_its_own_wind() -> None:
    """AMB-445: the die for it is thrown cloud by cloud."""
    evening = at_gas(game(**rule("AMB-445", "own_wind")))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1")
    next_round(evening)
    throw(evening, "wind/cloud1", 3)
    throw(evening, "wind/cloud1", 2)
    throw(evening, "release", 6)
    throw(evening, "release", 1, 1)
    went(evening, "cloud1")
    went(evening, "cloud2")
    # 17 + 2 = 19 for the first, 12 for the second.
    assert place(evening) == (60.0, 96.0, 2)
    assert place(evening, "cloud2") == (90.0, 122.0, 1)


def test_by_house_rule_each_cloud_throws_its_own_six() -> None:
    """AMB-446."""
    evening = next_round(released(game(**rule("AMB-446", "own_6"))))
    throw(evening, "wind", 6)
    throw(evening, "release", 6)
    assert evening.state.gas.cloud("cloud1") is not None
    throw(evening, "fate/cloud1", 6)
    assert evening.state.gas.cloud("cloud1") is None
    went(evening, "cloud2")
    replays(evening)


def test_by_house_rule_a_cloud_that_throws_no_six_goes_on() -> None:
    """AMB-446: its own 3 is no 6."""
    evening = next_round(released(game(**rule("AMB-446", "own_6"))))
    throw(evening, "wind", 6)
    throw(evening, "release", 6)
    throw(evening, "fate/cloud1", 3)
    went(evening, "cloud1")
    assert evening.state.gas.cloud("cloud1") is not None
    replays(evening)


def test_by_house_rule_a_cloud_attacks_where_it_starts_too() -> None:
    """AMB-447: two dice for a stand that it touches both times."""
    evening = at_gas(game(**rule("AMB-447", "start_and_path")))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    event = went(evening, "cloud1", touched(at_start="partly"), pips=(6, 4))
    assert event.hits[0].results == (FireResult.SUPPRESSED, FireResult.SUPPRESSED)
    assert evening.state.stands[THEIRS].levels == 2


def test_by_house_rule_the_wind_is_named_on_release_and_written_down() -> None:
    """GAP-62, GAP-67."""
    evening = at_gas(game(**rule("GAP-62", "on_release")))
    throw(evening, "release", 5, wind_deg=90)
    assert "not named" in evening.refused("attacker", "throw_for_gas", what="release", dice=entered(3, 4)).because
    assert throw(evening, "release", 3, 4, wind_deg=90).common_wind.direction_deg == 90
    written = at_gas(game(**rule("GAP-67", "written")))
    throw(written, "release", 5, written_cm=14)
    assert cloud_of(written).id == "cloud1"
    assert written.state.gas.wind is not None
    assert written.state.gas.wind.speed_cm == 14.0


# Event cards


def with_card(card: str, **settings: Any) -> Evening:
    """The German side has drawn a card at the start of its first turn."""
    evening = game(event_cards="table", **settings)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card=card)
    return evening


def test_the_king_of_spades_brings_the_enemy_an_extra_attack() -> None:
    """FF-GAS-28: placed by the enemy, offensive, in his next gas step, beside what his plan holds."""
    evening = with_card("spades_king")
    assert evening.refused("attacker", "gas_by_card", along_cm=60, up_cm=80).clause == "FF-TRN-01"
    assert evening.refused("defender", "gas_by_card", along_cm=-3, up_cm=80).clause == "FF-GAS-28"
    evening.do("defender", "gas_by_card", along_cm=60, up_cm=80)
    assert evening.state.cards.lying == ()
    assert evening.refused("defender", "gas_by_card", along_cm=60, up_cm=80).clause == "FF-GAS-28"
    assert [one["turn"] for one in SYSTEM.view(evening.state, Role.DEFENDER)["gas"]["planned"]] == [2, 1]
    assert SYSTEM.view(evening.state, Role.SPECTATOR)["gas"]["planned"] == []
    evening.go_to("attacker", "late_gas")
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "draw_card", card="hearts_2")
    evening.go_to("defender", "late_gas")
    came = throw(evening, "release", 6, side="defender")
    assert (came.cloud.owner, came.cloud.along_cm, came.cloud.up_cm) == ("defender", 60.0, 80.0)
    replays(evening)


def test_the_jack_of_spades_turns_the_wind_on_the_attacker() -> None:
    """FF-GAS-28: straight back at 10 + 2D6 = 17 cm, for gas still to come: from y 60 back to y 43."""
    evening = with_card("spades_jack")
    assert "throw both" in evening.refused("attacker", "wind_by_card", dice=entered(3)).instead
    evening.do("attacker", "wind_by_card", dice=entered(3, 4))
    assert evening.state.cards.lying == ()
    evening.go_to("attacker", "late_gas")
    throw(evening, "release", 5)
    went(evening, "cloud1")
    assert place(evening) == (60.0, 43.0, 1)
    replays(evening)


@pytest.mark.parametrize("role", [Role.DEFENDER, Role.SPECTATOR])
def test_until_it_comes_a_game_with_gas_and_one_without_look_the_same(role: Role) -> None:
    """The rail, the next step, the counts: up to the step in which the German gas is released."""
    evenings = game(), game()
    opened = evenings[1].log[0]
    bare = replace(opened.event, gas=(), missions=())  # type: ignore[type-var]
    evenings[1].log[0] = opened._replace(event=bare)
    evenings[1].state = SYSTEM.replay(evenings[1].log)
    for evening in evenings:
        evening.state.gas = replace(evening.state.gas, planned=tuple(_theirs(evening)))
    assert evenings[0].state != evenings[1].state
    for _ in ("before the turn", "as it begins"):
        seen = [plain_of(evening, role) for evening in evenings]
        assert seen[0] == seen[1]
        for evening in evenings:
            evening.try_("attacker", "start_turn")


def _theirs(evening: Evening) -> list[PlannedGas]:
    """The German plan only: what the British side has planned itself it may see."""
    return [one for one in evening.state.gas.planned if one.side is Side.ATTACKER]


def plain_of(evening: Evening, role: Role) -> object:
    """What a seat sees, its own missions aside."""
    view = dict(SYSTEM.view(evening.state, role))
    return view | {"air": {**view["air"], "left": {}}}

"""Gas in a game: every outcome is worked by hand from the rulebook, beside the step.

March 1918: gas suppresses on 4 and kills on 6 in every cover (FF-GAS-T2). The Germans release an offensive cloud from
guns in turn 1 at (60, 60) and a denying one in turn 2 at (90, 110), the British an offensive one in turn 2 at (60, 90);
every plan names a wind straight ahead.
"""

from dataclasses import replace

import pytest

from rules.flanders_fields.game.actions.gas.gas_events import CloudWent, GasDiceThrown, GasReleased
from rules.flanders_fields.game.state.fire_plan import PlannedGas
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.gas_effects import CloudFate
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, FireResult, MoraleResult, Side
from rules.kernel.seats import Role
from tests.game.choosing import asks_of
from tests.game.evening import Evening, die, entered
from tests.game.gas_in_play import (
    OURS,
    THEIRS,
    at_gas,
    game,
    place,
    released,
    replays,
    rule,
    throw,
    touched,
    went,
)


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


def told_of(evening: Evening, kind: type) -> str:
    """What the other side is told of the newest event of a kind."""
    newest = next(one for one in evening.log[::-1] if isinstance(one.event, kind))
    return str(SYSTEM.tell(evening.state, newest, DEFENDER)["says"])


def test_both_sides_are_told_where_a_cloud_came_down_and_where_it_drifts() -> None:
    """FF-GAS-X10: 63.5 along and 53.9 up; a wind of 12 cm straight ahead takes it to 65.9 up (FF-GAS-15)."""
    evening = at_gas(game())
    throw(evening, "release", 2)
    assert told_of(evening, GasDiceThrown).startswith("Gas, die 2: it deviates")
    asked = asks_of(evening.state, ATTACKER, "throw_for_gas", {"what": "release"})({}).questions
    (dice,) = (one.ask for one in asked if one.ask.name == "dice")
    assert dice.each == ("the clock, 1 of 2", "the clock, 2 of 2", "how far, 1 of 2", "how far, 2 of 2")
    throw(evening, "release", 3, 5, 3, 4)
    throw(evening, "release", 1, 1)
    said = told_of(evening, GasReleased)
    assert "Gas cloud 1, dice 1, 1, its middle 63.5 cm along, 53.9 cm up the table from the German left corner" in said
    caught = asks_of(evening.state, ATTACKER, "gas_attacks", {"cloud": "cloud1"})({}).questions[0]
    lies, goes = (one.says for one in caught.ask.reckoned)
    assert lies == "its middle lies 63.5 cm along, 53.9 cm up, from the German left corner"
    assert goes == "it drifts, to 63.5 cm along, 65.9 cm up"
    went(evening, "cloud1")
    assert (
        told_of(evening, CloudWent) == "Gas cloud 1 drifts, its middle now 63.5 cm along, 65.9 cm up: it touches nobody"
    )


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
    seen, mine = SYSTEM.view(evening.state, DEFENDER), SYSTEM.view(evening.state, ATTACKER)
    assert [one["side"] for one in seen["gas"]["planned"]] == ["defender"]
    assert [one["side"] for one in mine["gas"]["planned"]] == ["attacker", "attacker"]
    assert len(SYSTEM.view(evening.state, Role.REFEREE)["gas"]["planned"]) == 3
    assert SYSTEM.view(evening.state, Role.SPECTATOR)["gas"]["planned"] == []


def test_a_die_for_gas_stays_thrown() -> None:
    evening = at_gas(game())
    throw(evening, "release", 2)
    evening.agreed("attacker", "undo")
    refused = evening.refused("attacker", "throw_for_gas", what="release", dice=entered(5))
    assert "shows 2" in refused.because
    throw(evening, "release", 2)
    replays(evening)


def test_before_1915_there_is_no_gas() -> None:
    """GAP-68: the plan of the scenario is left out."""
    evening = game(date="1914-10")
    evening.do("attacker", "start_turn")
    for _ in range(30):
        assert evening.state.turn.step != "early_gas"
        if isinstance(evening.try_("attacker", "next_step"), tuple):
            continue
        break


@pytest.mark.parametrize("role", [DEFENDER, Role.SPECTATOR])
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


def test_at_a_date_without_gas_nobody_is_asked_who_stands_in_it() -> None:
    """FF-GAS-01: none in August 1914, but in September 1916."""
    for scenario, possible in (("mons-1914", False), ("somme-1916", True)):
        evening = Evening()
        evening.do("referee", "create_game", scenario=scenario)
        assert SYSTEM.view(evening.state, ATTACKER)["gas"]["possible"] is possible

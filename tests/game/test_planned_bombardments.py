"""Fire that falls by the plan in a game, and the hurricane bombardment; worked by hand from FF-BOM and FF-HUR."""

from dataclasses import replace
from typing import Any

import pytest

from app.systems.flanders_fields.screen_board import units
from rules.flanders_fields.game.state.artillery import FiresBy
from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedFire, PlannedPoint, PlannedWork
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, FireResult, Side, Work
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Audience, Role
from tests.game.evening import Evening, entered, mons, somme, with_plan

HEAVY, ON_TABLE = "a1.b4", "a1.b1"
LINE = PlannedFire("attacker.fire1", Side.ATTACKER, HEAVY, 1, "the second trench", 50.0, 95.0)
FIRST, SECOND, THIRD = "d1.1.c1.p1", "d1.1.c1.p2", "d1.1.c2.p1"


def to_phase(plan: FirePlan, **settings: Any) -> Evening:
    """The Somme game with this plan, in phase 4 of the British turn."""
    evening = somme(plan, **settings)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    return evening


def at_the_line(**settings: Any) -> Evening:
    evening = to_phase(FirePlan(fires=(LINE,)), **settings)
    assert evening.state.turn.step == "mid_bombardment"
    return evening


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def caught(*stands: str, cover: str = "medium") -> list[dict[str, Any]]:
    return [{"stand": stand, "cover": cover} for stand in stands]


def test_a_battery_fires_by_the_plan_without_an_order() -> None:
    """FF-BOM-05, AMB-341: unseen it may deviate; heavy artillery at Medium is 4 / 5. It is not ordered in the turn."""
    evening = at_the_line()
    assert "60-pounders fires by the plan" in evening.refused("attacker", "next_step").because
    fired = evening.do("attacker", "fire_by_plan", line=LINE.id)
    assert fired.deviates
    told = next(SYSTEM.tell(evening.state, one, ATTACKER)["says"] for one in evening.log[::-1] if one.event is fired)
    assert told == "60-pounders fires by the plan: the second trench"
    assert evening.state.guns.arriving is not None
    assert evening.state.guns.arriving.by is FiresBy.PLAN
    evening.do("attacker", "roll_deviation", unit=HEAVY, dice=entered(6))
    fell = evening.do("attacker", "fire_on_area", unit=HEAVY, stands=caught(FIRST, THIRD), dice=entered(4, 5))
    assert [hit.result for hit in fell.hits] == [FireResult.SUPPRESSED, FireResult.KILLED]
    assert not fell.spends
    evening.do("attacker", "next_step")
    evening.go_to("attacker", "mid_regimental_artillery")
    # It is no unit to order any more, wherever the board shows its units.
    shown = {one.id: one.state for one in units(SYSTEM.view(evening.state, ATTACKER), ["attacker"])}
    assert shown[HEAVY] == "fired"
    assert "to order" in shown.values()
    assert "plan" in evening.refused("attacker", "roll_orders", unit=HEAVY, die=entered(6)[0]).because.lower()
    replays(evening)


def test_seen_fire_falls_where_the_plan_says() -> None:
    evening = at_the_line()
    assert not evening.do("attacker", "fire_by_plan", line=LINE.id, observed=True).deviates
    point = evening.state.guns.point_of(HEAVY)
    assert point is not None
    assert (point.where, point.along_cm, point.up_cm) == ("the second trench", 50.0, 95.0)
    assert evening.refused("attacker", "fire_by_plan", line=LINE.id).clause == "FF-BOM-05"
    evening.do("attacker", "fire_on_area", unit=HEAVY, observed=True)
    evening.do("attacker", "next_step")


def test_a_battery_that_cannot_fire_is_struck_from_the_plan_and_no_other() -> None:
    """A suppressed gun on the table does not fire (FF-SUP-02); one that can is not struck (FF-PLN-07)."""
    line = PlannedFire("attacker.fire1", Side.ATTACKER, ON_TABLE, 1, "the wire", 50.0, 40.0)
    evening = to_phase(FirePlan(fires=(line,)))
    assert "plan cannot be changed" in evening.refused("attacker", "strike_from_plan", line=line.id).because
    evening.do("referee", "correct", of=ON_TABLE, what="levels", value=1, reason="shelled")
    assert evening.refused("attacker", "fire_by_plan", line=line.id).clause == "FF-SUP-02"
    struck = evening.do("attacker", "strike_from_plan", line=line.id)
    assert struck.because == "The battery is suppressed"
    evening.do("attacker", "next_step")
    replays(evening)


def test_a_lost_battery_has_nothing_to_fire() -> None:
    evening = somme(FirePlan(fires=(LINE,)))
    evening.do("referee", "correct", of=HEAVY, what="alive", value=False, reason="lost")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert evening.state.turn.step == "mid_staff"


def test_each_side_fires_in_its_own_turn_and_only_in_the_turn_named() -> None:
    later = PlannedFire("defender.fire1", Side.DEFENDER, "d1.b4", 2, "the British trench", 50.0, 120.0)
    evening = somme(FirePlan(fires=(later,)))
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "next_step")
    assert evening.state.turn.step == "mid_staff"
    evening.do("defender", "end_turn")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "next_step")
    assert evening.state.turn.step == "mid_bombardment"
    assert evening.refused("attacker", "fire_by_plan", line=later.id).clause == "FF-TRN-01"


def test_by_house_rule_the_phase_is_left_out() -> None:
    """AMB-341 ignored."""
    evening = to_phase(FirePlan(fires=(LINE,)), house_rules=[{"ruling": "AMB-341", "option": "ignored"}])
    assert evening.state.turn.step == "mid_staff"


def test_a_first_point_of_the_plan_is_its_own_side_s_secret() -> None:
    """FF-PLN-04, FF-SUI-04: it lies registered from the beginning; the other side does not see it."""
    evening = somme(FirePlan(points=(PlannedPoint(HEAVY, "the crossroads", 70.0, 110.0),)))
    point = evening.state.guns.point_of(HEAVY)
    assert point is not None
    assert point.registered
    assert "crossroads" in repr(SYSTEM.view(evening.state, ATTACKER))
    for role in (DEFENDER, Role.SPECTATOR):
        assert "crossroads" not in repr(SYSTEM.view(evening.state, role))


@pytest.mark.parametrize("role", [DEFENDER, Role.SPECTATOR])
def test_the_plan_is_secret_until_it_falls(role: Role) -> None:
    """A turn of a side that plans fire looks to the other side like any turn, until the phase has come."""
    mill = PlannedWork("attacker.work1", Side.ATTACKER, "the mill", Work.STRONG_POINT, 1)
    evening, bare = somme(FirePlan(fires=(LINE,), works=(mill,))), somme(FirePlan())
    for one in (evening, bare):
        one.do("attacker", "start_turn")
    assert repr(SYSTEM.view(evening.state, role)) == repr(SYSTEM.view(bare.state, role))
    evening.do("attacker", "next_step")
    seen = repr(SYSTEM.view(evening.state, role))
    assert "second trench" not in seen
    assert "the mill" not in seen
    refused = evening.refused("defender", "fire_by_plan", line=LINE.id)
    assert refused == evening.refused("defender", "fire_by_plan", line="attacker.fire9")


def hurricane(*works: PlannedWork, **settings: Any) -> Evening:
    """The March game with these works and without gas, in phase 4 of the German turn."""
    evening = Evening()
    evening.do("referee", "create_game", scenario="michael-1918", **settings)
    with_plan(evening, FirePlan(works=works), gas=False)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert evening.state.turn.step == "late_bombardment"
    return evening


STRONG = PlannedWork("attacker.work1", Side.ATTACKER, "the mill", Work.STRONG_POINT, 1)
TRENCH = PlannedWork("attacker.work2", Side.ATTACKER, "the first trench", Work.TRENCH, 1)


@pytest.mark.parametrize(
    ("work", "cover", "pips", "result"),
    [
        # FF-HUR-X1: heavy at Medium 4 / 5, super heavy at Hard 4 / 5.
        (TRENCH, "medium", 3, FireResult.NO_EFFECT),
        (TRENCH, "medium", 4, FireResult.SUPPRESSED),
        (TRENCH, "medium", 5, FireResult.KILLED),
        (STRONG, "hard", 3, FireResult.NO_EFFECT),
        (STRONG, "hard", 4, FireResult.SUPPRESSED),
        (STRONG, "hard", 5, FireResult.KILLED),
    ],
)
def test_the_hurricane_falls_on_works(work: PlannedWork, cover: str, pips: int, result: FireResult) -> None:
    evening = hurricane(work)
    assert work.name in evening.refused("attacker", "next_step").because
    stands = caught(FIRST, cover=cover)
    fell = evening.do("attacker", "bombard_work", work=work.id, stands=stands, dice=entered(pips))
    assert fell.hits[0].result is result
    evening.do("attacker", "next_step")
    replays(evening)


def test_its_suppression_spreads_once_over_a_company() -> None:
    """AMB-372: two platoons are suppressed, and the whole company has one level."""
    evening = hurricane(TRENCH)
    evening.do("attacker", "bombard_work", work=TRENCH.id, stands=caught(FIRST, SECOND), dice=entered(4, 4))
    company = evening.state.living(evening.state.units["d1.1.c1"])
    assert {stand.levels for stand in company} == {1}


def test_each_work_once_and_friends_are_spared() -> None:
    evening = hurricane(TRENCH)
    fell = evening.do("attacker", "bombard_work", work=TRENCH.id, stands=caught("a1.1.c1.p1"))
    assert fell.hits == ()
    again = evening.refused("attacker", "bombard_work", work=TRENCH.id, stands=caught(FIRST), dice=entered(5))
    assert again.clause == "FF-HUR-07"


def test_a_hurricane_rolls_two_dice_of_deep_suppression_by_house_rule() -> None:
    """AMB-371: the better of two counts."""
    evening = Evening()
    rules = [{"ruling": "AMB-371", "option": "better_of_two"}]
    evening.do("referee", "create_game", scenario="michael-1918", house_rules=rules)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert evening.refused("attacker", "roll_deep_suppression", dice=entered(5)).because == "2 dice are thrown"
    assert evening.do("attacker", "roll_deep_suppression", dice=entered(1, 5)).modifier == -2


def test_a_line_of_the_plan_is_corrected_by_its_side_and_heard_by_it_alone() -> None:
    evening = at_the_line()
    evening.do("attacker", "correct", of=LINE.id, what="done", value=True, reason="the marker was lost")
    assert evening.log[-1].audience is Audience("attacker")
    unknown = evening.refused("defender", "correct", of=LINE.id, what="done", value=False, reason="x")
    assert unknown.because == "the record keeps nothing of that name there"
    evening.do("attacker", "next_step")
    replays(evening)


@pytest.mark.parametrize(("option", "falls_again"), [("band", False), ("repeated", True)])
def test_a_work_is_bombarded_once_but_by_house_rule(option: str, falls_again: bool) -> None:
    """AMB-373: a second line for the same work in turn 2."""
    again = PlannedWork("attacker.work3", Side.ATTACKER, TRENCH.name, Work.TRENCH, 2)
    rules = [] if option == "band" else [{"ruling": "AMB-373", "option": option}]
    evening = hurricane(TRENCH, again, house_rules=rules)
    evening.do("attacker", "bombard_work", work=TRENCH.id)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "end_turn")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert (evening.state.turn.step == "late_bombardment") is falls_again


def test_only_german_attackers_have_a_hurricane() -> None:
    """FF-HUR-01: the British plan one in vain, and their turn goes on."""
    evening = to_phase(FirePlan(works=(TRENCH,)), date="1917-11")
    assert evening.state.turn.step == "late_staff"


# -- Shifts of an aiming point in the plan ----

SHIFT = PlannedFire("attacker.shift1", Side.ATTACKER, HEAVY, 1, "the sunken road", 40.0, 120.0, shift=True)


def test_a_shift_in_the_plan_moves_the_point_and_fires_nothing() -> None:
    """AMB-309: in phase 4, without order or action; it is ordered as usual, a 6 being two actions (FF-ORD-T2)."""
    evening = to_phase(FirePlan(fires=(SHIFT,), points=(PlannedPoint(HEAVY, "the trench", 50.0, 95.0),)))
    assert evening.refused("attacker", "next_step").clause == "FF-PLN-10"
    moved = evening.do("attacker", "fire_by_plan", line=SHIFT.id)
    assert moved.reasons.steps[0].clause == "FF-ART-20"
    point = evening.state.guns.point_of(HEAVY)
    assert point is not None
    assert (point.where, point.along_cm, point.up_cm, point.used) == ("the sunken road", 40.0, 120.0, False)
    assert evening.state.guns.arriving is None
    evening.do("attacker", "next_step")
    evening.go_to("attacker", "mid_regimental_artillery")
    assert evening.do("attacker", "roll_orders", unit=HEAVY, die=entered(6)[0]).actions == 2
    replays(evening)


def test_early_in_the_war_a_shift_comes_before_the_orders() -> None:
    """AMB-309, AMB-06: nothing is fired by the plan at this date, but points shift."""
    line = PlannedFire("attacker.shift1", Side.ATTACKER, "a1.b1", 1, "the ridge", 40.0, 120.0, shift=True)
    fires = PlannedFire("attacker.fire1", Side.ATTACKER, "a1.b2", 1, "the mill", 40.0, 90.0)
    evening = with_plan(mons(), FirePlan(fires=(line, fires)))
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert evening.state.turn.step == "early_bombardment"
    evening.do("attacker", "fire_by_plan", line=line.id)
    point = evening.state.guns.point_of("a1.b1")
    assert point is not None
    assert point.where == "the ridge"
    evening.do("attacker", "next_step")
    replays(evening)


def test_from_1915_fire_falls_by_the_plan_on_the_first_sheet_too() -> None:
    """AMB-06: before the orders, and that battery is not ordered in the turn."""
    fires = PlannedFire("attacker.fire1", Side.ATTACKER, "a1.b2", 1, "the mill", 40.0, 90.0)
    evening = with_plan(mons(date="1915-03"), FirePlan(fires=(fires,)))
    evening.do("referee", "correct", of="a1.b2", what="carriage", value="ready", reason="set up so")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_bombardment")
    assert evening.refused("attacker", "next_step").clause == "FF-BOM-05"
    evening.do("attacker", "fire_by_plan", line=fires.id, observed=True)
    evening.do("attacker", "fire_on_area", unit="a1.b2", range_cm=90)
    evening.go_to("attacker", "early_regimental_artillery")
    assert isinstance(evening.try_("attacker", "roll_orders", unit="a1.b2", die=entered(6)[0]), Refusal)
    replays(evening)


def test_a_shift_is_a_secret_of_its_side() -> None:
    """FF-PLN-01."""
    evening = to_phase(FirePlan(fires=(SHIFT,)))
    evening.do("attacker", "fire_by_plan", line=SHIFT.id)
    assert evening.log[-1].audience is Audience("attacker")
    assert "the sunken road" not in repr(SYSTEM.view(evening.state, DEFENDER))


def test_that_a_point_on_the_table_shifts_is_seen_but_not_whereto() -> None:
    """FF-ART-20, AMB-320: its zone is no more, so whoever kept out of it need not; where it lies now is not told."""
    shift = replace(SHIFT, turn=2)
    evening = to_phase(FirePlan(fires=(LINE, shift)))
    evening.do("attacker", "fire_by_plan", line=LINE.id, observed=True)
    evening.do("attacker", "fire_on_area", unit=HEAVY, observed=True)
    assert HEAVY in SYSTEM.view(evening.state, DEFENDER)["guns"]["points"]
    for side in ("attacker", "defender"):
        evening.do(side, "end_turn")
        evening.do("defender" if side == "attacker" else "attacker", "start_turn")
    evening.do("attacker", "next_step")
    evening.do("attacker", "fire_by_plan", line=shift.id)
    assert evening.log[-1].audience is Audience.ALL
    german, british = (SYSTEM.tell(evening.state, evening.log[-1], role) for role in (DEFENDER, ATTACKER))
    assert HEAVY not in SYSTEM.view(evening.state, DEFENDER)["guns"]["points"]
    assert "60-pounders" in german["says"]
    assert shift.where not in str(german)
    assert shift.where in british["says"]


def test_that_a_point_of_the_plan_lies_nowhere_is_not_told_to_the_other_side() -> None:
    """FF-ART-21: neither was that it lay there."""
    evening = to_phase(FirePlan(points=(PlannedPoint(HEAVY, "the trench", 50.0, 95.0),)))
    evening.do("referee", "correct", of=HEAVY, what="laid", value=False, reason="never placed")
    assert evening.log[-1].audience is Audience("attacker")


def test_by_house_rule_plans_hold_no_shifts() -> None:
    """AMB-309 not_offered: nothing is planned, and the point stays."""
    evening = to_phase(FirePlan(fires=(SHIFT,)), house_rules=[{"ruling": "AMB-309", "option": "not_offered"}])
    assert evening.refused("attacker", "fire_by_plan", line=SHIFT.id).clause == "FF-BOM-05"
    assert evening.state.guns.point_of(HEAVY) is None


def test_a_shift_out_of_a_guns_arc_is_struck() -> None:
    """FF-ART-08: a field battery on the table; its point stays where it was."""
    line = PlannedFire("attacker.shift1", Side.ATTACKER, ON_TABLE, 1, "the wood", 5.0, 5.0, shift=True)
    evening = to_phase(FirePlan(fires=(line,)))
    assert evening.refused("attacker", "strike_from_plan", line=line.id).clause == "FF-PLN-10"
    assert isinstance(evening.try_("attacker", "fire_by_plan", line=line.id, in_arc=False), Refusal)
    evening.do("attacker", "strike_from_plan", line=line.id, in_arc=False)
    assert evening.state.guns.point_of(ON_TABLE) is None
    assert evening.log[-1].audience is Audience("attacker")


@pytest.mark.parametrize(
    ("date", "last"),
    [
        ("1914-08", "early_command_moves"),
        ("1915-08", "mid_command_moves"),
        ("1916-09", "mid_command_moves"),
        ("1917-08", "late_command_moves"),
    ],
)
def test_the_march_game_set_to_an_earlier_date_goes_on(date: str, last: str) -> None:
    """FF-HUR-01, AMB-370: its works are not bombarded and its band is an ordinary one; the turn comes to its end."""
    evening = Evening()
    evening.do("referee", "create_game", scenario="michael-1918", date=date)
    with_plan(evening, evening.state.plan, gas=False)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", last)
    assert not evening.state.plan_done
    evening.do("attacker", "end_turn")
    replays(evening)

"""The Mons game by its rules: every expected outcome is worked by hand from the rulebook, beside the step."""

from rules.flanders_fields.game.dice_luck import dice_of
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import DEFENDER, SEATING, Fate, FireResult, MoraleResult, Threshold
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Role
from tests.game.evening import Evening, die, mons, shot


def companies_of(battalion: str) -> tuple[Evening, str]:
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", battalion)
    return evening, battalion


def test_the_force_is_that_of_the_scenario() -> None:
    """FF-SCN-14 to -28: 6 and 4 battalions, 72 and 64 platoons, 12 and 4 machine guns, 6 and 4 batteries."""
    state = mons().state
    kinds = [(unit.side.value, unit.kind.value) for unit in state.units.values()]
    platoons = [s.side.value for s in state.stands.values() if s.unit and state.units[s.unit].kind == "rifle_company"]
    assert [b.side.value for b in state.battalions.values()].count("attacker") == 6
    assert (platoons.count("attacker"), platoons.count("defender")) == (72, 64)
    assert (kinds.count(("attacker", "machine_gun")), kinds.count(("defender", "machine_gun"))) == (12, 4)
    assert sum("field" in kind for side, kind in kinds if side == "attacker") == 6
    assert sum("field" in kind for side, kind in kinds if side == "defender") == 4
    assert [b.id for b in state.battalions.values() if not b.on_table] == ["a1.3", "a2.3", "d1.4"]
    assert [b.quality.value for b in state.battalions.values() if b.side == "defender"].count("veteran") == 2


def test_the_attacker_begins_and_the_sheet_gives_the_steps() -> None:
    """FF-TRN-02, FF-TRN-08: Germans first; staff markers, guns, then each battalion's machine guns and companies."""
    evening = mons()
    assert evening.refused("defender", "start_turn").clause == "FF-TRN-01"
    evening.do("attacker", "start_turn")
    seen: list[tuple[str, str]] = []
    while not isinstance(evening.try_("attacker", "next_step"), tuple) or len(seen) < 40:
        here = (evening.state.turn.step, evening.state.turn.of)
        if seen and seen[-1] == here:
            break
        seen.append(here)
    steps = [step.removeprefix("early_") for step, of in seen if of in ("a1", "a1.1")]
    assert steps == ["staff", "regimental_artillery", "machine_guns", "companies"]


def test_every_seat_is_told_whose_turn_begins_next() -> None:
    """FF-TRN-01, FF-TRN-02: the attacker first, then the other side; nobody while a player turn is running."""
    evening = mons()

    def to_begin() -> str:
        (told,) = {str(SYSTEM.view(evening.state, role)["turn"]["to_begin"]) for role in SEATING.roles}
        return told

    assert to_begin() == "attacker"
    evening.do("attacker", "start_turn")
    assert to_begin() == ""
    evening.do("attacker", "end_turn")
    assert to_begin() == "defender"


def test_a_company_is_ordered_once_and_spends_what_it_earned() -> None:
    """FF-ORD-T5: an Experienced company's 5 gives two actions; FF-TRN-05: it does not roll again."""
    evening, _ = companies_of("a1.1")
    event = evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(5), farthest_platoon_cm=20.0)
    assert (event.actions, event.reasons.total) == (2, 5)
    assert evening.refused("attacker", "roll_orders", unit="a1.1.c1", die=die(6)).clause == "FF-TRN-05"
    moved = evening.do("attacker", "move_unit", unit="a1.1.c1")
    assert "20 cm" in moved.says
    evening.do("attacker", "move_unit", unit="a1.1.c1", going="close_terrain")
    assert evening.refused("attacker", "move_unit", unit="a1.1.c1").clause == "FF-ORD-02"


def test_a_natural_1_fails_under_prussian_discipline() -> None:
    """FF-SPR-11: the use is spent and the 1 is a failure all the same."""
    evening, battalion = companies_of("a1.1")
    event = evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(1), prussian_discipline=True)
    assert event.actions == 0
    assert evening.state.battalions[battalion].discipline_used == 1


def test_prussian_discipline_adds_two_three_times() -> None:
    """FF-SCN-22: die 3 + 2 = 5 gives two actions; a fourth use by one commander is refused."""
    evening, battalion = companies_of("a1.1")
    for number in (1, 2, 3):
        event = evening.do("attacker", "roll_orders", unit=f"a1.1.c{number}", die=die(3), prussian_discipline=True)
        assert (event.actions, event.reasons.total) == (2, 5)
    fourth = evening.refused("attacker", "roll_orders", unit="a1.1.c4", die=die(3), prussian_discipline=True)
    assert fourth.clause == "FF-SPR-08"
    assert evening.state.battalions[battalion].discipline_used == 3


def ready_gun() -> Evening:
    """The first Maxim unpacked with two actions left: die 6 gives three (FF-ORD-T1), unpacking costs one."""
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_machine_guns", "a1.1")
    assert evening.do("attacker", "roll_orders", unit="a1.1.mg1", die=die(6)).actions == 3
    return evening


def test_a_packed_gun_unpacks_before_it_fires() -> None:
    """FF-RCB-12, FF-MOV-13."""
    evening = ready_gun()
    aim = shot("a1.1.mg1", "d1.1.c1.p1", 30, "soft", 4)
    assert evening.refused("attacker", "fire", unit="a1.1.mg1", shots=[aim]).clause
    evening.do("attacker", "change_carriage", unit="a1.1.mg1", to="ready")
    assert evening.do("attacker", "fire", unit="a1.1.mg1", shots=[aim]).shots[0].results == (FireResult.SUPPRESSED,)


def test_a_beaten_zone_kills_suppresses_the_company_once_and_misses() -> None:
    """FF-BZN-05, FF-SHO-T1 (Soft 4/5), AMB-80.

    First base at 30 cm: 5 kills. First in the zone, -1: 5 - 1 = 4 suppresses, and the whole company takes one
    level. Second in the zone, -2: 5 - 2 = 3 does nothing.
    """
    evening = ready_gun()
    evening.do("attacker", "change_carriage", unit="a1.1.mg1", to="ready")
    event = evening.do(
        "attacker",
        "fire",
        unit="a1.1.mg1",
        shots=[
            shot("a1.1.mg1", "d1.1.c1.p1", 30, "soft", 5),
            shot("a1.1.mg1", "d1.1.c1.p2", 34, "soft", 5, behind_cm=3.0),
            shot("a1.1.mg1", "d1.1.c1.p3", 40, "soft", 5, behind_cm=9.0),
        ],
    )
    assert [one.results[0].value for one in event.shots] == ["killed", "suppressed", "no_effect"]
    stands = evening.state.stands
    assert not stands["d1.1.c1.p1"].alive
    assert [stands[f"d1.1.c1.p{n}"].levels for n in (2, 3, 4)] == [1, 1, 1]
    assert evening.state.battalions["d1.1"].fired_on


def test_a_third_level_kills() -> None:
    """FF-SUP-08, FF-DBS-01: two levels stand on the company, one more from the gun destroys all that is left of it."""
    evening = ready_gun()
    evening.do("attacker", "change_carriage", unit="a1.1.mg1", to="ready")
    evening.do("referee", "correct", of="d1.1.c1.p1", what="levels", value=2, reason="as on the table")
    evening.do("attacker", "fire", unit="a1.1.mg1", shots=[shot("a1.1.mg1", "d1.1.c1.p1", 30, "soft", 4)])
    stands = evening.state.stands
    assert not stands["d1.1.c1.p1"].alive
    assert [stands[f"d1.1.c1.p{n}"].levels for n in (2, 3, 4)] == [1, 1, 1]


def lose(evening: Evening, battalion: str, platoons: int) -> None:
    """Take rifle platoons off the table by hand, in order."""
    stands = [s.id for s in evening.state.rifle_stands(evening.state.battalions[battalion]) if s.alive]
    for name in stands[:platoons]:
        evening.do("referee", "correct", of=name, what="alive", value=False, reason="lost")


def test_morale_is_called_at_half_and_at_three_quarters() -> None:
    """FF-MOR-09, FF-MOR-T2: 12 platoons test at 6 lost and, at -2, at 9 lost."""
    evening = mons()
    lose(evening, "a1.1", 5)
    assert not evening.state.due
    lose(evening, "a1.1", 1)
    assert [(due.of, due.threshold) for due in evening.state.due] == [("a1.1", Threshold.HALF)]
    event = evening.do("attacker", "test_morale", battalion="a1.1", die=die(2))
    assert event.result is MoraleResult.RETREAT_20
    assert event.retreat_cm == 20
    state = evening.state
    told = next(SYSTEM.tell(state, one, Role.SPECTATOR)["says"] for one in evening.log[::-1] if one.event is event)
    assert told == "I / 1st Regt retreats 20 cm, suppressed, and abandons Maxim 1 and Maxim 2: die 2"
    assert not state.stands["a1.1.mg1"].alive, "abandoned crewed weapons go (AMB-90)"
    assert {s.levels for s in state.rifle_stands(state.battalions["a1.1"]) if s.alive} == {1}
    lose(evening, "a1.1", 3)
    event = evening.do("attacker", "test_morale", battalion="a1.1", die=die(2))
    assert (event.result, event.reasons.total) == (MoraleResult.ROUT, 0)
    assert evening.state.battalions["a1.1"].fate is Fate.ROUTED
    assert evening.state.platoons_left(evening.state.battalions["a1.1"]) == 0


def routed() -> Evening:
    """The first German battalion has routed: 9 of its 12 platoons were lost, and a 1 less 2 is below nothing."""
    evening = mons()
    lose(evening, "a1.1", 6)
    evening.do("attacker", "test_morale", battalion="a1.1", die=die(6))
    lose(evening, "a1.1", 3)
    evening.do("attacker", "test_morale", battalion="a1.1", die=die(1))
    assert evening.state.battalions["a1.1"].fate is Fate.ROUTED
    return evening


def test_weapons_that_supported_a_routed_battalion_roll_for_themselves() -> None:
    """FF-MOR-06, AMB-86: the three batteries of its regiment are asked about, once each; nobody else's are.

    They roll as Experienced, without a modifier: FF-MOR-T1 holds on 4 and more. A 3 would be a retreat: the guns
    are abandoned and go.
    """
    evening = routed()
    assert [(due.kind.value, due.of, due.threshold) for due in evening.state.due] == [
        ("support_lost", weapon, "a1.1") for weapon in ("a1.b1", "a1.b2", "a1.b3")
    ]
    assert evening.refused("defender", "test_weapon", weapon="a1.b1", die=die(3)).clause == "FF-TRN-01"
    evening.do("attacker", "start_turn")
    assert evening.refused("attacker", "next_step").clause == "FF-MOR-06"
    held = evening.do("attacker", "test_weapon", weapon="a1.b1", die=die(4))
    assert (held.result, held.reasons.total, held.changes) == (MoraleResult.HOLDS, 4, ())
    left = evening.do("attacker", "test_weapon", weapon="a1.b2", die=die(3))
    assert (left.result, left.reasons.total) == (MoraleResult.RETREAT_20, 3)
    assert not evening.state.living(evening.state.units["a1.b2"])
    evening.do("attacker", "supports_another", weapon="a1.b3")
    assert evening.state.living(evening.state.units["a1.b3"])
    assert not evening.state.due
    assert evening.refused("attacker", "test_weapon", weapon="a1.b1", die=die(3)).clause == "FF-MOR-06"


def test_the_die_of_a_weapon_that_was_taken_back_stays_thrown() -> None:
    evening = routed()
    evening.do("attacker", "start_turn")
    evening.do("attacker", "test_weapon", weapon="a1.b1", die=die(1))
    evening.agreed("attacker", "undo")
    assert evening.refused("attacker", "test_weapon", weapon="a1.b1", die=die(6))
    assert not evening.do("attacker", "test_weapon", weapon="a1.b1", die=die(1)).changes[0].alive


def test_a_weapon_that_has_fallen_meanwhile_has_no_test_to_take() -> None:
    evening = routed()
    (gun,) = evening.state.living(evening.state.units["a1.b1"])
    evening.do("referee", "correct", of=gun.id, what="alive", value=False, reason="hit by a shell before")
    assert [due.of for due in evening.state.due] == ["a1.b2", "a1.b3"]


def test_weapons_roll_too_where_the_last_platoon_falls_and_once_only() -> None:
    """FF-MOR-06: routed or destroyed. The rout that the battalion rolls afterwards calls them no second time."""
    evening = mons()
    lose(evening, "a1.1", 12)
    assert [due.of for due in evening.state.due if due.kind == "support_lost"] == ["a1.b1", "a1.b2", "a1.b3"]
    evening.do("attacker", "test_morale", battalion="a1.1", die=die(6))
    evening.do("attacker", "test_morale", battalion="a1.1", die=die(1))
    assert [due.of for due in evening.state.due] == ["a1.b1", "a1.b2", "a1.b3"]


def test_by_house_rule_they_roll_on_a_retreat_too() -> None:
    """AMB-86 retreat_too: a 2 at half is a retreat of 20 cm (FF-MOR-T1)."""
    evening = mons(house_rules=[{"ruling": "AMB-86", "option": "retreat_too"}])
    lose(evening, "a1.1", 6)
    evening.do("attacker", "test_morale", battalion="a1.1", die=die(2))
    assert [due.of for due in evening.state.due] == ["a1.b1", "a1.b2", "a1.b3"]


def test_the_mad_minute_doubles_one_battalion_order() -> None:
    """FF-SCN-33, GAP-36: two rolls for each stand at its target; the battalion's other companies too, this turn only.

    At 50 cm, beyond 45 but within the 60 of the BEF (FF-SCN-32); Soft 5/6: 5 suppresses, 6 kills.
    """
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "early_companies", "d1.1")
    for company in ("c1", "c2"):
        evening.do("defender", "roll_orders", unit=f"d1.1.{company}", die=die(3))
    aim = shot("d1.1.c1.p1", "a1.1.c1.p1", 50, "soft", 5, 6)
    event = evening.do("defender", "fire", unit="d1.1.c1", shots=[aim], mad_minute=True)
    assert [result.value for result in event.shots[0].results] == ["suppressed", "killed"]
    again = shot("d1.1.c2.p1", "a1.1.c1.p2", 50, "soft", 2, 2)
    evening.do("defender", "fire", unit="d1.1.c2", shots=[again], mad_minute=True)
    assert evening.state.battalions["d1.1"].mad_minute_turn == 1


def test_a_reserve_arrives_on_six_in_turn_two() -> None:
    """FF-SCN-34: turn 2 asks for a 6; a 5 does not do. Until it arrives the other side knows nothing of it."""
    evening = mons()
    for _ in range(1):
        for side in ("attacker", "defender"):
            evening.do(side, "start_turn")
            evening.do(side, "end_turn")
    evening.do("attacker", "start_turn")
    assert evening.refused("attacker", "next_step").clause == "FF-SCN-10"
    assert not evening.do("attacker", "roll_reinforcement", battalion="a1.3", die=die(5)).arrived
    assert evening.do("attacker", "roll_reinforcement", battalion="a2.3", die=die(6)).arrived
    shown = {
        battalion["id"]
        for side in SYSTEM.view(evening.state, DEFENDER)["sides"]
        for regiment in side["regiments"]
        for battalion in regiment["battalions"]
    }
    assert "a2.3" in shown
    assert "a1.3" not in shown
    for role in (DEFENDER, Role.SPECTATOR):
        seen = str(SYSTEM.view(evening.state, role))
        assert "a1.3" not in seen
        assert "III / 1st Regt" not in seen


def test_by_house_rule_one_die_decides_for_all_that_a_side_expects() -> None:
    """GAP-98: both German battalions come on the same 6, which is one die in the statistics of the evening."""
    evening = mons(house_rules=[{"ruling": "GAP-98", "option": "one_for_side"}])
    for side in ("attacker", "defender"):
        evening.do(side, "start_turn")
        evening.do(side, "end_turn")
    evening.do("attacker", "start_turn")
    both = evening.try_("attacker", "roll_reinforcement", battalion="a2.3", die=die(6))
    assert not isinstance(both, Refusal)
    assert [(one.battalion, one.arrived, one.die.pips) for one in both] == [("a2.3", True, 6), ("a1.3", True, 6)]
    thrown = [one.pips for recorded in evening.log for one in dice_of(evening.state, recorded)]
    assert thrown == [6]
    evening.do("attacker", "next_step")
    evening.agreed("attacker", "undo")
    evening.agreed("attacker", "undo")
    again = evening.refused("attacker", "roll_reinforcement", battalion="a1.3", die=die(5))
    assert "this die has been thrown already and shows 6" in again.because


def test_taking_back_a_secret_roll_says_nothing_to_the_other_side() -> None:
    evening = mons()
    for side in ("attacker", "defender"):
        evening.do(side, "start_turn")
        evening.do(side, "end_turn")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "roll_reinforcement", battalion="a1.3", die=die(5))
    evening.agreed("attacker", "undo")
    assert evening.log[-1].audience.value == "attacker"
    assert "arrival" not in str(SYSTEM.view(evening.state, DEFENDER))


def test_a_die_stays_thrown_after_a_take_back() -> None:
    """Take-back leaves the state as it was; the same die counts again for the same roll."""
    evening, _ = companies_of("a1.1")
    before = SYSTEM.view(evening.state, Role.REFEREE)
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(2))
    evening.agreed("attacker", "undo")
    after = dict(SYSTEM.view(evening.state, Role.REFEREE))
    assert after.pop("rolls") == {"order/a1.1.c1/1/attacker": [{"pips": 2, "source": "entered"}]}
    assert after == {name: value for name, value in before.items() if name != "rolls"}
    refusal = evening.refused("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    assert "enter 2" in refusal.instead
    assert evening.do("attacker", "roll_orders", unit="a1.1.c1", die={"pips": 6, "source": "rolled"}).actions == 1


def test_taking_back_the_other_sides_turn_needs_its_consent() -> None:
    evening = mons(referee=False)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("attacker", "undo")
    assert evening.state.turn.running
    evening.do("defender", "answer", agree=True)
    assert not evening.state.turn.running


def test_overruling_is_the_referees() -> None:
    """A refusal set aside is recorded with its clause, and what was refused is done."""
    evening, _ = companies_of("a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(2))
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    command = {"kind": "move_unit", "unit": "a1.1.c1"}
    event = evening.do("referee", "override", clause="FF-ORD-02", command=command, reason="it stood nearer")
    assert event.clause == "FF-ORD-02"
    assert len(evening.state.orders["a1.1.c1"].spent) == 2


def test_a_side_asks_the_referee_to_overrule() -> None:
    """The other side does not answer for the referee; what was refused is done when the referee agrees."""
    evening, _ = companies_of("a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(2))
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    command = {"kind": "move_unit", "unit": "a1.1.c1"}
    evening.do("attacker", "override", clause="FF-ORD-02", command=command, reason="the ford is dry")
    assert len(evening.state.orders["a1.1.c1"].spent) == 1
    assert SYSTEM.view(evening.state, Role.REFEREE)["asked"]["reason"] == "the ford is dry"
    assert "referee" in evening.refused("defender", "answer", agree=True).because
    answered = evening.try_("referee", "answer", agree=True)
    assert not isinstance(answered, Refusal)
    _, overruled, _ = answered
    assert (overruled.clause, overruled.reason, overruled.agreed) == ("FF-ORD-02", "the ford is dry", False)
    assert len(evening.state.orders["a1.1.c1"].spent) == 2


def test_an_arrival_is_rolled_for_and_never_set_aside() -> None:
    """FF-SCN-10: overruling it would tell the other side of a battalion it may not know of."""
    evening = mons()
    for role in ("attacker", "defender", "attacker"):
        evening.do(role, "start_turn")
        if evening.state.due:
            break
        evening.do(role, "end_turn")
    assert evening.state.due
    command = {"kind": "next_step"}
    refusal = evening.refused("attacker", "override", clause="FF-SCN-10", command=command, reason="they are here")
    assert "cannot be set aside" in refusal.instead


def test_a_dead_commander_is_replaced_next_turn_at_minus_one() -> None:
    """FF-CMD-09, AMB-28, FF-ORD-17."""
    evening = mons()
    evening.do("referee", "correct", of="a1.1.hq", what="alive", value=False, reason="shot")
    evening.do("attacker", "start_turn")
    assert evening.refused("attacker", "next_step").clause == "FF-CMD-09"
    evening.do("attacker", "promote_in_field", formation="a1.1")
    evening.go_to("attacker", "early_companies", "a1.1")
    event = evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(5))
    assert (event.actions, event.reasons.total) == (1, 4)


def test_the_staff_bonus_is_allotted_then_declared() -> None:
    """FF-ORD-24, FF-ORD-25: +1 in this period, once, for the marked commander only."""
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    evening.do("attacker", "allot_staff_bonus", battalion="a1.1")
    evening.go_to("attacker", "early_companies", "a1.1")
    event = evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(4), staff_bonus=True)
    assert (event.actions, event.reasons.total) == (2, 5)
    second = evening.refused("attacker", "roll_orders", unit="a1.1.c2", die=die(4), staff_bonus=True)
    assert second.clause == "FF-ORD-24"


def test_a_heroic_action_succeeds_on_five() -> None:
    """FF-HER-04, -05, -06."""
    evening, _ = companies_of("a1.1")
    event = evening.do(
        "attacker", "try_heroic_action", stand="a1.1.c1.p1", deed="storms the gun", die=die(5), removes=["d1.1.mg1"]
    )
    assert event.success
    assert not evening.state.stands["d1.1.mg1"].alive
    again = evening.refused("attacker", "try_heroic_action", stand="a1.1.c2.p1", deed="another", die=die(5))
    assert again.clause == "FF-HER-01"


def test_replay_equals_the_live_state() -> None:
    evening = ready_gun()
    evening.do("attacker", "change_carriage", unit="a1.1.mg1", to="ready")
    evening.do("attacker", "fire", unit="a1.1.mg1", shots=[shot("a1.1.mg1", "d1.1.c1.p1", 8, "open", 2)])
    assert SYSTEM.replay(evening.log) == evening.state


def test_a_seat_has_no_say_over_the_other_side() -> None:
    evening, _ = companies_of("a1.1")
    assert evening.refused("defender", "roll_orders", unit="a1.1.c1", die=die(3)).clause == "FF-TRN-01"
    assert evening.refused("spectator", "note", text="hello").because == "a spectator only looks on"
    assert "no unit" in evening.refused("attacker", "roll_orders", unit="nobody", die=die(3)).because
    assert evening.refused("attacker", "roll_orders", unit="d1.1.c1", die=die(3)).clause == "FF-TRN-01"


def test_house_rules_and_dates_are_checked_when_a_game_is_created() -> None:
    evening = Evening()
    assert "war" in evening.refused("referee", "create_game", scenario="mons-1914", date="1920-01").because
    rule = [{"ruling": "AMB-12", "option": "nonsense"}]
    assert "choose one of" in evening.refused("referee", "create_game", scenario="mons-1914", house_rules=rule).because
    assert "mons-1914" in evening.refused("referee", "create_game", scenario="verdun").instead

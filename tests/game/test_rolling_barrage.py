"""The rolling barrage in a game: where it lies, whom it hits, who is too close; worked by hand from FF-BAR."""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.game.actions.barrages.rolling_barrage import BarrageLifted
from rules.flanders_fields.game.map_facts.previews import known_plans
from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedBarrage
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, FireResult, Side
from rules.kernel.seats import Audience, Role
from tests.game.barrages_in_play import (
    BARRAGE,
    BRITISH,
    CREEPING,
    GERMAN,
    advanced,
    laid,
    over,
    planned,
    to_phase,
    under,
)
from tests.game.evening import Evening, die, entered, somme


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def test_it_comes_down_rolls_on_halts_and_lifts() -> None:
    """FF-BAR-X1, -X6: planned at 20, 20 a turn, a halt in turn 4, six turns; taken off in turn 7."""
    evening, lies = planned(), list[tuple[float, float]]()
    for _ in range(6):
        to_phase(evening)
        piece = advanced(evening).pieces[0]
        lies.append((piece.rear_cm, piece.front_cm))
        over(evening)
    assert lies == [(20, 40), (40, 60), (60, 80), (60, 80), (80, 100), (100, 120)]
    to_phase(evening)
    assert isinstance(advanced(evening), BarrageLifted)
    evening.do("attacker", "next_step")
    assert not evening.state.barrages[BARRAGE].lies
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.nobody_arrives("defender")
    evening.do("defender", "end_turn")
    evening.do("attacker", "start_turn")
    evening.nobody_arrives("attacker")
    evening.do("attacker", "next_step")
    evening.do("attacker", "roll_deep_suppression", dice=entered(1))
    evening.do("attacker", "next_step")
    assert evening.state.turn.step == "mid_staff"
    replays(evening)


@pytest.mark.parametrize(("option", "turns"), [("four", 7), ("three", 6)])
def test_before_its_die_it_is_looked_at_for_as_long_as_it_may_last(option: str, turns: int) -> None:
    """FF-BAR-09, AMB-342: four and a D3, by house rule three, of which the D3 gives three at the most."""
    rules = [{"ruling": "AMB-342", "option": option}]
    state = planned(replace(CREEPING, turns=0), house_rules=rules).state
    assert known_plans(state, ATTACKER, state.book()).barrages[BARRAGE].facts.duration == turns


def test_a_fast_one_sweeps_the_ground_between() -> None:
    """FF-BAR-X4: speed 30 from 40: the band lies on 70 to 90, swept are 60 to 90."""
    evening = planned(PlannedBarrage(BARRAGE, "Fast", Side.ATTACKER, start_cm=40, speed_cm=30, turns=5))
    to_phase(evening)
    advanced(evening)
    over(evening)
    to_phase(evening)
    piece = advanced(evening).pieces[0]
    assert (piece.rear_cm, piece.front_cm, piece.swept_from_cm, piece.swept_to_cm) == (70, 90, 60, 90)


def test_nobody_goes_on_before_it_has_been_advanced_and_rolled_for() -> None:
    evening = to_phase(planned())
    assert evening.refused("attacker", "next_step").because == "The creeping barrage has not been advanced in this turn"
    assert evening.refused("attacker", "end_turn").clause == "FF-BAR-03"
    advanced(evening)
    assert "still to be rolled for" in evening.refused("attacker", "next_step").because
    assert "advanced in this turn" in evening.refused("attacker", "advance_barrage", barrage=BARRAGE).because
    evening.do("attacker", "all_under_barrage", barrage=BARRAGE)
    evening.do("attacker", "next_step")
    # The players may agree otherwise.
    again = to_phase(planned())
    again.do("referee", "override", clause="FF-BAR-03", command={"kind": "next_step"}, reason="no shells came up")
    assert again.state.turn.step == "mid_staff"


@pytest.mark.parametrize(
    ("cover", "results"),
    [
        # FF-BAR-T1, natural 1 to 6; n: nothing, s: suppressed, k: killed.
        ("open", "nsskkk"),
        ("soft", "nssskk"),
        ("medium", "nnsssk"),
        ("hard", "nnnsss"),
    ],
)
def test_what_it_does_by_cover(cover: str, results: str) -> None:
    words = {"n": FireResult.NO_EFFECT, "s": FireResult.SUPPRESSED, "k": FireResult.KILLED}
    evening = laid()
    stands = [f"d1.1.c{company}.p{platoon}" for company in (1, 2) for platoon in (1, 2, 3)]
    fell = under(evening, stands, cover, *range(1, 7))
    assert [one.result for one in fell.struck] == [words[letter] for letter in results]
    for stand, letter in zip(stands, results, strict=True):
        one = evening.state.stands[stand]
        assert (one.alive, one.levels) == (letter != "k", 1 if letter == "s" else 0)
    replays(evening)


def test_a_suppression_is_its_stand_s_alone() -> None:
    """AMB-85: it is rolled stand by stand, and spreads to no company."""
    evening = laid()
    under(evening, [GERMAN], "medium", 3)
    assert [evening.state.stands[f"d1.1.c1.p{n}"].levels for n in (1, 2, 3)] == [1, 0, 0]


def test_the_fortified_take_no_die() -> None:
    """FF-BAR-14."""
    evening = laid()
    refused = evening.refused(
        "attacker", "roll_under_barrage", barrage=BARRAGE, stands=[GERMAN], cover="fortified", dice=entered(6)
    )
    assert refused.because == "0 of these stands take a die"
    fell = under(evening, [GERMAN], "fortified")
    assert (fell.struck[0].dice, fell.struck[0].result) == ((), FireResult.NO_EFFECT)


def test_a_command_stand_has_one_less() -> None:
    """AMB-353, L790-793: 6 - 1 at Medium is 5."""
    evening = laid()
    assert under(evening, ["d1.1.hq"], "medium", 6).struck[0].result is FireResult.SUPPRESSED


def test_each_stand_rolls_once_in_the_phase() -> None:
    evening = laid()
    under(evening, [GERMAN], "medium", 1)
    again = evening.refused(
        "attacker", "roll_under_barrage", barrage=BARRAGE, stands=[GERMAN], cover="medium", dice=entered(6)
    )
    assert "has been rolled for" in again.because
    over(evening)
    to_phase(evening)
    advanced(evening)
    under(evening, [GERMAN], "medium", 6)
    assert not evening.state.stands[GERMAN].alive


def test_friends_in_the_band_are_treated_like_enemies() -> None:
    """AMB-351; by house rule they take only the attack of the danger strip."""
    assert under(laid(), [BRITISH], "open", 4).struck[0].result is FireResult.KILLED
    spared = laid(house_rules=[{"ruling": "AMB-351", "option": "friends_by_strip"}])
    assert under(spared, [BRITISH], "open").struck[0].dice == ()


@pytest.mark.parametrize(("option", "result"), [("full", FireResult.SUPPRESSED), ("minus_2", FireResult.NO_EFFECT)])
def test_partly_under_it(option: str, result: FireResult) -> None:
    """AMB-352: any overlap is a full roll, by house rule -2: 4 - 2 = 2 at Medium."""
    rules = [] if option == "full" else [{"ruling": "AMB-352", "option": option}]
    fell = under(laid(house_rules=rules), [GERMAN], "medium", 4, overlap="under_half")
    assert fell.struck[0].result is result


@pytest.mark.parametrize(("option", "result"), [("fails", FireResult.NO_EFFECT), ("added", FireResult.SUPPRESSED)])
def test_a_natural_one(option: str, result: FireResult) -> None:
    """AMB-354: 1 + 2 in the open."""
    rules = [] if option == "fails" else [{"ruling": "AMB-354", "option": option}]
    assert under(laid(house_rules=rules), [GERMAN], "open", 1).struck[0].result is result


def test_who_moves_into_it_rolls_at_once_and_once() -> None:
    """FF-BAR-12: in either side's turn; whom it suppresses stops at its edge (AMB-351)."""
    evening = laid()
    over_phase(evening)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    fields: dict[str, Any] = {"barrage": BARRAGE, "stands": [GERMAN], "cover": "medium", "moved_in": True}
    fell = evening.do("defender", "roll_under_barrage", **fields, dice=entered(4))
    assert (fell.struck[0].result, fell.struck[0].stops_at_edge) == (FireResult.SUPPRESSED, True)
    twice = evening.refused("defender", "roll_under_barrage", **fields, dice=entered(4))
    assert "has rolled for moving in this turn" in twice.because
    evening.do("defender", "end_turn")
    evening.do("attacker", "start_turn")
    assert evening.do("attacker", "roll_under_barrage", **fields, dice=entered(1))
    replays(evening)


def over_phase(evening: Evening) -> None:
    evening.do("attacker", "all_under_barrage", barrage=BARRAGE)


def risk(evening: Evening, distance_cm: float, pips: int, cover: str = "soft", **more: Any) -> Any:
    fields = {"barrage": BARRAGE, "stand": BRITISH, "distance_cm": distance_cm, "cover": cover}
    return evening.do("attacker", "risk_barrage", **fields, die=die(pips), **more)


@pytest.mark.parametrize(("pips", "at_risk"), [(4, False), (5, True)])
def test_too_close_behind_it(pips: int, at_risk: bool) -> None:
    """FF-BAR-X7: 5 cm behind it, safe on 1 to 4."""
    evening = laid()
    assert (risk(evening, 5.0, pips).at_risk is not None) is at_risk
    replays(evening)


@pytest.mark.parametrize(
    ("pips", "result"), [(4, FireResult.NO_EFFECT), (5, FireResult.SUPPRESSED), (6, FireResult.KILLED)]
)
def test_field_artillery_attacks_who_is_at_risk(pips: int, result: FireResult) -> None:
    """FF-BAR-X8: soft is 4 / 5 for field guns, and 1 is taken off."""
    evening = laid()
    risk(evening, 5.0, 5)
    assert "at risk behind the barrage" in evening.refused("attacker", "next_step").because
    fell = evening.do("attacker", "suffer_barrage", barrage=BARRAGE, die=die(pips))
    assert fell.struck[0].result is result
    assert evening.state.barrages[BARRAGE].at_risk is None
    assert evening.state.stands["a1.1.c1.p2"].levels == 0
    replays(evening)


def test_who_has_fallen_meanwhile_is_at_risk_no_more() -> None:
    """FF-BAR-24: there is nobody left to attack, and the turn goes on."""
    evening = laid()
    risk(evening, 5.0, 5)
    evening.do("referee", "correct", of=BRITISH, what="alive", value=False, reason="it had been lost before")
    assert evening.refused("attacker", "suffer_barrage", barrage=BARRAGE, die=die(5)).clause == "FF-BAR-24"
    evening.do("attacker", "all_under_barrage", barrage=BARRAGE)
    evening.do("attacker", "next_step")
    replays(evening)


def test_beyond_six_centimetres_there_is_no_roll() -> None:
    """FF-BAR-X9; and the defender is at no risk there (AMB-357)."""
    evening = laid()
    fields: dict[str, Any] = {"barrage": BARRAGE, "cover": "soft", "die": die(6)}
    far = evening.refused("attacker", "risk_barrage", stand=BRITISH, distance_cm=6.1, **fields)
    assert "no roll" in far.because
    assert "own side" in evening.refused("defender", "risk_barrage", stand=GERMAN, distance_cm=3.0, **fields).because
    inside = evening.refused("attacker", "risk_barrage", stand=BRITISH, distance_cm=0.0, **fields)
    assert inside.clause == "FF-BAR-12"
    wrong = evening.refused("attacker", "risk_barrage", stand=BRITISH, distance_cm=-1.0, **fields)
    assert wrong.instead == "measure again"


def test_by_house_rule_its_suppression_spreads() -> None:
    """AMB-359."""
    evening = laid(house_rules=[{"ruling": "AMB-359", "option": "spreads"}])
    risk(evening, 5.0, 5)
    evening.do("attacker", "suffer_barrage", barrage=BARRAGE, die=die(5))
    assert [evening.state.stands[f"a1.1.c1.p{n}"].levels for n in (1, 2)] == [1, 1]


def test_by_house_rule_it_moves_from_the_first_turn() -> None:
    """AMB-345 first_turn: from 20 to 40 at once."""
    evening = to_phase(planned(house_rules=[{"ruling": "AMB-345", "option": "first_turn"}]))
    assert advanced(evening).pieces[0].rear_cm == 40


def test_by_house_rule_its_speed_is_fixed() -> None:
    """AMB-343: 30 a turn in the plan, 20 at the table."""
    fast = PlannedBarrage(BARRAGE, "Fast", Side.ATTACKER, start_cm=40, speed_cm=30, turns=5)
    evening = planned(fast, house_rules=[{"ruling": "AMB-343", "option": "fixed"}])
    to_phase(evening)
    advanced(evening)
    over(evening)
    to_phase(evening)
    assert advanced(evening).pieces[0].rear_cm == 60


def test_one_unplanned_halt_by_house_rule_late_in_the_war() -> None:
    """AMB-344: one turn in a game, on the late sheet only."""
    rules = [{"ruling": "AMB-344", "option": "one_unplanned"}]
    mid = to_phase(planned(house_rules=rules))
    advanced(mid)
    over(mid)
    to_phase(mid)
    assert mid.refused("attacker", "advance_barrage", barrage=BARRAGE, halt=True).clause == "FF-BAR-08"
    late = planned(house_rules=rules, date="1917-11")
    to_late_phase(late)
    advanced(late)
    over(late)
    to_late_phase(late)
    halted = advanced(late, halt=True)
    assert (halted.pieces[0].rear_cm, halted.halted) == (20, True)
    over(late)
    to_late_phase(late)
    assert (
        "halted unplanned in turn 2" in late.refused("attacker", "advance_barrage", barrage=BARRAGE, halt=True).because
    )
    assert advanced(late).pieces[0].rear_cm == 40


def to_late_phase(evening: Evening) -> None:
    evening.do("attacker", "start_turn")
    evening.nobody_arrives("attacker")
    evening.do("attacker", "next_step")
    evening.do("attacker", "roll_deep_suppression", dice=entered(1))
    evening.do("attacker", "next_step")


def test_it_is_bent_in_pieces_by_the_plan() -> None:
    """AMB-356: pieces of 30 cm from the left, 10 ahead at the most; straight by house rule."""
    bent = PlannedBarrage(BARRAGE, "Bent", Side.ATTACKER, start_cm=40, speed_cm=20, turns=5, leads=(0, 10, -5))
    evening = to_phase(planned(bent))
    assert [piece.rear_cm for piece in advanced(evening).pieces] == [40, 50, 35]
    straight = to_phase(planned(bent, house_rules=[{"ruling": "AMB-356", "option": "straight"}]))
    assert [piece.rear_cm for piece in advanced(straight).pieces] == [40]
    refused = to_phase(planned()).refused("attacker", "advance_barrage", barrage=BARRAGE, leads=[0, 5])
    assert refused.clause == "FF-BAR-19"
    free = to_phase(planned(house_rules=[{"ruling": "AMB-356", "option": "free"}]))
    assert [piece.rear_cm for piece in advanced(free, leads=[0, 15]).pieces] == [20, 35]


def test_by_house_rule_it_lifts_with_its_last_turn() -> None:
    """AMB-350: a barrage of four turns is gone at the end of the fourth."""
    short = PlannedBarrage(BARRAGE, "Short", Side.ATTACKER, start_cm=40, speed_cm=20, turns=4)
    evening = planned(short, house_rules=[{"ruling": "AMB-350", "option": "turn_end"}])
    for _ in range(4):
        to_phase(evening)
        advanced(evening)
        assert evening.state.barrages[BARRAGE].lies
        over(evening)
    assert evening.state.barrages[BARRAGE].lifted
    replays(evening)


@pytest.mark.parametrize(("option", "turns"), [("four", 6), ("three", 5)])
def test_how_long_it_lasts_may_be_left_to_the_die(option: str, turns: int) -> None:
    """FF-BAR-09: 4 + D3, a 4 is a 2; by AMB-342 3 + D3. The enemy learns nothing of it."""
    rules = [] if option == "four" else [{"ruling": "AMB-342", "option": option}]
    evening = planned(PlannedBarrage(BARRAGE, "Unrolled", Side.ATTACKER, start_cm=40, speed_cm=20), house_rules=rules)
    to_phase(evening)
    assert evening.refused("attacker", "advance_barrage", barrage=BARRAGE).instead == "roll that first"
    before = SYSTEM.view(evening.state, DEFENDER)
    evening.do("attacker", "roll_barrage_turns", barrage=BARRAGE, die=die(4))
    assert evening.state.barrages[BARRAGE].turns == turns
    assert evening.log[-1].audience is Audience("attacker")
    assert SYSTEM.view(evening.state, DEFENDER) == before
    evening.agreed("attacker", "undo")
    assert SYSTEM.view(evening.state, DEFENDER) == before
    evening.do("attacker", "roll_barrage_turns", barrage=BARRAGE, die=die(4))
    replays(evening)


def secrets_of(evening: Evening, role: Role) -> str:
    return repr(SYSTEM.view(evening.state, role))


@pytest.mark.parametrize("role", [DEFENDER, Role.SPECTATOR])
def test_the_plan_is_secret_until_it_falls(role: Role) -> None:
    """FF-PLN-01: not its name, not that there is one; afterwards where it lies, and nothing of how it goes on."""
    evening, bare = planned(), somme(FirePlan())
    for one in (evening, bare):
        one.do("attacker", "start_turn")
    assert secrets_of(evening, role) == secrets_of(bare, role)
    evening.do("attacker", "next_step")
    evening.do("attacker", "roll_deep_suppression", dice=entered(1))
    evening.do("attacker", "next_step")
    assert "creeping" not in secrets_of(evening, role)
    unknown = evening.refused("defender", "advance_barrage", barrage=BARRAGE)
    nowhere = evening.refused("defender", "advance_barrage", barrage="attacker.barrage9")
    assert unknown.because.replace(BARRAGE, "") == nowhere.because.replace("attacker.barrage9", "")
    advanced(evening)
    shown = SYSTEM.view(evening.state, role)["barrages"][0]
    assert (shown["plan"], shown["pieces"][0]["rear_cm"]) == (None, 20.0)
    own = SYSTEM.view(evening.state, ATTACKER)["barrages"][0]
    assert (own["plan"]["halts"], own["plan"]["turns"]) == ([4], 6)


def test_the_record_is_corrected() -> None:
    """Where it lies, how long it lasts, and that it has lifted; how long it lasts only its side may say or hear."""
    evening = laid()
    evening.do("referee", "correct", of=BARRAGE, what="rear_cm", value=25, reason="measured")
    assert evening.log[-1].audience is Audience.ALL
    evening.agreed("attacker", "correct", of=BARRAGE, what="turns", value=5, reason="misread")
    assert evening.log[-1].audience is Audience("attacker")
    assert evening.refused("defender", "correct", of=BARRAGE, what="turns", value=4, reason="x").instead
    over(evening)
    to_phase(evening)
    assert advanced(evening).pieces[0].rear_cm == 45
    evening.do("attacker", "correct", of=BARRAGE, what="lies", value=False, reason="shells ran out")
    evening.do("attacker", "next_step")
    assert evening.state.barrages[BARRAGE].lifted
    replays(evening)


def test_what_the_log_says() -> None:
    evening = laid()
    said = SYSTEM.tell(evening.state, evening.log[-1], DEFENDER)
    assert said["says"] == "The creeping barrage comes down: 20 to 40 cm up the table"
    under(evening, [GERMAN], "medium", 6)
    fell = next(one for one in reversed(evening.log) if type(one.event).__name__ == "BarrageFell")
    said = SYSTEM.tell(evening.state, fell, DEFENDER)
    assert said["says"] == "The creeping barrage falls: 1st Platoon, 1 Company, I / Regt killed"
    assert said["card"]["shots"][0]["result"] == "killed"


# -- A hurricane bombardment, before there was any ----


@pytest.mark.parametrize(("date", "third"), [("1918-03", (55, 75)), ("1917-08", (75, 95))])
def test_before_there_is_a_hurricane_its_band_is_one_like_any_other(date: str, third: tuple[int, int]) -> None:
    """FF-HUR-07, AMB-370: from 55 in turn 1, to 75 in turn 2; in turn 3 back, or before September 1917 a halt."""
    waltz = PlannedBarrage(
        BARRAGE, "The fire waltz", Side.ATTACKER, start_cm=55, speed_cm=20, turns=5, back=(3,), hurricane=True
    )
    rules = [{"ruling": "AMB-371", "option": "better_of_two"}]
    evening = somme(FirePlan((Side.ATTACKER,), barrages=(waltz,)), date=date, house_rules=rules)
    lies = list[tuple[float, float]]()
    for _ in range(3):
        evening.do("attacker", "start_turn")
        evening.nobody_arrives("attacker")
        evening.do("attacker", "next_step")
        evening.do("attacker", "roll_deep_suppression", dice=entered(*[1] * (2 if date == "1918-03" else 1)))
        evening.do("attacker", "next_step")
        piece = advanced(evening).pieces[0]
        lies.append((piece.rear_cm, piece.front_cm))
        over(evening)
    assert lies == [(55, 75), (75, 95), third]
    replays(evening)

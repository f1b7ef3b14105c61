"""Tanks in a game: every outcome is worked by hand from the rulebook, beside the step.

November 1917: the first battalion has a Mark IV male and a female attached. Heavy tanks' guns suppress and kill at Soft
on 4 and 5 (FF-TNK-X1); LMGs roll twice on the infantry row, 3 and 4 in the Open, 4 and 5 at Soft (FF-TNK-X2, -X3).
"""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.close_combat import Beaten, Winner
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import FireResult, MoraleResult, Quality
from tests.game.evening import Evening, die, entered, played, shot
from tests.game.tanks_in_play import BESIDE, FEMALE, GUN, MALE, THEIRS, THIRD, at, defended, ordered

NOTHING, SUPPRESSED, KILLED = FireResult.NO_EFFECT, FireResult.SUPPRESSED, FireResult.KILLED


def fire(evening: Evening, tank: str, *shots: dict[str, Any], **more: Any) -> Any:
    return evening.do("attacker", "fire", unit=tank, shots=list(shots), **more)


def refused_fire(evening: Evening, tank: str, *shots: dict[str, Any], **more: Any) -> Any:
    return evening.refused("attacker", "fire", unit=tank, shots=list(shots), **more)


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def test_a_male_tank_fires_at_two_targets_to_front_and_flanks() -> None:
    """FF-TNK-X1 and FF-TNK-03: 4 suppresses, 5 kills at Soft; the suppression is the stand's own (FF-SUP-06)."""
    evening = ordered()
    fired = fire(evening, MALE, at(MALE, THEIRS, "front", 4), at(MALE, THIRD, "left", 5))
    assert [one.results for one in fired.shots] == [(SUPPRESSED,), (KILLED,)]
    assert evening.state.stands[THEIRS].levels == 1
    assert evening.state.stands[BESIDE].levels == 0
    assert not evening.state.stands[THIRD].alive
    assert evening.state.orders[MALE].left == 1
    replays(evening)


@pytest.mark.parametrize(
    ("sectors", "clause"),
    [
        (("front", "left", "right"), "FF-TNK-03"),  # two in all
        (("rear",), "FF-TNK-01"),  # nothing bears there
        (("none",), "FF-TNK-01"),  # nobody said where it lies
    ],
)
def test_no_more_targets_than_its_type_allows(sectors: tuple[str, ...], clause: str) -> None:
    evening = ordered()
    targets = (THEIRS, BESIDE, THIRD)
    shots = [at(MALE, target, side, 4) for target, side in zip(targets, sectors, strict=False)]
    assert refused_fire(evening, MALE, *shots).clause == clause


def test_both_guns_need_two_targets_unless_a_house_rule_lets_them() -> None:
    """FF-TNK-01, SHQ-26: targets are stands."""
    twice = (at(MALE, THEIRS, "front", 4), at(MALE, THEIRS, "front", 4))
    assert refused_fire(ordered(), MALE, *twice).clause == "FF-TNK-01"
    evening = ordered(house_rules=[{"ruling": "SHQ-26", "option": "same_target"}])
    assert len(fire(evening, MALE, *twice).shots) == 2


def test_a_female_rolls_twice_at_a_target() -> None:
    """FF-TNK-X2: 5 at Soft kills, 4 suppresses; here 4, then 5."""
    evening = ordered(FEMALE)
    fired = fire(evening, FEMALE, at(FEMALE, THEIRS, "right", 5, 6))
    assert fired.shots[0].results == (SUPPRESSED, KILLED)
    replays(evening)


def test_a_female_fires_at_the_end_of_her_move_with_the_same_action() -> None:
    """FF-TNK-02, FF-TNK-X3: one action, 4 −1 = 3 suppresses in the Open, 3 −1 = 2 does nothing."""
    evening = ordered(FEMALE, pips=3)
    evening.do("attacker", "move_unit", unit=FEMALE)
    assert evening.state.orders[FEMALE].left == 0
    fired = fire(evening, FEMALE, at(FEMALE, THEIRS, "front", 4, 3, cover="open"), on_the_move=True)
    assert fired.shots[0].results == (SUPPRESSED, NOTHING)
    assert evening.state.orders[FEMALE].left == 0
    again = refused_fire(evening, FEMALE, at(FEMALE, THEIRS, "front", 4, 3), on_the_move=True)
    assert again.clause == "FF-TNK-02"
    replays(evening)


def test_her_dice_of_a_move_stay_thrown() -> None:
    """A take-back keeps the dice of her fire at a target, on the move or not: another target has its own."""
    evening = ordered(FEMALE)
    evening.do("attacker", "move_unit", unit=FEMALE)
    fire(evening, FEMALE, at(FEMALE, THEIRS, "front", 4, 3, cover="open"), on_the_move=True)
    evening.agreed("attacker", "undo")
    other = refused_fire(evening, FEMALE, at(FEMALE, THEIRS, "front", 5, 3, cover="open"), on_the_move=True)
    assert "thrown already" in other.because
    assert "thrown already" in refused_fire(evening, FEMALE, at(FEMALE, THEIRS, "front", 5, 5)).because
    fire(evening, FEMALE, at(FEMALE, BESIDE, "front", 5, 5))


def test_a_male_tank_does_not_fire_at_the_end_of_a_move() -> None:
    """FF-TNK-03; with a second action it fires as usual (SHQ-27)."""
    evening = ordered()
    evening.do("attacker", "move_unit", unit=MALE)
    assert refused_fire(evening, MALE, at(MALE, THEIRS, "front", 4), on_the_move=True).clause == "FF-TNK-03"
    assert fire(evening, MALE, at(MALE, THEIRS, "front", 4)).shots[0].results == (SUPPRESSED,)


def test_by_house_rule_whoever_moved_does_not_fire_in_that_turn() -> None:
    """SHQ-27 by_turn."""
    evening = ordered(house_rules=[{"ruling": "SHQ-27", "option": "by_turn"}])
    evening.do("attacker", "move_unit", unit=MALE)
    assert refused_fire(evening, MALE, at(MALE, THEIRS, "front", 4)).clause == "FF-TNK-03"


def test_no_tank_fires_beyond_thirty_centimetres() -> None:
    """FF-TNK-X6."""
    refused = refused_fire(ordered(), MALE, at(MALE, THEIRS, "front", 6, range_cm=30.1))
    assert refused.clause.startswith("FF-RNG")


def test_nobody_else_fires_at_the_end_of_a_move() -> None:
    """FF-DFM-15."""
    evening = ordered()
    evening.go_to("attacker", "late_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    aim = shot("a1.1.c1.p1", THEIRS, 20, "soft", 4)
    assert evening.refused("attacker", "fire", unit="a1.1.c1", shots=[aim], on_the_move=True).clause == "FF-DFM-15"


@pytest.mark.parametrize(
    ("in_cover", "pips", "result"),
    [(False, 5, NOTHING), (False, 6, SUPPRESSED), (True, 6, NOTHING)],
)
def test_a_machine_gun_fires_at_a_tank(in_cover: bool, pips: int, result: FireResult) -> None:
    """FF-ARM-X4: 6 in the open, 7 in cover; it never kills."""
    evening = defended("late_machine_guns", GUN)
    aim = shot(GUN, MALE, 30, "open", pips, armour_in_cover=in_cover)
    fired = evening.do("defender", "fire", unit=GUN, shots=[aim])
    assert fired.shots[0].results == (result,)
    assert evening.state.stands[MALE].levels == int(result is SUPPRESSED)
    assert evening.state.stands[FEMALE].levels == 0
    replays(evening)


def test_riflemen_fire_at_a_tank_in_cover_from_close_by_only() -> None:
    """FF-ARM-X1, FF-ARM-X2: 6 in the open at 20 cm; no shot at 20 cm at one in cover."""
    evening = defended("late_companies", "d1.1.c1")
    covered = shot(THEIRS, MALE, 20, "open", 6, armour_in_cover=True)
    assert evening.refused("defender", "fire", unit="d1.1.c1", shots=[covered]).clause == "FF-ARM-03"
    shots = [shot(THEIRS, MALE, 20, "open", 5), shot(BESIDE, MALE, 20, "open", 6)]
    fired = evening.do("defender", "fire", unit="d1.1.c1", shots=shots)
    assert [one.results for one in fired.shots] == [(NOTHING,), (SUPPRESSED,)]


def test_a_third_suppression_destroys_a_tank() -> None:
    """FF-ARM-10."""
    evening = defended("late_companies", "d1.1.c1")
    evening.do("referee", "correct", of=MALE, what="levels", value=2, reason="seen")
    evening.do("defender", "fire", unit="d1.1.c1", shots=[shot(THEIRS, MALE, 20, "open", 6)])
    assert not evening.state.stands[MALE].alive


def test_a_tank_that_failed_is_slower_to_start() -> None:
    """FF-ORD-16: nothing on a 1; next turn 2 −1 = 1 earns nothing, where 2 would have earned one action."""
    evening = ordered(pips=1)
    for side in ("attacker", "defender"):
        evening.do(side, "end_turn")
        evening.do("defender" if side == "attacker" else "attacker", "start_turn")
    evening.go_to("attacker", "late_tanks", "a1.1")
    assert evening.do("attacker", "roll_orders", unit=FEMALE, die=die(2)).actions == 1
    assert evening.do("attacker", "roll_orders", unit=MALE, die=die(2)).actions == 0
    replays(evening)


def test_a_tank_crushes_the_wire_it_moves_over() -> None:
    """FF-WIR-11: no try, no die; the track is told to everybody. Who must try the wire does not crush it."""
    evening = ordered()
    assert evening.refused("attacker", "cross_wire", unit=MALE, stands=[MALE]).clause == "FF-WIR-11"
    moved = evening.do("attacker", "move_unit", unit=MALE, belts=2)
    assert moved.says.endswith("leaves a track through the wire")
    assert any(step.clause == "FF-WIR-11" and "3 cm wide, 4 cm deep" in step.says for step in moved.reasons.steps)
    evening.go_to("attacker", "late_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    assert evening.refused("attacker", "move_unit", unit="a1.1.c1", belts=1).clause == "FF-WIR-02"


# Assaults


def go_in(evening: Evening, stand: str, target: str, role: str = "attacker", **more: Any) -> Any:
    unit = stand if stand in evening.state.units else stand.rpartition(".")[0]
    return evening.do(role, "go_in", unit=unit, stand=stand, target=target, **({"cover": "soft"} | more))


def throw(evening: Evening, attacker: str, ours: int, theirs: int, role: str = "attacker") -> Any:
    other = "defender" if role == "attacker" else "attacker"
    evening.do(role, "throw_in_combat", attacker=attacker, side=role, die=die(ours))
    return evening.do(other, "throw_in_combat", attacker=attacker, side=other, die=die(theirs))


def test_infantry_that_stands_fights_a_heavy_tank() -> None:
    """FF-ASL-25, FF-ASL-X7: 4 holds; +3 −1 against 0 in Medium; 3 against 4 is 5 against 4."""
    evening = ordered()
    go_in(evening, MALE, THEIRS, cover="medium")
    evening.do("attacker", "all_in", unit=MALE)
    assert evening.state.assault is not None
    assert evening.state.assault.standing == (THEIRS,)
    first = evening.refused("defender", "fire_as_they_close", stand=THEIRS)
    assert first.clause == "FF-ASL-25"
    assert evening.refused("attacker", "stand_against_armour", stand=THEIRS, die=die(6)).clause == "FF-TRN-01"
    stood = evening.do("defender", "stand_against_armour", stand=THEIRS, die=die(4))
    assert (stood.stands, stood.changes) == (True, ())
    # A rifle at armour in the open needs a 6; point-blank gives +2 late in the war (FF-DFM-03): 3 +2 does nothing.
    fired = evening.do("defender", "fire_as_they_close", stand=THEIRS, target=MALE, dice=entered(3))
    assert fired.results == (NOTHING,)
    fought = throw(evening, MALE, 3, 4)
    assert (fought.winner, fought.reasons.total) == (Winner.ATTACKER, 1)
    replays(evening)


@pytest.mark.parametrize(
    ("pips", "result", "back_cm"), [(3, MoraleResult.RETREAT_20, 20.0), (1, MoraleResult.RETREAT_40, 40.0)]
)
def test_infantry_that_does_not_stand_is_not_fought(pips: int, result: MoraleResult, back_cm: float) -> None:
    """FF-MOR-T1 for that stand alone (AMB-92): 2 and 3 back 20 cm, 1 back 40 cm, suppressed."""
    evening = ordered()
    go_in(evening, MALE, THEIRS)
    evening.do("attacker", "all_in", unit=MALE)
    stood = evening.do("defender", "stand_against_armour", stand=THEIRS, die=die(pips))
    assert (stood.stands, stood.result, stood.retreat_cm) == (False, result, back_cm)
    assert (evening.state.stands[THEIRS].alive, evening.state.stands[THEIRS].levels) == (True, 1)
    assert evening.state.contacts() == ()
    assert evening.state.stands[BESIDE].levels == 0
    replays(evening)


def test_raw_infantry_may_rout_before_a_tank() -> None:
    """FF-MOR-05: 1 −1 is 0, and that stand is gone, no other (AMB-92)."""
    evening = ordered()
    house = evening.state.battalions["d1.1"]
    evening.state.battalions["d1.1"] = replace(house, quality=Quality.RAW)
    go_in(evening, MALE, THEIRS)
    evening.do("attacker", "all_in", unit=MALE)
    assert evening.do("defender", "stand_against_armour", stand=THEIRS, die=die(1)).result is MoraleResult.ROUT
    assert [evening.state.stands[one].alive for one in (THEIRS, BESIDE)] == [False, True]


def test_a_card_helps_a_stand_before_armour() -> None:
    """FF-CRD-15 is for the next morale roll, and this is one: 3 +1 holds; the card is used. Not before it is owed."""
    evening = played("cambrai-1917", event_cards="table")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card="clubs_queen")
    evening.go_to("attacker", "late_tanks", "a1.1")
    evening.do("attacker", "roll_orders", unit=MALE, die=die(6))
    early = evening.refused("defender", "play_card", card="clubs_queen", on=THEIRS)
    assert early.clause == "FF-CRD-05"
    go_in(evening, MALE, THEIRS)
    evening.do("attacker", "all_in", unit=MALE)
    assert evening.refused("defender", "play_card", card="clubs_queen", on=BESIDE).clause == "FF-CRD-05"
    evening.do("defender", "play_card", card="clubs_queen", on=THEIRS)
    stood = evening.do("defender", "stand_against_armour", stand=THEIRS, die=die(3))
    assert (stood.stands, stood.reasons.total) == (True, 4)
    assert evening.state.cards.lying == ()
    replays(evening)


def test_by_house_rule_a_stand_that_fails_is_only_suppressed() -> None:
    """AMB-92 suppressed."""
    evening = ordered(house_rules=[{"ruling": "AMB-92", "option": "suppressed"}])
    go_in(evening, MALE, THEIRS)
    evening.do("attacker", "all_in", unit=MALE)
    stood = evening.do("defender", "stand_against_armour", stand=THEIRS, die=die(1))
    assert (stood.retreat_cm, evening.state.stands[THEIRS].alive, evening.state.stands[THEIRS].levels) == (0.0, True, 1)


def test_guns_do_not_test_and_do_not_fire() -> None:
    """AMB-421, FF-ASL-06: artillery neither tests nor fires; after a draw the tank goes back 3 cm (FF-ASL-26)."""
    evening = ordered()
    go_in(evening, MALE, "d1.b1")
    evening.do("attacker", "all_in", unit=MALE)
    assert evening.state.assault is not None
    assert (evening.state.assault.standing, evening.state.assault.firing) == ((), ())
    fought = throw(evening, MALE, 1, 5)  # 1 +3 = 4, 5 −1 = 4
    assert (fought.winner, fought.falls_back_cm) == (Winner.DRAW, 3.0)


def test_a_tank_fires_at_those_who_assault_it() -> None:
    """FF-ASL-24, AMB-420: −1 for its defence, +1 at point-blank; at Soft a 4 suppresses, a 5 kills."""
    evening = defended("late_companies", "d1.1.c1")
    for stand, sector in ((THEIRS, "front"), (BESIDE, "left"), ("d1.1.c1.p3", "rear")):
        go_in(evening, stand, MALE, "defender", sector=sector)
    evening.do("defender", "all_in", unit="d1.1.c1")
    assert evening.state.assault is not None
    assert evening.state.assault.firing == (MALE,)
    behind = evening.refused("attacker", "fire_as_they_close", stand=MALE, target="d1.1.c1.p3", dice=entered(6))
    assert behind.clause == "FF-ASL-06"
    first = evening.do("attacker", "fire_as_they_close", stand=MALE, target=THEIRS, dice=entered(4))
    assert (first.results, first.more) == ((SUPPRESSED,), True)
    second = evening.do("attacker", "fire_as_they_close", stand=MALE, target=BESIDE, dice=entered(5))
    assert (second.results, second.more) == ((KILLED,), False)
    # The one behind it fights on: +1 against nothing for a tank that is assaulted (FF-ASL-X9).
    assert [one.attacker for one in evening.state.contacts()] == ["d1.1.c1.p3"]
    fought = throw(evening, "d1.1.c1.p3", 4, 4, "defender")
    assert (fought.winner, fought.beaten) == (Winner.ATTACKER, Beaten.REMOVED)
    assert not evening.state.stands[MALE].alive
    replays(evening)


def test_a_tank_fires_no_third_time_at_closing_infantry() -> None:
    """FF-TNK-03: two targets are all for a male tank; the third attacker closes unfired at."""
    evening = defended("late_companies", "d1.1.c1")
    for stand, sector in ((THEIRS, "front"), (BESIDE, "left"), ("d1.1.c1.p3", "right")):
        go_in(evening, stand, MALE, "defender", sector=sector)
    evening.do("defender", "all_in", unit="d1.1.c1")
    evening.do("attacker", "fire_as_they_close", stand=MALE, target=THEIRS, dice=entered(2))
    last = evening.do("attacker", "fire_as_they_close", stand=MALE, target=BESIDE, dice=entered(2))
    assert not last.more
    assert len(evening.state.contacts()) == 3


def test_a_suppressed_tank_does_not_fire_and_fights_at_a_minus() -> None:
    """AMB-420, FF-ASL-X9: +1 against −1; 3 against 4 makes 4 against 3."""
    evening = defended("late_companies", "d1.1.c1")
    evening.do("referee", "correct", of=MALE, what="levels", value=1, reason="seen")
    go_in(evening, THEIRS, MALE, "defender", sector="front")
    evening.do("defender", "all_in", unit="d1.1.c1")
    assert evening.state.assault is not None
    assert evening.state.assault.firing == ()
    assert throw(evening, THEIRS, 3, 4, "defender").winner is Winner.ATTACKER


def test_tanks_assault_neither_block_houses_nor_each_other() -> None:
    """FF-ASL-27."""
    evening = ordered()
    refused = evening.refused("attacker", "go_in", unit=MALE, stand=MALE, target="d1.x1", cover="fortified")
    assert refused.clause == "FF-ASL-27"


def test_there_are_no_tanks_before_their_time() -> None:
    """FF-AFV-01: August 1916 has none."""
    evening = Evening()
    refused = evening.refused("referee", "create_game", scenario="cambrai-1917", date="1916-08")
    assert refused.clause == "FF-AFV-01"
    assert "Mark IV" in refused.because

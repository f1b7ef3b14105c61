"""SOS calls in a game: who answers, where the fire falls, and on whom; worked by hand from the rulebook."""

from typing import Any

from rules.flanders_fields.fire_areas import FireAreaKind
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import DEFENDER
from tests.game.evening import Evening, die, entered
from tests.game.guns_in_play import GERMAN_GUNS, KILLED, NOTHING, called_for, caught, replays


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
    assert (fired.kind, fired.spends) == (FireAreaKind.SOS, False)
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
        area = SYSTEM.view(evening.state, DEFENDER)["guns"]["areas"][GERMAN_GUNS]
        assert area["depth_cm"] == depth


def test_by_house_rule_a_call_comes_on_top_of_orders() -> None:
    """AMB-07 on_top: a battery that has rolled may be called too."""
    evening = called_for("late_regimental_artillery", "d1", house_rules=[{"ruling": "AMB-07", "option": "on_top"}])
    evening.do("defender", "roll_orders", unit=GERMAN_GUNS, die=die(3))
    assert call(evening, 2).answered

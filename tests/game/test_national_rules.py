"""National rules in a game: what each does is worked by hand from the rulebook, beside the step.

A company's order earns nothing on 1, one action on 2-4, two on 5-6, three on 7 (FF-ORD-T5). A battalion at half holds
on 4 and more; Raw troops have -1 (FF-MOR-05).
"""

from typing import Any

import pytest

from rules.flanders_fields.game.stand_types import more_light_guns
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import SEATING, Fate, MoraleResult, Side, Special
from tests.game.evening import Evening, die, played, shot, somme


def begun(scenario: str, **settings: Any) -> Evening:
    evening = Evening()
    evening.do("referee", "create_game", scenario=scenario, **settings)
    evening.do("attacker", "start_turn")
    return evening


def british(**settings: Any) -> Evening:
    """March 1918: the German turn is over, and the first British companies are to be ordered."""
    evening = Evening()
    evening.do("referee", "create_game", scenario="mons-1914", date="1918-03", **settings)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.3")
    return evening


def pals(**settings: Any) -> Evening:
    """The Pals of the Somme at their companies: Raw, and not yet fired on: +1 on orders."""
    evening = somme(**settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "mid_companies", "a1.1")
    return evening


def earned(evening: Evening, unit: str, pips: int, role: str = "attacker", **said: bool) -> int:
    return int(evening.do(role, "roll_orders", unit=unit, die=die(pips), **said).actions)


def lose(evening: Evening, *stands: str) -> None:
    for stand in stands:
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="seen")


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def test_professionalism_once_for_each_battalion() -> None:
    """FF-SPR-04: 3 + 2 is two actions; its other companies have none left, another battalion has its own."""
    evening = british()
    assert earned(evening, "d1.3.c1", 3, "defender", professionalism=True) == 2
    again = {"unit": "d1.3.c2", "die": die(3), "professionalism": True}
    assert evening.refused("defender", "roll_orders", **again).clause == "FF-SPR-04"
    assert earned(evening, "d1.3.c2", 3, "defender") == 1
    replays(evening)


def test_professionalism_does_not_save_a_natural_1() -> None:
    """FF-SPR-04: still a failure."""
    assert earned(british(), "d1.3.c1", 1, "defender", professionalism=True) == 0


def test_by_house_rule_professionalism_for_all_companies_of_a_turn() -> None:
    """GAP-40 one_turn."""
    evening = british(house_rules=[{"ruling": "GAP-40", "option": "one_turn"}])
    assert [earned(evening, f"d1.3.c{n}", 3, "defender", professionalism=True) for n in (1, 2)] == [2, 2]


def test_by_house_rule_professionalism_after_the_die() -> None:
    """GAP-38 after: 3 is one action, with it two; without the house rule it comes too late."""
    said = {"unit": "d1.3.c1", "special": "professionalism"}
    evening = british(house_rules=[{"ruling": "GAP-38", "option": "after"}])
    assert earned(evening, "d1.3.c1", 3, "defender") == 1
    assert evening.do("defender", "say_after_the_die", **said).earned == 2
    assert evening.state.orders["d1.3.c1"].earned == 2
    assert evening.refused("defender", "say_after_the_die", **said).clause == "FF-SPR-04"
    replays(evening)
    evening = british()
    earned(evening, "d1.3.c1", 3, "defender")
    assert evening.refused("defender", "say_after_the_die", **said).clause == "FF-SPR-04"


def test_professionalism_of_tanks_is_their_own() -> None:
    """FF-SPR-04, GAP-40: a tank once; the battalion's companies keep theirs. M-L: 3 + 2 is one action on 2-5."""
    evening = begun("cambrai-1917")
    evening.go_to("attacker", "late_tanks", "a1.1")
    tank = next(name for name in evening.state.battalions["a1.1"].units if ".x" in name)
    assert earned(evening, tank, 3, professionalism=True) == 1
    evening.go_to("attacker", "late_companies", "a1.1")
    assert earned(evening, "a1.1.c1", 3, professionalism=True) == 2
    assert evening.state.national.tanks(Special.PROFESSIONALISM, Side.ATTACKER) == 1


def test_there_is_no_professionalism_in_1914_nor_for_germans() -> None:
    """FF-SPR-17."""
    evening = begun("mons-1914")
    evening.go_to("attacker", "early_companies", "a1.1")
    refused = evening.refused("attacker", "roll_orders", unit="a1.1.c1", die=die(3), professionalism=True)
    assert refused.clause == "FF-SPR-17"


def test_pals_once_for_an_order_or_a_morale_test() -> None:
    """FF-SPR-03: 2 + 1 (Raw, fresh) + 2 is two actions; the test after it has none left, the other battalion's has."""
    evening = pals()
    assert earned(evening, "a1.1.c1", 2, pals=True) == 2
    lose(evening, *(f"a1.{battalion}.c{c}.p{n}" for battalion in (1, 2) for c in (1, 2) for n in (1, 2, 3, 4)))
    refused = evening.refused("attacker", "test_morale", battalion="a1.1", die=die(3), pals=True)
    assert refused.clause == "FF-SPR-03"
    # 3 - 1 + 2 is 4.
    tested = evening.do("attacker", "test_morale", battalion="a1.2", die=die(3), pals=True)
    assert tested.result is MoraleResult.HOLDS
    assert evening.do("attacker", "test_morale", battalion="a1.1", die=die(3)).result is MoraleResult.RETREAT_20
    replays(evening)


def test_by_house_rule_pals_for_all_companies_of_a_turn() -> None:
    """GAP-41 one_turn."""
    evening = pals(house_rules=[{"ruling": "GAP-41", "option": "one_turn"}])
    assert [earned(evening, f"a1.1.c{n}", 2, pals=True) for n in (1, 2)] == [2, 2]


def test_elan_buys_advance_and_nothing_else() -> None:
    """FF-SPR-05, FF-SPR-12: 4 + 1 is two actions, one of them forward: the company fires once at most."""
    evening = begun("artois-1915")
    evening.go_to("attacker", "early_companies", "a1.1")
    assert earned(evening, "a1.1.c1", 4, goes_forward=True) == 2
    assert evening.state.orders["a1.1.c1"].forward == 1
    fire = {"unit": "a1.1.c1", "shots": [shot("a1.1.c1.p1", "d1.1.c1.p1", 20.0, "soft", 1)]}
    evening.do("attacker", "fire", **fire)
    assert evening.refused("attacker", "fire", **fire).clause == "FF-SPR-12"
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    # 5 + 1 is two actions with and without it.
    assert earned(evening, "a1.1.c2", 5, goes_forward=True) == 2
    assert evening.state.orders["a1.1.c2"].forward == 0
    replays(evening)


@pytest.mark.parametrize(("rules", "actions"), [([], 0), ([{"ruling": "GAP-43", "option": "counts"}], 1)])
def test_a_natural_1_fails_with_elan_but_by_house_rule(rules: list[dict[str, str]], actions: int) -> None:
    evening = begun("artois-1915", house_rules=rules)
    evening.go_to("attacker", "early_companies", "a1.1")
    assert earned(evening, "a1.1.c1", 1, goes_forward=True) == actions


def half_gone(**settings: Any) -> Evening:
    """Aisne 1918: the first French battalion has lost eight of its sixteen platoons."""
    evening = begun("aisne-1918", **settings)
    lose(evening, *(f"d1.1.c{c}.p{n}" for c in (1, 2) for n in (1, 2, 3, 4)))
    return evening


def test_stubborn_resistance_sets_a_bad_result_aside() -> None:
    """FF-SPR-06, FF-SPR-13: a 1 is a retreat of 40 cm, suppression and the loss of its guns; all of it is undone."""
    evening = half_gone()
    before = dict(evening.state.stands)
    assert evening.do("defender", "test_morale", battalion="d1.1", die=die(1)).result is MoraleResult.RETREAT_40
    assert not evening.state.stands["d1.1.mg1"].alive
    assert evening.refused("attacker", "resist_stubbornly", battalion="d1.1").clause == "FF-TRN-01"
    evening.do("defender", "resist_stubbornly", battalion="d1.1")
    assert evening.state.stands == before
    assert evening.refused("defender", "resist_stubbornly", battalion="d1.1").clause == "FF-SPR-06"
    replays(evening)


def test_stubborn_resistance_brings_a_routed_battalion_back() -> None:
    """Three quarters lost: 2 - 2 is a rout (FF-MOR-T1)."""
    evening = begun("aisne-1918")
    lose(evening, *(f"d1.1.c{c}.p{n}" for c in (1, 2, 3) for n in (1, 2, 3, 4)))
    evening.do("defender", "test_morale", battalion="d1.1", die=die(2))
    if evening.state.due:
        evening.do("defender", "test_morale", battalion="d1.1", die=die(2))
    assert evening.state.battalions["d1.1"].fate is Fate.ROUTED
    evening.do("defender", "resist_stubbornly", battalion="d1.1")
    assert evening.state.battalions["d1.1"].fate is Fate.STANDS
    assert evening.state.due == ()
    replays(evening)


def test_stubborn_resistance_three_times_for_the_side_and_only_while_the_result_is_new() -> None:
    """GAP-44 side."""
    evening = half_gone()
    for battalion in (2, 3):
        lose(evening, *(f"d1.{battalion}.c{c}.p{n}" for c in (1, 2) for n in (1, 2, 3, 4)))
    for battalion in (1, 2, 3):
        evening.do("defender", "test_morale", battalion=f"d1.{battalion}", die=die(3 if battalion < 3 else 4))
        evening.do("defender", "resist_stubbornly", battalion=f"d1.{battalion}")
    lose(evening, *(f"d1.1.c3.p{n}" for n in (1, 2, 3, 4)))
    evening.do("defender", "test_morale", battalion="d1.1", die=die(3))
    assert evening.refused("defender", "resist_stubbornly", battalion="d1.1").clause == "FF-SPR-06"


def test_a_result_that_play_has_gone_on_from_stays() -> None:
    evening = half_gone()
    evening.do("defender", "test_morale", battalion="d1.1", die=die(3))
    evening.do("attacker", "next_step")
    assert evening.refused("defender", "resist_stubbornly", battalion="d1.1").clause == "FF-SPR-06"


def test_a_mutinous_battalion_stays_where_it_is() -> None:
    """FF-SPR-07, FF-SPR-14: it does not move, and fires as ever; three of them at most."""
    evening = begun("aisne-1918")
    assert evening.refused("defender", "name_mutinous", battalion="d1.1").clause == "FF-TRN-01"
    assert evening.do("attacker", "name_mutinous", battalion="d1.1").left == 2
    assert evening.refused("attacker", "name_mutinous", battalion="d1.1").clause == "FF-SPR-07"
    evening.do("attacker", "next_step")
    assert evening.refused("attacker", "name_mutinous", battalion="d1.2").clause == "FF-SPR-07"
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    earned(evening, "d1.1.c1", 5, "defender")
    assert evening.refused("defender", "move_unit", unit="d1.1.c1").clause == "FF-SPR-07"
    into = {"unit": "d1.1.c1", "stand": "d1.1.c1.p1", "target": "a1.1.c1.p1", "cover": "soft"}
    assert evening.refused("defender", "go_in", **into).clause == "FF-SPR-07"
    shots = [shot("d1.1.c1.p1", "a1.1.c1.p1", 20.0, "soft", 1)]
    evening.do("defender", "fire", unit="d1.1.c1", shots=shots)
    replays(evening)


def test_by_house_rule_a_mutinous_battalion_moves_but_never_forward() -> None:
    """GAP-46 sideways."""
    evening = begun("aisne-1918", house_rules=[{"ruling": "GAP-46", "option": "sideways"}])
    evening.do("attacker", "name_mutinous", battalion="d1.1")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    earned(evening, "d1.1.c1", 5, "defender")
    evening.do("defender", "move_unit", unit="d1.1.c1")


def test_by_house_rule_mutinous_battalions_are_named_before_the_game() -> None:
    """GAP-46 before_the_game."""
    evening = Evening()
    rules = [{"ruling": "GAP-46", "option": "before_the_game"}]
    evening.do("referee", "create_game", scenario="aisne-1918", house_rules=rules)
    evening.do("attacker", "name_mutinous", battalion="d1.1")
    evening.do("attacker", "start_turn")
    assert evening.refused("attacker", "name_mutinous", battalion="d1.2").clause == "FF-SPR-07"


def test_a_storm_battalion_has_its_bonus_once_and_orders_its_own_gun() -> None:
    """FF-SPR-09, AMB-102: 4 + 1 is two actions; FF-SPR-16, GAP-49: its gun is ordered in the battalion."""
    evening = begun("aisne-1918")
    assert evening.state.battalions["a1.3"].storm
    evening.go_to("attacker", "late_battalion_guns", "a1.3")
    gun = next(name for name in evening.state.battalions["a1.3"].units if ".x" in name)
    # L, artillery: 3-5 is one action (FF-ORD-T2); its crew is Experienced (AMB-32).
    assert earned(evening, gun, 4) == 1
    evening.go_to("attacker", "late_companies", "a1.3")
    assert earned(evening, "a1.3.c1", 4) == 2


def test_before_its_date_a_storm_battalion_is_an_ordinary_one() -> None:
    """FF-SPR-15, GAP-47."""
    assert not begun("aisne-1918", date="1917-11").state.battalions["a1.3"].storm
    rules = [{"ruling": "GAP-47", "option": "from_late_1917"}]
    assert begun("aisne-1918", date="1917-11", house_rules=rules).state.battalions["a1.3"].storm


def test_every_seat_sees_the_same_of_the_national_rules() -> None:
    evening = half_gone()
    evening.do("attacker", "name_mutinous", battalion="d1.2")
    evening.do("defender", "test_morale", battalion="d1.1", die=die(3))
    for role in SEATING.roles:
        seen = SYSTEM.view(evening.state, role)["national"]
        assert seen["mutinous"] == ["d1.2"]
        assert seen["may_resist"] == "d1.1"
        assert seen["may_name"] == ["d1.1", "d1.3"]


@pytest.mark.parametrize(
    ("scenario", "unit", "starred"),
    [
        ("aisne-1918", "d1.1.c1", True),
        ("aisne-1918", "a1.1.c1", True),
        ("aisne-1918", "d1.1.mg1", False),
        ("amiens-1918", "a1.1.c1", False),
        ("somme-1916", "d1.1.c1", False),
    ],
)
def test_late_french_and_german_riflemen_have_more_light_guns(scenario: str, unit: str, starred: bool) -> None:
    """FF-TOE-110, FF-TOE-139: the star is theirs; it counts from the last sheet on, and for riflemen."""
    state = played(scenario).state
    assert more_light_guns(state, state.units[unit], state.book()) is starred

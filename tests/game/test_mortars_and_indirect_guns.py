"""Mortars and indirect machine guns in a game, worked by hand from the rulebook."""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.fire_areas import FireAreaKind
from rules.flanders_fields.game.state.cards import SUPERB, LyingCard
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import DEFENDER, Side
from tests.game.evening import Evening, die, entered, mons, played
from tests.game.guns_in_play import (
    NOTHING,
    SUPPRESSED,
    TRENCH,
    caught,
    in_action,
    levels,
    replays,
)

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
    bare = evening.refused("attacker", "set_aiming_point", unit=MORTAR, where="the crater")
    assert (bare.clause, bare.instead) == ("FF-MTR-11", "say which stand it is laid on")
    laid = evening.do("attacker", "set_aiming_point", unit=MORTAR, target=TRENCH)
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
    evening.do("attacker", "set_aiming_point", unit=MORTAR, target=TRENCH)
    ask = {"unit": MORTAR, "stands": [caught(TRENCH, aimed_at=True)], "dice": entered(4), "sees_point": True}
    assert evening.refused("attacker", "fire_on_area", range_cm=range_cm, **ask).clause == clause


def test_somebody_must_see_a_mortars_point() -> None:
    """FF-MTR-13, FF-MTR-14: it itself, or the commander of its own battalion, who sees both."""
    evening = mortar()
    evening.do("attacker", "set_aiming_point", unit=MORTAR, target=TRENCH)
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
    assert (fired.hits[0].result, fired.kind) == (SUPPRESSED, FireAreaKind.MACHINE_GUN)
    # FF-IMG-08: the whole company.
    assert levels(evening.state, "d1.1.c1") == [1, 1, 1]
    assert SYSTEM.view(evening.state, DEFENDER)["guns"]["zones"][0]["unit"] == VICKERS
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

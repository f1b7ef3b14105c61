"""Batteries laid over the barrage and shared by regiments in a game, worked by hand from the rulebook."""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.game.setup.creation import GameCreated
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Carriage, UnitClass
from rules.kernel.explanations import Refusal
from tests.game.evening import Evening, die, entered, played
from tests.game.guns_in_play import (
    SUPPRESSED,
    TRENCH,
    caught,
    replays,
)

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
    evening.do("attacker", "set_aiming_point", unit=OVER_THE_BARRAGE, where="the block house")
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
    over: dict[str, Any] = {"kind": UnitClass.HEAVY_ARTILLERY, "superimposed": True, "carriage": Carriage.READY}
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
    differing: dict[str, Any] = {of: dict(facts) for of, facts in commanders.items()}
    evening = shared_by_two(**differing)
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

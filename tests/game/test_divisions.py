"""A divisional commander with a super heavy battery at his call (FF-SUI-01, FF-SUI-02, FF-ORG-08, AMB-376).

Late, a battery's order earns nothing on 1-2, one action on 3-5, two on 6 (FF-ORD-T2).
"""

import tomllib
from typing import Any

import pytest

from rules.flanders_fields.game.scenario_roster import read_scenario
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import DATA
from rules.flanders_fields.vocabulary import ATTACKER, Side
from rules.kernel.toml_reader import BadData, Reader
from tests.game.evening import Evening, die, played

SCENARIO, STEP = "menin-road-1917", "late_regimental_artillery"
DIVISION, SUPER_HEAVY, SHARED, FIELD = "a0", "a0.b1", "a1.b3", "a1.b2"


def at_the_guns(of: str, **settings: Any) -> Evening:
    """The British turn, in the step of the batteries of this formation."""
    evening = played(SCENARIO, **settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", STEP, of)
    return evening


def order(evening: Evening, unit: str, pips: int = 6) -> Any:
    return evening.try_("attacker", "roll_orders", unit=unit, die=die(pips))


def test_the_divisional_commander_orders_his_battery() -> None:
    """FF-SUI-04: in step III, and the card says why; it lays a point, and its fire deviates where nobody sees it."""
    evening = at_the_guns(DIVISION)
    assert SYSTEM.view(evening.state, ATTACKER)["turn"]["can_act"] == [SUPER_HEAVY]
    rolled = order(evening, SUPER_HEAVY)[0]
    assert (rolled.actions, rolled.reasons.steps[0].clause) == (2, "FF-SUI-04")
    evening.do("attacker", "set_aiming_point", unit=SUPER_HEAVY, where="the trench behind")
    fired = evening.do(
        "attacker",
        "fire_on_area",
        unit=SUPER_HEAVY,
        observed=True,
        stands=[{"stand": "d1.1.c1.p1", "cover": "medium"}],
        dice=[die(4)],
    )
    # FF-SHO-T1, super heavy on Medium: 3 / 4.
    assert fired.hits[0].result.value == "killed"
    assert SYSTEM.replay(evening.log) == evening.state


def test_the_markers_on_him_count() -> None:
    """AMB-29, FF-ORD-18: one marker takes 1: a 3 earns nothing; FF-CMD-09: dead, nobody orders it."""
    evening = at_the_guns(DIVISION)
    evening.do("referee", "correct", of=f"{DIVISION}.hq", what="levels", value=1, reason="shelled")
    assert order(evening, SUPER_HEAVY, 3)[0].actions == 0
    evening = at_the_guns(DIVISION)
    evening.do("referee", "correct", of=f"{DIVISION}.hq", what="alive", value=False, reason="shelled")
    assert evening.refused("attacker", "roll_orders", unit=SUPER_HEAVY, die=die(6)).clause == "FF-CMD-09"


def test_no_brigade_calls_it_unless_any_may() -> None:
    """AMB-376: named by default; by house rule any regiment, once a turn, and its own brigadier orders it then."""
    named = at_the_guns("a1")
    assert named.refused("attacker", "roll_orders", unit=SUPER_HEAVY, die=die(6)).clause == "FF-TRN-03"
    evening = at_the_guns("a2", house_rules=[{"ruling": "AMB-376", "option": "any_regiment"}])
    assert {SUPER_HEAVY, SHARED} <= set(SYSTEM.view(evening.state, ATTACKER)["turn"]["can_act"])
    evening.do("referee", "correct", of="a2.hq", what="levels", value=1, reason="shelled")
    assert order(evening, SUPER_HEAVY, 3)[0].actions == 0
    evening.go_to("attacker", STEP, DIVISION)
    assert evening.refused("attacker", "roll_orders", unit=SUPER_HEAVY, die=die(6)).clause == "FF-TRN-05"


def test_he_calls_nothing_of_the_brigades() -> None:
    """FF-SUI-01: field and heavy batteries are at the call of the brigades, by house rule too."""
    evening = at_the_guns(DIVISION, house_rules=[{"ruling": "AMB-376", "option": "any_regiment"}])
    assert SYSTEM.view(evening.state, ATTACKER)["turn"]["can_act"] == [SUPER_HEAVY]
    assert evening.refused("attacker", "roll_orders", unit=SHARED, die=die(6)).clause == "FF-TRN-03"


def test_he_marks_no_staff_bonus_and_calls_no_aircraft() -> None:
    """FF-ORD-25, FF-AIR-05: both are a regimental commander's."""
    evening = played(SCENARIO)
    evening.do("attacker", "start_turn")
    rail = SYSTEM.view(evening.state, ATTACKER)["rail"]
    doings = {place["key"]: place["state"] for place in rail if place["of"] == DIVISION}
    assert {key for key, state in doings.items() if state != "skip"} == {STEP}


def test_a_card_brings_its_battery_to_the_highest_command() -> None:
    """FF-CRD-08: with a divisional commander on the table that is he."""
    evening = played(SCENARIO, event_cards="table")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card="hearts_ace")
    evening.go_to("attacker", STEP, "a1")
    assert evening.refused("attacker", "play_card", card="hearts_ace", on="a1").clause == "FF-CRD-08"
    joined = evening.do("attacker", "play_card", card="hearts_ace", on=DIVISION)
    assert evening.state.units[joined.arrived[0].id].of == DIVISION


def test_his_stand_is_replaced_in_the_next_turn() -> None:
    """AMB-28: a divisional stand is replaced as a regimental one is."""
    evening = at_the_guns(DIVISION)
    evening.do("referee", "correct", of=f"{DIVISION}.hq", what="alive", value=False, reason="shelled")
    for side, role in ((Side.ATTACKER, "attacker"), (Side.DEFENDER, "defender")):
        assert evening.state.turn.side is side
        evening.do(role, "end_turn")
        evening.do("defender" if role == "attacker" else "attacker", "start_turn")
    assert [due.of for due in evening.state.due] == [DIVISION]
    evening.do("attacker", "promote_in_field", formation=DIVISION)
    evening.go_to("attacker", STEP, DIVISION)
    # FF-ORD-17: -1 from then on, a 3 earns nothing.
    assert order(evening, SUPER_HEAVY, 3)[0].actions == 0


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("superimposed_batteries", ["Corps guns"], "names no battery of this formation"),
        ("battery_classes", ["heavy_artillery"], "at the call of the regiments"),
        ("commander", None, "commander"),
    ],
)
def test_what_no_division_of_a_scenario_may_say(key: str, value: Any, says: str) -> None:
    values = tomllib.loads((DATA / "scenarios" / f"{SCENARIO}.toml").read_text(encoding="utf-8"))
    division = values["side"][0]["division"][0]
    division |= {key: value}
    if value is None:
        del division[key]
    with pytest.raises(BadData, match=says):
        read_scenario(Reader("test.toml", "file", values))

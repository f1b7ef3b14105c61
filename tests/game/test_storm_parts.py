"""Companies and support units of a storm battalion that serve with other battalions (FF-SPR-16, GAP-49).

A company's order earns one action on 2-4, two on 5-6 (FF-ORD-T5); a Veteran has +1 (FF-ORD-20).
"""

from typing import Any

from rules.flanders_fields.game.stand_types import is_storm
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.explanations import Refusal
from tests.game.evening import Evening, die, played

STORM, HOST, OTHER_HOST = "a1.3", "a1.1", "a1.2"
COMPANY, GUN = "a1.3.c1", "a1.3.x1"


def sends(evening: Evening, unit: str = COMPANY, battalion: str = HOST, role: str = "attacker") -> Any:
    return evening.try_(role, "attach_storm_part", unit=unit, battalion=battalion)


def test_a_storm_company_goes_to_another_battalion_during_the_game() -> None:
    """FF-SPR-16, GAP-49: ordered there, a Veteran still: 4 + 1 is two actions; 12 and 3 platoons are 15."""
    evening = played("aisne-1918")
    (sent,) = sends(evening)
    assert (sent.ordered_from, sent.platoons) == ("", 3)
    started = {name: evening.state.battalions[name].started for name in (STORM, HOST)}
    assert started == {STORM: 9, HOST: 15}
    assert COMPANY in evening.state.battalions[HOST].units
    assert COMPANY not in evening.state.battalions[STORM].units
    assert is_storm(evening.state, f"{COMPANY}.p1")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_companies", HOST)
    assert evening.do("attacker", "roll_orders", unit=COMPANY, die=die(4)).actions == 2
    assert evening.do("attacker", "roll_orders", unit=f"{HOST}.c1", die=die(4)).actions == 1
    # FF-TRN-05: ordered once in a turn, wherever it serves.
    assert sends(evening, battalion=OTHER_HOST).clause == "FF-TRN-05"
    (next_one,) = sends(evening, unit="a1.3.c2", battalion=OTHER_HOST)
    assert next_one.battalion == OTHER_HOST
    assert SYSTEM.replay(evening.log) == evening.state


def test_its_losses_go_with_it_and_it_may_come_back() -> None:
    """GAP-49, FF-MOR-01: of 15 platoons two are lost; back home the storm battalion is 12 again, ten of them there."""
    evening = played("aisne-1918")
    sends(evening)
    for platoon in ("p1", "p2"):
        evening.do("referee", "correct", of=f"{COMPANY}.{platoon}", what="alive", value=False, reason="lost")
    assert evening.state.platoons_left(evening.state.battalions[HOST]) == 13
    sends(evening, battalion=STORM)
    storm = evening.state.battalions[STORM]
    assert (storm.started, evening.state.platoons_left(storm)) == (12, 10)


def test_support_units_go_too_and_count_in_no_morale() -> None:
    """FF-SPR-16: its gun; FF-MOR-01 counts rifle platoons."""
    evening = played("aisne-1918")
    (sent,) = sends(evening, unit=GUN)
    assert sent.platoons == 0
    assert evening.state.battalions[HOST].started == 12


def test_by_house_rule_its_own_commander_goes_on_ordering_it() -> None:
    """GAP-49 own_commander: in the storm battalion's steps, by its commander: one marker on him takes 1 (FF-ORD-18)."""
    evening = played("aisne-1918", house_rules=[{"ruling": "GAP-49", "option": "own_commander"}])
    (sent,) = sends(evening)
    assert sent.ordered_from == STORM
    assert evening.state.battalions[HOST].started == 15
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_companies", HOST)
    assert evening.refused("attacker", "roll_orders", unit=COMPANY, die=die(6)).clause == "FF-TRN-03"
    evening.go_to("attacker", "late_companies", STORM)
    evening.do("referee", "correct", of=f"{STORM}.hq", what="levels", value=1, reason="shelled")
    assert evening.do("attacker", "roll_orders", unit=COMPANY, die=die(4)).actions == 1


def test_what_does_not_serve_elsewhere() -> None:
    """FF-SPR-16, FF-SPR-09: ordinary companies, another side's battalion, the enemy's turn, another seat."""
    evening = played("aisne-1918")
    assert sends(evening, unit=f"{OTHER_HOST}.c1").clause == "FF-SPR-16"
    assert sends(evening, battalion=STORM).clause == "FF-SPR-16"
    assert sends(evening, battalion="d1.1").clause == "FF-SPR-16"
    assert sends(evening, unit="a1.b1").clause == "FF-SPR-16"
    assert sends(evening, role="defender").clause == "FF-SPR-16"
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    assert sends(evening).because == "it is not its player turn"
    evening.do("defender", "start_turn")
    assert sends(evening).because == "it is not its player turn"
    assert isinstance(sends(played("aisne-1918", date="1917-12")), Refusal)


def test_a_seat_is_shown_who_may_change_battalions() -> None:
    evening = played("aisne-1918")
    shown = {one["unit"]: one["to"] for one in SYSTEM.view(evening.state, ATTACKER)["national"]["storm_parts"]}
    assert shown[COMPANY] == [HOST, OTHER_HOST]
    assert set(shown) == set(evening.state.battalions[STORM].units)
    # Who is missing from the list sits in a deep shelter: that is not for the other side.
    assert SYSTEM.view(evening.state, DEFENDER)["national"]["storm_parts"] == []
    sends(evening)
    assert SYSTEM.tell(evening.state, evening.log[-1], DEFENDER)["says"] == "9 Company serves with I / Regt from now"
    evening.agreed("attacker", "undo")
    assert COMPANY in evening.state.battalions[STORM].units

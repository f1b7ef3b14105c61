"""Refusals that the referee overrides: what was refused is carried out, worked by hand from the rulebook."""

from typing import Any

import pytest

from rules.flanders_fields.game.fact_proposals import DEEDS
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Action, FireResult
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.prompts import Ask
from rules.kernel.record_events import Overrule, Overruled, OverruledAlone
from rules.kernel.seats import Actor, Audience, Role
from tests.game.evening import Evening, die, entered
from tests.game.guns_in_play import GERMAN_GUNS, called_for
from tests.game.test_deeds_by_hand import seated
from tests.game.test_deeds_of_fire_by_hand import COMPANY, GUN, company_ordered
from tests.game.test_mons import ready_gun

SHOT = {"firer": GUN, "target": "d1.1.c1.p1", "range_cm": 31.0, "cover": "soft"}


def overridden(evening: Evening, clause: str, kind: str, **fields: Any) -> Any:
    """The event of a command that the rules refuse by a clause and the referee allows."""
    assert evening.refused("referee", kind, **fields).clause == clause
    command = {"kind": kind, **fields}
    events = evening.try_("referee", "override", clause=clause, command=command, reason="as agreed")
    assert isinstance(events, tuple), events
    assert events[0] == Overruled(clause, events[0].because, "as agreed", agreed=False)
    return events[1]


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("FF-RNG-02", {"range_cm": 84.0}),
        ("FF-RCB-06", {"direct_sight": False}),
        ("FF-RCB-09", {"in_arc": False}),
    ],
)
def test_machine_gun_fires_beyond_its_range_arc_or_sight(clause: str, told: dict[str, Any]) -> None:
    """FF-RNG-02: a machine gun reaches 70 cm; FF-RCB-06: it sees its target, in its arc. A 6 kills in soft cover."""
    evening = ready_gun()
    evening.do("attacker", "change_carriage", unit=GUN, to="ready")
    fired = overridden(evening, clause, "fire", unit=GUN, shots=[{**SHOT, **told, "dice": [die(6)]}])
    assert [shot.results for shot in fired.shots] == [(FireResult.KILLED,)]


def test_stand_behind_the_beaten_zone_is_attacked() -> None:
    """FF-BZN-03, FF-BZN-04: 15 cm behind the first target. Each stand takes a die, the one at 60 cm too."""
    evening = ready_gun()
    evening.do("attacker", "change_carriage", unit=GUN, to="ready")
    behind = {**SHOT, "target": "d1.1.c1.p3", "behind_cm": 60.0, "dice": [die(1)]}
    fired = overridden(evening, "FF-BZN-04", "fire", unit=GUN, shots=[{**SHOT, "dice": [die(1)]}, behind])
    assert [shot.target for shot in fired.shots] == ["d1.1.c1.p1", "d1.1.c1.p3"]


def test_action_is_spent_on_suppression_that_the_record_does_not_have() -> None:
    """FF-SUP-10: there is no level to remove. The action is spent, and no stand changes."""
    evening = company_ordered()
    spent = overridden(evening, "FF-SUP-10", "remove_suppression", unit=COMPANY)
    assert (spent.kind, spent.changes) == (Action.REMOVE_SUPPRESSION, ())
    assert evening.state.orders[COMPANY].left == 1


def test_call_is_answered_a_second_time() -> None:
    """FF-SOS-05: a battery answers one call in a turn. FF-SOS-04: a 6 brings its fire."""
    evening = called_for()
    evening.do("defender", "call_sos", unit=GERMAN_GUNS, from_position_cm=3, die=die(1))
    called = overridden(
        evening, "FF-SOS-05", "call_sos", unit=GERMAN_GUNS, from_position_cm=3, where="the road", die=die(6)
    )
    assert called.answered


def test_side_that_plays_alone_overrides_at_once() -> None:
    """Nobody else is seated who could agree: the log says so."""
    evening = company_ordered()
    command: dict[str, Any] = {"kind": "remove_suppression", "unit": COMPANY}
    alone = Actor(Role("attacker"), "Bea", nobody_else=True)
    sent = Overrule(command=command, clause="FF-SUP-10", reason="a marker lies there")
    events = SYSTEM.decide(evening.state, sent, alone)
    assert not isinstance(events, Refusal)
    first: Any = events[0]
    assert first == OverruledAlone("FF-SUP-10", first.because, "a marker lies there", agreed=False)
    told = SYSTEM.tell(evening.state, Recorded(99, first, "c99", alone.role, Audience.ALL), Role.REFEREE)
    assert told["says"].startswith("Overruled without an opponent, FF-SUP-10")


def test_dice_of_a_request_that_was_taken_back_lie_where_it_is_carried_out() -> None:
    """A die once thrown stays thrown, and the card shows it instead of asking for another."""
    evening = company_ordered()
    unthrown = {"pips": 0, "source": "rolled"}
    far = {"target": "d1.1.c1.p1", "range_cm": 60.0, "cover": "open", "dice": [unthrown]}
    shots = [{"firer": f"a1.1.c1.p{n}", **far} for n in (1, 2, 3)]
    command = {"kind": "fire", "unit": "a1.1.c1", "shots": shots}
    evening.do("attacker", "override", clause="FF-RNG-04", command=command, reason="a rise in the ground")
    evening.do("referee", "answer", agree=True)
    assert faces_lying(evening) == []
    evening.do("attacker", "carry_out", dice=entered(6, 2, 1))
    evening.do("attacker", "undo")
    evening.do("referee", "answer", agree=True)
    assert faces_lying(evening) == [6, 2, 1]


def faces_lying(evening: Evening) -> list[int]:
    (deed,) = (one for one in DEEDS if one.kind == "carry_out")
    dice = next(iter(deed.asks(seated(evening, "attacker"), {})))
    assert isinstance(dice, Ask)
    return [one.pips for one in dice.kept]

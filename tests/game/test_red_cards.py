"""Red event cards in a game: what each does when it is played, worked by hand from the rulebook."""

from typing import Any

import pytest

from rules.flanders_fields.game.report import report
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import FireResult, MoraleResult
from rules.kernel.explanations import Refusal
from tests.game.cards_in_play import (
    BATTALION,
    BRITISH,
    COMPANY,
    british_turn,
    drawn,
    half_gone,
    hand,
    lose,
    lying,
    next_turn,
    replays,
)
from tests.game.evening import Evening, die, entered, shot


def at_the_companies(*cards: str, **settings: Any) -> Evening:
    """They have been drawn, and the companies of the first battalion are to be ordered."""
    evening = drawn(*cards, **settings)
    evening.go_to("attacker", "early_companies", BATTALION)
    return evening


def test_hearts_ace_a_battery_for_three_turns() -> None:
    """FF-CRD-08, GAP-90: the turn it is played counts: turns 1, 2 and 3."""
    evening = at_the_companies("hearts_ace")
    played = evening.do("attacker", "play_card", card="hearts_ace", on="a1")
    unit = played.arrived[0].id
    assert unit in evening.state.regiments["a1"].units
    assert evening.state.units[unit].kind == "super_heavy_artillery"
    for turn in (1, 2, 3):
        assert (evening.state.turn.number, evening.state.stands[unit].alive) == (turn, True)
        next_turn(evening, f"spades_{turn + 1}")
        next_turn(evening, f"hearts_{turn + 1}")
    assert not evening.state.stands[unit].alive
    assert lying(evening) == []
    replays(evening)
    # FF-CMP-01: who goes with the card is no base killed, and has not run.
    found = report(evening.log, SYSTEM.fresh())
    assert (found.sides[0].cost.facts.killed, found.sides[0].cost.routed) == (0, 0)
    assert [turn.lost for turn in found.turns if any(turn.lost.values())] == []


@pytest.mark.parametrize(
    ("target", "fortified", "clause"),
    [("d1.1.c1.p1", False, "FF-CRD-09"), ("d1.1.hq", True, "FF-CRD-09"), ("a1.1.hq", False, "FF-CRD-09")],
)
def test_hearts_king_whom_a_sniper_does_not_take(target: str, fortified: bool, clause: str) -> None:
    evening = drawn("hearts_king")
    assert evening.refused("attacker", "play_card", card="hearts_king", on=target, fortified=fortified).clause == clause


def test_hearts_king_a_sniper_takes_a_commander() -> None:
    """FF-CRD-09: no die; FF-CMD-09: the loss is told."""
    evening = drawn("hearts_king")
    outcome = evening.try_("attacker", "play_card", card="hearts_king", on="d1.1.hq")
    assert not isinstance(outcome, Refusal)
    assert [type(event).__name__ for event in outcome] == ["CardPlayed", "CommanderLost"]
    assert not evening.state.stands["d1.1.hq"].alive
    assert hand(evening, "attacker") == []


@pytest.mark.parametrize(("pips", "back"), [(1, 1), (3, 2), (6, 2)])
def test_hearts_queen_a_d3_of_platoons_comes_back(pips: int, back: int) -> None:
    """FF-CRD-10, GAP-91: 1-2 one, 3-4 two, 5-6 three, never more than the two that were lost."""
    evening = drawn("hearts_queen")
    lose(evening, "a1.1.c1.p1", "a1.1.c1.p2")
    more = {"returns": ["a1.1.c1.p2"]}
    evening.do("attacker", "play_card", card="hearts_queen", on=BATTALION, die=die(pips), **more)
    assert evening.state.stands["a1.1.c1.p2"].alive
    assert sum(evening.state.stands[f"a1.1.c1.p{n}"].alive for n in (1, 2)) == back
    replays(evening)


def test_hearts_queen_not_for_a_single_loss_and_not_without_its_die() -> None:
    evening = drawn("hearts_queen")
    lose(evening, "a1.1.c1.p1")
    asked = {"card": "hearts_queen", "on": BATTALION, "die": die(3)}
    assert evening.refused("attacker", "play_card", **asked).clause == "FF-CRD-10"
    lose(evening, "a1.1.c1.p2")
    assert evening.refused("attacker", "play_card", card="hearts_queen", on=BATTALION).clause == "FF-CRD-10"


def test_hearts_jack_a_hero_succeeds_on_4() -> None:
    """FF-CRD-11, FF-HER-07: 4 + 1 is 5, and the card is used up."""
    evening = drawn("hearts_jack")
    evening.do("attacker", "play_card", card="hearts_jack")
    deed = {"stand": "a1.1.c1.p1", "deed": "over the bridge", "removes": ["d1.1.mg1"]}
    assert evening.do("attacker", "try_heroic_action", die=die(4), **deed).success
    assert lying(evening) == []
    assert ("", "hearts_jack") in evening.state.cards.discards


@pytest.mark.parametrize(("pips", "actions"), [(1, 0), (4, 2), (6, 3)])
def test_hearts_10_an_order_at_one_more(pips: int, actions: int) -> None:
    """FF-CRD-12: 5 is two actions, 7 is three; FF-NAT-04: a natural 1 fails all the same."""
    evening = at_the_companies("hearts_10")
    evening.do("attacker", "play_card", card="hearts_10", on=COMPANY)
    assert evening.do("attacker", "roll_orders", unit=COMPANY, die=die(pips)).actions == actions
    assert lying(evening) == []
    # The next company's die is its own: 4 is one action.
    assert evening.do("attacker", "roll_orders", unit="a1.1.c2", die=die(4)).actions == 1
    replays(evening)


def test_hearts_10_comes_before_the_die_but_by_house_rule() -> None:
    """GAP-92."""
    for rules, refused in (([], True), ([{"ruling": "GAP-92", "option": "after_orders"}], False)):
        evening = at_the_companies("hearts_10", house_rules=rules)
        evening.do("attacker", "roll_orders", unit=COMPANY, die=die(4))
        outcome = evening.try_("attacker", "play_card", card="hearts_10", on=COMPANY)
        assert isinstance(outcome, Refusal) is refused
        assert evening.state.orders[COMPANY].earned == (1 if refused else 2)


@pytest.mark.parametrize(("pips", "result"), [(2, MoraleResult.RETREAT_20), (3, MoraleResult.HOLDS)])
def test_hearts_10_a_morale_roll_at_one_more(pips: int, result: MoraleResult) -> None:
    """FF-CRD-12, FF-MOR-T1: 3 + 1 holds."""
    evening = british_turn("hearts_10")
    asked = {"card": "hearts_10", "on": BRITISH, "roll": "morale"}
    assert evening.refused("defender", "play_card", **asked).clause == "FF-CRD-05"
    half_gone(evening)
    evening.do("defender", "play_card", **asked)
    assert evening.do("defender", "test_morale", battalion=BRITISH, die=die(pips)).result is result
    assert lying(evening) == []


@pytest.mark.parametrize(
    ("card", "pips", "result"),
    [
        ("diamonds_ace", 2, FireResult.NO_EFFECT),  # 2 + 2
        ("diamonds_ace", 3, FireResult.SUPPRESSED),  # 3 + 2 = 5
        ("diamonds_ace", 4, FireResult.KILLED),  # 4 + 2 = 6
        ("diamonds_queen", 3, FireResult.NO_EFFECT),
        ("diamonds_queen", 4, FireResult.SUPPRESSED),
        ("diamonds_queen", 5, FireResult.KILLED),
    ],
)
def test_diamonds_ace_and_queen_a_company_shoots_better(card: str, pips: int, result: FireResult) -> None:
    """FF-CRD-18, FF-CRD-20: rifles at Soft in 20 cm."""
    evening = at_the_companies(card)
    evening.do("attacker", "play_card", card=card, on=COMPANY)
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(4))
    shots = [shot("a1.1.c1.p1", "d1.1.c1.p1", 20.0, "soft", pips)]
    fired = evening.do("attacker", "fire", unit=COMPANY, shots=shots)
    assert fired.shots[0].results == (result,)
    evening.do("attacker", "end_turn")
    assert lying(evening) == []


def test_diamonds_ace_counts_for_fire_at_closing_attackers_too() -> None:
    """FF-CRD-18 in the enemy's turn: a 2 with +2 and +1 for closing is 5 (FF-DFM-03)."""
    evening = british_turn("diamonds_ace")
    next_turn(evening, "hearts_3")
    evening.go_to("attacker", "early_companies", BATTALION)
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(6))
    into = {"unit": COMPANY, "stand": "a1.1.c1.p1", "target": "d1.3.c1.p1", "cover": "soft"}
    evening.do("attacker", "go_in", **into)
    evening.do("attacker", "all_in", unit=COMPANY)
    evening.do("defender", "play_card", card="diamonds_ace", on="d1.3.c1")
    asked = {"stand": "d1.3.c1.p1", "target": "a1.1.c1.p1", "dice": entered(2)}
    assert evening.do("defender", "fire_as_they_close", **asked).results == (FireResult.SUPPRESSED,)


def test_diamonds_king_wire_grows_for_a_defender_and_shrinks_for_an_attacker_who_has_reached_it() -> None:
    """FF-CRD-19: 2 cm; the table shows it."""
    evening = drawn("diamonds_king")
    asked = {"card": "diamonds_king", "on": COMPANY}
    assert evening.refused("attacker", "play_card", **asked).clause == "FF-CRD-19"
    played = evening.do("attacker", "play_card", at_wire=True, **asked)
    assert played.says.endswith("is 2 cm less deep")
    evening = british_turn("diamonds_king")
    assert evening.do("defender", "play_card", card="diamonds_king", on="d1.1.c1").says.endswith("is 2 cm deeper")


def test_diamonds_jack_every_order_of_a_commander_for_a_turn() -> None:
    """FF-CRD-21: 4 + 1 is two actions for each of his companies, and no more in the next turn."""
    evening = at_the_companies("diamonds_jack")
    evening.do("attacker", "play_card", card="diamonds_jack", on=BATTALION)
    for company in (1, 2):
        assert evening.do("attacker", "roll_orders", unit=f"a1.1.c{company}", die=die(4)).actions == 2
    evening.do("attacker", "end_turn")
    assert lying(evening) == []


def test_diamonds_10_may_come_after_the_die() -> None:
    """FF-CRD-22: 4 is one action, and with the card two; a natural 1 stays a failure (FF-NAT-04)."""
    evening = at_the_companies("diamonds_10")
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(4))
    evening.do("attacker", "play_card", card="diamonds_10", on=COMPANY)
    assert evening.state.orders[COMPANY].earned == 2
    assert ("", "diamonds_10") in evening.state.cards.discards
    evening = at_the_companies("diamonds_10")
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(1))
    evening.do("attacker", "play_card", card="diamonds_10", on=COMPANY)
    assert evening.state.orders[COMPANY].earned == 0
    replays(evening)


def test_diamonds_10_after_the_die_is_for_the_newest_roll() -> None:
    evening = at_the_companies("diamonds_10")
    for company in (1, 2):
        evening.do("attacker", "roll_orders", unit=f"a1.1.c{company}", die=die(4))
    assert evening.refused("attacker", "play_card", card="diamonds_10", on=COMPANY).clause == "FF-CRD-22"


def test_by_house_rule_one_bonus_lies_on_a_die() -> None:
    """GAP-95 one."""
    evening = at_the_companies("hearts_10", "diamonds_10", house_rules=[{"ruling": "GAP-95", "option": "one"}])
    evening.do("attacker", "play_card", card="hearts_10", on=COMPANY)
    assert evening.refused("attacker", "play_card", card="diamonds_10", on=COMPANY).clause == "FF-SPR-11"


def test_by_house_rule_a_red_card_is_for_ones_own_turn() -> None:
    """GAP-85 own_turn."""
    evening = drawn("hearts_king", house_rules=[{"ruling": "GAP-85", "option": "own_turn"}])
    next_turn(evening)
    assert evening.refused("attacker", "play_card", card="hearts_king", on="d1.1.mg1").clause == "FF-CRD-05"

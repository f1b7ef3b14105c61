"""Black event cards in a game: whom each strikes, and who says so, worked by hand from the rulebook."""

from typing import Any

import pytest

from rules.flanders_fields.vocabulary import FireResult, MoraleResult
from rules.kernel.seats import Audience
from tests.game.cards_in_play import (
    BATTALION,
    BRITISH,
    COMPANY,
    begun,
    british_turn,
    drawn,
    half_gone,
    hand,
    lose,
    lying,
    next_turn,
    replays,
)
from tests.game.evening import die


def test_clubs_ace_the_enemy_picks_two_that_are_close() -> None:
    """FF-CRD-13, GAP-87: 5.1 cm apart is too far, exactly 5 is not; all else waits for the choice."""
    evening = drawn("clubs_ace")
    assert evening.refused("attacker", "next_step").clause == "FF-CRD-06"
    picked = {"card": "clubs_ace", "on": ["a1.1.c1.p1", "a1.1.mg1"]}
    assert evening.refused("attacker", "say_what_it_takes", apart_cm=5.0, **picked).clause == "FF-TRN-01"
    assert evening.refused("defender", "say_what_it_takes", apart_cm=5.1, **picked).clause == "FF-CRD-13"
    guns = {"card": "clubs_ace", "on": ["a1.b1"]}
    assert evening.refused("defender", "say_what_it_takes", **guns).clause == "FF-CRD-13"
    evening.do("defender", "say_what_it_takes", apart_cm=5.0, **picked)
    assert [evening.state.stands[name].alive for name in ("a1.1.c1.p1", "a1.1.mg1")] == [False, False]
    evening.do("attacker", "next_step")
    replays(evening)


def test_clubs_ace_takes_one_where_no_two_are_close_and_guns_by_house_rule() -> None:
    """GAP-87."""
    evening = drawn("clubs_ace", house_rules=[{"ruling": "GAP-87", "option": "guns_too"}])
    evening.do("defender", "say_what_it_takes", card="clubs_ace", on=["a1.b1"])
    assert not evening.state.stands["a1.b1"].alive


def test_clubs_king_cuts_the_artillery_off_for_a_turn() -> None:
    """FF-CRD-14, GAP-86: no order to any battery this turn; a machine gun is ordered as ever."""
    evening = drawn("clubs_king")
    evening.go_to("attacker", "early_regimental_artillery")
    assert evening.refused("attacker", "roll_orders", unit="a1.b1", die=die(4)).clause == "FF-CRD-14"
    assert evening.refused("attacker", "roll_orders", unit="a1.b1", die=die(4), commander_sees_it=True)
    evening.go_to("attacker", "early_machine_guns", BATTALION)
    evening.do("attacker", "roll_orders", unit="a1.1.mg1", die=die(4))
    evening.do("attacker", "end_turn")
    assert lying(evening) == []
    evening.do("defender", "start_turn")
    evening.do("defender", "draw_card", card="spades_2")
    evening.go_to("defender", "early_regimental_artillery")
    evening.do("defender", "roll_orders", unit="d1.b1", die=die(4))


def test_clubs_king_by_house_rule_spares_what_the_commander_sees() -> None:
    """GAP-86 in_sight_exempt."""
    evening = drawn("clubs_king", house_rules=[{"ruling": "GAP-86", "option": "in_sight_exempt"}])
    evening.go_to("attacker", "early_regimental_artillery")
    assert evening.refused("attacker", "roll_orders", unit="a1.b1", die=die(4)).clause == "FF-CRD-14"
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(4), commander_sees_it=True)


def test_clubs_queen_is_the_enemys_for_a_morale_roll() -> None:
    """FF-CRD-15: 3 + 1 holds; everybody sees it handed over."""
    evening = drawn("clubs_queen")
    assert hand(evening, "defender") == ["clubs_queen"]
    assert evening.log[-1].audience is Audience.ALL
    half_gone(evening)
    assert evening.refused("attacker", "play_card", card="clubs_queen", on=BRITISH).clause == "FF-CRD-05"
    evening.do("defender", "play_card", card="clubs_queen", on=BRITISH)
    assert evening.do("defender", "test_morale", battalion=BRITISH, die=die(3)).result is MoraleResult.HOLDS


def test_clubs_jack_takes_the_platoon_on_the_right() -> None:
    """FF-CRD-16: the drawer says which the table shows."""
    evening = drawn("clubs_jack")
    wrong = {"card": "clubs_jack", "on": ["a1.1.mg1"]}
    assert evening.refused("attacker", "say_what_it_takes", **wrong).clause == "FF-CRD-16"
    evening.do("attacker", "say_what_it_takes", card="clubs_jack", on=["a2.2.c4.p3"])
    assert not evening.state.stands["a2.2.c4.p3"].alive


def test_clubs_10_the_next_order_of_a_commander_suffers() -> None:
    """FF-CRD-17, GAP-89: 5 - 1 is one action; his order after that is as ever."""
    evening = drawn("clubs_10")
    assert evening.refused("defender", "say_what_it_takes", card="clubs_10", on=[BATTALION]).clause == "FF-TRN-01"
    assert evening.refused("attacker", "say_what_it_takes", card="clubs_10", on=["a1.3"]).clause == "FF-CRD-17"
    evening.do("attacker", "say_what_it_takes", card="clubs_10", on=[BATTALION])
    evening.go_to("attacker", "early_companies", BATTALION)
    assert evening.do("attacker", "roll_orders", unit=COMPANY, die=die(5)).actions == 1
    assert evening.do("attacker", "roll_orders", unit="a1.1.c2", die=die(5)).actions == 2
    replays(evening)


def test_clubs_10_is_over_with_the_turn_it_is_drawn_in() -> None:
    """FF-CRD-17, "this round": nothing was ordered before its end, and in his next turn 5 is two actions."""
    evening = drawn("clubs_10")
    evening.do("attacker", "say_what_it_takes", card="clubs_10", on=[BATTALION])
    assert lying(evening) == ["clubs_10"]
    next_turn(evening, "hearts_2")
    assert lying(evening) == []
    next_turn(evening, "hearts_3")
    evening.go_to("attacker", "early_companies", BATTALION)
    assert evening.do("attacker", "roll_orders", unit=COMPANY, die=die(5)).actions == 2


def test_clubs_10_by_house_rule_the_enemy_names_him() -> None:
    """GAP-89 enemy."""
    evening = drawn("clubs_10", house_rules=[{"ruling": "GAP-89", "option": "enemy"}])
    evening.do("defender", "say_what_it_takes", card="clubs_10", on=["a1"])
    assert evening.state.cards.lying[0].on == ("a1",)


def test_spades_ace_the_enemy_destroys_a_battery_or_by_house_rule_the_drawer() -> None:
    """FF-CRD-23, GAP-84."""
    for rules, chooser in (([], "defender"), ([{"ruling": "GAP-84", "option": "drawer"}], "attacker")):
        evening = drawn("spades_ace", house_rules=rules)
        asked = {"card": "spades_ace", "on": ["a1.1.mg1"]}
        assert evening.refused(chooser, "say_what_it_takes", **asked).clause == "FF-CRD-23"
        evening.do(chooser, "say_what_it_takes", card="spades_ace", on=["a2.b3"])
        assert not evening.state.stands["a2.b3"].alive


def test_spades_ace_takes_nothing_from_who_has_no_battery() -> None:
    evening = begun()
    lose(evening, *(f"a{regiment}.b{number}" for regiment in (1, 2) for number in (1, 2, 3)))
    evening.do("attacker", "draw_card", card="spades_ace")
    assert evening.state.cards.awaited is None
    evening.do("attacker", "next_step")


@pytest.mark.parametrize("card", ["spades_10", "spades_king", "spades_jack"])
def test_spades_10_and_in_1914_king_and_jack_are_a_hard_day_for_the_drawers_side(card: str) -> None:
    """FF-CRD-27, GAP-94, GAP-93: the enemy lays it on a morale roll of his: 4 - 1 does not hold."""
    evening = british_turn(card)
    assert hand(evening, "attacker") == [card]
    half_gone(evening)
    evening.do("attacker", "play_card", card=card, on=BRITISH)
    tested = evening.do("defender", "test_morale", battalion=BRITISH, die=die(4))
    assert tested.result is MoraleResult.RETREAT_20
    replays(evening)


@pytest.mark.parametrize(
    ("pips", "overlap", "result"),
    [
        (2, "whole", FireResult.NO_EFFECT),
        (3, "whole", FireResult.SUPPRESSED),
        (4, "whole", FireResult.KILLED),
        (4, "under_half", FireResult.NO_EFFECT),  # FF-ART-25: 4 - 2
        (5, "under_half", FireResult.SUPPRESSED),
    ],
)
def test_spades_queen_a_shell_where_the_enemy_says(pips: int, overlap: str, result: FireResult) -> None:
    """FF-CRD-25: heavy artillery at Soft, 3 and 4."""
    evening = drawn("spades_queen")
    under: dict[str, Any] = {"stand": "a1.1.c1.p1", "cover": "soft", "die": die(pips), "overlap": overlap}
    under |= {"centre_inside": overlap == "whole"}
    took = evening.do("defender", "say_what_it_takes", card="spades_queen", shelled=[under])
    assert [one.result for one in took.bursts] == [result]
    stand = evening.state.stands["a1.1.c1.p1"]
    assert (stand.alive, stand.levels) == {
        FireResult.NO_EFFECT: (True, 0),
        FireResult.SUPPRESSED: (True, 1),
        FireResult.KILLED: (False, 0),
    }[result]
    replays(evening)


def test_spades_queen_falls_on_nobody_or_by_house_rule_on_one_base() -> None:
    """GAP-88."""
    evening = drawn("spades_queen")
    evening.do("defender", "say_what_it_takes", card="spades_queen")
    assert evening.state.cards.awaited is None
    evening = drawn("spades_queen", house_rules=[{"ruling": "GAP-88", "option": "one_base"}])
    under = [{"stand": f"a1.1.c1.p{n}", "cover": "soft", "die": die(3)} for n in (1, 2)]
    refused = evening.refused("defender", "say_what_it_takes", card="spades_queen", shelled=under)
    assert refused.clause == "FF-CRD-25"
    evening.do("defender", "say_what_it_takes", card="spades_queen", shelled=under[:1])


def test_spades_king_lies_there_till_the_gas_has_been_placed() -> None:
    """FF-CRD-24 from 1915 on: an attack more of the enemy's; he says when it is done."""
    evening = drawn("spades_king", date="1916-07")
    assert [(one.card, one.side.value) for one in evening.state.cards.lying] == [("spades_king", "defender")]
    assert evening.refused("attacker", "card_carried_out", card="spades_king").clause == "FF-TRN-01"
    evening.do("defender", "card_carried_out", card="spades_king")
    assert lying(evening) == []
    replays(evening)


def test_spades_queen_waits_on_when_another_card_is_drawn_in_spite_of_it() -> None:
    """FF-CRD-06: she was lost then, and a side took the other card back without a word although all had seen it."""
    evening = drawn("spades_queen")
    another = {"kind": "draw_card", "card": "diamonds_5"}
    evening.do("referee", "override", clause="FF-CRD-06", command=another, reason="he had drawn it already")
    assert evening.state.cards.awaited
    assert evening.state.cards.awaited.card == "spades_queen"
    evening.do("defender", "say_what_it_takes", card="spades_queen")
    assert evening.state.cards.awaited is None
    replays(evening)


def test_of_two_cards_that_have_to_take_something_the_first_is_done_with() -> None:
    """FF-CRD-06."""
    evening = drawn("spades_queen")
    another = {"kind": "draw_card", "card": "spades_ace"}
    evening.do("referee", "override", clause="FF-CRD-06", command=another, reason="he had drawn it already")
    assert evening.state.cards.awaited
    assert evening.state.cards.awaited.card == "spades_ace"
    assert [card for _, card in evening.state.cards.discards] == ["spades_queen"]

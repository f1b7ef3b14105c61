"""Event cards in a game: what each does is worked by hand from the rulebook, beside the step.

1914: a company's order earns nothing on 1, one action on 2-4, two on 5-6, three on 7 (FF-ORD-T5). Rifles suppress a
platoon in Soft on 5 and kill it on 6, heavy artillery on 3 and 4. A battalion at half holds on 4 and more.
"""

from typing import Any

import pytest

from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.cards.state import FULL_PACK
from rules.flanders_fields.vocabulary import FireResult, MoraleResult
from rules.kernel.explain import Refusal
from rules.kernel.play import Audience, Role
from tests.game.evening import Evening, die, entered, mons, shot

COMPANY, BATTALION, BRITISH = "a1.1.c1", "a1.1", "d1.3"


def begun(**settings: Any) -> Evening:
    """A game with a real pack on the table, the German turn begun."""
    evening = mons(event_cards="table", **settings)
    evening.do("attacker", "start_turn")
    return evening


def drawn(*cards: str, **settings: Any) -> Evening:
    """The German side has drawn these cards."""
    evening = begun(**settings)
    for card in cards:
        evening.do("attacker", "draw_card", card=card)
    return evening


def at_the_companies(*cards: str, **settings: Any) -> Evening:
    """They have been drawn, and the companies of the first battalion are to be ordered."""
    evening = drawn(*cards, **settings)
    evening.go_to("attacker", "early_companies", BATTALION)
    return evening


def next_turn(evening: Evening, *cards: str) -> None:
    """The turn ends (no reserve has come: FF-SCN-10, a 1), the other side's begins, and these are drawn."""
    side = evening.state.turn.side
    evening.do(side.value, "end_turn")
    evening.do(side.other.value, "start_turn")
    for due in evening.state.due:
        evening.do(side.other.value, "roll_reinforcement", battalion=due.of, die=die(1))
    for card in cards:
        evening.do(side.other.value, "draw_card", card=card)


def british_turn(*cards: str, german: str = "hearts_2", **settings: Any) -> Evening:
    """The German turn went by with one card drawn; the British side has drawn these."""
    evening = drawn(german, **settings)
    next_turn(evening, *cards)
    return evening


def lose(evening: Evening, *stands: str) -> None:
    for stand in stands:
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="seen")


def half_gone(evening: Evening) -> None:
    """FF-MOR-01: eight of the sixteen platoons of the British 3rd Battalion are lost: it owes a test."""
    lose(evening, *(f"d1.3.c{company}.p{platoon}" for company in (1, 2) for platoon in (1, 2, 3, 4)))
    assert [due.of for due in evening.state.due] == [BRITISH]


def lying(evening: Evening) -> list[str]:
    return [one.card for one in evening.state.cards.lying]


def hand(evening: Evening, side: str) -> list[str]:
    return [one.card for one in evening.state.cards.held if one.side == side]


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def test_every_turn_begins_with_a_card_and_a_second_one_may_be_drawn() -> None:
    """FF-CRD-02."""
    evening = begun()
    for kind in ("next_step", "end_turn"):
        assert evening.refused("attacker", kind).clause == "FF-CRD-02"
    evening.do("attacker", "draw_card", card="hearts_2")
    evening.do("attacker", "draw_card", card="diamonds_9")
    assert evening.refused("attacker", "draw_card", card="hearts_3").clause == "FF-CRD-02"
    evening.do("attacker", "next_step")
    assert evening.refused("attacker", "draw_card", card="hearts_3").clause == "FF-CRD-02"
    replays(evening)


def test_without_cards_nothing_is_drawn_and_nobody_waits() -> None:
    evening = mons()
    evening.do("attacker", "start_turn")
    assert evening.refused("attacker", "draw_card", card="hearts_2").clause == "FF-CRD-01"
    evening.do("attacker", "next_step")
    assert SYSTEM.view(evening.state, Role.REFEREE)["cards"] is None


@pytest.mark.parametrize("card", [name for name in FULL_PACK if name.partition("_")[2].isdigit()])
def test_dummies_are_put_aside_and_tens_are_not(card: str) -> None:
    """FF-CRD-04: 2 to 9 are nothing; the tens are events."""
    evening = drawn(card)
    ten = card.endswith("_10")
    assert bool(hand(evening, "attacker") or hand(evening, "defender") or evening.state.cards.awaited) is ten
    assert (("", card) in evening.state.cards.discards) is not ten


def test_by_house_rule_dummies_fill_the_hand() -> None:
    """GAP-82 count: the fourth card is one too many; the dummy is put aside."""
    evening = drawn("hearts_2", "hearts_3", house_rules=[{"ruling": "GAP-82", "option": "count"}])
    next_turn(evening, "clubs_2")
    next_turn(evening, "hearts_4", "hearts_ace")
    assert evening.refused("attacker", "next_step").clause == "FF-CRD-03"
    assert "nothing happens" in evening.refused("attacker", "play_card", card="hearts_3").because
    evening.do("attacker", "put_card_aside", card="hearts_3")
    evening.do("attacker", "next_step")


def test_a_pack_that_is_all_drawn_is_shuffled_anew_from_the_discards() -> None:
    """GAP-81: 52 cards; what is in hands is not in it."""
    evening = mons(event_cards="app")
    evening.do("attacker", "start_turn")
    order = list(range(52))
    first = evening.do("attacker", "draw_card", pack={"shuffled": order})
    assert (first.card, first.source) == ("hearts_2", "rolled")
    # The same order again: the 2 of Hearts is out, so the 3 lies on top.
    assert evening.do("attacker", "draw_card", pack={"shuffled": order}).card == "hearts_3"
    evening.state.cards = type(evening.state.cards)(
        held=evening.state.cards.held, discards=tuple(("", card) for card in FULL_PACK)
    )
    again = evening.do("attacker", "draw_card", pack={"shuffled": order[::-1]})
    assert again.shuffled_anew
    assert len(evening.state.cards.discards) <= 1


def test_a_pack_of_the_app_takes_no_card_by_name_and_a_real_one_no_shuffling() -> None:
    evening = mons(event_cards="app")
    evening.do("attacker", "start_turn")
    assert evening.refused("attacker", "draw_card", card="hearts_ace").clause == "FF-CRD-01"
    assert begun().refused("attacker", "draw_card", pack={"shuffled": [1]}).clause == "FF-CRD-01"
    assert begun().refused("attacker", "draw_card", card="hearts_1").clause == "FF-CRD-01"


def test_only_the_side_in_turn_draws() -> None:
    assert begun().refused("defender", "draw_card", card="hearts_2").clause == "FF-TRN-01"


def test_a_card_once_seen_stays_drawn() -> None:
    """Decision 0008 for cards: after a take-back it is the same card, and it has to be drawn again."""
    evening = drawn("hearts_2", "clubs_king")
    evening.do("attacker", "take_back")
    assert lying(evening) == []
    assert evening.refused("attacker", "next_step").clause == "FF-CRD-02"
    assert evening.refused("attacker", "draw_card", card="hearts_ace").clause == "FF-CRD-02"
    evening.do("attacker", "draw_card", card="clubs_king")
    assert lying(evening) == ["clubs_king"]
    app = mons(event_cards="app")
    app.do("attacker", "start_turn")
    seen = app.do("attacker", "draw_card", pack={"shuffled": list(range(52))}).card
    app.do("attacker", "take_back")
    assert app.do("attacker", "draw_card", pack={"shuffled": list(range(51, -1, -1))}).card == seen
    replays(app)


def test_a_card_typed_in_wrongly_is_set_right_by_the_referee() -> None:
    """It was the King of Hearts: after a take-back the referee says so, no side by itself."""
    evening = drawn("clubs_king")
    evening.do("attacker", "take_back")
    evening.do("referee", "draw_card", card="hearts_king")
    assert (hand(evening, "attacker"), lying(evening)) == (["hearts_king"], [])
    replays(evening)


def test_a_hand_is_its_own_sides_secret() -> None:
    """What stays in hand and what is put aside: no view, no sentence, no refusal tells the enemy of it."""
    evening = drawn("hearts_king", "hearts_2")
    assert {one.audience for one in evening.log[-2:]} == {Audience.ATTACKER}
    for role in (Role.DEFENDER, Role.SPECTATOR):
        seen = str(SYSTEM.view(evening.state, role))
        assert "King of Hearts" not in seen
        assert "hearts_king" not in seen
    assert "King of Hearts" in str(SYSTEM.view(evening.state, Role.REFEREE))
    held = evening.refused("defender", "play_card", card="hearts_king", on="a1.1.hq")
    assert held == evening.refused("defender", "play_card", card="hearts_queen", on="a1.1.hq")
    evening.do("attacker", "take_back")
    assert evening.log[-1].audience is Audience.ATTACKER
    assert "card" not in SYSTEM.view(evening.state, Role.DEFENDER)["thrown"]


def test_the_enemys_pack_does_not_tell_what_a_hand_holds() -> None:
    """A real pack: a card that the enemy is said to hold is taken down as typed; a refusal would tell it."""
    evening = british_turn("hearts_king", german="hearts_king")
    assert hand(evening, "defender") == ["hearts_king"]


def test_cards_are_not_swapped() -> None:
    """FF-CRD-07: who drew it plays it; a card handed to a side is any of its players'."""
    evening = drawn("hearts_jack")
    held = evening.state.cards.held[0]
    evening.state.cards = type(evening.state.cards)(held=(type(held)(**{**_fields(held), "player": "attacker/Karl"}),))
    refused = evening.refused("attacker", "play_card", card="hearts_jack")
    assert (refused.clause, refused.because) == ("FF-CRD-07", "Karl drew it, and cards are not swapped")


def _fields(held: Any) -> dict[str, Any]:
    return {name: getattr(held, name) for name in held.__slots__}


def test_above_three_cards_one_is_played_at_once() -> None:
    """FF-CRD-03: four in hand; all else waits for the side that holds them, and for nobody else."""
    evening = drawn("hearts_ace", "hearts_king")
    next_turn(evening, "spades_2")
    next_turn(evening, "hearts_queen")
    assert evening.refused("attacker", "put_card_aside", card="hearts_queen").clause == "FF-CRD-03"
    evening.do("attacker", "draw_card", card="hearts_jack")
    assert evening.refused("attacker", "next_step").clause == "FF-CRD-03"
    evening.do("defender", "note", text="waiting")
    evening.do("attacker", "play_card", card="hearts_king", on="d1.1.mg1")
    evening.do("attacker", "next_step")
    replays(evening)


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


def test_clubs_10_by_house_rule_the_enemy_names_him() -> None:
    """GAP-89 enemy."""
    evening = drawn("clubs_10", house_rules=[{"ruling": "GAP-89", "option": "enemy"}])
    evening.do("defender", "say_what_it_takes", card="clubs_10", on=["a1"])
    assert evening.state.cards.lying[0].on == ("a1",)


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
    under = {"stand": "a1.1.c1.p1", "cover": "soft", "die": die(pips), "overlap": overlap}
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


def test_by_house_rule_a_red_card_is_for_ones_own_turn() -> None:
    """GAP-85 own_turn."""
    evening = drawn("hearts_king", house_rules=[{"ruling": "GAP-85", "option": "own_turn"}])
    next_turn(evening)
    assert evening.refused("attacker", "play_card", card="hearts_king", on="d1.1.mg1").clause == "FF-CRD-05"


def test_by_house_rule_each_side_has_a_pack_and_a_hand() -> None:
    """GAP-81 each_side: both may hold the same card."""
    evening = british_turn(
        "hearts_king", german="hearts_king", house_rules=[{"ruling": "GAP-81", "option": "each_side"}]
    )
    assert {one.player for one in evening.state.cards.held} == {"attacker/", "defender/"}
    assert {one.pack for one in evening.state.cards.held} == {"attacker", "defender"}


def test_by_house_rule_a_hard_day_does_not_fill_the_hand() -> None:
    """GAP-83 hard_day_free: three of his own and a Hard Day are three."""
    for rules, too_full in (([], 1), ([{"ruling": "GAP-83", "option": "hard_day_free"}], 0)):
        evening = british_turn("hearts_ace", "hearts_king", house_rules=rules)
        next_turn(evening, "spades_10")
        next_turn(evening, "hearts_queen")
        assert SYSTEM.view(evening.state, Role.DEFENDER)["cards"]["hands"][0]["too_many"] == too_full

"""Event cards in a game: what each does is worked by hand from the rulebook, beside the step.

1914: a company's order earns nothing on 1, one action on 2-4, two on 5-6, three on 7 (FF-ORD-T5). Rifles suppress a
platoon in Soft on 5 and kill it on 6, heavy artillery on 3 and 4. A battalion at half holds on 4 and more.
"""

from typing import Any

import pytest

from rules.flanders_fields.game.state.cards import FULL_PACK
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import DEFENDER
from rules.kernel.seats import Audience, Role
from tests.game.cards_in_play import (
    begun,
    british_turn,
    drawn,
    hand,
    lying,
    next_turn,
    replays,
)
from tests.game.evening import mons


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
    """Decision 0009 for cards: after a take-back it is the same card, and it has to be drawn again."""
    evening = drawn("hearts_2", "clubs_king")
    evening.agreed("attacker", "undo")
    assert lying(evening) == []
    assert evening.refused("attacker", "next_step").clause == "FF-CRD-02"
    assert evening.refused("attacker", "draw_card", card="hearts_ace").clause == "FF-CRD-02"
    evening.do("attacker", "draw_card", card="clubs_king")
    assert lying(evening) == ["clubs_king"]
    app = mons(event_cards="app")
    app.do("attacker", "start_turn")
    seen = app.do("attacker", "draw_card", pack={"shuffled": list(range(52))}).card
    app.agreed("attacker", "undo")
    assert app.do("attacker", "draw_card", pack={"shuffled": list(range(51, -1, -1))}).card == seen
    replays(app)


def test_a_card_typed_in_wrongly_is_set_right_by_the_referee() -> None:
    """It was the King of Hearts: after a take-back the referee says so, no side by itself."""
    evening = drawn("clubs_king")
    evening.agreed("attacker", "undo")
    evening.do("referee", "draw_card", card="hearts_king")
    assert (hand(evening, "attacker"), lying(evening)) == (["hearts_king"], [])
    replays(evening)


def test_a_hand_is_its_own_sides_secret() -> None:
    """What stays in hand and what is put aside: no view, no sentence, no refusal tells the enemy of it."""
    evening = drawn("hearts_king", "hearts_2")
    assert {one.audience for one in evening.log[-2:]} == {Audience("attacker")}
    for role in (DEFENDER, Role.SPECTATOR):
        seen = str(SYSTEM.view(evening.state, role))
        assert "King of Hearts" not in seen
        assert "hearts_king" not in seen
    assert "King of Hearts" in str(SYSTEM.view(evening.state, Role.REFEREE))
    held = evening.refused("defender", "play_card", card="hearts_king", on="a1.1.hq")
    assert held == evening.refused("defender", "play_card", card="hearts_queen", on="a1.1.hq")
    evening.agreed("attacker", "undo")
    assert evening.log[-1].audience is Audience("attacker")
    assert "card" not in SYSTEM.view(evening.state, DEFENDER)["rolls"]


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
        assert SYSTEM.view(evening.state, DEFENDER)["cards"]["hands"][0]["too_many"] == too_full

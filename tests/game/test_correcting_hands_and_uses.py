"""Hands of event cards and the uses of national rules, set to what the table has; of a hand nobody else hears."""

from typing import Any

import pytest

from rules.flanders_fields.game.actions.cards.card_draws import HandCorrected
from rules.flanders_fields.game.state.cards import HeldCard
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, Side
from rules.kernel.seats import Actor, Audience, Role
from tests.game.evening import Evening, played

HAND, KING = "hand/attacker", "hearts_king"


def with_cards(**settings: Any) -> Evening:
    return played("mons-1914", event_cards="table", **settings)


def corrected(evening: Evening, of: str, what: str, value: Any, role: str = "referee") -> Any:
    return evening.agreed(role, "correct", of=of, what=what, value=value, reason="misread")


def refused(evening: Evening, of: str, what: str, value: Any, role: str = "referee") -> str:
    return evening.refused(role, "correct", of=of, what=what, value=value, reason="misread").because


def hands(evening: Evening, role: Role = Role.REFEREE) -> dict[str, list[str]]:
    shown = SYSTEM.view(evening.state, role)["cards"]["hands"]
    return {one["side"]: [card["card"] for card in one["cards"]] for one in shown}


def test_a_card_is_put_into_a_hand_and_taken_out_again() -> None:
    evening = with_cards()
    corrected(evening, HAND, "put_in", KING)
    assert hands(evening) == {"attacker": [KING], "defender": []}
    corrected(evening, HAND, "take_out", KING)
    assert hands(evening) == {"attacker": [], "defender": []}
    assert evening.state.cards.discards == (("", KING),)


def test_what_was_misread_is_set_right_and_can_be_played() -> None:
    """FF-CRD-24: the sniper that was typed in as a hero takes a machine gun."""
    evening = with_cards()
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card="hearts_jack")
    corrected(evening, HAND, "take_out", "hearts_jack", "attacker")
    corrected(evening, HAND, "put_in", KING, "attacker")
    evening.do("attacker", "play_card", card=KING, on="d1.1.mg1")
    assert not evening.state.stands["d1.1.mg1"].alive


def test_a_card_handed_over_by_the_enemy_stays_one() -> None:
    """FF-CRD-07: above the limit of a hand it does not count (GAP-83)."""
    evening = with_cards()
    corrected(evening, "hand/defender", "put_in", "clubs_queen")
    assert evening.state.cards.held == (HeldCard("clubs_queen", "clubs_queen", Side.DEFENDER, "defender/", "", True),)


@pytest.mark.parametrize(
    ("what", "value", "because"),
    [
        ("put_in", "hearts_2", "not kept in a hand"),
        ("put_in", "clubs_ace", "not kept in a hand"),
        ("put_in", "joker", "no such card"),
        ("put_in", 3, "no such card"),
        ("take_out", KING, "not in this hand"),
        ("levels", 1, "nothing of that name"),
    ],
)
def test_what_no_hand_can_be(what: str, value: Any, because: str) -> None:
    assert because in refused(with_cards(), HAND, what, value)


def test_a_card_that_lies_elsewhere_in_sight_is_not_put_in() -> None:
    evening = with_cards()
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card="hearts_ace")
    evening.do("attacker", "play_card", card="hearts_ace", on="a1")
    assert "on the table" in refused(evening, HAND, "put_in", "hearts_ace")
    corrected(evening, HAND, "put_in", KING)
    assert "in this hand already" in refused(evening, HAND, "put_in", KING)


def test_there_is_no_hand_without_cards() -> None:
    assert "nothing of that name" in refused(played("mons-1914"), HAND, "put_in", KING)


def test_nobody_else_hears_of_it() -> None:
    """Not of what is put in, and a refusal does not tell what the enemy holds."""
    evening = with_cards()
    corrected(evening, HAND, "put_in", KING)
    assert isinstance(evening.log[-1].event, HandCorrected)
    assert evening.log[-1].audience is Audience("attacker")
    assert "King of Hearts" in SYSTEM.tell(evening.state, evening.log[-1], ATTACKER)["says"]
    for role in (DEFENDER, Role.SPECTATOR):
        assert KING not in str(SYSTEM.view(evening.state, role))
    assert refused(evening, HAND, "take_out", KING, "defender") == refused(evening, "hand/x", "take_out", KING)
    corrected(evening, "hand/defender", "put_in", KING, "defender")


def uses(evening: Evening, of: str) -> dict[str, int]:
    view = SYSTEM.view(evening.state, Role.REFEREE)
    things = [
        thing
        for side in view["sides"]
        for regiment in side["regiments"]
        for one in regiment["battalions"]
        for thing in (one, *one["units"])
    ]
    found: dict[str, int] = next(one["uses"] for one in things if one["id"] == of)
    return found


def test_a_use_of_pals_is_counted_or_given_back() -> None:
    """FF-SPR-03: once for a battalion. Given back it may be said again."""
    evening = played("somme-1916")
    assert uses(evening, "a1.1") == {"pals": 0}
    corrected(evening, "a1.1", "pals", 1)
    assert uses(evening, "a1.1") == {"pals": 1}
    view = SYSTEM.view(evening.state, ATTACKER)["sides"][0]["regiments"][0]["battalions"]
    assert [one["may_say"]["pals"] for one in view] == [False, True, True]
    corrected(evening, "a1.1", "pals", 0)
    assert uses(evening, "a1.1") == {"pals": 0}
    correction: Any = evening.log[-1].event
    assert correction.of == "a1.1"
    says = SYSTEM.tell(evening.state, evening.log[-1], DEFENDER)["says"]
    assert says == "Corrected, 1st Pals: Pals has not been used (misread)"


def test_only_the_rules_of_its_army_and_date_are_kept() -> None:
    assert "nothing of that name" in refused(played("somme-1916"), "d1.1", "pals", 1)
    assert "nothing of that name" in refused(played("mons-1914"), "a1.1", "professionalism", 1)
    assert "cannot stand there" in refused(played("somme-1916"), "a1.1", "pals", -1)


def test_a_tank_has_its_own_professionalism() -> None:
    """FF-SPR-04: the tanks of a battalion are counted apart from its companies."""
    evening = played("cambrai-1917")
    tank = next(unit.id for unit in evening.state.units.values() if unit.type == "heavy_male")
    corrected(evening, tank, "professionalism", 1)
    assert uses(evening, tank) == {"professionalism": 1}
    assert uses(evening, tank.rpartition(".")[0]) == {"professionalism": 0}


def test_a_battalion_is_mutinous_or_is_not() -> None:
    """FF-SPR-07: three in a game; one that was named by mistake does not count."""
    evening = played("aisne-1918")
    evening.do("attacker", "start_turn")
    for battalion in ("d1.1", "d1.2", "d1.3"):
        evening.do("attacker", "name_mutinous", battalion=battalion)
    corrected(evening, "d1.1", "mutinous", False)
    assert evening.state.national.mutinous == ("d1.2", "d1.3")
    evening.do("attacker", "name_mutinous", battalion="d1.1")
    assert evening.state.national.mutinous == ("d1.2", "d1.3", "d1.1")


def test_a_result_that_was_set_aside_in_vain_may_be_again() -> None:
    """FF-SPR-06: three times for the side in a game."""
    evening = played("aisne-1918")
    corrected(evening, "d1.1", "stubborn_resistance", 3)
    assert SYSTEM.view(evening.state, DEFENDER)["national"]["resisted"] == 3
    corrected(evening, "d1.1", "stubborn_resistance", 2)
    assert SYSTEM.view(evening.state, DEFENDER)["national"]["resisted"] == 2
    corrected(evening, "d1.1", "stubborn_resistance", 0)
    assert uses(evening, "d1.1")["stubborn_resistance"] == 0


def test_a_correction_is_taken_back_like_anything() -> None:
    evening = with_cards()
    corrected(evening, HAND, "put_in", KING)
    evening.do("referee", "undo", command_id=evening.log[-1].command_id)
    assert hands(evening)["attacker"] == []


@pytest.mark.parametrize(
    ("what", "because"), [("levels", "is destroyed and has no suppression"), ("on_wire", "is destroyed")]
)
def test_correction_of_a_destroyed_stand_is_refused_but_that_it_is_there(what: str, because: str) -> None:
    evening = with_cards()
    stand = "d1.1.c1.p1"
    corrected(evening, stand, "alive", False)
    refusal = evening.refused(
        "referee", "correct", of=stand, what=what, value=True if what == "on_wire" else 1, reason="x"
    )
    assert refusal.because.endswith(because)
    assert refusal.instead == "correct first that it is on the table, if it is"
    corrected(evening, stand, "alive", True)
    corrected(evening, stand, what, True if what == "on_wire" else 1)


def test_list_of_corrections_offers_of_a_destroyed_stand_only_that_it_is_there() -> None:
    evening = with_cards()
    stand = "d1.1.c1.p1"
    corrected(evening, stand, "alive", False)
    asked = SYSTEM.asked(evening.state, Actor(Role.REFEREE), "correct", {}, {"of": stand}).questions
    (what,) = (one.ask for one in asked if one.ask.name == "what")
    assert what.among == ["alive"] or tuple(what.among or ()) == ("alive",)

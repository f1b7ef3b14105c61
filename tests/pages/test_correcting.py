"""The form that sets the record right: what it offers of a hand of cards and of national rules."""

from typing import Any

from app.systems.flanders_fields.pages.correcting import correction
from rules.flanders_fields.game import SYSTEM
from rules.kernel.play import Role
from tests.game.evening import Evening, played


def form(evening: Evening, of: str, role: Role = Role.REFEREE) -> Any:
    return correction(dict(SYSTEM.view(evening.state, role)), of)


def test_a_card_is_taken_out_of_those_held_and_put_in_of_the_others() -> None:
    """13 of the 14 that a hand may hold are left to be put in."""
    evening = played("mons-1914", event_cards="table")
    evening.do("referee", "correct", of="hand/attacker", what="put_in", value="hearts_king", reason="misread")
    out, into = form(evening, "hand/attacker")["kept"]
    assert [one["value"] for one in out["options"]] == ["", "hearts_king"]
    assert len(into["options"]) == 1 + 13
    assert "hearts_king" not in [one["value"] for one in into["options"]]


def test_nobody_has_a_form_for_a_hand_he_does_not_see() -> None:
    evening = played("mons-1914", event_cards="table")
    assert form(evening, "hand/attacker", Role.DEFENDER) is None
    assert form(played("mons-1914"), "hand/attacker") is None


def test_uses_are_counted_one_further_than_there_were() -> None:
    evening = played("aisne-1918")
    for value, most in ((0, "three times"), (3, "4 times"), (5, "6 times")):
        if value:
            evening.do("referee", "correct", of="d1.1", what="stubborn_resistance", value=value, reason="counted")
        kept = next(one for one in form(evening, "d1.1")["kept"] if one["what"] == "stubborn_resistance")
        assert (kept["now"], kept["options"][-1]["word"]) == (str(value), most)

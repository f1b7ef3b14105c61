"""Gas and wind that event cards bring, worked by hand from the rulebook."""

from typing import Any

from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import DEFENDER
from rules.kernel.seats import Role
from tests.game.evening import Evening, entered
from tests.game.gas_in_play import game, place, replays, throw, went


def with_card(card: str, **settings: Any) -> Evening:
    """The German side has drawn a card at the start of its first turn."""
    evening = game(event_cards="table", **settings)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card=card)
    return evening


def test_the_king_of_spades_brings_the_enemy_an_extra_attack() -> None:
    """FF-GAS-28: placed by the enemy, offensive, in his next gas step, beside what his plan holds."""
    evening = with_card("spades_king")
    assert evening.refused("attacker", "gas_by_card", along_cm=60, up_cm=80).clause == "FF-TRN-01"
    assert evening.refused("defender", "gas_by_card", along_cm=-3, up_cm=80).clause == "FF-GAS-28"
    evening.do("defender", "gas_by_card", along_cm=60, up_cm=80)
    assert evening.state.cards.lying == ()
    assert evening.refused("defender", "gas_by_card", along_cm=60, up_cm=80).clause == "FF-GAS-28"
    assert [one["turn"] for one in SYSTEM.view(evening.state, DEFENDER)["gas"]["planned"]] == [2, 1]
    assert SYSTEM.view(evening.state, Role.SPECTATOR)["gas"]["planned"] == []
    evening.go_to("attacker", "late_gas")
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "draw_card", card="hearts_2")
    evening.go_to("defender", "late_gas")
    came = throw(evening, "release", 6, side="defender")
    assert (came.cloud.owner, came.cloud.along_cm, came.cloud.up_cm) == ("defender", 60.0, 80.0)
    replays(evening)


def test_the_jack_of_spades_turns_the_wind_on_the_attacker() -> None:
    """FF-GAS-28: straight back at 10 + 2D6 = 17 cm, for gas still to come: from y 60 back to y 43."""
    evening = with_card("spades_jack")
    assert "throw both" in evening.refused("attacker", "wind_by_card", dice=entered(3)).instead
    evening.do("attacker", "wind_by_card", dice=entered(3, 4))
    assert evening.state.cards.lying == ()
    evening.go_to("attacker", "late_gas")
    throw(evening, "release", 5)
    went(evening, "cloud1")
    assert place(evening) == (60.0, 43.0, 1)
    replays(evening)

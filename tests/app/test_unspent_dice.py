"""No answer of the service contains a die that is not spent, or bound to a command that was carried out."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.games import command_handler
from app.games.open_game import OpenGame
from app.randomness import throw
from rules.kernel import consent
from rules.kernel.seats import Role
from tests.torture.unspent_dice import BEGINS, TwoWorlds, play

STEPS = 15
SEED = 0


@pytest.mark.parametrize("system", BEGINS)
@given(seed=st.integers(0, 2**32 - 1))
@settings(
    max_examples=3,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_answer_contains_a_die_that_nobody_has_spent(system: str, seed: int) -> None:
    play(TwoWorlds(system, seed), STEPS)


@pytest.mark.parametrize("system", BEGINS)
def test_request_with_dice_is_reached_and_carried_out(system: str) -> None:
    table = TwoWorlds(system, SEED)
    for _ in range(STEPS):
        table.against_the_rules()
        if table.report.tried.get("carried out"):
            break
    assert table.report.tried["requests that will throw"] > 0
    assert table.report.tried["dice that came out"] > 0


@pytest.mark.parametrize("system", BEGINS)
def test_request_that_throws_its_die_at_once_is_found(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: the die of a request was thrown with it, and waited in the state."""

    def thrown(game: OpenGame, _role: Role, command: Mapping[str, Any]) -> Mapping[str, Any]:
        return throw(command, game.record.cups[0], game.next_seq)

    monkeypatch.setattr(command_handler, "_thrown", thrown)
    monkeypatch.setattr(consent, "unthrown", lambda values: values)
    table = TwoWorlds(system, SEED)
    with pytest.raises(AssertionError, match="a die came out that nobody has spent"):
        play(table, 40)

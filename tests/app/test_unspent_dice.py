"""No answer of the service contains a die that is not spent, or bound to a command that was carried out."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.dice import throw
from app.games import judging
from app.games.game import OpenGame
from rules.kernel import record
from rules.kernel.play import Role
from tests.torture.unspent_dice import BEGINS, TwoWorlds, play

STEPS = 15


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


def test_request_that_throws_its_die_at_once_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: the die of a request was thrown with it, and waited in the state."""

    def thrown(game: OpenGame, _role: Role, command: Mapping[str, Any]) -> Mapping[str, Any]:
        return throw(command, game.record.cups[0], game.next_seq)

    monkeypatch.setattr(judging, "_thrown", thrown)
    monkeypatch.setattr(record, "unthrown", lambda values: values)
    table = TwoWorlds("flanders-fields", 1)
    with pytest.raises(AssertionError, match="a die came out that nobody has spent"):
        play(table, 40)

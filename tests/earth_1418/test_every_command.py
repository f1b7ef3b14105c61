"""Evenings of any commands, legal and illegal: what must hold holds after each."""

from random import Random

import pytest

from rules.earth_1418.game.actions.bound import StepBegan
from rules.earth_1418.game.engine import CHAPTERS, SYSTEM
from rules.earth_1418.game.state.game import EarthState
from tests.earth_1418.any_table import AnybodyOf1418, AnyBound, hidden

EVENINGS = 6
DEEDS_AN_EVENING = 260


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_whatever_is_sent_what_must_hold_holds(seed: int) -> None:
    table = AnyBound(seed)
    for _ in range(DEEDS_AN_EVENING):
        table.go_on()
    assert SYSTEM.replay(table.log) == table.state
    # It went on from the commands once, wherever it was taken back to since.
    assert any(isinstance(one.event, StepBegan) for one in table.log)
    assert any(hidden(table.log))


def test_every_command_there_is_comes_up() -> None:
    anybody = AnybodyOf1418(Random("all of them"))
    met = {anybody.next_command(EarthState())[1] for _ in range(2000)}
    assert met == CHAPTERS.commands.keys() - {"begin_battle"}

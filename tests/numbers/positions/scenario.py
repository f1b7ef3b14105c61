"""Battalions that wait off the table, turn by turn (FF-SCN-10, FF-SCN-34)."""

from collections.abc import Iterator
from typing import Final

from tests.game.evening import Evening, die, mons
from tests.numbers.followers import Follower
from tests.numbers.judging import judged

LAST: Final = 7
FACES: Final = range(1, 7)


def positions() -> Iterator[Follower]:
    """The German battalion rolls in each turn from the second to the last that the book has a number for."""
    evening = mons()
    _turn_over(evening, "attacker")
    for _ in range(2, LAST + 1):
        _turn_over(evening, "defender")
        evening.do("attacker", "start_turn")
        for pips in FACES:
            yield judged(evening, "attacker", "roll_reinforcement", battalion="a1.3", die=die(pips))
        evening.nobody_arrives("attacker")
        evening.do("attacker", "end_turn")


def _turn_over(evening: Evening, side: str) -> None:
    """A player turn in which nobody arrives and nothing is done."""
    evening.do(side, "start_turn")
    evening.nobody_arrives(side)
    evening.do(side, "end_turn")

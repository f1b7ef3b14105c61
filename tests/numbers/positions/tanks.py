"""Tanks of each type, at as many targets as they may: on each side and in all (FF-TNK-03 to FF-TNK-08)."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.flanders_fields.vocabulary import Side, UnitClass
from tests.game.evening import die
from tests.game.tanks_in_play import MALE, at
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, with_one

GUN, LMG = 1, 2
"""Dice of a shot."""

AIMED: Final[Mapping[str, tuple[tuple[tuple[str, int], ...], ...]]] = {
    "heavy_male": ((("front", GUN), ("front", GUN)), (("left", GUN), ("left", GUN))),
    "heavy_female": ((("front", LMG), ("front", LMG)), (("left", LMG), ("left", LMG))),
    "whippet": ((("front", LMG), ("left", LMG), ("right", LMG)),),
    "st_chamond": ((("front", GUN), ("left", LMG), ("right", LMG)),),
    "renault_gun": ((("front", GUN),),),
    "renault_lmg": ((("front", LMG),),),
    "a7v": ((("front", GUN), ("left", LMG), ("right", LMG)),),
}
"""On which sides the targets of one fire action lie, and the dice of each shot."""


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    for kind, actions in AIMED.items():
        evening = with_one(UnitClass.TANK, side=Side.ATTACKER, type=kind)
        evening.do("attacker", "start_turn")
        evening.go_to("attacker", "late_tanks", "a1.1")
        evening.do("attacker", "roll_orders", unit=MALE, die=die(6))
        for targets in actions:
            shots = [at(MALE, f"d1.1.c{n}.p1", side, *(4,) * dice) for n, (side, dice) in enumerate(targets, 1)]
            yield judged(evening, "attacker", "fire", unit=MALE, shots=shots)

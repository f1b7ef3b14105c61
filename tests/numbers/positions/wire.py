"""Wire that is tried, cut and crushed (FF-WIR)."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from rules.flanders_fields.vocabulary import Side, UnitClass
from tests.game.arms_in_play import unit
from tests.game.evening import entered, mons, played, somme
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, ordered, with_attached

THREE: Final = ["a1.1.c1.p1", "a1.1.c1.p2", "a1.1.c1.p3"]
TEST: Final = [{"ruling": "AMB-57", "option": "test"}]
"""By it each platoon throws early in the war too, as the main rules have it."""


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    periods = {"early": mons(house_rules=TEST), "mid": somme(), "late": played("cambrai-1917")}
    for period, evening in periods.items():
        evening.do("attacker", "start_turn")
        ordered(evening, "attacker", f"{period}_companies", "a1.1.c1", "a1.1")
        for pips in (2, 4):
            dice = entered(pips, pips + 1, pips + 2)
            yield judged(evening, "attacker", "cross_wire", unit="a1.1.c1", stands=THREE, dice=dice)
    yield from _cut_and_crushed()


def _cut_and_crushed() -> Iterator[Follower]:
    """Engineers, the grapnels of a heavy tank, and the track of one (FF-WIR-10 to FF-WIR-12)."""
    units = (unit(UnitClass.TANK, type="heavy_male"), unit(UnitClass.ENGINEERS))
    evening = with_attached("cambrai-1917", {Side.ATTACKER: units})
    evening.do("attacker", "start_turn")
    for step, name in (("late_tanks", "a1.1.x1"), ("late_companies", "a1.1.x2")):
        ordered(evening, "attacker", step, name, "a1.1")
        for kind, belts in product(("clear_wire", "move_unit"), (2, 4)):
            yield judged(evening, "attacker", kind, unit=name, belts=belts)

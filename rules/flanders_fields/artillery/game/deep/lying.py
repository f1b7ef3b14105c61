"""What deep suppression does to either side."""

from typing import Final

from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import InForce, SeenBySeat, lines
from rules.kernel.numerals import signed


def _deep(seen: SeenBySeat) -> InForce | None:
    falls_on = "on orders for guns behind the table and on SOS calls"
    told = [
        f"Against the {seen.side(one['against'])} side: {signed(one['modifier'])} {falls_on}"
        for one in seen.view["deep"]["in_force"]
    ]
    return InForce("Deep suppression", lines(told, "FF-DSU-07"))


LIES: Final[LiesBy] = {5: _deep}

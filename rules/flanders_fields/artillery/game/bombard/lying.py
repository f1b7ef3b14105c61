"""Planned bombardments."""

from typing import Final

from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import SECRET, InForce, SeenBySeat, lines


def _planned(seen: SeenBySeat) -> InForce | None:
    told = [
        f"Turn {one['turn']}: {one['name']}, {one['where']}"
        + (f" ({seen.side(one['side'])})" if seen.by_referee else "")
        + (", done" if one["done"] else "")
        for one in seen.view["bombard"]["plan"]
    ]
    return InForce("Planned bombardments", lines([*told, SECRET] if told else []))


LIES: Final[LiesBy] = {10: _planned}

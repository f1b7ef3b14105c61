"""The air missions that are left."""

from typing import Final

from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import InForce, SeenBySeat, lines


def _air(seen: SeenBySeat) -> InForce | None:
    return InForce(
        "Air missions left", lines([f"{seen.side(side)}: {left}" for side, left in seen.view["air"]["left"].items()])
    )


LIES: Final[LiesBy] = {8: _air}

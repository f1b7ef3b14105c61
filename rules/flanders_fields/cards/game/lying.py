"""The cards that lie, and those in hand that a seat may know."""

from collections.abc import Mapping
from typing import Any, Final

from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import InForce, LyingLine, SeenBySeat, lines

Shown = Mapping[str, Any]


def _cards(seen: SeenBySeat) -> InForce | None:
    cards = seen.view["cards"]
    if not cards:
        return None
    lying = [LyingLine(_card(one), one["clause"]) for one in cards["lying"]]
    hands = [
        f"{hand['name']}: {', '.join(one['title'] or one['name'] for one in hand['cards']) or 'none'} in hand"
        for hand in cards["hands"]
    ]
    return InForce("Event cards", [*lying, *lines(hands)])


def _card(one: Shown) -> str:
    on = f", {', '.join(one['on'])}" if one["on"] else ""
    until = f", {one['until']}" if one["until"] else ""
    return f"{one['title']} ({one['side_name']}{on}{until}): {one['says']}"


LIES: Final[LiesBy] = {7: _cards}

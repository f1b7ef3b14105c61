"""What is printed of a force and of a game of 1418: formation cards and order sheets, as the seat may know them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from fastapi import Request

from app.games.keeper import keeper_of
from app.printing.offers import FormsHere, Printable
from app.seats.seat import Seat
from playsheets.earth_1418.values import values_for
from playsheets.forms.content import Form
from rules.earth_1418.forces.written import EarthForce
from rules.earth_1418.game.given import given
from rules.earth_1418.game.state import SIDES
from rules.earth_1418.game.view import sides_of
from rules.kernel.plain import build
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role

CARDS: Final = "Formation cards"
ORDERS: Final = "Order sheet"


def forms_of_force(force: EarthForce) -> Sequence[Printable]:
    """Its cards, and an order sheet with its formations written in."""

    def cards() -> Form:
        from playsheets.earth_1418.forms import cards_of, rosters

        return rosters(cards_of(force.formations), values_for(force.date, force.house_rules), force.name)

    def orders() -> Form:
        from playsheets.earth_1418.forms import cards_of, orders_for

        return orders_for(force.name, cards_of(force.formations), values_for(force.date, force.house_rules))

    return _offers(cards, orders, bool(force.formations))


async def seen_and_offered(game_id: str, request: Request, seat: Seat) -> FormsHere:
    """The forms of a game, of what the seat sees and of nothing else."""
    seen = await asyncio.wrap_future(keeper_of(request).games.view_soon(game_id, seat.role))
    view = msgspec.json.decode(seen.body)
    offers = tuple(forms_of_game(view)) if view["begun"] else ()
    return FormsHere(f"/games/{game_id}", view.get("title", ""), offers, {"in_basket": False})


def forms_of_game(view: Mapping[str, Any]) -> Sequence[Printable]:
    """Of each side its cards, which lie open to all; an order sheet only for whoever writes that side's orders."""
    rules = tuple(build(HouseRule, one) for one in view["house_rules"])
    own = sides_of(Role(view["you"]))
    found = list[Printable]()
    for side in sorted(SIDES, key=lambda one: one not in own):
        found.append(Printable(f"cards-{side}", f"{CARDS}, {side}", "as they stand now", _cards(view, side, rules)))
        if side in own:
            says = "commands, bombardments and plans of a bound"
            found.append(Printable(f"orders-{side}", f"{ORDERS}, {side}", says, _orders(view, side, rules)))
    return found


def _cards(view: Mapping[str, Any], side: str, rules: tuple[HouseRule, ...]) -> Callable[[], Form]:
    def made() -> Form:
        from playsheets.earth_1418.forms import cards_of_view, rosters

        title, known = f"{view['title']}, {side}", tuple(given(view))
        return rosters(cards_of_view(view, [side]), values_for(view["date"], rules), title, known)

    return made


def _orders(view: Mapping[str, Any], side: str, rules: tuple[HouseRule, ...]) -> Callable[[], Form]:
    def made() -> Form:
        from playsheets.earth_1418.forms import cards_of_view, orders_for

        return orders_for(side, cards_of_view(view, [side]), values_for(view["date"], rules), tuple(given(view)))

    return made


def _offers(cards: Callable[[], Form], orders: Callable[[], Form], has_any: bool) -> Sequence[Printable]:
    if not has_any:
        return ()
    return (
        Printable("roster", CARDS, "every base with a box for each hit", cards),
        Printable("orders", ORDERS, "commands, bombardments and plans of a bound", orders),
    )

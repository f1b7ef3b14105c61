"""What of a game can be printed, of whatever rule system: the forms that it offers this seat."""

import asyncio
from typing import Annotated, Any, Final

from fastapi import Depends, Request

from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.pages.form_pages import pages_of_forms
from app.pages.games import NO_SCREENS
from app.plugins import plugins_of
from app.seats.guard import seat_for
from app.seats.seat import Seat


async def forms_of_game(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> Any:
    """What its rule system offers. Raises Problem for a game of one that prints nothing."""
    games = keeper_of(request).games
    record = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.record))
    offered = plugins_of(request)[record.system].service.game_forms
    if offered is None:
        raise Problem(NO_SCREENS)
    return await offered(game_id, request, seat)


router: Final = pages_of_forms("/games/{game_id}/print", forms_of_game, seat_for)

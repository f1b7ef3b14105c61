"""Where commands are handed in: one that comes alone is played on the spot, those that come together by the writer."""

import asyncio

from app.games.problems import HttpAnswer
from app.games.service import GameService
from app.games.wire import Envelope
from app.seats.seat import Seat


class Desk:
    """The commands of one event loop that wait for their answers."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        self._waiting = 0

    async def hand_in(self, seat: Seat, envelope: Envelope) -> HttpAnswer:
        """The answer to a command, when it is on the disk or refused."""
        self._waiting += 1
        try:
            # What arrived in the same moment comes to the desk before this goes on.
            await asyncio.sleep(0)
            at_once = self._games.submit_at_once(seat, envelope) if self._waiting == 1 else None
            if at_once:
                return at_once
            return await asyncio.wrap_future(self._games.submit_soon(seat, envelope))
        finally:
            self._waiting -= 1

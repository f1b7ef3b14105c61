"""Other processes on the same PostgreSQL: they say which game changed, the database says how."""

import threading
from typing import Final

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from app.games.deletions import DELETION, Deletions
from app.games.service import GameService
from app.live.hub import GameHub
from app.seats.book import SeatBook
from app.store.log import CHANNEL, heard

PATIENCE_S: Final = 0.25

log = structlog.get_logger(__name__)


class Neighbours:
    """Listens for as long as it runs. Whatever was said while it could not listen is made up for by looking again."""

    def __init__(self, engine: Engine, games: GameService, seats: SeatBook, deletions: Deletions, hub: GameHub) -> None:
        self._engine = engine
        self._games = games
        self._seats = seats
        self._deletions = deletions
        self._hub = hub
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="neighbours", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except DBAPIError:
                log.warning("neighbours cannot be heard", channel=CHANNEL)
                self._stop.wait(PATIENCE_S)

    def _listen(self) -> None:
        for said in heard(self._engine, self._stop, PATIENCE_S):
            if said is None:
                self._look_at_everything()
                continue
            what, _, game_id = said.partition(" ")
            if what == "seats":
                self._seats.forget(game_id)
                self._end_those_thrown_out(game_id)
            elif what == DELETION:
                self._seats.forget(game_id)
                self._deletions.forget(game_id)
                self._end_those_thrown_out(game_id)
                self._hub.notify(game_id)
            elif game_id in self._hub.games():
                self._games.look_again(game_id)

    def _look_at_everything(self) -> None:
        self._seats.forget()
        self._deletions.forget()
        for game_id in self._hub.games():
            self._end_those_thrown_out(game_id)
            self._games.look_again(game_id)
            self._hub.notify(game_id)

    def _end_those_thrown_out(self, game_id: str) -> None:
        if not (listening := self._hub.seats(game_id)):
            return
        if self._seats.is_deleted(game_id):
            self._hub.end_game(game_id)
        for device in self._seats.devices(game_id):
            if device.revoked_at and device.seat.id in listening:
                self._hub.end_seat(device.seat.id)

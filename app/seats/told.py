"""Everybody at a table reads who sits down, and whose seat is taken away: it stands in the game's log."""

from app.dice import JsonValue, new_id
from app.games.problems import Problem
from app.games.service import GameService
from app.games.wire import Envelope
from app.seats.seat import Seat


def name_of(_seat: Seat) -> str:
    """The id of such a command: nobody can guess it, so that no device takes it first."""
    return new_id()


def tell_of_seat(games: GameService, seat: Seat, kind: str, **fields: JsonValue) -> None:
    """Write into the log that a device sat down, or that its seat was taken away; nothing in a closed game.

    Raises Problem where it cannot be written.
    """
    system = games.ask(seat.game_id, lambda game: None if game.is_closed or game.sealed else game.system)
    if system is None or kind not in system.kept_commands:
        return
    answer = games.submit_soon(seat, Envelope(name_of(seat), 0, {"kind": kind, **fields}), by_keeper=True).result()
    if not answer.accepted:
        raise Problem(answer)

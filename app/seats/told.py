"""The log tells who sits down and whose seat is taken away; a side that is held is asked about one more device."""

from typing import Final

from app.dice import JsonValue, new_id
from app.games import problems
from app.games.keeper import Keeper
from app.games.problems import Problem
from app.games.service import GameService
from app.games.wire import Envelope
from app.seats.seat import Seat
from rules.kernel.play import Role

ASKS: Final = "ask_for_seat"
"""The command by which a side is asked whether another device may sit down at it."""


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


def is_shared_with(keeper: Keeper, game_id: str, role: Role, newcomer: Seat | None = None) -> bool:
    """Return whether a device other than the `newcomer` holds a side against which the host plays."""
    if not role.plays:
        return False
    sitting = [one.seat for one in keeper.seats.devices(game_id) if one.revoked_at is None]
    is_against_host = any(seat.is_host and seat.role.plays and seat.role is not role for seat in sitting)
    others = [seat for seat in sitting if seat.role is role and (newcomer is None or seat.id != newcomer.id)]
    return is_against_host and bool(others)


def check_side_agreed(keeper: Keeper, game_id: str, role: Role) -> None:
    """Ask a side that is held whether one more device may sit down. Raises Problem: 409 until it has agreed."""
    if not is_shared_with(keeper, game_id, role):
        return
    knows, allowed = keeper.games.ask(
        game_id,
        lambda game: (ASKS in game.system.kept_commands, role.value in getattr(game.state, "seats_allowed", ())),
    )
    if allowed or not knows:
        return
    host = next(one.seat for one in keeper.seats.devices(game_id) if one.seat.is_host and one.revoked_at is None)
    instead = "try again once it has agreed on its card, or let the host remove its device first"
    try:
        tell_of_seat(keeper.games, host, ASKS, side=role.value)
    except Problem:
        # Something is being asked already, perhaps this very thing: it is answered first.
        instead = "let what is asked at the table be answered first, then try again"
    detail = f"another device holds the {role}'s seat, and that side has to agree to one more"
    raise Problem(problems.problem(409, "seat-held", "The seat is held", detail, instead=instead))

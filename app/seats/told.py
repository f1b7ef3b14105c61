"""The log tells who sits down and whose seat is taken away. Sides are asked about devices that see what they see.

A host who plays must not see what the other side sees, unless that side agrees. A device sees it from the side's own
seat and from the referee's. The side is asked on its card about a device that comes later. A device that takes the side
is asked about those that were there before it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from app.dice import JsonValue, new_id
from app.games import problems
from app.games.keeper import Keeper
from app.games.problems import Problem
from app.games.service import GameService
from app.games.wire import Envelope
from app.seats.book import Device
from app.seats.seat import Seat
from rules.kernel.seats import Role

ASKS: Final = "ask_for_seat"
"""The command by which a side is asked whether another device may see what it sees."""


def name_of(_seat: Seat) -> str:
    """The id of such a command: nobody can guess it, so that no device takes it first."""
    return new_id()


def tell_of_seat(games: GameService, seat: Seat, kind: str, /, **fields: JsonValue) -> None:
    """Write into the log that a device sat down, or that its seat was taken away; nothing in a closed game.

    Raises Problem where it cannot be written.
    """
    system = games.ask(seat.game_id, lambda game: None if game.is_closed or game.sealed else game.system)
    if system is None or kind not in system.kept_commands:
        return
    answer = games.submit_soon(seat, Envelope(name_of(seat), 0, {"kind": kind, **fields}), by_keeper=True).result()
    if not answer.accepted:
        raise Problem(answer)


def sees_side(role: Role, side: Role) -> bool:
    """Return whether a device with a role sees what a side sees."""
    return role in (side, Role.REFEREE)


def sides_to_ask(keeper: Keeper, game_id: str, role: Role, newcomer: Seat | None = None) -> list[Role]:
    """Return the held sides against which the host plays, and whose secrets a device with a role sees.

    The `newcomer` itself holds nothing yet.
    """
    seats = [
        device.seat for device in keeper.seats.sitting(game_id) if newcomer is None or device.seat.id != newcomer.id
    ]
    of_host = {seat.role for seat in seats if seat.is_host and seat.role.plays}
    against = {seat.role for seat in seats if seat.role.plays} - of_host if of_host else set()
    return sorted(side for side in against if sees_side(role, side))


def fields_of_seat(keeper: Keeper, seat: Seat, removed: Iterable[Seat]) -> dict[str, JsonValue]:
    """Return what the log is told of a device that sits down, beside its seat: which sides have to have agreed.

    `removed` are the seats that the device ends as it sits down.
    """
    if any(other.role is seat.role for other in removed):
        return {"replaces": True}
    sides = sides_to_ask(keeper, seat.game_id, seat.role, newcomer=seat)
    sees: list[JsonValue] = [side.value for side in sides if side is not seat.role]
    return {**({"shares": True} if seat.role in sides else {}), **({"sees": sees} if sees else {})}


def check_sides_agreed(keeper: Keeper, game_id: str, role: Role) -> None:
    """Ask each held side whether one more device may see what it sees. Raises Problem: 409 until all have agreed."""
    # The record of games is loaded with the first game, not with the service.
    from rules.kernel.deeds import agreed_seat

    sides = sides_to_ask(keeper, game_id, role)
    if not sides:
        return
    knows, is_closed, allowed, names = keeper.games.ask(
        game_id,
        lambda game: (
            ASKS in game.system.kept_commands,
            game.is_closed,
            getattr(game.state, "seats_allowed", ()),
            game.seat_names,
        ),
    )
    missing = [side for side in sides if agreed_seat(side, role) not in allowed]
    # A closed game has no secrets any more.
    if is_closed or not knows or not missing:
        return
    side = missing[0]
    host = next(device.seat for device in keeper.seats.sitting(game_id) if device.seat.is_host)
    instead = "try again once it has agreed on its card, or let the host remove its device first"
    try:
        seat = {} if role is side else {"seat": role.value}
        tell_of_seat(keeper.games, host, ASKS, side=side.value, name=names[side], **seat)
    except Problem:
        # Something is being asked already, perhaps this very thing: it is answered first.
        instead = "let what is asked at the table be answered first, then try again"
    detail = f"another device holds the {names[side]} seat, and that side has to agree to one more"
    if role is not side:
        detail = f"the referee's seat sees what the {names[side]} side sees, and that side has to agree to it"
    raise Problem(problems.problem(409, "seat-held", "The seat is held", detail, instead=instead))


def devices_that_see(keeper: Keeper, game_id: str, side: Role) -> Sequence[Device]:
    """Return the devices that see what a side sees, and to which a device that takes the side has to agree.

    The host is among them where it sits at the referee's seat and no other side is held: it plays the others then.
    """
    sitting = keeper.seats.sitting(game_id)
    host = next((device.seat for device in sitting if device.seat.is_host), None)
    if host is None or not side.plays or host.role is side or keeper.games.ask(game_id, lambda game: game.is_closed):
        return []
    seeing = [device for device in sitting if sees_side(device.seat.role, side)]
    if host.role.plays:
        return seeing
    is_alone = all(device.seat.role is side or not device.seat.role.plays for device in sitting)
    return [device for device in seeing if device.seat.is_host and is_alone]

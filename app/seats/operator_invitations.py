"""Invitations that the operator makes on the server, for the host seat too."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, RowMapping, insert, select

from app.plugins import Plugins
from app.seats.seat_repository import (
    DELETIONS,
    INVITATIONS,
    SEATS,
    Inbox,
    Invitation,
    Kind,
    Row,
    inbox_of,
    new_invitation,
    now,
    stamp,
)
from app.storage.database import known_revision, open_database
from app.storage.event_log import GAMES
from app.storage.maintenance import ServiceAddress, engine_to_read, file_of, read_service
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

HOST: Final = "host"
LISTED_AT_MOST: Final = 20


class CannotInvite(ValueError):
    """The invitation cannot be made. The message says why and what would be right."""


@dataclass(frozen=True, slots=True)
class FromServer:
    """An invitation that was made on the server."""

    title: str  # the game's
    seat: str  # the seat in words
    invitation: Invitation
    service: ServiceAddress | None  # where the service listens, if that is known


def invite_from_server(url: str, plugins: Plugins, game_id: str, seat: str) -> FromServer:
    """Make an invitation to a seat of a game at a database, while the service runs or not.

    `seat` is "host" or a role. The row of an SQLite file is left in the inbox of the service, which alone writes there.

    Raises:
        CannotInvite: there is no such game or seat, or the game is deleted.
        UnsafeDatabase: the database is of a newer program.
    """
    inbox = inbox_of(url)
    engine = _to_read(url) if inbox else open_database(url).engine
    try:
        known_revision(engine)
        game = _game(engine, game_id)
        seats = _seats(plugins, str(game["system"]))
        if seat != HOST and seat not in seats:
            raise CannotInvite(f"There is no seat {seat!r} at this game. Give one of: {', '.join((HOST, *seats))}.")
        role = _role_of_host(engine, game_id) if seat == HOST else Role.named(seat)
        kind: Kind = "host" if seat == HOST else "both"
        at = now()
        invitation, row = new_invitation(game_id, role, kind, at)
        if inbox:
            _leave(inbox, row, stamp(at))
        else:
            with engine.begin() as connection:
                connection.execute(insert(INVITATIONS), [dict(row)])
        service = read_service(engine)
    finally:
        engine.dispose()
    named = seats.get(role.value, role.value)
    return FromServer(str(game["title"]), f"{named}, host" if seat == HOST else named, invitation, service)


def _leave(inbox: Inbox, row: Row, at: str) -> None:
    try:
        inbox.remove_expired(at)
        inbox.leave(row)
    except OSError as refused:
        raise CannotInvite(
            f"{inbox.folder} cannot be written ({refused.strerror}). Run this as the user who runs the service."
        ) from refused


def _to_read(url: str) -> Engine:
    path = Path(file_of(url))
    if not path.is_file():
        raise CannotInvite(f"There are no games at {path}. Set BEATENZONE_DATABASE_URL as for the service.")
    return engine_to_read(path)


def _game(engine: Engine, game_id: str) -> RowMapping:
    """Return the row of a game. Raises CannotInvite if there is none, or if it is deleted: then no code is taken."""
    games = select(GAMES, DELETIONS.c.deleted_at).outerjoin(DELETIONS, DELETIONS.c.game_id == GAMES.c.id)
    with engine.connect() as connection:
        game = connection.execute(games.where(GAMES.c.id == game_id)).mappings().one_or_none()
        if game is not None and game["deleted_at"]:
            raise CannotInvite(f"The game {game_id!r} is deleted. Its host can restore it for seven days.")
        if game is not None:
            return game
        newest = games.order_by(GAMES.c.created_at.desc()).limit(LISTED_AT_MOST)
        listed = connection.execute(newest).mappings().all()
    raise CannotInvite("\n".join([f"There is no game {game_id!r}. {_told(listed)}", *map(_line, listed)]))


def _told(games: Sequence[RowMapping]) -> str:
    return "Give the id of one of these games:" if games else "No game has been opened yet."


def _line(game: RowMapping) -> str:
    state = ", deleted" if game["deleted_at"] else ", closed" if game["closed_at"] else ""
    return f"  {game['id']}  {str(game['created_at'])[:10]}  {game['title']}{state}"


def _seats(plugins: Plugins, system: str) -> dict[str, str]:
    """Return the seats of a system by their roles, with their names."""
    plugin = plugins.get(system)
    seating = plugin.info.seating if plugin else None
    if seating is None:
        raise CannotInvite(f"This program does not know the rules of the game, {system}.")
    return {role.value: seating.names[role] for role in seating.roles}


def _role_of_host(engine: Engine, game_id: str) -> Role:
    hosts = select(SEATS.c.role).where(SEATS.c.game_id == game_id, SEATS.c.is_host)
    # The host of today first: one whose seat was removed has handed it on.
    newest = hosts.order_by(SEATS.c.revoked_at.is_not(None), SEATS.c.created_at.desc()).limit(1)
    with engine.connect() as connection:
        role = connection.execute(newest).scalar_one_or_none()
    return Role.named(role) if role else Role.REFEREE

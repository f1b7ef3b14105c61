"""Deleting games: a host asks, each seated side agrees, and the host can restore the game for a week."""

import threading
from collections.abc import Set
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, select, update

from app.seats.seat_repository import DELETIONS, Seat, SeatBook, stamp
from app.storage.event_log import announce, cursor_of
from app.storage.schema import METADATA
from rules.kernel.seats import Role

RESTORABLE_FOR: Final = timedelta(days=7)
DELETION: Final = "deletion"
"""The subject of the message to other processes that a request to delete a game has changed."""
MOST_KNOWN: Final = 10_000


class Deletion(msgspec.Struct, frozen=True):
    """A request to delete a game. Times are ISO 8601, UTC; `deleted_at` is None until all sides have agreed.

    `agreed` has the roles that agree.
    """

    game_id: str
    asked_at: str
    asked_by: str
    agreed: frozenset[str] = frozenset()
    deleted_at: str | None = None

    @property
    def restorable_until(self) -> str | None:
        """The time until which the host can restore the game; None while it is not deleted."""
        if self.deleted_at is None:
            return None
        return stamp(datetime.fromisoformat(self.deleted_at) + RESTORABLE_FOR)


class Deletions:
    """The deletions of one database. For any thread."""

    def __init__(self, engine: Engine, seats: SeatBook, shared: bool = False) -> None:
        self._engine = engine
        self._seats = seats
        self._shared = shared
        self._known: dict[str, Deletion | None] = {}
        self._times_forgotten = 0
        self._lock = threading.Lock()

    def of(self, game_id: str) -> Deletion | None:
        """Return the request to delete a game, or its deletion; None without one."""
        with self._engine.connect() as connection:
            return _read(connection, game_id)

    def is_known(self, game_id: str) -> bool:
        """Return whether `known` answers without asking the database."""
        return game_id in self._known

    def known(self, game_id: str) -> Deletion | None:
        """Return the same as `of`, without asking the database again: play screens ask after every event."""
        with self._lock:
            if game_id in self._known:
                return self._known[game_id]
            times = self._times_forgotten
        deletion = self.of(game_id)
        with self._lock:
            if len(self._known) >= MOST_KNOWN:
                self._known = {}
            # A change while the database was read makes the answer out of date: do not store it.
            if times == self._times_forgotten:
                self._known[game_id] = deletion
        return deletion

    def forget(self, game_id: str | None = None) -> None:
        """Ask the database again about a game (None: about all)."""
        with self._lock:
            self._times_forgotten += 1
            if game_id is None:
                self._known = {}
            else:
                self._known.pop(game_id, None)

    def waiting_for(self, deletion: Deletion) -> frozenset[Role]:
        """Return the seated roles that still have to agree."""
        return frozenset(role for role in self.sides_to_ask(deletion.game_id) if role.value not in deletion.agreed)

    def sides_to_ask(self, game_id: str) -> frozenset[Role]:
        """Return the seated roles that are asked: not the host's own, and no spectators."""
        seats = [device.seat for device in self._seats.sitting(game_id)]
        of_host = {seat.role for seat in seats if seat.is_host}
        return frozenset({seat.role for seat in seats} - of_host - {Role.SPECTATOR})

    def ask(self, seat: Seat, *, is_closed: bool) -> Deletion:
        """Ask to delete the host's game. A closed game, or one where no other side is seated, is deleted at once."""
        deletion = Deletion(seat.game_id, stamp(self._seats.clock()), seat.name)
        with self._engine.begin() as connection:
            connection.execute(delete(DELETIONS).where(DELETIONS.c.game_id == seat.game_id))
            connection.execute(insert(DELETIONS), [{**msgspec.structs.asdict(deletion), "agreed": ""}])
            self._announce(connection, seat.game_id)
        self.forget(seat.game_id)
        return self._delete(deletion) if is_closed else self._delete_if_agreed(deletion)

    def agree(self, seat: Seat) -> Deletion | None:
        """Agree for a seat's side; the game is deleted once every side has. None if nobody has asked."""
        with self._engine.begin() as connection:
            deletion = _read(connection, seat.game_id, for_update=True)
            if deletion is None:
                return None
            deletion = msgspec.structs.replace(deletion, agreed=deletion.agreed | {seat.role.value})
            _write_agreed(connection, seat.game_id, deletion.agreed)
            self._announce(connection, seat.game_id)
        self.forget(seat.game_id)
        return self._delete_if_agreed(deletion)

    def withdraw(self, game_id: str) -> None:
        """Drop the request to delete a game, if it has not been deleted yet."""
        open_request = (DELETIONS.c.game_id == game_id, DELETIONS.c.deleted_at.is_(None))
        with self._engine.begin() as connection:
            connection.execute(delete(DELETIONS).where(*open_request))
            self._announce(connection, game_id)
        self.forget(game_id)

    def restore(self, game_id: str) -> bool:
        """Bring back a deleted game as it was. False where it was not deleted, or more than seven days ago."""
        deleted = (DELETIONS.c.game_id == game_id, DELETIONS.c.deleted_at > self._cutoff())
        with self._engine.begin() as connection:
            is_restored = connection.execute(delete(DELETIONS).where(*deleted)).rowcount == 1
            self._announce(connection, game_id)
        self.forget(game_id)
        self._seats.forget(game_id)
        return is_restored

    def purge(self) -> int:
        """Remove for good every game that was deleted more than seven days ago; return how many."""
        query = select(DELETIONS.c.game_id).where(DELETIONS.c.deleted_at <= self._cutoff())
        with self._engine.connect() as connection:
            games = connection.execute(query).scalars().all()
        for game_id in games:
            with self._engine.begin() as connection:
                _remove(connection, game_id)
        return len(games)

    def _delete_if_agreed(self, deletion: Deletion) -> Deletion:
        return deletion if self.waiting_for(deletion) else self._delete(deletion)

    def _delete(self, deletion: Deletion) -> Deletion:
        deleted = msgspec.structs.replace(deletion, deleted_at=stamp(self._seats.clock()))
        with self._engine.begin() as connection:
            of_game = DELETIONS.c.game_id == deletion.game_id
            connection.execute(update(DELETIONS).where(of_game).values(deleted_at=deleted.deleted_at))
            self._announce(connection, deletion.game_id)
        self.forget(deletion.game_id)
        self._seats.forget(deletion.game_id)
        return deleted

    def _cutoff(self) -> str:
        return stamp(self._seats.clock() - RESTORABLE_FOR)

    def _announce(self, connection: Connection, game_id: str) -> None:
        if self._shared:
            announce(cursor_of(connection), {game_id}, DELETION)


def _read(connection: Connection, game_id: str, *, for_update: bool = False) -> Deletion | None:
    query = select(DELETIONS).where(DELETIONS.c.game_id == game_id)
    row = connection.execute(query.with_for_update() if for_update else query).one_or_none()
    if row is None:
        return None
    return Deletion(row.game_id, row.asked_at, row.asked_by, frozenset(row.agreed.split()), row.deleted_at)


def _write_agreed(connection: Connection, game_id: str, agreed: Set[str]) -> None:
    change = update(DELETIONS).where(DELETIONS.c.game_id == game_id)
    connection.execute(change.values(agreed=" ".join(sorted(agreed))))


def _remove(connection: Connection, game_id: str) -> None:
    """Delete every row of a game, in each table that refers to games; the rows of the game itself come last."""
    for table in reversed(METADATA.sorted_tables):
        refers = [key.parent for key in table.foreign_keys if key.target_fullname == "games.id"]
        columns = [table.c.id] if table.name == "games" else refers
        for column in columns:
            connection.execute(delete(table).where(column == game_id))

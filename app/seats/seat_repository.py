"""Repository of seats: devices, invitations, tokens and recovery codes."""

import base64
import hashlib
import hmac
import json
import os
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import unquote

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    RowMapping,
    ScalarSelect,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, TimeoutError

from app.randomness import new_id
from app.storage.event_log import EVENTS, announce, cursor_of
from app.storage.schema import DeletionRow, InvitationRow, SeatRow, table_of
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# A device at a seat


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sends and who looks: the device's id, its game, its role there, the player's name, and the host's rights."""

    id: str
    game_id: str
    role: Role
    name: str = ""
    is_host: bool = False


# Tokens and codes

TOKEN_BYTES: Final = 32
LINK_CODE_BYTES: Final = 16
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I, no O: they are read as 1 and 0
TYPED_LENGTH: Final = 8
RECOVERY_BYTES: Final = 10
RECOVERY_LENGTH: Final = 16
LINK_LENGTH: Final = 26
NO_CODE: Final = re.compile(r"[^A-Za-z0-9]")
LINK: Final = re.compile(r"/join(?:#|%23)(\S+)", re.IGNORECASE)
"""An invitation's link in a message; some programs write its # as %23."""
MISREAD: Final = str.maketrans("018", "OIB")
"""Digits that no long code has, with the letters for which they are typed."""


def new_token() -> str:
    """A seat's token: 256 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_link_code() -> str:
    """The code in a QR link: 128 bits, in capitals and digits, which make a coarser QR code."""
    return base64.b32encode(secrets.token_bytes(LINK_CODE_BYTES)).decode().rstrip("=")


def new_typed_code() -> str:
    """Eight letters to read aloud, about 36 bits: enough only with the limit on guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(TYPED_LENGTH))


def hashed(secret: str) -> bytes:
    """What is kept of a token or a code: its SHA-256."""
    return hashlib.sha256(secret.encode()).digest()


def new_recovery_code() -> str:
    """Return a host's recovery code: 80 bits as sixteen letters and digits, to be noted on paper."""
    return base64.b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode()


def typed(code: str) -> str:
    """Return a code as somebody typed it, forgiven for case, spaces and dashes.

    Of a pasted link, or a message with one, only what follows the # of the link counts.

    >>> typed("Join here: http://192.168.1.20:8014/join#kxw7mq2d Bring dice! #clubnight")
    'KXW7MQ2D'
    """
    link = LINK.search(code)
    _, is_link, behind = ("", "#", link[1]) if link else code.rpartition("#")
    if is_link:
        behind = NO_CODE.split(unquote(behind).strip(), maxsplit=1)[0]
    code = NO_CODE.sub("", behind).upper()
    return code.translate(MISREAD) if len(code) in (RECOVERY_LENGTH, LINK_LENGTH) else code


def is_typed(code: str) -> bool:
    """Whether a code is as long as those that are read aloud."""
    return len(typed(code)) == TYPED_LENGTH


# Invitations of the operator

HASHES: Final = ("code_hash", "typed_hash")
Row = Mapping[str, str | bytes | None]
"""The row of an invitation."""
FIELDS: Final = frozenset({"id", "game_id", "role", "kind", "expires_at", *HASHES})


def inbox_of(url: str) -> "Inbox | None":
    """Return the inbox beside an SQLite file, None for a database that several processes may write."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        return None
    return Inbox(Path(f"{address.database}.invited"))


class Inbox:
    """A folder with one file for each invitation, which holds hashes in place of the codes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def leave(self, row: Row) -> None:
        """Leave the row of an invitation, whole or not at all. Raises OSError if it cannot be written."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        text = json.dumps({name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()})
        part = self._path(str(row["id"])).with_suffix(".part")
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        part.rename(self._path(str(row["id"])))

    def read(self, code_hash: bytes) -> Row | None:
        """Return the row of the invitation with a code, None if there is none."""
        return next((row for row in self._rows() if code_hash in (row[name] for name in HASHES)), None)

    def remove(self, row: Row) -> None:
        """Remove an invitation that was taken in."""
        self._path(str(row["id"])).unlink(missing_ok=True)

    def remove_expired(self, now: str) -> None:
        """Remove the invitations that expired before a time, ISO 8601, UTC."""
        for row in list(self._rows()):
            if str(row["expires_at"]) <= now:
                self.remove(row)

    def _rows(self) -> Iterator[Row]:
        for path in sorted(self.folder.glob("*.json")):
            try:
                row = json.loads(path.read_text(encoding="utf-8"))
                if isinstance(row, dict) and row.keys() == FIELDS and row["id"] == path.stem:
                    yield {**row, **{name: row[name] and bytes.fromhex(row[name]) for name in HASHES}}
            except (OSError, ValueError, TypeError):
                continue  # it was taken in just now, or is none of ours

    def _path(self, invitation_id: str) -> Path:
        return self.folder / f"{invitation_id}.json"


# The seats of all games

SEATS: Final = table_of(SeatRow)
INVITATIONS: Final = table_of(InvitationRow)
DELETIONS: Final = table_of(DeletionRow)
GOOD_FOR: Final = timedelta(minutes=10)
SEAT_GOOD_FOR: Final = timedelta(days=90)
"""How long a seat lasts from its last use."""
USE_NOTED_AFTER: Final = timedelta(hours=1)
"""How often the use of a seat is written down."""
FOR_EVER: Final = "9999-12-31T23:59:59Z"
MOST_KEPT: Final = 10_000

Kind = Literal["link", "typed", "both", "host", "recovery"]
OF_THE_HOST: Final = ("host", "recovery")
"""The kinds of invitations that give the host's seat."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A way to a seat. Its codes are told once, to the host; both lead to the same seat, once."""

    id: str
    game_id: str
    role: Role
    kind: Kind
    code: str  # the code of the link, or the letters of an invitation without a link
    expires_at: str  # ISO 8601, UTC
    letters: str = ""  # the letters of an invitation that may be typed


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that has not expired, without its code."""

    id: str
    role: Role
    seconds_left: int
    is_used: bool


@dataclass(frozen=True, slots=True)
class Device:
    """A device as the host sees it in his list; `last_seq`: how far the game had come when its seat was taken away."""

    seat: Seat
    created_at: str
    revoked_at: str | None
    last_seq: int | None = None


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def stamp(when: datetime) -> str:
    """A time as it is stored: ISO 8601, UTC, whole seconds, so that texts compare as times."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def seat_row(seat: Seat, token: str, created_at: str) -> Mapping[str, Any]:
    """The row of a new device; of its token only the hash."""
    return {
        "id": seat.id,
        "game_id": seat.game_id,
        "role": seat.role.value,
        "is_host": seat.is_host,
        "name": seat.name,
        "token_hash": hashed(token),
        "created_at": created_at,
        "revoked_at": None,
        "last_seq": None,
        "last_used_at": created_at,
    }


def new_invitation(game_id: str, role: Role, kind: Kind, at: datetime) -> tuple[Invitation, Row]:
    """Make an invitation at a time, and its row, which holds hashes in place of the codes."""
    letters = new_typed_code() if kind in ("typed", "both", "host") else ""
    link = new_link_code() if kind in ("link", "both", "host") else ""
    code = new_recovery_code() if kind == "recovery" else link or letters
    expires_at = FOR_EVER if kind == "recovery" else stamp(at + GOOD_FOR)
    invitation = Invitation(new_id(), game_id, role, kind, code, expires_at, letters)
    return invitation, {
        "id": invitation.id,
        "game_id": game_id,
        "role": role.value,
        "kind": kind,
        "code_hash": hashed(code),
        "typed_hash": hashed(letters) if link and letters else None,
        "expires_at": expires_at,
    }


class SeatBook:
    """Seats and invitations in the database; devices that were seen lately are remembered. For any thread."""

    def __init__(
        self, engine: Engine, shared: bool = False, clock: Callable[[], datetime] = now, inbox: Inbox | None = None
    ) -> None:
        self._engine = engine
        self._inbox = inbox
        self._shared = shared
        self.clock = clock
        self._known: dict[bytes, tuple[Seat, datetime]] = {}
        self._devices: dict[str, Sequence[Device]] = {}
        self._times_forgotten = 0
        self._lock = threading.Lock()

    def remembered(self, token: str) -> Seat | None:
        """The seat of a token if it was seen lately; without asking the database."""
        seat, until = self._known.get(hashed(token), (None, datetime.min.replace(tzinfo=UTC)))
        return seat if self.clock() < until else None

    def seat_of(self, token: str) -> Seat | None:
        """The seat of a token, None where it is unknown or revoked, or its game deleted."""
        return self.remembered(token) or self.look_up(token)[0]

    def look_up(self, token: str) -> tuple[Seat | None, bool]:
        """Return the seat of a token as the database has it, and whether its ninety days began anew with this use."""
        token_hash, times = hashed(token), self._times_forgotten
        row = self._valid_row(token_hash, is_not_deleted(SEATS.c.game_id))
        if row is None:
            return None, False
        last_used, at = _last_used(row), self.clock()
        is_due = at >= last_used + USE_NOTED_AFTER
        is_noted = is_due and self._note_use(row["id"], at)
        # Remembered until its use has to be noted again, so that no use after that is missed.
        until = min(last_used + SEAT_GOOD_FOR, (at if is_due else last_used) + USE_NOTED_AFTER)
        return self._remember(token_hash, _seat(row), until, times), is_noted

    def seat_at_deleted(self, token: str) -> Seat | None:
        """Return the seat that a token had at a game that has been deleted since; None for any other token."""
        row = self._valid_row(hashed(token), ~is_not_deleted(SEATS.c.game_id))
        return _seat(row) if row else None

    def removed_seat(self, token: str) -> Seat | None:
        """Return the seat that a token had until it was removed; None for any other token."""
        was_removed = (SEATS.c.token_hash == hashed(token), SEATS.c.revoked_at.is_not(None))
        with self._engine.connect() as connection:
            row = connection.execute(select(SEATS).where(*was_removed)).mappings().one_or_none()
        return _seat(row) if row else None

    def is_deleted(self, game_id: str) -> bool:
        """Return whether a game has been deleted and can still be restored."""
        with self._engine.connect() as connection:
            return connection.execute(select(~is_not_deleted(literal(game_id)))).scalar_one()

    def _valid_row(self, token_hash: bytes, condition: ColumnElement[bool]) -> RowMapping | None:
        """Return the row of a seat that is not revoked and was used in the last ninety days."""
        query = select(SEATS).where(SEATS.c.token_hash == token_hash, SEATS.c.revoked_at.is_(None), condition)
        with self._engine.connect() as connection:
            row = connection.execute(query).mappings().one_or_none()
        if row is None or not hmac.compare_digest(bytes(row["token_hash"]), token_hash):
            return None
        return row if self.clock() < _last_used(row) + SEAT_GOOD_FOR else None

    def _note_use(self, seat_id: str, at: datetime) -> bool:
        """Write down that a seat is used. A disk that takes nothing keeps nobody from reading."""
        noted = update(SEATS).where(SEATS.c.id == seat_id).values(last_used_at=stamp(at))
        try:
            with self._engine.begin() as connection:
                connection.execute(noted)
        except (DBAPIError, TimeoutError):
            return False
        return True

    def referee_present(self, game_id: str) -> bool:
        """Whether a device sits at the referee's seat of a game."""
        return any(one.seat.role is Role.REFEREE and one.revoked_at is None for one in self._known_devices(game_id))

    def nobody_else(self, game_id: str, role: Role, since: int) -> bool:
        """Whether from event `since` on no device of another side, or a referee, held a seat, thrown out or not."""
        others = (one for one in self._known_devices(game_id) if one.seat.role not in (role, Role.SPECTATOR))
        return all(one.revoked_at is not None and one.last_seq is not None and one.last_seq < since for one in others)

    def _known_devices(self, game_id: str) -> Sequence[Device]:
        if game_id not in self._devices:
            self._devices[game_id] = self.devices(game_id)
        return self._devices[game_id]

    def devices(self, game_id: str) -> Sequence[Device]:
        """Every device that ever sat at a game: the host's, then by the hours at which they sat down."""
        order = (SEATS.c.is_host.desc(), SEATS.c.created_at, SEATS.c.id)
        query = select(SEATS).where(SEATS.c.game_id == game_id).order_by(*order)
        with self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [Device(_seat(row), row["created_at"], row["revoked_at"], row["last_seq"]) for row in rows]

    def sitting(self, game_id: str) -> list[Device]:
        """Return the devices of a game whose seats have not been removed, the host's first."""
        return [device for device in self.devices(game_id) if device.revoked_at is None]

    def invite(self, game_id: str, role: Role, kind: Kind) -> Invitation:
        """Make a code for one device, good for ten minutes."""
        invitation, row = new_invitation(game_id, role, kind, self.clock())
        with self._engine.begin() as connection:
            connection.execute(insert(INVITATIONS), [dict(row)])
        return invitation

    def open_invitations(self, game_id: str) -> list[OpenInvitation]:
        """Return the invitations of a game that have not expired, used ones too, without their codes."""
        lasting = (INVITATIONS.c.game_id == game_id, INVITATIONS.c.expires_at > stamp(self.clock()))
        query = select(INVITATIONS).where(*lasting, INVITATIONS.c.kind.not_in(OF_THE_HOST))
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(INVITATIONS.c.expires_at, INVITATIONS.c.id)).mappings().all()
        return [
            OpenInvitation(
                row["id"], Role.named(row["role"]), self.seconds_left(row["expires_at"]), bool(row["used_at"])
            )
            for row in rows
        ]

    def seconds_left(self, expires_at: str) -> int:
        """Return for how many seconds a code is still good, by the clock of the service."""
        return max(0, int((datetime.fromisoformat(expires_at) - self.clock()).total_seconds()))

    def make_recovery_code(self, game_id: str, role: Role) -> Invitation:
        """Make the code that gives the host's seat to a new device, once and at any time; an older one is void."""
        invitation, row = new_invitation(game_id, role, "recovery", self.clock())
        with self._engine.begin() as connection:
            unused = (*self._recovery_codes(game_id), INVITATIONS.c.used_at.is_(None))
            connection.execute(update(INVITATIONS).where(*unused).values(used_at=stamp(self.clock())))
            connection.execute(insert(INVITATIONS), [dict(row)])
        return invitation

    def has_recovery_code(self, game_id: str) -> bool:
        """Say whether a recovery code was made that has not been used."""
        unused = (*self._recovery_codes(game_id), INVITATIONS.c.used_at.is_(None))
        with self._engine.connect() as connection:
            return connection.execute(select(literal(1)).where(*unused).limit(1)).first() is not None

    def _recovery_codes(self, game_id: str) -> tuple[ColumnElement[bool], ...]:
        return (INVITATIONS.c.game_id == game_id, INVITATIONS.c.kind == "recovery")

    def game_of(self, code: str) -> str | None:
        """The game that a code leads to while it is good; None for a wrong, used or late one."""
        self._empty_inbox(hashed(typed(code)))
        query = select(INVITATIONS.c.game_id).where(*self._still_open(hashed(typed(code))))
        with self._engine.connect() as connection:
            found: str | None = connection.execute(query).scalar_one_or_none()
        return found

    def invited(self, code: str) -> tuple[str, Role] | None:
        """Return the game and the role that a good code leads to; None for any other, and for a code of the host's."""
        query = select(INVITATIONS).where(
            *self._still_open(hashed(typed(code))), INVITATIONS.c.kind.not_in(OF_THE_HOST)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).mappings().one_or_none()
        return (row["game_id"], Role.named(row["role"])) if row else None

    def join(self, code: str, name: str) -> tuple[Seat, str] | None:
        """Take the seat a code leads to: the seat and its new token. None for a wrong, used or late code."""
        self._empty_inbox(hashed(typed(code)))
        with self._engine.begin() as connection:
            invitation = self._use(connection, hashed(typed(code)))
            if invitation is None:
                return None
            is_host = invitation["kind"] in OF_THE_HOST
            seat = Seat(new_id(), invitation["game_id"], Role.named(invitation["role"]), name, is_host)
            token = self._sit(connection, seat)
        self.forget(seat.game_id)
        return seat, token

    def sit(self, game_id: str, role: Role, name: str, is_host: bool = False) -> tuple[Seat, str]:
        """Give a device a seat without an invitation: the host's own at an imported game."""
        seat = Seat(new_id(), game_id, role, name, is_host)
        with self._engine.begin() as connection:
            token = self._sit(connection, seat)
        self.forget(game_id)
        return seat, token

    def revoke(self, game_id: str, seat_id: str) -> bool:
        """Take a device's seat away at once. False where the game has no such device."""
        with self._engine.begin() as connection:
            done = connection.execute(
                update(SEATS)
                .where(SEATS.c.id == seat_id, SEATS.c.game_id == game_id, SEATS.c.revoked_at.is_(None))
                .values(revoked_at=stamp(self.clock()), last_seq=newest_of(game_id))
            )
            if self._shared:
                announce(cursor_of(connection), {game_id}, "seats")
        self.forget(game_id)
        return done.rowcount == 1

    def forget(self, game_id: str | None = None) -> None:
        """Ask the database again for the devices of a game (None: of all)."""
        with self._lock:
            self._times_forgotten += 1
            if game_id is None:
                self._known, self._devices = {}, {}
                return
            self._devices.pop(game_id, None)
            self._known = {key: kept for key, kept in self._known.items() if kept[0].game_id != game_id}

    def _empty_inbox(self, code_hash: bytes) -> None:
        """Take in an invitation that the operator made beside the running service."""
        row = self._inbox.read(code_hash) if self._inbox else None
        if row is None:
            return
        same = INVITATIONS.c.id == row["id"]
        with self._engine.begin() as connection:
            if connection.execute(select(literal(1)).where(same)).first() is None:
                connection.execute(insert(INVITATIONS), [dict(row)])
        if self._inbox:
            self._inbox.remove(row)

    def _use(self, connection: Connection, code_hash: bytes) -> RowMapping | None:
        still_open = self._still_open(code_hash)
        used = connection.execute(update(INVITATIONS).where(*still_open).values(used_at=stamp(self.clock())))
        if used.rowcount != 1:
            return None
        return connection.execute(select(INVITATIONS).where(_has_code(code_hash))).mappings().one()

    def _still_open(self, code_hash: bytes) -> tuple[ColumnElement[bool], ...]:
        return (
            _has_code(code_hash),
            INVITATIONS.c.used_at.is_(None),
            INVITATIONS.c.expires_at > stamp(self.clock()),
            is_not_deleted(INVITATIONS.c.game_id),
        )

    def _sit(self, connection: Connection, seat: Seat) -> str:
        token = new_token()
        connection.execute(insert(SEATS), [dict(seat_row(seat, token, stamp(self.clock())))])
        if self._shared:
            announce(cursor_of(connection), {seat.game_id}, "seats")
        return token

    def _remember(self, token_hash: bytes, seat: Seat, until: datetime, times: int) -> Seat | None:
        with self._lock:
            if len(self._known) >= MOST_KEPT:
                self._known = {}
            # What was read before a seat was taken away may be read no more: the next request asks again.
            if times == self._times_forgotten:
                self._known[token_hash] = (seat, until)
        return seat if self.clock() < until else None


def is_not_deleted(game_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that a game has not been deleted."""
    return ~exists().where(DELETIONS.c.game_id == game_id, DELETIONS.c.deleted_at.is_not(None))


def newest_of(game_id: str) -> ScalarSelect[Any]:
    """The number of a game's newest event, as a part of a statement."""
    return select(func.coalesce(func.max(EVENTS.c.seq), 0)).where(EVENTS.c.game_id == game_id).scalar_subquery()


def _last_used(row: RowMapping) -> datetime:
    return datetime.fromisoformat(row["last_used_at"] or row["created_at"])


def _has_code(code_hash: bytes) -> ColumnElement[bool]:
    return or_(INVITATIONS.c.code_hash == code_hash, INVITATIONS.c.typed_hash == code_hash)


def _seat(row: RowMapping) -> Seat:
    return Seat(row["id"], row["game_id"], Role.named(row["role"]), row["name"], row["is_host"])

"""The event log of a game and its hash chain."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from json.encoder import encode_basestring_ascii as quoted
from threading import Event
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Connection,
    Delete,
    Dialect,
    Engine,
    Insert,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.compiler import SQLCompiler

from app.randomness import Cup, DiceShare, new_id
from app.storage.database import Conflicts, OneConnection, Writing
from app.storage.schema import (
    CommandRow,
    DiceSeedRow,
    DiceShareRow,
    DraftsRow,
    EventRow,
    GameRow,
    KeptStateRow,
    SeatRow,
    table_of,
)
from rules.kernel.frozen_dataclasses import dataclass

# The hash chain over a game's log

START: Final = "beaten-zone-log-1"


# What a game is folded from: seq, type, version, payload, command_id, role, audience.
Logged = tuple[int, str, int, str, str, str, str]


class StoredEvent(NamedTuple):
    """One row of the log, as stored and as exported. `payload` is the JSON text, byte for byte."""

    seq: int
    type: str
    version: int
    payload: str
    command_id: str
    seat_id: str
    role: str
    audience: str
    written_at: str
    hash: bytes = b""

    @property
    def logged(self) -> Logged:
        """The part of the row which the game is folded from."""
        return (self.seq, self.type, self.version, self.payload, self.command_id, self.role, self.audience)


@dataclass(frozen=True, slots=True)
class BrokenChain:
    """Where a chain breaks, and what is wrong there."""

    seq: int
    says: str


def genesis(game_id: str, system: str, title: str, created_at: str, commitment: str) -> bytes:
    """What the first row stands on: the game's identity and the promise of its dice. None holds a line break."""
    return hashlib.sha256("\n".join((START, game_id, system, title, created_at, commitment)).encode()).digest()


def link(previous: bytes, row: StoredEvent, command_hash: bytes) -> bytes:
    """The hash of a row: over the row before, every field of this one, and the command it came from."""
    fields = (row.type, row.payload, row.command_id, row.seat_id, row.role, row.audience, row.written_at)
    text = f"[{row.seq},{row.version},{','.join(map(quoted, fields))}]"
    return hashlib.sha256(previous + command_hash + text.encode()).digest()


def command_hash(body: str, actor: str) -> bytes:
    """The hash of a command's text, and of who sent it."""
    sha = hashlib.sha256
    return sha(sha(body.encode()).digest() + _actor_hash(actor)).digest()


@lru_cache(maxsize=1024)
def _actor_hash(actor: str) -> bytes:
    # A handful of people send every command of a game.
    return hashlib.sha256(actor.encode()).digest()


def breaks(start: bytes, rows: Sequence[StoredEvent], commands: dict[str, bytes]) -> Iterable[BrokenChain]:
    """Every place where the log is not what was written. `commands`: hash of each kept one by its id."""
    previous = start
    for number, row in enumerate(rows, start=1):
        if row.seq != number:
            yield BrokenChain(row.seq, f"event {number} should stand here, not {row.seq}")
            return
        if row.command_id not in commands:
            yield BrokenChain(row.seq, f"the command {row.command_id} it came from is missing")
            return
        if not hmac.compare_digest(link(previous, row, commands[row.command_id]), row.hash):
            yield BrokenChain(row.seq, "its content, its command or its place was changed after it was written")
            return
        previous = row.hash


def has_head(rows: Sequence[StoredEvent], head: bytes) -> bool:
    """Whether the log still contains the row that was its last when somebody noted its hash."""
    return any(hmac.compare_digest(row.hash, head) for row in rows)


# Reading and appending a game's log

GAMES: Final = table_of(GameRow)
EVENTS: Final = table_of(EventRow)
KEPT_STATES: Final = table_of(KeptStateRow)
COMMANDS: Final = table_of(CommandRow)
SEEDS: Final = table_of(DiceSeedRow)
SHARES: Final = table_of(DiceShareRow)
SEATS: Final = table_of(SeatRow)
DRAFTS: Final = table_of(DraftsRow)
CHANNEL: Final = "beatenzone"
LOGGED: Final = ("seq", "type", "version", "payload", "command_id", "role", "audience")

Row = Mapping[str, Any]


class KeptAnswer(NamedTuple):
    """What answered a command when it was accepted."""

    sent_hash: bytes
    answer: bytes


class KeptCommand(NamedTuple):
    """An accepted command as it was judged: JSON texts, and the number of its first event."""

    body: str
    actor: str
    first_seq: int


class StoredDrafts(NamedTuple):
    """What a side of a game has written beside the log, as a row."""

    side: str
    revision: int
    body: str


class LogPosition(NamedTuple):
    """How far a game has come: its last event (0: none), when it was closed, how often drafts of it were written."""

    seq: int
    closed_at: str | None
    drafts: int


class StoredState(NamedTuple):
    """A kept state as a row: `hash` is that of its event, `program` the digest of the rules that made it."""

    seq: int
    hash: bytes
    program: str
    body: bytes


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What is known of a game beside its log. `closed_by` is the host's name, None where nobody noted it."""

    id: str
    system: str
    title: str
    created_at: str
    closed_at: str | None
    cups: tuple[Cup, ...]
    closed_by: str | None = None

    @property
    def genesis(self) -> bytes:
        """What the first row of the log stands on."""
        return genesis(self.id, self.system, self.title, self.created_at, self.cups[0].commitment)

    @property
    def seeds_told(self) -> tuple[str | None, ...]:
        """The seed of each cup, hexadecimal. None: the game is still open, or the seed is not known here."""
        return tuple(cup.seed.hex() if cup.seed and self.closed_at else None for cup in self.cups)


@dataclass(slots=True)
class Staged:
    """Everything that goes into one durable transaction, by table, in the order in which it was decided."""

    rows: dict[Table, list[Row]] = field(default_factory=dict)
    games: set[str] = field(default_factory=set)

    def add(self, game_id: str, table: Table, rows: Sequence[Row]) -> None:
        """Put rows of one game into the transaction."""
        self.games.add(game_id)
        self.rows.setdefault(table, []).extend(rows)

    def sizes(self) -> Mapping[str, int]:
        """About how many bytes are written of each game."""
        found: Counter[str] = Counter()
        for table in (EVENTS, COMMANDS, DRAFTS):
            for row in self.rows.get(table, ()):
                found[row["game_id"]] += sum(len(one) for one in row.values() if isinstance(one, str | bytes))
        return found


WRITING_ORDER: Final = (GAMES, SEEDS, SHARES, SEATS, EVENTS, COMMANDS, DRAFTS)


class Prepared:
    """A statement about rows of a table, made once: making it anew took half the time of a command."""

    def __init__(self, statement: Insert | Delete, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._statement = str(compiled)
        self._places = compiled.positiontup if isinstance(compiled, SQLCompiler) else None

    def run(self, cursor: DBAPICursor, rows: Sequence[Row]) -> None:
        """Do it for each of the rows, which name every column of the table."""
        if self._places:
            places = self._places
            cursor.executemany(self._statement, [tuple([row[one] for one in places]) for row in rows])
        else:
            cursor.executemany(self._statement, [dict(row) for row in rows])


class EventLog:
    """The logs of all games in one database. Every method is one transaction of its own."""

    def __init__(self, engine: Engine, shared: bool) -> None:
        self._engine = engine
        self._shared = shared
        self.writing = Writing(engine, shared)
        self._inserts = {table: Prepared(insert(table), engine.dialect) for table in WRITING_ORDER}
        same = (DRAFTS.c.game_id == bindparam("game_id")) & (DRAFTS.c.side == bindparam("side"))
        older = delete(DRAFTS).where(same & (DRAFTS.c.revision < bindparam("revision")))
        self._forget_older_drafts = Prepared(older, engine.dialect)

    @property
    def is_at_hand(self) -> bool:
        """Whether a transaction could begin at once: in a file of this process alone, which nobody reads just now."""
        pool = self._engine.pool
        return isinstance(pool, OneConnection) and not pool.is_taken

    def append(self, staged: Staged) -> None:
        """Write all of it, durably, or nothing.

        Raises Conflicts where another process was first or closed a game, NotWritten where the database failed, InDoubt
        where it may be there all the same.
        """
        with self.writing.transaction() as cursor:
            if self._shared:
                hold_open(cursor, staged.games)
            for table in WRITING_ORDER:
                if rows := staged.rows.get(table):
                    self._inserts[table].run(cursor, rows)
            # Whoever was second has met the revision of the first: so they are added, and the older ones go.
            if rows := staged.rows.get(DRAFTS):
                self._forget_older_drafts.run(cursor, rows)
            if self._shared:
                announce(cursor, staged.games)

    def read_game(self, game_id: str) -> GameRecord | None:
        """A game's facts and dice, or None where there is no such game."""
        with self._engine.connect() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == game_id)).one_or_none()
            if row is None:
                return None
            cups = read_cups(connection, game_id)
            return GameRecord(row.id, row.system, row.title, row.created_at, row.closed_at, cups, row.closed_by)

    def read_events(self, game_id: str) -> Sequence[StoredEvent]:
        """The whole log, in order."""
        columns = [EVENTS.c[name] for name in StoredEvent._fields]
        query = select(*columns).where(EVENTS.c.game_id == game_id).order_by(EVENTS.c.seq)
        with self._engine.connect() as connection:
            return [StoredEvent._make(row) for row in connection.execute(query).all()]

    def read_hours(self, game_id: str, seqs: Sequence[int]) -> Sequence[str]:
        """When these events of a game were written, in the order of their numbers."""
        query = select(EVENTS.c.written_at).where(EVENTS.c.game_id == game_id, EVENTS.c.seq.in_(seqs))
        with self._engine.connect() as connection:
            return connection.execute(query.order_by(EVENTS.c.seq)).scalars().all()

    def read_log(self, game_id: str, after: int = 0, up_to: int | None = None) -> tuple[Sequence[Logged], bytes | None]:
        """What a game is folded from, in order, and the hash of the last event (None: the log is empty).

        Of the rows only those after the number `after`, and up to `up_to`.
        """
        columns = [EVENTS.c[name] for name in LOGGED]
        query = select(*columns).where(EVENTS.c.game_id == game_id, EVENTS.c.seq > after).order_by(EVENTS.c.seq)
        if up_to is not None:
            query = query.where(EVENTS.c.seq <= up_to)
        newest = select(EVENTS.c.hash).where(EVENTS.c.game_id == game_id).order_by(EVENTS.c.seq.desc()).limit(1)
        with self._engine.connect() as connection:
            # The driver's own rows: a row object of the library's for each would take longer than folding them.
            cursor = connection.execute(query).cursor
            rows = cursor.fetchall() if cursor else []
            head = connection.execute(newest).scalar_one_or_none()
        return rows, bytes(head) if head else None

    def read_kept_state(self, game_id: str) -> StoredState | None:
        """The state kept of a game, if it is that of an event which stands in its log."""
        columns = [KEPT_STATES.c[name] for name in StoredState._fields]
        same = (EVENTS.c.game_id == KEPT_STATES.c.game_id) & (EVENTS.c.seq == KEPT_STATES.c.seq)
        fitting = EVENTS.c.hash == KEPT_STATES.c.hash
        query = select(*columns).join(EVENTS, same & fitting).where(KEPT_STATES.c.game_id == game_id)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
            return StoredState._make(row) if row else None

    def keep_states(self, states: Mapping[str, StoredState]) -> None:
        """Keep what games have come to, in place of what was kept of them before. Raises DBAPIError."""
        with self._engine.begin() as connection:
            for game_id, state in states.items():
                connection.execute(delete(KEPT_STATES).where(KEPT_STATES.c.game_id == game_id))
                connection.execute(insert(KEPT_STATES), [{"game_id": game_id, **state._asdict()}])

    def position(self, game_id: str) -> LogPosition:
        """How far a game has come."""
        newest = select(func.max(EVENTS.c.seq)).where(EVENTS.c.game_id == game_id).scalar_subquery()
        closed = select(GAMES.c.closed_at).where(GAMES.c.id == game_id).scalar_subquery()
        drafts = select(func.sum(DRAFTS.c.revision)).where(DRAFTS.c.game_id == game_id).scalar_subquery()
        with self._engine.connect() as connection:
            row = connection.execute(select(newest, closed, drafts)).one()
        return LogPosition(row[0] or 0, row[1], row[2] or 0)

    def read_drafts(self, game_id: str) -> Sequence[StoredDrafts]:
        """What each side of a game has written beside the log."""
        columns = [DRAFTS.c[name] for name in StoredDrafts._fields]
        query = select(*columns).where(DRAFTS.c.game_id == game_id).order_by(DRAFTS.c.side)
        with self._engine.connect() as connection:
            return [StoredDrafts._make(row) for row in connection.execute(query).all()]

    def answer_to(self, game_id: str, command_id: str) -> KeptAnswer | None:
        """What a command was answered when it was accepted, or None where it never was."""
        query = select(COMMANDS.c.sent_hash, COMMANDS.c.answer).where(
            COMMANDS.c.game_id == game_id, COMMANDS.c.command_id == command_id
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
            return KeptAnswer(bytes(row.sent_hash), bytes(row.answer)) if row else None

    def command_of(self, game_id: str, command_id: str) -> KeptCommand | None:
        """An accepted command as it was judged, or None where there was none of that id."""
        columns = [COMMANDS.c[name] for name in KeptCommand._fields]
        query = select(*columns).where(COMMANDS.c.game_id == game_id, COMMANDS.c.command_id == command_id)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
            return KeptCommand._make(row) if row else None

    def commands_with(self, game_id: str, in_actor: str) -> Mapping[str, tuple[str, str]]:
        """The accepted commands with a text beside who sent them: body and actor, by command id."""
        columns = COMMANDS.c.command_id, COMMANDS.c.body, COMMANDS.c.actor
        query = select(*columns).where(COMMANDS.c.game_id == game_id, COMMANDS.c.actor.contains(in_actor))
        with self._engine.connect() as connection:
            return {row.command_id: (row.body, row.actor) for row in connection.execute(query)}

    def read_commands(self, game_id: str) -> Sequence[Row]:
        """Every accepted command in the order of its events."""
        query = select(COMMANDS).where(COMMANDS.c.game_id == game_id).order_by(COMMANDS.c.first_seq)
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def games(self) -> Sequence[GameRecord]:
        """Every game, oldest first."""
        with self._engine.connect() as connection:
            ids = connection.execute(select(GAMES.c.id).order_by(GAMES.c.created_at, GAMES.c.id)).scalars().all()
        return [record for game_id in ids if (record := self.read_game(game_id))]

    def close_game(self, game_id: str, closed_at: str, closed_by: str) -> None:
        """Mark a game as over. Closing twice keeps the first time and the first name."""
        still_open = (GAMES.c.id == game_id, GAMES.c.closed_at.is_(None))
        with self._engine.begin() as connection:
            connection.execute(update(GAMES).where(*still_open).values(closed_at=closed_at, closed_by=closed_by))
            if self._shared:
                announce(cursor_of(connection), {game_id})

    def add_share(self, game_id: str, from_seq: int, share: str) -> None:
        """Keep a device's share in the dice, counting from one event on."""
        row = {"id": new_id(), "game_id": game_id, "from_seq": from_seq, "share": share}
        with self._engine.begin() as connection:
            connection.execute(insert(SHARES), [row])
            if self._shared:
                announce(cursor_of(connection), {game_id})


def read_cups(connection: Connection, game_id: str) -> tuple[Cup, ...]:
    """The dice of a game, in the order in which they were committed."""
    shares = tuple(
        DiceShare(row.from_seq, row.share)
        for row in connection.execute(
            select(SHARES).where(SHARES.c.game_id == game_id).order_by(SHARES.c.from_seq, SHARES.c.id)
        )
    )
    seeds = connection.execute(select(SEEDS).where(SEEDS.c.game_id == game_id).order_by(SEEDS.c.from_seq))
    return tuple(
        Cup(game_id, row.commitment, bytes(row.seed) if row.seed is not None else None, shares, row.from_seq)
        for row in seeds
    )


def hold_open(cursor: DBAPICursor, games: set[str]) -> None:
    """Keep other processes from closing these games before this is written. Raises Conflicts where one did."""
    cursor.execute("SELECT closed_at FROM games WHERE id = ANY(%s) FOR SHARE", (sorted(games),))
    # Its dice are revealed then, so nothing may be thrown any more.
    if any(closed_at for (closed_at,) in cursor.fetchall()):
        raise Conflicts("another process closed the game")


def announce(cursor: DBAPICursor, games: set[str], what: str = "log") -> None:
    """Tell the other processes in which games the log (or the seats) changed: ids only, the database says how."""
    for game_id in sorted(games):
        cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{what} {game_id}"))


def cursor_of(connection: Connection) -> DBAPICursor:
    """The driver's cursor inside of a connection's transaction."""
    return connection.connection.cursor()


def heard(engine: Engine, stop: Event, patience_s: float) -> Iterator[str | None]:
    """What other processes announce, until `stop`; first None: whatever was said before, nobody heard it.

    Raises sqlalchemy's DBAPIError where the database is away.
    """
    import psycopg  # nobody waits for it who keeps his games in a file

    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        yield None
        driver = connection.connection.driver_connection
        if not isinstance(driver, psycopg.Connection):
            raise TypeError("only PostgreSQL tells what other processes did")
        while not stop.is_set():
            for notice in driver.notifies(timeout=patience_s):
                yield notice.payload
            connection.exec_driver_sql("SELECT 1")

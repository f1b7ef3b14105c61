"""Games of a given length in a database file, as if they had been played."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from app.games.json_codec import EventCodec
from app.games.routes import NewGame, new_game
from app.games.service import GameService, utc_now
from app.storage.database import migrate, open_database
from app.storage.event_log import COMMANDS, EVENTS, Staged, StoredEvent, command_hash, link
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.seats import Role
from tests.bench.evening import long_log
from tests.systems import known_systems

BODY: Final = "{}"
ACTOR: Final = "{}"


@contextmanager
def service() -> Iterator[GameService]:
    """The games of an empty database file; commits are as durable as in play."""
    with TemporaryDirectory(prefix="beaten-zone-bench-") as folder:
        database = open_database(f"sqlite:///{Path(folder) / 'games.db'}")
        migrate(database.engine)
        made = GameService(database, known_systems())
        made.start()
        try:
            yield made
        finally:
            made.stop()
            database.close()


def keep(games: GameService, events: int) -> NewGame:
    """A game with so many events, in the database."""
    made = new_game(SYSTEM.key, "Mons", ("Host", Role.REFEREE), utc_now())
    game_id, staged = made.host.game_id, Staged()
    for table, rows in made.opening.rows.items():
        staged.add(game_id, table, rows)
    stored = list(_chained(made, events))
    staged.add(game_id, EVENTS, [{"game_id": game_id, **row._asdict()} for row in stored])
    numbers = {row.command_id: row.seq for row in reversed(stored)}
    staged.add(game_id, COMMANDS, [_command(made, name, seq) for name, seq in numbers.items()])
    games.log.append(staged)
    return made


def _chained(made: NewGame, events: int) -> Iterator[StoredEvent]:
    codec, head, written = EventCodec(SYSTEM), made.opening.record.genesis, utc_now()
    for recorded in long_log(events):
        kind = codec.kind(recorded.event)
        row = StoredEvent(
            recorded.seq,
            kind,
            codec.version(kind),
            codec.payload(recorded.event),
            recorded.command_id,
            made.host.id,
            recorded.role.value,
            recorded.audience.value,
            written,
        )
        head = link(head, row, command_hash(BODY, ACTOR))
        yield row._replace(hash=head)


def _command(made: NewGame, command_id: str, seq: int) -> dict[str, Any]:
    return {
        "game_id": made.host.game_id,
        "command_id": command_id,
        "seat_id": made.host.id,
        "role": made.host.role.value,
        "actor": "{}",
        "body": BODY,
        "sent_hash": b"",
        "answer": b"{}",
        "first_seq": seq,
        "last_seq": seq,
    }

"""What is on the disk: settings read back, migrations with data, the chain over the log, failures in writing."""

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Self

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError, TimeoutError
from typer.testing import CliRunner

from app.games.json_codec import Envelope
from app.games.routes import NewGame
from app.games.service import GameService
from app.storage import database as db
from app.storage.database import (
    MIGRATIONS,
    NEWEST,
    Database,
    OneConnection,
    UnsafeDatabase,
    check_settings,
    migrate,
    migrate_down,
    open_database,
    revision_of,
)
from app.storage.event_log import EventLog, StoredEvent, breaks, command_hash, genesis, has_head, link
from app.storage.maintenance import back_up, restore
from app.storage.schema import METADATA
from rules.kernel.seats import Role
from tests.app.assembly import assembled
from tests.app.conftest import begin, forget_games, roll
from tests.app.toy import TOY
from tests.client import TestClient
from tests.systems import cli


def test_sqlite_settings_are_read_back_on_every_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Again and again: every connection that is opened is asked what it keeps."""
    checked: list[Any] = []
    monkeypatch.setattr(db, "check_settings", lambda one: (checked.append(one), check_settings(one)))
    opened = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    for _ in range(3):
        with opened.engine.connect() as connection:
            connection.rollback()
            raw: Any = connection.connection.driver_connection
            assert raw is checked[-1]
            found = {name: raw.execute(f"PRAGMA {name}").fetchone()[0] for name in db.SETTINGS}
            assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        opened.engine.dispose()
    assert len(checked) == 3
    opened.close()


class Deaf(sqlite3.Connection):
    """An SQLite that takes a setting without a word, and keeps another."""

    heeds_not = ""

    def cursor(self, *_: object) -> sqlite3.Cursor:  # type: ignore[override]
        return super().cursor(DeafCursor)


class DeafCursor(sqlite3.Cursor):
    def execute(self, statement: str, *more: Any) -> Self:
        is_lost = statement.startswith(f"PRAGMA {Deaf.heeds_not} =")
        return super().execute("SELECT 1" if is_lost else statement, *more)


@pytest.mark.parametrize(("name", "instead"), [("journal_mode", "delete"), ("synchronous", "1"), ("foreign_keys", "0")])
def test_the_service_does_not_start_on_settings_that_do_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, instead: str
) -> None:
    connect, url = sqlite3.dbapi2.connect, f"sqlite:///{tmp_path / 'games.db'}"

    def deaf(*where: Any, **how: Any) -> sqlite3.Connection:
        made = connect(*where, **how, factory=Deaf)
        sqlite3.Connection.cursor(made).execute(f"PRAGMA {name} = {instead}")
        return made

    monkeypatch.setattr(Deaf, "heeds_not", name)
    monkeypatch.setattr(sqlite3.dbapi2, "connect", deaf)
    with pytest.raises(UnsafeDatabase, match=name), TestClient(assembled(url)):
        pass
    for command in ("serve", "migrate"):
        told = CliRunner().invoke(cli, [command], env={"BEATENZONE_DATABASE_URL": url, "BEATENZONE_PORT": "0"})
        assert told.exit_code == 2
        assert f"SQLite keeps {name} = {instead} where {db.SETTINGS[name]} is needed to lose nothing" in told.output
        assert "Traceback" not in told.output


@pytest.mark.parametrize("name", list(db.SETTINGS))
def test_a_connection_with_weaker_settings_is_refused(tmp_path: Path, name: str) -> None:
    connection: Any = sqlite3.connect(tmp_path / "weak.db", isolation_level=None)
    for setting, value in db.SETTINGS.items():
        connection.execute(f"PRAGMA {setting} = {value}")
    check_settings(connection)
    connection.execute(f"PRAGMA {name} = {'delete' if name == 'journal_mode' else 0}")
    with pytest.raises(UnsafeDatabase, match=name):
        check_settings(connection)
    connection.close()


def test_an_sqlite_has_one_connection_and_its_users_take_turns(tmp_path: Path) -> None:
    """By the library's way or straight: whoever comes second waits until the first has given it back."""
    opened = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    pool = opened.engine.pool
    assert isinstance(pool, OneConnection)
    for first in (pool.direct, opened.engine.connect):
        with ThreadPoolExecutor() as others:
            with first():
                asking = others.submit(lambda: opened.engine.connect().close())
                assert not wait([asking], timeout=0.05).done
            asking.result(timeout=5)
    opened.close()


def test_a_connection_nobody_gives_back_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "PATIENCE_S", 0.01)
    opened = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    with opened.engine.connect(), pytest.raises(TimeoutError, match="busy"):
        opened.engine.connect()
    opened.engine.connect().close()
    opened.close()


def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'games.db'}"
    first = open_database(address)
    with pytest.raises(UnsafeDatabase, match=r"games\.db"):
        open_database(address)
    first.close()
    open_database(address).close()


@pytest.mark.parametrize("make_link", [Path.symlink_to, Path.hardlink_to], ids=["symbolic", "hard"])
@pytest.mark.parametrize("service", ["link", "file"])
def test_second_service_on_a_linked_file_is_refused(
    tmp_path: Path, make_link: Callable[[Path, Path], None], service: str
) -> None:
    file, other = tmp_path / "games.db", tmp_path / "elsewhere" / "club.db"
    other.parent.mkdir()
    open_database(f"sqlite:///{file}").close()
    make_link(other, file)
    first, second = (other, file) if service == "link" else (file, other)
    held = open_database(f"sqlite:///{first}")
    with pytest.raises(UnsafeDatabase, match=f"another Beaten Zone is using {second.name}"):
        open_database(f"sqlite:///{second}")
    held.close()
    open_database(f"sqlite:///{second}").close()


def test_second_service_in_a_linked_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "data").symlink_to(tmp_path / "var")
    held = open_database(f"sqlite:///{tmp_path / 'var' / 'games.db'}")
    with pytest.raises(UnsafeDatabase, match="another Beaten Zone"):
        open_database(f"sqlite:///{tmp_path / 'data' / 'games.db'}")
    held.close()


def test_restore_over_a_linked_file_in_use_is_refused(tmp_path: Path) -> None:
    file, other, copy = tmp_path / "games.db", tmp_path / "club.db", tmp_path / "may.db"
    held = open_database(f"sqlite:///{file}")
    migrate(held.engine)
    back_up(file, copy)
    other.hardlink_to(file)
    with pytest.raises(UnsafeDatabase, match="another Beaten Zone"):
        restore(copy, other)
    held.close()


@pytest.mark.postgres
def test_a_postgresql_that_answers_before_it_has_written_is_refused(postgres_url: str) -> None:
    careless = make_url(postgres_url).update_query_dict({"options": "-csynchronous_commit=off"})
    with pytest.raises(UnsafeDatabase, match="synchronous_commit = off"):
        open_database(careless.render_as_string(hide_password=False))


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "mysql://localhost/games"])
def test_a_database_that_cannot_keep_games_is_refused(address: str) -> None:
    with pytest.raises(UnsafeDatabase):
        open_database(address)


def snapshot(log: EventLog, game_id: str) -> tuple[Sequence[StoredEvent], object]:
    return log.read_events(game_id), log.read_commands(game_id)


def test_migrations_make_the_tables_of_the_models(database: Database) -> None:
    found = inspect(database.engine)
    for table in METADATA.sorted_tables:
        columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
        assert columns == {column.name: bool(column.nullable) for column in table.columns}, table.name
        assert set(found.get_pk_constraint(table.name)["constrained_columns"]) == {
            one.name for one in table.primary_key
        }


def test_up_again_keeps_every_event_byte_for_byte(database: Database, service: GameService) -> None:
    game = begin(service)
    service.submit(game.host, roll("one", 1, 3, 0))
    before = snapshot(service.log, game.host.game_id)
    migrate(database.engine)
    assert snapshot(service.log, game.host.game_id) == before


def test_the_newest_tables_are_those_of_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST


def test_database_of_a_newer_program_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path / 'games.db'}"
    opened = open_database(address)
    migrate(opened.engine)
    with opened.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9000'"))
    with pytest.raises(UnsafeDatabase, match="written by a newer Beaten Zone"):
        migrate(opened.engine)
    opened.close()
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", address)
    for command in ("serve", "migrate"):
        answer = CliRunner().invoke(cli, [command])
        assert (answer.exit_code, answer.output.count("\n")) == (2, 1), answer.output
        assert "update this Beaten Zone" in answer.output


@pytest.mark.parametrize("revision", ["0001", "0016"])
def test_database_of_an_earlier_build_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, revision: str
) -> None:
    address = f"sqlite:///{tmp_path / 'games.db'}"
    opened = open_database(address)
    migrate(opened.engine)
    with opened.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    with pytest.raises(UnsafeDatabase, match="a build of Beaten Zone before version"):
        migrate(opened.engine)
    opened.close()
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", address)
    for command in ("serve", "migrate"):
        answer = CliRunner().invoke(cli, [command])
        assert (answer.exit_code, answer.output.count("\n")) == (2, 1), answer.output
        assert "a database of its own" in answer.output


def test_down_on_a_filled_database_and_up_again(database: Database, service: GameService) -> None:
    service.submit(begin(service).host, roll("one", 1, 3))
    migrate_down(database.engine, "base")
    assert revision_of(database.engine) is None
    assert set(inspect(database.engine).get_table_names()) <= {"alembic_version"}
    migrate(database.engine)
    assert revision_of(database.engine) == NEWEST
    forget_games(service)
    assert len(service.log.read_events(begin(service).host.game_id)) == 1


def test_a_migration_that_fails_leaves_nothing_behind(bare_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_database(bare_url)

    def fails(connection: object, cursor: object, statement: str, *_: object) -> None:
        if "CREATE TABLE seats" in statement:
            raise OperationalError(statement, None, RuntimeError("power"))

    event.listen(opened.engine, "before_cursor_execute", fails)
    with pytest.raises(OperationalError):
        migrate(opened.engine)
    event.remove(opened.engine, "before_cursor_execute", fails)
    assert inspect(opened.engine).get_table_names() == []
    migrate(opened.engine)
    opened.close()


START = genesis("g", "toy", "Rigny", "now", "c")
COMMANDS = {"c": command_hash("{}", "{}")}


def chain(count: int) -> list[StoredEvent]:
    rows, previous = [], START
    for seq in range(1, count + 1):
        bare = StoredEvent(seq, "rolled", 2, f'{{"total":{seq}}}', "c", "s", "attacker", "all", "now")
        previous = link(previous, bare, COMMANDS["c"])
        rows.append(bare._replace(hash=previous))
    return rows


def test_a_chain_as_it_was_written_holds() -> None:
    assert list(breaks(START, chain(50), COMMANDS)) == []


def test_the_hash_of_a_row_is_of_everything_in_it_by_hand() -> None:
    row = chain(1)[0]
    written = '[1,2,"rolled","{\\"total\\":1}","c","s","attacker","all","now"]'
    assert row.hash == hashlib.sha256(START + COMMANDS["c"] + written.encode()).digest()


@pytest.mark.parametrize("field", [name for name in StoredEvent._fields if name != "hash"])
def test_any_changed_field_is_found(field: str) -> None:
    for place in range(20):
        rows = chain(20)
        value = getattr(rows[place], field)
        changed: dict[str, Any] = {field: value + 1 if isinstance(value, int) else value + " "}
        rows[place] = rows[place]._replace(**changed)
        assert list(breaks(START, rows, COMMANDS))


def test_dropped_swapped_added_and_replaced_rows_are_found() -> None:
    for place in range(19):
        rows = chain(20)
        tampered = [
            rows[:place] + rows[place + 1 :],
            [*rows[:place], rows[place + 1], rows[place], *rows[place + 2 :]],
            [*rows[: place + 1], rows[place], *rows[place + 1 :]],
        ]
        for one in tampered:
            assert list(breaks(START, one, COMMANDS))
            renumbered = [row._replace(seq=number) for number, row in enumerate(one, start=1)]
            assert list(breaks(START, renumbered, COMMANDS))


def test_a_cut_off_or_rewritten_tail_is_found_by_a_noted_head() -> None:
    rows = chain(20)
    head = rows[-1].hash
    assert has_head(rows, head)
    assert list(breaks(START, rows[:15], COMMANDS)) == []
    assert not has_head(rows[:15], head)
    forged, previous = rows[:15], rows[14].hash
    for seq in range(16, 21):
        bare = rows[seq - 1]._replace(payload='{"total":0}')
        previous = link(previous, bare, COMMANDS["c"])
        forged.append(bare._replace(hash=previous))
    assert list(breaks(START, forged, COMMANDS)) == []
    assert not has_head(forged, head)


def test_a_changed_command_is_found() -> None:
    assert list(breaks(START, chain(3), {"c": command_hash('{"kind":"roll"}', "{}")}))
    assert list(breaks(START, chain(3), {}))


def rename(database: Database, table: str, name: str) -> None:
    with database.engine.begin() as connection:
        connection.execute(text(f"ALTER TABLE {table} RENAME TO {name}"))


def test_what_cannot_be_written_did_not_happen_and_play_goes_on(
    database: Database, service: GameService, game: NewGame
) -> None:
    rename(database, "commands", "elsewhere")
    answers = [service.submit_soon(game.host, roll(f"c{number}", 1, 5)) for number in range(4)]
    assert {answer.result(10).status for answer in answers} == {507}
    rename(database, "elsewhere", "commands")
    assert service.view(game.host.game_id, Role.REFEREE).number == 1
    assert service.submit(game.host, roll("c0", 1, 5)).status == 200


def test_a_log_of_a_newer_program_is_read_but_not_continued(
    database: Database, service: GameService, game: NewGame
) -> None:
    service.submit(game.host, roll("one", 1, 3))
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE events SET version = 99 WHERE seq = 2"))
    again = GameService(database, {"toy": TOY})
    again.start()
    answer = again.submit(game.host, roll("two", 1, 3))
    assert (answer.status, b"newer-program" in answer.body) == (409, True)
    assert again.view(game.host.game_id, Role.REFEREE).number == 1
    again.stop()


def test_an_event_of_an_older_version_is_brought_up_to_date(
    database: Database, service: GameService, game: NewGame
) -> None:
    service.submit(game.host, roll("one", 1, 3))
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE events SET version = 1, payload = '{\"faces\":[6,5]}' WHERE seq = 2"))
    again = GameService(database, {"toy": TOY})
    again.start()
    assert b'"total":11' in again.view(game.host.game_id, Role.REFEREE).body
    again.stop()


def test_take_backs_give_the_state_that_a_full_replay_gives(service: GameService, game: NewGame) -> None:
    host = game.host
    for number in range(1, 120):
        seqs = {40: [3, 39], 80: [79], 81: [80], 100: [2, 99], 110: [40, 100]}.get(number)
        command = {"kind": "undo", "seqs": seqs} if seqs else roll("x", 0, number % 6 + 1).command
        assert service.submit(host, Envelope(f"c{number}", number, command)).status == 200
        folded, replayed = service.ask(host.game_id, lambda open_: (open_.state, open_.system.replay(open_.log)))
        assert folded == replayed
    forget_games(service)
    loaded, replayed = service.ask(host.game_id, lambda open_: (open_.state, open_.system.replay(open_.log)))
    assert loaded == replayed == folded

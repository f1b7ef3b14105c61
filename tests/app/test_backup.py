"""A backup taken while they play holds what was acknowledged before it began, and a service goes on from it."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from app.games.routes import NewGame
from app.games.service import GameService
from app.storage.database import UnsafeDatabase, migrate, open_database
from app.storage.maintenance import NoBackup, back_up, checked, file_of, restore
from rules.kernel.seats import Role
from tests.app.conftest import begin, roll
from tests.app.test_live import frames
from tests.app.toy import TOY
from tests.systems import cli
from tests.torture.backups import back_up_under_load
from tests.torture.served import open_game, send, serving

pytestmark = pytest.mark.evening


@contextmanager
def playing(file: Path) -> Iterator[GameService]:
    database = open_database(f"sqlite:///{file}")
    migrate(database.engine)
    service = GameService(database, {"toy": TOY})
    service.start()
    yield service
    service.stop()
    database.close()


def play(service: GameService, game: NewGame, first: int, last: int) -> None:
    for number in range(first, last):
        assert service.submit(game.host, roll(f"roll-{number}", number, 3)).status == 200


def numbers(file: Path) -> list[int]:
    with closing(sqlite3.connect(file)) as copy:
        return [seq for (seq,) in copy.execute("SELECT seq FROM events ORDER BY game_id, seq")]


def test_a_backup_made_while_they_play_holds_everything_acknowledged_before_it(tmp_path: Path) -> None:
    report = back_up_under_load(f"sqlite:///{tmp_path / 'games.db'}", 3)
    assert report.lost == []
    assert report.tried["backups"] == 3
    assert report.tried["acknowledged before"] > 0


def test_a_backup_is_one_file_that_stands_alone(tmp_path: Path) -> None:
    with playing(tmp_path / "games.db") as service:
        game = begin(service)
        play(service, game, 1, 30)
        made = back_up(tmp_path / "games.db", tmp_path / "safe" / "copy.db")
    assert (made.games, made.events) == (1, 30)
    assert [path.name for path in (tmp_path / "safe").iterdir()] == ["copy.db"]
    assert numbers(made.path) == list(range(1, 31))


def test_a_copy_of_the_file_alone_has_lost_what_was_acknowledged(tmp_path: Path) -> None:
    """As the documentation warns: what was written last stands in the file beside it."""
    with playing(tmp_path / "games.db") as service:
        play(service, begin(service), 1, 30)
        (tmp_path / "copy.db").write_bytes((tmp_path / "games.db").read_bytes())
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    assert "events" not in tables or len(numbers(tmp_path / "copy.db")) < 30


def test_a_service_goes_on_from_a_backup_and_what_was_there_is_kept(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    with playing(file) as service:
        game = begin(service)
        play(service, game, 1, 30)
        back_up(file, copy)
        play(service, game, 30, 40)
    brought, aside = restore(copy, file)
    assert (brought.events, len(numbers(file))) == (30, 30)
    assert aside is not None
    assert len(numbers(aside)) == 40
    with playing(file) as service:
        assert service.view(game.host.game_id, Role.REFEREE).number == 30
        play(service, game, 30, 50)


def test_what_was_written_last_is_kept_with_a_database_that_was_killed(tmp_path: Path) -> None:
    """What stands in the file beside it goes along, and does not get into the restored one."""
    file, copy, killed = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "killed"
    killed.mkdir()
    with playing(file) as service:
        game = begin(service)
        back_up(file, copy)
        play(service, game, 1, 30)
        for path in tmp_path.glob("games.db*"):
            (killed / path.name).write_bytes(path.read_bytes())
    _, aside = restore(copy, killed / "games.db")
    assert numbers(killed / "games.db") == [1]
    assert aside is not None
    assert len(numbers(aside)) == 30


def test_what_was_put_aside_is_not_written_over_at_the_same_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    monkeypatch.setattr(
        "app.storage.maintenance.datetime", Mock(now=lambda zone: datetime(2026, 11, 22, 18, tzinfo=zone))
    )
    with playing(file) as service:
        game = begin(service)
        back_up(file, copy)
        play(service, game, 1, 30)
    asides = [restore(copy, file)[1] for _ in range(3)]
    assert [one.name for one in asides if one] == [f"games.db.20261122T180000{ending}" for ending in ("", "-2", "-3")]
    assert [len(numbers(one)) for one in asides if one] == [30, 1, 1]


def test_a_database_in_use_is_not_overwritten(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    with playing(file) as service:
        game = begin(service)
        back_up(file, copy)
        play(service, game, 1, 10)
        with pytest.raises(UnsafeDatabase, match=r"another Beaten Zone is using games\.db"):
            restore(copy, file)
        play(service, game, 10, 20)


def spoilt(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    for page in range(3, 12):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    copy.write_bytes(content)


def of_a_newer_program(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("UPDATE alembic_version SET version_num = '9000'")
        opened.commit()


def of_something_else(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("CREATE TABLE games (id)")


def rewritten_event(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("UPDATE events SET payload = replace(payload, '\"pips\":3', '\"pips\":6') WHERE seq = 5")
        assert opened.execute("SELECT changes()").fetchone() == (1,)
        opened.commit()


def rewritten_command(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("UPDATE commands SET actor = replace(actor, 'referee', 'attacker')")
        opened.commit()


def event_cut_out(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("DELETE FROM events WHERE seq = 5")
        opened.commit()


def end_cut_off(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("DELETE FROM events WHERE seq > 17")
        opened.commit()


def log_removed(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("DELETE FROM events")
        opened.commit()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (end_cut_off, "was changed after it was made .*event 18: the log ends before it"),
        (log_removed, "was changed after it was made .*event 1: the log ends before it"),
        (rewritten_event, "was changed after it was made .*event 5: its content"),
        (rewritten_command, "was changed after it was made .*event 1: its content"),
        (event_cut_out, "was changed after it was made .*event 5 should stand here"),
        (spoilt, "damaged"),
        (of_a_newer_program, "newer Beaten Zone"),
        (of_something_else, "no backup of Beaten Zone"),
        (
            lambda copy: copy.write_text("an old shopping list, long enough to be read as a header of something"),
            "no backup",
        ),
    ],
)
def test_what_is_no_backup_is_refused_and_nothing_changes(
    tmp_path: Path, spoil: Callable[[Path], object], says: str
) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    with playing(file) as service:
        play(service, begin(service), 1, 20)
        back_up(file, copy)
    before = file.read_bytes()
    spoil(copy)
    with pytest.raises(NoBackup, match=says):
        restore(copy, file)
    assert file.read_bytes() == before
    assert not list(tmp_path.glob("*.part*"))


def test_backup_of_a_newer_database_names_that_database(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with playing(file):
        pass
    of_a_newer_program(file)
    with pytest.raises(NoBackup, match=r"games\.db was made by a newer Beaten Zone"):
        back_up(file, tmp_path / "copy.db")


def test_no_backup_is_overwritten(tmp_path: Path) -> None:
    with playing(tmp_path / "games.db"):
        back_up(tmp_path / "games.db", tmp_path / "copy.db")
        with pytest.raises(NoBackup, match="no backup is overwritten"):
            back_up(tmp_path / "games.db", tmp_path / "copy.db")
    with pytest.raises(NoBackup, match="no games"):
        back_up(tmp_path / "elsewhere.db", tmp_path / "other.db")


def test_a_postgresql_is_told_to_use_its_own_tools() -> None:
    with pytest.raises(NoBackup, match="pg_dump"):
        file_of("postgresql+psycopg://me:secret@host/games")


def test_from_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", f"sqlite:///{file}")
    run = CliRunner().invoke
    with playing(file) as service:
        begin(service)
        told = run(cli, ["backup", str(copy)])
        assert told.exit_code == 0
        assert told.output == f"{copy} holds 1 games with 1 events.\n"
        assert run(cli, ["backup", str(copy)]).exit_code == 2
        refused = run(cli, ["restore", str(copy)])
        assert refused.exit_code == 2
        assert "another Beaten Zone is using games.db" in refused.stderr
    told = run(cli, ["restore", str(copy)])
    assert told.exit_code == 0
    assert "What was there before lies in" in told.output
    assert checked(file).games == 1


def test_pages_are_told_what_stands_once_after_a_backup_was_restored(tmp_path: Path) -> None:
    """The number may be the same and stand for another history: only the epoch tells."""
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    url = f"sqlite:///{file}"
    with serving(url) as server, server.client() as client:
        game, cookies = open_game(client), dict(client.cookies)
        assert send(client, game, "one", 1).status_code == 200
        back_up(file, copy)
        assert send(client, game, "two", 2).status_code == 200
        shown = next(frames(client, game, 1)).removeprefix("id: ")
    restore(copy, file)
    with serving(url) as server, server.client(cookies) as client:
        assert send(client, game, "other", 2).status_code == 200
        told = frames(client, game, 4, **{"Last-Event-ID": shown})
        first, number = next(told).removeprefix("id: "), json.loads(next(told).removeprefix("data: "))
        assert number == {"number": 3, "said": []}
        assert [one.rpartition(":")[2] for one in (first, shown)] == ["3", "3"]
        assert first != shown
        with ThreadPoolExecutor(1) as other:
            other.submit(send, server.client(cookies), game, "three", 3).result(10)
        assert next(told) == f"id: {first.rpartition(':')[0]}:4"

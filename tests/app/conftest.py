"""The same tests on SQLite and on PostgreSQL. Without a PostgreSQL that answers its half is skipped by name."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from app.games.json_codec import Envelope
from app.games.routes import NewGame, new_game
from app.games.service import GameService, utc_now
from app.seats.seat_repository import Seat, SeatBook
from app.settings import Settings
from app.storage.database import NEWEST, Database, migrate, open_database
from app.storage.schema import METADATA
from rules.kernel.seats import Role
from tests.app.toy import TOY
from tests.client import TestClient, app_with, with_tables
from tests.unhurried import unhurried as unhurried

POSTGRES = os.environ.get("BEATENZONE_TEST_POSTGRES_URL", "postgresql+psycopg://postgres@127.0.0.1:5432/postgres")
REVISION = "SELECT version_num FROM alembic_version"
# A server that a test killed may not be gone yet.
SEND_AWAY = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def postgres_answers() -> bool:
    engine = create_engine(POSTGRES, connect_args={"connect_timeout": 30})
    try:
        engine.connect().close()
    except OperationalError:
        return False
    finally:
        engine.dispose()
    return True


def forget_games(service: GameService) -> None:
    """Have the open games put away, between two rounds of the writer: the next that asks reads from the disk."""
    with service._pen:
        service._games.clear()


@pytest.fixture(scope="session")
def postgres() -> str:
    if not postgres_answers():
        if os.environ.get("BEATENZONE_REQUIRE_POSTGRES") == "1":
            pytest.fail(f"PostgreSQL is required and does not answer at {make_url(POSTGRES).host}")
        pytest.skip("PostgreSQL does not answer: set BEATENZONE_TEST_POSTGRES_URL")
    return POSTGRES


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database that holds nothing, on either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture
def bare_url(url: str) -> str:
    """The same without even tables."""
    if make_url(url).get_backend_name() == "postgresql":
        with once(url) as connection:
            without_tables(connection)
    return url


@pytest.fixture(scope="session")
def postgres_database(postgres: str) -> Iterator[str]:
    """The address of this run's own PostgreSQL database: making one takes longer than most tests."""
    name = f"bz_test_{uuid.uuid4().hex[:12]}"
    with once(postgres) as admin:
        admin.execute(text(f"CREATE DATABASE {name}"))
    yield make_url(postgres).set(database=name).render_as_string(hide_password=False)
    with once(postgres) as admin:
        admin.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def postgres_url(postgres_database: str) -> str:
    """The address of a PostgreSQL database that holds nothing, whatever the test before left in it."""
    with once(postgres_database) as connection:
        connection.execute(text(SEND_AWAY))
        tables = inspect(connection).get_table_names()
        if "alembic_version" in tables and connection.execute(text(REVISION)).scalar_one_or_none() == NEWEST:
            connection.execute(text("; ".join(f"DELETE FROM {table}" for table in reversed(METADATA.sorted_tables))))
        else:
            without_tables(connection)
    return postgres_database


@pytest.fixture
def bare_postgres_url(postgres_url: str) -> str:
    """The address of a PostgreSQL database without even tables."""
    with once(postgres_url) as connection:
        without_tables(connection)
    return postgres_url


@contextmanager
def once(address: str) -> Iterator[Connection]:
    """A connection for a word or two, each for itself."""
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def without_tables(connection: Connection) -> None:
    connection.execute(text("DROP SCHEMA public CASCADE"))
    connection.execute(text("CREATE SCHEMA public"))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with_tables(url)
    opened = open_database(url)
    migrate(opened.engine)
    yield opened
    opened.close()


@pytest.fixture
def seats(database: Database) -> SeatBook:
    return SeatBook(database.engine, database.shared)


@pytest.fixture
def service(database: Database, seats: SeatBook) -> Iterator[GameService]:
    made = GameService(database, {"toy": TOY}, referee_present=seats.referee_present)
    made.start()
    yield made
    made.stop()


def begin(service: GameService, role: Role = Role.REFEREE) -> NewGame:
    """A toy game with its first event written."""
    game = new_game("toy", "Rigny", ("Host", role), utc_now(), ["a share"])
    answer = service.submit_soon(game.host, Envelope("begin", 0, {"kind": "begin", "title": "Rigny"}), game.opening)
    assert answer.result(10).status == 200
    return game


def at(game: NewGame, role: Role) -> Seat:
    """A further device at this game."""
    return Seat(f"seat-{role}", game.host.game_id, role, role.value)


def roll(command_id: str, expected_seq: int, *faces: int) -> Envelope:
    """Dice thrown at the table; a 0 is thrown by the app."""
    dice = [{"pips": face, "source": "entered" if face else "rolled"} for face in faces]
    return Envelope(command_id, expected_seq, {"kind": "roll", "dice": dice})


@pytest.fixture
def game(service: GameService) -> NewGame:
    return begin(service)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The pages of a service without games."""
    folder: Path = tmp_path_factory.mktemp("lookups")
    settings = Settings(database_url=f"sqlite:///{folder / 'games.db'}", demo=False, log_level="warning")
    with TestClient(app_with(settings)) as client:
        yield client

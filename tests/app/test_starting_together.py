"""Several processes that start at once on a database which is not there yet."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from app.storage.database import NEWEST, migrate, open_database, revision_of

ROOT: Final = Path(__file__).resolve().parents[2]
PROCESSES: Final = 4
# Each waits for the word when everything is read, so that all of them begin in the same moment.
STARTS: Final = """
import sys
import alembic.command
from app.storage.database import open_database
from app.storage.database import migrate
database = open_database(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
migrate(database.engine)
"""


@pytest.mark.postgres
def test_processes_that_start_at_once_on_an_empty_server_all_come_up(bare_postgres_url: str) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-c", STARTS, bare_postgres_url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    for one in started:
        assert one.stdout
        assert "ready\n" in iter(one.stdout.readline, "")
    for one in started:
        assert one.stdin
        one.stdin.write("now\n")
        one.stdin.flush()
    told = [one.communicate(timeout=120)[1] for one in started]
    assert [one.returncode for one in started] == [0] * PROCESSES, told
    database = open_database(bare_postgres_url)
    assert revision_of(database.engine) == NEWEST
    migrate(database.engine)
    database.close()

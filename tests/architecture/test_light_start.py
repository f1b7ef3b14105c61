"""A start loads what a start needs: the libraries of map and print, and the tables of the rules, come when used."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
LOADED = "import sys; {}; print(sorted({{'numpy', 'shapely', 'typst'}} & sys.modules.keys()))"
TABLES = "{}; from rules.kernel.ruleset import tables_of; print(tables_of.cache_info().currsize)"

LOADED_BEFORE_THE_FIRST_ANSWER: Final = 75
FIRST_ANSWER = """
import sys
from fastapi.testclient import TestClient
from app.main import create_app
from app.settings import Settings
with TestClient(create_app(Settings(database_url="{url}"))) as client:
    assert client.get("/health").status_code == 200
ours = [one for name, one in sys.modules.items() if name.split(".")[0] in ("app", "rules", "playsheets")]
print(sum(not hasattr(one, "__path__") for one in ours))
"""


def printed_by(statements: str) -> str:
    command = [sys.executable, "-c", statements]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def test_the_service_starts_without_the_libraries_of_map_and_print() -> None:
    assert printed_by(LOADED.format("import app.main")) == "[]"


def test_the_service_starts_without_the_pages_that_nobody_opens_first() -> None:
    pages = "{'playsheets', 'app.systems.flanders_fields.pages.force_editor'}"
    assert printed_by(f"import sys; import app.main; print(sorted({pages} & sys.modules.keys()))") == "[]"


def test_what_needs_them_loads_them() -> None:
    assert printed_by(LOADED.format("import rules.tabletop.salvo_odds")) == "['numpy']"


def test_the_service_starts_without_reading_the_tables_of_the_rules() -> None:
    assert printed_by(TABLES.format("import app.main")) == "0"


def test_a_look_up_reads_them() -> None:
    asked = "import app.main; from app.systems.flanders_fields.lookups import words; words('retreat_20')"
    assert printed_by(TABLES.format(asked)) == "1"


def test_no_more_of_our_modules_are_loaded_before_the_first_answer(tmp_path: Path) -> None:
    """Each costs a part of a start; the number is a ceiling with a little room, and is written down where it falls."""
    loaded = int(printed_by(FIRST_ANSWER.format(url=f"sqlite:///{tmp_path / 'games.db'}")).splitlines()[-1])
    assert loaded <= LOADED_BEFORE_THE_FIRST_ANSWER
    assert loaded > LOADED_BEFORE_THE_FIRST_ANSWER - 20, "fewer are loaded now: write the number down"

"""A start loads what a start needs: the libraries of map and print, and the tables of the rules, come when used."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOADED = "import sys; {}; print(sorted({{'numpy', 'shapely', 'typst'}} & sys.modules.keys()))"
TABLES = "{}; from rules.kernel.book import tables_of; print(tables_of.cache_info().currsize)"


def printed_by(statements: str) -> str:
    command = [sys.executable, "-c", statements]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def test_the_service_starts_without_the_libraries_of_map_and_print() -> None:
    assert printed_by(LOADED.format("import app.main")) == "[]"


def test_the_service_starts_without_the_pages_that_nobody_opens_first() -> None:
    read = "import sys; import app.main; print(sorted({'playsheets', 'app.pages.forces.page'} & sys.modules.keys()))"
    assert printed_by(read) == "[]"


def test_what_needs_them_loads_them() -> None:
    assert printed_by(LOADED.format("import rules.tabletop.bulk")) == "['numpy']"


def test_the_service_starts_without_reading_the_tables_of_the_rules() -> None:
    assert printed_by(TABLES.format("import app.main")) == "0"


def test_a_look_up_reads_them() -> None:
    asked = "import app.main; from app.lookups.words import words; words('retreat_20')"
    assert printed_by(TABLES.format(asked)) == "1"

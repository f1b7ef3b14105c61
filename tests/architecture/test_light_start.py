"""A start loads what a start needs: the libraries of the map and of printing are there once they are used."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOADED = "import sys; {}; print(sorted({{'numpy', 'shapely', 'typst'}} & sys.modules.keys()))"


def loaded_by(statement: str) -> str:
    command = [sys.executable, "-c", LOADED.format(statement)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def test_the_service_starts_without_the_libraries_of_map_and_print() -> None:
    assert loaded_by("import app.main") == "[]"


def test_what_needs_them_loads_them() -> None:
    assert loaded_by("import rules.geometry.bulk") == "['numpy']"

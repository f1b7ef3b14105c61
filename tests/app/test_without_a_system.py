"""The service without one of its rule systems: its folders and its line of the list are all that names it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
TAKEN_AWAY: Final = "flanders_fields"
HOLD_A_SYSTEM: Final = ("rules", "app/systems", "playsheets", "tests")
COPIED: Final = ("app", "rules", "playsheets", "migrations", "tests", "frontend/templates", "frontend/static/dist")
OF_THE_KERNEL: Final = ("asking", "dice_and_odds", "plain", "seating")
PLAYED: Final = (
    *(f"tests/rules/test_kernel_{one}.py" for one in OF_THE_KERNEL),
    "tests/stage_toy",
    "tests/earth_1418/test_served.py",
)
START: Final = """
from fastapi.testclient import TestClient
from app.main import create_app
from app.settings import Settings
with TestClient(create_app(Settings(database_url="sqlite:///games.db", demo=True)), base_url="http://t") as device:
    for address in ("/health", "/", "/join", "/tables", "/style", "/api/v1/openapi.json", "/api/v1/tables"):
        print(address, device.get(address).status_code)
"""
ALONE: Final = """
import sys
sys.meta_path[:] = [one for one in sys.meta_path if not getattr(one, "__module__", "").startswith("__editable__")]
"""
"""Run as Python starts: an environment into which the whole house is installed would lend its modules to the copy."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house in which nothing of that system stands."""
    made = tmp_path_factory.mktemp("house")
    for name in COPIED:
        shutil.copytree(ROOT / name, made / name, ignore=shutil.ignore_patterns("__pycache__", "browser", "golden"))
    shutil.copy(ROOT / "pyproject.toml", made)
    (made / "sitecustomize.py").write_text(ALONE, encoding="utf-8")
    for name in HOLD_A_SYSTEM:
        shutil.rmtree(made / name / TAKEN_AWAY, ignore_errors=True)
    listed = made / "app" / "systems" / "listed.py"
    lines = listed.read_text(encoding="utf-8").splitlines(keepends=True)
    listed.write_text("".join(one for one in lines if not re.search(TAKEN_AWAY, one, re.I)), encoding="utf-8")
    return made


def ran(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program run in the copy, which sees nothing of the whole house."""
    seen = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "PYTEST"))}
    seen["PYTHONPATH"] = str(house)
    return subprocess.run([sys.executable, *arguments], cwd=house, env=seen, capture_output=True, text=True)


def test_nothing_of_it_is_left_to_be_imported(house: Path) -> None:
    for name in ("rules", "app.systems", "playsheets"):
        assert "ModuleNotFoundError" in ran(house, "-c", f"import {name}.{TAKEN_AWAY}").stderr


def test_the_service_starts_and_shows_what_is_of_no_one_system(house: Path) -> None:
    done = ran(house, "-c", START)
    assert done.returncode == 0, done.stderr
    told = re.findall(r"^(/\S*) (\d+)$", done.stdout, re.M)
    assert len(told) == 7
    assert {status for _, status in told} == {"200"}, told


def test_the_kernel_the_toy_and_a_game_of_another_system_go_on_as_ever(house: Path) -> None:
    done = ran(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *PLAYED)
    assert done.returncode == 0, done.stdout[-4000:]

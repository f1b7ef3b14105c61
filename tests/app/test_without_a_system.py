"""The service without one of its rule systems, and with none but a toy: folders and lines are all that names one."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.app.houses import TOY_ENTRY, house_without, ran

SYSTEMS: Final = ("flanders_fields", "earth_1418")
SERVED: Final = {
    "flanders_fields": "tests/app/test_stage_over_http.py",
    "earth_1418": "tests/earth_1418/test_served.py",
}
"""A game of each, over HTTP."""
OF_NO_SYSTEM: Final = (
    *(f"tests/rules/test_kernel_{one}.py" for one in ("asking", "dice_and_odds", "plain", "seating")),
    *(f"tests/rules/test_{one}.py" for one in ("proposals", "record", "values")),
    *(f"tests/tabletop/test_{one}.py" for one in ("clouds", "edges", "field", "laid")),
    *(f"tests/app/test_{one}.py" for one in ("forged_requests", "health", "settings", "store", "table_documents")),
    "tests/stage_toy",
)
"""Tests of kernel, tabletop, core and toy."""
ADDRESSES: Final = ("/health", "/", "/join", "/tables", "/style", "/api/v1/openapi.json", "/api/v1/tables")
OF_THE_TOY: Final = (
    "/lookups/stage-toy",
    "/lookups/stage-toy/shot",
    "/print/stage-toy",
    "/print/stage-toy/file",
    "/print/basket?item=/print/stage-toy",
    "/new/stage-toy",
    "/forces/stage-toy",
)
START: Final = """
from fastapi.testclient import TestClient
from app.main import create_app
from app.settings import Settings
with TestClient(create_app(Settings(database_url="sqlite:///games.db", demo=True)), base_url="http://t") as device:
    for address in {addresses}:
        print(address, device.get(address).status_code)
"""


def told(house: Path, *addresses: str) -> dict[str, str]:
    """What the service of a copy answers at some addresses."""
    done = ran(house, "-c", START.format(addresses=addresses))
    assert done.returncode == 0, done.stderr
    return dict(re.findall(r"^(/\S*) (\d+)$", done.stdout, re.M))


@pytest.fixture(scope="module", params=SYSTEMS)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A system, and a copy of the house in which nothing of it stands."""
    return request.param, house_without(tmp_path_factory.mktemp("house"), [request.param])


def test_nothing_of_it_is_left_to_be_imported(house: tuple[str, Path]) -> None:
    system, made = house
    for name in ("rules", "app.systems", "playsheets"):
        assert "ModuleNotFoundError" in ran(made, "-c", f"import {name}.{system}").stderr


def test_the_service_starts_and_shows_what_is_of_no_one_system(house: tuple[str, Path]) -> None:
    assert told(house[1], *ADDRESSES) == dict.fromkeys(ADDRESSES, "200")


def test_a_game_of_the_other_system_goes_on_as_ever(house: tuple[str, Path]) -> None:
    system, made = house
    others = [played for key, played in SERVED.items() if key != system]
    done = ran(made, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *others)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.fixture(scope="module")
def toy_alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house in which the toy of the tests is the only system."""
    return house_without(tmp_path_factory.mktemp("toy"), SYSTEMS, TOY_ENTRY.format(prefix=""))


def test_a_toy_in_their_place_has_look_ups_a_playsheet_a_document_and_a_description(toy_alone: Path) -> None:
    asked = (*ADDRESSES, *OF_THE_TOY)
    assert told(toy_alone, *asked) == dict.fromkeys(asked, "200")


@pytest.mark.evening
def test_kernel_tabletop_core_and_toy_pass_without_any_other_system(toy_alone: Path) -> None:
    done = ran(toy_alone, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *OF_NO_SYSTEM)
    assert done.returncode == 0, done.stdout[-4000:]

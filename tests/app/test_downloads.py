"""Downloads are named after their content, safely, and without a secret in the name."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from app.http.bodies import disposition, file_name, things_named
from app.systems.flanders_fields.forces import SMALL_FORCE
from tests.app.test_new_game_page import client_of
from tests.app.test_own_scenarios import raid
from tests.client import TestClient
from tests.torture.served import MONS_GAME

SECRET = "Operation Tiger at the mill"


@pytest.fixture(scope="module")
def maker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client_of(tmp_path_factory.mktemp("downloads")) as made:
        yield made


def name_of(maker: TestClient, address: str) -> str:
    """Return the name that a device keeps a download under."""
    answer = maker.get(address)
    assert answer.status_code == 200, answer.text
    header = answer.headers["content-disposition"]
    whole = re.search(r"filename\*=UTF-8''([^;]+)", header)
    plain = re.search(r'filename="([^"]+)"', header)
    assert plain, header
    assert plain[1].isascii()
    return unquote(whole[1]) if whole else plain[1]


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("1st Brigade", "roster"), "1st-brigade-roster.pdf"),
        (("  Bébé & Söhne / 2 ", "force"), "bébé-söhne-2-force.pdf"),
        (("../../etc/passwd", "table"), "etc-passwd-table.pdf"),
        (("CON", "game"), "con-game.pdf"),
        (("a\u202egnp.exe\r\nX: y", "game"), "a-gnp-exe-x-y-game.pdf"),
        (("", "game"), "game.pdf"),
        (("!!!", "?"), "file.pdf"),
        (("第一旅", "force"), "第一旅-force.pdf"),
    ],
)
def test_file_name_is_made_of_letters_digits_and_hyphens(parts: tuple[str, ...], name: str) -> None:
    assert file_name(*parts, ending="pdf") == name


def test_long_file_name_keeps_what_kind_of_file_it_is() -> None:
    name = file_name("x" * 300, "roster", ending="pdf")
    assert name.endswith("x-roster.pdf")
    assert len(name) <= 84


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("mons-game.json", 'attachment; filename="mons-game.json"'),
        ("söhne-force.json", "attachment; filename=\"sohne-force.json\"; filename*=UTF-8''s%C3%B6hne-force.json"),
        ("第一旅.json", "attachment; filename=\"file.json\"; filename*=UTF-8''%E7%AC%AC%E4%B8%80%E6%97%85.json"),
    ],
)
def test_disposition_has_an_ascii_name_and_the_whole_one(name: str, header: str) -> None:
    assert disposition(name) == header


def test_several_things_are_named_one_by_one_or_counted() -> None:
    assert things_named(["trial", "playsheet"]) == "trial playsheet"
    assert things_named(["a", "b", "c", "d"]) == "a b and 2 more"


def test_documents_are_saved_under_their_names(maker: TestClient) -> None:
    force = maker.post("/api/v1/forces/import", json={**SMALL_FORCE, "name": "1st Brigade"}).json()["id"]
    assert name_of(maker, f"/api/v1/forces/{force}/file") == "1st-brigade-force.json"
    assert name_of(maker, f"/forces/{force}/print/file?form=roster") == "1st-brigade-roster.pdf"
    table = maker.post("/api/v1/tables", json={"name": "Bois d’Héricourt"}).json()["id"]
    assert name_of(maker, f"/api/v1/tables/{table}") == "bois-d-héricourt-table.json"
    scenario = maker.post("/api/v1/scenarios/import", json={**raid(), "title": "A raid by night"}).json()["id"]
    assert name_of(maker, f"/api/v1/scenarios/{scenario}") == "a-raid-by-night-scenario.json"
    ready = name_of(maker, "/api/v1/tables/mons-1914")
    assert ready.endswith("-table.json")
    assert "mons" in ready


def test_game_and_its_prints_are_saved_under_its_title(maker: TestClient) -> None:
    body = {**MONS_GAME, "title": "Club night, round 2"}
    game = maker.post("/api/v1/games", json=body).json()["game_id"]
    assert name_of(maker, f"/api/v1/games/{game}/export") == "club-night-round-2-game.json"
    maker.post(f"/api/v1/games/{game}/close", json={})
    assert name_of(maker, f"/games/{game}/print/file?form=report").endswith("-report.pdf")


def test_basket_is_named_after_how_much_is_in_it(maker: TestClient) -> None:
    assert name_of(maker, "/print/basket?across=100&item=/print%3Fthing%3Dmarkers") == "basket-1-thing.pdf"


def test_name_of_a_fire_plan_is_in_no_file_name(maker: TestClient, tmp_path: Path) -> None:
    """Whoever looks over the list of downloads of a shared device learns nothing of a plan but its side."""
    plan = maker.post("/api/v1/fire-plans", json={"name": SECRET, "side": "attacker"}).json()["id"]
    for address in (f"/api/v1/fire-plans/{plan}/file", f"/plans/{plan}/print/file?form=plan"):
        name = name_of(maker, address)
        assert name.startswith("attacker-fire-plan")
        assert "tiger" not in name
        assert "mill" not in name

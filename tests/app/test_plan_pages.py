"""Pages of fire plans: for who holds the draft, with what the rules say beside the field; nobody else learns of it."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from fastapi import FastAPI

from app.settings import Settings
from app.systems.flanders_fields.fire_plans import SMALL_PLAN
from tests.app.described import device, joined, opened
from tests.client import TestClient, app_with
from tests.torture.served import MONS_GAME

PLANS: Final = "/api/v1/fire-plans"
HTML: Final = {"Accept": "text/html"}
MARKED: Final = {**SMALL_PLAN, "name": "Zuleika"}


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = app_with(Settings(database_url=url, demo=False, log_level="error"))
    with TestClient(made):
        yield made


def kept(who: TestClient, document: Any = MARKED, at: str = PLANS) -> str:
    answer = who.post(f"{at}/import", json=document)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def page(who: TestClient, address: str) -> str:
    answer = who.get(address, headers=HTML)
    assert answer.status_code == 200, answer.text[:400]
    return answer.text


def test_a_draft_stands_in_its_own_devices_list_and_page_and_nowhere_else(app: FastAPI) -> None:
    maker, other = device(app), device(app)
    plan, theirs = kept(maker), kept(other, SMALL_PLAN)
    assert f'href="/plans/{plan}"' in page(maker, "/plans")
    assert "Zuleika" in page(maker, f"/plans/{plan}")
    assert "Zuleika" not in page(other, "/plans")
    for address in (f"/plans/{plan}", f"/plans/{plan}?line=k3f", f"/plans/{plan}/differences?other={theirs}"):
        refused = other.get(address, headers=HTML)
        assert (refused.status_code, "Zuleika" in refused.text) == (404, False)
    assert other.get(f"/plans/{theirs}/differences?other={plan}", headers=HTML).status_code == 404


def test_a_start_line_is_drawn_in_the_pieces_and_steps_of_the_rules(app: FastAPI) -> None:
    """FF-MOD-02: pieces of 30 cm; references in whole centimetres, by house rule in halves (GAP-55)."""
    host = device(app)
    halves = [{"ruling": "GAP-55", "option": "half"}]
    for rules, step in ((list[dict[str, str]](), 10), (halves, 5)):
        mons = {**MONS_GAME, "command": {"kind": "create_game", "scenario": "mons-1914", "house_rules": rules}}
        game = str(host.post("/api/v1/games", json=mons).json()["game_id"])
        attacker = joined(app, host, game, "attacker")
        plan = kept(attacker, at=f"/api/v1/games/{game}/fire-plans")
        assert f'data-piece_mm="300" data-step_mm="{step}"' in page(attacker, f"/plans/{plan}")


def test_a_games_drafts_are_its_sides_and_the_referee_reads_them_without_a_field_to_write_in(app: FastAPI) -> None:
    host = device(app)
    game = opened(host)
    attacker, defender = (joined(app, host, game, role) for role in ("attacker", "defender"))
    plan = kept(attacker, at=f"/api/v1/games/{game}/fire-plans")
    for who, writes in ((attacker, True), (host, False)):
        assert f'href="/plans/{plan}"' in page(who, "/plans")
        shown = page(who, f"/plans/{plan}?line=k3f")
        assert ("Strike it out" in shown, "data-moves" in shown, "data-add" in shown) == (writes, writes, writes)
        assert ("disabled><legend" in shown) is not writes
    assert "Zuleika" not in page(defender, "/plans")
    assert defender.get(f"/plans/{plan}", headers=HTML).status_code == 404
    assert f'"/plans#game-{game}"' in page(attacker, f"/games/{game}")
    assert f'id="game-{game}"' in page(attacker, "/plans")
    # Nobody has to think of a name before he may begin.
    assert 'value="Mons, German"' in page(attacker, "/plans")


def test_what_the_rules_say_stands_at_its_field_with_clause_and_a_way_to_let_it_pass(app: FastAPI) -> None:
    """FF-FPL-38, FF-FPL-72: gas by the plan needs a wind."""
    maker = device(app)
    gas = {"id": "w8d", "kind": "denying", "delivery": "artillery", "turn": 2, "at": [300, 1400]}
    plan = kept(maker, {**MARKED, "gas": [gas]})
    shown = page(maker, f"/plans/{plan}?line=w8d")
    wind = shown.index('name="wind_deg"')
    assert wind < shown.index("The gas has no wind") < shown.index('name="speed_mm"')
    assert "FF-FPL-38" in shown
    (key,) = [one["key"] for one in maker.get(f"{PLANS}/{plan}").json()["findings"] if one["line"] == "w8d"]
    assert f'data-allow="{key}"' in shown
    passed = {**MARKED, "gas": [gas], "allowed": [{"finding": key, "because": "we agreed"}]}
    maker.post(f"{PLANS}/{plan}/save", json={"revision": 1, "document": passed})
    shown = page(maker, f"/plans/{plan}?line=w8d")
    assert ("Let pass: we agreed" in shown, f'data-finding="{key}"' in shown) == (True, True)


def test_a_plan_for_no_month_says_that_nothing_is_checked(app: FastAPI) -> None:
    maker = device(app)
    plan = maker.post(PLANS, json={"name": "Ours", "side": "defender"}).json()["id"]
    shown = page(maker, f"/plans/{plan}")
    assert "Nothing is checked yet" in shown
    assert "Defender’s edge</text>" in shown.split('class="tick edge-name below"')[1].split("</g>")[0]


@pytest.mark.parametrize("asked", ["turn=zz", "turn=999999", "turn=-1", "turn=²", "line=nn", "across=zz", "table=nn"])
def test_whatever_stands_in_the_address_the_plan_is_shown(app: FastAPI, asked: str) -> None:
    maker = device(app)
    assert "Zuleika" in page(maker, f"/plans/{kept(maker)}?{asked}")


def test_two_drafts_are_compared_in_words(app: FastAPI) -> None:
    maker = device(app)
    plan, other = kept(maker), kept(maker, {**MARKED, "name": "Later", "notes": "smoke"})
    assert f'<option value="{other}"' in page(maker, f"/plans/{plan}")
    shown = page(maker, f"/plans/{plan}/differences?other={other}")
    assert "Notes: nothing before, smoke now." in shown


def test_a_plan_is_drawn_on_the_ready_table_of_its_scenario_or_on_one_that_the_address_names(app: FastAPI) -> None:
    maker = device(app)
    bare = kept(maker)
    ready = kept(maker, {**MARKED, "written_for": {**MARKED["written_for"], "scenario": "mons-1914"}})
    assert 'data-piece="canal"' not in page(maker, f"/plans/{bare}")
    pieces = [text.split('"')[0] for text in page(maker, f"/plans/{ready}").split('class="piece ')[1:]]
    assert pieces
    named = page(maker, f"/plans/{bare}?table=mons-1914").split('class="piece ')[1:]
    assert [text.split('"')[0] for text in named] == pieces


def test_a_sealed_plan_is_read_and_its_fingerprint_stands_on_every_seats_page(app: FastAPI) -> None:
    host = device(app)
    game = opened(host)
    attacker, defender = (joined(app, host, game, role) for role in ("attacker", "defender"))
    plan = attacker.post(f"/api/v1/games/{game}/fire-plans", json={"name": "Zuleika"}).json()["id"]
    seen = attacker.get(f"/api/v1/games/{game}").json()["number"]
    answer = attacker.post(f"{PLANS}/{plan}/seal", json={"command_id": "seal", "expected_seq": seen})
    assert answer.status_code == 200, answer.text
    (sealed,) = defender.get(f"/api/v1/games/{game}/sealed-plans").json()
    shown = page(attacker, f"/plans/{plan}")
    assert ("This plan is sealed" in shown, sealed["fingerprint"] in shown) == (True, True)
    assert "data-moves" not in shown
    for who in (attacker, defender, host):
        assert sealed["fingerprint"] in page(who, f"/games/{game}")
    assert "Zuleika" not in page(defender, f"/games/{game}")

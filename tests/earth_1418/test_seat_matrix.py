"""S3 for a game of 1418: every address of a game answers the devices that it is for, and nobody else."""

from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from sqlalchemy import text

from app.systems.earth_1418.features import ready_to_open
from tests.app.described import OWN, device, joined, served
from tests.app.seat_matrix import CALLERS, MATRIX, STRANGERS, WHERE
from tests.client import TestClient

READY: Final[dict[str, Any]] = ready_to_open()[0]["body"]
# One that no seat may send as it stands, and that ends no game.
A_NOTE: Final = {"command_id": "m", "expected_seq": 0, "command": {"kind": "note", "text": "tea"}}
BODIES: Final = {
    ("POST", "/api/v1/games/{game_id}/commands"): A_NOTE,
    ("POST", "/api/v1/games/{game_id}/prompts"): {"kind": "ready"},
}
CLOSE: Final = ("POST", "/api/v1/games/{game_id}/close")


def opened(client: TestClient) -> str:
    answer = client.post("/api/v1/games", json={**READY, "role": "attacker"}, headers=OWN)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def callers(app: FastAPI, host: TestClient, game: str) -> dict[str, TestClient]:
    """One device of every kind that might try."""
    other, foreign = device(app), device(app)
    foreign.cookies.set(f"bz-{game}", other.cookies[f"bz-{opened(other)}"])
    found = {role: joined(app, host, game, role) for role in ("spectator", "referee", "attacker", "defender")}
    gone, late = joined(app, host, game, "attacker"), joined(app, host, game, "attacker")
    seat = gone.get(f"/api/v1/games/{game}/seat").json()["id"]
    host.post(f"/api/v1/games/{game}/seats/{seat}/revoke", json={}, headers=OWN)
    seat = late.get(f"/api/v1/games/{game}/seat").json()["id"]
    keeper = app.state.keeper
    with keeper.database.engine.begin() as connection:
        connection.execute(text("UPDATE seats SET last_used_at = '2020-01-01T00:00:00Z' WHERE id = :id"), {"id": seat})
    keeper.seats.forget()
    return {"none": device(app), "other game": foreign, "expired": late, "revoked": gone, **found, "host": host}


def test_the_matrix_holds_for_a_game_of_1418(tmp_path: Path) -> None:
    with served(tmp_path, new_games_per_minute=100) as (app, host):
        game = opened(host)
        app.state.keeper.hub.end()
        everybody = callers(app, host, game)
        assert set(everybody) == set(CALLERS)
        routes = [route for route in MATRIX if "{game_id}" in route[1] and route != CLOSE]
        assert len(routes) > 25
        for route in (*routes, CLOSE):
            allowed, body = MATRIX[route]
            at = route[1].format(game_id=game, **WHERE)
            for who, client in everybody.items():
                answer = client.request(route[0], at, json=BODIES.get(route, body), headers=OWN)
                told = (who, route, answer.status_code, answer.text[:300])
                assert answer.status_code < 500, told
                if allowed[who]:
                    assert answer.status_code not in (401, 403), told
                else:
                    assert answer.status_code == STRANGERS.get(who, 403), told


def test_what_a_seat_prints_is_what_it_may_know(tmp_path: Path) -> None:
    """Order sheets are for whoever writes that side's orders; the cards of both sides lie open (systems.md)."""
    with served(tmp_path) as (app, host):
        game = opened(host)
        offered = {
            "attacker": {"cards-attacker", "orders-attacker", "cards-defender"},
            "defender": {"cards-attacker", "cards-defender", "orders-defender"},
            "spectator": {"cards-attacker", "cards-defender"},
            "referee": {"cards-attacker", "orders-attacker", "cards-defender", "orders-defender"},
        }
        # The referee is seated before the other side: later, that side has to agree.
        for role, forms in sorted(offered.items(), key=lambda item: item[0] != "referee"):
            seat = host if role == "attacker" else joined(app, host, game, role)
            page = seat.get(f"/games/{game}/print").text
            for side in ("attacker", "defender"):
                for kind in ("cards", "orders"):
                    key = f"{kind}-{side}"
                    assert (f'value="{key}"' in page) is (key in forms), (role, key)
                    got = seat.get(f"/games/{game}/print/file", params={"form": key})
                    assert got.status_code == (200 if key in forms else 404), (role, key)
                    assert got.content.startswith(b"%PDF") is (key in forms)

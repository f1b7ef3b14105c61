"""A game over HTTP: two seats that know only what the service says of its deeds, on the page drawn from the stage."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from re import findall
from typing import Any, Final

import pytest
from fastapi import FastAPI

from app.systems.earth_1418.features import ready_to_open
from app.systems.earth_1418.forces import FORCES
from tests.app.described import OWN, joined, served
from tests.app.test_stage_over_http import Client
from tests.client import TestClient
from tests.earth_1418.playing import commanded

AT: Final = "/api/v1/earth-1418"
DEEDS: Final = 90
NO_DEEDS: Final = (
    "undo",
    "correct",
    "override",
    "note",
    "correct_die",
    "place_rank",
    "place_bases",
    "lift_unit",
    "set_table",
)
CANARY: Final = "ZZ9"


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[dict[str, Client]]:
    ready, *_ = ready_to_open()
    with served(tmp_path) as (app, host):
        game = host.post("/api/v1/games", json=ready["body"], headers=OWN).json()["game_id"]
        clients = {"referee": host} | {side: joined(app, host, game, side) for side in ("attacker", "defender")}
        yield {role: Client(client, game) for role, client in clients.items()}


def look(seat: Client) -> dict[str, Any]:
    seen: dict[str, Any] = seat._good(seat.client.get(seat.at))
    return seen


def sent(seat: Client, command: Mapping[str, Any]) -> None:
    answer = seat.send(seat.stage()["number"], command)
    assert answer.status_code == 200, answer.text


def heads_of_the_log(seat: Client) -> list[str]:
    return findall(r"<h2>(.*?)</h2>", seat.client.get(f"/games/{seat.at.rpartition('/')[2]}/log").text)


def command_all(side: str, seat: Client, word: str) -> None:
    for one in look(seat)["view"]["formations"]:
        if one["side"] == side:
            sent(seat, {"kind": "command_formation", "formation": one["id"], **commanded(word)})
    sent(seat, {"kind": "ready", "side": side})


def test_an_evening_is_played_over_http_by_what_the_stages_say(seats: dict[str, Client]) -> None:
    chance, done = Random(7), 0
    for turn in range(DEEDS):
        side = ("attacker", "defender")[turn % 2]
        seat = seats[side]
        stage = seat.stage()
        owed = [one for one in stage["required"] if not one["barred"]]
        offered = [one for one in stage["available"] if not one["barred"] and one["kind"] not in NO_DEEDS]
        for deed in owed[:1] or chance.sample(offered, min(1, len(offered))):
            found = seat.told(deed, chance)
            if found:
                number, told = found
                answer = seat.send(number, {"kind": deed["kind"], **deed["about"], **told})
                assert answer.status_code == 200, (deed, told, answer.text)
                done += 1
    assert done > DEEDS / 2
    bound = look(seats["referee"])["view"]["bound"]
    assert bound > 1
    assert heads_of_the_log(seats["referee"]) == [*(f"Bound {one} begins" for one in range(bound, 1, -1)), "Bound 1"]


def test_a_square_that_is_to_be_bombarded_is_nowhere_before_it_falls(seats: dict[str, Client]) -> None:
    guns = [
        unit["id"]
        for one in look(seats["defender"])["view"]["formations"]
        for unit in one["sub_units"]
        if unit["unit"] == "howitzer_105"
    ]
    (gun,) = guns
    sent(seats["defender"], {"kind": "order_bombardment", "unit": gun, "square": CANARY, "lays": "smoke"})
    command_all("defender", seats["defender"], "hold")
    command_all("attacker", seats["attacker"], "hold")
    for role, knows in (("attacker", False), ("defender", True), ("referee", True)):
        at = seats[role].at
        said = [seats[role].client.get(f"{at}{path}").text for path in ("", "/log", "/available-commands")]
        assert any(CANARY in one for one in said) is knows, role
    while look(seats["referee"])["view"]["phase"] == "planning":
        for side in ("attacker", "defender"):
            if "ready" in [one["kind"] for one in seats[side].stage()["available"]]:
                sent(seats[side], {"kind": "ready", "side": side})
    assert not any(
        CANARY in seats["attacker"].client.get(f"{seats['attacker'].at}{path}").text for path in ("", "/log")
    )
    (laid,) = (one for one in seats["defender"].stage()["available"] if one["kind"] == "lay_cordon")
    sent(seats["defender"], {"kind": "lay_cordon", **laid["about"]})
    assert CANARY in seats["attacker"].client.get(f"{seats['attacker'].at}/log").text
    assert CANARY in seats["attacker"].client.get(seats["attacker"].at).text


def test_the_log_of_a_game_of_bounds_is_headed_by_them_from_the_first_on(seats: dict[str, Client]) -> None:
    assert heads_of_the_log(seats["attacker"]) == ["Bound 1"]


def test_the_page_drawn_from_the_stage_has_a_form_for_what_is_owed(seats: dict[str, Client]) -> None:
    seat = seats["attacker"]
    game = seat.at.rpartition("/")[2]
    assert "Command" in seat.client.get(f"/games/{game}/stage").text


def test_a_plan_that_is_set_aside_takes_the_place_of_what_was_drafted(seats: dict[str, Client]) -> None:
    for side in ("attacker", "defender"):
        command_all(side, seats[side], "hold")
    while not (plans := [one for one in seats["attacker"].stage()["available"] if one["kind"] == "plan_unit"]):
        for side in ("attacker", "defender"):
            if "ready" in [one["kind"] for one in seats[side].stage()["available"]]:
                sent(seats[side], {"kind": "ready", "side": side})
    unit = plans[0]["about"]["unit"]
    sent(seats["attacker"], {"kind": "plan_unit", "unit": unit, "plan": "stay_put", "target": ""})
    goes = {"kind": "plan_unit", "unit": unit, "plan": "move", "target": ""}
    refused = seats["attacker"].send(seats["attacker"].stage()["number"], goes)
    assert (refused.status_code, refused.json()["clause"]) == (409, "BE-CMD-08")
    sent(seats["referee"], {"kind": "override", "clause": "BE-CMD-08", "command": goes, "reason": "they were agreed"})
    (given,) = (one for one in look(seats["attacker"])["view"]["written"]["attacker"]["plans"] if one["unit"] == unit)
    assert given["plan"] == "move"
    sent(seats["attacker"], {"kind": "ready", "side": "attacker"})
    (given,) = (one for one in look(seats["attacker"])["view"]["written"]["attacker"]["plans"] if one["unit"] == unit)
    assert given["plan"] == "move"


def test_the_card_of_a_closed_game_has_its_file_its_log_and_its_report(seats: dict[str, Client]) -> None:
    attacker, host = seats["attacker"].client, seats["referee"]
    page = f"/games/{host.at.rpartition('/')[2]}"
    assert '<template id="over">' not in attacker.get(page).text
    assert host.client.post(f"{host.at}/close", json={}, headers=OWN).status_code == 204
    ended = attacker.get(page).text.partition('<template id="over">')[2].partition("</template>")[0]
    assert [word in ended for word in ("Save the game’s file", "The whole log", "/report")] == [True, True, True]


def on_an_own_table(app: FastAPI, host: TestClient) -> dict[str, Client]:
    """The seats of a game of two saved forces on a table that was drawn here."""
    forces = {
        side: host.post(f"{AT}/forces/import", json={**FORCES.sample, "name": side}, headers=OWN).json()["id"]
        for side in ("attacker", "defender")
    }
    drawn = {"name": "Our field", "width_cm": 120, "depth_cm": 120, "system": "earth-1418"}
    table = host.post("/api/v1/tables", json=drawn, headers=OWN).json()["id"]
    wanted = {"forces": forces, "table": table, "length": 2, "options": {"wind_towards_deg": "180"}}
    told = host.post(f"{AT}/game-of-forces", json=wanted, headers=OWN).json()
    body = {"system": "earth-1418", "title": told["title"], "role": "referee", "command": told["command"]}
    game = host.post("/api/v1/games", json=body, headers=OWN).json()["game_id"]
    clients = {"referee": host} | {side: joined(app, host, game, side) for side in ("attacker", "defender")}
    return {role: Client(client, game) for role, client in clients.items()}


def close_steps(seats: dict[str, Client], bound: int) -> None:
    """Take what is owed and close each step, until a bound has been played."""
    chance = Random(18)
    for _ in range(120):
        if look(seats["referee"])["view"]["bound"] > bound:
            return
        for side in ("attacker", "defender"):
            stage = seats[side].stage()
            owed = [one for one in stage["required"] if not one["barred"]]
            closing = [
                one for one in stage["available"] if one["kind"] in ("ready", "close_step") and not one["barred"]
            ]
            for deed in (*owed[:1], *closing[:1])[:1]:
                if found := seats[side].told(deed, chance):
                    number, told = found
                    seats[side].send(number, {"kind": deed["kind"], **deed["about"], **told})


def test_formations_stand_and_play_on_an_own_table_for_as_long_as_was_asked(tmp_path: Path) -> None:
    with served(tmp_path) as (app, host):
        seats = on_an_own_table(app, host)
        for side, near in (("attacker", 100), ("defender", 1000)):
            units = [one for each in look(seats[side])["view"]["formations"] for one in each["sub_units"]]
            for n, unit in enumerate(one for one in units if one["side"] == side):
                place = {"x_mm": 150 + 220 * (n % 5), "y_mm": near + 80 * (n // 5)}
                sent(seats[side], {"kind": "place_rank", "unit": unit["id"], **place})
        view = look(seats["referee"])["view"]
        assert (view["map"]["table"]["name"], len(view["map"]["places"])) == ("Our field", 50)
        for bound in (1, 2):
            for side in ("attacker", "defender"):
                command_all(side, seats[side], "hold")
            close_steps(seats, bound)
            assert look(seats["referee"])["view"]["bound"] == bound + 1
        assert heads_of_the_log(seats["attacker"])[0] == "The last of 2 bounds is over"

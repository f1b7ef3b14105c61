"""Look-ups that are opened from a game use its month and its house rules, on every page of it."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.app.test_new_game_page import client_of
from tests.client import TestClient
from tests.torture.leaks import HTML, NAMED, readable_paths

LOOK_UP: Final = re.compile(r'"(/(?:lookups\b|playsheets\b|print\?(?!thing=trial))[^"#]*)')
FLANDERS: Final = {"kind": "create_game", "scenario": "cambrai-1917", "date": "1918-08"}
EARTH: Final = {"kind": "begin_battle", "scenario": "ormeval-crossroads", "on_table": True, "bounds": 8}


GAMES: Final[list[tuple[str, dict[str, Any], str, str, str]]] = [
    ("flanders-fields", FLANDERS, "1918-08", "AMB-13", "reroll"),
    ("earth-1418", EARTH, "1918-08", "G-20", "together"),
]


def opened(client: TestClient, system: str, command: dict[str, Any], ruling: str, option: str) -> str:
    rule = {"ruling": ruling, "option": option}
    body = {"system": system, "title": "August", "command": {**command, "house_rules": [rule]}}
    answer = client.post("/api/v1/games", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def links(client: TestClient, game: str) -> Iterator[tuple[str, str]]:
    """Every address of look-ups, playsheets and prints for anybody, with the page of the game that it stands on."""
    places = dict.fromkeys(("seat_id", "plan_id"), "nowhere") | NAMED | {"game_id": game}
    for path in readable_paths():
        if "{game_id}" not in path or path.endswith(("/stream", "/file", "/pages/{number}")):
            continue
        address = path.format(**places)
        answer = client.get(address, headers=HTML if address.startswith("/games/") else {})
        if answer.status_code == 200 and "pdf" not in answer.headers["content-type"]:
            yield from ((address, html.unescape(found)) for found in LOOK_UP.findall(html.unescape(answer.text)))


@pytest.mark.parametrize(("system", "command", "date", "ruling", "option"), GAMES)
def test_every_look_up_of_a_game_has_its_month_and_house_rules(
    system: str, command: dict[str, Any], date: str, ruling: str, option: str, tmp_path: Path
) -> None:
    with client_of(tmp_path) as client:
        game = opened(client, system, command, ruling, option)
        while_played = set(links(client, game))
        assert client.post(f"/api/v1/games/{game}/close", json={}).status_code == 204
        found = while_played | set(links(client, game))
        assert {urlsplit(address).path for _, address in while_played} >= {f"/lookups{path_of(system)}"}
        assert system == "earth-1418" or {"/lookups/after-the-game"} <= {urlsplit(one).path for _, one in found}
        for page, address in sorted(found):
            asked = dict(parse_qsl(urlsplit(address).query))
            assert (asked.get("date"), asked.get(ruling)) == (date, option), f"{address} on {page}"
            assert client.get(address).status_code == 200, address


def path_of(system: str) -> str:
    return "" if system == "flanders-fields" else f"/{system}"


def test_look_ups_opened_from_a_game_of_august_1918_are_those_of_august_1918(tmp_path: Path) -> None:
    with client_of(tmp_path) as client:
        game = opened(client, *GAMES[0][:2], *GAMES[0][3:])
        [address] = {one for _, one in links(client, game) if one.startswith("/lookups")}
        query = urlsplit(address).query
        assert dict(parse_qsl(query)) == {"date": "1918-08", "AMB-13": "reroll"}
        page = html.unescape(client.get(address).text)
        assert re.search(r'value="1918-08"[^>]* (?:checked|selected)', page)
        assert f"/lookups/order-roll?{query}" in page

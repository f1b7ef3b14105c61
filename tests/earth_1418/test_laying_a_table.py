"""A table of the library is laid in a game of 1418 from a page; its pieces say what they are worth."""

from pathlib import Path
from typing import Any

from app.systems.earth_1418.features import ready_to_open
from tests.app.described import OWN, joined, served
from tests.app.test_stage_over_http import Client
from tests.client import TestClient

ORCHARD: dict[str, Any] = {
    "type": "FeatureCollection",
    "format": "beaten-zone-table",
    "version": 1,
    "name": "The long orchard",
    "system": "earth-1418",
    "width_mm": 1200,
    "depth_mm": 900,
    "features": [
        {
            "type": "Feature",
            "id": "orchard",
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[100, 100], [300, 100], [300, 250], [100, 250], [100, 100]]],
            },
            "properties": {
                "sort": "area",
                "kind": "wood",
                "name": "The orchard",
                "words": {"cover": "rough", "going": "impractical"},
            },
        }
    ],
}


def drawn(client: TestClient, document: dict[str, Any]) -> str:
    answer = client.post("/api/v1/tables/import", json=document, headers=OWN)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_table_of_the_library_is_offered_on_a_page_and_laid_from_it(tmp_path: Path) -> None:
    ready, *_ = ready_to_open()
    with served(tmp_path) as (app, host):
        game = host.post("/api/v1/games", json=ready["body"], headers=OWN).json()["game_id"]
        looker = joined(app, host, game, "spectator")
        page = host.get(f"/games/{game}/table").text
        # The ready tables of its own system are offered, those of another are not.
        assert 'value="ormeval-crossroads"' in page
        assert 'value="mons-1914"' not in page
        of_it = drawn(host, ORCHARD)
        drawn(host, {**{k: v for k, v in ORCHARD.items() if k != "system"}, "name": "Not for it"})
        page = host.get(f"/games/{game}/table").text
        assert f'value="{of_it}"' in page
        assert "Not for it" not in page
        assert 'data-command="set_table"' in page
        assert 'data-command="set_table"' not in looker.get(f"/games/{game}/table").text
        assert f"/games/{game}/table" in [
            one["address"] for one in Client(host, game)._good(host.get(f"/api/v1/games/{game}/screen"))["ways"]
        ]
        seat = Client(host, game)
        # As the form sends it: the service puts the table in the place of its id.
        answer = seat.send(seat.stage()["number"], {"kind": "set_table", "table": {"id": of_it}})
        assert answer.status_code == 200, answer.text
        lies = host.get(f"/api/v1/games/{game}").json()["view"]["map"]
        assert lies["table"]["name"] == "The long orchard"
        assert [(one["piece"], one["cover"], one["going"]) for one in lies["pieces"]] == [
            ("orchard", "rough", "impractical")
        ]

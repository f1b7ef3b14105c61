"""`python -m tests.earth_1418.parts_removed FILE`: Brisefer Ridge whose host removed parts, played and kept."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from app.systems.earth_1418.features import ready_to_open
from tests.app.described import OWN, joined, served
from tests.earth_1418.eight_bounds import SIDES, Seat
from tests.earth_1418.on_the_map import Bound
from tests.earth_1418.playing import commanded
from tests.frozen.fixed import fixed

BEFORE = 2
"""So many games are opened before this one, so that it has an id that no other kept game has."""


def played() -> bytes:
    """Play the commands of a game without one formation and one piece of terrain, and return its file."""
    with TemporaryDirectory() as folder, fixed(), served(Path(folder)) as (app, host):
        ready, *_ = ready_to_open()
        for _ in range(BEFORE):
            host.post("/api/v1/games", json=ready["body"], headers=OWN)
        game = host.post("/api/v1/games", json=ready["body"], headers=OWN).json()["game_id"]
        clients = {"referee": host} | {side: joined(app, host, game, side) for side in SIDES}
        bound = Bound({role: Seat(client, game, role) for role, client in clients.items()})
        depot = next(one for one in bound.view["formations"] if one["name"] == "40th Depot Battalion")
        bound.send("referee", "remove_sub_units", units=[unit["id"] for unit in depot["sub_units"]])
        bound.send("referee", "remove_terrain", pieces=[bound.view["map"]["table"]["pieces"][0]["id"]])
        for formation, side in ((one["id"], one["side"]) for one in bound.view["formations"]):
            word = commanded("advance" if side == "attacker" else "hold")
            bound.send(side, "command_formation", formation=formation, **word)
        bound.until("planning")
        file: bytes = host.get(f"/api/v1/games/{game}/export").content
        return file


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(played())

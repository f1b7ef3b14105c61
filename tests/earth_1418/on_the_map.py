"""`python -m tests.earth_1418.on_the_map FILE`: a bound of Brisefer Ridge on its table, played over HTTP and kept.

It has what only a game with a map has: a table laid, ranks and bases placed and lifted, an aim, a cordon that drifts, a
move to a place.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from app.systems.earth_1418.features import ready_to_open
from tests.app.described import OWN, joined, served
from tests.earth_1418.eight_bounds import SIDES, Seat
from tests.earth_1418.playing import commanded
from tests.frozen.fixed import fixed

SMALLER: Final = {"name": "Ridge, half of it", "width_mm": 1220, "depth_mm": 700, "pieces": []}


class Bound:
    """Both sides and a referee."""

    def __init__(self, seats: Mapping[str, Seat]) -> None:
        self.seats = seats
        view = self.view
        self.formations = {one["id"]: one["side"] for one in view["formations"]}
        self.units = {unit["name"]: unit["id"] for one in view["formations"] for unit in one["sub_units"]}

    @property
    def view(self) -> dict[str, Any]:
        """The game as a referee sees it."""
        seat = self.seats["referee"]
        seen: dict[str, Any] = seat._good(seat.client.get(seat.at))["view"]
        return seen

    def send(self, role: str, kind: str, **told: Any) -> None:
        """A command that has to be accepted."""
        seat = self.seats[role]
        answer = seat.send(seat.stage()["number"], {"kind": kind, **told})
        assert answer.status_code == 200, (kind, told, answer.text)

    def until(self, phase: str, step: int = 0) -> None:
        """Ready, or nothing more in a step, up to a step."""
        for _ in range(80):
            view = self.view
            if view["phase"] == phase and step in (0, view["step"]):
                return
            for side in SIDES:
                offered = {one["kind"] for one in self.seats[side].stage()["available"] if not one["barred"]}
                for kind in {"ready", "close_step"} & offered:
                    self.send(side, kind, side=side)
        raise AssertionError(f"it never comes to {phase} {step}")

    def play(self) -> None:
        """One bound, and the beginning of the next."""
        depot, company, battery = (
            self.units[name] for name in ("2nd Depot Company", "A Company", "Guides' field battery")
        )
        self.send("defender", "lift_unit", unit=depot)
        self.send("defender", "place_rank", unit=depot, x_mm=300, y_mm=740)
        self.send(
            "defender", "place_bases", bases=[{"base": f"{depot}/1", "x_mm": 400, "y_mm": 720, "facing_deg": 200}]
        )
        self.send("defender", "undo")
        for formation, side in self.formations.items():
            word = "advance" if side == "attacker" else "hold"
            self.send(side, "command_formation", formation=formation, **commanded(word))
        aimed = {"square": "C4", "lays": "smoke", "x_mm": 340, "y_mm": 350}
        self.send("attacker", "order_bombardment", unit=battery, **aimed)
        self.until("planning", 4)
        self.send("attacker", "plan_unit", unit=company, plan="move", target="")
        self.until("execution", 2)
        (laid,) = (one for one in self.seats["attacker"].stage()["available"] if one["kind"] == "lay_cordon")
        self.send("attacker", "lay_cordon", **laid["about"])
        self.until("execution", 7)
        self.send("attacker", "move", unit=company, x_mm=330, y_mm=210, moved_cm=6, ends_in="open")
        self.until("commands")
        self.send("referee", "set_table", table=SMALLER)


def played() -> bytes:
    """The bound, and its file."""
    with TemporaryDirectory() as folder, fixed(), served(Path(folder)) as (app, host):
        ready, *_ = ready_to_open()
        # Ids are drawn in one order: a game that nobody plays leaves this one an id that no other kept game has.
        host.post("/api/v1/games", json=ready["body"], headers=OWN)
        game = host.post("/api/v1/games", json=ready["body"], headers=OWN).json()["game_id"]
        clients = {"referee": host} | {side: joined(app, host, game, side) for side in SIDES}
        Bound({role: Seat(client, game, role) for role, client in clients.items()}).play()
        file: bytes = host.get(f"/api/v1/games/{game}/export").content
        return file


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(played())

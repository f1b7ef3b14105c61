"""`python -m tests.earth_1418.eight_bounds FILE`: Brisefer Ridge in eight bounds, played over HTTP and kept as a file.

Both sides play by what the stage says of their deeds; a plan of the evening tells what people would: commands, whom a
sub-unit has before it, how far away he is, what is bombarded. So a kept game of it has every kind of event there is.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from app.systems.earth_1418.features import ready_to_open
from tests.app.described import OWN, joined, served
from tests.app.test_stage_over_http import Client
from tests.earth_1418.playing import commanded
from tests.frozen.fixed import fixed

BOUNDS: Final = 8
SIDES: Final = ("attacker", "defender")
LONGEST: Final = 3000
FACES: Final[Mapping[str, str]] = {
    "A Company": "1st Ridge Company",
    "B Company": "2nd Ridge Company",
    "C Company": "2nd Ridge Company",
    "Marchers' machine guns": "1st Ridge Company",
    "Guides' company": "1st Depot Company",
    "Guides' bombers": "1st Depot Company",
    "Guides' tank": "2nd Ridge Company",
    "1st Ridge Company": "A Company",
    "2nd Ridge Company": "Guides' tank",
    "Ridge machine guns": "B Company",
    "1st Depot Company": "Guides' company",
    "2nd Depot Company": "C Company",
}
"""Whom each sub-unit has before it."""
BEGAN_APART_CM, COMES_NEARER_CM = 36, 7
ATTACKS: Final = ("advance", "advance", "advance", "advance", "assault", "assault", "assault", "retreat")
DEFENDS: Final = ("hold", "hold", "hold", "hold", "hold", "assault", "hold", "hold")
LAID: Final = {
    ("defender", 1): "shells",
    ("attacker", 2): "shells",
    ("defender", 2): "smoke",
    ("attacker", 4): "shells",
}
SQUARES: Final = {"attacker": "C", "defender": "G"}
DICE: Final = [{"pips": 5}, {"pips": 2}]
UNDER: Final = {"attacker": "2nd Ridge Company", "defender": "A Company"}
"""What guns lay in a bound, and who is under the circle."""


class Seat(Client):
    """A seat whose commands are named after it, and which remembers when it was ready."""

    def __init__(self, client: Any, game: str, role: str) -> None:
        super().__init__(client, game)
        self.role, self.sent, self.was_ready = role, 0, list[str]()

    def send(self, number: int, command: Mapping[str, Any]) -> Any:
        """Send a command."""
        self.sent += 1
        name = f"{self.role}-{self.sent}"
        if command["kind"] == "ready":
            self.was_ready.append(name)
        body = {"command_id": name, "expected_seq": number, "command": command}
        return self.client.post(f"{self.at}/commands", json=body, headers=OWN)


class Evening:
    """Two sides and a referee at a service of their own."""

    def __init__(self, seats: Mapping[str, Seat]) -> None:
        self.seats, self.chance = seats, Random(1418)
        self.once = set[str]()

    @property
    def view(self) -> dict[str, Any]:
        """The game as a referee sees it."""
        seat = self.seats["referee"]
        seen: dict[str, Any] = seat._good(seat.client.get(seat.at))["view"]
        return seen

    def play(self) -> None:
        """Until eight bounds are over."""
        for _ in range(LONGEST):
            view = self.view
            if view["bound"] > BOUNDS:
                return
            self.units = {one["id"]: one | {"side": f["side"]} for f in view["formations"] for one in f["sub_units"]}
            self.names = {one["name"]: name for name, one in self.units.items()}
            went_on = [self.turn(side, view) for side in SIDES]
            if not any(went_on):
                raise AssertionError(f"nobody can go on: {view['bound']} {view['phase']} {view['step']}")
        raise AssertionError("it never ends")

    def turn(self, side: str, view: Mapping[str, Any]) -> bool:
        """The next deed of a side: owed, then what it plans, then Ready or the end of the step."""
        stage = self.seats[side].stage()
        deeds = [one for one in (*stage["required"], *stage["available"]) if not one["barred"]]
        deeds = [one for one in deeds if one["where"] in ("hand", "on")]
        last = [one for one in deeds if one["kind"] in ("ready", "close_step")]
        for deed in [one for one in deeds if one not in last] + last:
            told = self.told(side, deed, view)
            if told is not None and self.send(side, deed, told):
                self.of_the_record(side, deed["kind"], view)
                return True
        return False

    def told(self, side: str, deed: Mapping[str, Any], view: Mapping[str, Any]) -> dict[str, Any] | None:
        """What people would tell of a deed before what is left is told by chance; None: it is left alone."""
        unit, bound = deed["about"].get("unit", ""), view["bound"]
        enemy = self.names.get(FACES.get(self.units.get(unit, {}).get("name", ""), ""), "")
        apart = max(2, BEGAN_APART_CM - COMES_NEARER_CM * bound)
        match deed["kind"]:
            case "command_formation":
                return commanded((ATTACKS if side == "attacker" else DEFENDS)[bound - 1])
            case "order_bombardment":
                lays = LAID.get((side, bound))
                return {"square": f"{SQUARES[side]}{bound}", "lays": lays} if lays else None
            case "share_shots":
                share = f"{side} {bound} shared"
                if share in self.once:
                    return None
                self.once.add(share)
                under = self.units[self.names[UNDER[side]]]
                wanted = {"unit": under["id"], "bases_under": 2, "shots": 2, "outside": bound == 2}
                return wanted if under["living"] > 1 else None
            case "plan_unit":
                return {"target": enemy if self.units.get(enemy, {}).get("living") else ""}
            case "shoot":
                return {"distance_cm": apart}
            case "move" if self.units[unit]["plan"] == "find_cover":
                return {"nearer_to_better": True}
            case "move":
                goes = {"enemy": enemy, "enemy_cm": apart} if self.units[unit]["plan"] == "assault" else {}
                return goes if enemy or not goes else None
        return {}

    def send(self, side: str, deed: Mapping[str, Any], told: dict[str, Any]) -> bool:
        """Do a deed, filled in by chance; False where the rules refuse what was told."""
        seat = self.seats[side]
        for _ in range(60):
            now = seat.asks(deed["kind"], deed["about"], told)
            if now["ready"]:
                answer = seat.send(now["number"], {"kind": deed["kind"], **deed["about"], **told})
                assert answer.status_code == 200, (deed, told, answer.text)
                return True
            if now["refused"] and deed["kind"] == "shoot" and self.first("overruled"):
                return self.overruled(seat, {"kind": "shoot", **deed["about"], **told, "dice": DICE}, now["refused"])
            if now["refused"] or not self.answered(now["prompts"], told):
                return False
        raise AssertionError(f"{deed} asks without end")

    def answered(self, asks: Any, told: dict[str, Any]) -> bool:
        """The next answer: a die is typed in, all else is by chance."""
        ask = next((one for one in asks if one["needed"] and not one["answered"]), None)
        if ask is None:
            return False
        if ask["kind"] == "dice":
            thrown = [{"pips": self.chance.randint(1, 6)} for _ in range(int(ask["maximum"] or 1))]
            told[ask["name"]] = thrown if ask["maximum"] is not None else thrown[0]
        elif ask["kind"] == "several":
            told[ask["name"]] = self.chance.sample(ask["among"], int(ask["minimum"]))
        elif ask["proposals"]:
            told[ask["name"]] = ask["proposals"][0]["value"]
        elif ask["among"]:
            told[ask["name"]] = ask["among"][0]
        else:
            return False
        return True

    def of_the_record(self, side: str, kind: str, view: Mapping[str, Any]) -> None:
        """What a game does to its record, once each in the first bound in which it can be."""
        seat, other = self.seats[side], self.seats[SIDES[side == SIDES[0]]]
        if kind == "shoot" and self.first("correct_die"):
            (again,) = [one for one in seat.stage()["available"] if one["kind"] == "correct_die"][:1] or [None]
            if again is not None:
                self.sent(seat, {"kind": "correct_die", **again["about"], "die": "dice.0", "pips": 6})
        if kind == "move" and self.first("undo"):
            self.sent(seat, {"kind": "undo"})
        if kind == "plan_unit" and side == "attacker" and self.first("correct"):
            body = {"of": self.names["C Company"], "what": "under_fire", "value": True, "reason": "it was shot at"}
            self.sent(seat, {"kind": "correct", **body})
            self.sent(other, {"kind": "answer", "agree": True})
        if kind == "close_step" and self.first("note"):
            self.sent(seat, {"kind": "note", "text": "Tea at the ridge"})
        if kind == "plan_unit" and view["bound"] == 2 and self.first("asked back"):
            self.asked_back(seat)

    def overruled(self, seat: Seat, command: Mapping[str, Any], refused: Mapping[str, Any]) -> bool:
        """A shot beyond the range of its weapon, which the referee allows."""
        wanted = {"clause": refused["clause"], "reason": "from the mound they reach", "command": command}
        self.sent(seat, {"kind": "override", **wanted})
        self.sent(self.seats["referee"], {"kind": "answer", "agree": True})
        self.sent(seat, {"kind": "carry_out", "dice": command["dice"]})
        return True

    def asked_back(self, seat: Seat) -> None:
        """To take back Ready of a step that is over: what was written has been opened, and the others are asked."""
        self.sent(seat, {"kind": "undo", "command_id": seat.was_ready[-2]})
        self.sent(self.seats["referee"], {"kind": "answer", "agree": False})

    def first(self, what: str) -> bool:
        """Whether this is the first time."""
        is_first = what not in self.once
        self.once.add(what)
        return is_first

    def sent(self, seat: Seat, command: Mapping[str, Any]) -> None:
        """Send what has to be accepted."""
        answer = seat.send(seat.stage()["number"], command)
        assert answer.status_code == 200, (command, answer.text)


def played() -> bytes:
    """The evening, and its file."""
    with TemporaryDirectory() as folder, fixed(), served(Path(folder)) as (app, host):
        ready, *_ = ready_to_open()
        # Without its table: what people would tell of it is told here.
        body = {**ready["body"], "command": {**ready["body"]["command"], "on_table": False}}
        game = host.post("/api/v1/games", json=body, headers=OWN).json()["game_id"]
        clients = {"referee": host} | {side: joined(app, host, game, side) for side in SIDES}
        Evening({role: Seat(client, game, role) for role, client in clients.items()}).play()
        last = host.get(f"/api/v1/games/{game}/seats").json()[-1]
        host.post(f"/api/v1/games/{game}/seats/{last['id']}/revoke", json={}, headers=OWN)
        file: bytes = host.get(f"/api/v1/games/{game}/export").content
        return file


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(played())

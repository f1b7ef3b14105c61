"""What a side writes unseen is in no answer to anybody else before it falls; games that differ in it are alike."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from app.systems.earth_1418.ready import ready_to_open
from tests.app.described import OWN, device, joined, served
from tests.client import TestClient
from tests.earth_1418.eight_bounds import Seat
from tests.frozen.fixed import fixed

pytestmark = pytest.mark.evening

CANARY: Final = "ZQ71-NORTH"
OTHERS: Final = ("attacker", "spectator", "stranger")
ACCEPTS: Final = ("application/json", "text/html")
STREAMS: Final = ("/stream", "/events")
HOWITZERS: Final = "Depot howitzers"
Answers = Mapping[tuple[str, str, str], tuple[int, str, str]]


class Evening:
    """A game of Brisefer Ridge with a device in every seat, and one of somebody who has none."""

    def __init__(self, app: FastAPI, host: TestClient) -> None:
        (ready,) = ready_to_open()
        self.app = app
        self.game = host.post("/api/v1/games", json=ready["body"], headers=OWN).json()["game_id"]
        self.clients = {"referee": host, "stranger": device(app)}
        self.clients |= {role: joined(app, host, self.game, role) for role in ("attacker", "defender", "spectator")}
        self.seats = {
            role: Seat(client, self.game, role) for role, client in self.clients.items() if role != "stranger"
        }
        view = self.seats["referee"]._good(host.get(f"/api/v1/games/{self.game}"))["view"]
        self.formations = {one["id"]: one["side"] for one in view["formations"]}
        self.units = {one["name"]: one["id"] for each in view["formations"] for one in each["sub_units"]}

    def send(self, role: str, kind: str, **told: Any) -> None:
        """A command that has to be accepted."""
        seat = self.seats[role]
        answer = seat.send(seat.stage()["number"], {"kind": kind, **told})
        assert answer.status_code == 200, (kind, told, answer.text)

    def command(self, side: str, word: str) -> None:
        """The same command for every formation of a side."""
        for one, whose in self.formations.items():
            if whose == side:
                self.send(side, "command_formation", formation=one, command=word)

    def bombard(self, square: str, lays: str, at: tuple[int, int] = (330, 150)) -> None:
        """The defender orders his howitzers on a square, unseen, and lays their circle on the map."""
        aim = {"x_mm": at[0], "y_mm": at[1]}
        self.send("defender", "order_bombardment", unit=self.units[HOWITZERS], square=square, lays=lays, **aim)

    def ready(self, *sides: str) -> None:
        """Say Ready where it is left to do."""
        for side in sides:
            if any(one["kind"] == "ready" for one in self.seats[side].stage()["offered"]):
                self.send(side, "ready", side=side)

    @property
    def step(self) -> tuple[str, int]:
        """Where the game stands."""
        view = self.seats["referee"]._good(self.clients["referee"].get(f"/api/v1/games/{self.game}"))["view"]
        return view["phase"], view["step"]

    def asked_by(self, *roles: str) -> Answers:
        """Every address of a game there is, asked by these devices."""
        routes = [one for one in iter_route_contexts(self.app.routes) if isinstance(one.original_route, APIRoute)]
        paths = [one.path or "" for one in routes if "GET" in (one.methods or ())]
        of_a_game = sorted({path for path in paths if "{game_id}" in path and path.count("{") == 1})
        wanted = [one for one in of_a_game if not one.endswith(STREAMS)]
        found = dict[tuple[str, str, str], tuple[int, str, str]]()
        for role in roles:
            for path in wanted:
                for accepted in ACCEPTS:
                    at = path.replace("{game_id}", self.game)
                    answer = self.clients[role].get(at, headers={"Accept": accepted})
                    found[role, path, accepted] = (answer.status_code, str(sorted(answer.headers.items())), answer.text)
        return found


@contextmanager
def evening() -> Iterator[Evening]:
    with TemporaryDirectory() as folder, fixed(), served(Path(folder)) as (app, host):
        yield Evening(app, host)


def told_of(answers: Answers) -> set[str]:
    """Who was told of the canary."""
    return {role for (role, *_), (_, headers, body) in answers.items() if CANARY in headers or CANARY in body}


def test_a_square_is_nowhere_before_anything_falls_there_and_everywhere_after() -> None:
    with evening() as game:
        game.bombard(CANARY, "smoke")
        assert told_of(game.asked_by(*OTHERS)) == set()
        game.command("defender", "hold")
        game.ready("defender")
        game.command("attacker", "advance")
        game.ready("attacker")
        assert told_of(game.asked_by(*OTHERS)) == set()
        while game.step[0] == "planning":
            game.ready("attacker", "defender")
        assert told_of(game.asked_by(*OTHERS)) == set()
        assert told_of(game.asked_by("defender", "referee")) == {"defender", "referee"}
        (laid,) = (one for one in game.seats["defender"].stage()["offered"] if one["kind"] == "lay_cordon")
        game.send("defender", "lay_cordon", **laid["about"])
        assert told_of(game.asked_by(*OTHERS)) == {"attacker", "spectator"}


def unseen(word: str, square: str, lays: str, at: tuple[int, int]) -> list[Answers]:
    """What everybody else is answered while the defender writes this down: after each deed of the attacker's."""
    with evening() as game:
        found = [game.asked_by(*OTHERS)]
        game.command("defender", word)
        game.bombard(square, lays, at)
        found.append(game.asked_by(*OTHERS))
        game.command("attacker", "advance")
        found.append(game.asked_by(*OTHERS))
        game.ready("defender")
        found.append(game.asked_by(*OTHERS))
        return found


def test_two_games_that_differ_in_what_is_written_are_the_same_to_everybody_else() -> None:
    # The map of the other side has no circle, wherever it is laid.
    one = unseen("hold", "A1", "smoke", (330, 150))
    other = unseen("retreat", CANARY, "shells", (900, 420))
    for first, second in zip(one, other, strict=True):
        apart = [key for key in first if first[key] != second[key]]
        assert apart == []


def test_that_nothing_is_written_yet_is_no_news_either() -> None:
    """Beside a game in which the defender has written nothing the attacker's deeds bring the same answers."""
    found = []
    for writes in (True, False):
        with evening() as game:
            if writes:
                game.command("defender", "assault")
                game.bombard(CANARY, "shells")
            game.command("attacker", "advance")
            found.append(game.asked_by(*OTHERS))
            game.ready("attacker")
            found.append(game.asked_by(*OTHERS))
    assert [key for key in found[0] if found[0][key] != found[2][key]] == []
    assert [key for key in found[1] if found[1][key] != found[3][key]] == []


def test_what_is_written_is_in_no_log_and_no_file_before_ready() -> None:
    with evening() as game:
        host = game.clients["referee"]

        def file() -> str:
            return host.get(f"/api/v1/games/{game.game}/export").text

        game.bombard("B7", "smoke")
        game.command("defender", "hold")
        game.command("defender", "retreat")
        assert "choice_written" not in file()
        assert "retreat" not in host.get(f"/api/v1/games/{game.game}/log").text
        game.ready("defender")
        kept = json.loads(file())
        written = [one for one in kept["events"] if one["type"] == "choice_written"]
        assert [json.loads(one["payload"])["bombardments"][0]["square"] for one in written] == ["B7"]
        # What was changed before Ready is nowhere any more.
        assert "hold" not in str([written, kept["commands"][-1]["body"]])


def ready_twice(again: str) -> list[Answers]:
    """What everybody else is answered where Ready is taken back, and said again with this command of all formations."""
    with evening() as game:
        game.command("defender", "hold")
        game.ready("defender")
        game.send("defender", "take_back")
        found = [game.asked_by(*OTHERS)]
        # The names of commands are by chance where a device makes them; here they are counted.
        game.command("defender", again)
        game.ready("defender")
        return [*found, game.asked_by(*OTHERS)]


def test_ready_taken_back_is_told_and_never_whether_anything_changed() -> None:
    kept, changed = ready_twice("hold"), ready_twice("assault")
    assert "Taken back: Ready of the defender" in kept[0]["attacker", "/api/v1/games/{game_id}/log", ACCEPTS[0]][2]
    for first, second in zip(kept, changed, strict=True):
        assert [key for key in first if first[key] != second[key]] == []

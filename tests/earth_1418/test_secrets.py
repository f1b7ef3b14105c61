"""What a side writes unseen is in no answer to anybody else before it falls; games that differ in it are alike."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

import pytest
from fastapi import FastAPI

from app.games import app_services
from app.systems.earth_1418.features import ready_to_open
from rules.kernel.seats import Role
from tests.app.conftest import forget_games
from tests.app.described import OWN, device, joined, served
from tests.app.everywhere import METHODS, Answer, read_everywhere, sent_everywhere
from tests.app.two_tables import Overheard
from tests.client import TestClient
from tests.earth_1418.canaries import TABLE, begun, canaries, found_in, marks_of
from tests.earth_1418.eight_bounds import SIDES, Seat
from tests.earth_1418.playing import commanded
from tests.frozen.fixed import fixed
from tests.share import sample
from tests.torture.leaks import NAMED, readable_paths

pytestmark = pytest.mark.evening

CANARY: Final = "ZQ71-NORTH"
OTHERS: Final = ("attacker", "spectator", "stranger")
HOWITZERS: Final = "Depot howitzers"
OF_A_GAME: Final = [path for path in readable_paths() if "{game_id}" in path and path.count("{") == 1]
Answers = Mapping[str, str]


class Evening:
    """A game with a device in every seat, one of somebody who has none, and one of a host elsewhere."""

    def __init__(self, app: FastAPI, host: TestClient, wanted: Mapping[str, Any]) -> None:
        self.app = app
        self.game = host.post("/api/v1/games", json=wanted, headers=OWN).json()["game_id"]
        self.places = {**NAMED, "game_id": self.game, "table_id": "nowhere", "plan_id": "nowhere", "seat_id": "nobody"}
        self.clients = {"referee": host, "stranger": device(app)}
        self.clients |= {role: joined(app, host, self.game, role) for role in (*SIDES, "spectator")}
        self.seats = {
            role: Seat(client, self.game, role) for role, client in self.clients.items() if role != "stranger"
        }
        self.formations = {one["id"]: one["side"] for one in self.view["formations"]}
        units = [(each["side"], one) for each in self.view["formations"] for one in each["sub_units"]]
        self.units = {one["name"]: one["id"] for _, one in units}
        self.owners = {one["id"]: side for side, one in units}

    @property
    def view(self) -> dict[str, Any]:
        """The game as the referee sees it."""
        seen: dict[str, Any] = self.clients["referee"].get(f"/api/v1/games/{self.game}").json()["view"]
        return seen

    def send(self, role: str, kind: str, **told: Any) -> None:
        """A command that has to be accepted."""
        seat = self.seats[role]
        answer = seat.send(seat.stage()["number"], {"kind": kind, **told})
        assert answer.status_code == 200, (kind, told, answer.text)

    def command(self, side: str, word: str) -> None:
        """The same command for every formation of a side."""
        for one, whose in self.formations.items():
            if whose == side:
                self.send(side, "command_formation", formation=one, **commanded(word))

    def bombard(self, square: str, lays: str, at: tuple[int, int] = (330, 150)) -> None:
        """The defender orders his howitzers on a square, unseen, and lays their circle on the map."""
        aim = {"x_mm": at[0], "y_mm": at[1]}
        self.send("defender", "order_bombardment", unit=self.units[HOWITZERS], square=square, lays=lays, **aim)

    def ready(self, *sides: str) -> None:
        """Say Ready where it is left to do."""
        for side in sides:
            if any(one["kind"] == "ready" for one in self.seats[side].stage()["available"]):
                self.send(side, "ready", side=side)

    @property
    def step(self) -> tuple[str, int]:
        """Where the game stands."""
        view = self.view
        return view["phase"], view["step"]

    def until(self, phase: str, step: int = 0) -> None:
        """Ready, or nothing more, in each step up to one."""
        for _ in range(40):
            if self.step[0] == phase and step in (0, self.step[1]):
                return
            for side in SIDES:
                deeds = {one["kind"] for one in self.seats[side].stage()["available"] if not one["barred"]}
                for kind in deeds & {"ready", "close_step"}:
                    self.send(side, kind, side=side)
        raise AssertionError(f"it never comes to {phase} {step}: {self.step}")

    def read_by(self, *roles: str, everywhere: bool = False) -> Iterator[Answer]:
        """What these devices read of the game, or at every address there is, and what their streams told them."""
        for role in roles:
            yield from read_everywhere(self.clients[role], role, self.places, None if everywhere else OF_A_GAME)
            if role in self.seats:
                heard = self.app.state.keeper.hub.heard[self.game, Role(role)]
                yield f"the stream as {role}", "".join(heard)

    def asked_by(self, *roles: str) -> Answers:
        """What these devices read of the game."""
        return dict(self.read_by(*roles))


@contextmanager
def evening(wanted: Mapping[str, Any] | None = None, level: str = "error") -> Iterator[Evening]:
    """An evening of the ready game, or of another one."""
    with (
        TemporaryDirectory() as folder,
        fixed(),
        patch.object(app_services, "GameHub", Overheard),
        served(Path(folder), log_level=level) as (app, host),
    ):
        yield Evening(app, host, wanted or ready_to_open()[0]["body"])


def told_of(answers: Answers) -> set[str]:
    """Who was told of the canary."""
    return {where.split(" as ")[1].partition(",")[0] for where, words in answers.items() if CANARY in words}


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
        (laid,) = (one for one in game.seats["defender"].stage()["available"] if one["kind"] == "lay_cordon")
        game.send("defender", "lay_cordon", **laid["about"])
        assert told_of(game.asked_by(*OTHERS)) == {"attacker", "spectator"}


def tried(game: Evening) -> Answers:
    """What the attacker is answered who tries his hand at whatever the defender might have written."""
    enemies = [one for one, unit in game.owners.items() if unit == "defender"]
    own, *_ = [one for one, unit in game.owners.items() if unit == "attacker"]
    found = dict[str, str]()
    for unit in enemies:
        named = {"bombardment": f"{unit}-1"}
        for kind, told in {
            "order_bombardment": {"unit": unit, "square": "C3"},
            "plan_unit": {"unit": unit, "plan": "stay_put", "target": own},
            "share_shots": {**named, "unit": own, "bases_under": 1, "shots": 1},
            "shell": {**named, "unit": own, "terrain": "open"},
            "lay_cordon": named,
            "shoot": {"unit": unit, "target": own, "distance_cm": 9, "terrain": "open"},
            "move": {"unit": unit, "ends_in": "open"},
        }.items():
            seat = game.seats["attacker"]
            body = {"kind": kind, **told}
            answer = seat.send(seat.stage()["number"], body)
            assert answer.status_code == 409, (body, answer.text)
            asks = seat.client.post(
                f"{seat.at}/prompts", json={"kind": kind, "about": told, "answers": {}}, headers=OWN
            )
            found[f"{kind} of {unit}"] = f"{answer.text}\n{asks.status_code} {asks.text}"
    return found


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
        return [*found, tried(game)]


def planned(lays: str, **plan: Any) -> list[Answers]:
    """The same of what the defender plans for his howitzers, which is secret until they carry it out."""
    with evening() as game:
        if lays:
            game.bombard("C3", lays)
        for side in SIDES:
            game.command(side, "hold")
        game.ready(*SIDES)
        game.until("planning", 2)
        found = [game.asked_by(*OTHERS), tried(game)]
        guns = game.units[HOWITZERS]
        # The names of commands are by chance where a device makes them; here they are counted.
        game.seats["defender"].sent = 100
        if lays == "shells":
            under = {"unit": game.units["A Company"], "bases_under": 2, "shots": 2}
            game.send("defender", "share_shots", bombardment=f"{guns}-1", **under)
        target = game.units.get(plan.pop("target", ""), "")
        game.send("defender", "plan_unit", unit=guns, plan="stay_put", target=target, **plan)
        game.seats["defender"].sent = 200
        found += [game.asked_by(*OTHERS), tried(game)]
        game.until("execution")
        return [*found, game.asked_by(*OTHERS), tried(game)]


@pytest.mark.parametrize(
    ("one", "other"),
    sample(
        [({"lays": "shells"}, {"lays": "smoke"}), ({"lays": "", "target": "A Company"}, {"lays": "", "packs": True})], 1
    ),
)
def test_two_games_that_differ_in_what_guns_plan_are_the_same_to_everybody_else(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    for first, second in zip(planned(**one), planned(**other), strict=True):
        assert {key: (first[key], second[key]) for key in first if first[key] != second[key]} == {}


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
        game.send("defender", "undo")
        found = [game.asked_by(*OTHERS)]
        # The names of commands are by chance where a device makes them; here they are counted.
        game.command("defender", again)
        game.ready("defender")
        return [*found, game.asked_by(*OTHERS)]


def test_ready_taken_back_is_told_and_never_whether_anything_changed() -> None:
    kept, changed = ready_twice("hold"), ready_twice("assault")
    assert "Taken back: Ready of the defender" in str(
        [words for where, words in kept[0].items() if where.endswith("/log as attacker")]
    )
    for first, second in zip(kept, changed, strict=True):
        assert [key for key in first if first[key] != second[key]] == []


class Canaries:
    """An evening in which both sides have written down all that they may, and who is looked over for it."""

    def __init__(self, game: Evening) -> None:
        self.game = game
        self.marks = {side: set(marks_of(canaries(side))) for side in SIDES}
        game.send("referee", "set_table", table=TABLE)
        assert self.seen("attacker", "defender", "referee") == set()

    def write(self, side: str) -> None:
        """Every square of a side, and where its circle is laid."""
        for one in canaries(side):
            self.game.send(side, "order_bombardment", unit=self.game.units[one.gun], **one.order)

    def seen(self, *roles: str, everywhere: bool = False) -> set[str]:
        """What of both sides' stands in anything that these devices read."""
        read = self.game.read_by(*roles, everywhere=everywhere)
        return {mark for _, words in read for mark in found_in(words)}

    def hold_back(self, *roles: str, with_every_method: bool = False) -> None:
        """These devices are told nothing of either side's but of their own."""
        for role in roles:
            others = set().union(*(marks for side, marks in self.marks.items() if side != role))
            read = self.game.read_by(role, everywhere=with_every_method)
            sent = sent_everywhere(self.game.clients[role], role, self.game.places, METHODS * with_every_method)
            for where, words in (*read, *sent):
                found = found_in(words) & others
                assert found == set(), f"{sorted(found)} stands in {where}"

    def put_away(self) -> None:
        """The game is read from the disk again, and every stream is taken up anew."""
        keeps = self.game.app.state.keeper
        forget_games(keeps.games)
        keeps.hub.heard.clear()


def test_none_of_66_canaries_reaches_anybody_else_until_it_falls_and_then_all_do(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """S1 of quality.md: squares and places of both sides, at every address with every method, to every other seat."""
    with evening(begun(), "debug") as game:
        both = Canaries(game)
        for side in SIDES:
            both.write(side)
            assert both.seen(side) == both.marks[side]
        both.hold_back(*SIDES, "spectator")
        game.send("attacker", "undo")
        both.put_away()
        both.hold_back("defender", "spectator")
        again = canaries("attacker")[-1]
        game.send("attacker", "order_bombardment", unit=game.units[again.gun], **again.order)
        game.command("attacker", "hold")
        game.ready("attacker")
        # What the one side wrote stands in the log now, what the other did beside it.
        both.hold_back(*SIDES, "spectator", "stranger", with_every_method=True)
        game.command("defender", "hold")
        game.ready("defender")
        both.put_away()
        both.hold_back(*SIDES, "spectator")
        game.until("planning", 2)
        for side, enemy in (SIDES, SIDES[::-1]):
            shelled = {"unit": game.units[f"{enemy} company"], "bases_under": 4, "shots": 2}
            (first, *_) = [one for one in game.view["bombardments"] if one["side"] == side]
            game.send(side, "share_shots", bombardment=first["id"], **shelled)
        game.until("execution", 2)
        both.hold_back(*SIDES, "spectator")
        fallen = fall(game)
        assert (len(fallen), sum(map(len, both.marks.values()))) == (60, 66)
        assert both.seen("referee") >= fallen
        for role in (*SIDES, "spectator"):
            # What has fallen everybody reads, and nothing of what has not.
            own = both.marks.get(role, set())
            assert both.seen(role) - own == fallen - own
        game.clients["referee"].post(f"/api/v1/games/{game.game}/close", json={}, headers=OWN)
        for role in (*SIDES, "spectator"):
            assert both.seen(role) == both.marks["attacker"] | both.marks["defender"]
        assert both.seen("stranger", everywhere=True) == set()
    written = "".join(capfd.readouterr())
    assert "started" in written
    assert found_in(written) == set()


def fall(game: Evening) -> set[str]:
    """All of both sides falls but the last of each: what can be found of it."""
    for side in SIDES:
        for one in [one for one in game.seats[side].stage()["available"] if one["kind"] == "lay_cordon"]:
            game.send(side, "lay_cordon", **one["about"])
        (shell,) = (one for one in game.seats[side].stage()["available"] if one["kind"] == "shell")
        dice = [{"pips": 6}, {"pips": 6}]
        game.send(side, "shell", **shell["about"], terrain="open", dice=dice)
    return {mark for side in SIDES for mark in marks_of(canaries(side)[:-1])}

"""The stage over HTTP: a client that knows no rule, only what the service says of its deeds, plays an evening by it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from app.pages.rendering import BarShown
from app.play.available_commands import AskedNow
from app.play.command_responses import OddsShown, asked_shown
from app.randomness import new_id
from rules.kernel.prompts import Filled
from rules.kernel.serialization import NotPlain
from tests.app.described import OWN, device, joined, opened, served
from tests.client import TestClient
from tests.systems import cli as program
from tests.torture.served import MONS_GAME

COMMANDS: Final = 40
LEAD_NOWHERE: Final = frozenset({"undo", "correct", "override", "note", "set_table", "hold_objective", "end_turn"})
APP_THROWS: Final = {"pips": 0, "source": "rolled"}


class Client:
    """A seat that draws what the service describes, and answers what it asks."""

    def __init__(self, client: TestClient, game: str) -> None:
        self.client, self.at = client, f"/api/v1/games/{game}"

    def stage(self) -> dict[str, Any]:
        return self._good(self.client.get(f"{self.at}/available-commands"))

    def asks(self, kind: str, about: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
        body = {"kind": kind, "about": about, "answers": told}
        return self._good(self.client.post(f"{self.at}/prompts", json=body, headers=OWN))

    def send(self, number: int, command: Mapping[str, Any]) -> Any:
        body = {"command_id": new_id(), "expected_seq": number, "command": command}
        return self.client.post(f"{self.at}/commands", json=body, headers=OWN)

    def _good(self, answer: Any) -> Any:
        assert answer.status_code == 200, answer.text
        return answer.json()

    def told(self, deed: Mapping[str, Any], chance: Random) -> tuple[int, dict[str, Any]] | None:
        """The number and the answers with which a deed is ready, by chance; None where it is refused on the way."""
        told = dict[str, Any]()
        for _ in range(60):
            now = self.asks(deed["kind"], deed["about"], told)
            if now["ready"]:
                return now["number"], told
            if now["refused"] or not answer_next(now["prompts"], told, chance):
                return None
        raise AssertionError(f"{deed} asks without end: {told}")


def answer_next(asks: Sequence[Mapping[str, Any]], told: dict[str, Any], chance: Random) -> bool:
    """Answer the first thing that has to be told; False where nobody but a person could."""
    for ask in asks:
        if ask["per"]:
            if not ask["answered"]:
                throw_for_rows(ask, told)
                return True
        elif ask["kind"] == "rows":
            if any(answer_next(row, told[ask["name"]][n], chance) for n, row in enumerate(ask["rows"])):
                return True
            if ask["needed"] and not ask["rows"]:
                put(told, ask["name"], [{}])
                return True
        elif ask["needed"] and not ask["answered"] and ask["kind"] != "drawn":
            value = answer_to(ask, chance)
            if value is not None:
                put(told, ask["name"], value)
            return value is not None
    return False


def throw_for_rows(ask: Mapping[str, Any], told: dict[str, Any]) -> None:
    for row, count in zip(told[ask["per"]], ask["counts"], strict=True):
        row[ask["name"]] = APP_THROWS if ask["maximum"] is None else [APP_THROWS] * count


def answer_to(ask: Mapping[str, Any], chance: Random) -> Any:
    least, most = int(ask["minimum"] or 0), int(ask["maximum"] if ask["maximum"] is not None else 30)
    match ask["kind"]:
        case "one" | "word":
            return chance.choice(ask["among"]) if ask["among"] else None
        case "several":
            return chance.sample(ask["among"], least) if ask["among"] else None
        case "switch":
            return chance.random() < 0.5
        case "number" | "cm" | "degrees":
            return chance.randint(least, most)
        case "text":
            return "as we saw it"
        case "dice":
            return APP_THROWS if ask["maximum"] is None else [APP_THROWS] * most
    return None


def put(told: dict[str, Any], path: str, value: Any) -> None:
    *parts, last = path.split(".")
    for step in parts:
        told = told.setdefault(step, {})
    told[last] = value


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Any, TestClient, str]]:
    with served(tmp_path) as (app, host):
        game = host.post("/api/v1/games", json=MONS_GAME | {"role": "attacker"}, headers=OWN).json()["game_id"]
        yield app, host, game


def test_an_evening_is_played_by_what_the_service_describes(table: tuple[Any, TestClient, str]) -> None:
    app, host, game = table
    seats = [Client(host, game), Client(joined(app, host, game, "defender"), game)]
    chance, done = Random(3), list[str]()
    for _ in range(COMMANDS * 4):
        stages = [(seat, seat.stage()) for seat in seats]
        owed = [(seat, deed) for seat, stage in stages for deed in stage["required"]]
        offered = [(seat, deed) for seat, stage in stages for deed in stage["available"] if not deed["barred"]]
        useful = owed or [one for one in offered if one[1]["kind"] not in LEAD_NOWHERE] or offered
        seat, deed = chance.choice(useful)
        found = seat.told(deed, chance)
        if found is None:
            continue
        number, told = found
        answer = seat.send(number, {"kind": deed["kind"], **deed["about"], **told})
        assert answer.status_code == 200, f"{deed} with {told}: {answer.text}"
        done.append(deed["kind"])
        if len(done) == COMMANDS:
            break
    assert len(done) == COMMANDS, done
    assert {"start_turn", "next_step", "roll_orders"} <= {*done}


def test_who_only_looks_on_is_offered_nothing_and_asks_nothing(table: tuple[Any, TestClient, str]) -> None:
    app, host, game = table
    spectator = Client(joined(app, host, game, "spectator"), game)
    stage = spectator.stage()
    assert (stage["required"], stage["available"]) == ([], [])
    refused = spectator.client.post(f"{spectator.at}/prompts", json={"kind": "note"}, headers=OWN)
    assert refused.status_code == 403


def test_what_is_not_on_the_stage_is_refused_in_a_sentence(table: tuple[Any, TestClient, str]) -> None:
    _, host, game = table
    seat = Client(host, game)
    for kind, about in (("fly", {}), ("roll_orders", {"unit": "d1.1.c1"}), ("roll_orders", {"unit": "nobody"})):
        asked = seat.asks(kind, about, {})
        assert not asked["ready"]
        assert asked["refused"]["because"] == "that cannot be done here now"


def test_an_answer_that_does_not_fit_is_named_with_what_would(table: tuple[Any, TestClient, str]) -> None:
    _, host, game = table
    seat = Client(host, game)
    asked = seat.asks("note", {}, {"text": 7})
    assert asked["missing"] == {
        "field": "text",
        "because": "7 does not fit",
        "instead": "give: what is written into the log",
    }
    asked = seat.asks("note", {}, {"text": "rain", "colour": "red"})
    assert (asked["missing"]["field"], asked["missing"]["because"]) == ("colour", "nobody asks for it")


def test_a_game_that_is_over_asks_and_offers_nothing(table: tuple[Any, TestClient, str]) -> None:
    _, host, game = table
    seat = Client(host, game)
    assert host.post(f"{seat.at}/close", json={}, headers=OWN).status_code == 204
    stage = seat.stage()
    assert (stage["required"], stage["available"], stage["blocked"]) == ([], [], [])
    assert seat.asks("note", {}, {"text": "rain"})["refused"]["because"] == "that cannot be done here now"


def test_the_terminal_says_the_same_of_an_exported_game(table: tuple[Any, TestClient, str], tmp_path: Path) -> None:
    _, host, game = table
    file = tmp_path / "game.json"
    assert host.post(f"/api/v1/games/{game}/close", json={}, headers=OWN).status_code == 204
    file.write_bytes(host.get(f"/api/v1/games/{game}/export").content)
    said = CliRunner().invoke(program, ["stage", str(file), "--seat", "attacker"])
    assert said.exit_code == 0, said.output
    assert "offered  start_turn  Start the turn" in said.output.splitlines()
    other = CliRunner().invoke(program, ["stage", str(file), "--seat", "defender"])
    assert "waits for the attacker" in other.output.splitlines()


def test_nothing_happens_by_asking(table: tuple[Any, TestClient, str]) -> None:
    _, host, game = table
    seat = Client(host, game)
    before = host.get(seat.at).json()
    seat.asks("note", {}, {"text": "rain"})
    seat.stage()
    assert host.get(seat.at).json() == before
    assert device(host.app).get(f"{seat.at}/available-commands").status_code == 401


def test_what_is_known_of_stands_is_told_at_a_seat_alone(tmp_path: Path) -> None:
    """Without a table and before anybody told anything nothing is known; who holds no seat is told nothing."""
    with served(tmp_path) as (app, host):
        game = opened(host)
        answer = host.get(f"/api/v1/games/{game}/known", params={"of": "a1.1.c1"})
        assert (answer.status_code, answer.json()["stands"]) == (200, {})
        assert device(app).get(f"/api/v1/games/{game}/known").status_code == 401


@pytest.mark.parametrize(("dice", "decided"), [([[6], [6]], True), ([[6], [4, 2]], False), ([], False)])
def test_dice_of_which_every_face_does_the_same_decide_nothing(dice: list[list[int]], decided: bool) -> None:
    """What must never happen, 17: as many bars as there are outcomes, each with its faces."""

    def bar(faces: int) -> BarShown:
        return BarShown(kind="none", word="nothing", short="", faces=faces, percent="")

    odds = [
        OddsShown(of="", name="", by="", throws=1, total=None, lines=[], bars=list(map(bar, faces)), six=[0] * 6)
        for faces in dice
    ]
    asked = AskedNow(1, Filled((), NotPlain("dice", "missing", "give: dice")), {}, {}, {}, odds)
    assert asked_shown(asked).decided is decided

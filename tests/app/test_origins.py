"""Where the values of a command came from: sent beside it, kept with it, and told where nobody had told them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from app.games.command_history import actor_text, origins_in
from app.games.json_codec import Unreadable, read_envelope
from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.prompts import Origin
from rules.kernel.seats import Actor
from tests.app.described import OWN, served
from tests.client import TestClient
from tests.torture.served import MONS_GAME

COMPANY, FIRER, TARGET = "a1.1.c1", "a1.1.c1.p1", "d1.3.c1.p1"
SHOT: Final = {"firer": FIRER, "target": TARGET, "range_cm": 30.0, "cover": "medium", "dice": [{"pips": 2}]}
FIRE: Final = {"kind": "fire", "unit": COMPANY, "shots": [SHOT]}


class Host:
    """A device that speaks for both sides of Mons, with its first company ordered."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.sent = client, 0
        self.game = client.post("/api/v1/games", json=MONS_GAME | {"role": "referee"}, headers=OWN).json()["game_id"]
        self.at = f"/api/v1/games/{self.game}"
        self.do({"kind": "start_turn"})
        while COMPANY not in self.can_act():
            self.do({"kind": "next_step"})
        self.do({"kind": "roll_orders", "unit": COMPANY, "die": {"pips": 6}})

    def can_act(self) -> list[str]:
        found: list[str] = self.client.get(self.at).json()["view"]["turn"]["can_act"]
        return found

    def do(self, command: dict[str, Any], **more: Any) -> Any:
        self.sent += 1
        number = self.client.get(f"{self.at}/head").json()["number"]
        body = {"command_id": f"c{self.sent}", "expected_seq": number, "command": command, **more}
        answer = self.client.post(f"{self.at}/commands", json=body, headers=OWN)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def actor(self) -> dict[str, Any]:
        """Who sent the newest command, as its file has it."""
        kept = self.client.get(f"{self.at}/export").json()["commands"][-1]["actor"]
        found: dict[str, Any] = msgspec.json.decode(kept) if isinstance(kept, str) else kept
        return found

    def known(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"{self.at}/known", params={"of": COMPANY}).json()["stands"]
        return found

    def log(self) -> str:
        return str(self.client.get(f"/games/{self.game}/log").text)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with served(tmp_path) as (_, client):
        yield Host(client)


def test_a_command_without_origins_is_kept_as_ever(host: Host) -> None:
    host.do(FIRE)
    assert "origins" not in host.actor()
    assert host.known()[TARGET]["cover"] == {
        "value": "medium",
        "origin": "remembered",
        "why": "told before, and it has not moved since",
    }
    assert "not told" not in host.log()


def test_what_was_assumed_is_kept_and_told_and_not_remembered(host: Host) -> None:
    host.do(FIRE, origins={"shots.0.cover": "assumed", "shots.0.range_cm": "measured"})
    assert host.actor()["origins"] == {"shots.0.cover": "assumed", "shots.0.range_cm": "measured"}
    assert set(host.known()[TARGET]) == {"range_cm"}
    assert "The target&#39;s cover taken as Medium, not told." in host.log()


def test_what_was_told_next_time_is_remembered(host: Host) -> None:
    host.do(FIRE, origins={"shots.0.cover": "assumed"})
    host.do(FIRE | {"shots": [{**SHOT, "cover": "hard"}]})
    assert host.known()[TARGET]["cover"]["value"] == "hard"


def test_a_file_with_origins_comes_back_whole(host: Host, tmp_path: Path) -> None:
    host.do(FIRE, origins={"shots.0.cover": "assumed"})
    file = host.client.get(f"{host.at}/export").content
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with served(elsewhere) as (_, other):
        brought = other.post("/api/v1/games/import", content=file, headers={"Content-Type": "application/json"})
        assert brought.status_code == 201, brought.text
        again = other.get(f"/api/v1/games/{host.game}/export").json()["commands"][-1]["actor"]
        assert "origins" in (msgspec.json.decode(again) if isinstance(again, str) else again)


@pytest.mark.parametrize("origins", [{"shots.0.cover": "guessed"}, {"shots.0.cover": 3}, ["map"]])
def test_an_origin_that_is_none_is_refused_by_its_place(origins: object) -> None:
    body = {"command_id": "c1", "expected_seq": 0, "command": {"kind": "note", "text": "a"}, "origins": origins}
    with pytest.raises(Unreadable) as wrong:
        read_envelope(msgspec.json.encode(body))
    assert wrong.value.field.startswith("origins")


def test_a_name_that_looks_like_origins_brings_none() -> None:
    named = Actor(ATTACKER, 'x","origins":{"a":"assumed"}')
    assert origins_in(actor_text(named, {})) == {}
    assert origins_in(actor_text(named, {"a": Origin.MAP})) == {"a": Origin.MAP}

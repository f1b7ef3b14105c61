"""A refusal that is met before a deed is sent is set aside as one that comes after: the deed is told to its end."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from app.main import create_app
from app.randomness import new_id
from app.settings import Settings
from tests.app.described import OWN, joined, served
from tests.client import TestClient
from tests.stage_toy.served import ServedToy
from tests.stage_toy.test_seats_of_its_own import GAME as TOY_GAME
from tests.torture.served import MONS_GAME

AT = "http://table.test"
FIVE = {"pips": 5, "source": "entered"}
Json = dict[str, Any]


class Seat:
    """A device at its seat."""

    def __init__(self, client: TestClient, game: str) -> None:
        self.client, self.at = client, f"/api/v1/games/{game}"

    @property
    def stage(self) -> Json:
        return self._got("available-commands")

    def _got(self, what: str) -> Json:
        answer = self.client.get(f"{self.at}/{what}")
        assert answer.status_code == 200, answer.text
        told: Json = answer.json()
        return told

    def asks(self, deed: Mapping[str, Any], told: Mapping[str, Any], overrule: str = "") -> Json:
        body = {"kind": deed["kind"], "about": deed.get("about", {}), "answers": told, "propose": True}
        answer = self.client.post(f"{self.at}/prompts", json=body | {"overrule": overrule}, headers=OWN)
        assert answer.status_code == 200, answer.text
        asked: Json = answer.json()
        return asked

    def send(self, command: Mapping[str, Any], **beside: Any) -> Any:
        body = {"command_id": new_id(), "expected_seq": self.stage["number"], "command": command}
        return self.client.post(f"{self.at}/commands", json=body | beside, headers=OWN)

    def did(self, kind: str, **told: Any) -> None:
        answer = self.send({"kind": kind, **told})
        assert answer.status_code == 200, answer.text

    def offered(self, kind: str) -> Json:
        return next(one for one in self.stage["available"] if one["kind"] == kind)

    @property
    def lines(self) -> list[str]:
        return [one["says"] for one in self._got("screen")["lines"]]


@pytest.fixture
def mons(tmp_path: Path) -> Iterator[tuple[Seat, Seat]]:
    """Mons before its first turn."""
    with served(tmp_path) as (app, host):
        game = host.post("/api/v1/games", json=MONS_GAME | {"role": "attacker"}, headers=OWN).json()["game_id"]
        yield Seat(host, game), Seat(joined(app, host, game, "defender"), game)


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[tuple[Seat, Seat]]:
    """North's turn to shoot, or so it would be: nobody has chosen yet."""
    made = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'toy.db'}"), {"stage-toy": ServedToy()})
    with TestClient(made, base_url=AT, headers={"Origin": AT}) as host:
        game = host.post("/api/v1/games", json=TOY_GAME | {"role": "north"}).json()["game_id"]
        yield Seat(host, game), Seat(joined(made, host, game, "south"), game)


def test_a_barred_deed_is_filled_in_and_agreed_to(mons: tuple[Seat, Seat]) -> None:
    """FF-ORD-25: the staff bonus outside its step, by consent of the other side."""
    attacker, defender = mons
    attacker.did("start_turn")
    deed = attacker.offered("allot_staff_bonus")
    assert deed["barred"]["clause"] == "FF-ORD-25"
    plain = attacker.asks(deed, {})
    assert (plain["prompts"], plain["refused"]["can_override"]) == ([], True)

    (first,) = attacker.asks(deed, {}, "FF-ORD-25")["prompts"]
    assert (first["name"], first["answered"]) == ("battalion", False)
    told = {"battalion": first["among"][0]}
    whole = attacker.asks(deed, told, "FF-ORD-25")
    assert (whole["ready"], whole["refused"]) == (True, None)

    command = {"kind": deed["kind"], **deed["about"], **whole["answers"]}
    assert attacker.send(command).json()["clause"] == "FF-ORD-25"
    assert attacker.send(command, overrule="FF-ORD-25", reason="we forgot it").status_code == 200
    assert defender.stage["required"][0]["kind"] == "answer"
    defender.did("answer", agree=True)
    assert any("FF-ORD-25" in line and "we forgot it" in line for line in attacker.lines)


def test_another_clause_than_the_one_that_refuses_sets_nothing_aside(mons: tuple[Seat, Seat]) -> None:
    attacker, _ = mons
    attacker.did("start_turn")
    deed = attacker.offered("allot_staff_bonus")
    asked = attacker.asks(deed, {}, "FF-ORD-26")
    assert asked["prompts"] == []
    assert (asked["refused"]["clause"], asked["refused"]["can_override"]) == ("FF-ORD-25", True)


def test_what_is_the_other_sides_is_not_asked_out_of_what_is_set_aside(mons: tuple[Seat, Seat]) -> None:
    """A deed that does not stand on the stage of a seat is none of its business, whatever it would set aside."""
    attacker, defender = mons
    attacker.did("start_turn")
    for clause in ("", "FF-TRN-01", "FF-ORD-25"):
        asked = defender.asks({"kind": "allot_staff_bonus"}, {}, clause)
        assert asked["prompts"] == []
        assert asked["refused"]["because"] == "that cannot be done here now"
        assert not asked["refused"]["can_override"]


def test_what_cannot_be_set_aside_says_so(mons: tuple[Seat, Seat]) -> None:
    """FF-HER-02: nobody is there who could dare anything."""
    attacker, _ = mons
    deed = attacker.offered("try_heroic_action")
    assert deed["barred"]["clause"] == "FF-HER-02"
    assert not attacker.asks(deed, {})["refused"]["can_override"]
    forced = attacker.asks(deed, {}, "FF-HER-02")
    assert "this cannot be set aside" in forced["refused"]["instead"]
    assert not forced["refused"]["can_override"]


def test_request_asks_no_dice_until_it_is_agreed_to(toy: tuple[Seat, Seat]) -> None:
    """The toy's shot reaches too far; set aside it is told but for its dice, south agrees, and the dice follow."""
    north, south = toy
    north.did("choose", stance="stand")
    south.did("choose", stance="stand")
    deed = north.offered("shoot")
    row = {"firer": "north a", "targets": ["south a"], "range_cm": 90}
    plain = north.asks(deed, {"shots": [row]})
    clause = plain["refused"]["clause"]
    assert clause
    assert plain["refused"]["can_override"]
    assert "dice" not in [one["name"] for one in plain["prompts"]]

    forced = north.asks(deed, {"shots": [row]}, clause)
    assert (forced["refused"], forced["ready"]) == (None, True)
    assert "dice" not in [one["kind"] for one in forced["prompts"]]
    unthrown = {"pips": 0, "source": "rolled"}
    assert forced["answers"]["shots"] == [row | {"dice": [unthrown]}]
    # A device that had thrown already sends nothing that counts.
    told = {"shots": [row | {"dice": [FIVE]}]}
    assert north.send({"kind": "shoot", **told}, overrule=clause, reason="it is nearer").status_code == 200
    assert south.stage["required"][0]["kind"] == "answer"
    south.did("answer", agree=True)
    waits = {"side": "north", "kind": "carry_out", "says": "Carry it out"}
    assert south.stage["blocked"] == [waits]
    owed = north.stage["required"][0]
    assert (owed["kind"], owed["barred"]) == ("carry_out", None)
    assert clause in owed["of"]
    (dice,) = north.asks(owed, {})["prompts"]
    assert (dice["kind"], dice["maximum"]) == ("dice", 1)
    assert north.asks(owed, {"dice": [FIVE]})["ready"]
    north.did("carry_out", dice=[FIVE])
    assert north.stage["required"][0]["kind"] == "pick_hit"


def test_agreed_request_is_withdrawn_at_the_seat_that_asked(toy: tuple[Seat, Seat]) -> None:
    north, south = toy
    north.did("choose", stance="stand")
    south.did("choose", stance="stand")
    row = {"firer": "north a", "targets": ["south a"], "range_cm": 90, "dice": [{"pips": 0, "source": "rolled"}]}
    assert north.send({"kind": "shoot", "shots": [row]}, overrule="TOY-2", reason="it is nearer").status_code == 200
    south.did("answer", agree=True)
    assert "withdraw" not in [one["kind"] for one in south.stage["available"]]
    assert north.offered("withdraw")["barred"] is None
    north.did("withdraw")
    assert "carry_out" not in [one["kind"] for one in north.stage["required"]]
    assert north.lines[0].startswith("North no longer asks: ")


def test_what_the_rules_do_not_refuse_is_asked_as_ever(toy: tuple[Seat, Seat]) -> None:
    """A near shot with a clause beside it is a near shot; the record says of it that nothing is to be set aside."""
    north, south = toy
    north.did("choose", stance="stand")
    south.did("choose", stance="stand")
    told = {"shots": [{"firer": "north a", "targets": ["south a"], "range_cm": 20, "dice": [FIVE]}]}
    asked = north.asks({"kind": "shoot"}, told, "TOY-2")
    assert (asked["ready"], asked["refused"]) == (True, None)
    answer = north.send({"kind": "shoot", **told}, overrule="TOY-2", reason="it is nearer")
    assert answer.json()["because"] == "the rules do not refuse this now"


def test_a_barred_deed_without_a_way_to_it_stays_barred(toy: tuple[Seat, Seat]) -> None:
    """Nobody has chosen how he stands: a shot has nothing that it could hit."""
    north, _ = toy
    deed = north.offered("shoot")
    assert deed["barred"]["clause"] == "TOY-1"
    assert not north.asks(deed, {})["refused"]["can_override"]

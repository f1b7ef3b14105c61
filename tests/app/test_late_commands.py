"""A command that waited for the line: carried out if nothing that matters to it has happened since, else refused."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from app.games import drafts
from tests.app.described import OWN, joined, served
from tests.app.test_alike_but_for_one_hidden_thing import BELOW, nothing
from tests.app.test_alike_but_for_one_hidden_thing import _in_hand as in_hand
from tests.app.two_tables import apart, drafted, same, two_tables
from tests.client import TestClient
from tests.game.ground_in_play import OPEN_FIELD, at
from tests.torture.served import MONS_GAME

FIRST, SECOND = "a1.1.c1", "a1.1.c2"
NOTE: Final = {"kind": "note", "text": "The river is 40 cm away"}


class Device:
    """A device at a seat of a game; its commands are named after it."""

    def __init__(self, client: TestClient, game: str, name: str = "c") -> None:
        self.client, self.game, self.name, self.sent = client, game, name, 0
        self.at = f"/api/v1/games/{game}"

    @property
    def last(self) -> str:
        """The id of its last command."""
        return f"{self.name}{self.sent}"

    @property
    def number(self) -> int:
        """The seat's own number, with what its side has written beside the log."""
        found: int = self.client.get(self.at).json()["number"]
        return found

    def prompts(self, kind: str, about: Mapping[str, Any], told: Mapping[str, Any]) -> str:
        body = {"kind": kind, "about": about, "answers": told, "propose": True}
        found: str = self.client.post(f"{self.at}/prompts", json=body, headers=OWN).json()["digest"]
        return found

    def send(self, command: Mapping[str, Any], number: int | None = None, **more: Any) -> Any:
        self.sent += 1
        seen = self.number if number is None else number
        body = {"command_id": self.last, "expected_seq": seen, "command": command, **more}
        return self.client.post(f"{self.at}/commands", json=body, headers=OWN)

    def do(self, command: Mapping[str, Any]) -> None:
        answer = self.send(command)
        assert answer.status_code == 200, answer.text


def order(unit: str) -> dict[str, Any]:
    return {"kind": "roll_orders", "unit": unit, "die": {"pips": 5}}


def opened(client: TestClient, **game: Any) -> Device:
    """The device of a host who is the referee."""
    return Device(client, client.post("/api/v1/games", json=game | {"role": "referee"}, headers=OWN).json()["game_id"])


@pytest.fixture
def device(tmp_path: Path, url: str) -> Iterator[Device]:
    """A device that speaks for both sides of Mons, at the orders of the attacker's companies."""
    with served(tmp_path, database_url=url) as (_, client):
        made = opened(client, **MONS_GAME)
        made.do({"kind": "start_turn"})
        while FIRST not in made.client.get(made.at).json()["view"]["turn"]["can_act"]:
            made.do({"kind": "next_step"})
        yield made


def waiting_order(device: Device, unit: str = FIRST) -> dict[str, Any]:
    """An order whose device sees no more of the game from now on."""
    prompts = device.prompts("roll_orders", {"unit": unit}, {})
    return {"command": order(unit), "number": device.number, "prompts": prompts}


def waiting_undo(device: Device) -> dict[str, Any]:
    """An undo of the last command of a device that sees no more of the game from now on."""
    command = {"kind": "undo", "command_id": device.last}
    return {"command": command, "number": device.number, "prompts": ""}


def test_late_command_is_carried_out_when_another_unit_was_ordered(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    device.do(NOTE)
    assert device.send(**late).status_code == 200


def test_late_command_without_prompts_is_stale_as_ever(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    assert device.send(late["command"], late["number"]).json()["type"].endswith("stale")


def test_late_command_names_only_the_events_of_its_unit(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    device.do({"kind": "correct", "of": f"{FIRST}.p1", "what": "alive", "value": False, "reason": "seen"})
    answer = device.send(**late)
    assert answer.status_code == 409
    assert len(answer.json()["changed"]) == 1
    assert "1st Platoon" in answer.json()["changed"][0]


@pytest.mark.parametrize(("unit", "status"), [(FIRST, 409), (SECOND, 200)])
def test_late_command_is_stale_when_an_event_of_its_unit_was_taken_back(device: Device, unit: str, status: int) -> None:
    device.do({"kind": "correct", "of": f"{unit}.p1", "what": "alive", "value": False, "reason": "seen"})
    late = waiting_order(device)
    device.do({"kind": "undo", "command_id": device.last})
    assert device.send(**late).status_code == status


def test_late_command_is_stale_when_it_asks_for_other_things(device: Device) -> None:
    late = waiting_order(device) | {"prompts": "0123456789abcdef"}
    device.do(order(SECOND))
    answer = device.send(**late).json()
    assert answer["type"].endswith("stale")
    assert answer["because"] == "it asks for other things than when it was entered"


def test_late_command_is_refused_when_the_step_is_over(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    while FIRST in device.client.get(device.at).json()["view"]["turn"]["can_act"]:
        device.do({"kind": "next_step"})
    answer = device.send(**late)
    assert answer.status_code == 409


def test_late_next_is_stale_after_a_command_of_its_step(device: Device) -> None:
    number = device.number
    device.do(order(SECOND))
    assert device.send({"kind": "next_step"}, number, prompts="").json()["type"].endswith("stale")


def test_late_next_is_carried_out_when_only_a_seat_was_taken(device: Device) -> None:
    number = device.number
    made = device.client.post(f"{device.at}/invitations", json={"role": "attacker"}, headers=OWN).json()
    own = dict(device.client.cookies)
    device.client.cookies.clear()
    device.client.post("/api/v1/join", json={"code": made["code"], "name": "Bea"}, headers=OWN)
    device.client.cookies.clear()
    device.client.cookies.update(own)
    assert device.number > number
    assert device.send({"kind": "next_step"}, number, prompts="").status_code == 200


def test_late_next_is_carried_out_after_orders_of_its_own_device(device: Device) -> None:
    number, prompts = device.number, device.prompts("next_step", {}, {})
    for unit in (FIRST, SECOND):
        device.do(order(unit))
    known = [f"{device.name}{device.sent - 1}", device.last]
    assert device.send({"kind": "next_step"}, number, prompts=prompts, knows=known[:1]).status_code == 409
    assert device.send({"kind": "next_step"}, number, prompts=prompts, knows=known).status_code == 200


def test_late_note_is_written_whatever_has_happened(device: Device) -> None:
    prompts, number = device.prompts("note", {}, {"text": "later"}), device.number
    device.do(order(SECOND))
    device.do({"kind": "next_step"})
    assert device.send({"kind": "note", "text": "later"}, number, prompts=prompts).status_code == 200


def test_late_command_sent_again_happens_once(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    first = device.send(**late)
    device.sent -= 1
    again = device.send(**late)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content


def test_late_command_does_not_conflict_with_one_that_its_device_sent_before(device: Device) -> None:
    """Two taps at one unit, and another unit is ordered between: the second knows of the first."""
    late = waiting_order(device)
    device.do(order(SECOND))
    device.do({"kind": "correct", "of": f"{FIRST}.p1", "what": "alive", "value": False, "reason": "seen"})
    own = device.last
    assert device.send(**late).json()["type"].endswith("stale")
    assert device.send(**late, knows=[own]).status_code == 200


PLACED: Final = [at(f"{FIRST}.p{n}", 100 * n, 500, 0) for n in (1, 2)]


def test_drag_is_carried_out_unless_its_own_stand_was_placed_since(tmp_path: Path) -> None:
    """A drag brings the digest of what placing asked before anything was told."""
    with served(tmp_path) as (app, client):
        command = {"kind": "create_game", "scenario": "mons-1914", "table": OPEN_FIELD}
        host = opened(client, **MONS_GAME | {"command": command})
        device = Device(joined(app, client, host.game, "attacker"), host.game, "attacker")
        host.do({"kind": "place_stands", "stands": PLACED})
        prompts, number = device.prompts("place_stands", {}, {}), device.number
        moved = {"kind": "place_stands", "stands": [at(f"{FIRST}.p1", 300, 700, 0)]}
        late: dict[str, Any] = {"command": moved, "number": number}
        host.do({"kind": "place_stands", "stands": [at(f"{FIRST}.p2", 900, 700, 0)]})
        host.do({"kind": "correct", "of": f"{SECOND}.p1", "what": "levels", "value": 1, "reason": "seen"})
        assert device.send(**late).json()["type"].endswith("stale")
        assert device.send(**late, prompts="0123456789abcdef").json()["type"].endswith("stale")
        assert device.send(**late, prompts=prompts).status_code == 200
        for other in (device, host):
            late["number"] = device.number
            other.do({"kind": "place_stands", "stands": [at(f"{FIRST}.p1", 500 + other.sent, 700, 0)]})
            assert device.send(**late, prompts=prompts).json()["type"].endswith("stale")


@pytest.mark.parametrize(("hit", "status"), [("d1.1.c1.p1", 409), ("d1.1.c2.p1", 200)])
def test_late_fire_is_stale_only_if_something_happened_to_its_target(device: Device, hit: str, status: int) -> None:
    device.do(order(FIRST))
    shot = {"firer": f"{FIRST}.p1", "target": "d1.1.c1.p1", "range_cm": 20, "cover": "soft"}
    prompts = device.prompts("fire", {"unit": FIRST}, {"shots": [shot]})
    command = {"kind": "fire", "unit": FIRST, "shots": [{**shot, "dice": [{"pips": 1}]}]}
    late: dict[str, Any] = {"command": command, "number": device.number, "prompts": prompts}
    device.do({"kind": "correct", "of": hit, "what": "levels", "value": 1, "reason": "seen"})
    answer = device.send(**late)
    assert answer.status_code == status, answer.text
    assert status == 200 or (answer.json()["type"].endswith("stale") and len(answer.json()["changed"]) == 1)


@pytest.mark.parametrize(("along", "status"), [(310, 409), (330, 200)])
def test_late_drag_is_stale_only_if_another_stand_was_placed_at_its_place(
    tmp_path: Path, along: int, status: int
) -> None:
    """Two points of the table that are 2 cm apart or nearer are one place."""
    with served(tmp_path) as (_, client):
        command = {"kind": "create_game", "scenario": "mons-1914", "table": OPEN_FIELD}
        host = opened(client, **MONS_GAME | {"command": command})
        host.do({"kind": "place_stands", "stands": PLACED})
        moved: dict[str, Any] = {"kind": "place_stands", "stands": [at(f"{FIRST}.p1", 300, 1100, 0)]}
        late: dict[str, Any] = {"command": moved, "number": host.number, "prompts": host.prompts(moved["kind"], {}, {})}
        host.do({"kind": "place_stands", "stands": [at(f"{SECOND}.p1", along, 1100, 0)]})
        answer = host.send(**late)
        assert answer.status_code == status
        assert status == 200 or answer.json()["type"].endswith("stale")


@pytest.fixture
def sides(device: Device, tmp_path: Path) -> Mapping[str, Device]:
    """Devices of both sides beside the referee, and a second one of the attacker."""
    app = device.client.app
    guests = {name: joined(app, device.client, device.game, name.split()[0]) for name in SEATED}
    return {name: Device(guest, device.game, name.replace(" ", "-")) for name, guest in guests.items()}


SEATED: Final = ("attacker", "attacker too", "defender")
AGREES: Final = {"kind": "answer", "agree": True}
CORRECTS: Final = {"kind": "correct", "of": f"{FIRST}.p1", "what": "levels", "value": 1, "reason": "seen"}


def asks_for(sides: Mapping[str, Device], command: Mapping[str, Any]) -> int:
    """The attacker asks; gives the number under which the defender has read it."""
    sides["attacker"].do(command)
    assert sides["defender"].client.get(f"{sides['defender'].at}/screen").json()["request"]
    return sides["defender"].number


LEVELS: Final = {"kind": "correct", "of": "d1.1.c1.p1", "what": "levels", "value": 1, "reason": "seen"}
"""A correction that the other side has to agree to."""


def test_late_agreement_is_carried_out_unless_something_happened_to_what_was_asked(sides: Mapping[str, Device]) -> None:
    defender, other = sides["defender"], sides["attacker too"]
    number = asks_for(sides, LEVELS)
    other.do(order(SECOND))
    assert defender.send(AGREES, number).json()["type"].endswith("stale")
    assert defender.send(AGREES, number, prompts="").status_code == 200
    number = asks_for(sides, LEVELS | {"value": 2})
    defender.do({"kind": "correct", "of": "d1.1.c1.p1", "what": "alive", "value": False, "reason": "seen"})
    answer = defender.send(AGREES, number, prompts="")
    assert answer.status_code == 409
    assert len(answer.json()["changed"]) == 1
    assert defender.send(AGREES | {"agree": False}, number, prompts="").status_code == 200


def test_late_answer_is_stale_when_the_request_is_another_one(sides: Mapping[str, Device]) -> None:
    number = asks_for(sides, LEVELS)
    sides["attacker"].do({"kind": "withdraw"})
    sides["attacker"].do(LEVELS | {"value": 2})
    for agree in (True, False):
        answer = sides["defender"].send(AGREES | {"agree": agree}, number, prompts="")
        assert answer.json()["because"] == "the request has changed since it was entered"


def test_late_agreement_to_an_undo_is_stale_when_it_would_undo_more(sides: Mapping[str, Device]) -> None:
    sides["attacker"].do(order(FIRST))
    number = asks_for(sides, {"kind": "undo", "command_id": sides["attacker"].last})
    sides["attacker too"].do(order(SECOND))
    answer = sides["defender"].send(AGREES, number, prompts="")
    assert answer.json()["because"] == "this would be undone with it"
    assert sides["defender"].send(AGREES | {"agree": False}, number, prompts="").status_code == 200


def test_late_withdrawal_is_carried_out_until_the_request_is_answered(sides: Mapping[str, Device]) -> None:
    attacker = sides["attacker"]
    asks_for(sides, LEVELS)
    number = attacker.number
    sides["attacker too"].do(NOTE)
    assert attacker.send({"kind": "withdraw"}, number, prompts="").status_code == 200
    asks_for(sides, LEVELS)
    number = attacker.number
    sides["defender"].do(AGREES)
    assert attacker.send({"kind": "withdraw"}, number, prompts="").status_code == 409


def test_late_undo_is_stale_when_it_would_undo_more_or_close_a_request(sides: Mapping[str, Device]) -> None:
    attacker, other = sides["attacker"], sides["attacker too"]
    attacker.do({"kind": "finish_unit", "unit": FIRST})
    undo = waiting_undo(attacker)
    sides["defender"].do({"kind": "correct", "of": f"{SECOND}.p1", "what": "levels", "value": 1, "reason": "seen"})
    assert attacker.send(**undo).json()["because"] == "a side has made a request since it was entered"
    sides["defender"].do({"kind": "withdraw"})
    other.do(NOTE)
    answer = attacker.send(**undo).json()
    assert answer["changed"] == [NOTE["text"]]
    assert answer["because"] == "this would be undone with it"
    assert attacker.send(**undo, knows=[other.last]).status_code == 200


def commands(formation: str, word: str = "hold") -> dict[str, Any]:
    """An order of 1418, which its side writes unseen."""
    return {"kind": "command_formation", "formation": formation, "command": word}


@pytest.fixture
def ridge(tmp_path: Path) -> Iterator[Mapping[str, Device]]:
    """Brisefer Ridge, at the orders of both sides: the first bound."""
    with served(tmp_path) as (app, client):
        host = opened(client, system="earth-1418", title="Ridge", command=RIDGE)
        guests = {name: joined(app, client, host.game, name.split()[0]) for name in SEATED}
        yield {name: Device(guest, host.game, name.replace(" ", "-")) for name, guest in guests.items()}


RIDGE: Final = {"kind": "begin_battle", "scenario": "brisefer-ridge"}


def waiting_command(device: Device, formation: str) -> dict[str, Any]:
    """An order of 1418 whose device sees no more of the game from now on."""
    prompts = device.prompts("command_formation", {"formation": formation}, {"command": "hold"})
    return {"command": commands(formation), "number": device.number, "prompts": prompts}


def test_late_order_of_1418_is_stale_only_if_its_side_has_written_of_its_formation(
    ridge: Mapping[str, Device],
) -> None:
    own, other, enemy = ridge.values()
    late = waiting_command(own, "f1")
    other.do(commands("f2"))
    other.do(NOTE)
    enemy.do(commands("f3", "hold"))
    assert own.send(**late).status_code == 200
    answer = own.send(**late)
    assert answer.status_code == 409
    assert len(answer.json()["changed"]) == 1
    other.do({"kind": "undo", "command_id": own.last.replace("2", "1")})
    late = waiting_command(own, "f2")
    other.do(commands("f1"))
    assert own.send(**late).status_code == 200


def test_late_undo_of_1418_takes_back_its_own_order_and_no_other(ridge: Mapping[str, Device]) -> None:
    own, other, enemy = ridge.values()
    own.do(commands("f1"))
    undo = waiting_undo(own)
    enemy.do(NOTE)
    assert own.send(**undo).status_code == 200
    own.do(commands("f1"))
    undo = waiting_undo(own)
    other.do(commands("f2"))
    assert own.send(**undo).json()["because"] == "this would be undone with it"


def test_late_order_of_1418_is_stale_when_more_was_written_than_is_kept(
    ridge: Mapping[str, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a game whose writings were stored before they were kept one by one."""
    own, other, _ = ridge.values()
    late = waiting_command(own, "f1")
    monkeypatch.setattr(drafts, "WRITINGS_KEPT", 1)
    for word in ("hold", "assault"):
        other.do(commands("f2", word))
    answer = own.send(**late)
    assert answer.json()["changed"] == ["your side has written something down"]


def test_late_command_of_1418_is_answered_alike_whatever_the_other_side_has_written(
    ridge: Mapping[str, Device],
) -> None:
    """The defender writes nothing, one order or another, and takes it back: the attacker is answered the same."""
    own, other, enemy = ridge.values()
    late = waiting_command(own, "f1")
    answers = list[tuple[int, str]]()
    for writes in ((), (commands("f3"),), (commands("f3", "assault"), commands("f4")), ({"kind": "undo"},)):
        other.do(NOTE)
        for command in writes:
            enemy.do(command)
        refused = own.send(**late | {"prompts": "0123456789abcdef"})
        answers.append((refused.status_code, refused.json()["because"]))
        done = own.send(**late)
        answers.append((done.status_code, str(done.json()["events"][0]["says"])))
        own.do({"kind": "undo", "command_id": own.last})
        late["number"] = own.number
    assert answers == answers[:2] * 4


@pytest.mark.parametrize("late", ["an order", "Next", "a note", "an undo"])
def test_late_command_is_answered_alike_whatever_the_other_side_hid(tmp_path: Path, late: str) -> None:
    """FF-DSH-01: the British do not see a German below. Only his place differs between the two games."""
    created = drafted(tmp_path, scenario="cambrai-1917", table=OPEN_FIELD)
    with two_tables(tmp_path, created, (nothing, nothing), "defender", ()) as tables:
        tables.send("defender", "go_below", stands=[BELOW])
        in_hand(tables)
        tables.send("attacker", "note", text="before")
        answers = []
        for seats, spot in zip(tables.seats, ((560, 1250), (100, 1700)), strict=True):
            british = seats["attacker"]
            number = british.client.get(british.service).json()["number"]
            newest = british.client.get(f"{british.service}/screen").json()["back"]["command"]
            every: dict[str, dict[str, Any]] = {
                "an order": {"kind": "roll_orders", "unit": "a1.1.c2", "die": {"pips": 6}},
                "Next": {"kind": "next_step"},
                "a note": {"kind": "note", "text": "later"},
                "an undo": {"kind": "undo", "command_id": newest},
            }
            command = every[late]
            body = {"kind": command["kind"], "about": {"unit": "a1.1.c2"} if late == "an order" else {}, "answers": {}}
            asked = british.client.post(f"{british.service}/prompts", json=body).json()
            prompts = "" if late in ("Next", "an undo") else asked["digest"]
            seats["defender"].send("place_stands", stands=[at(BELOW, *spot, 180)])
            envelope = {"command_id": "late", "expected_seq": number, "command": command, "prompts": prompts}
            told = british.client.post(f"{british.service}/commands", json=envelope)
            answers.append((told.status_code, told.text))
        assert same(*answers), apart(answers[0][1], answers[1][1])

"""A command: done once, repeated, raced, stale, refused, unreadable; on both databases."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.games.json_codec import Envelope, Unreadable, read_envelope
from app.games.repository import SeenChange
from app.games.routes import NewGame
from app.games.service import GameService
from app.http.problem_details import HttpAnswer, Problem
from app.storage.database import Database
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING
from rules.kernel.seats import Role
from tests.app.conftest import at, begin, forget_games, roll
from tests.app.toy import TOY


def body(answer: HttpAnswer) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(answer.body)
    return read


def total(service: GameService, game: NewGame) -> int:
    return int(json.loads(service.view(game.host.game_id, Role.SPECTATOR).body)["total"])


def test_a_command_is_done_and_seen_by_everyone(service: GameService, game: NewGame) -> None:
    answer = service.submit(at(game, ATTACKER), roll("one", 1, 3, 4))
    assert (answer.status, body(answer)["number"]) == (200, 2)
    assert body(answer)["events"] == [{"number": 2, "kind": "rolled", "says": "attacker rolled 7", "total": 7}]
    assert total(service, game) == 7


def test_the_same_command_again_happens_once_and_answers_the_same_bytes(service: GameService, game: NewGame) -> None:
    first = service.submit(game.host, roll("one", 1, 0, 0))
    service.submit(game.host, roll("two", 2, 6))
    assert service.submit(game.host, roll("one", 1, 0, 0)) == first
    assert len(service.told(game.host.game_id, Role.REFEREE)) == 3


def test_a_repeat_after_a_restart_answers_the_same_bytes(service: GameService, game: NewGame) -> None:
    first = service.submit(game.host, roll("one", 1, 0))
    forget_games(service)
    assert service.submit(game.host, roll("one", 1, 0)) == first


def test_another_body_under_the_same_id_is_refused(service: GameService, game: NewGame) -> None:
    service.submit(game.host, roll("one", 1, 3))
    answer = service.submit(game.host, roll("one", 1, 4))
    assert (answer.status, body(answer)["field"]) == (422, "command_id")
    assert total(service, game) == 3


def test_nobody_gets_another_seats_answer_by_guessing_its_id(service: GameService, game: NewGame) -> None:
    service.submit(at(game, ATTACKER), Envelope("x", 1, {"kind": "hide", "what": "reserve"}))
    answer = service.submit(at(game, DEFENDER), Envelope("x", 1, {"kind": "hide", "what": "reserve"}))
    assert answer.status == 422
    assert b"is hidden" not in answer.body


def test_a_stale_command_is_refused_with_what_changed_and_what_stands(service: GameService, game: NewGame) -> None:
    service.submit(at(game, ATTACKER), roll("one", 1, 3))
    answer = service.submit(at(game, DEFENDER), roll("two", 1, 4))
    told = body(answer)
    assert (answer.status, told["type"], told["number"]) == (409, "/problems/stale", 2)
    assert told["changed"] == ["attacker rolled 3"]
    assert told["view"] == {"total": 3, "rolls": [3], "hidden": {"defender": []}}
    assert total(service, game) == 3


def test_what_is_hidden_from_a_side_makes_nothing_of_it_stale(service: GameService, game: NewGame) -> None:
    service.submit(at(game, ATTACKER), Envelope("h", 1, {"kind": "hide", "what": "reserve"}))
    assert service.submit(at(game, DEFENDER), roll("d", 1, 4)).status == 200
    assert [told["number"] for told in service.told(game.host.game_id, DEFENDER)] == [1, 2]
    assert "reserve" not in str(service.told(game.host.game_id, DEFENDER))
    assert "reserve" in str(service.told(game.host.game_id, Role.REFEREE))


def test_a_refusal_says_clause_reason_and_remedy_and_writes_nothing(service: GameService, game: NewGame) -> None:
    answer = service.submit(at(game, Role.SPECTATOR), roll("one", 1, 3))
    told = body(answer)
    assert (answer.status, told["type"], told["clause"]) == (409, "/problems/refused", "TOY-01")
    assert told["because"] == "a spectator only looks on"
    assert told["instead"] == "ask the host for a seat"
    assert told["can_override"] is False
    assert service.log.answer_to(game.host.game_id, "one") is None
    assert len(service.log.read_events(game.host.game_id)) == 1


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({"kind": "march"}, "kind"),
        ({}, "kind"),
        ({"kind": "roll"}, "dice"),
        ({"kind": "roll", "dice": [{"pips": 7}]}, "dice[0]"),
        ({"kind": "roll", "dice": [{"pips": 0}]}, "dice[0]"),
        ({"kind": "roll", "dice": [{"pips": True}]}, "dice[0]"),
        ({"kind": "roll", "dice": [{"pips": "3"}]}, "dice[0]"),
        ({"kind": "roll", "dice": [{"pips": 5, "source": "rolled"}]}, "dice[0]"),
        ({"kind": "roll", "dice": 3}, "dice"),
        ({"kind": "roll", "dice": [], "aim": 1}, "aim"),
    ],
)
def test_an_unreadable_command_names_the_field(
    service: GameService, game: NewGame, command: dict[str, Any], field: str
) -> None:
    answer = service.submit(game.host, Envelope("one", 1, command))
    assert (answer.status, body(answer)["field"]) == (422, field)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"\xff",
        b"null",
        b'{"command_id":"a","expected_seq":1,"command":{},"more":1}',
        b'{"command_id":"a","expected_seq":true,"command":{}}',
        b'{"command_id":"a","expected_seq":1.5,"command":{}}',
        b'{"command_id":"a b","expected_seq":1,"command":{}}',
        b'{"command_id":"","expected_seq":1,"command":{}}',
        b'{"command_id":"a","expected_seq":1,"command":{"what":NaN}}',
        b'{"command_id":"a","expected_seq":1,"command":{"what":"\\ud800"}}',
        b'{"command_id":"a","expected_seq":1,"command":' + b'{"a":' * 20_000 + b"1" + b"}" * 20_001,
    ],
)
def test_a_body_that_is_no_command_is_unreadable(body: bytes) -> None:
    with pytest.raises(Unreadable):
        read_envelope(body)


@pytest.mark.parametrize("depth", [50, 200, 400, 900])
def test_a_command_nested_deeply_is_unreadable_and_no_fault(service: GameService, game: NewGame, depth: int) -> None:
    body = b'{"command_id":"a","expected_seq":1,"command":{"kind":"hide","what":%b1%b}}' % (
        b'{"a":' * depth,
        b"}" * depth,
    )
    try:
        answer = service.submit(game.host, read_envelope(body))
    except Unreadable:
        return
    assert answer.status == 422


def test_text_of_any_kind_is_kept_as_it_was_typed(service: GameService, game: NewGame) -> None:
    typed = "\x00 \u2028 <script>alert(1)</script> ' \" \\ \r\n 🎲"
    answer = service.submit(at(game, ATTACKER), Envelope("t", 1, {"kind": "hide", "what": typed}))
    assert answer.status == 200
    forget_games(service)
    assert json.loads(service.view(game.host.game_id, ATTACKER).body)["hidden"]["attacker"] == [typed]


def test_a_command_that_changes_nothing_is_not_written(service: GameService, game: NewGame) -> None:
    assert service.submit(game.host, roll("one", 1)).status == 409
    assert len(service.log.read_events(game.host.game_id)) == 1


def test_a_fault_in_the_rules_changes_nothing_and_spares_the_others(service: GameService, game: NewGame) -> None:
    other = begin(service)
    futures = [
        service.submit_soon(other.host, roll("a", 1, 2)),
        service.submit_soon(game.host, Envelope("b", 1, {"kind": "stumble"})),
        service.submit_soon(game.host, roll("c", 1, 5)),
    ]
    assert [future.result(10).status for future in futures] == [200, 500, 200]
    assert total(service, game) == 5


def test_a_closed_game_takes_no_more_commands_but_still_repeats_answers(service: GameService, game: NewGame) -> None:
    first = service.submit(game.host, roll("one", 1, 3))
    service.close(game.host.game_id)
    answer = service.submit(game.host, roll("two", 2, 3))
    assert (answer.status, body(answer)["type"]) == (409, "/problems/closed")
    assert service.submit(game.host, roll("one", 1, 3)) == first


def test_who_goes_away_while_waiting_stops_nobody_else(service: GameService, game: NewGame) -> None:
    gate, opened = threading.Event(), threading.Event()

    def wait(_: object) -> None:
        opened.set()
        gate.wait(10)

    service.ask_soon(game.host.game_id, wait)
    opened.wait(10)
    gone, stays = service.submit_soon(game.host, roll("a", 1, 2)), service.submit_soon(game.host, roll("b", 1, 5))
    assert gone.cancel()
    gate.set()
    assert stays.result(10).status == 200
    assert total(service, game) == 5


def test_a_command_waits_for_one_question_and_not_for_all_that_were_asked_before(
    service: GameService, game: NewGame
) -> None:
    gate, opened = threading.Event(), threading.Event()

    def wait(_: object) -> None:
        opened.set()
        gate.wait(10)

    game_id = game.host.game_id
    before = service.ask(game_id, lambda open_: open_.next_seq)
    service.ask_soon(game_id, wait)
    opened.wait(10)
    many = [service.ask_soon(game_id, lambda open_: open_.next_seq) for _ in range(50)]
    sent = service.submit_soon(game.host, roll("a", 1, 5))
    gate.set()
    assert sent.result(10).status == 200
    assert {one.result(10) for one in many} == {before + 1}, "each of them was answered after the command"
    assert total(service, game) == 5


class DeafListener:
    """A listener that fails at every change."""

    def roles(self, game_id: str) -> list[Role]:
        return list(SEATING.roles)

    def changed(self, game_id: str, role: Role, change: SeenChange) -> None:
        raise RuntimeError("nobody can be told")


def test_a_page_that_cannot_be_told_undoes_nothing(database: Database) -> None:
    service = GameService(database, {"toy": TOY}, DeafListener())
    service.start()
    game = begin(service)
    assert service.submit(game.host, roll("one", 1, 4)).status == 200
    assert total(service, game) == 4
    service.stop()
    assert service.submit(game.host, roll("two", 2, 4)).status == 503


def test_an_unknown_game_is_said_to_be_unknown(service: GameService, game: NewGame) -> None:
    stranger = at(game, ATTACKER)
    answer = service.submit(type(stranger)("s", "nowhere", ATTACKER), roll("one", 1, 3))
    assert answer.status == 404
    with pytest.raises(Problem, match="nowhere"):
        service.view("nowhere", ATTACKER)


def test_a_refused_first_command_leaves_no_game_behind(service: GameService) -> None:
    from app.games.routes import new_game

    made = new_game("toy", "Never", ("Host", Role.SPECTATOR), "2026-01-01T00:00:00Z")
    answer = service.submit_soon(made.host, Envelope("b", 0, {"kind": "begin"}), made.opening).result(10)
    assert answer.status == 409
    assert service.log.read_game(made.host.game_id) is None


def test_two_tablets_racing_doubled_and_reordered_leave_each_command_once(service: GameService, game: NewGame) -> None:
    seats = (at(game, ATTACKER), at(game, DEFENDER))

    def attempt(number: int) -> tuple[bytes, bytes]:
        seat = seats[number % 2]
        for _ in range(400):
            sent = roll(f"c{number}", service.view(seat.game_id, seat.role).number, 0)
            twice = [service.submit_soon(seat, sent), service.submit_soon(seat, sent)]
            first, second = (one.result(10) for one in twice)
            if first.status == 200:
                return first.body, second.body
            assert first.status == 409
        raise AssertionError("never got through")

    with ThreadPoolExecutor(4) as crowd:
        answers = list(crowd.map(attempt, range(40)))
    assert all(first == second for first, second in answers)
    rows = service.log.read_events(game.host.game_id)
    assert sorted(row.command_id for row in rows[1:]) == sorted(f"c{number}" for number in range(40))
    assert [row.seq for row in rows] == list(range(1, 42))


def test_a_fault_after_the_answers_leaves_the_service_answering(
    service: GameService, game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong where games are put away: the writer goes on, and what waits with it hears of the fault."""
    with monkeypatch.context() as broken:
        broken.setattr(service, "_put_idle_games_away", lambda: 1 // 0)
        service.submit_soon(game.host, roll("one", 1, 3)).result(timeout=20)
    with monkeypatch.context() as broken:
        broken.setattr(service, "_answer", lambda _asked: 1 // 0)
        with pytest.raises(Problem):
            service.ask_soon(game.host.game_id, lambda open_: open_).result(timeout=20)
    assert total(service, game) == 3

"""A game as a file: out, checked, tampered with, back in."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from app.games import cli
from app.games.export import ExportFile, export_game
from app.games.game_schemas import name_seats
from app.games.json_codec import Envelope, System
from app.games.routes import NewGame
from app.games.service import GameService
from app.games.verification import (
    NotAGameFile,
    SeatHead,
    by_clause,
    findings,
    import_game,
    read_file,
    rejudge,
    seat_head,
    seat_heads,
)
from app.http.problem_details import Problem
from app.plugins import Plugins
from rules.flanders_fields.vocabulary import ATTACKER, SEATING
from rules.kernel.explanations import Refusal
from rules.kernel.play import Past, no_past
from rules.kernel.seats import Role
from tests.app.conftest import at, begin, roll
from tests.app.toy import TOY, Rolled, Toy
from tests.systems import known_systems

SYSTEMS = {"toy": TOY}
DOCS = Path(__file__).resolve().parents[2] / "docs"


def played(service: GameService, close: bool = True) -> NewGame:
    game = begin(service)
    for number in range(1, 8):
        assert service.submit(game.host, roll(f"c{number}", number, 0, 3, 0)).status == 200
    service.add_share(game.host.game_id, "5afe")
    for number in range(8, 12):
        service.submit(game.host, roll(f"c{number}", number, 0, 0))
    service.submit(at(game, ATTACKER), Envelope("h", 12, {"kind": "hide", "what": "reserve"}))
    if close:
        service.close(game.host.game_id)
    return game


def exported(service: GameService, close: bool = True) -> ExportFile:
    file = export_game(service.log, played(service, close).host.game_id)
    assert file is not None
    return file


def changed(file: ExportFile, change: str) -> ExportFile:
    """The file with one thing in it altered."""
    plain: dict[str, Any] = json.loads(msgspec.json.encode(file))
    exec(change, {"file": plain})
    return msgspec.json.decode(json.dumps(plain).encode(), type=ExportFile)


def test_a_file_that_was_not_touched_has_nothing_wrong_with_it(service: GameService) -> None:
    file = read_file(msgspec.json.encode(exported(service)))
    assert findings(file, SYSTEMS) == []
    assert findings(file, SYSTEMS, file.head) == []
    assert findings(file, SYSTEMS, file.events[4].hash) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("file['events'][3]['payload'] = file['events'][3]['payload'].replace('3', '4')", "event 4"),
        ("file['events'][3]['role'] = 'attacker'", "event 4"),
        ("file['events'][3]['audience'] = 'referee'", "event 4"),
        ("del file['events'][5]", "event 6 should stand here"),
        ("file['events'].insert(2, file['events'][3])", "event 3 should stand here"),
        ("file['events'][2:4] = file['events'][3:1:-1]", "should stand here"),
        ("file['commands'][3]['body'] = file['commands'][3]['body'].replace('3', '4')", "event 4"),
        ("del file['commands'][3]", "is missing"),
        ("file['commands'].append(file['commands'][3])", "twice"),
        ("file['commands'][3]['last_seq'] += 1", "its events are not"),
        ("file['commands'][3]['last_seq'] = 2**31 - 1", "its events are not"),
        ("file['commands'][3]['seat_id'] = 'somebody'", "came from another seat"),
        ("file['dice'][0]['seed'] = '00' * 32", "not the one promised"),
        ("file['dice'][0]['commitment'] = '00' * 32", "event 1"),
        ("file['shares'][0]['share'] = '1'", "not those of the seed"),
        ("file['shares'][1]['from_seq'] = 2", "not those of the seed"),
        ("file['game']['created_at'] = '2020-01-01T00:00:00Z'", "event 1"),
        ("file['game']['system'] = 'chess'", "'chess' is not known here"),
        ("file['dice'] = []", "the promise of its dice"),
    ],
)
def test_whatever_is_altered_is_found(service: GameService, change: str, says: str) -> None:
    assert says in "; ".join(findings(changed(exported(service), change), SYSTEMS))


PLANTED = "{'commitment': '00' * 32, 'seed': None, 'from_seq': %s}"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (f"file['dice'].append({PLANTED % 20})", "dice are promised from event 20 on, but the log ends with event 13"),
        (f"file['dice'].append({PLANTED % 15})", "dice are promised from event 15 on, but the log ends with event 13"),
        (f"file['dice'] += [{PLANTED % 9}, {PLANTED % 5}]", "do not follow each other from event 1 on"),
        (f"file['dice'].append({PLANTED % 1})", "do not follow each other from event 1 on"),
        ("file['dice'][0]['from_seq'] = 2", "do not follow each other from event 1 on"),
        ("file['dice'][0]['seed'] = '00' * 32", "the seed from event 1 on is told, but the game is not closed"),
        ("file['shares'][-1]['from_seq'] = 15", "a share counts from event 15 on, but the log ends with event 13"),
        ("file['shares'].reverse()", "shares do not stand in the order in which they count"),
        ("file['game']['closed_by'] = 'Eve'", "says who closed it, but it is not closed"),
    ],
)
def test_what_the_file_of_an_open_game_cannot_know_is_refused(
    service: GameService, tmp_path: Path, change: str, says: str
) -> None:
    file = changed(exported(service, close=False), change)
    assert any(says in one for one in findings(file, SYSTEMS))
    other = elsewhere(tmp_path)
    with pytest.raises(Problem, match=re.escape(says)):
        import_game(other, msgspec.json.encode(file))
    assert other.log.read_game(file.game.id) is None
    other.stop()


def test_a_promise_in_the_middle_of_a_command_is_refused(service: GameService) -> None:
    """Who brings a game back promises new dice between two commands, never within one."""
    file = exported(service)
    widened = changed(
        file,
        "file['commands'][4]['last_seq'] = file['commands'][5]['last_seq']; del file['commands'][5];"
        f"file['dice'].append({PLANTED % 6})",
    )
    assert "dice are promised from event 6 on, where no command begins" in "; ".join(findings(widened, SYSTEMS))


def test_a_promise_and_a_share_for_the_next_event_are_as_they_should_be(service: GameService, tmp_path: Path) -> None:
    file = exported(service, close=False)
    other = elsewhere(tmp_path)
    import_game(other, msgspec.json.encode(file))
    other.add_share(file.game.id, "0f")
    brought = export_game(other.log, file.game.id)
    other.stop()
    assert brought is not None
    assert (brought.dice[-1].from_seq, brought.shares[-1].from_seq) == (14, 14)
    assert findings(brought, SYSTEMS) == []


def test_shares_of_one_moment_keep_their_order_when_a_game_is_brought_back(
    service: GameService, tmp_path: Path
) -> None:
    game = begin(service)
    for share in "9876543210":
        service.add_share(game.host.game_id, share)
    service.submit(game.host, roll("c1", 1, 0, 0, 0))
    service.close(game.host.game_id)
    file, other = export_game(service.log, game.host.game_id), elsewhere(tmp_path)
    import_game(other, msgspec.json.encode(file))
    brought = export_game(other.log, game.host.game_id)
    other.stop()
    assert file
    assert brought
    assert brought.shares == file.shares
    assert findings(brought, SYSTEMS) == []


@pytest.mark.parametrize("place", ["commands[2].actor", "commands[2].body", "events[2].payload"])
def test_a_text_with_a_nul_is_no_part_of_a_game(service: GameService, place: str) -> None:
    plain = json.loads(msgspec.json.encode(exported(service)))
    table, name = place.split("[2].")
    plain[table][2][name] += "\0"
    with pytest.raises(NotAGameFile, match="a NUL cannot stand here"):
        read_file(json.dumps(plain).encode())
    plain[table][2][name] = plain[table][2][name].replace("\0", "\\u0000")
    assert read_file(json.dumps(plain).encode()), "written out as six letters it is none"


@pytest.mark.parametrize(
    ("place", "letter"),
    [
        ("commands[2].command_id", " "),
        ("commands[2].seat_id", "A"),
        ("events[2].command_id", "é"),
        ("events[2].seat_id", "_"),
        ("events[2].written_at", "\n"),
        ("events[2].hash", "F"),
    ],
)
def test_a_listed_text_is_made_of_its_letters_only(service: GameService, place: str, letter: str) -> None:
    plain = json.loads(msgspec.json.encode(exported(service)))
    table, name = place.split("[2].")
    plain[table][2][name] = plain[table][2][name][:-1] + letter
    with pytest.raises(NotAGameFile, match=re.escape(f"{place}: such letters cannot stand here")):
        read_file(json.dumps(plain).encode())


def test_a_log_cut_off_is_found_by_the_head_that_was_noted(service: GameService) -> None:
    file = exported(service)
    short = changed(file, "del file['events'][-2:]; del file['commands'][-2:]")
    assert findings(short, SYSTEMS) == []
    assert findings(short, SYSTEMS, file.head) == [
        "the event whose hash was noted is missing: the log was cut off or replaced"
    ]


@pytest.mark.parametrize("role", list(SEATING.roles))
def test_every_seat_can_note_a_head_that_finds_a_log_cut_off_or_rewritten(service: GameService, role: Role) -> None:
    file = exported(service)
    noted = seat_head(file.game.id, role, [row.logged for row in file.rows()])
    assert noted.number == service.view(file.game.id, role).number
    assert findings(file, SYSTEMS, noted.head) == []
    short = changed(file, "del file['events'][-2:]; del file['commands'][-2:]")
    assert len(findings(short, SYSTEMS, noted.head)) == 1
    assert any("cut off" in one for one in findings(changed(file, REWRITTEN), SYSTEMS, noted.head))


REWRITTEN = "file['events'][-2]['payload'] = file['events'][-2]['payload'].replace('rolled', 'entered')"


@pytest.mark.parametrize("role", list(SEATING.roles))
def test_a_head_noted_earlier_is_found_again_at_its_number(service: GameService, role: Role) -> None:
    """What a tablet asks with: the hash at the number it noted, as long as the log has not been changed before it."""
    file = exported(service)
    heads = seat_heads(file.game.id, role, [row.logged for row in file.rows()])
    assert [one.number for one in heads] == list(range(service.view(file.game.id, role).number + 1))
    half = len(file.events) // 2
    before = seat_heads(file.game.id, role, [row.logged for row in file.rows()[:half]])
    assert heads[: len(before)] == before
    rewritten = seat_heads(file.game.id, role, [row.logged for row in changed(file, REWRITTEN).rows()])
    assert len(rewritten) == len(heads)
    assert rewritten[-1] != heads[-1]


def test_what_is_hidden_from_a_seat_does_not_move_its_head(service: GameService, game: NewGame) -> None:
    def noted(role: Role) -> SeatHead:
        return seat_head(game.host.game_id, role, service.log.read_log(game.host.game_id)[0])

    before = {role: noted(role) for role in SEATING.roles}
    service.submit(at(game, ATTACKER), Envelope("h", 1, {"kind": "hide", "what": "reserve"}))
    moved = {role for role in SEATING.roles if noted(role) != before[role]}
    assert moved == {ATTACKER, Role.REFEREE}


def test_the_seed_stays_secret_until_the_game_is_closed(service: GameService) -> None:
    game = played(service, close=False)
    seed = service.log.read_game(game.host.game_id)
    assert seed is not None
    file = export_game(service.log, game.host.game_id)
    assert file is not None
    assert seed.cups[0].seed is not None
    assert seed.cups[0].seed.hex() not in msgspec.json.encode(file).decode()
    assert findings(file, SYSTEMS) == []
    service.close(game.host.game_id)
    revealed = export_game(service.log, game.host.game_id)
    assert revealed is not None
    assert revealed.dice[0].seed == seed.cups[0].seed.hex()


def elsewhere(tmp_path: Path) -> GameService:
    from app.storage.database import migrate, open_database

    database = open_database(f"sqlite:///{tmp_path / 'elsewhere.db'}")
    migrate(database.engine)
    made = GameService(database, SYSTEMS)
    made.start()
    return made


def test_a_game_brought_back_elsewhere_is_the_same_and_goes_on(service: GameService, tmp_path: Path) -> None:
    file = exported(service, close=False)
    other = elsewhere(tmp_path)
    import_game(other, msgspec.json.encode(file))
    for role in SEATING.roles:
        assert other.view(file.game.id, role) == service.view(file.game.id, role)
    host = at(played(other), Role.REFEREE)
    here = type(host)("s", file.game.id, Role.REFEREE, "Ann", True)
    assert other.submit(here, roll("next", 13, 0)).status == 200
    other.close(file.game.id)
    again = export_game(other.log, file.game.id)
    assert again is not None
    assert again.events[:13] == file.events
    assert [one.from_seq for one in again.dice] == [1, 14]
    assert findings(again, SYSTEMS, file.head) == []
    other.stop()


def test_a_game_that_is_here_already_is_not_taken_twice(service: GameService) -> None:
    file = exported(service)
    with pytest.raises(Problem) as told:
        import_game(service, msgspec.json.encode(file))
    assert told.value.answer.status == 409
    see = msgspec.json.decode(told.value.answer.body)["see"]
    assert see == {"page": f"/games/{file.game.id}", "says": "Open the game"}


@pytest.mark.parametrize(
    "change",
    [
        "file['events'][3]['payload'] = '{}'",
        "file['game']['id'] = '../../etc'",
        "file['game']['title'] = 'x' * 200",
        "file['events'][3]['seq'] = 10**30",
        "file['unknown'] = 1",
        "file['version'] = 2",
        "file['events'] = []",
        "file['commands'][3]['body'] = '['",
        "file['dice'].append(file['dice'][0])",
    ],
)
def test_a_file_that_does_not_hold_leaves_nothing_behind(service: GameService, tmp_path: Path, change: str) -> None:
    plain = json.loads(msgspec.json.encode(exported(service)))
    exec(change, {"file": plain})
    other = elsewhere(tmp_path)
    with pytest.raises(Problem) as told:
        import_game(other, json.dumps(plain).encode())
    assert told.value.answer.status == 422
    assert other.log.games() == []
    assert other.log.read_events(plain["game"]["id"]) == []
    other.stop()


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"format":NaN}', b'{"format":1e999}'])
def test_what_is_no_game_file_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(NotAGameFile):
        read_file(data)


class Stricter(Toy):
    """Tomorrow's rules: two dice at most, and the total counts double."""

    def decide(self, state: Any, command: Any, actor: Any, past: Past = no_past) -> Any:
        outcome = super().decide(state, command, actor, past)
        if isinstance(outcome, Refusal) or not isinstance(outcome[0], Rolled):
            return outcome
        if len(outcome[0].dice) > 2:
            return Refusal("TOY-09", "two dice at most")
        return [Rolled(outcome[0].dice, outcome[0].total * 2)]


def test_todays_rules_decide_as_they_did_and_tomorrows_are_told_apart_by_clause(service: GameService) -> None:
    file = exported(service)
    assert list(rejudge(file, TOY)) == []
    found = by_clause(list(rejudge(file, Stricter())))
    assert {clause: len(ones) for clause, ones in found.items()} == {"TOY-09": 7, "no clause": 4}
    assert found["TOY-09"][0].now == "refused: two dice at most"


def program(systems: Mapping[str, System] = SYSTEMS) -> typer.Typer:
    made = typer.Typer(context_settings={"obj": Plugins(()).with_games(systems)})
    cli.register(made)
    return made


def test_the_commands_of_the_terminal(service: GameService, tmp_path: Path) -> None:
    file = exported(service)
    good, bad, none = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "none.json"
    good.write_bytes(msgspec.json.encode(file))
    bad.write_bytes(msgspec.json.encode(changed(file, "del file['events'][3]")))
    none.write_text("hello")
    runner = CliRunner()
    told = runner.invoke(program(), ["verify", str(good), "--head", file.head])
    assert (told.exit_code, f"head {file.head}" in told.output) == (0, True)
    assert runner.invoke(program(), ["verify", str(bad)]).exit_code == 1
    assert runner.invoke(program(), ["verify", str(none)]).exit_code == 2
    assert runner.invoke(program(), ["verify", str(good), "--head", "00"]).exit_code == 1
    assert runner.invoke(program(), ["rejudge", str(good)]).exit_code == 0
    told = runner.invoke(program({"toy": Stricter()}), ["rejudge", str(good)])
    assert (told.exit_code, "TOY-09" in told.output) == (1, True)


def test_the_schema_in_the_documentation_is_that_of_the_file() -> None:
    written = json.loads((DOCS / "export-format.schema.json").read_text(encoding="utf-8"))
    schema = msgspec.json.schema(ExportFile)
    name_seats(schema["$defs"], known_systems())
    assert written == schema

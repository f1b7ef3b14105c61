"""The Mons game as it is kept: opened, played, taken back, read again, closed, checked, judged again."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from app.games.export import export_game
from app.games.json_codec import Envelope
from app.games.routes import NewGame, new_game
from app.games.service import GameService, utc_now
from app.games.verification import findings, read_file, rejudge
from app.http.problem_details import HttpAnswer
from app.storage.database import Database
from rules.flanders_fields.vocabulary import ATTACKER, SEATING
from rules.kernel.seats import Role
from tests.app.conftest import at, forget_games
from tests.systems import known_systems


class Table:
    """A Mons game in a keeper, and its two sides."""

    def __init__(self, service: GameService) -> None:
        self.service = service
        self.sent = 0
        self.game: NewGame = new_game("flanders-fields", "Mons", ("Ann", Role.REFEREE), utc_now())
        opening = Envelope("open", 0, {"kind": "create_game", "scenario": "mons-1914"})
        assert service.submit_soon(self.game.host, opening, self.game.opening).result(10).status == 200

    @property
    def id(self) -> str:
        return self.game.host.game_id

    def send(self, role: Role, **command: Any) -> HttpAnswer:
        self.sent += 1
        seen = self.service.view(self.id, role).number
        return self.service.submit(at(self.game, role), Envelope(f"c{self.sent}", seen, command))


@pytest.fixture
def table(database: Database) -> Iterator[Table]:
    service = GameService(database, known_systems())
    service.start()
    yield Table(service)
    service.stop()


def play_a_little(table: Table) -> None:
    assert table.send(ATTACKER, kind="start_turn").status == 200
    while table.send(ATTACKER, kind="note", text="look").status == 200:
        rolled = table.send(
            ATTACKER,
            kind="roll_orders",
            unit="a1.1.c1",
            die={"pips": 0, "source": "rolled"},
            farthest_platoon_cm=20.0,
        )
        if rolled.status == 200:
            break
        assert table.send(ATTACKER, kind="next_step").status == 200
    assert table.send(ATTACKER, kind="undo").status == 200


def test_what_is_kept_of_a_game_is_the_game(table: Table) -> None:
    play_a_little(table)
    service, game = table.service, table.id
    before = {role: service.view(game, role) for role in SEATING.roles}
    forget_games(service)
    assert {role: service.view(game, role) for role in SEATING.roles} == before
    kept = service.ask(game, lambda one: one.system.view(one.state, Role.REFEREE))
    replayed = service.ask(game, lambda one: one.system.view(one.system.replay(one.log), Role.REFEREE))
    assert kept == replayed


def test_its_file_holds_together_and_todays_rules_agree(table: Table) -> None:
    play_a_little(table)
    table.service.close(table.id)
    file = export_game(table.service.log, table.id)
    assert file is not None
    read = read_file(msgspec.json.encode(file))
    assert findings(read, known_systems(), file.head) == []
    assert list(rejudge(read, known_systems()["flanders-fields"])) == []


def test_no_seat_is_told_the_number_of_the_whole_log(table: Table) -> None:
    play_a_little(table)
    for role in SEATING.roles:
        told = table.service.told(table.id, role)
        assert [one["number"] for one in told] == list(range(1, len(told) + 1))
        assert not any("seq" in one for one in told)
        assert '"seq"' not in json.dumps(json.loads(table.service.view(table.id, role).body))

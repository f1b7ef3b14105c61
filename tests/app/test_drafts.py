"""Drafts stand beside the log: kept for their side, in no event, number, export or answer of anybody else's."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import func, select

from app.games.export import export_game
from app.games.json_codec import Envelope
from app.games.routes import NewGame, new_game
from app.games.service import GameService, utc_now
from app.games.verification import findings, rejudge
from app.http.problem_details import HttpAnswer
from app.play.available_commands import stage_soon
from app.seats.seat_repository import Seat
from app.storage.database import Database, migrate, open_database
from app.storage.event_log import DRAFTS
from rules.kernel.seats import Role
from tests.app.conftest import at, forget_games
from tests.client import with_tables
from tests.stage_toy.served import ServedToy

TOY = ServedToy()
NORTH, SOUTH = TOY.seating.playing
CANARY = "north b"


class Evening:
    """A game of the toy with a seat for each role, and a second device of the north."""

    def __init__(self, service: GameService) -> None:
        self.service, self.sent = service, 0
        self.game: NewGame = new_game(TOY.key, "Two by two", ("Host", Role.REFEREE), utc_now(), ["a share"])
        opened = service.submit_soon(self.game.host, Envelope("begin", 0, {"kind": "begin"}), self.game.opening)
        assert opened.result(10).accepted
        self.id = self.game.host.game_id
        self.seats = {role: at(self.game, role) for role in TOY.seating.roles}
        self.other_tablet = Seat("seat-other", self.id, NORTH, "the other tablet")

    def number(self, role: Role) -> int:
        return self.service.view(self.id, role).number

    def send(self, role: Role, kind: str, *, seat: Seat | None = None, seen: int | None = None, **told: Any) -> str:
        """A command that is accepted; its id."""
        answer, sent = self.sends(role, kind, seat=seat, seen=seen, **told)
        assert answer.accepted, answer.body
        return sent.command_id

    def sends(
        self, role: Role, kind: str, *, seat: Seat | None = None, seen: int | None = None, **told: Any
    ) -> tuple[HttpAnswer, Envelope]:
        self.sent += 1
        number = self.number(role) if seen is None else seen
        envelope = Envelope(f"c{self.sent}", number, {"kind": kind, **told})
        return self.service.submit(seat or self.seats[role], envelope), envelope

    def view(self, role: Role) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.service.view(self.id, role).body)
        return told

    def everything(self, role: Role) -> str:
        """All that a seat is told: what it sees, its log, its stage, its number."""
        stage = stage_soon(self.service, self.seats[role]).result(10)
        seen = self.service.view(self.id, role)
        return str((seen.number, seen.body, self.service.told(self.id, role), stage))

    def log(self) -> list[str]:
        return [row.type for row in self.service.log.read_events(self.id)]

    def offered(self, role: Role) -> list[str]:
        stage = stage_soon(self.service, self.seats[role]).result(10).stage
        return [one.kind for one in (*stage.owed, *stage.offered)]


@pytest.fixture
def service(database: Database) -> Iterator[GameService]:
    made = GameService(database, {TOY.key: TOY})
    made.start()
    yield made
    made.stop()


@pytest.fixture
def evening(service: GameService) -> Evening:
    return Evening(service)


def test_a_draft_is_in_no_log_and_told_to_its_side_alone(evening: Evening) -> None:
    before = {role: evening.everything(role) for role in (SOUTH, Role.SPECTATOR)}
    number = evening.number(NORTH)
    evening.send(NORTH, "bury", stand=CANARY)
    assert {role: evening.everything(role) for role in before} == before
    assert evening.log() == ["came_to"]
    kept = export_game(evening.service.log, evening.id)
    assert kept is not None
    assert [one.command_id for one in kept.commands] == ["begin"]
    assert f'"buried":{{"north":"{CANARY}"}}' not in str(kept)
    assert evening.service.told(evening.id, NORTH) == evening.service.told(evening.id, NORTH, number - 1)
    assert evening.view(NORTH)["buried"] == {"north": CANARY}
    # Its own pages notice it, and so does the referee's.
    assert evening.number(NORTH) == number + 1
    assert evening.number(Role.REFEREE) == number + 1


def test_it_stays_where_the_game_is_put_away_and_what_is_written_later_takes_its_place(evening: Evening) -> None:
    evening.send(NORTH, "bury", stand=CANARY)
    evening.send(NORTH, "bury", stand="north a")
    forget_games(evening.service)
    assert evening.view(NORTH)["buried"] == {"north": "north a"}
    assert evening.number(NORTH) == 3
    with evening.service.log._engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(DRAFTS)).scalar_one() == 1


def test_a_game_that_goes_on_from_a_kept_state_has_its_drafts_and_their_numbers(evening: Evening) -> None:
    for n in range(40):
        if n == 20:
            evening.send(NORTH, "bury", stand=CANARY)
        evening.send(NORTH if n % 2 else SOUTH, "note", text=f"note {n}")
    before = {role: evening.everything(role) for role in evening.seats}
    numbers = [one["number"] for one in evening.service.told(evening.id, NORTH)]
    assert numbers == [*range(1, 22), *range(23, 43)]
    with evening.service._pen:
        evening.service._shelf.keep(evening.service._games.all())
    forget_games(evening.service)
    assert evening.service.ask(evening.id, lambda game: game.is_brief)
    assert {role: evening.everything(role) for role in evening.seats} == before
    assert evening.service.told(evening.id, NORTH, 20) == evening.service.told(evening.id, NORTH)[20:]


def test_ready_brings_all_of_it_into_the_log_at_once_and_is_judged_alike_again(evening: Evening) -> None:
    evening.send(NORTH, "bury", stand="north a")
    evening.send(NORTH, "bury", stand=CANARY)
    evening.send(NORTH, "choose", stance="lie")
    evening.send(SOUTH, "choose", stance="stand")
    kept = export_game(evening.service.log, evening.id)
    assert kept is not None
    assert evening.log() == ["came_to"] * 4
    assert "north a" not in kept.commands[1].body
    assert json.loads(kept.commands[1].body)["written"] == [{"kind": "bury", "stand": CANARY}]
    assert list(findings(kept, {TOY.key: TOY})) == []
    assert list(rejudge(kept, TOY)) == []
    told = evening.service.told(evening.id, NORTH)
    # Two numbers were taken by what was written, before what came of it.
    assert [one["number"] for one in told] == [1, 4, 5, 6]
    assert [one["number"] for one in evening.service.told(evening.id, SOUTH)] == [1, 2]


def test_ready_taken_back_gives_the_drafts_back_and_tells_nobody_whether_they_changed(evening: Evening) -> None:
    found = []
    for another in (None, "north a"):
        game = Evening(evening.service)
        game.send(NORTH, "bury", stand=CANARY)
        sealed = game.send(NORTH, "choose", stance="lie")
        game.send(NORTH, "undo", command_id=sealed)
        assert game.view(NORTH)["buried"] == {"north": CANARY}
        assert "choose" in game.offered(NORTH)
        if another:
            game.send(NORTH, "bury", stand=another)
        game.send(NORTH, "choose", stance="lie")
        assert game.view(NORTH)["buried"] == {"north": another or CANARY}
        found.append([game.everything(role).replace(game.id, "") for role in (SOUTH, Role.SPECTATOR)])
    assert found[0] == found[1]


def test_a_draft_is_taken_back_unheard(evening: Evening) -> None:
    before = evening.everything(SOUTH)
    written = evening.send(NORTH, "bury", stand=CANARY)
    number = evening.number(NORTH)
    evening.send(NORTH, "undo", command_id=written)
    assert evening.view(NORTH)["buried"] == {}
    assert (evening.number(NORTH), evening.log(), evening.everything(SOUTH)) == (number + 1, ["came_to"], before)


def test_sent_twice_it_happens_once_and_another_under_its_id_is_refused(evening: Evening) -> None:
    answer, envelope = evening.sends(NORTH, "bury", stand=CANARY)
    evening.send(NORTH, "bury", stand="north a")
    forget_games(evening.service)
    assert evening.service.submit(evening.seats[NORTH], envelope) == answer
    assert evening.view(NORTH)["buried"] == {"north": "north a"}
    other = Envelope(envelope.command_id, 1, {"kind": "note", "text": "tea"})
    assert evening.service.submit(evening.seats[NORTH], other).status == 422


def test_of_two_tablets_of_a_side_the_second_is_told_that_something_was_written(evening: Evening) -> None:
    seen = evening.number(NORTH)
    evening.send(NORTH, "bury", stand=CANARY)
    late, _ = evening.sends(NORTH, "bury", seat=evening.other_tablet, seen=seen, stand="north a")
    assert late.status == 409
    assert json.loads(late.body)["changed"] == ["your side has written something down"]
    # What the other side does meanwhile makes nothing late.
    evening.send(SOUTH, "bury", stand="south a")
    evening.send(NORTH, "bury", seat=evening.other_tablet, stand="north a")
    assert evening.view(NORTH)["buried"] == {"north": "north a"}


def test_what_the_rules_refuse_is_no_draft_and_the_other_sides_is_not_sealed(evening: Evening) -> None:
    refused, _ = evening.sends(NORTH, "bury", stand="south a")
    assert (refused.status, evening.number(NORTH)) == (409, 1)
    evening.send(SOUTH, "bury", stand="south a")
    evening.send(NORTH, "choose", stance="lie")
    assert evening.log() == ["came_to"] * 2


@pytest.mark.postgres
def test_another_process_sees_a_draft_and_of_two_at_once_one_is_first(postgres_url: str) -> None:
    with_tables(postgres_url)
    databases = [open_database(postgres_url) for _ in range(2)]
    migrate(databases[0].engine)
    here, there = (GameService(one, {TOY.key: TOY}) for one in databases)
    for each in (here, there):
        each.start()
    evening = Evening(here)
    assert there.view(evening.id, NORTH).number == 1
    evening.send(NORTH, "bury", stand=CANARY)
    assert there.view(evening.id, NORTH).number == 2
    assert json.loads(there.view(evening.id, NORTH).body)["buried"] == {"north": CANARY}
    late = there.submit(evening.other_tablet, Envelope("late", 1, {"kind": "bury", "stand": "north a"}))
    assert late.status == 409
    assert there.submit(evening.other_tablet, Envelope("now", 2, {"kind": "bury", "stand": "north a"})).accepted
    assert evening.view(NORTH)["buried"] == {"north": "north a"}
    for one, database in zip((here, there), databases, strict=True):
        one.stop()
        database.close()

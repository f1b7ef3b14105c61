"""A game that goes on from a kept state is the game that was played from its first event, wherever it was cut."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from app.games import open_game
from app.games.open_game import KeptState, OpenGame, restored, stored
from app.games.repository import WORTH_KEEPING
from app.games.routes import NewGame
from app.games.service import GameService
from app.storage.database import Database
from app.storage.event_log import Logged
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, SEATING
from rules.kernel.record_events import Note, TakeBack
from rules.kernel.seats import Role
from rules.kernel.undo import DEEDS_AT_HAND
from tests.app.conftest import at, begin, roll
from tests.app.test_reading_a_game import CODEC, RECORD, deeds, happen, played, rows_of
from tests.app.toy import TOY
from tests.game.test_assaults import THEIRS, closed, go_in, ordered, throw


@pytest.fixture(scope="module")
def live() -> OpenGame:
    return played()


@pytest.fixture(scope="module")
def rows(live: OpenGame) -> Sequence[Logged]:
    return list(rows_of(live.log))


def cut(rows: Sequence[Logged], at: int) -> OpenGame:
    """The game, gone on with from what it had come to at event `at`, by way of the stored bytes."""
    before = OpenGame(RECORD, SYSTEM, CODEC, rows[:at], b"then")
    kept = restored(SYSTEM, stored(SYSTEM, before.kept(), before.head))
    assert kept is not None
    return OpenGame.from_kept(RECORD, SYSTEM, CODEC, kept, rows[at:], b"head", lambda after, up_to: rows[after:up_to])


def same(one: OpenGame, other: OpenGame) -> bool:
    """Whether no seat could tell the two games apart."""
    return (one.numbers, one.next_seq, one.head) == (other.numbers, other.next_seq, other.head) and all(
        one.view(role) == other.view(role) for role in SEATING.roles
    )


def test_wherever_it_was_cut_it_is_the_game_that_was_played(live: OpenGame, rows: Sequence[Logged]) -> None:
    from_where = {role: (number, number - 9, number // 2, 0) for role, number in live.numbers.items()}
    told = {
        (role, since): (live.told(role, since), live.withdrawn_numbers(role, since))
        for role, every in from_where.items()
        for since in every
    }
    for at_event in (1, 2, *range(7, len(rows), 61), len(rows) - 1, len(rows)):
        game = cut(rows, at_event)
        assert same(game, live), at_event
        for (role, since), here in told.items():
            assert (game.told(role, since), game.withdrawn_numbers(role, since)) == here, (at_event, role, since)


def test_reading_its_log_does_not_fold_it_again_and_taking_back_does(live: OpenGame, rows: Sequence[Logged]) -> None:
    game = cut(rows, len(rows))
    assert len(deeds(game)) == DEEDS_AT_HAND < len(deeds(live))
    game.told(Role.REFEREE)
    assert game.is_brief
    assert game.log == live.log
    game.be_whole()
    assert not game.is_brief
    assert same(game, live)
    assert deeds(game) == deeds(live)


def test_going_on_from_a_kept_state_is_going_on(rows: Sequence[Logged]) -> None:
    whole, brief = OpenGame(RECORD, SYSTEM, CODEC, rows, b"head"), cut(rows, len(rows))
    for game in (whole, brief):
        happen(game, Note(text="after supper"))
    assert brief.is_brief
    assert same(brief, whole)
    far_back = deeds(whole)[200][0]
    brief.be_whole()
    for game in (whole, brief):
        happen(game, TakeBack(command_id=str(far_back)))
    assert same(brief, whole)
    assert deeds(brief) == deeds(whole)


def test_a_fight_on_its_way_comes_back_as_it_was() -> None:
    """Whatever a state holds is made of plain values: contacts, dice thrown for them, rolls that are owed."""
    evening = ordered()
    for step in (lambda: go_in(evening), lambda: closed(evening, THEIRS), lambda: throw(evening, 6, 1)):
        step()
        kept = KeptState(len(evening.log), evening.state, dict.fromkeys(SEATING.roles, 0), {})
        back = restored(SYSTEM, stored(SYSTEM, kept, b"head"))
        assert back is not None
        assert back.state == evening.state.brief()


@contextmanager
def again(database: Database) -> Iterator[GameService]:
    """Another process takes the games up."""
    service = GameService(database, {"toy": TOY})
    service.start()
    yield service
    service.stop()


def played_long(database: Database, rolls: int) -> NewGame:
    """A game of the toy, played and put away."""
    with again(database) as service:
        game = begin(service)
        for number in range(rolls):
            sent = service.submit(game.host, roll(f"roll-{number}", number + 1, number % 6 + 1))
            assert sent.status == 200
    return game


def kept_rows(database: Database) -> int:
    with database.engine.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM kept_states")).scalar_one())


def is_brief(service: GameService, game: NewGame) -> bool:
    return service.ask(game.host.game_id, lambda one: one.is_brief)


def total(service: GameService, game: NewGame) -> bytes:
    return service.view(game.host.game_id, Role.REFEREE).body


def test_a_short_game_is_not_kept_and_a_longer_one_is(database: Database) -> None:
    played_long(database, WORTH_KEEPING - 2)
    assert kept_rows(database) == 0
    played_long(database, WORTH_KEEPING - 1)
    assert kept_rows(database) == 1


def test_the_next_process_goes_on_from_it(database: Database) -> None:
    game = played_long(database, 60)
    with again(database) as service:
        assert is_brief(service, game)
        first = service.submit(game.host, roll("roll-3", 4, 4))
        assert first.status == 200, "done long ago, and answered as it was then"
        assert service.submit(game.host, roll("roll-3", 4, 5)).status == 422, "another command of the same name"
        assert service.submit(game.host, roll("new", 61, 6)).status == 200
        assert is_brief(service, game)
        assert len(service.told(game.host.game_id, Role.REFEREE)) == 62
        take_back = roll("back", 62)
        take_back.command.update(kind="undo", seqs=[62])
        del take_back.command["dice"]
        assert service.submit(game.host, take_back).status == 200
        assert not is_brief(service, game)
    with again(database) as service:
        assert b'"total":210' in total(service, game)


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE kept_states SET program = 'of another day'",
        "UPDATE kept_states SET seq = seq - 1",
        "UPDATE kept_states SET body = substr(body, 1, 40)",
        "DELETE FROM kept_states",
    ],
)
def test_one_that_does_not_fit_is_left_alone(database: Database, spoil: str) -> None:
    game = played_long(database, 60)
    with database.engine.begin() as connection:
        connection.execute(text(spoil))
    with again(database) as service:
        assert not is_brief(service, game)
        assert b'"total":210' in total(service, game)
        assert service.submit(at(game, ATTACKER), roll("new", 61, 6)).status == 200


def test_other_rules_fold_for_themselves(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played_long(database, 60)
    monkeypatch.setattr(open_game, "program", lambda: "newer rules")
    with again(database) as service:
        assert not is_brief(service, game)
    with again(database) as service:
        assert is_brief(service, game), "and keep what they come to"

"""Which games stay in memory, and that nobody's heartbeat brings one back."""

import asyncio
import gc
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.games.json_codec import Envelope
from app.games.open_game import OpenGame
from app.games.repository import MIB
from app.games.routes import NewGame, new_game
from app.games.service import GameService, utc_now
from app.live.event_stream import asking
from app.live.hub import GameHub
from app.main import create_app
from app.settings import load_settings
from app.storage.database import Database, migrate, open_database
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.seats import Role
from tests.app.conftest import at, begin, forget_games, roll
from tests.app.test_live import told
from tests.app.toy import TOY
from tests.bench.evening import CREATE, script
from tests.client import TestClient
from tests.systems import known_systems
from tests.unhurried import PATIENCE_S

HEARTBEATS = 3


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    migrate(opened.engine)
    yield opened
    opened.close()


class House:
    """A service with pages whose heartbeats come at once, and a list of the games that were opened."""

    def __init__(self, database: Database) -> None:
        self.hub = GameHub(heartbeat_s=0.02)
        self.service = GameService(database, {"toy": TOY}, self.hub)
        self.opened: list[str] = []
        self._open = self.service._shelf.open
        self.service._shelf.open = self._noted  # type: ignore[method-assign]

    def _noted(self, game_id: str) -> OpenGame | None:
        self.opened.append(game_id)
        return self._open(game_id)

    def page(self, game: NewGame, role: Role) -> AsyncIterator[bytes]:
        seat = at(game, role)

        async def sits() -> bool:
            return True

        now, still = asking(self.service, seat, sits)
        return self.hub.listen(seat, now, still=still)


@pytest.fixture
def house(database: Database) -> Iterator[House]:
    made = House(database)
    made.service.start()
    yield made
    made.service.stop()


async def beats(stream: AsyncIterator[bytes]) -> list[bytes]:
    """The next messages of a stream that are heartbeats; anything before them is left out."""
    found: list[bytes] = []
    while len(found) < HEARTBEATS:
        frame = await asyncio.wait_for(anext(stream), PATIENCE_S)
        found += [frame] if frame.startswith(b"event: heartbeat") else []
    return found


def test_no_game_is_opened_for_a_heartbeat(house: House) -> None:
    games = [begin(house.service) for _ in range(5)]

    async def play() -> None:
        pages = [house.page(game, role) for game in games for role in (Role.REFEREE, Role.SPECTATOR)]
        for page in pages:
            await beats(page)
        forget_games(house.service)
        house.opened.clear()
        for page in pages:
            assert [told(beat)["number"] for beat in await beats(page)] == [1] * HEARTBEATS
        assert house.opened == []

    asyncio.run(play())


def test_a_heartbeat_tells_what_stands_after_a_change_and_after_the_end(house: House) -> None:
    game = begin(house.service)
    other = begin(house.service)

    def stands(role: Role) -> tuple[int, str]:
        view = house.service.view(game.host.game_id, role)
        return view.number, view.hash

    async def play() -> None:
        pages = {role: house.page(game, role) for role in (Role.REFEREE, ATTACKER)}
        elsewhere = house.page(other, Role.REFEREE)
        still = (await beats(elsewhere))[0]
        for page in pages.values():
            await beats(page)
        answer = await asyncio.to_thread(house.service.submit, game.host, roll("one", 1, 3))
        assert answer.status == 200
        for role, page in pages.items():
            beat = told((await beats(page))[-1])
            assert (beat["number"], beat["hash"]) == await asyncio.to_thread(stands, role)
        await asyncio.to_thread(house.service.close, game.host.game_id)
        closed = [frame async for frame in until_closed(pages[Role.REFEREE])]
        assert told(closed[-1])["closed"]
        assert (await beats(elsewhere))[-1] == still

    asyncio.run(play())


async def until_closed(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async for frame in stream:
        yield frame
        if b'"closed"' in frame:
            return


@contextmanager
def serving_up_to(database: Database, most_bytes: int) -> Iterator[GameService]:
    made = GameService(database, {**known_systems(), "toy": TOY}, most_bytes=most_bytes)
    made.start()
    yield made
    made.stop()


def test_games_stay_open_up_to_so_much_memory_and_the_longest_quiet_goes_first(database: Database) -> None:
    with serving_up_to(database, MIB) as service:
        begin(service)
        each = service._games.all()[0].in_bytes
    with serving_up_to(database, 40 * each) as service:
        early = [begin(service).host.game_id for _ in range(30)]
        assert [game.record.id for game in service._games.all()] == early
        service.view(early[0], Role.REFEREE)
        late = [begin(service).host.game_id for _ in range(20)]
        kept = [game.record.id for game in service._games.all()]
        assert 38 <= len(kept) <= 40
        assert kept == [*early[1:], early[0], *late][-len(kept) :]
        assert service.view(early[1], Role.REFEREE).number == 1


def test_a_game_larger_than_all_the_room_stays_while_it_is_played(database: Database) -> None:
    with serving_up_to(database, 1) as service:
        games = [begin(service) for _ in range(2)]
        for number in range(1, 40):
            for game in games:
                assert service.submit(game.host, roll(f"roll-{number}", number, 3)).status == 200
        assert [game.record.id for game in service._games.all()] == [games[1].host.game_id]


def play_evening(service: GameService, commands: int) -> str:
    """A game at Mons after so many commands, looked at by both sides."""
    game = new_game(SYSTEM.key, "Mons", ("Host", ATTACKER), utc_now())
    seats = {ATTACKER: game.host, DEFENDER: at(game, DEFENDER)}
    assert service.submit_soon(game.host, Envelope("begin", 0, CREATE), game.opening).result(10).status == 200
    for number, line in enumerate(script().lines[:commands]):
        assert service.submit(seats[line.role], Envelope(f"c{number}", line.seen, line.command)).status == 200
    for role in seats:
        service.view(game.host.game_id, role)
    return game.host.game_id


@contextmanager
def traced() -> Iterator[Callable[[], int]]:
    """How many bytes were made meanwhile and are still in use."""

    def in_use() -> int:
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        yield in_use
    finally:
        tracemalloc.stop()


def weighed(service: GameService, game_id: str, in_use: Callable[[], int]) -> float:
    """What an open game is reckoned to take, to what is free once it is put away."""
    game = service._games.get(game_id)
    assert game
    reckoned, before = game.in_bytes, in_use()
    del game
    service._games.drop(game_id)
    return reckoned / (before - in_use())


def test_what_a_game_takes_is_reckoned_about_right(database: Database) -> None:
    with serving_up_to(database, 64 * MIB) as service:
        play_evening(service, 20)
        for commands in (0, 20, 250):
            with traced() as in_use:
                game_id = play_evening(service, commands)
                assert 0.75 < weighed(service, game_id, in_use) < 1.5, commands
            with traced() as in_use:
                service.view(game_id, ATTACKER)
                assert 0.75 < weighed(service, game_id, in_use) < 1.5, commands


def test_the_setting_says_how_much_memory_open_games_may_take(tmp_path: Path) -> None:
    settings = load_settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", open_games_mib=7)
    with TestClient(create_app(settings, {"toy": TOY})) as client:
        assert isinstance(client.app, FastAPI)
        assert client.app.state.keeper.games._games.most_bytes == 7 * MIB

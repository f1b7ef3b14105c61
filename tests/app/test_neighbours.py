"""Several processes on one PostgreSQL: each number decided once, and what one writes the other's pages hear of."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.games.app_services import Keeper, open_keeper
from app.games.repository import Standing
from app.live.hub import NOTICE, SIGN_OF_LIFE, Neighbours
from app.seats.seat_repository import Seat
from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.seats import Role
from tests.app.conftest import begin, roll
from tests.app.test_live import told
from tests.app.toy import TOY
from tests.unhurried import PATIENCE_S

pytestmark = pytest.mark.postgres


@pytest.fixture
def keepers(postgres_url: str) -> Iterator[tuple[Keeper, Keeper]]:
    pair = open_keeper(postgres_url, {"toy": TOY}), open_keeper(postgres_url, {"toy": TOY})
    yield pair
    for one in pair:
        one.close()


def test_two_processes_decide_each_number_once(keepers: tuple[Keeper, Keeper]) -> None:
    services = [keeper.games for keeper in keepers]
    game = begin(services[0])

    def send(number: int) -> bool:
        for _ in range(300):
            seen = services[number % 2].view(game.host.game_id, Role.REFEREE).number
            futures = [one.submit_soon(game.host, roll(f"c{number}", seen, 0)) for one in services]
            answers = [future.result(10) for future in futures]
            assert {answer.status for answer in answers} <= {200, 409}
            done = {answer.body for answer in answers if answer.status == 200}
            if done:
                return len(done) == 1
        return False

    with ThreadPoolExecutor(4) as crowd:
        assert all(crowd.map(send, range(20)))
    rows = services[0].log.read_events(game.host.game_id)
    assert [row.seq for row in rows] == list(range(1, 22))
    assert len({row.command_id for row in rows}) == 21
    assert services[0].view(game.host.game_id, Role.REFEREE) == services[1].view(game.host.game_id, Role.REFEREE)


def test_a_page_on_one_process_hears_what_another_wrote(keepers: tuple[Keeper, Keeper]) -> None:
    here, there = keepers
    game = begin(there.games)

    async def now() -> Standing:
        return await asyncio.wrap_future(here.games.standing_soon(game.host.game_id, Role.REFEREE))

    async def play() -> None:
        stream = here.hub.listen(game.host, now)
        await anext(stream)
        assert told(await news(stream))["number"] == 1
        there.games.submit(game.host, roll("one", 1, 3))
        assert told(await news(stream))["number"] == 2

    asyncio.run(play())


def test_a_seat_taken_away_on_one_process_is_gone_on_the_other(keepers: tuple[Keeper, Keeper]) -> None:
    here, there = keepers
    game = begin(there.games)
    seat, token = there.seats.sit(game.host.game_id, ATTACKER, "Bea")
    assert here.seats.seat_of(token) == seat
    there.seats.revoke(game.host.game_id, seat.id)
    until = time.monotonic() + PATIENCE_S
    while here.seats.seat_of(token) is not None:
        assert time.monotonic() < until, f"the seat still held on the other process after {PATIENCE_S} seconds"
        time.sleep(0.01)


def test_a_device_thrown_out_on_one_process_loses_its_stream_on_the_other(keepers: tuple[Keeper, Keeper]) -> None:
    here, there = keepers
    game = begin(there.games)
    gone, stays = (there.seats.sit(game.host.game_id, ATTACKER, name)[0] for name in ("Bea", "Cid"))

    async def play() -> None:
        streams = [await heard_on(here, seat) for seat in (gone, stays)]
        there.seats.revoke(game.host.game_id, gone.id)
        with pytest.raises(StopAsyncIteration):
            await news(streams[0])
        there.games.submit(game.host, roll("one", 1, 3))
        assert told(await news(streams[1]))["number"] == 2

    asyncio.run(play())


def test_a_device_thrown_out_while_nobody_listened_loses_its_stream_too(keepers: tuple[Keeper, Keeper]) -> None:
    here, there = keepers
    game = begin(there.games)
    gone, _ = there.seats.sit(game.host.game_id, ATTACKER, "Bea")
    assert here.neighbours
    here.neighbours.stop()
    back = Neighbours(here.database.engine, here.games, here.seats, here.deletions, here.hub)

    async def play() -> None:
        stream = await heard_on(here, gone)
        there.seats.revoke(game.host.game_id, gone.id)
        back.start()
        with pytest.raises(StopAsyncIteration):
            await news(stream)

    try:
        asyncio.run(play())
    finally:
        back.stop()


def test_request_to_delete_on_one_process_is_shown_on_the_other(keepers: tuple[Keeper, Keeper]) -> None:
    here, there = keepers
    host = begin(there.games).host
    seat, _ = there.seats.sit(host.game_id, ATTACKER, "Bea")
    assert here.deletions.known(host.game_id) is None

    async def play() -> None:
        stream = await heard_on(here, seat)
        asked = there.deletions.ask(host, is_closed=False)
        assert await news(stream) == NOTICE
        assert here.deletions.known(host.game_id) == asked
        there.deletions.agree(seat)
        await asyncio.wait_for(ended(stream), PATIENCE_S)

    asyncio.run(play())


async def ended(stream: AsyncIterator[bytes]) -> None:
    """Wait until a stream is over."""
    async for _ in stream:
        pass


async def news(stream: AsyncIterator[bytes]) -> bytes:
    """Return the next message of a stream that is more than a sign of life."""
    while (frame := await asyncio.wait_for(anext(stream), PATIENCE_S)) == SIGN_OF_LIFE:
        pass
    return frame


async def heard_on(keeper: Keeper, seat: Seat) -> AsyncIterator[bytes]:
    """The stream of a seat that has been told what stands; nothing but an end comes on it until something happens."""

    async def now() -> Standing:
        return await asyncio.wrap_future(keeper.games.standing_soon(seat.game_id, seat.role))

    stream = keeper.hub.listen(seat, now)
    await anext(stream)
    assert told(await news(stream))["number"] == 1
    return stream


def test_a_page_on_one_process_hears_that_another_closed_the_game(keepers: tuple[Keeper, Keeper]) -> None:
    here, there = keepers
    game = begin(there.games)

    async def now() -> Standing:
        return await asyncio.wrap_future(here.games.standing_soon(game.host.game_id, Role.REFEREE))

    async def play() -> None:
        stream = here.hub.listen(game.host, now)
        await anext(stream)
        assert told(await news(stream)) == {"number": 1, "said": []}
        there.games.close(game.host.game_id, "Ann")
        assert told(await news(stream)) == {"number": 1, "said": [], "closed": True}

    asyncio.run(play())
    assert here.games.ask(game.host.game_id, lambda one: one.record.closed_by) == "Ann"


def test_a_game_closed_on_one_process_is_closed_on_the_other(keepers: tuple[Keeper, Keeper]) -> None:
    here, there = keepers
    game = begin(there.games)
    assert here.games.submit(game.host, roll("one", 1, 0)).status == 200
    there.games.close(game.host.game_id)
    assert here.games.submit(game.host, roll("two", 2, 0)).status == 409
    assert here.games.submit(game.host, roll("one", 1, 0)).status == 200

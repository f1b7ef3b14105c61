"""The stream: told at once, each role only its own, found again after a break, ended when it must."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from app.games.repository import SeenChange, Standing
from app.live.hub import NOTICE, SIGN_OF_LIFE, GameHub, QuietLine, StreamLimits
from app.seats.seat_repository import Seat
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from tests.torture.served import open_game, send, serving
from tests.unhurried import PATIENCE_S, STOPS_WITHIN_S

pytestmark = pytest.mark.evening

SEAT = Seat("s", "g", ATTACKER)


def standing(number: int) -> Standing:
    return Standing(number, f"hash-{number}")


class Table:
    """A hub with one page on it, and what stands."""

    def __init__(self, hub: GameHub, number: int = 3, seen: str = "") -> None:
        self.hub = hub
        self.standing: Standing | None = standing(number)
        self.stream = hub.listen(SEAT, self.now, seen)

    async def now(self) -> Standing | None:
        return self.standing

    def change(self, number: int, said: str = "") -> None:
        self.standing = standing(number)
        self.hub.changed("g", SEAT.role, SeenChange(number, [said]))

    def close(self) -> None:
        assert self.standing
        self.standing = replace(self.standing, closed=True)
        self.hub.changed("g", SEAT.role, SeenChange(self.standing.number, ["The game is closed."], closed=True))

    async def next(self) -> bytes:
        return await asyncio.wait_for(anext(self.stream), PATIENCE_S)


def told(frame: bytes) -> dict[str, Any]:
    line = next(line for line in frame.decode().splitlines() if line.startswith("data: "))
    read: dict[str, Any] = json.loads(line.removeprefix("data: "))
    return read


def test_a_page_is_told_what_stands_and_then_every_change() -> None:
    async def play() -> None:
        hub = GameHub()
        table = Table(hub)
        assert await table.next() == b"retry: 1000\n\n"
        first = await table.next()
        assert first.startswith(f"id: {hub.epoch}:3\n".encode())
        assert told(first) == {"number": 3, "said": []}
        assert first.endswith(hub.heartbeat(standing(3)))
        table.change(4, "Bea rolled\n7\r\nid: forged")
        second = await table.next()
        assert told(second) == {"number": 4, "said": ["Bea rolled\n7\r\nid: forged"]}
        assert second.count(b"\n") == 3

    asyncio.run(play())


def test_notice_comes_beside_changes_and_once() -> None:
    async def play() -> None:
        hub = GameHub()
        table = Table(hub)
        await table.next()
        await table.next()
        hub.notify("another game")
        hub.notify("g")
        assert await table.next() == NOTICE
        hub.notify("g")
        table.change(4, "Bea rolled 7")
        both = await table.next()
        assert told(both) == {"number": 4, "said": ["Bea rolled 7"]}
        assert both.endswith(NOTICE)
        table.change(5)
        assert NOTICE not in await table.next()

    asyncio.run(play())


def test_a_page_that_comes_back_up_to_date_is_told_nothing_and_one_that_is_not_the_present() -> None:
    async def play() -> None:
        hub = GameHub(heartbeat_s=0.05)
        for seen, kind in (
            (f"{hub.epoch}:3", b"event: heartbeat\n"),
            (f"{hub.epoch}:2", b"id: "),
            ("other:3", b"id: "),
        ):
            table = Table(hub, seen=seen)
            await table.next()
            frame = await table.next()
            assert frame.startswith(kind)
            assert told(frame)["number"] == 3
            assert told(frame).get("hash", "hash-3") == "hash-3"
            assert told(await table.next()) == {"number": 3, "hash": "hash-3", "every_s": 0.05}
            await table.stream.aclose()  # type: ignore[attr-defined]

    asyncio.run(play())


def test_a_page_is_told_that_the_game_was_closed_although_no_number_changed() -> None:
    async def play() -> None:
        hub = GameHub(heartbeat_s=0.05)
        table = Table(hub)
        await table.next()
        await table.next()
        table.close()
        frame = await table.next()
        assert told(frame) == {"number": 3, "said": ["The game is closed."], "closed": True}
        assert frame.startswith(f"id: {hub.epoch}:3:closed\n".encode())
        assert (await table.next()).startswith(b"event: heartbeat")

    asyncio.run(play())


def test_what_happens_while_the_first_view_is_made_is_told_and_not_overtaken_by_it() -> None:
    async def play() -> None:
        table = Table(GameHub())

        async def now() -> Standing:
            table.hub.changed("g", SEAT.role, SeenChange(4, ["told at once"]))
            await asyncio.sleep(0.01)
            return standing(3)

        stream = table.hub.listen(SEAT, now)
        await anext(stream)
        assert told(await anext(stream)) == {"number": 4, "said": ["told at once"]}

    asyncio.run(play())


def test_a_page_that_slept_through_the_closing_is_told_when_it_comes_back() -> None:
    async def play() -> None:
        hub = GameHub(heartbeat_s=0.05)
        for seen, kind in ((f"{hub.epoch}:3", b"id: "), (f"{hub.epoch}:3:closed", b"event: heartbeat\n")):
            table = Table(hub, seen=seen)
            table.standing = replace(standing(3), closed=True)
            await table.next()
            frame = await table.next()
            assert frame.startswith(kind)
            assert told(frame).get("closed", True)
            await table.stream.aclose()  # type: ignore[attr-defined]

    asyncio.run(play())


def test_a_slow_page_is_told_the_newest_only_once() -> None:
    async def play() -> None:
        table = Table(GameHub(heartbeat_s=0.05))
        await table.next()
        await table.next()
        for number in range(4, 500):
            table.change(number)
        assert told(await table.next())["number"] == 499
        assert (await table.next()).startswith(b"event: heartbeat")

    asyncio.run(play())


def test_a_change_that_was_missed_is_told_with_the_heartbeat() -> None:
    async def play() -> None:
        table = Table(GameHub(heartbeat_s=0.05))
        await table.next()
        await table.next()
        table.standing = standing(9)
        assert told(await table.next()) == {"number": 9, "said": []}

    asyncio.run(play())


def test_a_stream_ends_with_its_seat_its_right_and_the_server() -> None:
    async def rest(stream: AsyncIterator[bytes]) -> list[bytes]:
        return [frame async for frame in stream]

    async def play() -> None:
        for end in (GameHub.end, lambda hub: hub.end_seat("s")):
            hub = GameHub()
            table = Table(hub)
            await table.next()
            await table.next()
            end(hub)
            assert await asyncio.wait_for(rest(table.stream), PATIENCE_S) == []
            assert hub.games() == frozenset()
        table = Table(GameHub(heartbeat_s=0.02))
        await table.next()
        await table.next()
        table.standing = None
        assert await asyncio.wait_for(rest(table.stream), PATIENCE_S) == []

    asyncio.run(play())


def test_only_the_role_that_may_know_is_told() -> None:
    async def play() -> None:
        table = Table(GameHub(heartbeat_s=0.05))
        await table.next()
        await table.next()
        table.hub.changed("g", DEFENDER, SeenChange(9, ["secret"]))
        table.hub.changed("other", SEAT.role, SeenChange(9, ["elsewhere"]))
        assert (await table.next()).startswith(b"event: heartbeat")

    asyncio.run(play())


# Real servers.


def frames(client: httpx.Client, game: str, count: int, **headers: str) -> Iterator[str]:
    with client.stream("GET", f"/games/{game}/stream", headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("id: ") or (line.startswith("data: ") and '"said"' in line):
                yield line
                count -= 1
                if count == 0:
                    return


def test_a_stream_over_http_and_after_a_break(url: str) -> None:
    with serving(url) as server, server.client() as client:
        game = open_game(client)
        first = list(frames(client, game, 2))
        assert json.loads(first[1].removeprefix("data: "))["number"] == 1
        send(client, game, "one", 1)
        again = list(frames(client, game, 2, **{"Last-Event-ID": first[0].removeprefix("id: ")}))
        assert json.loads(again[1].removeprefix("data: "))["number"] == 2
        with ThreadPoolExecutor(1) as other:
            listening = frames(client, game, 4)
            assert next(listening).startswith("id: ")
            next(listening)
            other.submit(send, server.client(dict(client.cookies)), game, "two", 2).result(10)
            assert next(listening).endswith(":3")
            assert json.loads(next(listening).removeprefix("data: "))["said"][0].startswith("referee rolled")


def test_a_server_told_to_stop_stops_with_streams_open_and_everything_answered_kept(url: str) -> None:
    with serving(url) as server, server.client() as client:
        game = open_game(client)
        cookies = dict(client.cookies)
        streams = [server.client(cookies).stream("GET", f"/games/{game}/stream") for _ in range(20)]
        for stream in streams:
            stream.__enter__()
        answered = [send(client, game, f"c{number}", number + 1).status_code for number in range(20)]
        assert server.end(signal.SIGTERM) <= STOPS_WITHIN_S
        assert answered == [200] * 20
        with serving(url) as next_server, next_server.client(cookies) as back:
            assert back.get(f"/api/v1/games/{game}").json()["number"] == 21


def test_quiet_stream_gives_the_same_sign_of_life_until_the_next_heartbeat() -> None:
    """Nothing about a game is in it: not its number, not its size, not its hour."""

    async def play() -> None:
        table = Table(GameHub(heartbeat_s=0.04, alive_s=0.01))
        await table.next()
        first = await table.next()
        assert first.endswith(b"\n\n")
        assert b'"every_s":0.01' in first
        signs = [await table.next() for _ in range(3)]
        assert set(signs) == {b"event: here\ndata: 1\n\n"}
        assert (await table.next()).startswith(b"event: heartbeat")

    asyncio.run(play())


def test_stream_that_has_ended_lets_go_of_its_line() -> None:
    """The line refers to the request that holds the stream: only the garbage collector would free them."""

    async def play() -> None:
        hub = GameHub()

        async def now() -> Standing | None:
            return standing(3)

        stream = hub.listen(SEAT, now, line=QuietLine(lambda _part: True, lambda: None))
        await asyncio.wait_for(anext(stream), PATIENCE_S)
        ((page,),) = hub._pages.values()
        assert page.line is not None
        await stream.aclose()  # type: ignore[attr-defined]
        assert page.line is None

    asyncio.run(play())


def test_signs_and_heartbeats_of_a_quiet_stream_go_the_cheapest_way() -> None:
    """The stream itself sleeps until something has changed, or what stands is not remembered."""

    async def play() -> None:
        hub, sent, enough = GameHub(heartbeat_s=0.03, alive_s=0.01), list[bytes](), asyncio.Event()
        remembered = [standing(3)]

        def send(part: bytes) -> bool:
            sent.append(part)
            if len(sent) == 6:
                enough.set()
            return True

        async def now() -> Standing | None:
            return standing(4)

        async def first() -> Standing | None:
            return standing(3)

        line = QuietLine(send, lambda: remembered[0] if remembered else None)
        stream = hub.listen(SEAT, first, still=now, line=line)
        for _ in range(2):
            await asyncio.wait_for(anext(stream), PATIENCE_S)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.wait_for(enough.wait(), PATIENCE_S)
        assert not waiting.done()
        beat = hub.heartbeat(standing(3))
        assert sent[:6] == [SIGN_OF_LIFE, SIGN_OF_LIFE, beat] * 2
        remembered.clear()
        assert told(await asyncio.wait_for(waiting, PATIENCE_S))["number"] == 4
        await stream.aclose()  # type: ignore[attr-defined]
        assert not hub._pulses

    asyncio.run(play())


def test_quiet_stream_is_told_of_a_change_at_once() -> None:
    async def play() -> None:
        table = Table(GameHub(heartbeat_s=60, alive_s=30))
        await table.next()
        await table.next()
        table.change(4)
        assert told(await table.next())["number"] == 4

    asyncio.run(play())


def crowd(hub: GameHub, device: str, address: str = "192.0.2.1", game: str = "g") -> AsyncIterator[bytes]:
    """A page of a device."""

    async def now() -> Standing | None:
        return standing(3)

    return hub.listen(Seat(device, game, ATTACKER), now, address=address)


async def opened(*pages: AsyncIterator[bytes]) -> None:
    """Each page is told what stands, one after the other."""
    for page in pages:
        assert (await asyncio.wait_for(anext(page), PATIENCE_S)).startswith(b"retry: 1000")
        await asyncio.wait_for(anext(page), PATIENCE_S)


async def crowded_out(page: AsyncIterator[bytes]) -> int:
    """In how many seconds a page that was crowded out comes back; its stream is over."""
    frame = await asyncio.wait_for(anext(page), PATIENCE_S)
    with pytest.raises(StopAsyncIteration):
        await anext(page)
    assert b"event: crowded" in frame, frame
    again_s: int = told(frame)["again_s"]
    assert f"retry: {again_s}000\n".encode() in frame
    return again_s


def test_stream_beyond_those_of_a_device_ends_the_one_that_was_idle_longest() -> None:
    async def run() -> None:
        hub = GameHub(limits=StreamLimits(of_device=2))
        quiet, busy = crowd(hub, "a", game="quiet"), crowd(hub, "a", game="busy")
        await opened(busy, quiet)
        hub.changed("busy", ATTACKER, SeenChange(4, []))
        await asyncio.wait_for(anext(busy), PATIENCE_S)
        other, third = crowd(hub, "b"), crowd(hub, "a", game="third")
        await opened(other, third)
        assert 30 <= await crowded_out(quiet) < 60
        assert hub.games() == {"busy", "third", "g"}
        hub.changed("busy", ATTACKER, SeenChange(5, []))
        hub.changed("third", ATTACKER, SeenChange(5, []))
        for page in (busy, third):
            assert b'"number":5' in await asyncio.wait_for(anext(page), PATIENCE_S)

    asyncio.run(run())


def test_stream_beyond_those_of_an_address_leaves_other_addresses_alone() -> None:
    async def run() -> None:
        hub = GameHub(limits=StreamLimits(of_device=2, of_address=3))
        club = [crowd(hub, f"tablet {number}") for number in range(3)]
        home = crowd(hub, "home", "203.0.113.5")
        await opened(*club, home, last := crowd(hub, "tablet 4"))
        await crowded_out(club[0])
        assert hub.seats("g") == {"tablet 1", "tablet 2", "home", "tablet 4"}
        await last.aclose()  # type: ignore[attr-defined]

    asyncio.run(run())


def test_streams_without_a_limit_end_none() -> None:
    async def run() -> None:
        hub = GameHub(limits=StreamLimits(0, 0))
        await opened(*(pages := [crowd(hub, "a") for _ in range(40)]))
        hub.changed("g", ATTACKER, SeenChange(4, []))
        for page in pages:
            assert b'"number":4' in await asyncio.wait_for(anext(page), PATIENCE_S)

    asyncio.run(run())


def test_hub_keeps_nothing_of_pages_that_have_left() -> None:
    async def run() -> None:
        hub = GameHub(limits=StreamLimits(1, 2))
        pages = [crowd(hub, f"{number % 3}", f"192.0.2.{number % 2}") for number in range(9)]
        await opened(*pages)
        for page in pages:
            await page.aclose()  # type: ignore[attr-defined]
        assert (dict(hub._of_device), dict(hub._of_address), hub.games()) == ({}, {}, frozenset())

    asyncio.run(run())

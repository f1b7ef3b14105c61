"""The stream: told at once, each role only its own, found again after a break, ended when it must."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from app.games.game import View
from app.live.hub import GameHub
from app.seats.seat import Seat
from rules.kernel.play import Role

SEAT = Seat("s", "g", Role.ATTACKER)


def view(number: int, role: Role = Role.ATTACKER) -> View:
    return View(role, number, b"{}", f"hash-{number}")


class Table:
    """A hub with one page on it, and the view that stands."""

    def __init__(self, hub: GameHub, number: int = 3, seen: str = "") -> None:
        self.hub = hub
        self.view: View | None = view(number)
        self.stream = hub.listen(SEAT, self.now, seen)

    async def now(self) -> View | None:
        return self.view

    def change(self, number: int, said: str = "") -> None:
        self.view = view(number)
        self.hub.changed("g", self.view, [said])

    async def next(self) -> bytes:
        return await asyncio.wait_for(anext(self.stream), 5)


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
        assert told(first) == {"number": 3, "hash": "hash-3", "said": []}
        table.change(4, "Bea rolled\n7\r\nid: forged")
        second = await table.next()
        assert told(second) == {"number": 4, "hash": "hash-4", "said": ["Bea rolled\n7\r\nid: forged"]}
        assert second.count(b"\n") == 3

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
            assert told(frame)["hash"] == "hash-3"
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
        table.view = view(9)
        assert told(await table.next()) == {"number": 9, "hash": "hash-9", "said": []}

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
            assert await asyncio.wait_for(rest(table.stream), 2) == []
            assert hub.games() == frozenset()
        table = Table(GameHub(heartbeat_s=0.02))
        await table.next()
        await table.next()
        table.view = None
        assert await asyncio.wait_for(rest(table.stream), 2) == []

    asyncio.run(play())


def test_only_the_role_that_may_know_is_told() -> None:
    async def play() -> None:
        table = Table(GameHub(heartbeat_s=0.05))
        await table.next()
        await table.next()
        table.hub.changed("g", view(9, Role.DEFENDER), ["secret"])
        table.hub.changed("other", view(9), ["elsewhere"])
        assert (await table.next()).startswith(b"event: heartbeat")

    asyncio.run(play())


# Real servers, to be stopped and killed.

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server in a process of its own."""

    def __init__(self, url: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.app.assembly", url, str(self.port)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
        )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.base}/api/v1/games")
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def client(self, cookies: dict[str, str] | None = None) -> httpx.Client:
        return httpx.Client(base_url=self.base, headers={"Origin": self.base}, cookies=cookies, timeout=10)

    def end(self, how: signal.Signals) -> float:
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(20)
        return time.monotonic() - began


@contextmanager
def serving(url: str) -> Iterator[Server]:
    server = Server(url)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


def open_game(client: httpx.Client) -> str:
    answer = client.post("/api/v1/games", json={"system": "toy", "title": "Rigny", "command": {"kind": "begin"}})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def frames(client: httpx.Client, game: str, count: int, **headers: str) -> Iterator[str]:
    with client.stream("GET", f"/games/{game}/stream", headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith(("id: ", "data: ")):
                yield line
                count -= 1
                if count == 0:
                    return


def send(client: httpx.Client, game: str, command_id: str, expected: int, faces: int = 1) -> httpx.Response:
    dice = [{"pips": 0, "source": "rolled"}] * faces
    body = {"command_id": command_id, "expected_seq": expected, "command": {"kind": "roll", "dice": dice}}
    return client.post(f"/api/v1/games/{game}/commands", json=body)


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
        assert server.end(signal.SIGTERM) <= 3
        assert answered == [200] * 20
        with serving(url) as next_server, next_server.client(cookies) as back:
            assert back.get(f"/api/v1/games/{game}").json()["number"] == 21


def test_killed_at_any_moment_it_loses_nothing_it_answered(url: str) -> None:
    kept: dict[str, bytes] = {}
    game, cookies = "", {}
    with serving(url) as server, server.client() as client:
        game, cookies = open_game(client), dict(client.cookies)
    for round_ in range(3):
        with serving(url) as server, ThreadPoolExecutor(4) as tablets:
            sending = [tablets.submit(bombard, server, cookies, game, f"r{round_}t{one}") for one in range(4)]
            time.sleep(0.4 + 0.13 * round_)
            server.end(signal.SIGKILL)
            for one in sending:
                kept |= one.result(20)
    assert len(kept) >= 20
    with serving(url) as server, server.client(cookies) as client:
        log = client.get(f"/api/v1/games/{game}/log").json()["events"]
        assert [one["number"] for one in log] == list(range(1, len(log) + 1))
        for command_id, body in kept.items():
            expected = json.loads(body)["number"] - 1
            assert send(client, game, command_id, expected).content == body
            assert json.loads(body)["events"][0] == log[expected]
        file = client.get(f"/api/v1/games/{game}/export").json()
        ids = [one["command_id"] for one in file["commands"]]
        assert len(ids) == len(set(ids)) == len(log)
        assert kept.keys() <= set(ids)


def bombard(server: Server, cookies: dict[str, str], game: str, name: str) -> dict[str, bytes]:
    """Commands one after the other until the server is gone; what it answered."""
    answered: dict[str, bytes] = {}
    try:
        with server.client(cookies) as client:
            for number in range(100_000):
                seen = client.get(f"/api/v1/games/{game}").json()["number"]
                answer = send(client, game, f"{name}n{number}", seen)
                assert answer.status_code in (200, 409), answer.text
                if answer.status_code == 200:
                    answered[f"{name}n{number}"] = answer.content
    except httpx.TransportError:
        pass
    return answered

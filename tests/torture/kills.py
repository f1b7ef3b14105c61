"""R1: the server is killed at random moments while tablets send commands, and starts again on what is left."""

import itertools
import random
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import httpx

from app.games.verification import findings, read_file
from tests.app.toy import TOY
from tests.torture.report import Report
from tests.torture.served import Server, joined, number_at, open_game, send, serving

MOST_BEFORE: Final = 25
ACKNOWLEDGED_A_KILL: Final = 10
ROLES: Final = ("attacker", "defender", "attacker", "defender")


@dataclass(frozen=True)
class Kept:
    """An acknowledged command: who sent it, what it expected, and the bytes that answered it."""

    tablet: int
    expected: int
    body: bytes


Acknowledged = dict[str, Kept]


def kill(url: str, kills: int, seed: int = 1) -> Report:
    """Kill a server on the database at `url` so often or oftener, with four tablets over HTTP.

    It goes on until there are ten acknowledged commands a kill.
    """
    report, chance, kept = Report(), random.Random(seed), Acknowledged()
    with serving(url) as server, server.client() as host:
        game, host_cookies = open_game(host), dict(host.cookies)
        tablets = [joined(server, host, game, role) for role in ROLES]
    newest: Acknowledged = {}
    killed = 0
    while killed < kills or len(kept) < kills * ACKNOWLEDGED_A_KILL:
        with serving(url) as server:
            repeats_are_the_same(report, server, tablets, game, newest)
            newest = play_until_killed(server, tablets, game, f"r{killed}", chance)
        kept |= newest
        killed += 1
    report.count("kills", killed)
    report.count("acknowledged", len(kept))
    with serving(url) as server, server.client(host_cookies) as host:
        repeats_are_the_same(report, server, tablets, game, newest)
        everything_is_there(report, host, game, kept)
    return report


def play_until_killed(
    server: Server, tablets: list[dict[str, str]], game: str, name: str, chance: random.Random
) -> Acknowledged:
    """Everybody sends until the server is gone, somewhere in its work on the commands; what was acknowledged."""
    kept: Acknowledged = {}
    with ThreadPoolExecutor(len(tablets)) as crowd:
        sending = [
            crowd.submit(bombard, server, cookies, game, f"{name}t{one}", lambda *told, by=one: keep(kept, by, *told))
            for one, cookies in enumerate(tablets)
        ]
        wait_for(kept, chance.randint(1, MOST_BEFORE), sending)
        time.sleep(chance.uniform(0, 0.05))
        server.end(signal.SIGKILL)
        for one in sending:
            one.result(30)
    return kept


def wait_for(kept: Acknowledged, enough: int, sending: list[Future[None]]) -> None:
    """Until so many commands are acknowledged, or a tablet has given up."""
    until = time.monotonic() + 20
    while len(kept) < enough and time.monotonic() < until and not any(one.done() for one in sending):
        time.sleep(0.001)


def keep(kept: Acknowledged, tablet: int, command_id: str, expected: int, body: bytes) -> None:
    """Note an answer. Raises AssertionError where the same command was answered with other bytes."""
    before = kept.setdefault(command_id, Kept(tablet, expected, body))
    assert before.body == body, f"{command_id} was answered in two ways"


def bombard(
    server: Server, cookies: dict[str, str], game: str, name: str, note: Callable[[str, int, bytes], None]
) -> None:
    """Commands one after the other, each doubled, until the server is gone."""
    with server.client(cookies) as first, server.client(cookies) as second, ThreadPoolExecutor(2) as hands:
        for number in itertools.count():
            try:
                seen = number_at(first, game)
                sent = [hands.submit(one_line, line, game, f"{name}n{number}", seen, note) for line in (first, second)]
            except httpx.TransportError:
                return
            errors = [error for error in (one.exception() for one in sent) if error]
            for error in errors:
                if not isinstance(error, httpx.TransportError):
                    raise error
            if errors:
                return


def one_line(
    client: httpx.Client, game: str, command_id: str, expected: int, note: Callable[[str, int, bytes], None]
) -> None:
    answer = send(client, game, command_id, expected)
    assert answer.status_code in (200, 409), answer.text
    if answer.status_code == 200:
        note(command_id, expected, answer.content)


def repeats_are_the_same(
    report: Report, server: Server, tablets: list[dict[str, str]], game: str, kept: Acknowledged
) -> None:
    """Sent again after the restart, each acknowledged command answers the same bytes."""
    lines = [server.client(cookies) for cookies in tablets]
    for command_id, one in kept.items():
        again = send(lines[one.tablet], game, command_id, one.expected)
        report.count("repeats after a restart")
        report.expect((again.status_code, again.content) == (200, one.body), f"{command_id} was lost or answered anew")
    for line in lines:
        line.close()


def everything_is_there(report: Report, host: httpx.Client, game: str, kept: Acknowledged) -> set[str]:
    """The log holds every acknowledged command once, without gaps; the others once or not at all. The ids in it."""
    log = host.get(f"/api/v1/games/{game}/log").json()["events"]
    report.expect([one["number"] for one in log] == list(range(1, len(log) + 1)), "the log has a gap")
    assert host.post(f"/api/v1/games/{game}/close", json={}).status_code == 204
    exported = host.get(f"/api/v1/games/{game}/export")
    report.lost.extend(findings(read_file(exported.content), {"toy": TOY}))
    ids = [event["command_id"] for event in exported.json()["events"]]
    report.expect(len(ids) == len(set(ids)), "a command happened twice")
    places = {command_id: place for place, command_id in enumerate(ids)}
    report.count("unanswered but there", len(ids) - 1 - len(kept))
    for command_id, one in kept.items():
        place = places.get(command_id)
        told = httpx.Response(200, content=one.body).json()["events"][0]
        report.expect(place is not None and log[place]["says"] == told["says"], f"{command_id} differs from the log")
    return set(ids)

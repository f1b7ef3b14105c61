"""R4: two tablets race on one game; every command is doubled, reordered, delayed, and its id used again for another."""

import itertools
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import httpx

from app.games.verification import findings, read_file
from tests.app.toy import TOY
from tests.torture.report import Report
from tests.torture.served import Server, joined, number_at, open_game, send, serving


@dataclass(frozen=True)
class Done:
    """A command that was answered: its number, the bytes, and when it was on its way (seconds)."""

    command_id: str
    expected: int
    number: int
    body: bytes
    sent_at: float
    answered_at: float


@dataclass
class Tablet:
    """One device in the race, and what it saw."""

    server: Server
    cookies: dict[str, str]
    game: str
    name: str
    report: Report
    chance: random.Random
    done: list[Done] = field(default_factory=list)
    seen: int = 0
    sent: int = 0

    def race(self, requests: int) -> None:
        """Send commands of its own, each several times, until there were so many requests."""
        lines = (self.server.client(self.cookies), self.server.client(self.cookies))
        for line in lines:
            line.event_hooks["response"] = [self._answered]
        with lines[0], lines[1], ThreadPoolExecutor(2) as hands:
            for number in itertools.count():
                if self.sent >= requests:
                    return
                self._attempt(lines, hands, f"{self.name}-{number}")

    def _answered(self, answer: httpx.Response) -> None:
        if answer.request.method == "POST":
            self.sent += 1
            self.report.count("requests")
        self.report.count("answers 5xx", int(answer.status_code >= 500))

    def _attempt(self, lines: tuple[httpx.Client, httpx.Client], hands: ThreadPoolExecutor, command_id: str) -> None:
        expected = self._look(lines[0])
        sent_at = time.monotonic()
        delays = [self.chance.choice((0.0, 0.0, 0.002, 0.01)) for _ in lines]
        sent = [
            hands.submit(self._late, line, delay, command_id, expected)
            for line, delay in zip(lines, delays, strict=True)
        ]
        one, other = (each.result() for each in sent)
        self.report.expect(
            one.status_code == other.status_code and (one.status_code == 409 or one.content == other.content),
            f"{command_id}: doubled, it was answered {one.status_code} and {other.status_code}, or with other bytes",
        )
        if one.status_code == 200:
            number = one.json()["number"]
            self.done.append(Done(command_id, expected, number, one.content, sent_at, time.monotonic()))
            self._use_the_id_for_another(lines[0], command_id, expected)
            self._repeat_an_old_one(lines[1])
        else:
            self._is_stale(one, expected)
            self._is_stale(other, expected)

    def _late(self, line: httpx.Client, delay: float, command_id: str, expected: int) -> httpx.Response:
        time.sleep(delay)
        return send(line, self.game, command_id, expected)

    def _look(self, line: httpx.Client) -> int:
        number = number_at(line, self.game)
        self.report.expect(number >= self.seen, f"{self.name} saw {number} after {self.seen}: it went back")
        self.seen = number
        return number

    def _is_stale(self, answer: httpx.Response, expected: int) -> None:
        told = answer.json()
        self.report.count("stale")
        self.report.expect(
            answer.status_code == 409 and told["type"] == "/problems/stale", f"{answer.status_code} for a stale command"
        )
        newer = told.get("number", 0) > expected and bool(told.get("changed")) and "total" in told.get("view", {})
        self.report.expect(newer, f"the answer to a stale command lacks what stands now: {told}")

    def _use_the_id_for_another(self, line: httpx.Client, command_id: str, expected: int) -> None:
        answer = send(line, self.game, command_id, expected, faces=2)
        self.report.count("ids used again")
        told = (answer.status_code, answer.json().get("field"))
        self.report.expect(told == (422, "command_id"), f"{command_id} with another body was answered {told}")

    def _repeat_an_old_one(self, line: httpx.Client) -> None:
        old = self.chance.choice(self.done)
        answer = send(line, self.game, old.command_id, old.expected)
        self.report.count("late repeats")
        self.report.expect(
            (answer.status_code, answer.content) == (200, old.body), f"{old.command_id}, repeated late, answered anew"
        )


def race(url: str, requests: int, seed: int = 1) -> Report:
    """Two tablets send so many requests to a fresh database at `url`."""
    report = Report()
    with serving(url) as server, server.client() as host:
        game = open_game(host)
        tablets = [
            Tablet(server, joined(server, host, game, role), game, role, report, random.Random(f"{seed}{role}"))
            for role in ("attacker", "defender")
        ]
        with ThreadPoolExecutor(len(tablets)) as players:
            share = requests // len(tablets)
            for playing in [players.submit(tablet.race, share) for tablet in tablets]:
                playing.result()
        report.expect(not report.tried["answers 5xx"], f"{report.tried['answers 5xx']} requests were answered 5xx")
        check_log(report, host, game, [done for tablet in tablets for done in tablet.done])
    return report


def check_log(report: Report, host: httpx.Client, game: str, done: list[Done]) -> None:
    """What was answered is what is in the log: each command once, in an order that fits the clock."""
    assert host.post(f"/api/v1/games/{game}/close", json={}).status_code == 204
    exported = host.get(f"/api/v1/games/{game}/export")
    file = exported.json()
    report.lost.extend(findings(read_file(exported.content), {"toy": TOY}))
    once(report, file, done)
    in_order(report, done)
    total = sum(one["total"] for one in rolls(file))
    view = host.get(f"/api/v1/games/{game}").json()["view"]
    report.expect(view["total"] == total, f"the table shows {view['total']}, the log adds up to {total}")


def rolls(file: dict[str, Any]) -> list[dict[str, Any]]:
    """What the rolls in an exported game say."""
    return [json.loads(event["payload"]) for event in file["events"] if event["type"] == "rolled"]


def once(report: Report, file: dict[str, Any], done: list[Done]) -> None:
    """Each command once, with one die and one event."""
    report.count("commands done", len(done))
    ids = [event["command_id"] for event in file["events"]]
    report.expect(len(ids) == len(set(ids)), "a command happened twice")
    report.expect({one.command_id for one in done} == set(ids) - {"open"}, "answered and logged commands differ")
    report.expect(
        {len(one["dice"]) for one in rolls(file)} <= {1}, "a command threw another number of dice than was sent"
    )


def in_order(report: Report, done: list[Done]) -> None:
    """R5: what was answered before another was sent comes before it in the log."""
    latest_sent = 0.0
    for one in sorted(done, key=lambda each: each.number):
        report.expect(one.answered_at >= latest_sent, f"{one.command_id} was answered before an earlier one was sent")
        latest_sent = max(latest_sent, one.sent_at)

"""R7, at the door: seats, codes and limits of the real service while the clock of the day is set again and again."""

import random
import re
import tempfile
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from httpx import Response

from app.core_routes import core_routes
from app.http.rate_limits import Limits
from app.main import PLUGINS
from tests.app.described import device, opened, served
from tests.client import TestClient
from tests.torture.jumping import BEGUN, Jumping, everywhere
from tests.torture.report import Report

DEEDS_A_GAME: Final = 60
GOOD_FOR: Final = timedelta(minutes=10)
SEAT_GOOD_FOR: Final = timedelta(days=90)
USE_NOTED_AFTER: Final = timedelta(hours=1)
WRONG_CODES: Final = 10
MINUTE_S: Final = 60.0
AT_AN_END: Final = 0.3
WAITS_S: Final = (0.0, 0.0, 1.0, 7.0, 30.0)
TYPED: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
LINE: Final = re.compile(r'<li id="e(\d+)"[^>]*>\s*(?:<time datetime="([^"]*)" data-clock="hour">([^<]*)</time>)?')
SHOWN: Final = re.compile(r"<time[^>]*>([^<]*)</time>")
NEGATIVE: Final = re.compile(r"[-\N{MINUS SIGN}]\s?\d+(?:\.\d+)? ?(?:ms|s|sec|seconds?|min|minutes?|h|hours?|days?)\b")


def any_door(chance: random.Random, report: Report, deeds: int) -> None:
    """So many things done at the doors of games, the clock set before each."""
    assert core_routes(PLUGINS).pages, "the pages that are read late look at the same clock"
    clock = Jumping(chance)
    with (
        tempfile.TemporaryDirectory(prefix="doors") as folder,
        everywhere(clock),
        served(Path(folder), wrong_codes_per_minute=WRONG_CODES) as (app, _),
    ):
        limits = Limits(WRONG_CODES, 10 * WRONG_CODES, clock=clock.passed)
        app.state.keeper = replace(app.state.keeper, limits=limits)
        for _ in range(max(1, deeds // DEEDS_A_GAME)):
            clock.wait(MINUTE_S)
            clock.now = BEGUN
            door = Door(app, clock, chance, report)
            for _ in range(DEEDS_A_GAME):
                door.go_on()
            door.look_at_pages()


@dataclass
class Guest:
    """A device at the game: when its use was last noted, and whether its seat was taken away."""

    client: TestClient
    seat: str
    since: datetime
    gone: bool = False

    def sits(self, now: datetime) -> bool:
        """Whether its seat is good, by the calendar alone."""
        return not self.gone and now < self.since + SEAT_GOOD_FOR

    def uses(self, now: datetime) -> bool:
        """Whether its seat is good. A use after an hour or more is noted."""
        if not self.sits(now):
            return False
        if now >= self.since + USE_NOTED_AFTER:
            self.since = whole(now)
        return True


@dataclass
class Code:
    """A code that was handed out: until when by the clock of the service, and whether somebody has used it."""

    letters: str
    until: datetime
    used: bool = False

    def is_good(self, now: datetime) -> bool:
        """Whether it leads to a seat, by the calendar alone."""
        return not self.used and whole(now) < self.until


class Door:
    """A game whose seats are taken and lost, and what a calendar and a stopwatch say of them."""

    def __init__(self, app: FastAPI, clock: Jumping, chance: random.Random, report: Report) -> None:
        self.app, self.clock, self.chance, self.report = app, clock, chance, report
        client = device(app)
        self.game = opened(client)
        self.at = f"/api/v1/games/{self.game}"
        seat = str(client.get(f"{self.at}/seat").json()["id"])
        self.host = Guest(client, seat, whole(clock.now))
        self.guests, self.codes = [self.host], list[Code]()
        self.wrong = deque[float]()
        self.notes = 0

    def go_on(self) -> None:
        """The clock is set, some time passes, and somebody does something."""
        self.clock.jump()
        self.clock.wait(self.chance.choice(WAITS_S))
        if self.chance.random() < AT_AN_END:
            # A second off, a limit that is somewhere else shows.
            ends = [*(one.until for one in self.codes[-4:]), *(one.since + SEAT_GOOD_FOR for one in self.guests)]
            self.clock.now = self.chance.choice(ends) + timedelta(seconds=self.chance.choice((-1, 0, 1)))
        deeds = (self._invite, self._invite, self._use, self._use, self._guess, self._look, self._look, self._note)
        self.chance.choice((*deeds, self._throw_out, self._forget))()
        self.report.count("deeds at doors")

    def _invite(self) -> None:
        kind = self.chance.choice(("link", "typed"))
        answer = self.host.client.post(f"{self.at}/invitations", json={"role": "spectator", "kind": kind})
        if self._is(answer, 201 if self.host.uses(self.clock.now) else 401, "an invitation"):
            self.codes += [Code(answer.json()["code"], whole(self.clock.now) + GOOD_FOR)] if answer.is_success else []

    def _use(self) -> None:
        if not self.codes:
            return
        code, guest, now = self.chance.choice(self.codes[-4:]), device(self.app), self.clock.now
        shut = self._is_shut()
        wanted = 429 if shut else 201 if code.is_good(now) else 404
        answer = guest.post("/api/v1/join", json={"code": code.letters, "name": "Bea"})
        self.report.count(f"codes that were {'kept out' if shut else 'good' if code.is_good(now) else 'late or used'}")
        self._is(answer, wanted, f"a code good until {code.until}")
        if answer.status_code == 201:
            code.used = True
            self.guests.append(Guest(guest, str(answer.json()["id"]), whole(now)))
        elif answer.status_code == 404:
            self._note_wrong()

    def _guess(self) -> None:
        for _ in range(self.chance.choice((1, 4))):
            shut = self._is_shut()
            letters = "".join(self.chance.choices(TYPED, k=8))
            answer = device(self.app).post("/api/v1/join", json={"code": letters, "name": "Eve"})
            self._is(answer, 429 if shut else 404, f"guess {len(self._recent())} of a minute")
            self.report.count("guesses")
            if not shut:
                self._note_wrong()

    def _note_wrong(self) -> None:
        self.wrong.append(self.clock.passed_s)

    def _is_shut(self) -> bool:
        """Whether the stopwatch says that the minute has had all its wrong codes."""
        return len(self._recent()) >= WRONG_CODES

    def _recent(self) -> deque[float]:
        while self.wrong and self.wrong[0] <= self.clock.passed_s - MINUTE_S:
            self.wrong.popleft()
        return self.wrong

    def _look(self) -> None:
        for guest in self.chance.sample(self.guests, min(3, len(self.guests))):
            since, sits = guest.since, guest.uses(self.clock.now)
            self.report.count(f"seats that were {'good' if sits else 'given up or too old'}")
            self._is(guest.client.get(self.at), 200 if sits else 401, f"a seat last used at {since}")

    def _note(self) -> None:
        if not self.host.uses(self.clock.now):
            return
        self.notes += 1
        number = self.host.client.get(self.at).json()["number"]
        sent = {"command_id": f"n{self.notes}", "expected_seq": number, "command": {"kind": "note", "text": "late"}}
        self._is(self.host.client.post(f"{self.at}/commands", json=sent), 200, "a note")

    def _throw_out(self) -> None:
        there = [one for one in self.guests[1:] if not one.gone]
        if not there or not self.host.uses(self.clock.now):
            return
        guest = self.chance.choice(there)
        answer = self.host.client.post(f"{self.at}/seats/{guest.seat}/revoke", json={})
        guest.gone = self._is(answer, 204, "taking a seat away")
        self.report.count("seats taken away")

    def _forget(self) -> None:
        # As after a restart: what the database says counts, not what was remembered.
        self.app.state.keeper.seats.forget()

    def _is(self, answer: Response, wanted: int, what: str) -> bool:
        told = f"{what} at {self.clock.now}: {answer.status_code} and not {wanted}"
        self.report.expect(answer.status_code == wanted, told)
        return answer.status_code == wanted

    def look_at_pages(self) -> None:
        """The log by its numbers, each line with the hour it was written at; no page tells of less than no time."""
        self.clock.now = self.host.since
        rows = self.app.state.keeper.games.log.read_events(self.game)
        page = self.host.client.get(f"/games/{self.game}/log").text
        lines = [(int(number), at, shown) for number, at, shown in LINE.findall(page)]
        told: Mapping[int, str] = dict(enumerate((row.written_at for row in rows), 1))
        wanted = [(number, told[number], told[number][11:16]) for number in sorted(told, reverse=True)]
        self.report.expect(lines == wanted, f"the log shows {lines} and not {wanted}")
        self.report.count("hours shown", len(lines))
        first = self.host.client.get(f"{self.at}/seats").json()[0]
        self.report.expect(first["is_host"], f"the host is not the first of the devices, but {first}")
        for place in ("", f"games/{self.game}", f"games/{self.game}/log", f"games/{self.game}/seats"):
            page = self.host.client.get(f"/{place}").text
            negative = [*NEGATIVE.findall(" ".join(SHOWN.findall(page))), *NEGATIVE.findall(without_marks(page))]
            self.report.expect(not negative, f"/{place} shows {negative}")
            self.report.count("pages read")


def whole(when: datetime) -> datetime:
    """A moment in whole seconds, as seats and codes are kept."""
    return when.replace(microsecond=0)


def without_marks(page: str) -> str:
    """What a page says, without its marks and scripts."""
    return re.sub(r"<[^>]*>", " ", re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL))

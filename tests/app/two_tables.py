"""Two tables that are alike but for what one side keeps to itself: whoever may not know it cannot tell them apart.

Everything that a device is ever answered is compared: pages, JSON, the stream's messages, refusals.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import FastAPI

from app.games import app_services, command_handler
from app.games.repository import SeenChange
from app.live.hub import NO_STREAM_LIMITS, GameHub, StreamLimits
from app.seats import routes as told_of_seats
from app.seats.seat_repository import Seat
from app.settings import Settings
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.seats import Role
from tests.browser.playing import settle_plans
from tests.client import TestClient, app_with
from tests.torture.forgery import chained
from tests.torture.leaks import NAMED, readable_paths

BASE: Final = "http://table.test"
HTML: Final = {"Accept": "text/html"}
DEEDS: Final = ("move", "fire", "cross", "assault", "lay", "heroic", "area")
DIFFERS_ANYHOW: Final = tuple(
    re.compile(one, re.DOTALL)
    for one in (
        r"D:\d{14}Z",
        r"<\?xpacket begin.*?<\?xpacket end[^>]*>",
        r"/ID ?\[[^\]]*\]",
        r"\d{4}-\d\d-\d\dT[\d:.]+Z",
        r">\d\d:\d\d<",
        r'[0-9a-f]{64}(?<!"head":".{64})',
    )
)
"""Hours, what a PDF says of its making, and the promises of seeds; not the hash over all that a seat may know of."""

Created = dict[str, Any]
Change_ = Callable[[Created], None]
Said = tuple[int, str]


@cache
def of_a_game() -> tuple[str, ...]:
    """Whatever can be read of a game but for the seats, which no two tables have alike."""
    every = (path for path in readable_paths() if "{game_id}" in path)
    return tuple(path for path in every if not path.endswith(("/seat", "/seats")))


class Overheard(GameHub):
    """The streams of a process, with every message that a page of each role would be sent."""

    def __init__(self, heartbeat_s: float, limits: StreamLimits = NO_STREAM_LIMITS) -> None:
        super().__init__(heartbeat_s, limits=limits)
        self.epoch = "same"
        self.heard: dict[tuple[str, Role], list[str]] = defaultdict(list)

    def roles(self, game_id: str) -> Sequence[Role]:
        """Somebody of every role looks on."""
        return tuple(SEATING.roles)

    def changed(self, game_id: str, role: Role, change: SeenChange) -> None:
        """Keep the message."""
        self.heard[game_id, role].append(self.frame(change).decode())


class Device:
    """A device at one of the tables."""

    def __init__(self, app: FastAPI, role: str, game: str = "") -> None:
        self.client = TestClient(app, base_url=BASE, headers={"Origin": BASE})
        # Known as a device that prints: a new one is given a cookie of its own, which differs from table to table.
        self.client.cookies.set("bzp", "printer")
        self.hub: Overheard = app.state.keeper.hub
        self.role = Role(role)
        self.game = game
        self.sent = Counter[str]()

    @property
    def service(self) -> str:
        """The address of the game for programs."""
        return f"/api/v1/games/{self.game}"

    @property
    def view(self) -> Any:
        """The game as this seat may know it."""
        return self.client.get(self.service).json()["view"]

    def try_(self, kind: str, **fields: Any) -> Said:
        """Send a command: the status and all that is answered."""
        self.sent[kind] += 1
        number = self.client.get(self.service).json()["number"]
        # Named by its kind: what one device sends besides gives the others' names no other number.
        name = f"{self.role}-{kind}-{self.sent[kind]}"
        envelope = {"command_id": name, "expected_seq": number, "command": {"kind": kind, **fields}}
        answer = self.client.post(f"{self.service}/commands", json=envelope)
        return answer.status_code, answer.text

    def send(self, kind: str, **fields: Any) -> None:
        """Send a command that is accepted."""
        status, told = self.try_(kind, **fields)
        assert status == 200, told

    def invited(self, app: FastAPI, role: str) -> "Device":
        """Another device takes a seat by an invitation of this one."""
        guest = Device(app, role, self.game)
        code = self.client.post(f"{self.service}/invitations", json={"role": role}).json()["code"]
        answer = guest.client.post("/api/v1/join", json={"code": code, "name": role})
        assert answer.status_code == 201, answer.text
        return guest

    def answers(self, about: Sequence[str] = ()) -> Mapping[str, Said]:
        """Everything this device can ask for, the forms of its pages filled in with the names `about` too."""
        found = {path: self.look_at(path) for path in self._addresses(about)}
        return found | {"the stream": (200, "".join(self.hub.heard[self.game, self.role]))}

    def _addresses(self, about: Sequence[str]) -> Iterator[str]:
        filled = {**NAMED, "game_id": self.game}
        yield from (path.format(**filled) for path in of_a_game())
        page = f"/games/{self.game}"
        yield f"{page}/print?form=scenario&form=report&form=roster-attacker&form=roster-defender"
        for name in about:
            for asked in ("correct={}", "line={}", "work={}", "planned=into&barrage={}&stands[]=d1.hq", "card={}&on=x"):
                yield f"{page}?{asked.format(name)}"
            yield f"{page}?planned=behind&stand={name}&barrage={name}"
            yield f"{page}?unit={name}&do=fire"
        for unit in self.view["turn"]["can_act"][:2]:
            for do in DEEDS:
                yield f"{page}?unit={unit}&do={do}"
                yield from (f"{page}?unit={unit}&do={do}&target={name}&stand={name}" for name in about)

    def look_at(self, path: str) -> Said:
        """What a page or an address of the service answers this device."""
        answer = self.client.get(path, headers=HTML if path.startswith("/games/") else {})
        return answer.status_code, f"{answer.headers}\n{answer.text}"


def alike(text: str) -> str:
    """An answer without what is different at any two tables."""
    # One after another: all at once takes twice as long, since an expression of many has no first letter to look for.
    for one in DIFFERS_ANYHOW:
        text = one.sub("...", text)
    return text


def same(here: Said, there: Said) -> bool:
    """Whether two answers say the same. What differs anyhow is looked for in those that are not the same bytes."""
    return here == there or (here[0] == there[0] and alike(here[1]) == alike(there[1]))


def apart(here: str, there: str) -> str:
    """Where two answers begin to differ, beside the hash over each and what differs anyhow."""
    here, there = (re.sub('"hash":"[0-9a-f]+"', "", alike(text)) for text in (here, there))
    place = next((n for n, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), 0)
    return " | ".join(text[max(0, place - 80) : place + 80] for text in (here, there))


class Tables:
    """Two tables, told the same. `secret` is what one of them has and the other has not, in words or figures."""

    def __init__(self, seats: Sequence[Mapping[str, Device]], keeps: str, secret: Sequence[str]) -> None:
        self.seats = seats
        self.keeps = keeps
        self.secret = secret
        self.others = [role for role in ("attacker", "defender", "spectator") if role != keeps]

    def send(self, role: str, kind: str, **fields: Any) -> None:
        """The same at both tables."""
        for seats in self.seats:
            seats[role].send(kind, **fields)

    def asked_by_others(self, kind: str, **fields: Any) -> None:
        """What those who may not know it send themselves is answered alike, done or refused."""
        for role in self.others:
            if role != "spectator":
                here, there = (seats[role].try_(kind, **fields) for seats in self.seats)
                assert same(here, there), f"the {role} is answered otherwise to {kind}: {apart(here[1], there[1])}"
                self._nothing_of_it_in(here[1], f"{kind} of the {role}")

    def cannot_be_told_apart(self, about: Sequence[str] = ()) -> None:
        """Whoever may not know the secret is answered alike at both tables, and never with it."""
        for role in self.others:
            here, there = (seats[role].answers(about) for seats in self.seats)
            assert here.keys() == there.keys()
            for path, (status, told) in here.items():
                assert same((status, told), there[path]), (
                    f"the {role} is answered otherwise at {path}: {apart(told, there[path][1])}"
                )
                self._nothing_of_it_in(told, f"{path} of the {role}")

    def _nothing_of_it_in(self, told: str, where: str) -> None:
        found = [one for one in self.secret if one in told and one not in where]
        found = [one for one in found if one in alike(told)]
        assert not found, f"{found} stands in {where}"

    def look_alike(self) -> None:
        """The same of the view and the log alone, which all pages are made of."""
        for role in self.others:
            for path in ("", "/log"):
                here, there = (seats[role].client.get(seats[role].service + path).text for seats in self.seats)
                assert same((200, here), (200, there)), f"the {role} is answered otherwise: {apart(here, there)}"
                self._nothing_of_it_in(here, f"what the {role} sees")

    def settle(self, role: str) -> None:
        """What the plans bring in the step in hand, at each table for itself, where it hurts nobody."""
        for seats in self.seats:
            settle_plans(seats[role], seats[role].view)

    def is_known_to_its_own(self) -> None:
        """Its own side and the referee find every part of the secret: else a search would say nothing."""
        for role in (self.keeps, "referee"):
            told = "".join(text for _, text in self.seats[0][role].answers().values())
            assert [one for one in self.secret if one not in told] == []

    def is_known_to_all(self, word: str) -> None:
        """What has fallen everybody reads in the log."""
        for role in self.others:
            assert word in self.seats[0][role].client.get(f"{self.seats[0][role].service}/log").text


def drafted(folder: Path, **command: Any) -> dict[str, Any]:
    """The file of a game that has just been set up."""
    with served_from(folder / "draft.db") as app:
        host = Device(app, "referee")
        wanted = {"system": "flanders-fields", "title": "Evening", "command": {"kind": "create_game", **command}}
        answer = host.client.post("/api/v1/games", json=wanted)
        assert answer.status_code == 201, answer.text
        file: dict[str, Any] = host.client.get(f"/api/v1/games/{answer.json()['game_id']}/export").json()
        return file


@contextmanager
def two_tables(
    folder: Path, file: dict[str, Any], changes: tuple[Change_, Change_], keeps: str, secret: Sequence[str]
) -> Iterator[Tables]:
    """The game of a file twice, set up otherwise by each of the changes; every seat is taken."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patched:
        patched.setattr(app_services, "GameHub", Overheard)
        # However long a machine takes at either, a die may be read anew for as long.
        patched.setattr(command_handler, "clock_s", lambda: 0.0)
        seats = []
        for number, change in enumerate(changes):
            # What is named by chance is named alike at both.
            patched.setattr(told_of_seats, "name_of", in_turn())
            app = stack.enter_context(served_from(folder / f"table{number}.db"))
            seats.append(_seated(app, _with(file, change)))
        yield Tables(seats, keeps, secret)


def in_turn() -> Callable[[Seat], str]:
    """Names the commands of those who sit down by their turn."""
    numbers = count(1)
    return lambda _seat: f"seat-{next(numbers)}"


def _with(file: dict[str, Any], change: Change_) -> bytes:
    plain = json.loads(json.dumps(file))
    created = json.loads(plain["events"][0]["payload"])
    change(created)
    plain["events"][0]["payload"] = json.dumps(created)
    return chained(plain)


def _seated(app: FastAPI, file: bytes) -> Mapping[str, Device]:
    host = Device(app, "referee")
    brought = host.client.post("/api/v1/games/import", content=file, headers={"Content-Type": "application/json"})
    assert brought.status_code == 201, brought.text
    host.game = brought.json()["game_id"]
    return {"referee": host} | {
        role.value: host.invited(app, role.value) for role in SEATING.roles if role is not Role.REFEREE
    }


@contextmanager
def served_from(path: Path) -> Iterator[FastAPI]:
    """A service on a database of its own."""
    app = app_with(Settings(database_url=f"sqlite:///{path}", log_level="warning"))
    with TestClient(app):
        yield app

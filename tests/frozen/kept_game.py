"""A game judged as the service judges it, without its clock, its chance and its database: the same bytes everywhere.

This is the only module of the frozen evenings that knows how the house judges. Where judging moves, it follows; what
it tells of a step must not change.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from app.games.command_handler import CommandOnItsWay, Judge, Round
from app.games.command_history import past_of
from app.games.json_codec import EventCodec, read_envelope
from app.games.open_game import OpenGame
from app.http.problem_details import HttpAnswer
from app.randomness import Cup, commitment_of
from app.seats.seat_repository import Seat
from app.storage.event_log import COMMANDS, EVENTS, GAMES, SEEDS, GameRecord, KeptCommand, Staged
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.play import Past
from rules.kernel.seats import Role
from tests.systems import known_systems

WHEN: Final = "2026-01-01T00:00:00.000Z"
WHOLE_LOG_EVERY: Final = 50
PARTS: Final = (
    "answer",
    "events",
    *(f"{part} of the {role.value}" for role in SEATING.roles for part in ("view", "log")),
)
"""What a step is made of: the answer, the log as it is kept, and what each seat is shown and told."""


class Sent(NamedTuple):
    """A command as it came in: whose, the bytes of its envelope, and what the keeper knew of the table."""

    role: str
    body: bytes
    referee_present: bool = False
    nobody_else: bool = False
    in_time: bool = False
    by_keeper: bool = False


class Memory:
    """As much of a log as judging asks for: what was accepted in this game."""

    def __init__(self, round_: Round) -> None:
        self._round = round_

    def command_of(self, _game_id: str, command_id: str) -> KeptCommand | None:
        """A command that was accepted."""
        for row in self._round.staged.rows.get(COMMANDS, ()):
            if row["command_id"] == command_id:
                return KeptCommand(row["body"], row["actor"], row["first_seq"])
        return None


class KeptGame:
    """A game whose seed is its name, so that its dice fall the same at every time and place."""

    def __init__(self, name: str, system: str = "flanders-fields") -> None:
        self.system = known_systems()[system]
        seed = hashlib.sha256(name.encode()).digest()
        record = GameRecord(name, system, name, WHEN, None, (Cup(name, commitment_of(seed), seed),), None)
        self.open = OpenGame(record, self.system, EventCodec(self.system))
        self._round = Round()
        self._memory = Memory(self._round)
        self._judge = Judge(self._memory, lambda: WHEN)  # type: ignore[arg-type]  # all that it asks of one
        self._known = dict.fromkeys(SEATING.roles, 0)
        self._steps = 0
        self._seen: dict[Role, tuple[object, bytes]] = {}

    def step(self, sent: Sent) -> "Step":
        """Send a command; everything that came of it."""
        before = len(self.open.log)
        answer = self.send(sent)
        self._steps += 1
        news = self.open.log[before:]
        whole = self._steps % WHOLE_LOG_EVERY == 0 or any(self.system.taken_back(one.event) for one in news)
        told = {"answer": b"%d %s %s" % (answer.status, answer.media_type.encode(), answer.body)}
        told["events"] = self.open.head.hex().encode()
        for one in SEATING.roles:
            told[f"view of the {one.value}"] = self.open.view(one).body
            told[f"log of the {one.value}"] = self._log(one, whole)
        return Step(answer.status, answer.body, told)

    def send(self, sent: Sent) -> HttpAnswer:
        """Send a command; its answer alone."""
        role = Role(sent.role)
        seat = Seat(role.value, self.open.record.id, role, role.value)
        knows = (sent.referee_present, sent.nobody_else, sent.in_time, sent.by_keeper)
        return self._judge.judge(self.open, CommandOnItsWay(seat, read_envelope(sent.body), *knows), self._round)

    def staged(self, game_id: str) -> Staged:
        """All that was written of the game, under another id."""
        (cup,), record, rows = self.open.record.cups, self.open.record, Staged()
        game = {"id": game_id, "system": record.system, "title": record.title, "created_at": record.created_at}
        rows.add(game_id, GAMES, [{**game, "closed_at": None, "closed_by": None}])
        rows.add(game_id, SEEDS, [{"game_id": game_id, "from_seq": 1, "commitment": cup.commitment, "seed": cup.seed}])
        for table in (EVENTS, COMMANDS):
            kept = self._round.staged.rows.get(table, ())
            rows.add(game_id, table, [{**row, "game_id": game_id} for row in kept])
        return rows

    @property
    def past(self) -> Past:
        """What is known of the commands that were done."""
        return past_of(self.open, self._memory.command_of)

    def _log(self, role: Role, whole: bool) -> bytes:
        """What a seat was told by this step; its whole log where something was taken back, and now and then."""
        since = 0 if whole else self._known[role]
        self._known[role] = self.open.numbers[role]
        gone = sorted(self.open.withdrawn_numbers(role)) if whole else []
        return msgspec.json.encode((self.open.numbers[role], self.open.told(role, since), gone))

    def events(self, since: int = 0) -> list[Mapping[str, Any]]:
        """The events after a number, as they are kept."""
        codec = self.open.codec
        return [
            {"seq": one.seq, "kind": codec.kind(one.event), "audience": one.audience, "event": codec.payload(one.event)}
            for one in self.open.log[since:]
        ]


class Step(NamedTuple):
    """What came of a command: the status and the bytes of its answer, and every part as bytes."""

    status: int
    answer: bytes
    parts: Mapping[str, bytes]

"""Commands in, answers out: judged on the state in memory, written in one durable transaction, then announced.

One thread owns every open game. Whatever waits when it looks is judged in turn and written together; nobody is
answered before that is on the disk. If it cannot be written, the games it touched are forgotten and read again.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol, TypeVar

import structlog
from sqlalchemy import Table
from sqlalchemy.exc import DBAPIError

from app.db import Database
from app.games import problems
from app.games.game import OpenGame, View
from app.games.judging import Judge, Play, Round
from app.games.problems import Answer, Problem
from app.games.shelf import LONG_PLAYED, Shelf
from app.games.wire import Envelope, EventCodec, System
from app.seats.seat import Seat
from app.store.chain import StoredEvent
from app.store.log import Conflicts, EventLog, GameRecord, NotWritten, Row
from rules.kernel.play import Role

TOGETHER: Final = 256
TRIES: Final = 8
KEPT_OPEN: Final = 64
CLOSED: Final = "The game is closed."
T = TypeVar("T")

log = structlog.get_logger(__name__)


def utc_now() -> str:
    """The time on a row: ISO 8601, UTC, milliseconds. It orders nothing."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Change:
    """What a role has to see: up to its number `number`, by what was `said`; `closed` where the game is over."""

    number: int
    said: Sequence[str] = ()
    closed: bool = False


class Listener(Protocol):
    """Whoever tells the pages that something changed."""

    def roles(self, game_id: str) -> Sequence[Role]:
        """The roles that have a page open on this game."""
        ...

    def changed(self, game_id: str, role: Role, change: Change) -> None:
        """A role has something new to see. From the writing thread; must not wait.

        What the role sees now is made when somebody looks.
        """
        ...


@dataclass(frozen=True, slots=True)
class Opening:
    """The rows a new game begins with; they are written with its first command or not at all."""

    record: GameRecord
    rows: Mapping[Table, Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Sent:
    """A command waiting for its turn; `opening` where it begins a game."""

    seat: Seat
    envelope: Envelope
    opening: Opening | None
    future: Future[Answer]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about one open game, answered after everything before it is written."""

    game_id: str
    ask: Callable[[OpenGame], Any]
    future: Future[Any]


class NobodyListens:
    """A service without pages."""

    def roles(self, game_id: str) -> Sequence[Role]:
        """None."""
        return ()

    def changed(self, game_id: str, role: Role, change: Change) -> None:
        """Nobody hears it."""


class GameService:
    """The games of one database. Start it once per process; every method may be called from any thread."""

    def __init__(
        self,
        database: Database,
        systems: Mapping[str, System],
        listener: Listener | None = None,
        referee_present: Callable[[str], bool] = lambda game_id: False,
        clock: Callable[[], str] = utc_now,
    ) -> None:
        self.log = EventLog(database.engine, database.shared)
        self.systems = systems
        self.clock = clock
        self._shared = database.shared
        self._codecs = {key: EventCodec(system) for key, system in systems.items()}
        self._listener: Listener = listener or NobodyListens()
        self._referee_present = referee_present
        self._judge = Judge(self.log, clock)
        self._shelf = Shelf(self.log, systems, self._codecs)
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._queue: SimpleQueue[Sent | Asked | None] = SimpleQueue()
        self._stopped = False
        self._door = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Begin to take commands."""
        self._thread.start()

    def stop(self) -> None:
        """Answer everything that waits, then end."""
        with self._door:
            self._stopped = True
            self._queue.put(None)
        self._thread.join()

    def submit_soon(self, seat: Seat, envelope: Envelope, opening: Opening | None = None) -> Future[Answer]:
        """Queue a command; the answer comes when it is on the disk, or refused."""
        future: Future[Answer] = Future()
        if not self._let_in(Sent(seat, envelope, opening, future)):
            future.set_result(problems.stopping())
        return future

    def submit(self, seat: Seat, envelope: Envelope) -> Answer:
        """Send a command of a seat and wait for the answer."""
        return self.submit_soon(seat, envelope).result()

    def ask_soon(self, game_id: str, ask: Callable[[OpenGame], T]) -> Future[T]:
        """Queue a question to one game. The future raises Problem where there is no such game."""
        future: Future[T] = Future()
        if not self._let_in(Asked(game_id, ask, future)):
            future.set_exception(Problem(problems.stopping()))
        return future

    def ask(self, game_id: str, ask: Callable[[OpenGame], T]) -> T:
        """Ask a game something and wait. Raises Problem where there is no such game."""
        return self.ask_soon(game_id, ask).result()

    def view_soon(self, game_id: str, role: Role) -> Future[View]:
        """What a role may know of a game now."""
        return self.ask_soon(game_id, lambda game: game.view(role))

    def view(self, game_id: str, role: Role) -> View:
        """What a role may know of a game now. Raises Problem where there is no such game."""
        return self.view_soon(game_id, role).result()

    def told(self, game_id: str, role: Role, since: int = 0) -> list[dict[str, Any]]:
        """The log after the role's number `since`, as the role may read it. Raises Problem for no such game."""
        return self.ask(game_id, lambda game: game.told(role, since))

    def close(self, game_id: str, by: str = "") -> None:
        """End a game for good, so that its dice may be revealed; `by` is the host's name. Pages are told.

        Closing again changes nothing. Raises Problem where there is no such game, or where it cannot be written.
        """
        self.ask(game_id, lambda game: self._close(game, by))

    def add_share(self, game_id: str, share: str) -> None:
        """Mix a device's share into every die from the next event on."""
        self.ask(game_id, lambda game: self._add_share(game, share))

    def try_fold(self, record: GameRecord, rows: Sequence[StoredEvent]) -> None:
        """Play a log through and look at it from every seat, keeping nothing. Raises whatever goes wrong."""
        game = OpenGame(record, self.systems[record.system], self._codecs[record.system], [row.logged for row in rows])
        for role in Role:
            game.view(role)
            game.told(role)

    def look_again(self, game_id: str) -> None:
        """Another process may have written to this game: tell the pages here what stands now."""
        self._let_in(Asked(game_id, self._tell_again, Future()))

    def _let_in(self, one: Sent | Asked) -> bool:
        # Behind the writer's last task nothing would ever be answered.
        with self._door:
            if not self._stopped:
                self._queue.put(one)
            return not self._stopped

    def _run(self) -> None:
        self._work()
        self._shelf.keep(self._games.values())

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            waiting: list[Sent | Asked | None] = [first]
            with suppress(Empty):
                while len(waiting) < TOGETHER:
                    waiting.append(self._queue.get_nowait())
            # From here on nobody who has gone away can stop what is being done for him.
            wanted = [one for one in waiting if one and one.future.set_running_or_notify_cancel()]
            self._play([one for one in wanted if isinstance(one, Sent)])
            for one in wanted:
                if isinstance(one, Asked):
                    self._answer(one)
            self._shelf.keep(self._games.values(), after=LONG_PLAYED)
            self._put_idle_games_away()
            if None in waiting:
                return

    def _play(self, sent: Sequence[Sent]) -> None:
        for _ in range(TRIES):
            try:
                round_, answers = self._play_together(sent)
            except Conflicts:
                # Another process was first: judge all of it again on what stands now.
                self._forget_games(sent)
            except (NotWritten, DBAPIError):
                log.exception("not written", waiting=[_place(one) for one in sent])
                self._forget_games(sent)
                self.log.reopen()
                break
            except Exception:
                self._forget_games(sent)
                return self._one_by_one(sent)
            else:
                self._announce(round_)
                return _settle(sent, answers)
        return _settle(sent, [problems.no_room()] * len(sent))

    def _play_together(self, sent: Sequence[Sent]) -> tuple[Round, Sequence[Answer]]:
        round_ = Round()
        answers = [self._judge_one(one, round_) for one in sent]
        if round_.staged.games:
            self.log.append(round_.staged)
        return round_, answers

    def _one_by_one(self, sent: Sequence[Sent]) -> None:
        # One of several failed by a fault of ours: the others shall not suffer for it.
        if len(sent) > 1:
            for one in sent:
                self._play([one])
            return
        log.exception("fault at a command", **_place(sent[0]), kind=sent[0].envelope.command.get("kind"))
        _settle(sent, [problems.broken()])

    def _judge_one(self, sent: Sent, round_: Round) -> Answer:
        game = self._open(sent, round_)
        if game is None:
            return problems.no_such_game(sent.seat.game_id)
        is_new = sent.opening is not None and game.next_seq == 1
        present = is_new or self._referee_present(game.record.id)
        answer = self._judge.judge(game, Play(sent.seat, sent.envelope, present), round_)
        if sent.opening and is_new:
            self._begin(sent.opening, answer, round_)
        return answer

    def _begin(self, opening: Opening, answer: Answer, round_: Round) -> None:
        if not answer.accepted:
            self._games.pop(opening.record.id, None)
            return
        for table, rows in opening.rows.items():
            round_.staged.add(opening.record.id, table, rows)

    def _open(self, sent: Sent, round_: Round) -> OpenGame | None:
        if sent.opening and self._is_unknown(sent.seat.game_id):
            record = sent.opening.record
            system = self.systems[record.system]
            self._games[record.id] = OpenGame(record, system, self._codecs[record.system])
            round_.looked_at.add(record.id)
        look_first = sent.seat.game_id not in round_.looked_at
        round_.looked_at.add(sent.seat.game_id)
        return self._game(sent.seat.game_id, look_first)

    def _is_unknown(self, game_id: str) -> bool:
        return game_id not in self._games and self.log.read_game(game_id) is None

    def _game(self, game_id: str, look_first: bool = True) -> OpenGame | None:
        game = self._games.get(game_id)
        if game and self._shared and look_first and self.log.position(game_id) != game.position:
            game = None
        if game is None:
            game = self._shelf.open(game_id)
        if game:
            self._games[game_id] = game
            self._games.move_to_end(game_id)
        return game

    def _answer(self, asked: Asked) -> None:
        try:
            game = self._game(asked.game_id)
            if game is None:
                raise Problem(problems.no_such_game(asked.game_id))
            asked.future.set_result(asked.ask(game))
        except Exception as failed:
            asked.future.set_exception(failed)

    def _announce(self, round_: Round) -> None:
        for game_id, before in round_.before.items():
            try:
                self._announce_game(self._games[game_id], before)
            except Exception:
                # It is written and answered: a page that was not told will hear of it with its next heartbeat.
                log.exception("pages not told", game=game_id)

    def _announce_game(self, game: OpenGame, before: Mapping[Role, int]) -> None:
        for role in self._listener.roles(game.record.id):
            if game.numbers[role] != before[role]:
                said = [str(told["says"]) for told in game.told(role, before[role]) if told.get("says")]
                self._listener.changed(game.record.id, role, Change(game.numbers[role], said))

    def _tell_again(self, game: OpenGame) -> None:
        for role in self._listener.roles(game.record.id):
            self._listener.changed(game.record.id, role, Change(game.numbers[role], closed=game.is_closed))

    def _close(self, game: OpenGame, by: str) -> None:
        if game.is_closed:
            return
        try:
            self.log.close_game(game.record.id, self.clock(), by)
        except DBAPIError as failed:
            log.exception("not closed", game=game.record.id)
            raise Problem(problems.no_room()) from failed
        finally:
            del self._games[game.record.id]
        for role in self._listener.roles(game.record.id):
            self._listener.changed(game.record.id, role, Change(game.numbers[role], (CLOSED,), closed=True))

    def _add_share(self, game: OpenGame, share: str) -> None:
        if game.is_closed:
            return
        self.log.add_share(game.record.id, game.next_seq, share)
        del self._games[game.record.id]

    def _forget_games(self, sent: Sequence[Sent]) -> None:
        for one in sent:
            self._games.pop(one.seat.game_id, None)

    def _put_idle_games_away(self) -> None:
        while len(self._games) > KEPT_OPEN:
            _, idle = self._games.popitem(last=False)
            self._shelf.keep([idle])


def _place(sent: Sent) -> dict[str, str]:
    # The writing thread has no request of its own: its lines say themselves for whom they are.
    return {"game": sent.seat.game_id, "seat": sent.seat.role.value}


def _settle(sent: Sequence[Sent], answers: Sequence[Answer]) -> None:
    for one, answer in zip(sent, answers, strict=True):
        one.future.set_result(answer)

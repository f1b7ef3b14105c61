"""Game service: commands dispatched, committed in durable batches, then announced."""

import asyncio
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError

from app.games.command_handler import (
    AtTable,
    CommandOnItsWay,
    GameOpening,
    GameQuestion,
    Judge,
    Queued,
    Round,
    SentCommand,
    Supply,
    answer_now,
    as_played,
    as_sent,
)
from app.games.json_codec import Envelope, System, codecs_of
from app.games.open_game import OpenGame, View
from app.games.repository import (
    LONG_PLAYED,
    MOST_BYTES,
    Listener,
    NobodyListens,
    OpenGames,
    SeenChange,
    Shelf,
    Standing,
    Standings,
)
from app.http import problem_details
from app.http.problem_details import HttpAnswer, Problem
from app.seats.seat_repository import Seat
from app.storage.database import Conflicts, Database, LockedOut, NotWritten, may_be_there
from app.storage.event_log import EventLog, GameRecord, StoredEvent
from rules.kernel.seats import Role

# Commit latency

# So long any thread may keep the others waiting without being asked.
QUICK_S: Final = sys.getswitchinterval()
UNKNOWN_S: Final = 1.0
ROUNDS: Final = 8


class Pace:
    """How long rounds take, each from its first command to the disk. The last count most; at first it is unknown."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._usual_s = UNKNOWN_S

    def __enter__(self) -> None:
        self._began = self._clock()

    def __exit__(self, *_: object) -> None:
        self._usual_s += (self._clock() - self._began - self._usual_s) / ROUNDS

    @property
    def is_quick(self) -> bool:
        """Whether the next is likely to be quick."""
        return self._usual_s < QUICK_S


# The service of games

TOGETHER: Final = 256
TRIES: Final = 8
CLOSED: Final = "The game is closed."
T = TypeVar("T")

log = structlog.get_logger(__name__)


def utc_now() -> str:
    """The time on a row: ISO 8601, UTC, milliseconds. It orders nothing."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class GameService:
    """The games of one database. Start it once per process; every method may be called from any thread."""

    def __init__(
        self,
        database: Database,
        systems: Mapping[str, System],
        listener: Listener | None = None,
        referee_present: Callable[[str], bool] = lambda game_id: False,
        nobody_else: Callable[[str, Role, int], bool] = lambda game_id, role, since: False,
        clock: Callable[[], str] = utc_now,
        supply: Supply = as_sent,
        most_bytes: int = MOST_BYTES,
        grew: Callable[[str, int], None] = lambda game_id, by_bytes: None,
    ) -> None:
        self._grew = grew
        self.log = EventLog(database.engine, database.shared)
        self.systems = systems
        self.clock = clock
        self._shared = database.shared
        self._codecs = codecs_of(systems)
        self._listener: Listener = listener or NobodyListens()
        self.at_table = AtTable(referee_present, nobody_else)
        self._judge = Judge(self.log, clock, supply)
        self._shelf = Shelf(self.log, systems, self._codecs)
        self._games = OpenGames(most_bytes)
        self._standings = Standings()
        self._queue: SimpleQueue[Queued | GameQuestion | None] = SimpleQueue()
        self._pen = threading.Lock()
        self._pace = Pace()
        self._stopped = False
        self._one_at_a_time = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Begin to take commands."""
        self._thread.start()

    def stop(self) -> None:
        """Answer everything that waits, then end."""
        with self._one_at_a_time:
            self._stopped = True
            self._queue.put(None)
        self._thread.join()

    def submit_soon(
        self, seat: Seat, envelope: Envelope, opening: GameOpening | None = None, by_keeper: bool = False
    ) -> Future[HttpAnswer]:
        """Queue a command (or one of the service itself); the answer comes when it is on the disk, or refused."""
        future: Future[HttpAnswer] = Future()
        if not self._let_in(Queued(SentCommand(seat, envelope, opening, by_keeper), future)):
            future.set_result(problem_details.stopping())
        return future

    def submit(self, seat: Seat, envelope: Envelope) -> HttpAnswer:
        """Send a command of a seat and wait for the answer."""
        return self.submit_soon(seat, envelope).result()

    def submit_at_once(self, seat: Seat, envelope: Envelope) -> HttpAnswer | None:
        """The answer to a command that is judged and written here and now; None: queue it.

        It waits neither for others nor for a slow disk, so that an event loop may call it.
        """
        if not self._would_be_quick() or not self._pen.acquire(blocking=False):
            return None
        try:
            if self._stopped or not self._is_light(seat.game_id, envelope):
                return None
            return self._play([SentCommand(seat, envelope)])[0]
        finally:
            self._pen.release()

    def ask_soon(self, game_id: str, ask: Callable[[OpenGame], T]) -> Future[T]:
        """Queue a question to one game. The future raises Problem where there is no such game."""
        future: Future[T] = Future()
        if not self._let_in(GameQuestion(game_id, ask, future)):
            future.set_exception(Problem(problem_details.stopping()))
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

    def standing_soon(self, game_id: str, role: Role) -> Future[Standing]:
        """What stands for a role now; kept for those who ask again."""
        return self.ask_soon(game_id, lambda game: self._standings.keep(game_id, game.view(role)))

    def standing(self, game_id: str, role: Role) -> Standing | None:
        """What stands for a role, as far as this process has heard, without opening the game. None: ask for it.

        Where other processes write too, it is heard of in time while a page of the game is open here.
        """
        return self._standings.of(game_id, role)

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
        for role in game.roles:
            game.view(role)
            game.told(role)

    def look_again(self, game_id: str) -> None:
        """Another process may have written to this game: tell the pages here what stands now."""
        self._let_in(GameQuestion(game_id, self._tell_again, Future()))

    def _would_be_quick(self) -> bool:
        return self._pace.is_quick and self._queue.empty() and self.log.is_at_hand

    def _is_light(self, game_id: str, envelope: Envelope) -> bool:
        """Whether a command leads to nothing but its own rows: no game to open, no state to keep, nothing to read."""
        game = self._games.get(game_id)
        if game is None or game.not_kept >= LONG_PLAYED or "table" in envelope.command or self._games.are_too_many:
            return False
        return not (game.is_brief and envelope.command.get("kind") in game.system.reaches_back)

    def _let_in(self, one: Queued | GameQuestion) -> bool:
        # Behind the writer's last task nothing would ever be answered.
        with self._one_at_a_time:
            if not self._stopped:
                self._queue.put(one)
            return not self._stopped

    def _run(self) -> None:
        self._work()
        self._shelf.keep(self._games.all())

    def _work(self) -> None:
        asked: deque[GameQuestion] = deque()
        is_over = False
        while asked or not is_over:
            taken = self._taken(wait=not (asked or is_over))
            is_over |= None in taken
            # From here on nobody who has gone away can stop what is being done for him.
            wanted = [one for one in taken if one and one.future.set_running_or_notify_cancel()]
            asked += (one for one in wanted if isinstance(one, GameQuestion))
            queued = [one for one in wanted if isinstance(one, Queued)]
            # One question at a time: a thousand pages that come back at once keep no command waiting for all of theirs.
            with self._pen:
                self._answer_whatever_happens([*queued, *([asked.popleft()] if asked else ())])

    def _taken(self, *, wait: bool) -> Sequence[Queued | GameQuestion | None]:
        """What waits, in its order; None: nothing comes any more. `wait`: until there is something."""
        taken = [self._queue.get()] if wait else []
        with suppress(Empty):
            while len(taken) < TOGETHER:
                taken.append(self._queue.get_nowait())
        return taken

    def _answer_whatever_happens(self, waiting: Sequence[Queued | GameQuestion]) -> None:
        # A writer that ended here would leave everybody waiting for ever, with nothing said of it.
        try:
            self._answer_all(waiting)
        except Exception:
            log.exception("fault of the writer", waiting=len(waiting))
            for one in waiting:
                if not one.future.done():
                    one.future.set_exception(Problem(problem_details.broken()))

    def _answer_all(self, waiting: Sequence[Queued | GameQuestion]) -> None:
        queued = [one for one in waiting if isinstance(one, Queued)]
        for one, answer in zip(queued, self._play([one.sent for one in queued]), strict=True):
            one.future.set_result(answer)
        for other in waiting:
            if isinstance(other, GameQuestion):
                self._answer(other)
        self._shelf.keep(self._games.of({one.game_id for one in waiting}), after=LONG_PLAYED)
        self._put_idle_games_away()

    def _play(self, sent: Sequence[SentCommand]) -> Sequence[HttpAnswer]:
        is_second = False
        for _ in range(TRIES):
            try:
                with self._pace:
                    round_, answers = self._play_together(sent)
            except Conflicts:
                # Another process was first: judge all of it again on what stands now.
                self._forget_games(sent)
            except LockedOut:
                log.warning("database locked", waiting=[_place(one) for one in sent])
                self._forget_games(sent)
                return [self._answer_unwritten(one, problem_details.locked_out()) for one in sent]
            except (NotWritten, DBAPIError) as failed:
                log.exception("not written", waiting=[_place(one) for one in sent])
                self._forget_games(sent)
                self.log.writing.settle()
                if is_second or not may_be_there(failed):
                    break
                is_second = True
            except Exception:
                self._forget_games(sent)
                return self._one_by_one(sent)
            else:
                self._announce(round_)
                return answers
        failed_answer = problem_details.in_doubt() if self.log.writing.is_in_doubt else problem_details.no_room()
        return [self._answer_unwritten(one, failed_answer) for one in sent]

    def _answer_unwritten(self, sent: SentCommand, failed_answer: HttpAnswer) -> HttpAnswer:
        # Among those that wait can be a repeat of what was done long ago: it is told what it was told then.
        try:
            on_its_way = CommandOnItsWay(sent.seat, sent.envelope, referee_present=False)
            return self._judge.kept_answer(sent.seat.game_id, on_its_way) or failed_answer
        except DBAPIError:
            return problem_details.in_doubt()

    def _play_together(self, sent: Sequence[SentCommand]) -> tuple[Round, Sequence[HttpAnswer]]:
        round_ = Round()
        answers = [self._judge_one(one, round_) for one in sent]
        if round_.staged.games:
            self.log.append(round_.staged)
            for game_id, size in round_.staged.sizes().items():
                self._grew(game_id, size)
        return round_, answers

    def _one_by_one(self, sent: Sequence[SentCommand]) -> Sequence[HttpAnswer]:
        # One of several failed by a fault of ours: the others shall not suffer for it.
        if len(sent) > 1:
            return [answer for one in sent for answer in self._play([one])]
        log.exception("fault at a command", **_place(sent[0]), kind=sent[0].envelope.command.get("kind"))
        return [problem_details.broken()]

    def _judge_one(self, sent: SentCommand, round_: Round) -> HttpAnswer:
        game = self._open(sent, round_)
        if game is None:
            return problem_details.no_such_game(sent.seat.game_id)
        is_new = sent.opening is not None and game.next_seq == 1
        answer = self._judge.judge(game, as_played(game, sent, self.at_table, is_new), round_)
        if sent.opening and is_new:
            self._begin(sent.opening, answer, round_)
        return answer

    def _begin(self, opening: GameOpening, answer: HttpAnswer, round_: Round) -> None:
        if not answer.accepted:
            self._games.drop(opening.record.id)
            return
        for table, rows in opening.rows.items():
            round_.staged.add(opening.record.id, table, rows)

    def _open(self, sent: SentCommand, round_: Round) -> OpenGame | None:
        if sent.opening and self._is_unknown(sent.seat.game_id):
            record = sent.opening.record
            system = self.systems[record.system]
            self._games.use(OpenGame(record, system, self._codecs[record.system]))
            round_.looked_at.add(record.id)
        look_first = sent.seat.game_id not in round_.looked_at
        round_.looked_at.add(sent.seat.game_id)
        return self._game(sent.seat.game_id, look_first)

    def _is_unknown(self, game_id: str) -> bool:
        return self._games.get(game_id) is None and self.log.read_game(game_id) is None

    def _game(self, game_id: str, look_first: bool = True) -> OpenGame | None:
        game = self._games.get(game_id)
        if game and self._shared and look_first and self.log.position(game_id) != game.position:
            game = None
        if game is None:
            game = self._shelf.open(game_id)
        if game:
            self._games.use(game)
        return game

    def _answer(self, asked: GameQuestion) -> None:
        try:
            game = self._game(asked.game_id)
            if game is None:
                raise Problem(problem_details.no_such_game(asked.game_id))
            answer = asked.ask(game)
            self._games.weigh(game)
            asked.future.set_result(answer)
        except Exception as failed:
            asked.future.set_exception(failed)

    def _announce(self, round_: Round) -> None:
        for game in self._games.of(round_.before):
            self._games.weigh(game)
            try:
                self._announce_game(game, round_.before[game.record.id])
            except Exception:
                # It is written and answered: a page that was not told will hear of it with its next heartbeat.
                log.exception("pages not told", game=game.record.id)

    def _announce_game(self, game: OpenGame, before: Mapping[Role, int]) -> None:
        answer_now(game)
        self._standings.forget(game.record.id)
        for role in self._listener.roles(game.record.id):
            if game.numbers[role] != before[role]:
                said = [str(told["says"]) for told in game.told(role, before[role]) if told.get("says")]
                self._listener.changed(game.record.id, role, SeenChange(game.numbers[role], said))

    def _tell_again(self, game: OpenGame) -> None:
        self._standings.forget(game.record.id)
        for role in self._listener.roles(game.record.id):
            self._listener.changed(game.record.id, role, SeenChange(game.numbers[role], closed=game.is_closed))

    def _close(self, game: OpenGame, by: str) -> None:
        if game.is_closed:
            return
        try:
            self.log.close_game(game.record.id, self.clock(), by)
        except DBAPIError as failed:
            log.exception("not closed", game=game.record.id)
            raise Problem(problem_details.not_written(failed)) from failed
        finally:
            self._games.drop(game.record.id)
        self._standings.forget(game.record.id)
        for role in self._listener.roles(game.record.id):
            self._listener.changed(game.record.id, role, SeenChange(game.numbers[role], (CLOSED,), closed=True))

    def _add_share(self, game: OpenGame, share: str) -> None:
        if game.is_closed:
            return
        self.log.add_share(game.record.id, game.next_seq, share)
        self._games.drop(game.record.id)

    def _forget_games(self, sent: Sequence[SentCommand]) -> None:
        for one in sent:
            self._games.drop(one.seat.game_id)
            self._standings.forget(one.seat.game_id)

    def _put_idle_games_away(self) -> None:
        if not self._games.are_too_many:
            return
        idle = self._games.put_away()
        self._shelf.keep(idle)
        # Their pages ask again and again whether anything has happened, and no game shall be opened for that.
        for game in idle:
            for role in self._listener.roles(game.record.id):
                self._standings.keep(game.record.id, game.view(role))


def _place(sent: SentCommand) -> dict[str, str]:
    # The writing thread has no request of its own: its lines say themselves for whom they are.
    return {"game": sent.seat.game_id, "seat": sent.seat.role.value}


# The entry of commands


class Desk:
    """The commands of one event loop that wait for their answers."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        self._waiting = 0

    async def hand_in(self, seat: Seat, envelope: Envelope) -> HttpAnswer:
        """The answer to a command, when it is on the disk or refused."""
        self._waiting += 1
        try:
            # What arrived in the same moment comes to the desk before this goes on.
            await asyncio.sleep(0)
            at_once = self._games.submit_at_once(seat, envelope) if self._waiting == 1 else None
            if at_once:
                return at_once
            return await asyncio.wrap_future(self._games.submit_soon(seat, envelope))
        finally:
            self._waiting -= 1

"""An open game in memory: fold of its log, views of the roles, snapshots, memory size."""

import gc
import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, Self

import msgspec

import rules
from app.games.drafts import Draft, DraftChange, Drafts, DraftSheet, Numbers
from app.games.json_codec import EventCodec, FromTheFuture, System
from app.storage.event_log import GameRecord, KeptCommand, Logged, LogPosition, StoredDrafts, StoredState
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.play import Recorded
from rules.kernel.seats import Audience, Role

# Memory of an open game

FRESH: Final = 4_000
BEGUN: Final = 2.0
MARKED: Final = 0.17
HAPPENED: Final = 3.2
TOLD: Final = 1_500


@dataclass(slots=True)
class Weight:
    """The letters of text a game in memory stands for: of what it began with, and of all that happened since."""

    begun: int = 0
    happened: int = 0

    def add(self, rows: Iterable[Logged]) -> None:
        """Take in rows that were read; the first of a log holds both forces, which nothing after it does."""
        for seq, _, _, payload, *_ in rows:
            self.add_one(seq, payload)

    def add_one(self, seq: int, payload: str) -> None:
        """Take in one event."""
        if seq == 1:
            self.begun = len(payload)
        else:
            self.happened += len(payload)

    def in_bytes(self, marks: Sized, told: Sized, views: Iterable[bytes]) -> int:
        """What the game takes in bytes, with its `marks`, the events that were `told`, and its finished views."""
        state = self.begun * (BEGUN + MARKED * len(marks)) + self.happened * HAPPENED
        return FRESH + round(state) + TOLD * len(told) + sum(map(len, views))


# Snapshots of games

LAYOUT: Final = 1


@dataclass(frozen=True, slots=True)
class KeptState:
    """The state after event `seq`, how many events each role knew of then, and what had been taken back by which.

    `length`: that of the text it was read from.
    """

    seq: int
    state: Any
    numbers: Mapping[Role, int]
    take_backs: Mapping[int, tuple[int, ...]]
    length: int = 0


class _Body(msgspec.Struct):
    numbers: dict[Role, int]
    take_backs: dict[int, tuple[int, ...]]
    state: msgspec.Raw


def stored(system: System, kept: KeptState, head: bytes) -> StoredState:
    """The row of a kept state. `head`: the hash of the log's event `kept.seq`."""
    state = msgspec.Raw(msgspec.json.encode(system.brief(kept.state)))
    body = _Body(dict(kept.numbers), dict(kept.take_backs), state)
    return StoredState(kept.seq, head, program(), msgspec.json.encode(body))


def restored(system: System, row: StoredState) -> KeptState | None:
    """The kept state of a row; None where another program wrote it, or where it cannot be read."""
    if row.program != program():
        return None
    try:
        body = msgspec.json.decode(row.body, type=_Body)
        state = msgspec.json.decode(body.state, type=system.state_type)
    except msgspec.MsgspecError:
        return None
    return KeptState(row.seq, state, body.numbers, body.take_backs, len(row.body))


@cache
def program() -> str:
    """The digest of every rule and number this process plays by: others may fold the same log to another state."""
    digest = hashlib.sha256(f"{LAYOUT}".encode())
    for file in sorted(Path(rules.__path__[0]).rglob("*")):
        if file.suffix in {".py", ".toml"}:
            digest.update(str(file.name).encode() + file.read_bytes())
    return digest.hexdigest()


# One open game

READ_TOGETHER: Final = 512
# The rows of a game after the event of the first number, up to and with that of the second.
ReadRows = Callable[[int, int], Sequence[Logged]]
MARK_EVERY: Final = 32
MARKS: Final = 16
TOLD_KEPT: Final = 4096


@dataclass(frozen=True, slots=True)
class View:
    """What a role may know: the number of the newest event it may know of, the JSON bytes, and their short hash.

    `closed` where the game is over.
    """

    role: Role
    number: int
    body: bytes
    hash: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A kept copy of the state after event `seq`, so that a take-back need not begin at the beginning."""

    seq: int
    state: Any


@dataclass(frozen=True, slots=True)
class Unread:
    """The events before those in memory: how many, how many of them each role knows of, and how to read them."""

    events: int
    numbers: Mapping[Role, int]
    read: ReadRows


NO_NUMBERS: Final[Mapping[Role, int]] = {}
ALL_READ: Final = Unread(0, NO_NUMBERS, lambda after, up_to: ())


class OpenGame:
    """The state of a game, its log, what stands beside it unsealed (`drafts`), and its views.

    `numbers` says how many events each role may know of, and how often its side wrote something beside the log: its own
    numbering, without a gap that could betray anything.
    Opened from a kept state it is brief: it holds the newest events only, until something asks for earlier ones.
    `hours` says of the newest events when they were written, as far as that was seen or asked for.
    """

    def __init__(
        self,
        record: GameRecord,
        system: System,
        codec: EventCodec,
        rows: Sequence[Logged] = (),
        head: bytes | None = None,
        drafts: Sequence[StoredDrafts] = (),
    ) -> None:
        self.record = record
        self.system = system
        self.codec = codec
        self.state: Any = system.fresh()
        self.log: list[Recorded[Any]] = []
        self.command_ids: set[str] = set()
        self.commands_read: dict[str, KeptCommand] = {}
        self.head = head or record.genesis
        self.sealed = ""
        self.drafts = Drafts(codec, drafts)
        self.views: dict[Role, View] = {}
        self._seen: dict[Role, Any] = {}
        self.roles = system.seating.roles
        self._heard_by = {one: tuple(filter(one.holds, self.roles)) for one in system.seating.audiences}
        self.numbers: dict[Role, int] = dict.fromkeys(self.roles, 0)
        self.kept_seq = 0
        self.is_brief = False
        self.answered = ("", 0.0)
        self.hours: dict[int, str] = {}
        self.weight = Weight()
        self._unread = ALL_READ
        self._take_backs: dict[int, Collection[int]] = {}
        self._marks: list[Mark] = []
        self._told: dict[tuple[int, Role], Mapping[str, Any]] = {}
        self._begin(self._readable(rows))

    @classmethod
    def from_kept(
        cls,
        record: GameRecord,
        system: System,
        codec: EventCodec,
        kept: KeptState,
        newer: Sequence[Logged],
        head: bytes | None,
        read: ReadRows,
        drafts: Sequence[StoredDrafts] = (),
    ) -> Self:
        """A game that goes on from a kept state. `newer`: the rows after it; those before it are read when needed."""
        game = cls(record, system, codec, head=head, drafts=drafts)
        game.state, game._take_backs = kept.state, dict(kept.take_backs)
        game.numbers = game._with_written(kept.numbers)
        game.is_brief, game.kept_seq = True, kept.seq
        game.weight.begun = kept.length
        game._unread = Unread(kept.seq, kept.numbers, read)
        for recorded in game._readable(newer):
            game.fold(recorded)
        return game

    @property
    def next_seq(self) -> int:
        """The number the next event will get."""
        return self._unread.events + len(self.log) + 1

    @property
    def not_kept(self) -> int:
        """How many events have happened since the state was last kept beside the log."""
        return self.next_seq - 1 - self.kept_seq

    @property
    def is_closed(self) -> bool:
        """Whether the game is over: nothing more is written, its dice are revealed."""
        return self.record.closed_at is not None

    @property
    def seat_names(self) -> Mapping[str, str]:
        """The name of each seat by its role. A side has the name that the game gives it, such as its nation."""
        view = msgspec.json.decode(self.view(Role.SPECTATOR).body)
        sides = view.get("sides", ()) if isinstance(view, dict) else ()
        return {**self.system.seating.names, **{side["side"]: side["name"] for side in sides}}

    @property
    def withdrawn(self) -> frozenset[int]:
        """The numbers of the events that do not count."""
        return withdrawn(self._take_backs)

    @property
    def position(self) -> LogPosition:
        """How far this copy has come: compared with the database where other processes write too."""
        return LogPosition(self.next_seq - 1, self.record.closed_at, self.drafts.revisions)

    @property
    def in_bytes(self) -> int:
        """How much memory the game takes, reckoned."""
        return self.weight.in_bytes(self._marks, self._told, (view.body for view in self.views.values()))

    def be_whole(self) -> None:
        """Fold the game from its first event if it went on from a kept state: what is taken back needs its past."""
        if self.is_brief:
            self._read_back_to(0, Role.REFEREE)
            self._begin(self.log)
            self.is_brief = False

    def kept(self) -> KeptState:
        """The game as it stands, to be kept beside its log."""
        take_backs = {seq: tuple(gone) for seq, gone in self._take_backs.items()}
        return KeptState(self.next_seq - 1, self.state, _less(self.numbers, self._written()), take_backs)

    def fold(self, recorded: Recorded[Any]) -> None:
        """Take one new event in."""
        if taken_back := self.system.taken_back(recorded.event):
            self.be_whole()
        self.log.append(recorded)
        self.command_ids.add(recorded.command_id)
        for role in self._heard_by[recorded.audience]:
            self.numbers[role] += 1
        self._look_anew()
        if taken_back:
            self._take_back(recorded.seq, taken_back)
        else:
            self.state = self.system.apply(self.state, recorded)
        if recorded.seq % MARK_EVERY == 0:
            self._mark(recorded.seq)

    def state_of(self, role: Role) -> Any:
        """The game as a role sees it: the state, and as if what its side has written unsealed had happened.

        It is not to be changed.
        """
        if role not in self._seen:
            self._seen[role] = self._with_drafts(role)
        return self._seen[role]

    def drafts_of(self, role: Role) -> Sequence[tuple[Draft, Recorded[Any]]]:
        """What is written unsealed now and a role may know of, each with what would happen, numbered behind the log."""
        if not self.system.drafting.kinds:
            return ()
        sheets = self.drafts.open_sheets(self.system.span_began(self.state), self.withdrawn)
        own = [(side, draft) for side, sheet in sheets if Audience(side).holds(role) for draft in sheet.drafts]
        return list(self.drafts.events_of(own, self.next_seq))

    def write(self, side: str, sheet: DraftSheet, writing: DraftChange | None = None) -> None:
        """Replace a side's sheet of that span. A `writing` takes numbers of every seat that may read it."""
        book = self.drafts.book(side).with_sheet(sheet)
        self.drafts.put(side, book.written(writing) if writing else book)
        for role in self._heard_by[Audience(side)]:
            self.numbers[role] += writing.many if writing else 0
        self._look_anew()

    def _with_drafts(self, role: Role) -> Any:
        drafted = self.drafts_of(role)
        state = self.system.copy(self.state) if drafted else self.state
        for _, recorded in drafted:
            state = self.system.apply(state, recorded)
        return state

    def _look_anew(self) -> None:
        self.views.clear()
        self._seen.clear()

    def _written(self) -> Mapping[Role, int]:
        """How many numbers of each role were taken by what its side wrote beside the log."""
        return {role: sum(self.drafts.numbers_of(role).values()) for role in self.roles}

    def _with_written(self, events: Mapping[Role, int]) -> dict[Role, int]:
        return {role: events[role] + many for role, many in self._written().items()}

    def state_before(self, seq: int) -> Any:
        """An independent copy of the state as it was before an event, without what has been taken back since."""
        self.be_whole()
        marks = [mark for mark in self._marks if mark.seq < seq]
        start = marks[-1] if marks else Mark(0, self.system.fresh())
        state, gone, apply = self.system.copy(start.state), withdrawn(self._take_backs), self.system.apply
        for recorded in self.log[start.seq : seq - 1]:
            if recorded.seq not in gone:
                state = apply(state, recorded)
        return state

    def view(self, role: Role) -> View:
        """What a role may know now; made once a change."""
        if role not in self.views:
            body = msgspec.json.encode(self.system.view(self.state_of(role), role))
            short = hashlib.sha256(body).hexdigest()[:16]
            self.views[role] = View(role, self.numbers[role], body, short, self.is_closed)
        return self.views[role]

    def told(self, role: Role, since: int = 0) -> list[dict[str, Any]]:
        """The events after the role's number `since`, as it may read them, numbered as it knows them."""
        newer = list(self._numbered(role, since))
        return [{"number": number, **self._tell(recorded, role)} for number, recorded in newer[::-1]]

    def missed(self, role: Role, since: int) -> list[Recorded[Any]] | None:
        """Return the events after the role's number `since` that it may read, then the changes of its side's drafts.

        The changes are not in the log and are numbered after it. Return None if some are no longer stored.
        """
        events = [recorded for _, recorded in self._numbered(role, since)][::-1]
        newest = self.drafts.newest_writings(role, self.numbers[role] - since - len(events))
        if newest is None:
            return None
        changes = [self.drafts.readable_events(side, change, self.next_seq) for side, change in newest]
        return [*events, *chain.from_iterable(changes)]

    def _numbered(self, role: Role, since: int) -> Iterator[tuple[int, Recorded[Any]]]:
        """The events after the role's number `since` that it may know of, each with its number, the newest first."""
        self._read_back_to(since, role)
        written: Numbers = self.drafts.numbers_of(role)
        number = self.numbers[role] - written.get(self.next_seq, 0)
        for recorded in reversed(self.log):
            if number <= since:
                return
            if recorded.audience.holds(role):
                yield number, recorded
                number -= 1
            if written:
                number -= written.get(recorded.seq, 0)

    def _tell(self, recorded: Recorded[Any], role: Role) -> Mapping[str, Any]:
        key = (recorded.seq, role)
        if key not in self._told:
            if len(self._told) >= TOLD_KEPT:
                self._told.clear()
            self._told[key] = self.system.tell(self.state, recorded, role)
        return self._told[key]

    def newest_seqs(self, role: Role, most: int) -> list[int]:
        """Where the newest `most` events that the role may know of stand in the log, oldest first. Not for its eyes."""
        written = sum(self.drafts.numbers_of(role).values())
        self._read_back_to(max(0, self.numbers[role] - written - most), role)
        seen = (one.seq for one in reversed(self.log) if one.audience.holds(role))
        return [*islice(seen, most)][::-1]

    def withdrawn_numbers(self, role: Role, since: int = 0) -> frozenset[int]:
        """Of the events after the role's number `since`, in its own numbering, those that were taken back."""
        out = withdrawn(self._take_backs)
        return frozenset(number for number, recorded in self._numbered(role, since) if recorded.seq in out)

    def _read_back_to(self, since: int, role: Role) -> None:
        while since < self._unread.numbers.get(role, 0) + self._written_before(self._unread.events, role):
            last, numbers, read = self._unread.events, self._unread.numbers, self._unread.read
            first = max(0, last - READ_TOGETHER)
            earlier = self._readable(read(first, last))
            self.log[:0] = earlier
            self.command_ids.update(one.command_id for one in earlier)
            self._unread = Unread(first, _less(numbers, counted(earlier, self.roles)), read)

    def _written_before(self, seq: int, role: Role) -> int:
        return sum(many for before, many in self.drafts.numbers_of(role).items() if before <= seq)

    def _begin(self, log: list[Recorded[Any]]) -> None:
        self.log = log
        self.command_ids = {one.command_id for one in log}
        self.numbers = self._with_written(counted(log, self.roles))
        self._look_anew()
        taken_back = self.system.taken_back
        self._take_backs = {one.seq: gone for one in log if (gone := taken_back(one.event))}
        self.state = self.system.fresh()
        self._marks = []
        out = withdrawn(self._take_backs)
        newest_marked = max(0, len(log) - MARK_EVERY * MARKS)
        self._apply([one for one in log[:newest_marked] if one.seq not in out] if out else log[:newest_marked])
        for start in range(newest_marked, len(log), MARK_EVERY):
            self._mark(start)
            self._apply(one for one in log[start : start + MARK_EVERY] if one.seq not in out)

    def _readable(self, rows: Sequence[Logged]) -> list[Recorded[Any]]:
        read: list[Recorded[Any]] = []
        self.weight.add(rows)
        try:
            read.extend(self.codec.read_all(rows))
        except FromTheFuture as newer:
            self.sealed = str(newer)
        return read

    def _apply(self, events: Iterable[Recorded[Any]]) -> None:
        state, apply = self.state, self.system.apply
        for recorded in events:
            state = apply(state, recorded)
        self.state = state

    def _mark(self, seq: int) -> None:
        self._marks = [*self._marks[-MARKS + 1 :], Mark(seq, self.system.copy(self.state))]

    def _take_back(self, seq: int, taken_back: Collection[int]) -> None:
        before = withdrawn(self._take_backs)
        self._told.clear()
        self._take_backs[seq] = taken_back
        gone = withdrawn(self._take_backs)
        first = min(before ^ gone, default=seq)
        self._marks = [mark for mark in self._marks if mark.seq < first]
        start = self._marks[-1] if self._marks else Mark(0, self.system.fresh())
        self.state = self.system.copy(start.state)
        self._apply(one for one in self.log[start.seq :] if one.seq not in gone)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Leave the garbage alone meanwhile, and what was made for ever: a log makes a great many objects, all of them to
    stay, and looking through them again and again would take longer than folding them.

    They go when the last that knows of them goes: nothing in a game knows of itself. What garbage there is goes before.
    """
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def counted(log: Iterable[Recorded[Any]], roles: Iterable[Role]) -> dict[Role, int]:
    """How many of these events each role may know of."""
    counts = Counter([one.audience for one in log])
    return {role: sum(count for audience, count in counts.items() if audience.holds(role)) for role in roles}


def _less(numbers: Mapping[Role, int], fewer: Mapping[Role, int]) -> dict[Role, int]:
    return {role: number - fewer[role] for role, number in numbers.items()}


def withdrawn(take_backs: Mapping[int, Collection[int]]) -> frozenset[int]:
    """The events that do not count: withdrawn by a take-back which was not itself withdrawn later."""
    gone: set[int] = set()
    for seq in sorted(take_backs, reverse=True):
        if seq not in gone:
            gone.update(take_backs[seq])
    return frozenset(gone)

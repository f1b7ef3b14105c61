"""Verification of exported games: chain, dice, fold, import, and replay by current rules."""

import hashlib
import hmac
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import asdict

from app.documents.document_files import GAME, WrongFile, file_bytes, wrong_file_problem
from app.games.command_history import past_of
from app.games.export import FORMAT, LETTERS, VERSION, CommandFacts, ExportFile
from app.games.json_codec import EventCodec, FromTheFuture, System, Unreadable, read_command, read_json
from app.games.open_game import OpenGame, without_collecting
from app.games.service import GameService
from app.http import problem_details
from app.http.problem_details import Problem, plain_words
from app.randomness import commitment_of, cup_for, new_id, new_seed, thrown_by_the_app, unfair
from app.storage.database import Conflicts
from app.storage.event_log import (
    COMMANDS,
    EVENTS,
    GAMES,
    SEEDS,
    SHARES,
    KeptCommand,
    Logged,
    Row,
    Staged,
    StoredEvent,
    breaks,
    command_hash,
    has_head,
)
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.play import Past, Recorded
from rules.kernel.seats import Actor, Audience, OpenWords, Role

# Notes of a log

START: Final = "beaten-zone-seat-1"


class SeatHead(NamedTuple):
    """The number of the newest event a role may know of, and the hash over all of them, in hexadecimal."""

    number: int
    head: str


def seat_heads(game_id: str, role: Role, rows: Iterable[Logged]) -> Sequence[SeatHead]:
    """Every head that a role's chain ever had, by its number: 0 before the first event."""
    return [SeatHead(0, _start(game_id, role).hex()), *_heads(game_id, role, rows)]


def seat_head(game_id: str, role: Role, rows: Iterable[Logged]) -> SeatHead:
    """The head of a role's chain. Without events the number is 0."""
    return seat_heads(game_id, role, rows)[-1]


def all_seat_heads(game_id: str, rows: Iterable[Logged]) -> frozenset[str]:
    """Every head that any role could ever have noted."""
    kept = tuple(rows)
    return frozenset(one.head for role in Role.known() for one in _heads(game_id, role, kept))


def _start(game_id: str, role: Role) -> bytes:
    return hashlib.sha256("\n".join((START, game_id, role.value)).encode()).digest()


def _heads(game_id: str, role: Role, rows: Iterable[Logged]) -> Iterator[SeatHead]:
    previous, number = _start(game_id, role), 0
    for _, kind, version, payload, command_id, sender, audience in rows:
        if Audience(audience).holds(role):
            number += 1
            words = ",".join(map(quoted, (kind, payload, command_id, sender, audience)))
            text = f"[{number},{version},{words}]"
            previous = hashlib.sha256(previous + text.encode()).digest()
            yield SeatHead(number, previous.hex())


# Verifying a game file

ESCAPED_NUL: Final = b"\\u0000"
SEATS: Final[Mapping[tuple[str, str], type[OpenWords]]] = {
    ("commands", "role"): Role,
    ("events", "role"): Role,
    ("events", "audience"): Audience,
}
"""By list and column, where words for seats stand."""
MOST_PARTS: Final = 250_000
"""More lists and objects than stand in the commands of any game: each is looked through for dice."""
REQUESTS: Final = frozenset({"consent_asked", "withheld"})
"""The kinds of events of a request: its dice are thrown once it is agreed to."""
MOST_PACKS: Final = 1_000
"""More packs than are shuffled in any game: each takes as long as fifty dice."""


class NotAGameFile(ValueError):
    """A file that cannot be read as a game; the message says what is wrong with it."""


def read_file(data: bytes) -> ExportFile:
    """The game in a file. Raises NotAGameFile."""
    try:
        file = msgspec.json.decode(data, type=ExportFile)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        field, because, _ = plain_words(wrong)
        raise NotAGameFile(
            f"this is no game file, or not a whole one: {f'{field}: ' if field else ''}{because}"
        ) from wrong
    if ESCAPED_NUL in data:
        _refuse_nul(file)
    _refuse_letters(file)
    _refuse_seats(file)
    if file.format != FORMAT or file.version != VERSION:
        raise NotAGameFile(f"this is {file.format} {file.version}, and only {FORMAT} {VERSION} can be read")
    return file


def _refuse_nul(file: ExportFile) -> None:
    """A database does not keep it, and no program wrote it."""
    texts = {f"commands[{place}]": one.actor + one.body for place, one in enumerate(file.commands)}
    texts |= {f"events[{place}].payload": one.payload for place, one in enumerate(file.events)}
    for place, text in texts.items():
        if "\0" in text:
            raise NotAGameFile(f"this is no game file: {place}: a NUL cannot stand here")


def _refuse_letters(file: ExportFile) -> None:
    """Looking through each text of the long lists for what it is made of took longer than reading them."""
    for rows, columns in LETTERS.items():
        for name, letters in columns.items():
            texts = [getattr(one, name) for one in getattr(file, rows)]
            made_of_them = re.compile(f"{letters}*").fullmatch
            if made_of_them("".join(texts)) is None:
                place = next(number for number, text in enumerate(texts) if made_of_them(text) is None)
                raise NotAGameFile(f"this is no game file: {rows}[{place}].{name}: such letters cannot stand here")


def _refuse_seats(file: ExportFile) -> None:
    """Words for seats that no system here has."""
    for (rows, name), words in SEATS.items():
        known = {one.value for one in words.known()}
        for place, one in enumerate(getattr(file, rows)):
            if (word := getattr(one, name)) not in known:
                raise NotAGameFile(
                    f"this is no game file, or not a whole one: {rows}[{place}].{name}: "
                    f"{word!r} is not one of the words that can stand here"
                )


def findings(file: ExportFile, systems: Mapping[str, System], head: str = "") -> list[str]:
    """Everything that is wrong with a game, in plain sentences; empty if it is what was written.

    `head` is a hash noted earlier, of the whole log or of one seat's: with it, a log that was cut off is found out too.
    """
    rows = file.rows()
    if not file.dice or not rows:
        return ["it has no events, or not the promise of its dice made before the first"]
    with without_collecting():
        return list(_found(file, rows, systems, head))


def _found(file: ExportFile, rows: Sequence[StoredEvent], systems: Mapping[str, System], head: str) -> Iterator[str]:
    commands = {one.command_id: command_hash(one.body, one.actor) for one in file.commands}
    yield from (f"event {broken.seq}: {broken.says}" for broken in breaks(file.genesis, rows, commands))
    if head and not _has(file, head):
        yield "the event whose hash was noted is missing: the log was cut off or replaced"
    yield from _orphans(file)
    yield from _unknowable(file)
    yield from _unfair_dice(file)
    yield from _unreadable(file, rows, systems)


def _has(file: ExportFile, head: str) -> bool:
    try:
        noted = bytes.fromhex(head)
    except ValueError:
        return False
    rows = file.rows()
    if hmac.compare_digest(noted, file.genesis) or has_head(rows, noted):
        return True
    return head.lower() in all_seat_heads(file.game.id, [row.logged for row in rows])


def _orphans(file: ExportFile) -> Iterator[str]:
    """Commands whose events are not those they say, in number or in who sent them."""
    counts = Counter([event.command_id for event in file.events])
    senders = {event.seq: (event.command_id, event.seat_id, event.role) for event in file.events}
    if len({one.command_id for one in file.commands}) != len(file.commands):
        yield "a command stands in it twice"
    for one in file.commands:
        span = range(one.first_seq, one.last_seq + 1)
        # Counted first: a file can claim a span as long as it likes.
        own = {senders.get(seq) for seq in span} if len(span) == counts[one.command_id] else set()
        if own != {(one.command_id, one.seat_id, one.role)}:
            all_there = {sender and sender[0] for sender in own} == {one.command_id}
            wrong = "came from another seat" if all_there else f"are not {one.first_seq} to {one.last_seq}"
            yield f"command {one.command_id}: its events {wrong}"


def _unknowable(file: ExportFile) -> Iterator[str]:
    """What no program can have written into the file of a game that has come as far as this one.

    Dice promised for later would be known to whoever promised them, and thrown where the game goes on.
    """
    newest, is_open = len(file.events), file.game.closed_at is None
    beginnings = {one.first_seq for one in file.commands} | {newest + 1}
    starts, counted = [one.from_seq for one in file.dice], [one.from_seq for one in file.shares]
    if starts[0] != 1 or starts != sorted(set(starts)):
        yield "its promises of dice do not follow each other from event 1 on"
    if counted != sorted(counted):
        yield "its shares do not stand in the order in which they count"
    for what, seqs in (("dice are promised", starts), ("a share counts", counted)):
        if (last := max(seqs, default=0)) > newest + 1:
            yield f"{what} from event {last} on, but the log ends with event {newest}"
        elif within := [seq for seq in seqs if seq not in beginnings]:
            yield f"{what} from event {within[0]} on, where no command begins"
    for one in file.dice:
        if is_open and one.seed is not None:
            yield f"the seed from event {one.from_seq} on is told, but the game is not closed"
    if is_open and file.game.closed_by is not None:
        yield "it says who closed it, but it is not closed"


def _unfair_dice(file: ExportFile) -> Iterator[str]:
    if sum(one.body.count("[") + one.body.count("{") for one in file.commands) > MOST_PARTS:
        yield f"its commands consist of more than {MOST_PARTS:,} parts, and no game needs so many"
        return
    cups, shuffled = sorted(file.cups(), key=lambda cup: cup.from_seq), 0
    kinds: dict[str, set[str]] = defaultdict(set)
    for event in file.events:
        kinds[event.command_id].add(event.type)
    for cup in cups:
        if cup.seed is not None and not cup.keeps_its_word():
            yield f"the seed revealed for event {cup.from_seq} on is not the one promised"
    for one in file.commands:
        try:
            cup = cup_for(cups, one.first_seq)
            brought = thrown_by_the_app(read_json(one.body))
        except (LookupError, msgspec.MsgspecError, RecursionError) as wrong:
            yield f"command {one.command_id}: {wrong}"
            continue
        if cup.seed is None:
            continue
        if brought.unthrown and not kinds[one.command_id] <= REQUESTS:
            yield f"command {one.command_id}: a die of it was never thrown"
        packs, secrets = brought.packs, brought.secrets
        shuffled += len(packs)
        if shuffled > MOST_PACKS:
            yield f"packs of cards are shuffled in it more than {MOST_PACKS} times, and no game needs so many"
            return
        yield from (f"command {one.command_id}: {wrong}" for wrong in unfair(brought, cup, one.first_seq))
        if any(pack != cup.shuffled(one.first_seq, index) for index, pack in enumerate(packs)):
            yield f"command {one.command_id}: its pack of cards was not shuffled by the seed"
        if any(secret != cup.secret(one.first_seq, index) for index, secret in enumerate(secrets)):
            yield f"command {one.command_id}: the secret of its seal was not drawn by the seed"


def _unreadable(file: ExportFile, rows: Sequence[StoredEvent], systems: Mapping[str, System]) -> Iterator[str]:
    system = systems.get(file.game.system)
    if system is None:
        yield f"its rule system {file.game.system!r} is not known here"
        return
    seats = {one.value for one in (*system.seating.roles, *system.seating.audiences)}
    if strange := next((one for one in file.events if {one.role, one.audience} - seats), None):
        yield f"event {strange.seq} names a seat that a game of {system.key} does not have"
        return
    events, read = EventCodec(system).read_all([row.logged for row in rows]), list[Recorded[Any]]()
    try:
        read.extend(events)
    except FromTheFuture:
        return
    except (msgspec.MsgspecError, KeyError, ValueError, TypeError, RecursionError) as wrong:
        field, because, _ = plain_words(wrong)
        yield f"event {rows[len(read)].seq} cannot be read: {f'{field}: ' if field else ''}{because}"
        return
    yield from system.unproved(read, file.game.id)


# Importing a game

# The answers stay with the server that gave them: a repeat is told that its id is taken.
UNREPEATABLE: Final[Mapping[str, bytes]] = {"sent_hash": bytes(32), "answer": b""}


def import_game(games: GameService, data: bytes) -> ExportFile:
    """Take a game in. Raises Problem: 422 for a file that does not hold, 409 where the game is here already."""
    try:
        file = read_file(file_bytes(data, GAME))
    except WrongFile as wrong:
        raise Problem(wrong_file_problem(wrong)) from wrong
    except NotAGameFile as wrong:
        raise Problem(problem_details.unreadable("", str(wrong), "a file exported by Beaten Zone")) from wrong
    if wrong_with_it := findings(file, games.systems):
        raise Problem(problem_details.unreadable("", "; ".join(wrong_with_it[:5]), "the file as it was exported"))
    if games.log.read_game(file.game.id):
        detail = "this game is here already"
        see = {"page": f"/games/{file.game.id}", "says": "Open the game"}
        raise Problem(
            problem_details.problem(409, "already-here", "Already here", detail, instead="open it instead", see=see)
        )
    _check_fold(games, file)
    try:
        games.log.append(staged(file))
    except Conflicts as wrong:
        because = "something stands in it twice, or is longer than a game can hold"
        raise Problem(problem_details.unreadable("", because, "the file as it was exported")) from wrong
    return file


def _check_fold(games: GameService, file: ExportFile) -> None:
    try:
        games.try_fold(file.record(), file.rows())
    except Exception as wrong:
        because = f"its events cannot be played through: {type(wrong).__name__}"
        raise Problem(problem_details.unreadable("events", because, "the file as it was exported")) from wrong


def staged(file: ExportFile) -> Staged:
    game_id, rows = file.game.id, Staged()
    rows.add(game_id, GAMES, [asdict(file.game)])
    rows.add(game_id, SEEDS, _dice(file))
    rows.add(game_id, SHARES, _shares(file))
    rows.add(game_id, EVENTS, [{"game_id": game_id, **row._asdict()} for row in file.rows()])
    rows.add(game_id, COMMANDS, [{**asdict(one), **UNREPEATABLE, "game_id": game_id} for one in file.commands])
    return rows


def _shares(file: ExportFile) -> list[Row]:
    # Those of one moment are read in the order of their ids, and every die hangs on it.
    ids = sorted(new_id() for _ in file.shares)
    return [{"id": one, "game_id": file.game.id, **asdict(share)} for one, share in zip(ids, file.shares, strict=True)]


def _dice(file: ExportFile) -> list[Row]:
    """The dice of the file and, while the game is open, new ones: the seed of the old stayed where they were thrown."""
    game_id, next_seq = file.game.id, len(file.events) + 1
    rows: list[Row] = [
        {"game_id": game_id, "from_seq": cup.from_seq, "commitment": cup.commitment, "seed": cup.seed}
        for cup in file.cups()
    ]
    if file.game.closed_at:
        return rows
    seed = new_seed()
    fresh = {"game_id": game_id, "from_seq": next_seq, "commitment": commitment_of(seed), "seed": seed}
    return [*(row for row in rows if row["from_seq"] != next_seq), fresh]


# Rejudging saved games

CLAUSE: Final = re.compile(r'"([A-Z]{2,4}(?:-[A-Z]{2,4})?-[0-9]+[a-z]?)"')
NO_CLAUSE: Final = "no clause"


@dataclass(frozen=True, slots=True)
class Difference:
    """One command which today's rules decide otherwise: by which clause, what was written, what would be."""

    command_id: str
    kind: str
    clause: str
    was: str
    now: str


def rejudge(file: ExportFile, system: System) -> Iterator[Difference]:
    """Every kept command that today's rules would decide otherwise, each on the state in which it was sent."""
    codec, rows = EventCodec(system), file.rows()
    game = OpenGame(file.record(), system, codec)
    known = {one.command_id: KeptCommand(one.body, one.actor, one.first_seq) for one in file.commands}
    past = past_of(game, lambda _game_id, command_id: known.get(command_id))
    for command in file.commands:
        span = rows[command.first_seq - 1 : command.last_seq]
        was = [(row.type, codec.payload(codec.read(row.logged).event)) for row in span]
        yield from _differences(command, was, _decided(game, command, codec, past))
        for row in span:
            game.fold(codec.read(row.logged))


def by_clause(differences: Sequence[Difference]) -> Mapping[str, Sequence[Difference]]:
    """The differences under the clauses that make them, in alphabetical order."""
    found: dict[str, list[Difference]] = defaultdict(list)
    for one in differences:
        found[one.clause].append(one)
    return dict(sorted(found.items()))


def _decided(game: OpenGame, command: CommandFacts, codec: EventCodec, past: Past) -> list[tuple[str, str]] | Refusal:
    try:
        body = msgspec.json.decode(command.body)
        value = read_command(game.system, body, by_keeper=body.get("kind") in game.system.kept_commands)
    except Unreadable as wrong:
        return Refusal(NO_CLAUSE, f"it cannot be read any more: {wrong}")
    actor = msgspec.json.decode(command.actor, type=Actor)
    outcome = game.system.decide(game.system.copy(game.state), value, actor, past)
    if isinstance(outcome, Refusal):
        return outcome
    return [(codec.kind(event), codec.payload(event)) for event in outcome]


def _differences(
    command: CommandFacts, was: Sequence[tuple[str, str]], now: Sequence[tuple[str, str]] | Refusal
) -> Iterator[Difference]:
    kind = str(msgspec.json.decode(command.body).get("kind", ""))
    written = "; ".join(f"{name} {payload}" for name, payload in was)
    if isinstance(now, Refusal):
        yield Difference(command.command_id, kind, now.clause or NO_CLAUSE, written, f"refused: {now.because}")
        return
    if list(was) == list(now):
        return
    decided = "; ".join(f"{name} {payload}" for name, payload in now)
    changed = set(CLAUSE.findall(written)) ^ set(CLAUSE.findall(decided))
    for clause in sorted(changed or set(CLAUSE.findall(decided)) or {NO_CLAUSE}):
        yield Difference(command.command_id, kind, clause, written, decided)

"""Checking a game's file without the server that made it: the chain, the dice, the fold."""

import hmac
from collections.abc import Iterator, Mapping

import msgspec

from app.dice import cup_for, rolled_faces
from app.games.export import FORMAT, VERSION, ExportFile
from app.games.heads import all_seat_heads
from app.games.wire import EventCodec, FromTheFuture, System
from app.store.chain import body_hash, breaks, has_head


class NotAGameFile(ValueError):
    """A file that cannot be read as a game; the message says what is wrong with it."""


def read_file(data: bytes) -> ExportFile:
    """The game in a file. Raises NotAGameFile."""
    try:
        file = msgspec.json.decode(data, type=ExportFile)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise NotAGameFile(f"this is not a game file: {wrong}") from wrong
    if file.format != FORMAT or file.version != VERSION:
        raise NotAGameFile(f"this is {file.format} {file.version}, and only {FORMAT} {VERSION} can be read")
    return file


def findings(file: ExportFile, systems: Mapping[str, System], head: str = "") -> list[str]:
    """Everything that is wrong with a game, in plain sentences; empty if it is what was written.

    `head` is a hash noted earlier, of the whole log or of one seat's: with it, a log that was cut off is found out too.
    """
    rows = file.rows()
    if not file.dice or not rows:
        return ["it has no events, or not the promise of its dice made before the first"]
    bodies = {one.command_id: body_hash(one.body) for one in file.commands}
    found = [f"event {broken.seq}: {broken.says}" for broken in breaks(file.genesis, rows, bodies)]
    if head and not _has(file, head):
        found.append("the event whose hash was noted is missing: the log was cut off or replaced")
    return [*found, *_orphans(file), *_unfair_dice(file), *_unreadable(file, systems)]


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
    spans: dict[str, list[int]] = {}
    for event in file.events:
        spans.setdefault(event.command_id, []).append(event.seq)
    if len({one.command_id for one in file.commands}) != len(file.commands):
        yield "a command stands in it twice"
    for one in file.commands:
        if spans.get(one.command_id) != list(range(one.first_seq, one.last_seq + 1)):
            yield f"command {one.command_id}: its events are not {one.first_seq} to {one.last_seq}"


def _unfair_dice(file: ExportFile) -> Iterator[str]:
    cups = file.cups()
    for cup in cups:
        if cup.seed is not None and not cup.keeps_its_word():
            yield f"the seed revealed for event {cup.from_seq} on is not the one promised"
    for one in file.commands:
        try:
            cup = cup_for(cups, one.first_seq)
            faces = list(rolled_faces(msgspec.json.decode(one.body)))
        except (LookupError, msgspec.MsgspecError, RecursionError) as wrong:
            yield f"command {one.command_id}: {wrong}"
            continue
        if cup.seed is not None and faces != [cup.face(one.first_seq, index) for index in range(len(faces))]:
            yield f"command {one.command_id}: its rolled dice are not those of the seed"


def _unreadable(file: ExportFile, systems: Mapping[str, System]) -> Iterator[str]:
    system = systems.get(file.game.system)
    if system is None:
        yield f"its rule system {file.game.system!r} is not known here"
        return
    codec = EventCodec(system)
    for row in file.rows():
        try:
            codec.read(row.logged)
        except FromTheFuture:
            return
        except (msgspec.MsgspecError, KeyError, ValueError, TypeError, RecursionError) as wrong:
            yield f"event {row.seq}: {wrong}"
            return

"""The hash chain over a game's log: whoever changes, drops, swaps or adds a row is found out."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache
from json.encoder import encode_basestring_ascii as quoted
from typing import Final, NamedTuple

from rules.kernel.values import dataclass

START: Final = "beaten-zone-log-1"


# What a game is folded from: seq, type, version, payload, command_id, role, audience.
Logged = tuple[int, str, int, str, str, str, str]


class StoredEvent(NamedTuple):
    """One row of the log, as stored and as exported. `payload` is the JSON text, byte for byte."""

    seq: int
    type: str
    version: int
    payload: str
    command_id: str
    seat_id: str
    role: str
    audience: str
    written_at: str
    hash: bytes = b""

    @property
    def logged(self) -> Logged:
        """The part of the row which the game is folded from."""
        return (self.seq, self.type, self.version, self.payload, self.command_id, self.role, self.audience)


@dataclass(frozen=True, slots=True)
class BrokenChain:
    """Where a chain breaks, and what is wrong there."""

    seq: int
    says: str


def genesis(game_id: str, system: str, title: str, created_at: str, commitment: str) -> bytes:
    """What the first row stands on: the game's identity and the promise of its dice. None holds a line break."""
    return hashlib.sha256("\n".join((START, game_id, system, title, created_at, commitment)).encode()).digest()


def link(previous: bytes, row: StoredEvent, command_hash: bytes) -> bytes:
    """The hash of a row: over the row before, every field of this one, and the command it came from."""
    fields = (row.type, row.payload, row.command_id, row.seat_id, row.role, row.audience, row.written_at)
    text = f"[{row.seq},{row.version},{','.join(map(quoted, fields))}]"
    return hashlib.sha256(previous + command_hash + text.encode()).digest()


def command_hash(body: str, actor: str) -> bytes:
    """The hash of a command's text, and of who sent it."""
    sha = hashlib.sha256
    return sha(sha(body.encode()).digest() + _actor_hash(actor)).digest()


@lru_cache(maxsize=1024)
def _actor_hash(actor: str) -> bytes:
    # A handful of people send every command of a game.
    return hashlib.sha256(actor.encode()).digest()


def breaks(start: bytes, rows: Sequence[StoredEvent], commands: dict[str, bytes]) -> Iterable[BrokenChain]:
    """Every place where the log is not what was written. `commands`: hash of each kept one by its id."""
    previous = start
    for number, row in enumerate(rows, start=1):
        if row.seq != number:
            yield BrokenChain(row.seq, f"event {number} should stand here, not {row.seq}")
            return
        if row.command_id not in commands:
            yield BrokenChain(row.seq, f"the command {row.command_id} it came from is missing")
            return
        if not hmac.compare_digest(link(previous, row, commands[row.command_id]), row.hash):
            yield BrokenChain(row.seq, "its content, its command or its place was changed after it was written")
            return
        previous = row.hash


def has_head(rows: Sequence[StoredEvent], head: bytes) -> bool:
    """Whether the log still contains the row that was its last when somebody noted its hash."""
    return any(hmac.compare_digest(row.hash, head) for row in rows)

"""What a tablet may note down so that a log cut off or rewritten later is found out.

The head of the whole chain moves with every hidden event and would betray it; so each role has a chain of its own,
over the events it may know of, in its own numbering.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from json.encoder import encode_basestring_ascii as quoted
from typing import Final, NamedTuple

from app.store.chain import Logged
from rules.kernel.seats import Audience, Role

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

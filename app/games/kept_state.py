"""What a game had come to, kept beside its log: opening it again begins there and not at the first event.

The log stays the truth. A kept state is bound to one event by its hash and to the program that wrote it by the digest
of its rules; one that does not fit is left alone, and the log is folded from its first event. See decision 0003.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

import rules
from app.games.wire import System
from app.store.log import StoredState
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

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

"""Commands and events as JSON."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from math import isinf
from typing import Any, Final

import msgspec

from app.http.problem_details import plain_words
from app.lazy_mapping import MadeAtFirstUse
from app.randomness import JsonValue
from app.storage.event_log import Logged
from rules.kernel.play import Playable, Recorded
from rules.kernel.prompts import Origin

System = Playable[Any, Any, Any]

COMMAND_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


Origins = Mapping[str, Origin]
"""Where values of a command came from, by their places in it, such as `shots.0.cover`."""
MOST_ORIGINS: Final = 1000
MOST_KNOWN: Final = 200


class Unreadable(ValueError):
    """A command that cannot be read: which field, why, and what would be right."""

    def __init__(self, field: str, because: str, instead: str = "") -> None:
        super().__init__(f"{field}: {because}")
        self.field = field
        self.because = because
        self.instead = instead


class FromTheFuture(ValueError):
    """An event of a kind or version this program does not know yet."""


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a device sends: the command, its own name for it, and the newest number it had seen.

    `overrule` names the clause of a refusal which the players set aside, `reason` says why, in their own words.
    `origins` tell where values of the command came from, by their places in it; what has none was measured.
    `prompts` is the digest of the prompts that the command answers: with it the command may come after other events
    (`late_commands`). `knows` are commands of the same device that its person knew of, though they came later.
    """

    command_id: str
    expected_seq: int
    command: dict[str, Any]
    overrule: str = ""
    reason: str = ""
    # Left out where it is not sent: a command that brings none is the same as ever, and so is its hash.
    origins: dict[str, Origin] | msgspec.UnsetType = msgspec.UNSET
    prompts: str | msgspec.UnsetType = msgspec.UNSET
    knows: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def brought(self) -> Origins:
        """The origins it came with; none where it came without."""
        return {} if isinstance(self.origins, msgspec.UnsetType) else self.origins


def _number(written: str) -> float:
    """A number with a fraction or an exponent: the reader's own way took a hundred times as long for large ones."""
    number = float(written)
    if isinf(number):
        raise ValueError("Number out of range")
    return number


read_json: Final = msgspec.json.Decoder(float_hook=_number).decode
"""Any JSON that was sent or brought. Raises what msgspec raises."""
_read_envelope: Final = msgspec.json.Decoder(Envelope, float_hook=_number).decode


def read_envelope(body: bytes) -> Envelope:
    """The envelope of a request's body. Raises Unreadable with the field and what would be right."""
    try:
        envelope = _read_envelope(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise _unreadable(wrong) from wrong
    if not COMMAND_ID.fullmatch(envelope.command_id):
        raise Unreadable("command_id", "it is not a command id", "1 to 64 letters, digits, - or _")
    if len(envelope.brought) > MOST_ORIGINS:
        raise Unreadable("origins", "there are more than a command has values", f"{MOST_ORIGINS} at most")
    if not isinstance(envelope.knows, msgspec.UnsetType) and len(envelope.knows) > MOST_KNOWN:
        raise Unreadable("knows", "there are more than a device sends at once", f"{MOST_KNOWN} at most")
    return envelope


def played(envelope: Envelope) -> dict[str, JsonValue]:
    """The command to judge: the one sent, or the overruling of its refusal."""
    if not envelope.overrule:
        return envelope.command
    return overruled(envelope.command, envelope.overrule, envelope.reason)


def overruled(command: Mapping[str, JsonValue], clause: str, reason: str) -> dict[str, JsonValue]:
    """The command that sets a refusal of another aside."""
    return {"kind": "override", "clause": clause, "command": dict(command), "reason": reason}


def read_command(system: System, command: Mapping[str, JsonValue], by_keeper: bool = False) -> Any:
    """The system's own value of a command; `by_keeper`: one that only the keeper of games sends. Raises Unreadable."""
    kind = command.get("kind")
    commands = system.kept_commands if by_keeper else system.commands
    wanted = commands.get(kind) if isinstance(kind, str) else None
    if wanted is None:
        raise Unreadable("kind", f"there is no command {kind!r}", f"one of {', '.join(sorted(system.commands))}")
    rest = {key: value for key, value in command.items() if key != "kind"}
    known = {one.name for one in fields(wanted)} if is_dataclass(wanted) else set()
    for name in rest.keys() - known:
        raise Unreadable(name, f"a command {kind} has no {name}", f"one of {', '.join(sorted(known))}")
    try:
        return msgspec.convert(rest, wanted, strict=True)
    except (msgspec.ValidationError, ValueError) as wrong:
        raise _unreadable(wrong) from wrong


def _unreadable(wrong: Exception) -> Unreadable:
    return Unreadable(*plain_words(wrong))


class EventCodec:
    """Events of one system to rows and back, a microsecond each."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._kinds = {made: kind for kind, made in system.events.items()}
        self._versions = {kind: int(getattr(made, "version", 1)) for kind, made in system.events.items()}
        self._readers = {
            (kind, self._versions[kind]): msgspec.json.Decoder(made).decode for kind, made in system.events.items()
        }
        self._roles = {role.value: role for role in system.seating.roles}
        self._audiences = {one.value: one for one in system.seating.audiences}
        self._encode = msgspec.json.Encoder().encode

    def kind(self, event: object) -> str:
        """The stable name of an event."""
        return self._kinds[type(event)]

    def version(self, kind: str) -> int:
        """The version in which events of this kind are written today."""
        return self._versions[kind]

    def payload(self, event: object) -> str:
        """What happened, as JSON text."""
        return self._encode(event).decode()

    def read(self, row: Logged) -> Recorded[Any]:
        """One row of the log as an event. Raises FromTheFuture for what a newer program wrote."""
        return next(self.read_all((row,)))

    def read_all(self, rows: Iterable[Logged]) -> Iterator[Recorded[Any]]:
        """The rows of a log as events, in order. Raises FromTheFuture at the first that a newer program wrote."""
        readers, roles, audiences = self._readers, self._roles, self._audiences
        for seq, kind, version, payload, command_id, role, audience in rows:
            reader = readers.get((kind, version))
            event = reader(payload) if reader else self._read_older(seq, kind, version, payload)
            yield Recorded(seq, event, command_id, roles[role], audiences[audience])

    def _read_older(self, seq: int, kind: str, version: int, payload: str) -> Any:
        newest = self._versions.get(kind)
        if newest is None or version > newest:
            raise FromTheFuture(f"event {seq} is a {kind} of version {version}, which this program cannot read")
        current = self._system.upcast(kind, version, read_json(payload))
        return msgspec.convert(current, self._system.events[kind], strict=True)


def codecs_of(systems: Mapping[str, System]) -> Mapping[str, EventCodec]:
    """The codec of each system, made with its first game."""
    return MadeAtFirstUse({key: partial(_codec, systems, key) for key in systems})


def _codec(systems: Mapping[str, System], key: str) -> EventCodec:
    return EventCodec(systems[key])

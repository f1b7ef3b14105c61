"""Past commands of an open game: state, actor, origins of values, log lines."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any, Final, get_args, get_type_hints

import msgspec

from app.games.json_codec import Origins, System, Unreadable, read_command
from app.games.open_game import OpenGame
from app.storage.event_log import KeptCommand
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.play import Done, Past
from rules.kernel.prompts import Ask, AskKind, Asks, Origin
from rules.kernel.seats import Actor

# The lines of a log as people read it


def lines_of(told: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The events of a log that are a line, oldest first, without those that say nothing, or only beside another."""
    before: object = None
    for one in told:
        beside = one.get("beside", False) and one.get("command_id") == before
        if one.get("says") and not beside:
            yield one
        before = one.get("command_id")


# A command that was carried out


def past_of(game: OpenGame, kept: Callable[[str, str], KeptCommand | None]) -> Past:
    """The past of an open game; `kept` reads an accepted command by game and id."""

    return KeptPast(game, kept)


@dataclass(frozen=True, slots=True)
class KeptPast:
    """The past as it is called, and what of a command nobody had told."""

    game: OpenGame
    kept: Callable[[str, str], KeptCommand | None]

    def __call__(self, command_id: str) -> Done | None:
        """What is known of a command."""
        found = self._found(command_id)
        if found is None:
            return None
        body: Mapping[str, Any] = msgspec.json.decode(found.body)
        try:
            command = read_command(self.game.system, body)
        except Unreadable:
            return None
        actor = msgspec.json.decode(found.actor, type=Actor)
        return Done(partial(self.game.state_before, found.first_seq), command, actor)

    def assumed(self, command_id: str) -> Mapping[str, Mapping[str, Any]]:
        """The values of a command that nobody told, by their places, each with what stands beside it."""
        found = self._found(command_id)
        return assumed_in(msgspec.json.decode(found.body), found.actor) if found and BRINGS in found.actor else {}

    def _found(self, command_id: str) -> KeptCommand | None:
        """An accepted command. It never changes, so the database is read for it once, and no screen waits for that."""
        known = self.game.commands_read
        if (found := known.get(command_id)) is None and (found := self.kept(self.game.record.id, command_id)):
            known[command_id] = found
            if len(known) > COMMANDS_REMEMBERED:
                del known[next(iter(known))]
        return found


COMMANDS_REMEMBERED: Final = 16
"""Commands of an open game that are remembered as they were read: a screen needs the newest one of each side."""
BRINGS: Final = '"origins":'
"""Stands in the text of an actor whose command brought any: in a name it would be written with other signs."""


class _Kept(msgspec.Struct):
    origins: dict[str, Origin] = msgspec.field(default_factory=dict)


def actor_text(actor: Actor, origins: Origins) -> str:
    """Who sent a command, as it is kept: as ever where it brought no origins."""
    if not origins:
        return msgspec.json.encode(actor).decode()
    return msgspec.json.encode({**msgspec.to_builtins(actor), "origins": origins}).decode()


def origins_in(actor: str) -> Mapping[str, Origin]:
    """The origins that are kept beside who sent a command, by the places of the values; none for measured ones."""
    return msgspec.json.decode(actor, type=_Kept).origins if BRINGS in actor else {}


def assumed_in(body: Mapping[str, Any], actor: str) -> Mapping[str, Mapping[str, Any]]:
    """The values of a command that nobody told, by their places, each with all that stands beside it."""
    found = dict[str, Mapping[str, Any]]()
    for path, origin in origins_in(actor).items():
        beside = _beside(body, path)
        if origin is Origin.ASSUMED and beside is not None:
            found[path] = beside
    return found


def _beside(body: Any, path: str) -> Mapping[str, Any] | None:
    *parts, last = path.split(".")
    for step in parts:
        if isinstance(body, list) and step.isdecimal() and int(step) < len(body):
            body = body[int(step)]
        else:
            body = body.get(step) if isinstance(body, Mapping) else None
    return body if isinstance(body, Mapping) and last in body else None


def not_told(system: System, body: Mapping[str, Any], actor: str) -> str:
    """What was taken of a command that nobody told, in words; empty where everything was told."""
    found = Counter(_taken(system, body, actor))
    return "; ".join(says if many == 1 else f"{says} ({many} times)" for says, many in found.items())


def _taken(system: System, body: Mapping[str, Any], actor: str) -> Iterator[str]:
    command = system.commands.get(str(body.get("kind")))
    for path, beside in assumed_in(body, actor).items():
        *parts, last = [step for step in path.split(".") if not step.isdecimal()]
        ask = _ask(command, parts, last) if command is not None else None
        # What names no field of the command tells of nothing in it.
        if ask is not None:
            yield f"{ask.says} taken as {_word(beside[last], ask.kind)}, not told"


def _ask(command: type[Any], parts: Sequence[str], last: str) -> Ask | None:
    """The ask of a field that stands within parts of a command, or in rows of it; None where there is none."""
    for part in parts:
        hint = get_type_hints(command).get(part)
        inner = next((one for one in (hint, *get_args(hint)) if is_dataclass(one)), None)
        if not isinstance(inner, type):
            return None
        command = inner
    known = {one.name for one in fields(command) if one.metadata.get("says")} if is_dataclass(command) else set()
    return Asks(command)(last) if last in known else None


def _word(value: Any, kind: AskKind) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    number = f"{value:g}" if isinstance(value, int | float) else str(value).replace("_", " ").capitalize()
    return f"{number} cm" if kind is AskKind.CM else number

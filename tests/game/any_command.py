"""Any command with any fields, made from what commands are declared to hold: what a chapter adds is met by itself."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, Literal, get_args, get_origin

from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.state.game import GameState
from rules.kernel.dice import Pack, Secret, Throw
from rules.kernel.serialization import hints_of, plain
from tests.game.evening import die

Sent = tuple[str, str, dict[str, Any]]

SEATS: Final = ("attacker", "defender", "referee")
FIGURES: Final = (0, 1, 2, 3, 4, 6, 24, 90, -1, 1000)
DISTANCES: Final = (0.0, 0.5, 4.9, 5.0, 10.0, 24.9, 30.0, 45.0, 60.1, 70.0, 199.9, -3.0)
SET_UP: Final = frozenset({"create_game"})
MOST_AT_ONCE: Final = 3


class Anybody:
    """Somebody who sends whatever comes to mind; of another system with its commands, seats and names."""

    commands: Mapping[str, type[Any]] = COMMANDS
    set_up: frozenset[str] = SET_UP

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def next_command(self, state: Any) -> Sent:
        """A seat, a command and its fields, as they would be sent."""
        kind = self.chance.choice(sorted(self.commands.keys() - self.set_up))
        return self._seat(state), kind, self._fields(self.commands[kind], state)

    def _seat(self, state: Any) -> str:
        return self.chance.choice((state.turn.side.value, *SEATS))

    def _fields(self, kind: type, state: Any) -> dict[str, Any]:
        """Every field it must have, and about half of those it may have."""
        hints = hints_of(kind)
        wanted = (one for one in fields(kind) if _must(one) or self.chance.random() < 0.5)
        return {one.name: self._value(hints[one.name], one.name, state) for one in wanted}

    def _value(self, hint: Any, name: str, state: Any) -> Any:
        if isinstance(hint, UnionType):
            return self._of_union(hint, name, state)
        origin = get_origin(hint)
        if origin is tuple:
            return [self._value(get_args(hint)[0], name, state) for _ in range(self.chance.randint(0, MOST_AT_ONCE))]
        if origin is Literal:
            return self.chance.choice(get_args(hint))
        if hint is Throw:
            return die(self.chance.randint(1, 6))
        if hint is Pack:
            return {"shuffled": []}
        if hint is Secret:
            return {"drawn": "", "about": ""}
        if is_dataclass(hint) and isinstance(hint, type):
            return self._fields(hint, state)
        if isinstance(hint, type) and issubclass(hint, tuple):
            return [self._value(part, name, state) for part in hints_of(hint).values()]
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self.chance.choice(list(hint)).value
        return self._simple(origin or hint, name, state)

    def _of_union(self, hint: UnionType, name: str, state: Any) -> Any:
        kind = self.chance.choice(get_args(hint))
        return None if kind is NoneType else self._value(kind, name, state)

    def _simple(self, kind: type, name: str, state: Any) -> Any:
        if kind is bool:
            return self.chance.random() < 0.5
        if kind is int:
            return self.chance.choice(FIGURES)
        if kind is float:
            return self.chance.choice(DISTANCES)
        if kind is dict:
            inner = self.chance.choice(sorted(self.commands.keys() - self.set_up - {"override"}))
            return {"kind": inner, **self._fields(self.commands[inner], state)}
        return self._one_of(self._names(state, name))

    def _one_of(self, names: list[str]) -> str:
        return self.chance.choice(names) if names and self.chance.random() < 0.95 else "nobody"

    def _names(self, state: Any, name: str) -> list[str]:
        """What a field of this name most often holds; the names of every other thing where nobody knows."""
        match name:
            case "unit" | "weapon":
                return list(state.orders) * 2 + list(state.units)
            case "stand" | "stands" | "firer" | "target" | "attacker" | "supporter" | "spotter" | "removes":
                return [stand.id for stand in state.stands.values() if stand.alive]
            case "battalion" | "formation":
                return [*state.battalions, *state.regiments]
            case "command_id":
                return [deed.command_id for deed in state.deeds_at_hand()][:12]
            case "text" | "reason" | "deed" | "where" | "note":
                return ["as seen on the table", ""]
            case _:
                return [*_written(state), *state.stands, *state.units, *state.battalions]


def _must(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _written(state: GameState) -> list[str]:
    """Every name that the chapters of the game keep: clouds, zones, cards, points."""
    if not READ or READ[0] is not state or READ[1] != state.seq:
        READ[:] = [state, state.seq, list(_read(state))]
    return READ[2]


READ: Final = list[Any]()
"""The state whose names were read last, how far it had come, and they."""


def _read(state: GameState) -> Iterator[str]:
    own = {"facts", "regiments", "battalions", "units", "stands", "turn", "orders", "due", "asked", "thrown", "deeds"}
    for one in fields(GameState):
        if one.name not in own:
            yield from _texts(plain(getattr(state, one.name)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield str(value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield str(name)
            yield from _texts(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _texts(inner)

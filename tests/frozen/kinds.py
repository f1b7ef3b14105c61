"""Every kind of event and command with its version and its fields in order, and those of every value inside them.

No class is named: how a value is called in the code is no promise, what is stored of it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.play import Playable
from rules.kernel.seats import Audience, Role
from tests.systems import known_systems

System = Playable[Any, Any, Any]
DEEPEST = 8


def kinds() -> dict[str, str]:
    """What each system stores: a name such as `flanders-fields event fired`, and its fields, a line each."""
    return dict(sorted(entry for key, system in known_systems().items() for entry in _of(key, system)))


def _of(key: str, system: System) -> Iterator[tuple[str, str]]:
    told: Mapping[str, Mapping[str, type]] = {
        "event": system.events,
        "command": system.commands,
        "keeper's command": system.kept_commands,
    }
    for what, by_kind in told.items():
        for kind, made in by_kind.items():
            version = [f"version {getattr(made, 'version', 1)}"] if what == "event" else []
            yield f"{key} {what} {kind}", "\n".join([*version, *_fields(made, 0)]) or "no fields"


def _fields(made: Any, depth: int) -> Iterator[str]:
    hints, indent = get_type_hints(made), "  " * depth
    defaults = {one.name: _default(one) for one in fields(made)} if is_dataclass(made) else {}
    for name in defaults if is_dataclass(made) else made._fields:
        yield f"{indent}{name}: {_words(hints[name])}{defaults.get(name, '')}"
        if depth < DEEPEST:
            for inner in dict.fromkeys(one for one in _parts(hints[name]) if _has_fields(one)):
                yield from _fields(inner, depth + 1)


def _parts(hint: Any) -> Iterator[Any]:
    if not get_args(hint):
        yield hint
    for one in get_args(hint):
        yield from _parts(one)


def _has_fields(made: Any) -> bool:
    return isinstance(made, type) and (is_dataclass(made) or hasattr(made, "_fields"))


def _default(one: Field[Any]) -> str:
    """What a field is where what is stored has none."""
    if one.default_factory is not MISSING:
        return f" = {_plain(one.default_factory())}"
    return "" if one.default is MISSING else f" = {_plain(one.default)}"


def _plain(value: Any) -> str:
    if isinstance(value, Enum):
        return repr(value.value)
    return "as empty as it can be" if _has_fields(type(value)) else repr(value)


def _words(hint: Any) -> str:
    """A type in words that name no class."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return "one of " + " ".join(map(str, inner))
    if not inner:
        return _simple(hint)
    if origin is dict or getattr(origin, "__name__", "") == "Mapping":
        return f"{_words(inner[0])} to {_words(inner[1])}"
    if origin in (tuple, list, frozenset, set):
        return (
            f"({', '.join(map(_words, inner))})"
            if ... not in inner and origin is tuple
            else f"list of {_words(inner[0])}"
        )
    return " or ".join(map(_words, inner))


def _simple(hint: Any) -> str:
    if isinstance(hint, type) and issubclass(hint, Enum):
        open_words: dict[Any, Any] = {Role: SEATING.roles, Audience: SEATING.audiences}
        words = open_words.get(hint, hint)
        return "one of " + " ".join(str(one.value) for one in words)
    if _has_fields(hint):
        return "values" if is_dataclass(hint) else "values in a list"
    return {type(None): "nothing"}.get(hint, getattr(hint, "__name__", str(hint)))

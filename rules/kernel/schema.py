"""What `plain.build` takes for a frozen dataclass, as a JSON schema for other programs."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin

from rules.kernel.plain import hints_of, plain

Schema = dict[str, Any]
SIMPLE: Final[Mapping[type, str]] = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def schema_of(kind: type, place: str = "#/$defs/{name}") -> Schema:
    """The schema of a frozen dataclass, what stands inside of it under $defs; `place`: how these are referred to."""
    inside: dict[str, Schema] = {}
    _named(kind, place, inside)
    return {"$ref": place.format(name=kind.__name__), "$defs": inside}


def _named(kind: type, place: str, inside: dict[str, Schema]) -> Schema:
    """A reference to a dataclass or a choice of words, described once under its name."""
    if kind.__name__ not in inside:
        inside[kind.__name__] = {}
        inside[kind.__name__] = _choice(kind) if issubclass(kind, Enum) else _object(kind, place, inside)
    return {"$ref": place.format(name=kind.__name__)}


def _choice(kind: type[Enum]) -> Schema:
    return {"description": _says(kind), "enum": sorted(word.value for word in kind)}


def _object(kind: type, place: str, inside: dict[str, Schema]) -> Schema:
    hints = hints_of(kind)
    return {
        "description": _says(kind),
        "type": "object",
        "additionalProperties": False,
        "required": [one.name for one in fields(kind) if _default(one) is MISSING],
        "properties": {one.name: _property(one, hints[one.name], place, inside) for one in fields(kind)},
    }


def _property(one: Field[Any], hint: Any, place: str, inside: dict[str, Schema]) -> Schema:
    says = {"description": one.metadata["says"]} if "says" in one.metadata else {}
    default = _default(one)
    told = {} if default is MISSING or is_dataclass(default) else {"default": plain(default)}
    return {**says, **_value(hint, one.metadata, place, inside), **told}


def _value(hint: Any, limits: Mapping[str, Any], place: str, inside: dict[str, Schema]) -> Schema:
    if isinstance(hint, UnionType):
        return {"anyOf": [_value(one, limits, place, inside) for one in get_args(hint)]}
    if get_origin(hint) is tuple:
        ends = {"minItems": limits.get("fewest"), "maxItems": limits.get("longest")}
        return {"type": "array", "items": _value(get_args(hint)[0], limits, place, inside), **_given(ends)}
    if is_dataclass(hint) or issubclass(hint, Enum):
        return _named(hint, place, inside)
    if issubclass(hint, tuple):
        parts = [_value(one, limits, place, inside) for one in hints_of(hint).values()]
        ends = {"minItems": len(parts), "maxItems": len(parts)}
        return {"type": "array", "description": _says(hint), "prefixItems": parts, "items": False, **ends}
    bounds = {"minimum": limits.get("least"), "maximum": limits.get("most")} if hint in (int, float) else {}
    letters = {"maxLength": limits.get("longest")} if hint is str else {}
    return {"type": SIMPLE[hint], **_given({**bounds, **letters})}


def _given(ends: Mapping[str, Any]) -> Schema:
    return {name: end for name, end in ends.items() if end or (end == 0 and name == "minimum")}


def _says(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()

"""Frozen dataclasses as plain JSON values: strict reading and writing, schemas, document files."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Final, Literal, NoReturn, TypeVar, get_args, get_origin, get_type_hints

from rules.kernel.distances import BadDistance, offset_mm
from rules.kernel.frozen_dataclasses import dataclass

# Plain values (as JSON gives them) to frozen dataclasses, strictly, and back

T = TypeVar("T")
LARGEST: Final = 10**15
LONGEST_SHOWN: Final = 80
LEFT_OUT: Final[Mapping[str, bool]] = {"left_out": True}
"""What a field says that came later than the rest of a value that is kept: as it is by default it is left out."""
SIMPLE: Final = frozenset({bool, int, float, str, NoneType})
RIGHT: Final[Mapping[type, str]] = {
    bool: "write true or false",
    int: "write a whole number",
    float: "write a number",
    str: "write it as text",
    dict: "write it as an object with named fields",
}


class NotPlain(ValueError):
    """A value that does not fit: in which field, what is wrong with it, and what would be right.

    `words` is the choice of which it should have been one; None where it is no choice.
    """

    def __init__(self, field: str, wrong: str, right: str, words: type[Enum] | None = None) -> None:
        super().__init__(f"{field}: {wrong}; {right}" if field else f"{wrong}; {right}")
        self.field = field
        self.wrong = wrong
        self.right = right
        self.words = words


def build(kind: type[T], values: object, where: str = "") -> T:
    """A frozen dataclass from its fields, each in the range and unit that its `fact` gives it; `where` it stands.

    Raises NotPlain for unknown, missing and unfitting ones.
    """
    if not is_dataclass(kind):
        raise TypeError(f"{kind!r} is no dataclass")
    if not isinstance(values, Mapping):
        raise NotPlain(where, "nothing in it has a name", "give each part of it by its name")
    known = {one.name: one for one in fields(kind)}
    for name in values:
        if name not in known:
            raise NotPlain(_inside(where, name), f"there is no {name!r} here", f"give any of: {', '.join(known)}")
    for name, one in known.items():
        if name not in values and one.default is MISSING and one.default_factory is MISSING:
            raise _missing(one, hints_of(kind)[name], _inside(where, name))
    hints = hints_of(kind)
    return kind(
        **{name: _fit(hints[name], value, _inside(where, name), known[name].metadata) for name, value in values.items()}
    )


@cache
def hints_of(kind: type) -> Mapping[str, Any]:
    """The type of each field of a class, by its name: reading the annotations takes longer than all that uses them."""
    return get_type_hints(kind)


def _missing(one: Field[Any], hint: Any, where: str) -> NotPlain:
    """What to say of a fact that was not given: what it means, and what may stand there."""
    kind = get_origin(hint) or hint
    words = kind if isinstance(kind, type) and issubclass(kind, Enum) else None
    right = (_choices(words) if words else "") or _range(one.metadata) or RIGHT.get(kind, "")
    says = f"give: {one.metadata.get('says', one.name)}"
    return NotPlain(where, "it is missing", f"{says}; {right}" if right else says, words)


def _inside(where: str, name: object) -> str:
    return f"{where}.{name}" if where else str(name)


def plain(value: Any) -> Any:
    """The value with every dataclass in it as a dictionary and every tuple as a list; others are taken as they are."""
    if value.__class__ in SIMPLE:
        return value
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if (names := _field_names(value.__class__)) is not None:
        if later := _left_out(value):
            names = tuple(name for name in names if name not in later)
        return {name: plain(getattr(value, name)) for name in names}
    return value


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def _left_out(value: Any) -> Collection[str]:
    """The fields that came later and say nothing here."""
    later = _later(value.__class__)
    return [name for name, usual in later.items() if getattr(value, name) == usual] if later else ()


@cache
def _later(kind: type) -> Mapping[str, Any]:
    return {one.name: one.default for one in fields(kind) if "left_out" in one.metadata}


def _fit(hint: Any, value: object, where: str, limits: Mapping[str, Any]) -> Any:
    origin = get_origin(hint)
    if isinstance(hint, UnionType):
        return _fit_one_of(get_args(hint), value, where, limits)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise NotPlain(where, f"{_shown(value)} is no list", "give a list, empty if there are none")
        return _fit_each(get_args(hint)[0], value, where, limits)
    if origin is Literal:
        if value not in get_args(hint):
            words = ", ".join(map(str, get_args(hint)))
            raise NotPlain(where, f"{_shown(value)} is not known here", f"write one of: {words}")
        return value
    if is_dataclass(hint) and isinstance(hint, type):
        return build(hint, value, where)
    kind = origin or hint
    if issubclass(kind, tuple):
        return _fit_in_order(kind, value, where, limits)
    return _word(kind, value, where) if issubclass(kind, Enum) else _simple(kind, value, where, limits)


def _fit_in_order(kind: Any, value: object, where: str, limits: Mapping[str, Any]) -> Any:
    """A named tuple from a list of its parts, such as a place from its two coordinates."""
    hints = hints_of(kind)
    if not isinstance(value, list | tuple) or len(value) != len(hints):
        raise NotPlain(where, f"{_shown(value)} does not fit", f"give a list of: {', '.join(hints)}")
    parts = zip(hints.items(), value, strict=True)
    return kind(*(_fit(hint, one, f"{where}.{name}", limits) for (name, hint), one in parts))


def _fit_each(hint: Any, values: Sequence[object], where: str, limits: Mapping[str, Any]) -> tuple[Any, ...]:
    """Each entry of a list: as many as may be, and none called like another where answers tell them apart by name."""
    fewest, called, longest = limits.get("fewest", 0), limits.get("called", ""), limits.get("longest", 0)
    if len(values) < fewest:
        raise NotPlain(where, f"{len(values)} are too few", f"give {fewest} or more: {limits['says']}")
    if longest and len(values) > longest:
        raise NotPlain(where, f"{len(values)} are too many", f"give {longest} at most")
    found = tuple(_fit(hint, one, f"{where}.{n}", limits) for n, one in enumerate(values))
    if called:
        _check_names([getattr(one, called) for one in found], called, where)
    return found


def _check_names(names: Sequence[str], called: str, where: str) -> None:
    seen: set[str] = set()
    for n, name in enumerate(names):
        wrong = "it has no name" if not name.strip() else f"{_shown(name)} is the name of another one too"
        if not name.strip() or name in seen:
            raise NotPlain(f"{where}.{n}.{called}", wrong, "give each a name of its own")
        seen.add(name)


def _fit_one_of(hints: tuple[Any, ...], value: object, where: str, limits: Mapping[str, Any]) -> Any:
    kinds = [hint for hint in hints if hint is not NoneType]
    if value is None and len(kinds) < len(hints):
        return None
    for kind in kinds[:-1]:
        try:
            return _fit(kind, value, where, limits)
        except NotPlain:
            continue
    return _fit(kinds[-1], value, where, limits)


def _word(kind: type[Enum], value: object, where: str) -> Enum:
    for word in kind:
        if isinstance(value, str) and word.value == value:
            return word
    raise NotPlain(where, f"{_shown(value)} is not known here", _choices(kind), kind)


def _choices(kind: type[Enum]) -> str:
    return f"write one of: {', '.join(str(word.value) for word in kind)}"


def _shown(value: object) -> str:
    """What was given as it is shown again: no more of it than a line."""
    try:
        written = repr(value)
    except ValueError:
        # Python writes no number of thousands of digits.
        written = "such a number"
    return written if len(written) <= LONGEST_SHOWN else f"{written[:LONGEST_SHOWN]}\u2026"


def _simple(kind: type, value: object, where: str, limits: Mapping[str, Any]) -> object:
    if kind in (int, float) and isinstance(value, int) and abs(value) > LARGEST:
        raise NotPlain(where, "the number is too large", _range(limits) or "write a smaller one")
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        right = RIGHT.get(kind, f"write a {kind.__name__}")
        span = _range(limits) if kind in (int, float) else ""
        raise NotPlain(where, f"{_shown(value)} does not fit", f"{right}; {span}" if span else right)
    if isinstance(value, int | float) and limits:
        if value > 0 and _only_takes_away(limits):
            value = -value
        _check_limits(value, where, limits)
    longest = limits.get("longest", 0)
    if longest and isinstance(value, str) and len(value) > longest:
        raise NotPlain(where, f"{len(value)} letters are too many", f"write {longest} letters at most")
    return value


def _only_takes_away(limits: Mapping[str, Any]) -> bool:
    """Return whether a number can only be a minus or 0: players say such a modifier without its sign."""
    least, most = limits.get("least"), limits.get("most")
    return most == 0 and least is not None and least < 0


def _check_limits(value: float, where: str, limits: Mapping[str, Any]) -> None:
    least, most, unit = limits.get("least"), limits.get("most"), limits.get("unit", "")
    # Written so that what is no number at all (NaN) fails too.
    if not ((least is None or value >= least) and (most is None or value <= most)):
        wrong = f"{_number(value)} {unit}".strip() + " is out of range" if isfinite(value) else "that is no number"
        raise NotPlain(where, wrong, _range(limits))
    # A distance that no limits are given is the judge's to look at.
    if unit == "cm" and (least is not None or most is not None):
        try:
            offset_mm(value)
        except BadDistance as bad:
            wrong, _, right = str(bad).partition("; ")
            raise NotPlain(where, wrong, right) from None


def _number(value: float) -> str:
    """A number as people write it, without an exponent."""
    return f"{value:.0f}" if value == int(value) else f"{value:g}"


def _range(limits: Mapping[str, Any]) -> str:
    span = " to ".join(_number(end) for end in (limits.get("least"), limits.get("most")) if end is not None)
    return f"enter {span} {limits.get('unit', '')}".strip() if span else ""


# What `plain.build` takes for a frozen dataclass, as a JSON schema for other programs

Schema = dict[str, Any]
SCHEMA_TYPES: Final[Mapping[type, str]] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    NoneType: "null",
}


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
    return {"type": SCHEMA_TYPES[hint], **_given({**bounds, **letters})}


def _given(ends: Mapping[str, Any]) -> Schema:
    return {name: end for name, end in ends.items() if end or (end == 0 and name == "minimum")}


def _says(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


# Open documents as JSON files

MOST_NAMES: Final = 1_000
"""Far more than anything in a document has: looking for the one that stands twice shall not take long either."""


class NoDocument(ValueError):
    """What cannot be read as a document at all: what is wrong, and what would be right."""

    def __init__(self, because: str, instead: str) -> None:
        super().__init__(because)
        self.because, self.instead = because, instead


@dataclass(frozen=True, slots=True)
class Misfit:
    """What is wrong with a document: of which part of it (empty: of the whole), and what would be right."""

    of: str
    because: str
    instead: str


class NotFitting(ValueError):
    """A file that is no document of its kind. `wrong` says why, place by place."""

    def __init__(self, *wrong: Misfit) -> None:
        super().__init__("; ".join(f"{one.of}: {one.because}" if one.of else one.because for one in wrong))
        self.wrong = wrong


def refuse(found: Iterable[Misfit]) -> None:
    """Nothing where nothing is wrong. Raises NotFitting with all that is."""
    if wrong := tuple(found):
        raise NotFitting(*wrong)


def read_object(data: bytes, most_bytes: int, usual: str) -> dict[str, Any]:
    """The fields of a file of at most `most_bytes`; `usual`: what kind of file would be right. Raises NoDocument."""
    if len(data) > most_bytes:
        raise NoDocument(f"it is {len(data) // 1000} kB long", f"a file of at most {most_bytes // 1000} kB")
    try:
        told = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number)
        if b"\\u" in data:
            # Halves of characters can be read, but never be told or written again.
            canonical_bytes(told)
    except NoDocument:
        raise
    # Neither numbers of thousands of digits nor nesting without end can be read.
    except (ValueError, RecursionError):
        raise NoDocument("this is no whole JSON, or it is nested too deeply", usual) from None
    if not isinstance(told, dict):
        raise NoDocument("nothing in it has a name", "an object with named fields")
    return told


def take_kind(told: dict[str, Any], wanted: tuple[str, int], usual: str) -> None:
    """Take format and version out of it. What others mean by its fields is not known here. Raises NoDocument."""
    kind, version = told.pop("format", None), told.pop("version", None)
    # True is no version, although it equals 1.
    if kind != wanted[0] or type(version) is not int or version != wanted[1]:
        found = f"{kind!r:.60} {version!r:.20}" if kind is not None else "no file that names its format"
        raise NoDocument(f"this is {found}, and only {wanted[0]} {wanted[1]} can be read", usual)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of a name that stands twice in one object each program would take another."""
    if len(pairs) > MOST_NAMES:
        raise NoDocument(f"{len(pairs)} names stand in the same place", f"at most {MOST_NAMES}")
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NoDocument(f"{twice!r:.60} stands twice in the same place", "give it once")
    return made


def _no_number(written: str) -> NoReturn:
    raise NoDocument(f"{written} is no number", "whole numbers")


def written(told: Mapping[str, Any]) -> bytes:
    """The file of plain values as people may read it: a line for each field, and for each entry of a list."""
    return ("{" + ",\n ".join(f'"{name}": {_spread(one)}' for name, one in told.items()) + "}\n").encode()


def _spread(told: Any) -> str:
    if isinstance(told, list):
        return "[" + ",".join(f"\n  {json.dumps(one, ensure_ascii=False)}" for one in told) + "]"
    return json.dumps(told, ensure_ascii=False)


def canonical_bytes(told: Any) -> bytes:
    """Plain values without fractions as RFC 8785 writes them."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def without_defaults(value: Any) -> Any:
    """A plain value with only what is filled in, so that a field of a later version changes no older file's bytes."""
    if is_dataclass(value):
        given = ((one, getattr(value, one.name)) for one in fields(value))
        return {one.name: without_defaults(told) for one, told in given if told != _default(one)}
    if isinstance(value, tuple):
        return [without_defaults(one) for one in value]
    return plain(value)


def schema_of_file(kind: type, heads: Mapping[str, Any], place: str = "#/$defs/{name}") -> dict[str, Any]:
    """The file of a frozen dataclass as a JSON schema; `heads` are the fields every such file begins with.

    `place`: how what stands inside of it is referred to.
    """
    schema = schema_of(kind, place)
    whole = schema["$defs"][kind.__name__]
    whole["required"] = [*heads, *whole["required"]]
    whole["properties"] = {**{name: {"const": one} for name, one in heads.items()}, **whole["properties"]}
    return schema

"""Open documents as JSON files: read strictly, with what is wrong in words, and written with only what is filled in."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Final, NoReturn

from rules.kernel.plain import plain
from rules.kernel.schema import schema_of
from rules.kernel.values import dataclass

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


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


def schema_of_file(kind: type, heads: Mapping[str, Any], place: str = "#/$defs/{name}") -> dict[str, Any]:
    """The file of a frozen dataclass as a JSON schema; `heads` are the fields every such file begins with.

    `place`: how what stands inside of it is referred to.
    """
    schema = schema_of(kind, place)
    whole = schema["$defs"][kind.__name__]
    whole["required"] = [*heads, *whole["required"]]
    whole["properties"] = {**{name: {"const": one} for name, one in heads.items()}, **whole["properties"]}
    return schema

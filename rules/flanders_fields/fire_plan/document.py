"""A fire plan as one open JSON file, and the bytes it is sealed by.

What the file may hold is described in docs/fire-plan-format.md, for programs in docs/fire-plan-format.schema.json.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Final

from rules.flanders_fields.fire_plan.faults import faults
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.kernel.plain import NotPlain, build, plain
from rules.kernel.schema import schema_of
from rules.kernel.values import dataclass

FORMAT: Final = "beaten-zone-fire-plan"
VERSION: Final = 1
MOST_BYTES: Final = 1_000_000
"""The longest file that is read; one with the most lines and texts takes three quarters of it."""
MOST_NAMES: Final = 1_000
"""Far more than anything in a plan has: looking for the one that stands twice shall not take long either."""
_LISTED: Final = re.compile(r"(\w+)\.(\d+)\.?(.*)")


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a file, and in which line of the plan (empty: in the whole)."""

    line: str
    because: str
    instead: str


class NotAPlan(ValueError):
    """A file that is no fire plan. `wrong` says why, line by line."""

    def __init__(self, *wrong: Wrong) -> None:
        super().__init__("; ".join(f"{one.line}: {one.because}" if one.line else one.because for one in wrong))
        self.wrong = wrong


def read_plan(data: bytes) -> WrittenPlan:
    """The plan in a file. Raises NotAPlan, and then nothing of it has been taken in."""
    if len(data) > MOST_BYTES:
        raise _whole(f"it is {len(data) // 1000} kB long", f"a file of at most {MOST_BYTES // 1000} kB")
    told = _told(data)
    kind, version = told.pop("format", None), told.pop("version", None)
    # What another version means by its fields is not known here. True is no version, although it equals 1.
    if kind != FORMAT or type(version) is not int or version != VERSION:
        found = f"{kind!r:.60} {version!r:.20}" if kind is not None else "no file that names its format"
        raise _whole(f"this is {found}, and only {FORMAT} {VERSION} can be read", "a plan that was saved here")
    return _plan(told)


def _plan(told: Mapping[str, Any]) -> WrittenPlan:
    try:
        plan = build(WrittenPlan, told)
    except NotPlain as bad:
        raise NotAPlan(_unfitting(bad, told)) from None
    if found := faults(plan):
        raise NotAPlan(*(Wrong(one.line, one.wrong, one.right) for one in found))
    return plan


def _told(data: bytes) -> dict[str, Any]:
    try:
        told = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number)
        if b"\\u" in data:
            # Halves of characters can be read, but never be told or written again.
            canonical_bytes(told)
    except NotAPlan:
        raise
    # Neither numbers of thousands of digits nor nesting without end can be read.
    except (ValueError, RecursionError):
        raise _whole("this is no whole JSON, or it is nested too deeply", "a plan that was saved here") from None
    if not isinstance(told, dict):
        raise _whole("nothing in it has a name", "an object with named fields")
    return told


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of a name that stands twice in one object each program would take another."""
    if len(pairs) > MOST_NAMES:
        raise _whole(f"{len(pairs)} names stand in the same place", f"at most {MOST_NAMES}")
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _whole(f"{twice!r:.60} stands twice in the same place", "give it once")
    return made


def _no_number(written: str) -> float:
    raise _whole(f"{written} is no number", "whole numbers")


def _whole(because: str, instead: str) -> NotAPlan:
    return NotAPlan(Wrong("", because, instead))


def _unfitting(bad: NotPlain, told: Mapping[str, Any]) -> Wrong:
    """What the reader found, said of the line it found it in."""
    listed = _LISTED.fullmatch(bad.field)
    if listed is None:
        return Wrong("", f"{bad.field}: {bad.wrong}" if bad.field else bad.wrong, bad.right)
    entry = told[listed[1]][int(listed[2])]
    called = entry.get("id") if isinstance(entry, Mapping) else None
    line = called[:40] if isinstance(called, str) and called else f"{listed[1]} {int(listed[2]) + 1}"
    return Wrong(line, f"{listed[3]}: {bad.wrong}" if listed[3] else bad.wrong, bad.right)


def write_plan(plan: WrittenPlan) -> bytes:
    """The file of a plan as people may read it, a line for each of its lines, as `read_plan` takes it."""
    fields_told = (f'"{name}": {_spread(told)}' for name, told in _filled_in(plan).items())
    return ("{" + ",\n ".join(fields_told) + "}\n").encode()


def _spread(told: Any) -> str:
    if isinstance(told, list):
        return "[" + ",".join(f"\n  {json.dumps(one, ensure_ascii=False)}" for one in told) + "]"
    return json.dumps(told, ensure_ascii=False)


def canonical(plan: WrittenPlan) -> bytes:
    """The bytes of a plan that every program writes alike (RFC 8785): sorted names, no blanks, only what is filled in.

    `read_plan` takes them too.
    """
    return canonical_bytes(_filled_in(plan))


def canonical_bytes(told: Any) -> bytes:
    """Plain values without fractions as RFC 8785 writes them."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def file_schema(place: str = "#/$defs/{name}") -> dict[str, Any]:
    """The file as a JSON schema; `place`: how what stands inside of it is referred to."""
    schema = schema_of(WrittenPlan, place)
    plan = schema["$defs"][WrittenPlan.__name__]
    plan["required"] = ["format", "version", *plan["required"]]
    plan["properties"] = {"format": {"const": FORMAT}, "version": {"const": VERSION}, **plan["properties"]}
    return schema


def _filled_in(plan: WrittenPlan) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, **without_defaults(plan)}


def without_defaults(value: Any) -> Any:
    """A plain value with only what is filled in, so that a field of a later version changes no older plan's bytes."""
    if is_dataclass(value):
        given = ((one, getattr(value, one.name)) for one in fields(value))
        return {one.name: without_defaults(told) for one, told in given if told != _default(one)}
    if isinstance(value, tuple):
        return [without_defaults(one) for one in value]
    return plain(value)


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()

"""Facts typed into a terminal, `farthest_platoon_cm=25` or `shot.cover=hard`, as the plain values a question takes."""

from collections.abc import Iterable
from typing import Any

from app.lookups.describing import FactTold
from app.lookups.facts import BadAsk

YES_AND_NO = {"yes": True, "true": True, "no": False, "false": False}


def typed_facts(given: Iterable[str], facts: tuple[FactTold, ...]) -> dict[str, Any]:
    """Every `name=value` in its place. What cannot be read stays as typed, for `ask` to say what is wrong with it.

    A list is written with commas, facts inside others with points, the first of several such as `parts.0.going=road`.
    Raises BadAsk for text that is no `name=value`.
    """
    read: dict[str, Any] = {}
    for one in given:
        name, equals, written = one.partition("=")
        if not equals or not name.strip():
            raise BadAsk("facts", f"{one!r} is no fact", "write --fact name=value")
        _put(read, tuple(part.replace("-", "_") for part in name.strip().split(".")), written.strip(), facts)
    return read


def _put(into: dict[str, Any], path: tuple[str, ...], written: str, facts: tuple[FactTold, ...]) -> None:
    told = next((one for one in facts if one.name == path[0]), None)
    if told is None or len(path) == 1:
        into[path[0]] = _read(written, told)
    elif told.listed:
        _put(_nth(into.setdefault(told.name, []), path[1], told), path[2:] or ("",), written, told.facts)
    else:
        _put(into.setdefault(told.name, {}), path[1:], written, told.facts)


def _nth(parts: list[dict[str, Any]], number: str, told: FactTold) -> dict[str, Any]:
    place = _whole(number)
    if not isinstance(place, int) or number.startswith("-") or place > len(parts):
        right = f"count them from 0 without a gap: {told.name}.0.name=value"
        raise BadAsk(f"facts.{told.name}", f"{number!r} is not the next of them", right)
    if place == len(parts):
        parts.append({})
    return parts[place]


def _read(written: str, told: FactTold | None) -> Any:
    if told is None:
        return written
    if told.listed:
        return [_one(part.strip(), told) for part in written.split(",") if part.strip()]
    return _one(written, told)


def _one(written: str, told: FactTold) -> Any:
    if told.kind == "yes or no":
        return YES_AND_NO.get(written.lower(), written)
    if told.kind == "word":
        return written.lower().replace("-", "_").replace(" ", "_")
    if told.kind == "whole number":
        return _whole(written)
    return _number(written) if told.kind == "number" else written


def _whole(written: str) -> int | str:
    try:
        return int(written) if written.removeprefix("-").isdecimal() else written
    except ValueError:
        # More digits than a machine reads are no figure either.
        return written


def _number(written: str) -> float | str:
    try:
        return float(written.removesuffix("cm"))
    except ValueError:
        return written

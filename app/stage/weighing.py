"""Whether a fact of a deed would change any of its dice: the rules are asked once more for each of its other values."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from rules.kernel.asking import NEEDED, Ask, AskKind, Told
from rules.kernel.filling import Question

Faces = Callable[[Told], Sequence[Any] | None]
"""What every face of every die would bring after these answers; None where the rules take them no more."""
MOST_WEIGHED: Final = 300
"""So many values are tried at the most; of what is left nothing is said."""


def weighed(questions: Sequence[Question], told: Told, faces: Faces) -> Mapping[str, bool]:
    """Whether another value of each fact changes a face of any die, by the place of the fact.

    False where no value does; nothing is said where the dice of the deed are not known before they fall.
    """
    now, found, tried = faces(told), dict[str, bool](), 0
    if not now:
        return found
    for path, ask in _facts(questions, ""):
        others = _others(ask, _at(told, path))
        tried += len(others)
        if tried > MOST_WEIGHED:
            break
        if others:
            found[path] = any(faces(_with(told, path, value)) != now for value in others)
    return found


def _facts(questions: Sequence[Question], at: str) -> Iterator[tuple[str, Ask]]:
    for one in questions:
        for n, row in enumerate(one.rows):
            yield from _facts(row, f"{at}{one.ask.name}.{n}.")
        if not one.rows and one.ask.kind is not AskKind.DICE:
            yield at + one.ask.name, one.ask


def _others(ask: Ask, value: Any) -> list[Any]:
    """The values of a fact besides the one that counts; of a distance one in each other band that matters."""
    counts = ask.usual if value is None and ask.usual is not NEEDED else value
    if ask.kind is AskKind.SWITCH:
        return [one for one in (True, False) if one != counts]
    if ask.kind is AskKind.WORD:
        return [one for one in ask.among or () if one != counts]
    if ask.kind is AskKind.CM and counts is not None:
        # Its own band is tried too: a figure near the edge may be taken for one of the next.
        return [band.value for band in ask.bands if band.value != counts]
    return []


def _at(told: Any, path: str) -> Any:
    for step in path.split("."):
        told = told[int(step)] if isinstance(told, list) else told.get(step) if isinstance(told, Mapping) else None
    return told


def _with(told: Told, path: str, value: Any) -> Told:
    changed: Any = deepcopy(dict(told))
    *parts, last = path.split(".")
    into = changed
    for step in parts:
        into = into[int(step)] if isinstance(into, list) else into.setdefault(step, {})
    into[last] = value
    return dict(changed)

"""Two drafts of a plan held against each other, line by line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.flanders_fields.fire_plan.document import without_defaults
from rules.flanders_fields.fire_plan.written import LISTS_OF_LINES, WrittenPlan


class Change(StrEnum):
    """What became of a line from one draft to the other."""

    ADDED = "added"
    STRUCK_OUT = "struck_out"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Difference:
    """One line, or field of the plan (`line` is empty), that is not the same in both drafts.

    `field` is empty where a whole line is added or struck out; `before` and `after` are plain values as in the file,
    None where nothing is filled in.
    """

    line: str
    change: Change
    field: str = ""
    before: Any = None
    after: Any = None


def differences(before: WrittenPlan, after: WrittenPlan) -> tuple[Difference, ...]:
    """Everything that is not the same, the plan's own fields first, then its lines in the order of the later draft.

    A line is the same by its id; one that has become another sort of line is struck out and added.
    """
    return tuple(_found(before, after))


def _found(before: WrittenPlan, after: WrittenPlan) -> Iterator[Difference]:
    own = (without_defaults(plan) for plan in (before, after))
    yield from _fields("", *({name: one[name] for name in one if name not in LISTS_OF_LINES} for one in own))
    old, new = ({line.id: line for line in plan.lines()} for plan in (before, after))
    for of, line in new.items():
        if type(old.get(of)) is type(line):
            yield from _fields(of, without_defaults(old[of]), without_defaults(line))
        else:
            yield Difference(of, Change.ADDED)
    yield from (Difference(of, Change.STRUCK_OUT) for of, line in old.items() if type(new.get(of)) is not type(line))


def _fields(of: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield Difference(of, Change.CHANGED, name, before.get(name), after.get(name))

"""What cannot stand in the file of a fire plan, in words that say what would be right. Whether the rules allow what
can stand there is another question: the checks answer it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from rules.flanders_fields.fire_plan.written import (
    PLANNED_KINDS,
    BombardmentLine,
    PlanLine,
    ShiftLine,
    SosLine,
    WeaponLine,
    WrittenPlan,
)
from rules.kernel.documents import Misfit
from rules.kernel.months import BadMonth, parse_month

_LINE_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


Found = Iterator[tuple[str, str]]


def faults(plan: WrittenPlan) -> tuple[Misfit, ...]:
    """Everything that cannot stand in a file, line by line; nothing where it can be written and read again."""
    uses = Counter(line.id for line in plan.lines())
    return (
        *(Misfit("", *found) for found in _about_the_plan(plan)),
        *(Misfit(line.id[:40], *found) for line in plan.lines() for found in _about(line, uses[line.id], plan)),
    )


def _about_the_plan(plan: WrittenPlan) -> Found:
    if not plan.name.strip():
        yield "the plan has no name", "name it, so that it can be told from others"
    yield from _in_one_line(plan)
    yield from _in_one_line(plan.written_for)
    if plan.written_for.month:
        try:
            parse_month(plan.written_for.month)
        except BadMonth as wrong:
            because, _, right = str(wrong).partition("; ")
            yield because, right
    if not all(line.isprintable() for line in plan.notes.split("\n")):
        yield "there are signs in the notes that cannot be shown", "letters, digits, signs and ends of lines"
    for one in plan.allowed:
        yield from _in_one_line(one)


def _about(line: PlanLine, uses: int, plan: WrittenPlan) -> Found:
    if not _LINE_ID.fullmatch(line.id):
        yield "its id is no short word", "give an id of 1 to 40 letters, digits, hyphens, dots and underscores"
    elif uses > 1:
        yield f"{uses} lines have the id {line.id}", "give each an id of its own"
    yield from _in_one_line(line)
    if isinstance(line, WeaponLine):
        if not line.name.strip():
            yield "the weapon has no name", "name it as the force does"
        if line.kind not in PLANNED_KINDS:
            yield f"a fire plan has no line for a {line.kind.replace('_', ' ')}", _kinds()
    elif isinstance(line, ShiftLine | BombardmentLine | SosLine) and line.weapon and plan.weapon(line.weapon) is None:
        yield f"no weapon of the plan has the line {line.weapon!r:.45}", "name the line of one of its weapons"


def _kinds() -> str:
    words = sorted(kind.replace("_", " ") for kind in PLANNED_KINDS)
    return f"name one of: {', '.join(words)}"


def _in_one_line(value: Any) -> Found:
    """What a text field of one line cannot hold."""
    for one in fields(value):
        text = getattr(value, one.name)
        if one.name not in ("id", "notes") and isinstance(text, str) and not text.isprintable():
            yield f"there are signs in its {one.name.replace('_', ' ')} that cannot be shown", "text of one line"

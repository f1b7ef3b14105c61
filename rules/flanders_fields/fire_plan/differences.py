"""What differs between two fire plans, line by line, in words."""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from typing import Any

from rules.flanders_fields.fire_plan.references import in_words
from rules.flanders_fields.fire_plan.written import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    PlanLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenFor,
    WrittenPlan,
)
from rules.kernel.measure import cm
from rules.kernel.values import dataclass

_OF_THE_PLAN = ("name", "side", "air_missions", "notes")
_SORTS: dict[type[PlanLine], str] = {
    WeaponLine: "weapon",
    ShiftLine: "move of a point",
    BombardmentLine: "planned fire",
    BarrageLine: "rolling barrage",
    GasLine: "gas attack",
    WorkLine: "work under the hurricane",
    SosLine: "SOS point",
}


@dataclass(frozen=True, slots=True)
class PlanDifference:
    """One thing that differs; `line` is the line of the plan it is about, empty for the plan as a whole."""

    line: str
    says: str


def differences(before: WrittenPlan, after: WrittenPlan) -> tuple[PlanDifference, ...]:
    """What the second plan says otherwise than the first, in the order of the sheet. Lines are told by their ids."""
    return tuple(_differing(before, after))


def _differing(before: WrittenPlan, after: WrittenPlan) -> Iterator[PlanDifference]:
    for name in _OF_THE_PLAN:
        yield from _field("", name.replace("_", " "), getattr(before, name), getattr(after, name))
    for one in fields(WrittenFor):
        was, now = getattr(before.written_for, one.name), getattr(after.written_for, one.name)
        yield from _field("", one.metadata["says"], was, now, one.metadata["unit"])
    for line in before.lines():
        if _same_line(after, line) is None:
            yield PlanDifference(line.id, f"{called(line, before)}: struck out")
    for line in after.lines():
        earlier = _same_line(before, line)
        if earlier is None:
            yield PlanDifference(line.id, f"{called(line, after)}: new")
        else:
            yield from _changed(earlier, line, called(line, after))
    if before.allowed != after.allowed:
        yield PlanDifference(
            "", f"let pass by agreement: {len(before.allowed)} findings before, {len(after.allowed)} now"
        )


def _same_line(plan: WrittenPlan, line: PlanLine) -> PlanLine | None:
    found = plan.line(line.id)
    return found if type(found) is type(line) else None


def called(line: PlanLine, plan: WrittenPlan) -> str:
    """A line as people name it: what sort it is, whose, and of which turn."""
    weapon = plan.weapon(line.weapon) if isinstance(line, ShiftLine | BombardmentLine | SosLine) else None
    name = weapon.name if weapon else getattr(line, "name", "") or getattr(line, "where", "")
    turn = getattr(line, "turn", None)
    told = f"{_SORTS[type(line)].capitalize()} {name}".rstrip()
    return f"{told}, turn {turn}" if turn else told


def _changed(before: PlanLine, after: PlanLine, name: str) -> Iterator[PlanDifference]:
    for one in fields(after):
        was, now = getattr(before, one.name), getattr(after, one.name)
        for found in _field(after.id, one.metadata["says"], was, now, one.metadata["unit"]):
            yield PlanDifference(found.line, f"{name}: {found.says}")


def _field(line: str, says: str, was: Any, now: Any, unit: str = "") -> Iterator[PlanDifference]:
    if was != now:
        yield PlanDifference(line, f"{says}: {_told(was, unit)} before, {_told(now, unit)} now")


def _told(value: Any, unit: str) -> str:
    match value:
        case None | "" | ():
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case Reference():
            return in_words(value)
        case Enum():
            return str(value.value).replace("_", " ")
        case int() if unit == "mm":
            return cm(value)
        case tuple():
            return ", ".join(_entry(one, unit) for one in value)
        case _:
            return f"{value} {unit}".rstrip()


def _entry(value: Any, unit: str) -> str:
    if isinstance(value, int):
        return _told(value, unit)
    return f"{cm(value.up_mm)} for {value.turns} {'turn' if value.turns == 1 else 'turns'}"

"""What the lines of a fire plan are called on paper: the same on its form, its map and its gun cards."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

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
    WrittenPlan,
)
from rules.kernel.measure import cm

LETTERS: Final[Mapping[type[PlanLine], str]] = {BarrageLine: "B", GasLine: "G", WorkLine: "W", SosLine: "S"}
"""Weapons have a number alone; what is fired by one is told by it and a turn."""


Aimed = ShiftLine | BombardmentLine
"""What one weapon does in one turn."""


@lru_cache(maxsize=8)
def marks(plan: WrittenPlan) -> Mapping[str, str]:
    """The mark of every weapon, barrage, gas attack, work and SOS point, by the id of its line: 1, B1, G2."""
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    for line in plan.lines():
        if isinstance(line, WeaponLine) or type(line) in LETTERS:
            letter = LETTERS.get(type(line), "")
            counts[letter] = counts.get(letter, 0) + 1
            found[line.id] = f"{letter}{counts[letter]}"
    return found


def along_and_up(at: Reference | None) -> tuple[str, str]:
    """A reference in centimetres as two entries; two blanks where it is still to be written."""
    return (centimetres(at.along_mm), centimetres(at.up_mm)) if at else ("", "")


def centimetres(length_mm: int | None) -> str:
    """A length without its unit, or a blank."""
    return "" if length_mm is None else cm(length_mm).removesuffix(" cm")


def weapon_of(plan: WrittenPlan, of: str) -> str:
    """A weapon by its mark and name; a blank where none is named."""
    weapon = plan.weapon(of)
    return f"No. {marks(plan)[of]}, {weapon.name}" if weapon else ""


def in_words(value: str | None) -> str:
    """A word of the rules as it is written on paper."""
    return value.replace("_", " ") if value else ""

"""A game of 1418 in which both sides have written down whatever they may: words and numbers that are nowhere else."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

BATTERIES: Final = 11
PLACE: Final = re.compile(r"(?<![\w.])\d+(?:\.\d)?(?![\w.])")
TABLE: Final = {"name": "The long ridge", "width_mm": 9_990, "depth_mm": 1_980, "pieces": []}
FIRST_X: Final = {"attacker": 9_011, "defender": 9_511}
FIRST_Y: Final = {"attacker": 1_511, "defender": 1_733}


@dataclass(frozen=True, slots=True)
class Canary:
    """What one battery is told: the square, and where in it the circle is laid."""

    gun: str
    square: str
    x_mm: int
    y_mm: int
    lays: str

    @property
    def marks(self) -> Sequence[str]:
        """What may be found of it."""
        return (self.square, str(self.x_mm), str(self.y_mm))

    @property
    def order(self) -> dict[str, Any]:
        """What is sent."""
        return {"square": self.square, "x_mm": self.x_mm, "y_mm": self.y_mm, "lays": self.lays}


def canaries(side: str) -> Sequence[Canary]:
    """Those of a side: the first shells somebody, the last falls never, and all others lay smoke."""
    word = {"attacker": "ZULEIKA", "defender": "YGGDRASIL"}[side]
    return [
        Canary(
            f"{side} battery {n}",
            f"{word}{n:02}",
            FIRST_X[side] + 17 * n,
            FIRST_Y[side] + 13 * n,
            "shells" if n in (0, BATTERIES - 1) else "smoke",
        )
        for n in range(BATTERIES)
    ]


def marks_of(found: Sequence[Canary]) -> list[str]:
    """Everything that may be found of them."""
    return [mark for one in found for mark in one.marks]


def found_in(words: str) -> set[str]:
    """Whatever of both sides' canaries stands in an answer: squares, and places in mm or in cm."""
    numbers = set(PLACE.findall(words))
    every = [one for side in FIRST_X for one in canaries(side)]
    squares = {one.square for one in every if one.square in words}
    places = {str(mm) for one in every for mm in (one.x_mm, one.y_mm) if numbers & {str(mm), f"{mm / 10:g}"}}
    return squares | places


def formations() -> Iterator[dict[str, Any]]:
    """A side's batteries, and a company that is shelled."""
    for side in FIRST_X:
        guns = [{"name": one.gun, "unit": "field_gun", "bases": 4} for one in canaries(side)]
        company = {"name": f"{side} company", "unit": "line_infantry", "bases": 4}
        yield {"name": f"{side} battalion", "side": side, "grade": "line", "sub_units": [company, *guns]}


def begun() -> dict[str, Any]:
    """What opens the game."""
    command = {"kind": "begin_battle", "wind_towards_deg": 90, "formations": [*formations()]}
    return {"system": "earth-1418", "title": "Canaries", "role": "referee", "command": command}

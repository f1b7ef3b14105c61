"""Shapes on paper, in millimetres from the top left corner: templates and counters."""

from dataclasses import replace
from typing import Final

from rules.kernel.frozen_dataclasses import dataclass

# What a template is drawn from

MM_A_POINT: Final = 0.3528
# About how wide a letter is, in ems.
WIDE: Final = 0.92
UPPER: Final = 0.66
OTHER: Final = 0.52
LINE: Final = 13


@dataclass(frozen=True, slots=True)
class PaperEdge:
    """The edge of a rectangle; `dash` is solid or dashed."""

    x: float
    y: float
    width: float
    depth: float
    weight: float = 0.3
    dash: str = "solid"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    weight: float = 0.2
    dash: str = "solid"


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle; its line lies inside the radius."""

    x: float
    y: float
    radius: float
    weight: float = 0.3


@dataclass(frozen=True, slots=True)
class Disc:
    """A black circle."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Words:
    """Words at a point, which is their start, middle or end; `turn` is in degrees clockwise."""

    x: float
    y: float
    text: str
    size_pt: float = 8
    bold: bool = False
    turn: int = 0
    anchor: str = "middle"


Shape = PaperEdge | Stroke | Ring | Disc | Words


@dataclass(frozen=True, slots=True)
class PaperTemplate:
    """A piece of paper to cut out: what it is, whose clause gives its size, and what is drawn on it."""

    key: str
    title: str
    clause: str
    width: float
    depth: float
    shapes: tuple[Shape, ...]


def turned(template: PaperTemplate) -> PaperTemplate:
    """The same piece a quarter turn clockwise."""
    shapes = tuple(_turned(shape, template.depth) for shape in template.shapes)
    return replace(template, width=template.depth, depth=template.width, shapes=shapes)


def _turned(shape: Shape, depth: float) -> Shape:
    match shape:
        case PaperEdge():
            x = depth - shape.y - shape.depth
            return replace(shape, x=x, y=shape.x, width=shape.depth, depth=shape.width)
        case Stroke():
            return replace(shape, x=depth - shape.y, y=shape.x, to_x=depth - shape.to_y, to_y=shape.to_x)
        case Ring() | Disc():
            return replace(shape, x=depth - shape.y, y=shape.x)
        case Words():
            return replace(shape, x=depth - shape.y, y=shape.x, turn=shape.turn + 90)


def cross(x: float, y: float, arm: float = 3) -> tuple[Stroke, Stroke]:
    """A small cross about a point."""
    return Stroke(x - arm, y, x + arm, y, 0.3), Stroke(x, y - arm, x, y + arm, 0.3)


def fitting(text: str, room_mm: float, largest_pt: float) -> float:
    """The size of type, in points, at which words are no wider than the room."""
    ems = sum(WIDE if one in "mMwW@%" else UPPER if one.isupper() else OTHER for one in text)
    return min(largest_pt, room_mm / max(ems, OTHER) / MM_A_POINT)


def shortened(name: str, most: int) -> str:
    """A name of so many letters at most; an ellipsis stands for what is left out."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}\u2026"


def in_lines(name: str) -> list[str]:
    """A name in lines of about a dozen letters, broken between its words."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


# Counters to cut out, with fronts and backs

SIDE: Final = 25.0
MIDDLE: Final = SIDE / 2
HEAVY: Final = 2.2


@dataclass(frozen=True, slots=True)
class Counter:
    """A square counter of 25 mm: what it is for, and what is drawn on either face."""

    key: str
    title: str
    front: tuple[Shape, ...]
    back: tuple[Shape, ...]


def edge(round_: bool, weight: float) -> Shape:
    """The edge of a counter, square or round."""
    return Ring(MIDDLE, MIDDLE, MIDDLE, weight) if round_ else PaperEdge(0, 0, SIDE, SIDE, weight)

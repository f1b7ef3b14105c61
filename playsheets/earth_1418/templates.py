"""Circle, cordon and ruler, true to a tenth of a millimetre (BE-ART-06, BE-GAS-04)."""

from collections.abc import Iterator
from typing import Final

from playsheets.earth_1418.values import EarthValues
from playsheets.shapes import PaperEdge, PaperTemplate, Ring, Shape, Stroke, Words, cross
from rules.earth_1418.lengths import of_inches

MM_A_CM: Final = 10
RULER_CM: Final = 18
RULER_DEPTH: Final = 22.0
SIZES: Final = "artillery/templates"


def templates(values: EarthValues) -> tuple[PaperTemplate, ...]:
    """What is cut out: the circle, a battery's cordon, a ruler of both scales."""
    return (circle(values), cordon(values), ruler())


def _mm(values: EarthValues, key: str) -> float:
    return of_inches(values.book.table(SIZES).number(key).value, values.book).cm * MM_A_CM


def circle(values: EarthValues) -> PaperTemplate:
    """The bombardment circle with its middle."""
    across = _mm(values, "circle")
    middle = across / 2
    shapes: tuple[Shape, ...] = (
        Ring(middle, middle, middle),
        *cross(middle, middle),
        Words(middle, middle + 12, f"{across:g} mm"),
    )
    clause = values.book.table(SIZES).number("circle").clause
    return PaperTemplate("circle", "Bombardment circle", clause, across, across, shapes)


def cordon(values: EarthValues) -> PaperTemplate:
    """The cordon of one battery: lay one beside the other."""
    length, depth = _mm(values, "cordon_length"), max(_mm(values, "cordon_depth"), MM_A_CM)
    middle = length / 2
    arrow = (
        Stroke(middle, depth - 4, middle, 8, 0.4),
        Stroke(middle, 8, middle - 3, 13, 0.4),
        Stroke(middle, 8, middle + 3, 13, 0.4),
    )
    shapes: tuple[Shape, ...] = (
        PaperEdge(0, 0, length, depth),
        *arrow,
        Words(middle, 6, "downwind"),
        Words(length / 4, depth / 2, f"{length:g} mm"),
    )
    clause = values.book.table(SIZES).number("cordon_length").clause
    return PaperTemplate("cordon", "Cordon of one battery", clause, length, depth, shapes)


def ruler() -> PaperTemplate:
    """Centimetres with metres of ground on one edge, inches on the other (BE-MOV-01)."""
    length = float(RULER_CM * MM_A_CM)
    shapes: tuple[Shape, ...] = (PaperEdge(0, 0, length, RULER_DEPTH), *_centimetres(length), *_inches(length))
    return PaperTemplate("ruler", "Ruler: centimetres, metres, inches", "BE-MOV-01", length, RULER_DEPTH, shapes)


def _centimetres(length: float) -> Iterator[Shape]:
    for n in range(1, int(length // MM_A_CM)):
        x = float(n * MM_A_CM)
        yield Stroke(x, 0, x, 5 if n % 5 == 0 else 3)
        yield Words(x, 8, str(n), 6)
        if n % 5 == 0:
            yield Words(x, 11, f"{n * MM_A_CM} m", 6)


def _inches(length: float) -> Iterator[Shape]:
    inch = 25.4
    for n in range(1, int(length // inch) + 1):
        x = round(n * inch, 2)
        yield Stroke(x, RULER_DEPTH, x, RULER_DEPTH - 4)
        yield Words(x - 3, RULER_DEPTH - 5, f"{n} in", 6)

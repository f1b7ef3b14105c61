"""The band of a rolling barrage on the map: what it is by its plan, and where its pieces lie (FF-BAR)."""

from collections.abc import Iterator, Sequence

from rules.flanders_fields.barrages.rolling import BandFacts, piece_mm
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.vocabulary import Side
from rules.kernel.measure import MM_A_CM
from rules.kernel.shapes import Outline, rectangle
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Rolling:
    """A rolling barrage by its plan; `leads` are those of its pieces from the left of its side, none where straight."""

    name: str
    side: Side
    facts: BandFacts
    leads: tuple[float, ...] = ()


def pieces_across(field: Field, leads: Sequence[float]) -> Iterator[tuple[tuple[float, float], float]]:
    """From where to where along its side's edge each piece of a band lies, in mm, and its lead; a straight one has one.

    The last piece reaches to the edge of the table; leads of pieces beyond it are left out.
    """
    wide, long = field.table.width_mm, piece_mm()
    told = (leads or (0.0,))[: max(1, -(-wide // long))]
    for place, lead in enumerate(told):
        left, right = place * long, (place + 1) * long
        yield (left, wide if place == len(told) - 1 else right), lead


def piece_on(field: Field, side: Side, across_mm: tuple[float, float], reach_cm: tuple[float, float]) -> Outline:
    """Ground from so far to so far up the table from a side's edge; none where that is nothing."""
    (left, right), (rear, front) = across_mm, (far * MM_A_CM for far in reach_cm)
    if front <= rear:
        return ()
    return field.laid(side, rectangle(right - left, front - rear, 0, ((left + right) / 2, (rear + front) / 2)))

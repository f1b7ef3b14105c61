"""The way of a base past an area: where on it the area covers most of the base (FF-MVZ-02, AMB-323)."""

from collections.abc import Iterator, Sequence

from rules.flanders_fields.artillery.areas import BaseInAreaFacts, Overlap
from rules.kernel.facts import fact
from rules.kernel.measure import offset_mm
from rules.kernel.shapes import HAIR_MM, Outline, Point, inside, most_covered, moved
from rules.kernel.values import dataclass

_HALF = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Waypoint:
    """Where the middle of the base comes to lie, measured like the base."""

    along_cm: float = fact("along the same edge", unit="cm", least=0, most=1000, example=50.0)
    up_cm: float = fact("up the table", unit="cm", least=0, most=1000, example=50.0)


@dataclass(frozen=True, slots=True)
class MostCovered:
    """How much of a base an area covers at most on its way, and where its middle lies then, in cm to 0.1."""

    overlap: Overlap
    centre_inside: bool
    at_cm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Leg:
    """One straight stretch of the way: the base at its beginning, its middle, and the step it makes."""

    base: Outline
    middle: Point
    step: Point

    def at(self, share: float) -> Point:
        return self.middle[0] + self.step[0] * share, self.middle[1] + self.step[1] * share


def along_the_way(area: Outline, base: Outline, start: BaseInAreaFacts, way: Sequence[Waypoint]) -> MostCovered:
    """Where on its way an area covers most of a base: the first place wholly inside, or else the most covered one."""
    legs = tuple(_legs(base, start, way))
    centre = any(inside(area, (leg.middle,), leg.step) for leg in legs)
    for leg in legs:
        span = inside(area, leg.base, leg.step)
        if span:
            return MostCovered(Overlap.WHOLE, centre, _cm(leg.at(span.first)))
    found = [(leg, *most_covered(area, leg.base, leg.step)) for leg in legs]
    leg, share, covered = max(found, key=lambda one: one[2])
    return MostCovered(_overlap(covered), centre, _cm(leg.at(share)))


def _overlap(covered: float) -> Overlap:
    if covered <= HAIR_MM:
        return Overlap.NONE
    return Overlap.HALF if covered >= _HALF - HAIR_MM else Overlap.UNDER_HALF


def _legs(base: Outline, start: BaseInAreaFacts, way: Sequence[Waypoint]) -> Iterator[_Leg]:
    middle = (float(offset_mm(start.along_cm)), float(offset_mm(start.up_cm)))
    for point in way:
        end = (float(offset_mm(point.along_cm)), float(offset_mm(point.up_cm)))
        step = (end[0] - middle[0], end[1] - middle[1])
        yield _Leg(base, middle, step)
        base, middle = moved(base, step), end


def _cm(point: Point) -> tuple[float, float]:
    return round(point[0] / 10, 1), round(point[1] / 10, 1)

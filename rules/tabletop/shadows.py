"""How much of a base lies behind pieces of terrain for whoever looks at it from one spot, as light would fall."""

from collections.abc import Iterable, Iterator
from typing import Final

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from rules.tabletop.arcs import FAR_MM
from rules.tabletop.ground import TableGround
from rules.tabletop.shapes import base
from rules.tabletop.stands import Spot, StandingBase

_SHARE_DIGITS: Final = 9


def share_behind(on: TableGround, pieces: Iterable[str], viewer: Spot, seen: StandingBase) -> float:
    """The share of a base that these pieces cover or hide from a viewer, 0 to 1; one he stands in hides nothing."""
    there, eye = base(seen), shapely.Point(viewer)
    solid = [on.shape_of(piece) for piece in pieces]
    hidden = shapely.union_all([one for shape in solid if not shape.covers(eye) for one in _shadow(shape, viewer)])
    return min(1.0, round(float(hidden.intersection(there).area / there.area), _SHARE_DIGITS))


def _shadow(solid: BaseGeometry, viewer: Spot) -> Iterator[BaseGeometry]:
    """A piece, and what each of its edges hides behind it."""
    yield solid
    rim = [(x, y) for x, y in shapely.get_coordinates(solid).tolist()]
    far = [_beyond(viewer, corner) for corner in rim]
    for one, other, behind_other, behind_one in zip(rim, rim[1:], far[1:], far, strict=False):
        strip = Polygon((one, other, behind_other, behind_one))
        if strip.is_valid:
            yield strip


def _beyond(viewer: Spot, corner: tuple[float, float]) -> tuple[float, float]:
    """The end of the ray from a viewer through a corner, off every table."""
    across, up = corner[0] - viewer.x_mm, corner[1] - viewer.y_mm
    long = max((across * across + up * up) ** 0.5, 1.0)
    return corner[0] + across / long * FAR_MM, corner[1] + up / long * FAR_MM

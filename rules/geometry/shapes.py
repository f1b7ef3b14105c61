"""What is drawn and what stands on the table as shapely sees it. All in millimetres."""

from collections.abc import Sequence
from typing import Final

from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from rules.geometry.stands import Circle, Placed, Spot, Stand, corners
from rules.geometry.terrain import Area, Hill, Piece, points, width

ROUND: Final = 16
"""Corners to a quarter turn where a path bends or a base is round: true to a thousandth of the width."""


def strip(path: Sequence[Spot], width_mm: float) -> BaseGeometry:
    """The ground along a path, half the width to either side: round at its bends, cut off square at its ends."""
    return LineString(path).buffer(width_mm / 2, quad_segs=ROUND, cap_style="flat", join_style="round")


def shape(piece: Piece) -> BaseGeometry:
    """The ground that a piece of terrain covers; of wire the whole belt, gaps included."""
    if isinstance(piece, Area | Hill):
        return Polygon(points(piece))
    return strip(piece.path, width(piece) or 0)


def base(placed: Placed) -> BaseGeometry:
    """A stand's footprint where it stands; a spot is a point."""
    if not isinstance(placed, Stand):
        return Point(placed)
    if isinstance(placed.footprint, Circle):
        return Point(placed.spot).buffer(placed.footprint.diameter_mm / 2, quad_segs=ROUND)
    return Polygon(corners(placed))

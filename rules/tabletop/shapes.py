"""What is drawn and what stands on the table as shapely sees it. All in millimetres."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rules.tabletop.stands import Circle, Placed, Spot, StandingBase, core, corners, middle
from rules.tabletop.terrain import Area, Hill, Piece, points, width

Shapes = NDArray[Any]

ROUND: Final = 8
"""Corners to a quarter turn where a path bends or a base is round: true to a four-hundredth of the width."""


def strip(path: Sequence[Spot], width_mm: float) -> BaseGeometry:
    """The ground along a path, half the width to either side: round at its bends, cut off square at its ends."""
    return LineString(path).buffer(width_mm / 2, quad_segs=ROUND, cap_style="flat", join_style="round")


def shape(piece: Piece) -> BaseGeometry:
    """The ground that a piece of terrain covers; of wire the whole belt, gaps included."""
    if isinstance(piece, Area | Hill):
        return Polygon(points(piece))
    return strip(piece.path, width(piece) or 0)


def bases(placed: Sequence[Placed]) -> Shapes:
    """The footprints of many, those with corners made at once."""
    found = np.empty(len(placed), dtype=object)
    cores = np.array([core(one) for one in placed], dtype=float).reshape(-1, 3)
    angular = np.flatnonzero(cores[:, 0] > 0)
    for number in np.flatnonzero(cores[:, 0] == 0).tolist():
        found[number] = base(placed[number])
    if len(angular):
        turns = np.radians(
            [one.facing_deg for one in (placed[n] for n in angular.tolist()) if isinstance(one, StandingBase)]
        )
        right, ahead = cores[angular, :2].T[:, :, None] * np.array([[-1, -1, 1, 1], [-1, 1, 1, -1]])[:, None, :]
        along, across = np.cos(turns)[:, None], np.sin(turns)[:, None]
        spots = np.array([middle(placed[n]) for n in angular.tolist()], dtype=float)
        x, y = spots[:, :1] + right * along + ahead * across, spots[:, 1:] + ahead * along - right * across
        found[angular] = shapely.polygons(np.stack([x, y], axis=2))
    return found


def base(placed: Placed) -> BaseGeometry:
    """A stand's footprint where it stands; a spot is a point."""
    if not isinstance(placed, StandingBase):
        return shapely.Point(placed)
    if isinstance(placed.footprint, Circle):
        return shapely.Point(placed.spot).buffer(placed.footprint.diameter_mm / 2, quad_segs=ROUND)
    return Polygon(corners(placed))

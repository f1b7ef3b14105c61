"""Stands drawn up together: in line, in column, or in ranks one behind another, each at its pose."""

from collections.abc import Sequence

from rules.kernel.measure import read_off
from rules.tabletop.stands import Footprint, Pose, Spot, extent, on_table


def abreast(footprints: Sequence[Footprint], middle: Pose, gap_mm: int = 0) -> tuple[Pose, ...]:
    """Side by side from left to right, their middles on one line; `middle` is that of the whole rank."""
    sizes = [extent(one)[0] for one in footprints]
    left = -(sum(sizes) + gap_mm * (len(sizes) - 1)) / 2
    poses = []
    for width in sizes:
        x, y = on_table(middle, (left + width / 2, 0.0))
        poses.append(Pose(Spot(read_off(x), read_off(y)), middle.facing_deg))
        left += width + gap_mm
    return tuple(poses)


def in_ranks(
    ranks: Sequence[Sequence[Footprint]], front: Pose, beside_mm: int, behind_mm: int
) -> tuple[tuple[Pose, ...], ...]:
    """Ranks one behind another, each about the middle of the front and level along its own front edge.

    `beside_mm` lies between the edges of neighbours in a rank, `behind_mm` between the deepest base of a rank and the
    front of the next. Middles are whole millimetres: off the quarter turns a gap may be one millimetre other.
    """
    drawn_up, back = [], 0.0
    for rank in ranks:
        sizes = [extent(one) for one in rank]
        drawn_up.append(tuple(_rank(sizes, front, beside_mm, back)))
        back += max((depth for _, depth in sizes), default=0) + behind_mm
    return tuple(drawn_up)


def _rank(sizes: Sequence[tuple[float, float]], front: Pose, beside_mm: int, back: float) -> list[Pose]:
    left = -(sum(width for width, _ in sizes) + beside_mm * (len(sizes) - 1)) / 2
    poses = []
    for width, depth in sizes:
        x, y = on_table(front, (left + width / 2, -back - depth / 2))
        poses.append(Pose(Spot(read_off(x), read_off(y)), front.facing_deg))
        left += width + beside_mm
    return poses

"""Clouds that drift with a wind, and how much of a body lies in one: worked out by hand in millimetres."""

import pytest

from rules.kernel.distances import of_inches
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase
from rules.tabletop.templates import DriftingCloud

THREE = of_inches(3)
SQUARE = ((0.0, 0.0), (0.0, 100.0), (100.0, 100.0), (100.0, 0.0))


def at(x: int, y: int) -> StandingBase:
    return StandingBase(Rectangle(20, 20), Pose(Spot(x, y)))


def corners_of(cloud: DriftingCloud) -> list[tuple[float, float]]:
    return sorted((round(x, 3), round(y, 3)) for x, y in cloud.outline)


def test_it_lies_across_the_wind_and_drifts_with_it_to_the_tenth() -> None:
    # Two batteries: 6 inches (152.4) across a wind towards 90 degrees, 3 inches (76.2) along it.
    cloud = DriftingCloud(Spot(500, 500), of_inches(6), THREE, 90)
    assert corners_of(cloud) == [(461.9, 423.8), (461.9, 576.2), (538.1, 423.8), (538.1, 576.2)]
    after = cloud.drifting(THREE).drifting(THREE)
    assert after.middle == pytest.approx((652.4, 500))
    assert corners_of(after) == [(614.3, 423.8), (614.3, 576.2), (690.5, 423.8), (690.5, 576.2)]


def test_what_it_passes_over_on_its_way() -> None:
    cloud = DriftingCloud(Spot(0, 0), THREE, THREE, 0)
    across, up = zip(*cloud.way(THREE), strict=True)
    assert (min(across), max(across), min(up), max(up)) == pytest.approx((-38.1, 38.1, -38.1, 114.3))

"""Each edge of the table as the side that stands there sees it; distances along and up it by hand."""

import pytest

from rules.tabletop.stands import Spot
from rules.tabletop.table_coordinates import Edge, facing_from, facing_on, from_edge, laid_from, spot_from
from rules.tabletop.terrain import Table

TABLE = Table(1200, 1800)


@pytest.mark.parametrize(
    ("edge", "corner", "place"),
    [
        (Edge.NEAR, Spot(0, 0), Spot(100, 300)),
        (Edge.FAR, Spot(1200, 1800), Spot(1100, 1500)),
        # Whoever stands at the left edge looks to the right: his left corner is the far one, along it is towards y 0.
        (Edge.LEFT, Spot(0, 1800), Spot(300, 1700)),
        (Edge.RIGHT, Spot(1200, 0), Spot(900, 100)),
    ],
)
def test_ten_along_and_thirty_up(edge: Edge, corner: Spot, place: Spot) -> None:
    assert spot_from(edge, TABLE, 0, 0) == corner
    assert spot_from(edge, TABLE, 100, 300) == place
    assert from_edge(edge, TABLE, place) == (100, 300)
    assert laid_from(edge, TABLE, ((0, 0), (100, 300))) == (corner, place)


@pytest.mark.parametrize(("edge", "ahead"), [(Edge.NEAR, 0), (Edge.LEFT, 90), (Edge.FAR, 180), (Edge.RIGHT, 270)])
def test_straight_ahead_from_each_edge(edge: Edge, ahead: int) -> None:
    assert facing_from(edge, ahead) == 0
    assert facing_on(edge, 0) == ahead
    assert facing_on(edge, facing_from(edge, 33.5)) == 33.5

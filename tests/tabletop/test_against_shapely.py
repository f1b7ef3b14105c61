"""Distances, coverage and lines against shapely, on random and degenerate shapes; in full in `make torture`."""

from tests.torture.lines import lines
from tests.torture.shapes import shapes


def test_shapes_are_measured_as_shapely_measures_them() -> None:
    report = shapes(5_000, across=50)
    assert report.lost == []
    assert report.tried["pairs"] == 5_000
    assert min(report.tried[f"{what} covered"] for what in ("not", "partly", "fully")) > 10
    assert report.tried["pairs that touch or overlap"] > 200


def test_lines_are_cut_as_shapely_cuts_them() -> None:
    report = lines(5_000)
    assert report.lost == []
    assert report.tried["pairs"] >= 5_000
    assert min(report.tried[what] for what in ("lines that run along an edge", "paths", "lines one by one")) > 5

"""Tests of the goals of the benchmarks, of their table and of their page."""

from math import inf, nan
from pathlib import Path
from typing import Final

import pytest

from tests.bench import start
from tests.bench.__main__ import MEASUREMENTS
from tests.bench.goals import GOALS, Goal, goals, table

# Typed a second time: measurement, floor, moonshot.
PROMISED: Final = (
    ("P1", 1.6, 1.25),
    ("P2", 5, 2),
    ("P2", 0, 0),
    ("P2", inf, inf),
    ("crowd", 0.8, 1),
    ("crowd", 3, 1),
    ("crowd", 0, 0),
    ("quiet", 2, 1),
    ("P5", 1.2, 1.05),
    ("P6", 3, 1),
    ("P6", 1.3, 1.1),
    ("P6", 2, 1.2),
    ("P7", 6, 1.5),
    ("P7", 3.5, 15),
    ("P7", 100, 100),
    ("P7", 2.5, 2),
    ("P8", 20, 1.5),
    ("P8", 6, 60),
    ("P8", 100, 100),
    ("P8", 5, 4),
    ("P8", 2.5, 2),
    ("P9", 1.1, 80),
    ("P10", 1, 100),
    ("P10", 1.2, 1.1),
    ("P10", 2.5, 2),
    ("P11", 2, 10),
    ("P12", 3, 3),
    ("P12", 1 / 10, 1 / 50),
    ("P12", 50, 150),
    ("documents", 2.5, 2),
    ("documents", 0.2, 0.1),
    ("documents", 0.2, 0.1),
    ("documents", 0.4, 0.2),
    ("documents", 2.5, 2),
    ("drag", 8, 4),
    ("drag", 40, 20),
    ("first", 4, 12),
    ("stage", 1.5, 0.8),
    ("stage", 1.5, 1),
    ("stage", 2.5, 1.5),
    ("P14", 4, 2),
    ("P14", 1, 0.5),
    ("P15", 2, 1.3),
    ("P15", 10, 25),
    ("P15", 15, 10),
    ("P16", 0.2, 0.02),
    ("P17", 1.5, 1.2),
    ("S2", 0.1, 0.02),
    ("S2", 0.1, 0.02),
    ("S2", 0.1, 0.02),
)


def test_floors_and_moonshots_are_those_that_were_promised() -> None:
    assert tuple((goal.id, goal.floor, goal.moonshot) for goal in GOALS) == PROMISED


def test_every_measurement_has_a_goal() -> None:
    assert all(goals(name) for name in MEASUREMENTS)


@pytest.mark.parametrize(
    ("measurement", "reached", "verdict"),
    [
        ("P17", 1.51, "missed"),
        ("P17", nan, "not measured"),
        ("P17", 1.5, "met"),
        ("P17", 1.2, "met, moonshot"),
        ("P11", 1.9, "missed"),
        ("P11", 2.0, "met"),
        ("P11", 10.0, "met, moonshot"),
    ],
)
def test_a_row_tells_how_far_it_came(measurement: str, reached: float, verdict: str) -> None:
    row = table([(goals(measurement)[0], reached)]).splitlines()[-1]
    assert row.split()[0] == measurement
    assert row.rstrip().endswith(verdict)


def test_a_start_is_measured_to_its_first_answer(tmp_path: Path) -> None:
    """The row had stopped running unseen: nothing else begins a service as it does."""
    assert start.serving(tmp_path) > 0


def test_page_lists_every_row_with_its_floor() -> None:
    page = (Path(__file__).parents[2] / "docs" / "measuring.md").read_text(encoding="utf-8")
    section = page.partition("## Rows")[2].partition("## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    assert [(row[0], row[2]) for row in rows[2:]] == [(goal.id, floor_text(goal)) for goal in GOALS]


def floor_text(goal: Goal) -> str:
    """Return a floor as the page writes it, such as "≤ 1.6" for a ratio."""
    if goal.floor == inf:
        return "none"
    sign = "≤" if goal.better == "less" else "≥"
    return f"{sign} {goal.shown(goal.floor).removesuffix('x')}"

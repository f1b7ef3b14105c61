"""What each measurement must reach. Ratios are medians of interleaved rounds in one run, never times of a machine."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isnan
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Goal:
    """One number to reach: what it is, the floor that may not be missed, the moonshot, and which way is better."""

    id: str
    what: str
    floor: float
    moonshot: float
    better: Literal["less", "more"] = "less"
    unit: str = "x"

    def reaches(self, reached: float, wanted: float) -> bool:
        """Whether a number is as good as what is wanted."""
        return reached <= wanted if self.better == "less" else reached >= wanted

    def verdict(self, reached: float) -> str:
        """`met`, `met, moonshot`, or `missed`; `not measured` where what it is held against was not there.

        `to compare` where nothing is to be reached.
        """
        if isnan(reached):
            return "not measured"
        if self.floor == inf:
            return "to compare"
        if not self.reaches(reached, self.floor):
            return "missed"
        return "met, moonshot" if self.reaches(reached, self.moonshot) else "met"

    def shown(self, number: float) -> str:
        """A number with its unit: 1.31x, 0 errors."""
        if isnan(number) or number == inf:
            return "-"
        return f"{number:.3g}{self.unit}" if self.unit == "x" else f"{number:.3g} {self.unit}"


GOALS: Final[Sequence[Goal]] = (
    Goal("P1", "durable command over HTTP, to a bare commit and an empty route", 1.6, 1.25),
    Goal("P2", "250 commands/s of 100 tablets: p99, to an empty route's", 5, 2),
    Goal("P2", "the same: commands not answered with 200", 0, 0, unit="errors"),
    Goal("P2", "beside it: a bare group commit at the same rate, p99 to the empty route's", inf, inf),
    Goal("crowd", "200 games as fast as they go: commands/s, to 20 games'", 0.8, 1, "more"),
    Goal("crowd", "200 games at 150 commands/s: p50, to 20 games'", 3, 1),
    Goal("crowd", "the same: commands not answered with 200", 0, 0, unit="errors"),
    Goal("quiet", "300 games at which nobody plays, their pages open: of a core", 2, 1, unit="%"),
    Goal("P5", "command at 100,000 events, to the same at 100", 1.2, 1.05),
    Goal("P6", "opening a game, an event", 3, 1, unit="us"),
    Goal("P6", "folding it, an event: the dearest to the cheapest length, 100 to 100,000", 1.3, 1.1),
    Goal("P6", "take-back at 100,000 events, to one at 100", 2, 1.2),
    Goal("P7", "60 templates over 300 stands, to the compiled limit", 6, 1.5),
    Goal("P7", "the same from stands: the naive way's time to ours", 3.5, 15, "more"),
    Goal("P7", "the same: answers that agree", 100, 100, "more", "%"),
    Goal("P7", "the same with twice the stands", 2.5, 2),
    Goal("P8", "all lines of sight of 300 stands, 60 pieces: to the compiled limit", 20, 1.5),
    Goal("P8", "the same: the naive way's time to ours", 6, 60, "more"),
    Goal("P8", "the same: lines alike from both ends and by the limit", 100, 100, "more", "%"),
    Goal("P8", "the same with twice the stands, four times the lines", 5, 4),
    Goal("P8", "the same with twice the terrain", 2.5, 2),
    Goal("P9", "depth of all those lines through 60 woods: naive shapely's time to ours", 1.1, 80, "more"),
    Goal("P10", "cost of drawn paths: shapely's time to ours", 1, 100, "more"),
    Goal("P10", "where a move leads: to scipy's Dijkstra", 1.2, 1.1),
    Goal("P10", "cost of the paths over twice the areas", 2.5, 2),
    Goal("P11", "exact odds, same fractions: icepool's time to ours", 2, 10, "more"),
    Goal("P12", "a planned turn: the exact mean, from 100,000 samples", 3, 3, unit="s.e."),
    Goal("P12", "the same: time of the exact mean to sampling", 1 / 10, 1 / 50),
    Goal("P12", "the same: the rules die by die to sampling", 50, 150, "more"),
    Goal("documents", "the dearest of each sort, twice as long: its time to the half's", 2.5, 2),
    Goal("documents", "the dearest mebibyte, or the longest that is read", 0.2, 0.1, unit="s"),
    Goal("documents", "the fullest plan held against the ground, bare", 0.2, 0.1, unit="s"),
    Goal("documents", "the same with its weapons and 200 platoons set up there", 0.4, 0.2, unit="s"),
    Goal("documents", "the same, twice as full: its time to the half's", 2.5, 2),
    Goal("drag", "a stand dragged on a full map: its round trip to an empty route's", 8, 4),
    Goal("drag", "the map's whole page after it, to an empty route", 40, 20),
    Goal("first", "who comes first for machine guns among 300 stands: looking at all of them to ours", 4, 12, "more"),
    Goal("stage", "what a seat may do in the largest ready game, after any command: median", 1.5, 0.8, unit="ms"),
    Goal("stage", "the same: 95 of 100 take no longer", 1.5, 1, unit="ms"),
    Goal("stage", "the same: the longest of 2,000", 2.5, 1.5, unit="ms"),
    Goal("P14", "1,000 pages come back at once, to a bare application that sends the same", 4, 2),
    Goal("P14", "the same, until the last is told what stands", 1, 0.5, unit="s"),
    Goal("P15", "a playsheet of two pages, to Typst's bare compile of its words", 2, 1.3),
    Goal("P15", "the same words set by WeasyPrint: its time to ours", 10, 25, "more"),
    Goal("P15", "1,000 counters, fronts and backs, to 100", 15, 10),
    Goal("P16", "what is rendered after one change, to the whole page", 1 / 5, 1 / 50),
    Goal("P17", "process ready to serve, to importing fastapi, sqlmodel, shapely", 1.5, 1.2),
    Goal("S2", "the other side's wait, two games apart in a sealed plan: ratio off 1", 0.1, 0.02),
    Goal("S2", "the same in drafts of 1418: the dearest of stage, view and a deed tried", 0.1, 0.02),
    Goal("S2", "the same once they are sealed", 0.1, 0.02),
)


def goals(measurement: str) -> Sequence[Goal]:
    """The numbers of one measurement, in the order in which it gives them."""
    return [goal for goal in GOALS if goal.id == measurement]


def table(reached: Sequence[tuple[Goal, float]]) -> str:
    """The table, a row a number."""
    rows = [("", "what", "reached", "floor", "moonshot", "")]
    for goal, number in reached:
        rows.append(
            (
                goal.id,
                goal.what,
                goal.shown(number),
                goal.shown(goal.floor),
                goal.shown(goal.moonshot),
                goal.verdict(number),
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)

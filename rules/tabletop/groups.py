"""Stands that keep together: who is within so much of whom, and which of them hang together as one chain."""

from collections.abc import Sequence
from itertools import combinations

from rules.tabletop.measure import within
from rules.tabletop.stands import StandingBase


def links(stands: Sequence[StandingBase], gap_mm: int) -> tuple[tuple[int, int], ...]:
    """The pairs of stands at most so far apart (0 mm and up; 0 for touching), by their places in the list."""
    places = range(len(stands))
    return tuple((one, other) for one, other in combinations(places, 2) if within(stands[one], stands[other], gap_mm))


def groups(stands: Sequence[StandingBase], gap_mm: int) -> tuple[tuple[int, ...], ...]:
    """The stands that hang together in links of at most so much: each group's places in the list, in order."""
    of = list(range(len(stands)))
    for one, other in links(stands, gap_mm):
        joined, kept = of[other], of[one]
        of = [kept if group == joined else group for group in of]
    return tuple(tuple(place for place, group in enumerate(of) if group == first) for first in dict.fromkeys(of))

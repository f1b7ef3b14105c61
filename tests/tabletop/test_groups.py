"""Gaps of a formation: touching, 5 and 10 cm exactly on the line, chains; motions of the table (FF-FRM)."""

from hypothesis import given
from hypothesis import strategies as st

from rules.tabletop.groups import groups, links
from rules.tabletop.measure import gap_mm
from rules.tabletop.stands import StandingBase
from tests.tabletop.scenes import INFANTRY, MOTIONS, Motion, stand, stands


def in_line(*gaps_mm: int) -> list[StandingBase]:
    """Platoons side by side with these gaps between them."""
    line, x_mm = [stand(INFANTRY, 0, 0)], 0
    for gap in gaps_mm:
        x_mm += 30 + gap
        line.append(stand(INFANTRY, x_mm, 0))
    return line


def test_who_hangs_together() -> None:
    line = in_line(50, 60, 50, 100)
    assert links(line, 50) == ((0, 1), (2, 3))
    assert groups(line, 50) == ((0, 1), (2, 3), (4,))
    assert groups(line, 60) == ((0, 1, 2, 3), (4,))
    # Two groups that a third stand joins only later in the list.
    joined_last = [stand(INFANTRY, 0, 0), stand(INFANTRY, 90, 0), stand(INFANTRY, 45, 0)]
    assert groups(joined_last, 15) == ((0, 1, 2),)


@given(st.lists(stands, max_size=6), st.sampled_from([0, 20, 50, 100]), st.sampled_from(MOTIONS))
def test_groups_are_the_ways_from_stand_to_stand(some: list[StandingBase], limit_mm: int, motion: Motion) -> None:
    found = groups(some, limit_mm)
    assert sorted(place for group in found for place in group) == list(range(len(some)))
    assert found == groups([motion(one) for one in some], limit_mm)
    for group in found:
        assert reached(some, group[0], limit_mm) == set(group)


def reached(some: list[StandingBase], start: int, limit_mm: int) -> set[int]:
    """Every stand that can be come to from one by steps of at most the gap."""
    known, new = {start}, {start}
    while new:
        new = {
            other
            for other in range(len(some))
            if other not in known and any(gap_mm(some[one], some[other]) <= limit_mm for one in known)
        }
        known |= new
    return known

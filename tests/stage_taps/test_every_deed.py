"""Every deed from the stage to what came of it: no more taps than were kept, and a result or a line each time."""

from collections import Counter

import pytest

from rules.flanders_fields.game.fact_proposals import ALL_DEEDS
from tests.stage_taps.counted import ELSEWHERE, KEPT, MEASURING, grown, kept, lines, measured, table

pytestmark = pytest.mark.evening


def test_every_deed_is_walked_from_the_stage_or_has_a_place_of_its_own() -> None:
    found, failed = table()
    assert {kind: why for kind, why in failed.items() if kind not in ELSEWHERE} == {}
    assert found.keys() | failed.keys() == {deed.kind for deed in ALL_DEEDS}
    assert found.keys().isdisjoint(ELSEWHERE)


def test_no_deed_takes_more_taps_than_it_did() -> None:
    assert grown() == []


def test_what_is_kept_is_what_is_so() -> None:
    """Fewer taps are written down at once by `python -m tests.stage_taps write`, or a deed could grow back."""
    assert KEPT.read_text(encoding="utf-8").splitlines() == lines()
    assert kept().keys() == table()[0].keys()


def test_each_deed_ends_with_a_result_or_a_line() -> None:
    """What must never happen, 16."""
    assert [kind for kind, one in table()[0].items() if not one.shows] == []


def test_taps_are_what_a_hand_counts_on_the_page() -> None:
    """Worked by hand from the design: an order is its die, a machine gun at one target is deed, counter and die."""
    found, _ = table()
    assert Counter(found["roll_orders"].taps) == Counter(dice=1)
    assert found["start_turn"].all == 1
    assert found["allot_staff_bonus"].all == 1
    assert found["correct_die"].all == 2
    assert found["roll_deviation"].taps["dice"] == 5
    assert found["fire"].taps["deed"] == found["fire"].taps["stands"] == 1


def test_the_page_has_the_ten_slowest() -> None:
    page = MEASURING.read_text(encoding="utf-8")
    assert measured(page) == page

"""Views and stages are made anew after every change: what they ask is counted, as times would tell of the machine."""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from types import FrameType
from typing import Any, Final

from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.seats import Actor, Role
from tests.game.evening import mons, played
from tests.game.test_evenings_from_the_stage import SIDES, AnyEvening

# A fifth more than it takes. Going into one chapter's rules for every unit or commander of a game in which it plays no
# part takes half as much again: look at whether army and date have it first.
MOST_CALLS: Final = 5_000
# Asking in each judgement what all of them share takes half as much again: the table keeps it (`JudgedTable.once`).
MOST_OF_A_STAGE: Final = 1_500
MOST_OF_ANY_STAGE: Final = 3_100
EVERY: Final = 4
COMMANDS: Final = 60


def calls(make: Callable[[], object]) -> int:
    make()
    counted = 0

    def count(_frame: FrameType, what: str, _arg: Any) -> None:
        nonlocal counted
        counted += what in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        make()
    finally:
        sys.setprofile(before)
    return counted


def test_a_view_does_not_go_into_what_plays_no_part() -> None:
    state = mons().state
    # A copy each time: what was worked out for a state is kept for the views of the other seats.
    assert 1_000 < calls(lambda: SYSTEM.view(SYSTEM.copy(state), Role.REFEREE)) < MOST_CALLS


def test_views_of_several_seats_share_the_units() -> None:
    state = mons().state
    first = calls(lambda: SYSTEM.view(SYSTEM.copy(state), Role.REFEREE))
    assert calls(lambda: SYSTEM.view(state, Role.REFEREE)) < 0.7 * first


def test_shared_units_are_those_of_the_newest_event_and_of_each_seat() -> None:
    """Platoons go into a deep shelter: their own side still sees them, whoever asks first."""
    evening = played("cambrai-1917")
    before = {role: SYSTEM.view(evening.state, role) for role in SEATING.roles}
    evening.do("defender", "go_below", stands=["d1.1.c1.p1", "d1.1.c1.p2"])
    for order in (SEATING.roles, SEATING.roles[::-1]):
        after = {role: SYSTEM.view(evening.state, role) for role in order}
        assert after == {role: SYSTEM.view(SYSTEM.copy(evening.state), role) for role in order}
        assert {role for role in order if after[role] != before[role]} >= {Role("defender"), Role.REFEREE}


def test_the_judgements_of_a_stage_share_what_they_have_in_common() -> None:
    evening, counted = AnyEvening("mons-1914", 1), list[int]()
    while (done := sum(evening.done.values())) < COMMANDS:
        evening.step()
        if done % EVERY == 0:
            counted += [calls(partial(SYSTEM.stage, evening.state, Actor(role))) for role in SIDES]
    assert 500 < median(counted) < MOST_OF_A_STAGE
    assert max(counted) < MOST_OF_ANY_STAGE

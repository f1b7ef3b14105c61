"""A view is made anew after every change: what it asks is counted, since times would tell of the machine."""

import sys
from types import FrameType
from typing import Any, Final

from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.play import Role
from tests.game.evening import mons

# A fifth more than it takes. Going into one chapter's rules for every unit or commander of a game in which it plays no
# part takes half as much again: look at whether army and date have it first.
MOST_CALLS: Final = 7_000


def test_a_view_does_not_go_into_what_plays_no_part() -> None:
    state, calls = mons().state, 0
    SYSTEM.view(state, Role.REFEREE)

    def count(_frame: FrameType, what: str, _arg: Any) -> None:
        nonlocal calls
        calls += what in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        SYSTEM.view(state, Role.REFEREE)
    finally:
        sys.setprofile(before)
    assert 1_000 < calls < MOST_CALLS

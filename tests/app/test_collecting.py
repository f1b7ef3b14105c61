"""The collector looks at little at a time, finds what is garbage, and never looks again at what stays."""

import gc
import weakref
from collections.abc import Iterator, Mapping

import pytest

from app.http.server import LOOKED_THROUGH, NEW_OBJECTS, QUIET_S, SELDOM_S, Collector


class Knot:
    """Something that knows of itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def passes() -> Iterator[list[int]]:
    """The generations that were looked through."""
    found: list[int] = []

    def note(phase: str, told: Mapping[str, int]) -> None:
        if phase == "start":
            found.append(told["generation"])

    before, callbacks = gc.get_threshold(), list(gc.callbacks)
    Collector().begin()
    gc.callbacks.append(note)
    yield found
    gc.callbacks[:] = callbacks
    gc.set_threshold(*before)
    # All that was out of sight before goes out of sight again.
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def test_what_stays_is_looked_at_once_and_in_small_parts(passes: list[int]) -> None:
    frozen = gc.get_freeze_count()
    stays = [[number] for number in range(50 * NEW_OBJECTS)]
    assert set(passes) == {0}
    assert len(passes) >= 49
    assert len(gc.get_objects()) <= (LOOKED_THROUGH + 2) * NEW_OBJECTS
    assert gc.get_freeze_count() - frozen >= 35 * NEW_OBJECTS
    assert len(stays) == 50 * NEW_OBJECTS


def test_what_knows_of_itself_and_is_let_go_is_found(passes: list[int]) -> None:
    knots = [weakref.ref(Knot()) for _ in range(100)]
    stays = [[number] for number in range(2 * NEW_OBJECTS)]
    assert [knot() for knot in knots if knot()] == []
    assert stays


def test_what_was_let_go_late_is_found_when_nobody_has_asked_for_a_while(passes: list[int]) -> None:
    now = [0.0]
    collector = Collector(lambda: now[0])
    late = Knot()
    found = weakref.ref(late)
    stays = [[number] for number in range((LOOKED_THROUGH + 2) * NEW_OBJECTS)]
    del late
    for hour, asked in ((SELDOM_S, 7), (SELDOM_S + QUIET_S - 1, 7), (SELDOM_S + QUIET_S, 8)):
        now[0] = hour
        collector.look_round(asked)
        assert found()
    now[0] += QUIET_S
    collector.look_round(8)
    assert found() is None
    assert passes.count(2) == 1
    now[0] += QUIET_S
    collector.look_round(8)
    assert passes.count(2) == 1
    assert stays

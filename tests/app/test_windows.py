"""Limits count on a clock that nobody sets."""

import time
from dataclasses import dataclass

import pytest
from fastapi import Request

from app.games.problems import Problem
from app.seats.guesses import Limits
from app.seats.windows import Window


@dataclass
class Clock:
    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_so_many_in_the_minute_before_and_no_more() -> None:
    clock = Clock()
    window = Window(2, clock)
    assert [window.note("ann"), window.note("ann"), window.note("ann"), window.note("bea")] == [True, True, False, True]
    clock.seconds += 59.9
    assert not window.has_room("ann")
    clock.seconds += 0.1
    assert window.has_room("ann")
    assert [window.note("ann"), window.note("ann"), window.note("ann")] == [True, True, False]


def test_who_comes_no_more_is_not_kept() -> None:
    clock = Clock()
    window = Window(2, clock)
    for one in range(100):
        window.note(f"address {one}")
    clock.seconds += 60
    window.note("ann")
    assert list(window._times) == ["ann"]


@pytest.mark.parametrize("jump_s", [-86_400.0, -3_600.0, 86_400.0])
def test_a_clock_that_is_set_keeps_no_limit_and_lifts_none(monkeypatch: pytest.MonkeyPatch, jump_s: float) -> None:
    clock, wall = Clock(), time.time()
    monkeypatch.setattr(time, "time", lambda: wall)
    limits = Limits(new_games=2, clock=clock)
    asking = Request({"type": "http", "client": ("192.0.2.1", 0)})

    def opens() -> None:
        limits.opens_a_game(asking)

    opens()
    opens()
    wall += jump_s
    with pytest.raises(Problem, match="too many tries: at most 2 a minute"):
        opens()
    clock.seconds += 60
    wall += 60
    opens()

"""Token buckets and windows on a clock that nobody sets, in bounded memory."""

import time
from dataclasses import dataclass

import pytest
from fastapi import Request

from app.http.problem_details import Problem
from app.http.rate_limits import HOUR_S, MIB, MOST_KEYS, Buckets, Kind, Limits, RequestLimits, RequestRates, Windows


@dataclass
class Clock:
    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_bucket_allows_a_burst_and_fills_evenly() -> None:
    clock = Clock()
    bucket = Buckets(2, 60, clock)
    assert [bucket.take("ann"), bucket.take("ann"), bucket.take("ann"), bucket.take("bea")] == [0, 0, 30, 0]
    clock.seconds += 29
    assert bucket.take("ann") == pytest.approx(1)
    clock.seconds += 1
    assert [bucket.take("ann"), bucket.take("ann")] == [0, pytest.approx(30)]
    clock.seconds += 3600
    assert [bucket.take("ann"), bucket.take("ann"), bucket.take("ann")] == [0, 0, 30]


def test_bucket_of_nothing_is_no_limit() -> None:
    bucket = Buckets(0, 60, Clock())
    assert not any(bucket.take("ann", 1e9) for _ in range(1000))
    assert len(bucket) == 0


def test_bucket_in_debt_fills_for_longer_and_a_cost_beyond_it_waits_for_all_of_it() -> None:
    bucket = Buckets(10, 60, Clock())
    bucket.spend("game", 25)
    assert bucket.wait_s("game") == pytest.approx(96)
    assert bucket.wait_s("other", 1000) == 0
    bucket.spend("other", 4)
    assert bucket.wait_s("other", 1000) == pytest.approx(24)


def test_buckets_that_are_full_again_are_not_kept() -> None:
    clock = Clock()
    bucket = Buckets(2, 60, clock)
    for one in range(100):
        bucket.take(f"address {one}")
    clock.seconds += 60
    for _ in range(60):
        bucket.spend("ann")
    assert len(bucket) <= 2


def test_buckets_take_a_bounded_amount_of_memory() -> None:
    bucket = Buckets(2, 60, Clock())
    for one in range(MOST_KEYS + 500):
        bucket.take(f"address {one}")
    assert len(bucket) == MOST_KEYS


def test_window_allows_so_many_in_any_minute_and_no_more() -> None:
    clock = Clock()
    window = Windows(2, clock)
    assert window.take("ann") == 0
    clock.seconds += 45
    assert [window.take("ann"), window.take("ann"), window.take("bea")] == [0, 15, 0]
    clock.seconds += 15
    # One use is a minute old. The other is not, so there is room for one.
    assert [window.take("ann"), window.take("ann")] == [0, 45]
    assert Windows(0, clock).take("ann") == 0


def test_windows_without_a_use_in_the_last_minute_are_not_kept() -> None:
    clock = Clock()
    window = Windows(2, clock)
    for number in range(MOST_KEYS + 500):
        window.take(f"address {number}")
    assert len(window) == MOST_KEYS
    clock.seconds += 60
    window.take("ann")
    assert len(window) == 1


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
    with pytest.raises(Problem, match="too many tries: at most 2 a minute") as refused:
        opens()
    assert refused.value.retry_after == 60
    clock.seconds += 60
    wall += 60
    opens()


def test_limits_of_a_seat_are_its_own_and_an_address_may_have_many_seats() -> None:
    limits = RequestLimits(RequestRates(commands=10), Clock())

    def sends(seat: str, address: str = "203.0.113.9") -> bool:
        return not limits.take(Kind.COMMANDS, seat, address)[1]

    assert [sends("a") for _ in range(12)] == [True] * 10 + [False] * 2
    assert sends("b")
    assert sum(sends(f"seat {number}") for number in range(500)) == 189
    assert sends("home", "198.51.100.4")


def test_limit_of_what_an_address_sends_counts_bytes() -> None:
    clock = Clock()
    limits = RequestLimits(RequestRates(sent_mib=2), clock)
    assert limits.take(Kind.IMPORTS, "", "a", 2 * MIB) == ("", 0.0)
    because, waits = limits.take(Kind.CHANGES, "", "a", MIB)
    assert because == "your network sent too much: at most 2 MB in an hour"
    assert waits == pytest.approx(HOUR_S / 2)
    assert limits.take(Kind.CHANGES, "", "b", MIB) == ("", 0.0)
    assert limits.take(Kind.READS, "", "a", MIB) == ("", 0.0)

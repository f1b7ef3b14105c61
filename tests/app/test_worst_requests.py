"""A stranger's dearest request costs a second of a core and 200 MiB; the long form is in `make torture`."""

from pathlib import Path

import pytest

from tests.torture.worst import core_s, every_request, worst

pytestmark = pytest.mark.evening


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells what one request has taken")
def test_dearest_request_of_every_route_stays_within_a_second_and_200_mib(tmp_path: Path) -> None:
    report = worst(f"sqlite:///{tmp_path / 'games.db'}", notes=100, one_in=20)
    assert report.lost == []
    assert report.tried["requests of a stranger"] >= 300
    assert report.tried["requests of a seat"] >= 60


def test_every_route_is_among_the_requests_that_are_tried() -> None:
    assert len(every_request()) > 200
    assert ("stranger", "GET", "/print/basket") in every_request()
    assert ("attacker", "POST", "/api/v1/games/{game_id}/commands") in every_request()


def test_core_that_is_slow_now_is_told_by_a_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A faster one than counts is no excuse for more."""
    assert core_s() >= 1

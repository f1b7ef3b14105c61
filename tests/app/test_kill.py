"""A server killed while four tablets send commands; the long form is in `make torture`."""

import pytest

from tests.torture.kills import kill

pytestmark = pytest.mark.evening


def test_killed_at_any_moment_it_loses_nothing_it_answered(url: str) -> None:
    report = kill(url, kills=3)
    assert report.lost == []
    assert report.tried["acknowledged"] >= report.tried["kills"] == 3

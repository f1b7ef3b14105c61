"""R10 in short: what waits on a tablet is done once, or shown."""

import pytest

from tests.torture.queues import queue

pytestmark = pytest.mark.evening
SCHEDULES = 4


def test_what_a_tablet_sends_from_a_dead_spot_is_done_once_or_shown(url: str) -> None:
    report = queue(url, SCHEDULES)
    assert report.lost == []
    assert report.tried["schedules"] == SCHEDULES
    assert min(report.tried["done"], report.tried["shown as not done"]) > 0

"""The short forms of what is shown with a thousand pages and a hundred thousand commands."""

import pytest

from tests.torture.soak import soak, storms

pytestmark = pytest.mark.evening


def test_pages_that_come_back_at_once_are_told_while_they_play_on() -> None:
    report = storms(50, times=1, timed=False)
    assert report.lost == []
    assert report.tried == {"pages back": 50, "commands meanwhile": 200}


def test_evenings_come_and_go() -> None:
    report = soak(1_200, games=3, timed=False)
    assert report.lost == []
    assert report.tried["commands"] == 1_200
    assert report.tried["evenings played to their end"] > 0

"""What a browser shows and keeps of a code; the long form, with whole evenings, is in `make torture`."""

import pytest
from playwright.sync_api import Browser

from tests.torture.leaks import leak

pytestmark = pytest.mark.browser


def test_a_code_is_gone_from_the_browser_once_the_seat_is_taken(browser: Browser) -> None:
    report = leak(0, browser)
    assert report.lost == []
    assert report.tried["guests in a browser"] == 2
    assert report.tried["codes"] == 2

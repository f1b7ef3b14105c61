"""What somebody types stays text on every screen; the long form, with sixty texts, is in `make torture`."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.torture.injection import inject, strike_unguarded
from tests.torture.payloads import BREAKOUTS, CONTROLS, MARKUP

pytestmark = [pytest.mark.browser, pytest.mark.evening]
# What breaks out of an attribute, what strikes as an element and what ends a message are one text: an evening for each
# took three times as long.
CHOSEN = (BREAKOUTS[0] + MARKUP[-1] + CONTROLS[0],)


def test_what_somebody_types_is_never_markup(browser: Browser, tmp_path: Path) -> None:
    report = inject(browser, tmp_path, CHOSEN, "human")
    assert report.lost == []
    assert report.tried["screens"] >= len(CHOSEN) * 25


def test_the_texts_would_strike_a_page_that_took_them_for_markup(browser: Browser) -> None:
    assert strike_unguarded(browser, CHOSEN) == len(CHOSEN)

"""The Chromium that drives the pages in the tests: Debian's, without a window where that form of it is installed.

The form without a window draws no frame of its own about every page, which is most of what opening one takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

KINDS: Final = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
QUIET: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


UNHURRIED: Final = "--js-flags=--no-opt --no-maglev"
"""What a test runs, it runs a few times: making it fast takes longer than it saves, a fifth of what axe takes."""


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """A Chromium of one's own, until the block is left; `more` is told it besides."""
    there = next((kind for kind in KINDS if kind.exists()), KINDS[-1])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=there, args=[*QUIET, *more])
        yield browser
        browser.close()

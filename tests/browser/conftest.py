"""A real server in a thread and real browser contexts in the sizes people hold.

`serving` starts any ASGI app and gives its address. Fixtures: `open_page` opens an address in a size and a theme
and keeps what the browser complained about (`page.complaints`); `address` is a service for all tests of a file, and
`table` a game of two seats on it, one of them on its stage.

What brings games about is made of what stands here: the last two read it when they are asked for."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect

from tests.browser.lending import Lending
from tests.chromium import UNHURRIED, chromium
from tests.unhurried import unhurried as unhurried

if TYPE_CHECKING:
    from tests.browser.staged import Table

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")

SIZES: Final = {
    "tablet-upright": (768, 1024),
    "tablet-flat": (1024, 768),
    "phone": (390, 844),
    "laptop": (1440, 900),
}
TABLETS: Final = ("tablet-upright", "tablet-flat")
HANDHELD: Final = (*TABLETS, "phone")
# A screen is waited for, not timed: a machine that does other work besides is slow.
PATIENCE_MS: Final = 60_000
LOOKED_EVERY_MS: Final = 25
expect.set_options(timeout=PATIENCE_MS)
SERVED: Final[dict[str, FastAPI]] = {}
"""What is served just now, by its address."""
PORTS: Final[dict[int, socket.socket]] = {}
"""The ports that were taken and where nobody is served just now."""


class ThreadedServer(uvicorn.Server):
    """A server that may run beside the tests: signals stay with the main thread."""

    def install_signal_handlers(self) -> None:
        """Leave the signals alone."""


@contextmanager
def kept_port(number: int = 0) -> Iterator[int]:
    """A port of one's own until the block is left: the one of this number, or where something was served before.

    A device that was there has styles, scripts and letters still; to read them anew takes as long as the page itself.
    """
    kept = PORTS.pop(number or next(reversed(PORTS), 0), None) or _bound()
    number = kept.getsockname()[1]
    yield number
    PORTS[number] = kept


def _bound() -> socket.socket:
    """Bound and never listened at: nobody else is given its port, and whoever is served there may bind it besides."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", 0))
    return made


@contextmanager
def serving(app: FastAPI, port: int = 0) -> Iterator[str]:
    """Serve an app, on a kept port, until the block is left; gives its address."""
    with kept_port(port) as taken:
        server = ThreadedServer(
            uvicorn.Config(app, host="127.0.0.1", port=taken, log_level="warning", timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        started = threading.Event()
        while not server.started and thread.is_alive():
            started.wait(0.02)
        assert server.started, "the service did not start: what it said stands above"
        address = f"http://127.0.0.1:{taken}"
        SERVED[address] = app
        try:
            yield address
        finally:
            del SERVED[address]
            server.should_exit = True
            # Whoever comes next may want its database: it is let go of with the last of the service.
            thread.join(timeout=2 * PATIENCE_MS / 1000)
            assert not thread.is_alive(), "the service was told to stop and goes on"


def until(holds: Callable[[], object], page: Page) -> None:
    """Wait, with the page running, until something holds beside it: on the service's side, or of what was held back."""
    for _ in range(PATIENCE_MS // LOOKED_EVERY_MS):
        if holds():
            return
        page.wait_for_timeout(LOOKED_EVERY_MS)
    pytest.fail(f"it did not come to hold within {PATIENCE_MS // 1000} seconds")


@dataclass
class OpenedPage:
    """A page, and everything the browser complained about on it: errors, refused content, missing files."""

    page: Page
    complaints: list[str] = field(default_factory=list)


OpenPage = Callable[..., OpenedPage]


def held_as(page: Page, size: str, theme: Theme = "light") -> None:
    """The open page as on another device: of another size, in another light."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of the session."""
    with chromium(UNHURRIED) as opened:
        yield opened


@pytest.fixture(scope="session")
def lending(browser: Browser) -> Lending:
    """Its devices."""
    return Lending(browser)


@pytest.fixture
def open_page(lending: Lending) -> Iterator[OpenPage]:
    """Open an address as `open_page(url, size="phone", theme="dark")`; each call is a device of its own.

    Without an address it is a device that has nothing open yet: a page that nobody looks at takes as long as others.
    Where something stays with a device for good, a script in all its pages or a clock, it is asked for `alone`.
    """
    with ExitStack() as devices:

        def opened(
            url: str = "", size: str = "tablet-flat", theme: Theme = "light", alone: bool = False, **more: Any
        ) -> OpenedPage:
            width, height = SIZES[size]
            stillness = more.pop("reduced_motion", "null")
            device = devices.enter_context(lending.lent(alone, has_touch=size in HANDHELD, **more))
            made = OpenedPage(device.page)
            made.page.set_viewport_size({"width": width, "height": height})
            made.page.emulate_media(color_scheme=theme, media="null", reduced_motion=stillness)
            device.hears("console", lambda said: made.complaints.append(said.text) if said.type == "error" else None)
            device.hears("pageerror", lambda error: made.complaints.append(str(error)))
            if url:
                made.page.goto(url, wait_until="load")
            return made

        yield opened


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server with an empty database, one for all tests of a file."""
    from tests.browser.playing import served

    yield from served(tmp_path_factory.mktemp("served"))


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator["Table"]:
    """Both seats of a Somme game, the British one on its stage; at the end no browser has complained."""
    from tests.browser.staged import Table

    made = Table(open_page, address)
    yield made
    made.is_clean()

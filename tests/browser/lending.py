"""Devices that are lent from test to test: given back they forget everything, and whoever comes next finds them new.

A device that is made for one test begins with a process, fonts, styles and scripts of its own; that takes longer than
the page it shows, and half as long as most tests.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, NoReturn
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Frame, Page, Route

from tests.browser.axe import AT_HAND, axe

FORGET: Final = (
    """() => { localStorage.clear(); sessionStorage.clear(); return Object.getOwnPropertyNames(window).length; }"""
)
KNOWN: Final = "() => Object.getOwnPropertyNames(window).length"
EMPTY: Final = "<!doctype html><title>Nothing open</title>"


class Heard(NamedTuple):
    """What a test listens to on a page."""

    event: str
    listener: Callable[..., Any]


class Device:
    """A context with one page. What it shows and in which light is set when it is lent."""

    def __init__(self, browser: Browser, kind: Mapping[str, Any], alone: bool = False) -> None:
        self.context: BrowserContext = browser.new_context(**kind)
        if kind.get("bypass_csp"):
            # Nobody asks for it who does not want to be looked over.
            self.context.add_init_script(AT_HAND % axe())
        self.page: Page = self.context.new_page()
        if not alone:
            for lent in (self.page, self.context):
                lent.add_init_script = _refuse_init_script  # type: ignore[method-assign]
        self._names = 0
        self._origins: set[str] = set()
        self._heard: list[Heard] = []
        self.page.on("framenavigated", self._went)

    def _went(self, frame: Frame) -> None:
        if origin := _origin_of(frame.url):
            self._origins.add(origin)

    def hears(self, event: Any, listener: Callable[..., Any]) -> None:
        """Listen on its page until it is given back."""
        self._heard.append(Heard(event, listener))
        self.page.on(event, listener)

    def forget(self) -> None:
        """Whatever a test did with it: its pages, routes, cookies, stored things, and where it had no line."""
        while self._heard:
            self.page.remove_listener(*self._heard.pop())
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        for routed in (self.page, self.context):
            routed.unroute_all(behavior="ignoreErrors")
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.clear_cookies()
        self._stored_is_forgotten()

    def _stored_is_forgotten(self) -> None:
        """By an empty page: those of the service would store what they still hold when they are left."""
        here = _origin_of(self.page.url)
        if here in self._origins:
            # An empty page that a page goes to itself keeps its origin. It costs a fifth of one that is routed.
            self.page.evaluate("location.replace('about:blank')")
            self.page.wait_for_url("about:blank")
            self._forget_here()
            self._origins.discard(here)
        if self._origins:
            self.page.route("**/*", _nothing)
            for origin in sorted(self._origins):
                self.page.goto(f"{origin}/")
                self._forget_here()
            self.page.unroute_all(behavior="ignoreErrors")
        # The page stays there, empty: nothing is stored unless it goes on.
        self._origins.clear()

    def _forget_here(self) -> None:
        names = self.page.evaluate(FORGET)
        self._names = self._names or names
        assert names == self._names, "a script that was put into every page stays there: ask for a device `alone`"


def _origin_of(url: str) -> str:
    place = urlsplit(url)
    return f"{place.scheme}://{place.netloc}" if place.scheme.startswith("http") else ""


def _refuse_init_script(*_: Any, **__: Any) -> NoReturn:
    """Fail: the browser removes no init script, so that the next test would have it too."""
    raise AssertionError("an init script stays with a device: ask for one `alone`")


def _nothing(route: Route) -> None:
    route.fulfill(body=EMPTY, content_type="text/html")


class Lending:
    """The devices of one browser, by what cannot be changed of them once they are made."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[frozenset[tuple[str, Any]], list[Device]] = defaultdict(list)

    @contextmanager
    def lent(self, alone: bool = False, **kind: Any) -> Iterator[Device]:
        """A device that nobody else has until the block is left; `alone`: nobody had it before or gets it after."""
        free = self._free[frozenset(kind.items())]
        lent = free.pop() if free and not alone else Device(self._browser, kind, alone)
        device: Device | None = lent
        try:
            yield lent
            if not alone:
                lent.forget()
                free.append(lent)
                device = None
        finally:
            if device is not None:
                device.context.close()

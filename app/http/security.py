"""Security middleware: host names, forged requests and the headers of every answer."""

import asyncio
import logging
import time
from collections.abc import Collection, Iterable
from typing import Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers
from starlette.middleware.body_limit import MAX_BODY_SIZE_SCOPE_KEY
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.error_handlers import shown, too_large
from app.http.guards import RENEWED
from app.http.logs import lines_of_request
from app.http.problem_details import JSON, SAFE_METHODS, HttpAnswer, broken, cut_short, problem

# Requests that are refused before a route sees them

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def host_names(public_url: str | None) -> frozenset[str]:
    """Return the host names that requests may give: the public one and this machine's; empty without a public one."""
    name = urlsplit(public_url).hostname if public_url else None
    return LOOPBACK | {name} if name else frozenset()


def why_misdirected(headers: Headers, hosts: Collection[str]) -> HttpAnswer | None:
    """Return 421 for a request to another host name than those in `hosts`; no names allow every host."""
    if not hosts or _host_name(headers.get("host", "")) in hosts:
        return None
    detail = "this server does not answer under the host name of this request"
    return problem(421, "misdirected", "Unknown host name", detail, instead="use the address that the host gave you")


def _host_name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def why_forged(method: str, headers: Headers) -> HttpAnswer | None:
    """Why a request may not change anything: 415 for a body that a foreign form could send, 403 for a foreign page."""
    if method in SAFE_METHODS:
        return None
    if headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        return problem(415, "not-json", "Not JSON", f"the body has to be {JSON}", instead=f"Content-Type: {JSON}")
    host = headers.get("host", "")
    if not _is_ours(headers.get("origin", ""), host):
        instead = f"Origin: http://{host} (or https)"
        return _forged("a change has to come from a page of this server, and its Origin says otherwise", instead)
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return _forged("a change has to come from a page of this server, and the browser says otherwise")
    return None


def _is_ours(origin: str, host: str) -> bool:
    parts = urlsplit(origin)
    return bool(host) and parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _forged(detail: str, instead: str = "open the page on this server, and send from there") -> HttpAnswer:
    return problem(403, "forged", "Not from a page of this server", detail, instead=instead)


# The middleware

Header = tuple[bytes, bytes]

log = structlog.get_logger(__name__)
ROOT: Final = logging.getLogger()

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
    )
)
GUARDS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
NO_STORE: Final = (b"cache-control", b"no-store")
YEAR_S: Final = 31_536_000
HTTPS_ONLY: Final = (b"strict-transport-security", f"max-age={YEAR_S}".encode())


class Shield:
    """Stands around the whole application, outside of what answers its errors. `max_body_bytes` is only told.

    With a `public_url` other host names are refused, and browsers are told to keep to its https.
    """

    def __init__(self, app: ASGIApp, max_body_bytes: int, public_url: str | None = None) -> None:
        self._app = app
        self._max_body_bytes = max_body_bytes
        self._hosts = host_names(public_url)
        self._is_https_only = (public_url or "").startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the start and the end of the application."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with lines_of_request(scope["path"]):
            more = (HTTPS_ONLY,) if self._is_https_only and scope["scheme"] == "https" else ()
            exchange = Exchange(scope, receive, send, self._max_body_bytes, more)
            await exchange.run(self._app, self._hosts)
            exchange.note()


class Exchange:
    """One request and its answer."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, max_body_bytes: int, more: Iterable[Header] = ()
    ) -> None:
        self._scope = scope
        self._more = more
        self._receive = receive
        self._send = send
        self._max_body_bytes = max_body_bytes
        self._began = time.perf_counter()
        self._status = 0
        self._replaced = False

    async def run(self, app: ASGIApp, hosts: Collection[str]) -> None:
        """Answer it by the application, unless it is forged or for a host that is not among `hosts`."""
        headers = Headers(scope=self._scope)
        if refused := why_misdirected(headers, hosts) or why_forged(self._scope["method"], headers):
            await self._answer(refused)
            return
        try:
            await app(self._scope, self._receive, self._guarded)
        except asyncio.CancelledError:
            # The server stops and waits no longer: for the rest of a body, or for a disk that takes its time.
            if self._status:
                raise
            await self._answer(cut_short())
        except Exception:
            log.exception("fault", method=self._scope["method"], path=self._scope["path"])
            if not self._status:
                await self._answer(broken())

    def note(self) -> None:
        """Log it: a failure always, the rest only when somebody looks for it."""
        seconds = time.perf_counter() - self._began
        worth = logging.WARNING if self._status >= 500 else logging.DEBUG
        if ROOT.isEnabledFor(worth):
            told = {"method": self._scope["method"], "path": self._scope["path"], "status": self._status}
            log.log(worth, "request", **told, ms=round(seconds * 1000, 1))

    async def _guarded(self, message: Message) -> None:
        if _is_bare_too_large(message):
            self._replaced = True
            # Whichever route it came to has told the framework its own limit.
            limit = self._scope.get(MAX_BODY_SIZE_SCOPE_KEY, self._max_body_bytes)
            await self._answer(too_large(limit))
        elif not self._replaced:
            if message["type"] == "http.response.start":
                self._status = message["status"]
                renewed = self._scope.get(RENEWED, ())
                message["headers"] = self._guard([*message["headers"], *renewed], message["status"])
            await self._send(message)

    async def _answer(self, answer: HttpAnswer) -> None:
        request = Request(self._scope)
        self._status = answer.status
        response = shown(answer, request)
        response.raw_headers = self._guard(response.raw_headers, answer.status)
        await response(self._scope, self._receive, self._send)

    def _guard(self, headers: Iterable[Header], status: int) -> list[Header]:
        return guarded([*headers, *self._more], status)


def guarded(headers: list[Header], status: int) -> list[Header]:
    """An answer's headers with the guards; kept nowhere, unless the answer itself says otherwise."""
    says_itself = status == 304 or any(name.lower() == b"cache-control" for name, _ in headers)
    return [*headers, *GUARDS] if says_itself else [*headers, *GUARDS, NO_STORE]


def _is_bare_too_large(message: Message) -> bool:
    # The framework answers a body over the limit in plain text, past every handler of ours.
    if message["type"] != "http.response.start" or message["status"] != 413:
        return False
    return any(name == b"content-type" and value.startswith(b"text/plain") for name, value in message["headers"])

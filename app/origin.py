"""Only pages of this server may change anything: every other request that would is refused before a route sees it."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from app.games.problems import JSON, HttpAnswer, problem

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


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

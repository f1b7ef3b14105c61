"""Requests that are refused before a route sees them: changes from foreign pages, and unknown host names."""

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from app.games.problems import JSON, SAFE_METHODS, HttpAnswer, problem

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

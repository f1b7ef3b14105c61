"""The address and scheme of a device behind reverse proxies."""

import ipaddress
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

EVERY_PEER: Final = "*"
SCHEMES: Final = ("http", "https")
IPV6_PREFIX: Final = 64
"""One customer of a provider has a whole network of this size to choose addresses from."""
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class TrustedProxies:
    """The proxies whose headers are believed: addresses, networks, or `*` for every peer.

    `hops` counts the proxies between a device and the service. It is used with `*`, where no entry of the header can
    be recognised as a proxy by its address.
    """

    def __init__(self, listed: str, hops: int = 1) -> None:
        names = [name.strip() for name in listed.split(",") if name.strip()]
        self._every = EVERY_PEER in names
        self._networks = tuple(ipaddress.ip_network(name, strict=False) for name in names if name != EVERY_PEER)
        self._hops = hops
        self._is_listed = lru_cache(maxsize=1024)(self._in_a_network)

    def __contains__(self, address: object) -> bool:
        """Whether a peer of this address is one of the proxies."""
        return self._every or self._is_listed(str(address))

    def client_of(self, peer: str, entries: Sequence[str]) -> str:
        """Return the address of the device behind `peer`, whose header has these entries, left to right."""
        if peer not in self or not entries:
            return peer
        if self._every:
            entry = entries[-min(self._hops, len(entries))]
        else:
            entry = next((one for one in reversed(entries) if not self._is_listed(bare_address(one))), entries[0])
        return bare_address(entry) or peer

    def _in_a_network(self, address: str) -> bool:
        try:
            parsed = _parsed(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)


class ClientAddresses:
    """Middleware that replaces a trusted proxy's address and scheme by those of the device behind it."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request with the address of its device."""
        if scope["type"] == "http" and (client := scope.get("client")) and client[0] in self._proxies:
            headers = Headers(scope=scope)
            entries = [entry.strip() for value in headers.getlist("x-forwarded-for") for entry in value.split(",")]
            found = self._proxies.client_of(client[0], entries)
            if found != client[0]:
                scope["client"] = (found, 0)
            # Proxies append to this header too, so the last one is the scheme that the nearest proxy saw.
            scheme = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower()
            if scheme in SCHEMES:
                scope["scheme"] = scheme
        await self._app(scope, receive, send)


def bare_address(entry: str) -> str:
    """Return the IP address of an entry without its port and brackets, "" for anything else.

    >>> bare_address("192.0.2.1:4711"), bare_address("[2001:db8::1]:80"), bare_address("unknown")
    ('192.0.2.1', '2001:db8::1', '')
    """
    host = entry.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(_parsed(host))
    except ValueError:
        return ""


def address_key(host: str) -> str:
    """Return the name under which limits count a device's address: IPv6 by its /64, everything else whole."""
    try:
        parsed = _parsed(host)
    except ValueError:
        return host
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))


def _parsed(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The address, an IPv4 address inside an IPv6 one as the former. Raises ValueError."""
    parsed = ipaddress.ip_address(host.partition("%")[0])
    return getattr(parsed, "ipv4_mapped", None) or parsed

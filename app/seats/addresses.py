"""The address at which other devices in the room reach this server."""

import ipaddress
import socket
from typing import Final

from fastapi import Request

ANYWHERE: Final = ("192.0.2.1", 9)  # documentation address: nothing is sent, the system only picks its way out


def lan_address() -> str | None:
    """This machine's address on the local network, None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return found


def reachable_base(request: Request) -> str:
    """The base of an address for other devices: the public one where it is set, otherwise as this device reached us.

    Names like localhost are good on the host's own device only.
    """
    public: str | None = request.app.state.settings.public_url
    if public:
        return public
    base = request.base_url
    if is_loopback(base.hostname or "") and (outside := lan_address()):
        base = base.replace(hostname=outside)
    return str(base).rstrip("/")


def is_loopback(host: str) -> bool:
    """Whether a host name means this very machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")

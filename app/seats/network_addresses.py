"""Network addresses at which other devices in the room reach this server."""

import ipaddress
import re
import socket
from collections.abc import Iterator, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from fastapi import Request

from app.settings import Settings
from rules.kernel.frozen_dataclasses import dataclass

ALL_ADDRESSES: Final = ("0.0.0.0", "::", "")
ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Documentation addresses. Nothing is sent there: the system only picks the adapter that it would send by."""
DISCARD_PORT: Final = 9
ADAPTERS: Final = Path("/sys/class/net")
"""The adapters as Linux describes them."""
DEEPEST: Final = 4
"""How many adapters may stand on each other: a bridge on a bond on a card."""
TUNNEL_TYPE: Final = "65534"
AWAY: Final = re.compile(r"(wwan|ppp)", re.IGNORECASE)
"""Adapters that lead out of the room although they are devices: mobile networks and dial-up lines."""
TUNNEL: Final = re.compile(
    r"(u?tun|tap|ipsec|wg|gif|stf|zt|nordlynx|proton)\d*\b|.*(vpn|wireguard|tailscale|zerotier)", re.IGNORECASE
)
VIRTUAL: Final = re.compile(
    r"(docker|br-|bridge|veth|virbr|vmnet|vmenet|vnic|vboxnet|lxc|lxdbr|podman|cni|cali|flannel|awdl|llw|ap\d|anpi|feth)"
    r"|.*(virtual|vethernet|hyper-v|vmware|bluetooth)",
    re.IGNORECASE,
)
OF_THIS_MACHINE: Final = re.compile(
    r"(localhost\d?|ip6-localhost|localhost\.localdomain|.*\.localhost)\.?", re.IGNORECASE
)
KNOWN_HERE_ONLY: Final = re.compile(r"[^.:]+\.?|.*\.(local|localdomain)\.?", re.IGNORECASE)
"""Names that tablets often cannot resolve: names without a dot, and those of multicast DNS."""


class AdapterKind(IntEnum):
    """Kinds of network adapters, the one that leads into the room first."""

    REAL = 0
    VIRTUAL = 1
    TUNNEL = 2


class Range(IntEnum):
    """Ranges of addresses, the one that is easiest for a room first."""

    PRIVATE = 0
    PUBLIC = 1
    PRIVATE_V6 = 2
    PUBLIC_V6 = 3
    WITHOUT_ROUTER = 4


@dataclass(frozen=True, slots=True)
class LocalAddress:
    """One address of this machine."""

    ip: str  # "192.168.1.20"; IPv6 without brackets
    adapter: str  # the name of its adapter, "wlan0"
    kind: AdapterKind = AdapterKind.REAL


@dataclass(frozen=True, slots=True)
class Reachable:
    """A base of addresses that can be given to other devices."""

    base: str  # "http://192.168.1.20:8014"
    adapter: str = ""  # the adapter of this machine that has the address; empty for any other


def local_addresses() -> list[LocalAddress]:
    """Return the addresses of this machine that other devices may reach, best first.

    Loopback addresses and adapters that are switched off are left out. An adapter lists IPv6 only without IPv4.
    """
    import ifaddr

    preferred = set(outgoing_addresses())
    found: list[tuple[tuple[int, ...], LocalAddress]] = []
    for adapter in ifaddr.get_adapters():
        kind = adapter_kind(adapter.name, str(adapter.nice_name))
        if kind is None:
            continue
        ips = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for ip in adapter.ips]
        for range_, ip in best_of_each_range(ips):
            address = LocalAddress(ip, str(adapter.nice_name), kind)
            found.append(((kind, range_, ip not in preferred), address))
    return [address for _, address in sorted(found, key=lambda entry: entry[0])]


def best_of_each_range(ips: Sequence[str]) -> Iterator[tuple[Range, str]]:
    """Yield one address for each range of an adapter; IPv6 only if it has no other."""
    ranges: dict[Range, str] = {}
    for ip in ips:
        range_ = range_of(ip)
        if range_ is not None:
            ranges.setdefault(range_, ip)
    has_v4 = bool({Range.PRIVATE, Range.PUBLIC} & ranges.keys())
    for range_, ip in sorted(ranges.items()):
        if not has_v4 or range_ in (Range.PRIVATE, Range.PUBLIC):
            yield range_, ip


def range_of(ip: str) -> Range | None:
    """Return the range of an address, None if no other device can use it."""
    address = ipaddress.ip_address(ip)
    if address.is_loopback or address.is_unspecified or address.is_multicast:
        return None
    if address.version == 4:
        if address.is_link_local:
            return Range.WITHOUT_ROUTER
        return Range.PRIVATE if address.is_private else Range.PUBLIC
    if address.is_link_local:
        return None  # a browser needs the name of its own adapter for it
    return Range.PRIVATE_V6 if address.is_private else Range.PUBLIC_V6


def adapter_kind(name: str, nice_name: str = "", folder: Path | None = None) -> AdapterKind | None:
    """Return the kind of an adapter, None if it is switched off. Linux says it; elsewhere the name must do."""
    described = (folder or ADAPTERS) / name
    if AWAY.match(name):
        return AdapterKind.TUNNEL
    if not described.is_dir():
        return kind_by_name(nice_name or name)
    if _read(described / "operstate") == "down":
        return None
    if _has_device(described):
        return AdapterKind.REAL
    if (described / "tun_flags").exists() or _read(described / "type") == TUNNEL_TYPE:
        return AdapterKind.TUNNEL
    return max(kind_by_name(name), AdapterKind.VIRTUAL)


def kind_by_name(name: str) -> AdapterKind:
    """Return the kind that the name of an adapter suggests."""
    if TUNNEL.match(name):
        return AdapterKind.TUNNEL
    return AdapterKind.VIRTUAL if VIRTUAL.match(name) else AdapterKind.REAL


def _has_device(described: Path, depth: int = DEEPEST) -> bool:
    """Say whether hardware stands behind an adapter, or behind one that it is made of (bridge, bond, VLAN)."""
    if (described / "device").exists():
        return True
    lower = described.glob("lower_*") if depth else ()
    return any(_has_device(path.resolve(), depth - 1) for path in lower)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def outgoing_addresses() -> Iterator[str]:
    """Yield the addresses from which this machine sends to the internet, if it has a way there."""
    for family, elsewhere in ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, DISCARD_PORT))
                yield str(probe.getsockname()[0])
        except OSError:
            continue


def reachable_bases(request: Request) -> list[Reachable]:
    """Return the bases of addresses for other devices, best first; none if no other device can reach this machine.

    The public address is the only one if it is set.
    """
    settings: Settings = request.app.state.settings
    if settings.public_url:
        return [] if has_public_loopback(settings) else [Reachable(settings.public_url)]
    base = request.base_url
    local = listening_addresses(settings)
    adapters = {address.ip: address.adapter for address in local}
    hosts = ranked_hosts(base.hostname or "", _is_of_this_machine(request, adapters), local)
    return [Reachable(str(base.replace(hostname=_in_url(host))).rstrip("/"), adapters.get(host, "")) for host in hosts]


def chosen_base(bases: Sequence[Reachable], wanted: str = "") -> Reachable | None:
    """Return the wanted base if it can still be reached, otherwise the best one."""
    return next((base for base in bases if base.base == wanted), next(iter(bases), None))


def listening_addresses(settings: Settings) -> list[LocalAddress]:
    """Return the addresses of this machine at which the service listens and which other devices may reach."""
    if settings.host in ALL_ADDRESSES:
        return local_addresses()
    return [] if listens_here_only(settings) else [LocalAddress(settings.host, "")]


def listens_here_only(settings: Settings) -> bool:
    """Say whether the service listens to its own machine only."""
    return settings.host not in ALL_ADDRESSES and is_loopback(settings.host)


def has_public_loopback(settings: Settings) -> bool:
    """Say whether the public address is set and means the reader's own machine."""
    return is_loopback(urlsplit(settings.public_url or "").hostname or "")


def what_to_do(settings: Settings) -> str:
    """Say what lets other devices reach a machine that none can reach."""
    if has_public_loopback(settings):
        return "The public address reaches this machine only. Set BEATENZONE_PUBLIC_URL to one of this network."
    if listens_here_only(settings):
        return "The service listens to this machine only. Start it with BEATENZONE_HOST=0.0.0.0."
    return "Join the Wi-Fi of the tablets, or open a hotspot on this machine. Then show the invitation again."


def ranked_hosts(used: str, is_own_device: bool, local: Sequence[LocalAddress]) -> list[str]:
    """Return the hosts for other devices, best first.

    Args:
        used: the host by which the asking device reached the service.
        is_own_device: whether that device is the machine of the service, so that `used` proves nothing.
        local: the addresses of the machine, best first.
    """
    real = [address.ip for address in local if address.kind is AdapterKind.REAL]
    rest = [address.ip for address in local if address.kind is not AdapterKind.REAL]
    first: list[str] = []
    between: list[str] = []
    if is_loopback(used):
        pass
    elif not _is_ip(used):
        (between if KNOWN_HERE_ONLY.fullmatch(used) else first).append(used)
    elif range_of(used) is not None and not (is_own_device and used in rest):
        first.append(used)
    return list(dict.fromkeys([*first, *real, *between, *rest]))


def is_loopback(host: str) -> bool:
    """Say whether a host name means the very machine that reads it."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return OF_THIS_MACHINE.fullmatch(host) is not None
    mapped = getattr(address, "ipv4_mapped", None) or address
    return bool(mapped.is_loopback or mapped.is_unspecified)


def url_of(host: str, port: int) -> str:
    """Return the address of the service's first page at a host."""
    return f"http://{_in_url(host)}:{port}/"


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_of_this_machine(request: Request, adapters: dict[str, str]) -> bool:
    asking = request.client.host if request.client else ""
    return is_loopback(asking) or asking in adapters

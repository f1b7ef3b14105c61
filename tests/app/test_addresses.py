"""Addresses for other devices: which of a machine's addresses an invitation names, and in which order."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import ifaddr
import pytest
from fastapi import FastAPI

from app.http.server import greeting, listen
from app.seats import network_addresses
from app.seats.network_addresses import (
    AdapterKind,
    LocalAddress,
    adapter_kind,
    is_loopback,
    local_addresses,
    ranked_hosts,
)
from app.settings import Settings
from tests.app.test_seats import open_game
from tests.app.toy import TOY
from tests.client import TestClient, app_with

WIFI = LocalAddress("192.168.1.20", "wlan0")
CABLE = LocalAddress("10.0.0.5", "eth0")
DOCKER = LocalAddress("172.17.0.1", "docker0", AdapterKind.VIRTUAL)
VPN = LocalAddress("10.8.0.2", "tun0", AdapterKind.TUNNEL)
ROOM = [WIFI, DOCKER, VPN]


def adapters(monkeypatch: pytest.MonkeyPatch, of: Mapping[str, Sequence[str]], preferred: str = "") -> None:
    """Let this machine have these adapters with these addresses, and send to the internet by `preferred`."""
    made = [
        ifaddr.Adapter(name, name, [ifaddr.IP((ip, 0, 0) if ":" in ip else ip, 24, name) for ip in ips])
        for name, ips in of.items()
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: made)
    monkeypatch.setattr(network_addresses, "ADAPTERS", Path("/nowhere"))
    monkeypatch.setattr(network_addresses, "outgoing_addresses", lambda: iter([preferred] if preferred else []))
    monkeypatch.setattr(network_addresses.adapter_kind, "__defaults__", ("", Path("/nowhere")))


def test_local_addresses_need_no_default_route(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"lo": ["127.0.0.1", "::1"], "wlan0": ["192.168.1.20", "fe80::1"]})
    assert local_addresses() == [WIFI]


def test_local_addresses_put_the_tunnel_of_a_vpn_last_though_it_is_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"tun0": ["10.8.0.2"], "docker0": ["172.17.0.1"], "wlan0": ["192.168.1.20"]}, "10.8.0.2")
    assert local_addresses() == ROOM


def test_local_addresses_put_the_adapter_of_the_way_out_first_among_real_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"eth0": ["10.0.0.5"], "wlan0": ["192.168.1.20"]}, "192.168.1.20")
    assert local_addresses() == [WIFI, CABLE]


def test_local_addresses_of_a_room_with_ipv6_only(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"lo": ["::1"], "en0": ["fe80::1", "2a02::7", "fd00::7", "fd00::8"]})
    assert [address.ip for address in local_addresses()] == ["fd00::7", "2a02::7"]


def test_local_addresses_of_two_machines_on_one_cable(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"eth0": ["169.254.3.4", "fe80::1"]})
    assert [address.ip for address in local_addresses()] == ["169.254.3.4"]


def adapter(folder: Path, name: str, *lower: str, **files: str) -> Path:
    """An adapter as Linux describes it."""
    described = folder / name
    described.mkdir()
    for file, content in {"operstate": "up", "type": "1", **files}.items():
        (described / file).write_text(content + "\n", encoding="ascii")
    for each in lower:
        (described / f"lower_{each}").symlink_to(folder / each)
    return described


def test_adapter_kind_on_linux_is_read_from_the_system(tmp_path: Path) -> None:
    for real in ("wlan0", "eth0", "wwan0"):
        (adapter(tmp_path, real) / "device").mkdir()
    (adapter(tmp_path, "usb0", operstate="down") / "device").mkdir()
    adapter(tmp_path, "veth12")
    adapter(tmp_path, "docker0", "veth12")
    adapter(tmp_path, "bond0", "eth0")
    adapter(tmp_path, "br0", "bond0", "veth12")
    adapter(tmp_path, "office", type="65534")
    adapter(tmp_path, "ztabc", tun_flags="0x1002")
    kinds = {name.name: adapter_kind(name.name, folder=tmp_path) for name in tmp_path.iterdir()}
    assert kinds == {
        **dict.fromkeys(("wlan0", "eth0", "bond0", "br0"), AdapterKind.REAL),
        **dict.fromkeys(("veth12", "docker0"), AdapterKind.VIRTUAL),
        **dict.fromkeys(("office", "ztabc", "wwan0"), AdapterKind.TUNNEL),
        "usb0": None,
    }


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("en0", AdapterKind.REAL),
        ("Intel(R) Wi-Fi 6 AX201", AdapterKind.REAL),
        ("bridge100", AdapterKind.VIRTUAL),
        ("awdl0", AdapterKind.VIRTUAL),
        ("vEthernet (Default Switch)", AdapterKind.VIRTUAL),
        ("VirtualBox Host-Only Ethernet Adapter", AdapterKind.VIRTUAL),
        ("utun3", AdapterKind.TUNNEL),
        ("TAP-Windows Adapter V9", AdapterKind.TUNNEL),
        ("WireGuard Tunnel", AdapterKind.TUNNEL),
        ("NordVPN", AdapterKind.TUNNEL),
    ],
)
def test_adapter_kind_elsewhere_is_told_by_its_name(name: str, kind: AdapterKind, tmp_path: Path) -> None:
    assert adapter_kind("{846EE342}", name, folder=tmp_path) is kind


@pytest.mark.parametrize(
    ("used", "is_own_device", "hosts"),
    [
        ("localhost", True, ["192.168.1.20", "172.17.0.1", "10.8.0.2"]),
        ("0.0.0.0", True, ["192.168.1.20", "172.17.0.1", "10.8.0.2"]),
        ("10.8.0.2", True, ["192.168.1.20", "172.17.0.1", "10.8.0.2"]),
        ("10.8.0.2", False, ["10.8.0.2", "192.168.1.20", "172.17.0.1"]),
        ("192.0.2.7", False, ["192.0.2.7", "192.168.1.20", "172.17.0.1", "10.8.0.2"]),
        ("club.example", True, ["club.example", "192.168.1.20", "172.17.0.1", "10.8.0.2"]),
        ("laptop", True, ["192.168.1.20", "laptop", "172.17.0.1", "10.8.0.2"]),
        ("laptop.local", False, ["192.168.1.20", "laptop.local", "172.17.0.1", "10.8.0.2"]),
        ("fe80::1%eth0", False, ["192.168.1.20", "172.17.0.1", "10.8.0.2"]),
    ],
)
def test_ranked_hosts_begin_with_one_that_reaches_the_room(used: str, is_own_device: bool, hosts: list[str]) -> None:
    assert ranked_hosts(used, is_own_device, ROOM) == hosts


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST.", "127.0.1.1", "::1", "0.0.0.0", "::", "::ffff:127.0.0.1", "a.localhost", "localhost6"],
)
def test_is_loopback_knows_every_name_of_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    made = app_with(
        Settings(database_url=f"sqlite:///{tmp_path / 'g.db'}", demo=False, log_level="warning"), {"toy": TOY}
    )
    with TestClient(made):
        yield made


def host_at(app: FastAPI, base: str) -> TestClient:
    return TestClient(app, base_url=base, headers={"Origin": base, "Sec-Fetch-Site": "same-origin"})


def invitation(host: TestClient, game: str, **more: str) -> dict[str, Any]:
    made: dict[str, Any] = host.post(
        f"/api/v1/games/{game}/invitations", json={"role": "attacker", "kind": "both", **more}
    ).json()
    return made


@pytest.mark.parametrize("base", ["http://localhost:8014", "http://127.0.0.1:8014", "http://[::1]:8014"])
def test_invitations_never_name_the_hosts_own_machine(app: FastAPI, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"lo": ["127.0.0.1"], "tun0": ["10.8.0.2"], "wlan0": ["192.168.1.20"]}, "10.8.0.2")
    host = host_at(app, base)
    game = open_game(host)
    made = invitation(host, game)
    assert made["address"] == f"http://192.168.1.20:8014/join#{made['code']}"
    assert [one["adapter"] for one in made["bases"]] == ["wlan0", "tun0"]
    chosen = invitation(host, game, base="http://10.8.0.2:8014")
    assert chosen["base"] == "http://10.8.0.2:8014"
    gone = invitation(host, game, base="http://192.168.7.7:8014")
    assert gone["base"] == "http://192.168.1.20:8014"
    page = host.get(f"/games/{game}/seats").text
    assert "http://192.168.1.20:8014 (wlan0)</option>" in page
    assert "localhost" not in page


def assert_letters_only(made: dict[str, Any]) -> None:
    """An invitation that no other device can open has no link, no QR code and no address, but letters to type here."""
    assert (made["is_here_only"], made["base"], made["bases"]) == (True, "", [])
    assert (made["address"], made["qr_svg"]) == (None, None)
    assert len(str(made["letters"])) == 8
    assert not [value for value in made.values() if "localhost" in str(value) or "127." in str(value)]


def test_invitations_of_a_machine_without_a_network_say_so(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"lo": ["127.0.0.1"]})
    host = host_at(app, "http://localhost:8014")
    game = open_game(host)
    assert_letters_only(invitation(host, game))
    page = host.get(f"/games/{game}/seats").text
    assert '<div class="say" data-say="mind" role="alert" data-here-only>' in page
    assert "open a hotspot on this machine" in page
    assert "localhost" not in page
    adapters(monkeypatch, {"lo": ["127.0.0.1"], "wlan0": ["192.168.1.20"]})
    made = invitation(host, game)
    assert (made["is_here_only"], made["base"]) == (False, "http://192.168.1.20:8014")
    assert 'role="alert" data-here-only hidden>' in host.get(f"/games/{game}/seats").text


def test_invitations_under_a_public_address_of_this_machine_only_say_so(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'g.db'}", demo=False, public_url="https://localhost")
    with TestClient(app_with(settings, {"toy": TOY})) as opened:
        host = host_at(opened.app, "https://localhost")
        game = open_game(host)
        assert_letters_only(invitation(host, game))
        page = host.get(f"/games/{game}/seats").text
        assert "Set BEATENZONE_PUBLIC_URL to one of this network." in page
        assert "localhost" not in page


def test_invitations_in_a_room_with_ipv6_only_name_its_address(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"eth0": ["fd00::7"]})
    host = host_at(app, "http://localhost:8014")
    assert invitation(host, open_game(host))["base"] == "http://[fd00::7]:8014"


def test_greeting_lists_every_address_for_tablets_best_first(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters(monkeypatch, {"tun0": ["10.8.0.2"], "wlan0": ["192.168.1.20"]}, "10.8.0.2")
    lines = [line.strip() for line in greeting(Settings(), 8014).splitlines()]
    assert "On this machine   http://localhost:8014/" in lines
    assert "For the tablets   http://192.168.1.20:8014/  (wlan0)" in lines
    assert "or     http://10.8.0.2:8014/  (tun0)" in lines


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (Settings(), "open a hotspot on this machine"),
        (Settings(host="127.0.0.1"), "Start it with BEATENZONE_HOST=0.0.0.0"),
        (Settings(public_url="https://localhost"), "Set BEATENZONE_PUBLIC_URL to one of this network"),
    ],
)
def test_greeting_says_what_to_do_where_no_tablet_can_come(
    settings: Settings, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapters(monkeypatch, {"lo": ["127.0.0.1"]})
    assert says in greeting(settings, 8014)


def test_service_listens_to_ipv4_and_ipv6_on_one_port() -> None:
    sockets = listen(Settings(port=0))
    try:
        families = [one.family for one in sockets]
        assert families[0] is socket.AF_INET
        assert families[1:] in ([socket.AF_INET6], [])
        assert len({one.getsockname()[1] for one in sockets}) == 1
    finally:
        for one in sockets:
            one.close()


def test_service_listens_on_a_system_without_ipv6(monkeypatch: pytest.MonkeyPatch) -> None:
    made = socket.socket

    def without_v6(family: int = socket.AF_INET, *more: int) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(97, "Address family not supported by protocol")
        return made(family, *more)

    monkeypatch.setattr("app.http.server.socket.socket", without_v6)
    [only] = listen(Settings(port=0))
    only.close()

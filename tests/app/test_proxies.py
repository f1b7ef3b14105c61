"""The device's address behind proxies: the entry that the nearest trusted proxy wrote counts, never an invented one."""

import asyncio
from typing import Any

import pytest

from app.http.client_addresses import ClientAddresses, TrustedProxies, address_key, bare_address
from app.settings import Settings, WrongSettings, load_settings


def seen(proxies: TrustedProxies, peer: str, *headers: tuple[str, str]) -> tuple[str, str]:
    """The address and the scheme that the application is given for a request from `peer`."""
    given: dict[str, Any] = {}

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        given.update(scope)

    raw = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": "http", "client": (peer, 4711), "scheme": "http", "headers": raw}
    asyncio.run(ClientAddresses(app, proxies)(scope, None, None))  # type: ignore[arg-type]
    return given["client"][0], given["scheme"]


FORGED = ("x-forwarded-for", "198.51.100.66, 203.0.113.9")


def test_client_address_with_every_peer_trusted_is_not_the_leftmost_entry() -> None:
    assert seen(TrustedProxies("*"), "172.18.0.3", FORGED) == ("203.0.113.9", "http")


def test_client_address_behind_two_proxies_is_the_second_from_the_right() -> None:
    chain = ("x-forwarded-for", "198.51.100.66, 203.0.113.9, 192.0.2.80")
    assert seen(TrustedProxies("*", hops=2), "172.18.0.3", chain)[0] == "203.0.113.9"
    listed = TrustedProxies("172.18.0.0/16, 192.0.2.80")
    assert seen(listed, "172.18.0.3", chain)[0] == "203.0.113.9"


def test_client_address_is_read_across_several_headers() -> None:
    headers = (("x-forwarded-for", "198.51.100.66"), ("x-forwarded-for", "203.0.113.9"))
    assert seen(TrustedProxies("*"), "172.18.0.3", *headers)[0] == "203.0.113.9"


def test_client_address_of_a_stranger_is_its_own_whatever_it_says() -> None:
    headers = (FORGED, ("x-forwarded-proto", "https"))
    assert seen(TrustedProxies("127.0.0.1"), "203.0.113.50", *headers) == ("203.0.113.50", "http")


def test_client_address_stays_the_proxys_where_the_entry_is_no_address() -> None:
    assert seen(TrustedProxies("*"), "172.18.0.3", ("x-forwarded-for", "unknown"))[0] == "172.18.0.3"
    assert seen(TrustedProxies("*"), "172.18.0.3", ("x-forwarded-for", ""))[0] == "172.18.0.3"


def test_scheme_is_the_one_that_the_nearest_proxy_saw() -> None:
    assert seen(TrustedProxies("*"), "172.18.0.3", ("x-forwarded-proto", "http, https"))[1] == "https"
    assert seen(TrustedProxies("*"), "172.18.0.3", ("x-forwarded-proto", "gopher"))[1] == "http"


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        ("203.0.113.9:51234", "203.0.113.9"),
        ("[2001:db8::9]:443", "2001:db8::9"),
        ("2001:db8::9", "2001:db8::9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::1"),
        ("203.0.113.9' or 1=1", ""),
    ],
)
def test_bare_address_leaves_out_ports_and_refuses_what_is_no_address(entry: str, address: str) -> None:
    assert bare_address(entry) == address


def test_address_key_counts_a_network_of_ipv6_as_one_visitor() -> None:
    assert address_key("2001:db8:1:2::3") == address_key("2001:db8:1:2:ffff::4")
    assert address_key("2001:db8:1:2::3") != address_key("2001:db8:1:3::3")
    assert address_key("::ffff:203.0.113.9") == "203.0.113.9"
    assert address_key("testclient") == "testclient"


def test_settings_refuse_a_proxy_that_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings(trusted_proxies="10.0.0.0/8, ::1").trusted_proxies == "10.0.0.0/8, ::1"
    monkeypatch.setenv("BEATENZONE_TRUSTED_PROXIES", "caddy.example")
    with pytest.raises(WrongSettings, match="IP addresses or networks"):
        load_settings()

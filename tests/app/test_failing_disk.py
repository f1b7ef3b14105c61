"""A disk that fails: nothing is acknowledged that a power cut would take, and who asks again is told the same."""

import signal
from collections.abc import Iterator

import httpx
import pytest

from tests.torture.disks import IN_DOUBT, TAPS, WELL, Disk, compiler, fail, failing_disk
from tests.torture.served import number_at, open_game, send, serving
from tests.torture.small_disks import fill

pytestmark = [
    pytest.mark.evening,
    pytest.mark.skipif(compiler() is None, reason="no C compiler: no disk can be made to fail"),
]


@pytest.fixture
def disk() -> Iterator[Disk]:
    with failing_disk() as made:
        yield made


def tapped(client: httpx.Client, game: str) -> list[httpx.Response]:
    return [send(client, game, "tapped", 1) for _ in range(TAPS)]


def on_the_platter(disk: Disk, cookies: httpx.Cookies, game: str) -> list[str]:
    """Who is in the log after a power cut."""
    disk.order(WELL)
    disk.cut_power()
    with serving(disk.url, disk.program) as server, server.client(cookies) as host:
        told = host.get(f"/api/v1/games/{game}/log").json()["events"]
        return [one["kind"] for one in told]


def test_a_command_whose_sync_fails_is_acknowledged_only_when_it_is_durable(disk: Disk) -> None:
    with serving(disk.url, disk.program) as server, server.client() as host:
        game = open_game(host)
        disk.order("sync")
        failed = tapped(host, game)
        assert [one.status_code for one in failed] == [507] * TAPS
        assert {one.json()["type"] for one in failed} == {IN_DOUBT}
        assert number_at(host, game) == 1
        disk.order(WELL)
        done = tapped(host, game)
        assert [one.status_code for one in done] == [200] * TAPS
        assert len({one.content for one in done}) == 1
        assert number_at(host, game) == 2
        server.end(signal.SIGKILL)
    assert on_the_platter(disk, host.cookies, game) == ["begun", "rolled"]


def test_what_a_killed_process_left_unsynced_is_made_durable_before_it_is_told(disk: Disk) -> None:
    with serving(disk.url, disk.program) as server, server.client() as host:
        game = open_game(host)
        disk.order("sync")
        assert send(host, game, "tapped", 1).status_code == 507
        server.end(signal.SIGKILL)
    disk.order(WELL)
    with serving(disk.url, disk.program) as server, server.client(host.cookies) as host:
        done = tapped(host, game)
        assert [one.status_code for one in done] == [200] * TAPS
        assert len({one.content for one in done}) == 1
        assert number_at(host, game) == 2
        server.end(signal.SIGKILL)
    assert on_the_platter(disk, host.cookies, game) == ["begun", "rolled"]


def test_whatever_the_disk_does_what_was_acknowledged_is_there_and_what_was_denied_is_not() -> None:
    report = fail(cuts=2)
    assert report.lost == []
    assert report.tried["acknowledged"] > 0


def test_a_disk_that_is_full_takes_more_when_there_is_room_and_one_to_be_read_only_is_told() -> None:
    report = fill()
    if not report.tried:
        pytest.skip(report.measured)
    assert report.lost == []
    assert report.tried["on a full disk"] > 0

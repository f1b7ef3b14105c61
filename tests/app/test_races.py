"""Two tablets race over HTTP; the long form is in `make torture`."""

from tests.torture.races import race


def test_whatever_two_tablets_send_at_once_each_command_happens_once(url: str) -> None:
    report = race(url, requests=120)
    assert report.lost == []
    assert report.tried["commands done"] >= 12
    assert report.tried["ids used again"] == report.tried["late repeats"] == report.tried["commands done"]

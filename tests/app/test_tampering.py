"""Whatever is done to a kept game is found out; the long form, over 10,000 events, is in `make torture`."""

from tests.torture.tampering import WAYS, tamper


def test_whatever_is_done_to_a_kept_game_is_found_out() -> None:
    report = tamper(20 * len(WAYS), events=400)
    assert report.lost == []
    assert len([what for what in report.tried if what.startswith("times")]) == len(WAYS)

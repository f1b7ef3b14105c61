"""Whatever is sent, the log folds to what every tablet sees; the long form, of 20,000 steps, is in `make torture`."""

from tests.torture.machine import evenings


def test_whatever_is_sent_every_tablet_sees_the_fold_of_the_log() -> None:
    report = evenings(120, steps_a_game=40)
    assert report.lost == []
    assert report.tried["accepted"] >= 30
    assert report.tried["views compared"] > report.tried["steps"]

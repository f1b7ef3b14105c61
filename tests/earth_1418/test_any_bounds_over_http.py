"""R11 for 1418: whatever is sent, the log folds to what every tablet sees; the long form is in `make torture`."""

from tests.torture.bounds import bounds


def test_whatever_is_sent_in_a_bound_every_tablet_sees_the_fold_of_the_log() -> None:
    report = bounds(120, steps_a_game=60, seed=1418)
    assert report.lost == []
    assert report.tried["accepted"] >= 30
    assert report.tried["views compared"] > report.tried["steps"]

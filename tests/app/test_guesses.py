"""Codes guessed from several addresses; the long form, which also holds the tablets' times, is in `make torture`."""

from pathlib import Path

import pytest

from tests.torture.guesses import guess

pytestmark = pytest.mark.evening


def test_no_guess_hits_and_the_tablets_play_on(tmp_path: Path) -> None:
    report = guess(f"sqlite:///{tmp_path / 'games.db'}", guesses=500, is_timed=False)
    assert report.lost == []
    assert report.tried["guesses"] == 500
    assert report.tried["commands meanwhile"] >= 20
    assert report.tried["invitations tried"] >= 4

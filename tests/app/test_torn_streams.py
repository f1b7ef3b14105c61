"""R8 in short: whatever becomes of its stream, a page ends up with what stands, and was told of nothing twice."""

from pathlib import Path

import pytest

from tests.torture.torn import tear
from tests.torture.torn_lines import tear_lines

pytestmark = pytest.mark.evening
SCHEDULES = 50
OVER_HTTP = 8


def test_a_page_whose_stream_is_torn_at_any_byte_is_told_everything_once(tmp_path: Path) -> None:
    report = tear(tmp_path, SCHEDULES)
    assert report.lost == []
    assert report.tried["schedules"] == SCHEDULES
    tried = ("torn", "overflows", "resyncs", "restarts", "older copies")
    assert all(report.tried.get(what, 0) > 0 for what in tried), report.says()


def test_a_page_behind_a_torn_line_follows_its_service_through_kills_and_older_copies(tmp_path: Path) -> None:
    report = tear_lines(f"sqlite:///{tmp_path / 'games.db'}", OVER_HTTP)
    assert report.lost == []
    assert report.tried["schedules over HTTP"] == OVER_HTTP
    assert min(report.tried[what] for what in ("torn over HTTP", "kills over HTTP", "older copies over HTTP")) > 0

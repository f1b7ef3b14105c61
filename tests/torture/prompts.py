"""Every optional prompt of both systems: told with a finger, sent, and found in the command and its events."""

import tempfile
from pathlib import Path

from app.games.json_codec import System
from rules.earth_1418.game.engine import SYSTEM as EARTH
from rules.flanders_fields.game.system import SYSTEM as FLANDERS_FIELDS
from tests.browser.prompted import Table, table
from tests.chromium import UNHURRIED, chromium
from tests.stage_taps.prompts import NotTold, told_otherwise
from tests.torture.report import Report, only_errors_logged


def told(many: int) -> Report:
    """Tell prompts of each system with another value than their defaults, at most so many of each."""
    report = Report()
    with (
        only_errors_logged(),
        tempfile.TemporaryDirectory() as folder,
        chromium(UNHURRIED) as browser,
        table(browser, Path(folder)) as page,
    ):
        for system in (EARTH, FLANDERS_FIELDS):
            _tell(page, report, system, many)
    return report


def _tell(page: Table, report: Report, system: System, many: int) -> None:
    for count, found in enumerate(told_otherwise(system)):
        if count == many:
            return
        if isinstance(found, NotTold):
            report.expect(False, f"{found.prompt.kind}.{found.prompt.name}: {found.why}")
            continue
        wrong = page.tells(found)
        report.count("prompts")
        report.count("values in events", int(found.has_trace and not wrong))
        report.expect(not wrong, wrong)

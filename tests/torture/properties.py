"""The property tests of rules and geometry with many times the random cases of `make test`."""

import os
import re
import subprocess
import sys
from typing import Final

from tests.torture.report import Report

FOLDERS: Final = ("tests/rules", "tests/tabletop", "tests/survey/test_any_field.py")
OUTCOME: Final = re.compile(r"(\d+) (passed|failed|error)")


def properties(share: int) -> Report:
    """Run the property tests with `share` times as many random cases."""
    report = Report()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", *FOLDERS]
    environment = {**os.environ, "BEATENZONE_TEST_SHARE": str(share)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    for number, outcome in OUTCOME.findall(ended.stdout.splitlines()[-1]):
        report.count(f"tests {outcome}", int(number))
    report.count("times the random cases", share)
    lines = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    report.lost.extend(lines)
    report.expect(ended.returncode == 0 or lines, f"pytest ended with {ended.returncode}")
    return report

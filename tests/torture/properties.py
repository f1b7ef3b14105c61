"""Property tests with many times the random cases of `make test`, and all cases of the tests that sample them."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.torture.report import Report

TESTS: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = ("tests/rules", "tests/tabletop")
SAMPLES: Final = re.compile(r"^from tests\.share import", re.M)
OUTCOME: Final = re.compile(r"(\d+) (passed|failed|error)")


def sampled_files() -> list[str]:
    """Return the test files outside of `FOLDERS` that try only a part of their cases in `make test`."""
    root = TESTS.parent
    found = (one.relative_to(root) for one in TESTS.rglob("test_*.py") if SAMPLES.search(one.read_text("utf-8")))
    return sorted(str(one) for one in found if not str(one).startswith(FOLDERS))


def properties(share: int) -> Report:
    """Run the property tests and all cases of the sampled tests with `share` times as many random cases."""
    report = Report()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", *FOLDERS, *sampled_files()]
    environment = {**os.environ, "BEATENZONE_TEST_SHARE": str(share)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    for number, outcome in OUTCOME.findall(ended.stdout.splitlines()[-1]):
        report.count(f"tests {outcome}", int(number))
    report.count("times the random cases", share)
    lines = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    report.lost.extend(lines)
    report.expect(ended.returncode == 0 or lines, f"pytest ended with {ended.returncode}")
    return report

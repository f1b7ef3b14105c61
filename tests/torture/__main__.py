"""`make torture`: what was tried, what was lost; exit 1 on any loss.

`python -m tests.torture kills --share 0.1` runs one of them at a tenth of its size.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.torture.kills import kill
from tests.torture.races import race
from tests.torture.report import Report

LOSSES_SHOWN: Final = 10


@dataclass(frozen=True)
class LongTest:
    """A row of the table: what it shows, its full size, and the test."""

    shows: str
    size: int
    run: Callable[[int], Report]


@contextmanager
def fresh_database() -> Iterator[str]:
    """The address of a database that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="torture") as folder:
        yield f"sqlite:///{Path(folder) / 'games.db'}"


def on_a_database(run: Callable[[str, int], Report]) -> Callable[[int], Report]:
    """A test that needs a database of its own."""

    def there(size: int) -> Report:
        with fresh_database() as url:
            return run(url, size)

    return there


LONG_TESTS: Final[Mapping[str, LongTest]] = {
    "races": LongTest("R4, R5: commands doubled, reordered, delayed, ids used again", 10_000, on_a_database(race)),
    "kills": LongTest("R1: killed at random moments, four tablets", 300, on_a_database(kill)),
}


def main() -> int:
    """Run the named tests, or all; 1 where anything was lost."""
    parser = argparse.ArgumentParser(prog="torture", description="The long tests.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(LONG_TESTS)}; all if none is named")
    parser.add_argument("--share", type=float, default=1.0, help="this part of the full size")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - set(LONG_TESTS):
        parser.error(f"there is no {', '.join(sorted(unknown))}: choose from {', '.join(LONG_TESTS)}")
    lost = [run_one(name, chosen.share) for name in chosen.names or LONG_TESTS]
    return 1 if any(lost) else 0


def run_one(name: str, share: float) -> bool:
    """Run one and say what came of it; whether anything was lost."""
    test = LONG_TESTS[name]
    began = time.monotonic()
    try:
        report = test.run(max(1, round(test.size * share)))
    except Exception as fault:
        report = Report(lost=[f"it broke off: {fault!r}"])
    print(f"{name:<11}{test.shows}\n{'':<11}{report.says()} ({time.monotonic() - began:.0f} s)", flush=True)
    for loss in report.lost[:LOSSES_SHOWN]:
        print(f"{'':<11}LOST: {loss}")
    return bool(report.lost)


if __name__ == "__main__":
    sys.exit(main())

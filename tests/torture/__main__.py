"""`make torture`: what was tried, what was lost; leaves with 1 where anything was lost or a number was missed.

`make torture ROWS="kills S4" SHARE=0.1` runs some of it at a tenth of its size; `docs/safety.md` says what each shows.
"""

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.earth_1418.game.engine import SYSTEM as EARTH
from rules.flanders_fields.game.system import SYSTEM
from tests.torture.abuse import abuse
from tests.torture.backups import BACK_WITHIN_S, back_up_under_load
from tests.torture.bounds import bounds
from tests.torture.clocks import clocks
from tests.torture.disks import fail
from tests.torture.fairness import fair
from tests.torture.frozen import play_again
from tests.torture.guesses import guess
from tests.torture.imports import bring
from tests.torture.injection import injected
from tests.torture.kills import kill
from tests.torture.leaks import leaked
from tests.torture.lines import lines
from tests.torture.machine import evenings
from tests.torture.prompts import told
from tests.torture.properties import properties
from tests.torture.questions import asked_anything
from tests.torture.queues import queue
from tests.torture.races import race
from tests.torture.report import Report
from tests.torture.schema import schema
from tests.torture.seen_dice import VARIANTS, seen_dice
from tests.torture.shapes import shapes
from tests.torture.small_disks import fill
from tests.torture.soak import soak, storms
from tests.torture.stops import stop
from tests.torture.tampering import tamper
from tests.torture.torn_lines import torn
from tests.torture.unspent_dice import unspent_dice
from tests.torture.worst import worst

LOSSES_SHOWN: Final = 10
WHOLE_LOG: Final = 4_000
"""Notes in a game: more than are written in ten evenings."""


@dataclass(frozen=True)
class LongTest:
    """What it shows, of which rows of the table; how much of what has to be tried; the test, and its full size."""

    rows: tuple[str, ...]
    shows: str
    reach: Mapping[str, int]
    size: int
    run: Callable[[int], Report]

    @property
    def goal(self) -> str:
        """The number to reach."""
        return f"{', '.join(f'{number:,} {what}' for what, number in self.reach.items())}; lost: 0"

    def run_share(self, share: float) -> Report:
        """Run a part of it; what was not reached counts as lost."""
        size = max(1, round(self.size * share))
        report = self.run(size)
        for what, wanted in self.reach.items():
            tried, part = report.tried.get(what, 0), wanted * size // self.size
            report.expect(tried >= part, f"{tried:,} {what} are fewer than {part:,}")
        return report


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


def disks(cuts: int) -> Report:
    """Disks that fail when told to, and a real one that is full."""
    report = fail(cuts)
    report.add(fill())
    return report


LONG_TESTS: Final[Mapping[str, LongTest]] = {
    "races": LongTest(
        (
            "R4",
            "R5",
        ),
        "commands doubled, reordered, delayed, ids used again",
        {"requests": 10_000},
        10_000,
        on_a_database(race),
    ),
    "dice": LongTest(
        ("R16",),
        "dice even, not to be foretold, recomputed from the seed, never rerolled by a take-back",
        {"dice": 600_000, "dice recomputed": 400, "dice taken back": 9},
        600_000,
        fair,
    ),
    "seen_dice": LongTest(
        ("R16",),
        "everything taken back, asked, corrected and drawn again: no die that was seen decides another deed",
        {"deeds": 40_000, "taken back alone": 1_000, "dice that lay there": 1_000, "ways over HTTP": len(VARIANTS)},
        40_000,
        seen_dice,
    ),
    "unspent_dice": LongTest(
        ("R16",),
        "every command in two games that differ in their seed alone: no answer holds a die that nobody has spent",
        {
            "commands": 4_000,
            **{
                f"{what} ({system})": least
                for what, least in (("requests that will throw", 60), ("carried out", 30), ("dice that came out", 30))
                for system in ("flanders-fields", "earth-1418")
            },
        },
        4_000,
        unspent_dice,
    ),
    "evenings": LongTest(
        ("R11",),
        "anything sent over HTTP; the log's fold is what every seat is shown and told",
        {"steps": 20_000, "kinds of commands": len(SYSTEM.commands)},
        20_000,
        evenings,
    ),
    "bounds": LongTest(
        ("R11",),
        "the same for a game in which both sides write unseen and act at once: bounds of 1418",
        {"steps": 20_000, "kinds of commands": len(EARTH.commands)},
        20_000,
        bounds,
    ),
    "frozen": LongTest(
        ("R14",),
        "5,000 commands of each ready scenario, sent as they were: answers, logs, what each seat is shown and told",
        {"steps": 40_000},
        40_000,
        play_again,
    ),
    "torn": LongTest(
        ("R8",),
        "streams torn at any byte, slow pages, starts anew, older copies brought back: all is told, once",
        {
            "schedules": 1_000,
            "torn": 1_000,
            "overflows": 1_000,
            "resyncs": 1_000,
            "restarts": 75,
            "older copies": 50,
            "schedules over HTTP": 40,
        },
        1_000,
        on_a_database(torn),
    ),
    "queue": LongTest(
        ("R10",),
        "commands of a dead spot: lost, doubled, reordered, pages left and opened again, a hundred acts of others",
        {"schedules": 1_000, "commands": 3_000, "done": 1_500, "done after other events": 200, "acts of others": 5_000},
        1_000,
        on_a_database(queue),
    ),
    "clocks": LongTest(
        ("R7",),
        "the clock set between every two commands: the same game; seats and codes by the calendar, limits not at all",
        {
            "commands": 4_000,
            "accepted": 1_200,
            "hours that run backwards": 400,
            "deeds at doors": 720,
            "codes that were good": 20,
            "codes that were late or used": 40,
            "seats that were good": 100,
            "seats that were given up or too old": 100,
        },
        4_000,
        clocks,
    ),
    "stops": LongTest(
        ("R17",),
        "told to stop with 100 streams open, commands on their way and newcomers at the door",
        {"stops": 20, "streams": 2_000, "came in": 416},
        20,
        on_a_database(stop),
    ),
    "tampering": LongTest(
        ("R15",),
        "characters flipped, rows dropped, swapped, added, the end cut off or replaced, over 10,000 events",
        {"tried in all": 3_000},
        3_000,
        tamper,
    ),
    "injection": LongTest(
        ("S7",),
        "texts that mean no good, in every field, on every screen of a Chromium",
        {"texts": 60, "screens": 1_500, "would strike an unguarded page": 45},
        60,
        injected,
    ),
    "guesses": LongTest(
        ("S4",),
        "codes guessed from several addresses, while honest tablets play on",
        {"guesses": 10_000, "refused for trying too often": 9_900, "commands meanwhile": 1_000},
        10_000,
        on_a_database(guess),
    ),
    "leaks": LongTest(
        ("S4",),
        "every byte said and kept, searched for every token and every code",
        {"tokens": 90, "codes": 90, "answers": 4_500},
        10,
        leaked,
    ),
    "schema": LongTest(
        ("S10",),
        "requests written from the description of the service, as a stranger, from two seats and along its links",
        {"requests": 2_000, "answered from a seat": 200, "linked requests": 500, "linked and done": 300},
        2_000,
        on_a_database(schema),
    ),
    "questions": LongTest(
        ("S10",),
        "any question, before the dice and with any number of them, in any book, and any page; the seed is told",
        {
            "questions": 1_000_000,
            "answered with their dice": 300_000,
            "sent over HTTP": 10_000,
            "pages opened": 10_000,
        },
        1_000_000,
        on_a_database(asked_anything),
    ),
    "shapes": LongTest(
        ("S9",),
        "distances and coverage of random and degenerate shapes, against shapely, and all of it moved",
        {"pairs": 1_000_000, "pairs that touch or overlap": 50_000, "coverages": 900_000, "fully covered": 5_000},
        1_000_000,
        shapes,
    ),
    "lines": LongTest(
        ("S9",),
        "lines through woods, over hills and along paths, touching and along edges, against shapely and one by one",
        {
            "pairs": 1_000_000,
            "lines that run along an edge": 1_000,
            "lines seen from both ends": 300_000,
            "paths": 1_000,
            "pieces that are one with others": 300,
            "lines one by one": 5_000,
        },
        1_000_000,
        lines,
    ),
    "properties": LongTest(
        ("S2", "S9", "R11", "R16"),
        "the property tests of rules and geometry with many times the random cases, all cases of sampled tests",
        {"times the random cases": 10, "tests passed": 1_000},
        10,
        properties,
    ),
    "imports": LongTest(
        ("S8",),
        "spoilt files brought in, and the dearest of a mebibyte: within 200 ms and 64 MiB, nothing half kept",
        {"files": 1_500, "refused": 900, "dear files": 50},
        1_500,
        on_a_database(bring),
    ),
    "abuse": LongTest(
        ("S11",),
        "silent connections, slow senders, streams nobody reads, long bodies, many games; honest tablets play on",
        {
            "silent connections": 1_100,
            "streams that nobody reads": 1_100,
            "slow senders": 200,
            "commands meanwhile": 300,
        },
        1_100,
        on_a_database(abuse),
    ),
    "worst": LongTest(
        ("S11",),
        "the dearest requests of a stranger and of a seat on every route: a second of a core and 200 MiB",
        {"requests of a stranger": 500, "requests of a seat": 200},
        WHOLE_LOG,
        on_a_database(lambda url, size: worst(url, size, 1 if size >= WHOLE_LOG else 12)),
    ),
    "backups": LongTest(
        ("R12",),
        "backups while four tablets send, each a beginning of the log with all that was acknowledged; one brought back",
        {"backups": 50, "acknowledged before": 500},
        50,
        on_a_database(lambda url, size: back_up_under_load(url, size, BACK_WITHIN_S)),
    ),
    "prompts": LongTest(
        ("S10",),
        "each optional prompt of both systems, told with a finger, sent, found in the command and its events",
        {"prompts": 110, "values in events": 60},
        100,
        told,
    ),
    "storms": LongTest(
        ("R9",),
        "a thousand pages come back at once, five times, while fifty commands a second go on",
        {"pages back": 5_000, "commands meanwhile": 1_000},
        5_000,
        storms,
    ),
    "soak": LongTest(
        ("R18",),
        "evening after evening at fifty tables of one service, a hundred tablets coming and going",
        {"commands": 100_000, "evenings played to their end": 75},
        100_000,
        soak,
    ),
    "disks": LongTest(
        ("R6",),
        "syncs that fail, a disk that is full or takes nothing, four tablets that tap again, killed, the power cut",
        {"kills": 40, "cuts of the power": 10, "acknowledged": 150, "answered 507": 20},
        40,
        disks,
    ),
    "kills": LongTest(
        ("R1",),
        "killed at random moments, four tablets",
        {"kills": 300, "acknowledged": 3_000},
        300,
        on_a_database(kill),
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is named, or all; 1 where anything was lost or missed, 0 otherwise."""
    chosen = parser().parse_args(arguments)
    if chosen.list:
        print("\n".join(described(name) for name in LONG_TESTS))
        return 0
    names = list(dict.fromkeys(name for word in chosen.names for name in named(word))) or list(LONG_TESTS)
    failed = [name for name in names if run_one(name, chosen.share)]
    outcome = f"lost something: {', '.join(failed)}" if failed else "nothing lost"
    print(f"{len(names)} run, {outcome}")
    return 1 if failed else 0


def parser() -> argparse.ArgumentParser:
    """What may be written behind the command."""
    made = argparse.ArgumentParser(prog="torture", description="The long tests.")
    words = ", ".join(LONG_TESTS)
    made.add_argument("names", nargs="*", type=known, metavar="NAME", help=f"{words}; or a row (R1, S4); all if none")
    made.add_argument("--share", type=share, default=1.0, help="this part of the full size, over 0 and up to 1")
    made.add_argument("--list", action="store_true", help="say what there is, and run nothing")
    return made


def known(word: str) -> str:
    """A name or a row that there is."""
    if not named(word):
        rows = sorted(
            {row for test in LONG_TESTS.values() for row in test.rows}, key=lambda row: (row[0], int(row[1:]))
        )
        raise argparse.ArgumentTypeError(f"there is no {word}: choose from {', '.join([*LONG_TESTS, *rows])}")
    return word


def named(word: str) -> list[str]:
    """The tests of a name or of a row."""
    return [name for name, test in LONG_TESTS.items() if word == name or word.upper() in test.rows]


def share(word: str) -> float:
    """A part of the full size."""
    part = float(word)
    if not 0 < part <= 1:
        raise argparse.ArgumentTypeError(f"{word} is no part of the full size: over 0 and up to 1")
    return part


def described(name: str) -> str:
    """What a test shows, and the numbers to reach."""
    test = LONG_TESTS[name]
    return f"{name:<11}{', '.join(test.rows)}: {test.shows}\n{'':<11}to reach: {test.goal}"


def run_one(name: str, part: float) -> bool:
    """Run one and say what came of it; whether anything was lost."""
    print(described(name) + (f"; {part:g} of it now" if part < 1 else ""), flush=True)
    began = time.monotonic()
    try:
        report = LONG_TESTS[name].run_share(part)
    except Exception as fault:
        traceback.print_exc()
        report = Report(lost=[f"it broke off: {fault!r}"])
    print(f"{'':<11}tried: {report.says()} ({time.monotonic() - began:.0f} s)", flush=True)
    for loss in report.lost[:LOSSES_SHOWN]:
        print(f"{'':<11}LOST: {loss}")
    if len(report.lost) > LOSSES_SHOWN:
        print(f"{'':<11}and {len(report.lost) - LOSSES_SHOWN:,} more")
    return bool(report.lost)


if __name__ == "__main__":
    sys.exit(main())

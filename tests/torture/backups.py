"""R12: backups while tablets send commands, each held against what was acknowledged, and one brought back."""

import random
import signal
import sqlite3
import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from app.storage.maintenance import back_up, file_of, restore
from tests.torture.kills import ROLES, Acknowledged, bombard, keep, repeats_are_the_same, wait_for
from tests.torture.report import Report
from tests.torture.served import joined, open_game, serving

BETWEEN: Final = 10  # acknowledged commands, at most, between two backups
BACK_WITHIN_S: Final = 5.0

Rows = Sequence[tuple[Any, ...]]


def back_up_under_load(url: str, backups: int, back_within_s: float = float("inf"), seed: int = 1) -> Report:
    """So many backups of the database at `url` while four tablets send; the last is brought back and played on.

    `back_within_s`: how long that may take, until the service answers.
    """
    report, chance, kept, file = Report(), random.Random(seed), Acknowledged(), file_of(url)
    with serving(url) as server, server.client() as host:
        game = open_game(host)
        tablets = [joined(server, host, game, role) for role in ROLES]
        with ThreadPoolExecutor(len(tablets)) as crowd:
            sending = [
                crowd.submit(bombard, server, cookies, game, f"t{one}", lambda *told, by=one: keep(kept, by, *told))
                for one, cookies in enumerate(tablets)
            ]
            made: list[tuple[Path, frozenset[str]]] = []
            for number in range(backups):
                wait_for(kept, len(kept) + chance.randint(1, BETWEEN), sending)
                before = frozenset(kept)
                made.append((back_up(file, file.with_name(f"backup-{number}.db")).path, before))
            server.end(signal.SIGKILL)
            for one in sending:
                one.result(30)
    log = _rows(file)
    for path, before in made:
        _holds(report, path, before, log)
    _bring_back(report, made[-1], {name: kept[name] for name in made[-1][1]}, tablets, game, back_within_s)
    return report


def _holds(report: Report, path: Path, before: frozenset[str], log: Rows) -> None:
    """Whether a backup is sound, and the beginning of the log with everything that was acknowledged before it."""
    report.count("backups")
    report.count("acknowledged before", len(before))
    with closing(sqlite3.connect(path)) as copy:
        [(whole,)] = copy.execute("PRAGMA integrity_check").fetchall()
        answered = {name for (name,) in copy.execute("SELECT command_id FROM commands")}
    report.expect(whole == "ok", f"{path.name} is damaged: {whole}")
    rows = _rows(path)
    report.expect(rows == log[: len(rows)], f"{path.name} is no beginning of the log")
    report.expect(answered >= before, f"{path.name} has lost {len(before - answered)} acknowledged commands")


def _bring_back(
    report: Report,
    backup: tuple[Path, Collection[str]],
    kept: Acknowledged,
    tablets: Sequence[Mapping[str, str]],
    game: str,
    within_s: float,
) -> None:
    there = backup[0].with_name("elsewhere.db")
    began = time.monotonic()
    restore(backup[0], there)
    with serving(f"sqlite:///{there}") as server:
        took = time.monotonic() - began
        repeats_are_the_same(report, server, [dict(cookies) for cookies in tablets], game, kept)
    report.measured = f"back and serving after {took:.1f} s"
    report.expect(took <= within_s, f"it took {took:.1f} s until the service was back, not {within_s:g}")


def _rows(file: Path) -> Rows:
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute("SELECT * FROM events ORDER BY game_id, seq").fetchall()

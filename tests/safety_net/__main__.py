"""`python -m tests.safety_net write|check [NAMES.json]`: what no move and no rename may change.

`write` records the answers of lookups and the games. `check` makes them again and compares. NAMES.json maps old names
to new ones; recorded names are replaced by it before they are compared.
"""

import argparse
import gzip
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from app.settings import Settings
from tests.client import TestClient, app_with
from tests.safety_net import games, lookups
from tests.safety_net.canonical import Json, renamed
from tests.torture.report import only_errors_logged

FOLDER: Final = Path(__file__).parent / "recorded"
ADDRESS: Final = "http://table.test"
SHOWN: Final = 20
"""Differences that are printed of each file."""
GAMES: Final[Mapping[str, Callable[[], Iterator[tuple[str, Json]]]]] = {
    "golden-logs": games.of_golden_logs,
    "evenings": games.of_evenings,
}
LOOKUPS: Final = "lookups"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check all records; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="safety_net", description=__doc__)
    parser.add_argument("do", choices=("write", "check"))
    parser.add_argument("names", nargs="?", type=Path, help="a JSON object of old and new names")
    chosen = parser.parse_args(arguments)
    with only_errors_logged():
        if chosen.do == "write":
            write()
            return 0
        names = json.loads(chosen.names.read_text("utf-8")) if chosen.names else {}
        differences = [difference for record in (LOOKUPS, *GAMES) for difference in checked(record, names)]
    print(f"{len(differences)} differences" if differences else "nothing differs")
    return 1 if differences else 0


def write() -> None:
    """Record everything as it is now."""
    FOLDER.mkdir(exist_ok=True)
    with service() as client:
        write_lines(
            LOOKUPS, ([path, body, lookups.answered(client, path, body)] for path, body in lookups.requests(client))
        )
    for name, made in GAMES.items():
        write_lines(name, ([key, value] for key, value in made()))


def write_lines(name: str, lines: Iterator[Json]) -> None:
    """Write one record, a JSON value a line."""
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    (FOLDER / f"{name}.jsonl.gz").write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def read_lines(name: str) -> Iterator[Any]:
    """Yield the values of one record."""
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def checked(record: str, names: Mapping[str, str]) -> list[str]:
    """Return what differs from a record, and print the first differences."""
    found = list(of_lookups(names) if record == LOOKUPS else of_games(record, names))
    for line in found[:SHOWN]:
        print(f"{record}: {line}")
    return found


def of_lookups(names: Mapping[str, str]) -> Iterator[str]:
    """Yield each request that is answered otherwise."""
    with service() as client:
        for path, body, answer in read_lines(LOOKUPS):
            now = lookups.answered(client, path, body)
            for where in apart(renamed(answer, names), now, "answer"):
                yield f"{path} {json.dumps(body)}: {where}"


def of_games(record: str, names: Mapping[str, str]) -> Iterator[str]:
    """Yield each moment of the games that differs."""
    now = GAMES[record]()
    for key, value in read_lines(record):
        name, content = next(now, ("nothing", None))
        for where in [f"is {name} now"] if name != key else apart(renamed(value, names), content, ""):
            yield f"{key}: {where}"


def apart(old: Json, new: Json, where: str) -> Iterator[str]:
    """Yield the places at which two JSON values differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            if key not in new or key not in old:
                yield f"{where}.{key}: is {'gone' if key in old else 'new'}"
            else:
                yield from apart(old[key], new[key], f"{where}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (was, now) in enumerate(zip(old, new, strict=True)):
            yield from apart(was, now, f"{where}[{number}]")
    elif old != new or type(old) is not type(new):
        yield f"{where}: was {json.dumps(old)[:200]}, is {json.dumps(new)[:200]}"


@contextmanager
def service() -> Iterator[TestClient]:
    """Give a client of a service with a database of its own and no limits."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Settings(database_url=f"sqlite:///{Path(folder) / 'games.db'}", demo=False, log_level="error")
        with TestClient(app_with(bare), base_url=ADDRESS, headers={"Origin": ADDRESS}) as client:
            yield client


if __name__ == "__main__":
    sys.exit(main())

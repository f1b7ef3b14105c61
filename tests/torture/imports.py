"""S8: files spoilt in every way are brought in: refused in words, soon, with little memory, and nothing is kept."""

import gc
import gzip
import json
import random
import time
import tracemalloc
from collections.abc import Callable, Mapping
from typing import Any, Final

from fastapi import FastAPI

from app.settings import Settings
from tests.app.worst_documents import MEBI, PLAN, READERS, TABLE, cases
from tests.client import TestClient, app_with
from tests.torture.report import Report
from tests.torture.served import MONS_GAME

SEED: Final = 1916
MOST_S: Final = 0.2
MOST_MEMORY: Final = 64 * MEBI
TRIES: Final = 5
BASE: Final = "http://testserver"
ANSWERS: Final = frozenset({200, 201, 409, 413, 422})
ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2.5, 1e308, 10**18, -(2**63), 10**30, "", " ", "0", "x" * 5_000, "\x00", "\u202e"),
    *("a\nb", "../../etc/passwd", "<script>", "\x1b[31m", "1916-13", [], {}, [[]], [None], {"id": "x"}, {"id": {}}),
)
PIECE: Final = {
    "type": "Feature",
    "id": "w",
    "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [300, 0], [300, 300], [0, 300], [0, 0]]]},
    "properties": {"sort": "area", "name": "W", "kind": "wood"},
}
WEAPON: Final = {"id": "w", "name": "W", "kind": "field_gun", "at": [100, 100]}


def bring(url: str, size: int, is_timed: bool = True) -> Report:
    """So many spoilt files, each sort in turn; then each dear one, as long as may be, weighed and perhaps timed."""
    report, chance = Report(), random.Random(SEED)
    app = app_with(Settings(database_url=url, demo=False, log_level="error", new_games_per_minute=10**9))
    with TestClient(app, base_url=BASE, headers={"Origin": BASE}, raise_server_exceptions=False) as device:
        sound = sound_documents(url)
        for number in range(size):
            sort = list(sound)[number % len(sound)]
            is_here = _bring_one(report, app, device, sort, spoilt(sound[sort], chance))
            if is_here and sort == "game":
                # What was spoilt did it no harm: another is spoilt from here on, that is not refused as known.
                sound[sort] = played_elsewhere(url)
        for sort, document in sound.items():
            answer = device.post(ADDRESS[sort], json=document)
            report.expect(answer.status_code in (200, 201), f"a sound {sort} was answered {answer.status_code}")
    dear(report, max(1, size // 30), is_timed)
    report.measured += f", seed {SEED}"
    return report


ADDRESS: Final[Mapping[str, str]] = {
    "table": "/api/v1/tables/import",
    "force": "/api/v1/forces/import",
    "scenario": "/api/v1/scenarios/check",
    "fire plan": "/api/v1/fire-plans/import",
    "game": "/api/v1/games/import",
}


def sound_documents(url: str) -> dict[str, dict[str, Any]]:
    """A file of each sort that can be brought in; the game was played at a service of its own."""
    made = {sort: dict(reader.sound) for sort, reader in READERS.items()}
    made["table"] = {**TABLE, "features": [PIECE]}
    made["fire plan"] = {**PLAN, "weapons": [WEAPON]}
    made["game"] = played_elsewhere(url)
    return made


def played_elsewhere(url: str) -> dict[str, Any]:
    """The file of a game that was opened and closed at a service of its own."""
    elsewhere = app_with(
        Settings(database_url=url.replace("games", "elsewhere").replace("g.db", "h.db"), demo=False, log_level="error")
    )
    with TestClient(elsewhere, base_url=BASE, headers={"Origin": BASE}) as host:
        game = host.post("/api/v1/games", json=MONS_GAME).json()["game_id"]
        host.post(f"/api/v1/games/{game}/close", json={})
        exported: dict[str, Any] = host.get(f"/api/v1/games/{game}/export").json()
    return exported


def _bring_one(report: Report, app: FastAPI, device: TestClient, sort: str, data: bytes) -> bool:
    """Whether it was taken."""
    packed = data[:2] == b"\x1f\x8b"
    headers = {"Content-Type": "application/json", **({"Content-Encoding": "gzip"} if packed else {})}
    answer = device.post(ADDRESS[sort], content=data, headers=headers)
    report.count("files")
    report.expect(answer.status_code in ANSWERS, f"a {sort} was answered {answer.status_code}: {data[:300]!r}")
    if answer.status_code >= 400:
        report.count("refused")
        is_told = answer.headers["content-type"].startswith("application/problem+json")
        report.expect(is_told, f"a {sort} was refused without a word: {data[:300]!r}")
        _nothing_is_kept(report, app, sort, data)
    return answer.status_code < 300


def _nothing_is_kept(report: Report, app: FastAPI, sort: str, data: bytes) -> None:
    """No row of a game that was refused."""
    try:
        game = json.loads(data)["game"]["id"] if sort == "game" else None
    except (ValueError, TypeError, LookupError, RecursionError):
        return
    if isinstance(game, str) and game.isascii() and "\x00" not in game:
        log = app.state.keeper.games.log
        report.expect(log.read_game(game) is None and not log.read_events(game), f"half of the game {game!r} is kept")


def spoilt(document: Mapping[str, Any], chance: random.Random) -> bytes:
    """A document with something wrong in it, or in its bytes."""
    made = json.loads(json.dumps(document))
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        _spoil(made, chance)
    data = json.dumps(made, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    return chance.choice(IN_BYTES)(data, chance) if chance.random() < 0.3 else data


def _spoil(at: Any, chance: random.Random) -> None:
    """One change somewhere in it: another value, one more, one less, a name that is none, a list many times as long."""
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = chance.choice(keys)
        inside = at[key]
        if not isinstance(inside, dict | list) or not inside or chance.random() < 0.15:
            break
        at = inside
    match chance.randrange(5):
        case 0:
            del at[key]
        case 1 if isinstance(at, dict):
            at[chance.choice(("id", "name", "\x00", "n" * 300, "format"))] = at.pop(key)
        case 2 if isinstance(at, list):
            at.extend([inside] * chance.choice((1, 2, 700)))
        case 3:
            at[key] = _nested(inside, chance.choice((3, 50, 400, 1_200)))
        case _:
            at[key] = chance.choice(ODD)


def _nested(inside: Any, depth: int) -> Any:
    for _ in range(min(depth, 300)):
        inside = [inside]
    return inside


def _twice(data: bytes, chance: random.Random) -> bytes:
    place = data.find(b'"', chance.randrange(len(data)))
    return data[:place] + b'"name":"x","name":"y",' + data[place:]


IN_BYTES: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    lambda data, chance: data[: chance.randrange(len(data))],
    lambda data, chance: bytes(byte ^ (chance.random() < 0.002) for byte in data),
    _twice,
    lambda data, chance: data.replace(
        b"0", chance.choice((b"NaN", b"Infinity", b"1e999", b"9" * 5_000, b"\\ud800")), 1
    ),
    lambda data, chance: data.replace(b":", b":" + b"[" * chance.choice((500, 990, 5_000)), 1),
    lambda data, _: b"\xef\xbb\xbf" + data,
    lambda data, _: data.decode("utf-8", "replace").encode("utf-16"),
    lambda data, _: gzip.compress(data + b" " * 10_000_000),
)


def dear(report: Report, number: int, is_timed: bool) -> None:
    """The dearest files of a mebibyte: how long and with how much memory each is looked over. `number` of them.

    Only where it `is_timed` may it be too long: a slow machine is no fault of the files.
    """
    slowest, largest = 0.0, 0
    gc.collect()
    gc.freeze()
    every = list(cases())
    for sort, name, make in every[:: max(1, len(every) // number)]:
        reader = READERS[sort]
        data = make(min(reader.most, MEBI))
        taken = min(_seconds(reader.read, data) for _ in range(TRIES if is_timed else 1))
        memory = _memory(reader.read, data)
        slowest, largest = max(slowest, taken), max(largest, memory)
        report.count("dear files")
        report.expect(taken <= MOST_S or not is_timed, f"{sort}, {name}: {taken:.3f} s")
        report.expect(memory <= MOST_MEMORY, f"{sort}, {name}: {memory / MEBI:.0f} MiB")
    gc.unfreeze()
    report.measured = f"the dearest took {slowest * 1000:.0f} ms and {largest / MEBI:.0f} MiB"


def _seconds(read: Callable[[bytes], object], data: bytes) -> float:
    began = time.process_time()
    read(data)
    return time.process_time() - began


def _memory(read: Callable[[bytes], object], data: bytes) -> int:
    tracemalloc.start()
    try:
        read(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

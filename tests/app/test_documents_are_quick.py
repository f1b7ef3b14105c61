"""However a document is made, looking it over takes as long as its length allows; what is too long is not read."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import FastAPI
from starlette.types import Message

from app.games.json_codec import Unreadable, read_envelope
from app.games.verification import MOST_PACKS, NotAGameFile, findings, read_file
from app.randomness import Cup, DiceShare, cup_for
from app.settings import Settings
from rules.flanders_fields.vocabulary import Side
from tests.app.fullest_plans import MONTHS, checked_at_a_save
from tests.app.steps import steps_of
from tests.app.test_own_scenarios import with_whole_forces
from tests.app.worst_documents import GAME, MEBI, READERS, Make, cases, written
from tests.client import TestClient, app_with
from tests.torture.imports import bring

CASES: Final = list(cases())
GROWTH: Final = 2.5


@pytest.mark.parametrize(
    ("sort", "make"), [(sort, make) for sort, _, make in CASES], ids=[f"{s}: {n}" for s, n, _ in CASES]
)
def test_twice_as_long_a_document_takes_about_twice_as_many_steps(sort: str, make: Make) -> None:
    """Up to the longest that is read. Steps are counted and not timed; how long they take, `make bench` tells."""
    reader = READERS[sort]
    half, whole = (steps_of(partial(reader.read, make(size))) for size in (reader.most // 2, reader.most))
    assert whole <= GROWTH * half


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("scenario", MONTHS)
@pytest.mark.parametrize("platoons", [0, 200], ids=["bare", "manned"])
def test_the_fullest_plan_is_held_against_the_ground_in_as_many(scenario: str, side: Side, platoons: int) -> None:
    """All that is worked out at a save grows no faster than the plan and the platoons that stand on its ground."""
    half, whole = (steps_of(checked_at_a_save(scenario, side, platoons, share)) for share in (0.5, 1.0))
    assert whole <= GROWTH * half


def test_steps_tell_a_reader_that_goes_through_all_of_it_for_each_part() -> None:
    """Or nothing would be shown by counting them."""

    def each_with_each(parts: range) -> int:
        return sum(one == other for one in parts for other in parts)

    half, whole = (steps_of(partial(each_with_each, range(many))) for many in (50, 100))
    assert whole > GROWTH * half


def test_every_sound_document_is_sound() -> None:
    """Or nothing would be shown by how soon the others are refused."""
    assert not any(
        _refused(READERS[sort].read(written(READERS[sort].sound))) for sort in ("table", "force", "fire plan")
    )
    told = READERS["scenario"].read(written(with_whole_forces()))
    assert getattr(told, "sound", False), told
    sound = [
        name for sort, name, make in CASES if sort == "table" and not _refused(READERS["table"].read(make(400_000)))
    ]
    assert {"as much wire with gaps of many bends as may be", "as many outlines with teeth as may be"} <= set(sound)


def _refused(found: object) -> bool:
    return isinstance(found, ValueError)


TOO_LONG: Final = [
    ("/api/v1/tables/import", 1_000_000),
    ("/api/v1/forces/import", 400_000),
    ("/api/v1/scenarios/import", 2_000_000),
    ("/api/v1/scenarios/check", 2_000_000),
    ("/api/v1/fire-plans/import", 1_000_000),
    ("/api/v1/games/import", 32 * MEBI),
    ("/api/v1/games", 2 * MEBI),
]
CHUNK: Final = b" " * 65_536


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    url = f"sqlite:///{tmp_path_factory.mktemp('kept') / 'games.db'}"
    made = app_with(Settings(database_url=url, demo=False, log_level="error"))
    with TestClient(made):
        yield made


@pytest.mark.parametrize("is_chunked", [False, True], ids=["by its length", "in chunks"])
@pytest.mark.parametrize(("address", "most"), TOO_LONG)
def test_what_is_too_long_is_refused_before_it_is_read(
    app: FastAPI, address: str, most: int, *, is_chunked: bool
) -> None:
    """Where its length is told nothing of it is read; where it is not, no more than may be."""
    told = [] if is_chunked else [(b"content-length", str(most + 1).encode())]
    status, read = asyncio.run(_sent(app, address, [*told, (b"content-type", b"application/json")], 2 * most))
    assert status == 413
    assert read <= (most + len(CHUNK) if is_chunked else 0), read


async def _sent(app: FastAPI, address: str, headers: list[tuple[bytes, bytes]], length: int) -> tuple[int, int]:
    """The status of the answer, and how many bytes of the body were asked for."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": address,
        "raw_path": address.encode(),
        "query_string": b"",
        "root_path": "",
        "client": ("192.0.2.7", 1),
        "server": ("testserver", 80),
        "headers": [(b"host", b"testserver"), (b"origin", b"http://testserver"), *headers],
        "app": app,
    }
    answers: list[Message] = []
    read = 0

    async def receive() -> Message:
        nonlocal read
        read += len(CHUNK)
        return {"type": "http.request", "body": CHUNK, "more_body": read < length}

    async def send(message: Message) -> None:
        answers.append(message)

    await app(scope, receive, send)
    return int(answers[0]["status"]), read


def test_a_name_that_stands_twice_is_told_in_a_line() -> None:
    long = "n" * 5_000
    document = with_whole_forces()
    document["attacker"]["force"]["more"] = "HERE"
    data = written(document).replace(b'"HERE"', f'{{"{long}":1,"{long}":2}}'.encode())
    told: Any = READERS["scenario"].read(data)
    assert told.wrong[0].because == f"{'n' * 80} stands twice in the same place"


@pytest.mark.parametrize("depth", [400, 900, 960, 980, 990, 1_000, 3_000])
def test_however_deep_a_document_is_nested_it_is_refused_in_words(depth: int) -> None:
    for sort, reader in READERS.items():
        for opened, closed in (("[", "]"), ('{"n":', "}")):
            inside = opened * depth + "1" + closed * depth
            reader.read(written(reader.sound)[:-1] + f',"more":{inside}}}'.encode())
            if sort == "scenario":
                document = with_whole_forces()
                document["attacker"]["force"] = {"more": "HERE"}
                reader.read(written(document).replace(b'"HERE"', inside.encode()))


def test_a_file_shuffles_no_more_packs_than_any_game() -> None:
    """Each of them takes as long as fifty dice, and a file may claim as many as it likes."""
    cup = {"from_seq": 1, "commitment": "0" * 64, "seed": "0" * 64}
    event = {"seq": 1, "type": "x", "version": 1, "payload": "{}", "command_id": "c", "seat_id": "s", "role": "referee"}
    event |= {"audience": "all", "written_at": "1", "hash": "0" * 64}
    body = '{"packs":[' + ",".join(['{"shuffled":[1]}'] * (MOST_PACKS + 1)) + "]}"
    command = {"command_id": "c", "seat_id": "s", "role": "referee", "actor": "{}", "body": body}
    file = read_file(
        written({**GAME, "dice": [cup], "events": [event], "commands": [{**command, "first_seq": 1, "last_seq": 1}]})
    )
    assert any("more than 1000 times" in one for one in findings(file, {}))


def test_a_file_has_no_more_shares_than_a_table_has_devices() -> None:
    shares = [{"from_seq": 1, "share": "a"}] * 401
    with pytest.raises(NotAGameFile, match="shares: there are too many in this list"):
        read_file(written({**GAME, "shares": shares}))


def test_the_dice_in_use_are_found_among_many() -> None:
    """Those from 1 on are good up to 9, those from 10 on from there; before the first there are none."""
    cups = [Cup("g", "", None, (), first) for first in (1, 10, 20)]
    assert [cup_for(cups, seq).from_seq for seq in (1, 9, 10, 19, 20, 99)] == [1, 1, 10, 10, 20, 20]
    with pytest.raises(LookupError):
        cup_for(cups, 0)


def test_dice_thrown_together_are_those_thrown_one_by_one() -> None:
    cup = Cup("g", "", bytes(32), (DiceShare(1, "a"), DiceShare(5, "b")))
    assert cup.faces(7, 30) == [cup.face(7, index) for index in range(30)]


def test_large_numbers_are_read_as_soon_as_small_ones_and_none_is_without_end() -> None:
    told = read_envelope(b'{"command_id":"a","expected_seq":0,"command":{"n":[1e308,-2.5]}}')
    assert told.command == {"n": [1e308, -2.5]}
    with pytest.raises(Unreadable) as refused:
        read_envelope(b'{"command_id":"a","expected_seq":0,"command":{"n":[1e999]}}')
    assert refused.value.because == "Number out of range"


def test_spoilt_files_are_refused_in_words_and_leave_nothing(tmp_path: Path) -> None:
    report = bring(f"sqlite:///{tmp_path / 'games.db'}", 60, is_timed=False)
    assert report.lost == []
    assert report.tried["refused"] >= 30


def test_game_file_of_more_parts_than_any_game_has_is_refused_before_they_are_looked_through() -> None:
    make = next(make for sort, name, make in CASES if (sort, name) == ("game", "bodies nested as deep as can be read"))
    told = findings(read_file(make(4 * MEBI)), {})
    assert "its commands consist of more than 250,000 parts, and no game needs so many" in told

"""Every example of the service's description sent as it stands, what answered it, and the description itself."""

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from fastapi import FastAPI
from httpx import Response

from app.games.verification import read_file
from tests.app.described import DESCRIPTION, device, served
from tests.client import TestClient
from tests.frozen.fixed import fixed
from tests.frozen.games import golden_games

REQUESTS: Final = Path(__file__).parent / "requests.jsonl.gz"
MANY: Final = {"new_games_per_minute": 1_000}


class Request(NamedTuple):
    """A request as it was sent: to which service, by which of its devices, and what."""

    service: int
    device: int
    method: str
    path: str
    query: Mapping[str, Any] | None = None
    body: object = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def requests() -> list[Request]:
    """The requests that were kept, in their order."""
    with gzip.open(REQUESTS, "rt", encoding="utf-8") as lines:
        return [Request(*json.loads(line)) for line in lines]


def keep_requests(sent: Sequence[Request]) -> None:
    """Keep these requests in the place of those that were kept."""
    lines = "".join(json.dumps(one) + "\n" for one in sent)
    REQUESTS.write_bytes(gzip.compress(lines.encode(), compresslevel=9, mtime=0))


def answered() -> dict[str, str]:
    """What each request is answered with, sent in order to services that have just been started."""
    found = dict[str, str]()
    with fixed(), ExitStack() as stack:
        services = dict[int, FastAPI]()
        devices = dict[tuple[int, int], TestClient]()
        for number, one in enumerate(requests(), 1):
            if one.service not in services:
                folder = stack.enter_context(TemporaryDirectory(prefix="frozen"))
                services[one.service], first = stack.enter_context(served(Path(folder)))
                devices[one.service, one.device] = first
            if (one.service, one.device) not in devices:
                devices[one.service, one.device] = device(services[one.service])
            client = devices[one.service, one.device]
            found[f"{number:03} {one}"] = words(client.request(one.method, one.path, params=one.query, json=one.body))
    return found


def words(answer: Response) -> str:
    """An answer as text: JSON alone where it is a good one of JSON, so that a difference is told by its place."""
    kind = answer.headers.get("content-type", "")
    if answer.status_code == 200 and kind == "application/json":
        return answer.text
    return f"{answer.status_code} {kind}\n{answer.text}"


def description() -> dict[str, str]:
    """The description of the service, by its paths and schemas."""
    with TemporaryDirectory(prefix="frozen") as folder, fixed(), served(Path(folder)) as (_, client):
        told = client.get(DESCRIPTION).json()
    paths, parts = told.pop("paths"), told.pop("components")
    by_path = {f"path {path}": json.dumps(one) for path, one in paths.items()}
    by_name = {f"{kind} {name}": json.dumps(one) for kind, named in parts.items() for name, one in named.items()}
    return {"head": json.dumps(told), **by_path, **by_name}


def exported() -> dict[str, str]:
    """The file of each golden game after it has been brought into a service: its length and its hash."""
    left, told = {name: path.read_bytes() for name, path in golden_games().items()}, dict[str, str]()
    while left:
        # Two games that the same chance made bear one id: no service takes both.
        one_of_each = {read_file(file).game.id: name for name, file in left.items()}
        with TemporaryDirectory(prefix="frozen") as folder, fixed(), served(Path(folder), **MANY) as (_, client):
            told |= {name: _exported(client, left.pop(name)) for name in one_of_each.values()}
    return told


def _exported(client: TestClient, file: bytes) -> str:
    brought = client.post("/api/v1/games/import", content=file, headers={"Content-Type": "application/json"})
    assert brought.status_code == 201, brought.text
    told = client.get(f"/api/v1/games/{brought.json()['game_id']}/export")
    same = "the same bytes as were brought" if told.content == file else "not the bytes that were brought"
    return f"{told.status_code}, {len(told.content)} bytes, {hashlib.sha256(told.content).hexdigest()}, {same}"

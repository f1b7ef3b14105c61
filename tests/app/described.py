"""The operations which the service describes, and requests for each of them, made from its own examples."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI

from app.settings import Settings
from tests.client import TestClient, app_with
from tests.torture.served import MONS_GAME

BASE: Final = "http://table.test"
OWN: Final = {"Origin": BASE, "Content-Type": "application/json"}
DESCRIPTION: Final = "/api/v1/openapi.json"


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation as it is described."""

    id: str
    method: str
    path: str
    told: Mapping[str, Any]

    @property
    def statuses(self) -> set[int]:
        """Every status it may answer with."""
        return {int(status) for status in self.told["responses"]}

    @property
    def good(self) -> tuple[int, Mapping[str, Any]]:
        """The status of an answer where all goes well, and that answer."""
        status = min(self.told["responses"], key=int)
        return int(status), self.told["responses"][status]

    @property
    def examples(self) -> Mapping[str, Any]:
        """The bodies it shows, by name."""
        content = self.told.get("requestBody", {}).get("content", {})
        shown = content.get("application/json", {}).get("examples", {})
        return {name: one["value"] for name, one in shown.items()}

    @property
    def query(self) -> dict[str, Any]:
        """What stands behind its address, as its own examples have it."""
        return {one["name"]: example_of(one) for one in self.told.get("parameters", ()) if one["in"] == "query"}

    def at(self, **places: str) -> str:
        """Its address, filled in from its own examples where no place is given."""
        given = {one["name"]: example_of(one) for one in self.told.get("parameters", ()) if one["in"] == "path"}
        return self.path.format(**{**given, **places})


def example_of(parameter: Mapping[str, Any]) -> Any:
    """The first example of a parameter."""
    return (parameter.get("examples") or parameter["schema"]["examples"])[0]


def operations(app: FastAPI) -> dict[str, Operation]:
    """Every operation by its id."""
    found = [
        Operation(told["operationId"], method.upper(), path, told)
        for path, methods in app.openapi()["paths"].items()
        for method, told in methods.items()
    ]
    return {one.id: one for one in found}


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[tuple[FastAPI, TestClient]]:
    """The real service on a database of its own, and a device of it; faults come back as answers."""
    url = f"sqlite:///{folder / 'games.db'}"
    app = app_with(Settings(**{"database_url": url, "demo": False, "log_level": "error", **settings}))
    with device(app) as client:
        yield app, client


def device(app: FastAPI, **headers: str) -> TestClient:
    """One more device."""
    return TestClient(app, base_url=BASE, headers={**OWN, **headers}, raise_server_exceptions=False)


def opened(client: TestClient) -> str:
    """A new game of Mons of which this device is the host; its id."""
    return str(client.post("/api/v1/games", json=MONS_GAME).json()["game_id"])


def joined(app: FastAPI, host: TestClient, game: str, role: str) -> TestClient:
    """A device in a seat that is not the host's."""
    code = host.post(f"/api/v1/games/{game}/invitations", json={"role": role}).json()["code"]
    guest = device(app)
    assert sits_down(guest, code).status_code == 201
    return guest


def sits_down(guest: TestClient, code: str, **more: Any) -> Any:
    """The answer to a device that takes a seat and lets every other device at its side stay."""
    answer = guest.post("/api/v1/join", json={"code": code, **more})
    if answer.status_code != 409 or "others" not in answer.json():
        return answer
    keep = [one["id"] for one in answer.json()["others"]]
    return guest.post("/api/v1/join", json={"code": code, "keep": keep, **more})

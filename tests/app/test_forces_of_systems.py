"""Forces of several rule systems lie in one store, and each is only found under its own."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from fastapi import FastAPI

from app.documents.document_repository import DocumentKind, DocumentShelf
from app.documents.forces import FORCES as ROWS
from app.documents.forces import ListedForce
from app.seats.seat_repository import hashed
from app.systems.flanders_fields.documents import shelves_in
from tests.app.test_seats import device
from tests.client import TestClient, toy_app

FORCES: Final = "/api/v1/forces"
STORM: Final = {"table": "german_storm", "date": "1918-03"}


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = toy_app(url)
    with TestClient(made):
        yield made


NO_ORIGIN = {"origin": ""}


def kept_as(app: FastAPI, system: str) -> DocumentShelf[ListedForce, str]:
    def columns(text: str) -> dict[str, Any]:
        return {"name": text, "nation": "", "date": "1915-05", "battalions": 1, "stands": 3}

    kind = DocumentKind(ROWS, ListedForce, bytes.decode, str.encode, columns)
    return DocumentShelf(app.state.keeper.database.engine, kind, system)


def test_the_list_is_of_the_system_that_is_asked_for(app: FastAPI) -> None:
    """One that names no system is Flanders Fields'."""
    maker = device(app)
    ours = maker.post(FORCES, json=STORM).json()["id"]
    theirs = kept_as(app, "earth-1418").add("Marchers", hashed("a key"), NO_ORIGIN).listed.id
    for asked, found in (({}, ours), ({"system": "flanders-fields"}, ours), ({"system": "earth-1418"}, theirs)):
        assert [one["id"] for one in maker.get(FORCES, params=asked).json()] == [found]
    told = maker.get(FORCES, params={"system": "earth-1418"}).json()[0]
    assert (told["name"], told["nation"], told["battalions"], told["stands"]) == ("Marchers", "", 1, 3)


def test_a_system_that_there_is_not_is_told(app: FastAPI) -> None:
    answer = device(app).get(FORCES, params={"system": "chess"})
    assert answer.status_code == 422
    assert "chess" in answer.json()["because"]
    assert "flanders-fields" in answer.json()["instead"]


def test_no_system_reads_changes_or_throws_away_what_is_of_another(app: FastAPI) -> None:
    maker = device(app)
    theirs = kept_as(app, "earth-1418")
    one = theirs.add("Marchers", hashed(maker.cookies.get("bzt") or ""), NO_ORIGIN).listed.id
    for ask in (f"{FORCES}/{one}", f"{FORCES}/{one}/file", f"/forces/{one}"):
        assert maker.get(ask).status_code == 404
    assert maker.post(f"{FORCES}/{one}/copy", json={"name": "Mine"}).status_code == 404
    shelf = shelves_in(app.state.keeper).forces
    assert shelf.opens(one, "a key") is None
    shelf.delete(one)
    assert theirs.get(one) is not None
    assert kept_as(app, "flanders-fields").get(one) is None
    assert kept_as(app, "flanders-fields").save(one, 1, "taken over") is None
    kept = theirs.get(one)
    assert kept is not None
    assert (kept.document, kept.listed.revision) == ("Marchers", 1)

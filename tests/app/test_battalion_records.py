"""A battalion carried on from game to game, worked by hand from FF-CMP-04 and GAP-78 to GAP-80."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fastapi.testclient import TestClient

from app.forces.document import document_of
from app.forces.examples import SMALL_FORCE
from app.scenarios.at_hand import ready_force
from tests.app.test_new_game_page import client_of
from tests.app.test_own_scenarios import raid
from tests.app.test_saved_forces import FORCES, SOMME, Making, every
from tests.app.test_setting_up_pages import page, send


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path) as made:
        yield made


def after(of: str, lost: int, drafts: int, *dice: int | None, game: str = "Mametz") -> dict[str, Any]:
    told = {"game": game, "date": "1916-07", "lost": lost, "drafts": drafts, "dice": dice}
    return {"kind": "carry_on", "of": of, **told}


def companies(force: Making, battalion: str) -> list[int]:
    inside = force.element(battalion)["inside"]
    return [one["stands"] for one in inside if one["part"] == "infantry_company"]


def test_a_battalion_brings_to_the_next_game_what_the_last_has_left_of_it(maker: TestClient) -> None:
    """Four companies of four. Ten lost, six drafts: 12 of 16, and a 7 keeps its grade; then ten more without drafts."""
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    force.change({"kind": "grade", "of": of, "grade": "experienced"})
    platoons = force.now["totals"]["rifle_stands"]
    force.change(after(of, 10, 6, 3, 4))
    assert (companies(force, "1st Battalion"), force.element("1st Battalion")["grade"]) == ([3, 3, 3, 3], "experienced")
    assert force.now["totals"]["rifle_stands"] == platoons - 4
    # Two platoons are left for four companies: two are broken up. GAP-80: no drafts, but it rolls, and 2 is above 0.
    force.change(after(of, 10, 0, 1, 1, game="Delville Wood"))
    assert (companies(force, "1st Battalion"), force.element("1st Battalion")["grade"]) == ([1, 1], "experienced")
    # GAP-78: a 12 is Veteran although it is not above 14.
    force.change(after(of, 0, 14, 6, 6, game="Flers"))
    assert (companies(force, "1st Battalion"), force.element("1st Battalion")["grade"]) == ([8, 8], "veteran")
    told = [(one["game"], one["full"], one["platoons"], one["grade"]) for one in force.now["document"]["fought"]]
    assert told == [
        ("Mametz", 16, 12, "experienced"),
        ("Delville Wood", 16, 2, "experienced"),
        ("Flers", 16, 16, "veteran"),
    ]
    # It goes with the file, and out of it with its battalion.
    taken = maker.get(f"{force.at}/file").json()
    assert maker.post(f"{FORCES}/import", json=taken).status_code == 201
    assert force.change({"kind": "leave", "of": of})["document"]["fought"] == []


def test_what_does_not_roll_above_its_drafts_is_raw(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    force.change({"kind": "grade", "of": of, "grade": "veteran"}, after(of, 6, 6, 2, 4))
    assert (companies(force, "1st Battalion"), force.element("1st Battalion")["grade"]) == ([4, 4, 4, 4], "raw")


def test_where_none_rolls_without_drafts_it_needs_no_dice(maker: TestClient) -> None:
    """GAP-80 settled otherwise: nothing is rolled, and dice that were sent do not count."""
    force = Making(maker, {**SOMME, "house_rules": [{"ruling": "GAP-80", "option": "no_roll"}]})
    one, other = force.element("1st Battalion")["id"], force.element("2nd Battalion")["id"]
    force.change(after(one, 0, 0), after(other, 0, 0, 6, 6))
    assert [(one["dice"], one["grade"]) for one in force.now["document"]["fought"]] == [([], "raw"), ([], "raw")]


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ((17, 1, 3, 4), "no more than 16 platoons to lose"),
        ((2, 3, 3, 4), "wants 2 platoons to be at strength"),
        ((2, 2, 3), "it rolls two dice for its grade"),
        ((2, 2, None, None), "it rolls two dice for its grade"),
        ((16, 0, 3, 4), "no platoon of 1st Battalion is left"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(maker: TestClient, sent: tuple[int, ...], says: str) -> None:
    force = Making(maker, SOMME)
    answer = force.send(after(force.element("1st Battalion")["id"], *sent))
    assert (answer.status_code, says in answer.text) == (409, True), answer.text
    assert maker.get(force.at).json()["revision"] == 1


def test_it_rolls_once_after_each_game_and_is_a_battalion(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    force.change(after(of, 2, 2, 3, 4))
    again = force.send(after(of, 0, 0, 6, 6))
    assert (again.status_code, "once after each game" in again.text) == (409, True)
    brigade = force.send(after(force.element("1st Brigade")["id"], 0, 0, 6, 6))
    assert (brigade.status_code, "choose a battalion" in brigade.text) == (409, True)


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [
        ({"of": "1.1"}, "the record of no battalion"),
        ({"platoons": 5}, "more platoons"),
        ({"dice": [7, 1]}, "at most 6"),
    ],
)
def test_a_record_that_cannot_be_is_not_taken_in(maker: TestClient, spoilt: dict[str, Any], says: str) -> None:
    fought = {"of": "1.2", "game": "Loos", "date": "1915-09", "lost": 1, "drafts": 1, "dice": [3, 4], "full": 4}
    sound = {**SMALL_FORCE, "fought": [{**fought, "platoons": 4, "grade": "raw"}]}
    assert maker.post(f"{FORCES}/import", json=sound).status_code == 201
    sound["fought"][0].update(spoilt)
    answer = maker.post(f"{FORCES}/import", json=sound)
    assert (answer.status_code, says in answer.text) == (422, True), answer.text


def test_the_report_of_a_game_leads_to_the_battalions_of_the_force_it_was_made_from(maker: TestClient) -> None:
    """A brigade of the Somme loses a platoon of its first battalion, is carried on, and the next game has it so."""
    ready = ready_force("british_1915:regiment", raid()["date"])
    assert ready
    made = maker.post(f"{FORCES}/import", json=msgspec.to_builtins(document_of(ready))).json()
    own = raid(attacker={**raid()["attacker"], "force": {"id": made["id"]}})

    def opened() -> str:
        command = {"kind": "create_game", "own": own}
        wanted = {"system": "flanders-fields", "title": "A raid", "command": command}
        answer = maker.post("/api/v1/games", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["game_id"])

    game = opened()
    lost = send(maker, "correct", of="a1.1.c1.p1", what="alive", value=False, reason="gone")
    assert lost.status_code == 200, lost.text
    assert maker.post(f"/api/v1/games/{game}/close", json={}).status_code == 204
    told = page(maker, "/report")
    assert told.count("Carry on in ") == 1
    way = html.unescape(re.findall(r'href="(/forces/[^"]*)"', told.partition("Carry on in ")[2])[0])
    form = maker.get(way).text
    fields = dict(re.findall(r'name="(lost|drafts|game)" value="([^"]*)"', form))
    assert fields["game"] == "A raid"
    shown = re.search(r'id="f-lost"[^>]*value="(\d+)"|value="(\d+)"[^>]*id="f-lost"', form)
    assert shown
    assert "1" in shown.groups()
    assert 'id="after-a-game" open' in form
    now = maker.get(f"{FORCES}/{made['id']}").json()
    battalion = next(one for one in every(now["document"]["elements"]) if one["part"] == "infantry_battalion")
    change = {**after(battalion["id"], 1, 0, 3, 4, game="A raid"), "date": raid()["date"]}
    body = {"revision": 1, "document": now["document"], "changes": [change]}
    assert maker.post(f"{FORCES}/{made['id']}/change", json=body).status_code == 200
    assert "15 of 16 platoons" in page(maker, "/report")
    form = maker.get(way).text
    assert "1 platoon lost, 0 taken in, rolled 3 + 4" in form
    assert 'id="after-a-game" open' not in form
    view = maker.get(f"/api/v1/games/{opened()}").json()["view"]
    assert any("63 rifle platoons against 36" in line for line in view["briefing"])
    # Somebody else's device is not led to a force it may not change.
    maker.cookies.clear()
    assert "Carry on in " not in maker.get(f"/games/{game}/report").text

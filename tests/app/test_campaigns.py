"""Battalions over several games and over files: what is undone stays known, and no die is thrown a second time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.systems.flanders_fields.force_documents import document_of
from app.systems.flanders_fields.scenario_documents import ready_force
from tests.app.test_battalion_records import after, companies
from tests.app.test_new_game_page import client_of
from tests.app.test_own_scenarios import opened, raid
from tests.app.test_saved_forces import FORCES, SOMME, Making, every
from tests.client import TestClient


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path) as made:
        yield made


def another_device(of: TestClient) -> TestClient:
    return TestClient(of.app, base_url=of.base_url, headers=dict(of.headers))


def brought(device: TestClient, file: dict[str, Any]) -> Making:
    """A force of a file, as it was brought in."""
    force = Making.__new__(Making)
    answer = device.post(f"{FORCES}/import", json=file)
    assert answer.status_code == 201, answer.text
    force._maker, force.at = device, f"{FORCES}/{answer.json()['id']}"
    force.now = device.get(force.at).json()
    return force


def looked_at(device: TestClient, force: Making, of: str) -> str:
    return device.get(f"/forces/{force.at.rpartition('/')[2]}?of={of}").text


def test_the_newest_game_of_a_record_is_taken_back_whenever_one_wants(maker: TestClient) -> None:
    """16 platoons, fourteen lost: two companies of one are left; renamed since then, and taken back to four of four."""
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    force.change({"kind": "grade", "of": of, "grade": "experienced"}, after(of, 2, 2, 6, 6))
    inside = [one["id"] for one in force.element("1st Battalion")["inside"]]
    force.change(after(of, 14, 0, 0, 0, game="Delville Wood"))
    force.change({"kind": "rename", "of": of, "name": "1st Lincolns"})
    assert companies(force, "1st Lincolns") == [1, 1]
    assert "Take Delville Wood back" in looked_at(maker, force, of)
    force.change({"kind": "take_back", "of": of})
    assert companies(force, "1st Lincolns") == [4, 4, 4, 4]
    assert [one["id"] for one in force.element("1st Lincolns")["inside"]] == inside
    assert (force.element("1st Lincolns")["grade"], len(force.now["document"]["fought"])) == ("veteran", 1)
    # Everybody is told of it, and the dice lie as they fell.
    told = looked_at(another_device(maker), force, of)
    assert told.count("<li>Carried on, ") == 2
    assert told.count("<li>Taken back, ") == 1
    assert "Taken back: the service threw" in told
    assert "Take Mametz back" not in told
    force.change({"kind": "take_back", "of": of})
    assert (force.element("1st Lincolns")["grade"], force.now["document"]["fought"]) == ("experienced", [])
    answer = force.send({"kind": "take_back", "of": of})
    assert (answer.status_code, "has no game in its record" in answer.text) == (409, True)
    # A copy can take back what the force can, and nobody else's device may.
    force.change(after(of, 2, 2, 6, 6))
    copied = maker.post(f"{force.at}/copy", json={"name": "Ours"}).json()
    body = {"revision": 1, "document": force.now["document"], "changes": [{"kind": "take_back", "of": of}]}
    answer = maker.post(f"{FORCES}/{copied['id']}/change", json=body)
    assert (answer.status_code, answer.json()["document"]["fought"]) == (200, [])
    assert another_device(maker).post(f"{force.at}/change", json=body).status_code == 403


def test_an_older_file_of_a_force_throws_no_roll_anew_on_its_own_device(maker: TestClient) -> None:
    """Not even where the force it was saved from is there no more; another device has thrown nothing yet."""
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    older = maker.get(f"{force.at}/file").json()
    assert older["origin"] == force.at.rpartition("/")[2]
    force.change(after(of, 6, 6, 0, 0))
    dice = force.now["document"]["fought"][0]["dice"]
    assert maker.post(f"{force.at}/delete", json={}).status_code == 204
    again = brought(maker, older)
    assert "Taken back: the service threw" in looked_at(maker, again, of)
    assert "with the same numbers" in again.send(after(of, 6, 5, 0, 0)).text
    again.change(after(of, 6, 6, 0, 0))
    assert again.now["document"]["fought"][0]["dice"] == dice
    assert "by the service: " in looked_at(maker, again, of)
    # What stands in the file as its origin stays that of the first one.
    assert maker.get(f"{again.at}/file").json()["origin"] == older["origin"]
    theirs = brought(another_device(maker), older)
    assert "Taken back" not in looked_at(maker, theirs, of)


def test_what_was_thrown_goes_with_the_file_and_says_so(maker: TestClient, tmp_path: Path) -> None:
    """A roll that was taken back, and one that stands in the record: on another server both lie as they fell."""
    force = Making(maker, SOMME)
    one, other = force.element("1st Battalion")["id"], force.element("2nd Battalion")["id"]
    force.change(after(one, 6, 6, 0, 0), after(other, 2, 2, 6, 5))
    dice = force.now["document"]["fought"][0]["dice"]
    force.change({"kind": "take_back", "of": one})
    file = maker.get(f"{force.at}/file").json()
    (thrown,) = file["thrown"]
    assert (thrown["of"], thrown["nth"], thrown["dice"], thrown["sources"]) == (one, 1, dice, ["rolled", "rolled"])
    (tmp_path / "elsewhere").mkdir()
    with client_of(tmp_path / "elsewhere") as elsewhere:
        there = brought(elsewhere, file)
        assert "its file says that the service threw" in looked_at(elsewhere, there, one)
        assert "were thrown for it before" in there.send(after(one, 6, 6, *(1 + face % 6 for face in dice))).text
        there.change(after(one, 6, 6, 0, 0))
        assert there.now["document"]["fought"][-1]["dice"] == dice
        assert "by a service, says its file" in looked_at(elsewhere, there, one)
        # What it was before is not known there: it is said, and nothing is made up.
        told = there.send({"kind": "take_back", "of": other})
        assert (told.status_code, "came with a file" in told.text) == (409, True)
        assert "Take Mametz back" not in looked_at(elsewhere, there, other)
        # Whoever writes the record out of a document by hand does not throw it anew either.
        document = {**there.now["document"], "fought": []}
        saved = elsewhere.post(f"{there.at}/save", json={"revision": there.now["revision"], "document": document})
        there.now = saved.json()
        assert "6 and 5 were thrown for it before" in there.send(after(other, 2, 2, 6, 6)).text
        assert "Taken back, " in looked_at(elsewhere, there, other)
        spoilt = {**file, "thrown": [{**thrown, "dice": [7, 1]}]}
        answer = elsewhere.post(f"{FORCES}/import", json=spoilt)
        assert (answer.status_code, "at most 6" in answer.text) == (422, True)


def test_of_games_that_a_document_brings_together_nobody_knows_what_was_before(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    fought = {"of": of, "date": "1916-07", "lost": 0, "drafts": 0, "dice": [3, 4], "full": 16, "platoons": 16}
    games = [{**fought, "game": game, "grade": "raw"} for game in ("Mametz", "Flers")]
    body = {"revision": 1, "document": {**force.now["document"], "fought": games}}
    force.now = maker.post(f"{force.at}/save", json=body).json()
    assert "is not kept here" in force.send({"kind": "take_back", "of": of}).text
    assert "Take Flers back" not in looked_at(maker, force, of)


def game_with(device: TestClient, force: str, title: str, *lost: str) -> str:
    """A raid in which the attacker's force is one that is kept, closed after these stands were lost."""
    own = raid(attacker={**raid()["attacker"], "force": {"id": force}}, title=title)
    made = opened(device, own)
    assert made.status_code == 201, made.text
    game = str(made.json()["game_id"])
    for stand in lost:
        seen = device.get(f"/api/v1/games/{game}").json()["number"]
        command = {"kind": "correct", "of": stand, "what": "alive", "value": False, "reason": "gone"}
        sent = {"command_id": stand.replace(".", "-"), "expected_seq": seen, "command": command}
        assert device.post(f"/api/v1/games/{game}/commands", json=sent).status_code == 200
    assert device.post(f"/api/v1/games/{game}/close", json={}).status_code == 204
    return game


def test_three_games_in_a_row_and_two_at_once(maker: TestClient) -> None:
    """By hand: 16, one lost (15); in a game begun with 16 three lost (12); then a battalion that another game took."""
    ready = ready_force("british_1915:regiment", raid()["date"])
    assert ready
    force = brought(maker, msgspec.to_builtins(document_of(ready)))
    of = force.element("1st Battalion")["id"]
    name = force.at.rpartition("/")[2]
    first = game_with(maker, name, "First", "a1.1.c1.p1")
    second = game_with(maker, name, "Second", "a1.1.c1.p1", "a1.1.c1.p2", "a1.1.c2.p1")
    # A closed game is not corrected any more: what was counted stays counted.
    late = {"command_id": "late", "expected_seq": 99, "command": {"kind": "note", "text": "x"}}
    assert maker.post(f"/api/v1/games/{first}/commands", json=late).status_code == 409
    force.change({"kind": "rename", "of": of, "name": "1st Lincolns"})
    report = maker.get(f"/games/{first}/report").text
    assert "1st Battalion: 1 lost" in report
    force.change(after(of, 1, 0, 1, 1, game_id=first, fought_as="a1.1"))
    force.change(after(of, 3, 0, 1, 1, game_id=second, fought_as="a1.1"))
    assert sum(companies(force, "1st Lincolns")) == 12
    told = [(one["game_id"], one["lost"], one["platoons"], one["full"]) for one in force.now["document"]["fought"]]
    assert told == [(first, 1, 15, 16), (second, 3, 12, 16)]
    # A third, which a wholly other game has left too little of: what it had lost elsewhere is no new loss.
    third = game_with(maker, name, "Third", "a1.1.c1.p1", "a1.1.c1.p2", "a1.1.c1.p3")
    force.change(after(of, 10, 0, 1, 1, game="Elsewhere", reason="told late"))
    answer = force.send(after(of, 3, 0, 1, 1, game_id=third, fought_as="a1.1"))
    assert "has no more than 2 platoons to lose" in answer.text
    assert "write down why" in answer.json()["instead"]
    force.change(after(of, 2, 14, 6, 6, game_id=third, fought_as="a1.1", reason="lost elsewhere already"))
    newest = force.now["document"]["fought"][-1]
    assert (newest["told"], newest["platoons"], newest["grade"], newest["reason"]) == (
        3,
        14,
        "veteran",
        "lost elsewhere already",
    )
    # Destroyed to the last platoon: without drafts nobody is left, with them it is rolled for.
    answer = force.send(after(of, 14, 0, 1, 1, game="Last", reason="told late"))
    assert "no platoon of 1st Lincolns is left" in answer.text
    force.change(after(of, 14, 16, 6, 5, game="Last", reason="told late"))
    assert (sum(companies(force, "1st Lincolns")), force.element("1st Lincolns")["grade"]) == (16, "raw")
    # Thrown away it is nobody's any more; the games keep their reports.
    assert maker.post(f"{force.at}/delete", json={}).status_code == 204
    assert force.send(after(of, 1, 1, 3, 4)).status_code == 404
    assert "Carry on in" not in maker.get(f"/games/{third}/report").text


def test_a_force_in_which_others_stand_in_those_places_is_not_taken_for_it(maker: TestClient) -> None:
    ready = ready_force("british_1915:regiment", raid()["date"])
    assert ready
    force = brought(maker, msgspec.to_builtins(document_of(ready)))
    game = game_with(maker, force.at.rpartition("/")[2], "First", "a1.1.c1.p1")
    battalions = [one for one in every(force.now["document"]["elements"]) if one["part"] == "infantry_battalion"]
    first, second = (one["id"] for one in battalions[:2])
    force.change(
        {"kind": "rename", "of": first, "name": "2nd Battalion"}, {"kind": "rename", "of": second, "name": "X"}
    )
    assert "Carry on in" not in maker.get(f"/games/{game}/report").text
    answer = force.send(after(second, 1, 1, 3, 4, game_id=game, fought_as="a1.1"))
    assert "in A raid that was the British 1st Battalion" in answer.text

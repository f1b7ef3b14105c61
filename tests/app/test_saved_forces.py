"""Saved forces: made of tables of organisation, changed by whoever made them, shared, never overwritten unseen."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI

from app.documents.force_records import AfterGameRoll, KeptRoll
from app.systems.flanders_fields.documents import shelves_in
from app.systems.flanders_fields.force_documents import read_document
from app.systems.flanders_fields.forces import SMALL_FORCE
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Rolled
from tests.app.test_seats import device
from tests.client import TestClient, toy_app

FORCES = "/api/v1/forces"
SOMME = {"table": "british_1915", "date": "1916-07", "name": "21st Division"}


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = toy_app(url)
    with TestClient(made):
        yield made


@pytest.fixture
def maker(app: FastAPI) -> TestClient:
    return device(app)


class Making:
    """A force that is made through the service, as a page makes it: each change from what the one before came to."""

    def __init__(self, maker: TestClient, wanted: dict[str, Any]) -> None:
        self._maker = maker
        made = maker.post(FORCES, json=wanted)
        assert made.status_code == 201, made.text
        self.at = f"{FORCES}/{made.json()['id']}"
        self.now = maker.get(self.at).json()

    def send(self, *changes: dict[str, Any]) -> Any:
        body = {"revision": self.now["revision"], "document": self.now["document"], "changes": changes}
        return self._maker.post(f"{self.at}/change", json=body)

    def change(self, *changes: dict[str, Any]) -> dict[str, Any]:
        answer = self.send(*changes)
        assert answer.status_code == 200, answer.text
        self.now = answer.json()
        told: dict[str, Any] = self.now
        return told

    def forbidden(self) -> list[str]:
        """The clauses of what rules forbid and nobody has allowed."""
        return [one["clause"] for one in self.now["findings"] if one["grave"] and not one["allowed"]]

    def element(self, name: str) -> dict[str, Any]:
        return next(one for one in every(self.now["document"]["elements"]) if one["name"] == name)


def every(elements: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in elements:
        yield one
        yield from every(one.get("inside", []))


def test_a_division_is_trimmed_to_a_brigade_and_graded_against_the_rule(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    assert (force.now["battalions"], force.forbidden()) == (13, [])
    force.change({"kind": "keep_only", "of": [force.element("1st Brigade")["id"]]})
    # Four battalions, 8 Vickers, four light mortars, a brigade of guns and a medium mortar: what serves with it comes.
    models = {one["name"]: one["models"] for one in force.now["totals"]["weapons"]}
    assert (force.now["battalions"], models["Vickers"], models["18-pounder field gun"]) == (4, 8, 2)
    battalions = [one["id"] for one in every(force.now["document"]["elements"]) if one["part"] == "infantry_battalion"]
    # Of four battalions a third may be more than Raw: one (FF-QLM-18).
    force.change({"kind": "grade", "of": battalions[0], "grade": "experienced"})
    assert force.forbidden() == []
    force.change({"kind": "grade", "of": battalions[1], "grade": "experienced"})
    assert force.forbidden() == ["FF-QLM-18", "FF-QLM-18"]
    force.change({"kind": "allow", "clause": "FF-QLM-18", "reason": "rested since Loos"})
    assert force.forbidden() == []
    assert force.now["document"]["allowed"] == [{"clause": "FF-QLM-18", "reason": "rested since Loos"}]
    force.change({"kind": "forbid", "clause": "FF-QLM-18"})
    assert force.forbidden() == ["FF-QLM-18", "FF-QLM-18"]


def test_a_battalion_takes_its_name_to_its_commander(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    battalion = force.element("1st Battalion")
    force.change({"kind": "rename", "of": battalion["id"], "name": "10th Lincolns"}, {"kind": "rename", "name": "Loos"})
    renamed = force.element("10th Lincolns")
    assert (renamed["inside"][0]["name"], force.now["name"]) == ("Commander, 10th Lincolns", "Loos")


def test_choices_of_models_and_numbers_are_made_with_the_force_and_later(maker: TestClient) -> None:
    wanted = {"table": "german_1916", "date": "1917-11", "choices": {"mmg_company": 4}}
    force = Making(maker, wanted)
    # Nine battalions with 2 to 4 Maxims each (FF-TOE-134).
    assert [one["models"] for one in force.now["totals"]["weapons"] if one["name"] == "Maxim"] == [36]
    company = next(one["id"] for one in every(force.now["document"]["elements"]) if one["part"] == "mmg_company")
    force.change({"kind": "resize", "of": company, "stands": 3, "alike": True})
    assert [one["models"] for one in force.now["totals"]["weapons"] if one["name"] == "Maxim"] == [27]
    force.change({"kind": "resize", "of": company, "stands": 5})
    assert force.forbidden() == ["FF-TOE-134"]


def test_the_figures_of_a_commander_are_chosen_kept_in_the_file_and_checked(maker: TestClient) -> None:
    """FF-TOE-47: four or five; the file says so only where it is not the five that are usual."""
    force = Making(maker, {**SOMME, "choices": {"division_hq": 4}})
    hq = next(one for one in every(force.now["document"]["elements"]) if one["part"] == "division_hq")
    assert hq["on_stand"] == 4
    again = maker.post(f"{FORCES}/import", json=force.now["document"]).json()
    assert maker.get(f"{FORCES}/{again['id']}").json()["document"] == force.now["document"]
    force.change({"kind": "on_stand", "of": hq["id"], "on_stand": 5})
    hq = next(one for one in every(force.now["document"]["elements"]) if one["part"] == "division_hq")
    assert "on_stand" not in hq
    force.change({"kind": "on_stand", "of": hq["id"], "on_stand": 6})
    assert force.forbidden() == ["FF-TOE-47"]


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({**SOMME, "choices": {"infantry_brigade": 5}}, "cannot have 5 of infantry brigade"),
        ({**SOMME, "choices": {"infantry_company": 3}}, "leaves no choice of infantry_company"),
        ({**SOMME, "table": "attached"}, "is no formation"),
    ],
)
def test_a_number_that_no_table_leaves_is_refused(maker: TestClient, wanted: dict[str, Any], says: str) -> None:
    answer = maker.post(FORCES, json=wanted)
    assert (answer.status_code, says in answer.json()["detail"]) == (409, True), answer.text
    assert maker.get(FORCES).json() == []


def test_contested_points_settle_what_was_left_as_the_table_has_it(maker: TestClient) -> None:
    """Two or four 18-pounders in a brigade of guns (GAP-09): three brigades have 6 or 12; what was chosen stays."""
    force = Making(maker, SOMME)
    chosen = force.element("18-pounder, 1st Battery")
    force.change({"kind": "resize", "of": chosen["id"], "stands": 3})
    four = {"kind": "settle", "date": "1916-07", "house_rules": [{"ruling": "GAP-09", "option": "four"}]}
    force.change(four)
    assert force.now["totals"]["counters"]["18-pounder field gun"] == 3 + 5 * 2
    force.change({**four, "house_rules": []})
    assert force.now["totals"]["counters"]["18-pounder field gun"] == 3 + 5


def test_a_division_of_1917_loses_its_fourth_battalions_with_the_date(maker: TestClient) -> None:
    """Twelve battalions and the pioneers in November 1917, nine and the pioneers in April 1918 (FF-TOE-154, -155)."""
    force = Making(maker, {"table": "british_1917", "date": "1917-11"})
    assert force.now["battalions"] == 13
    force.change({"kind": "settle", "date": "1918-04"})
    assert (force.now["battalions"], force.now["totals"]["rifle_stands"]) == (10, 108 + 12)
    force.change({"kind": "settle", "date": "1917-11"})
    ids = [one["id"] for one in every(force.now["document"]["elements"])]
    assert (force.now["battalions"], len(set(ids))) == (13, len(ids))


CANNOT_BE = (
    ({"kind": "leave", "of": "x9"}, 409, "there is no 'x9'"),
    ({"kind": "grade", "of": "1.8", "grade": "veteran"}, 409, "nothing in it has a grade"),
    ({"kind": "settle", "date": "1813-10"}, 422, "1813"),
    ({"kind": "settle", "date": "1916-07", "house_rules": [{"ruling": "GAP-09", "option": "nine"}]}, 422, "nine"),
    ({"kind": "promote", "of": "1"}, 422, "promote"),
    ({"kind": "rename", "of": "1", "name": ""}, 422, "name"),
)


@pytest.mark.parametrize(("change", "status", "says"), CANNOT_BE)
def test_a_change_that_cannot_be_changes_nothing(
    maker: TestClient, change: dict[str, Any], status: int, says: str
) -> None:
    force = Making(maker, SOMME)
    answer = force.send({"kind": "rename", "name": "Half of it"}, change)
    assert (answer.status_code, says in answer.text) == (status, True), answer.text
    assert maker.get(force.at).json() == force.now


def test_a_change_whose_answer_was_lost_happens_once(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    mortar = {"kind": "add", "table": "attached", "part": "medium_mortar", "to": force.element("1st Brigade")["id"]}
    first, again = force.send(mortar), force.send(mortar)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json() == maker.get(force.at).json()
    overtaken = force.send({"kind": "rename", "name": "Another"})
    assert (overtaken.status_code, overtaken.json()["stands"]["revision"]) == (409, 2)


def test_only_the_device_that_made_it_may_change_it_and_everybody_may_copy(app: FastAPI, maker: TestClient) -> None:
    force, other = Making(maker, SOMME), device(app)
    for deed, body in (("delete", {}), ("save", {"revision": 1, "document": force.now["document"]}), ("change", {})):
        told = other.post(f"{force.at}/{deed}", json=body)
        assert (told.status_code, "copy it" in told.json()["detail"]) == (403, True)
    copy = other.post(f"{force.at}/copy", json={"name": "Theirs"}).json()
    assert (copy["is_yours"], copy["battalions"]) == (True, 13)
    listed = {one["name"]: one["is_yours"] for one in other.get(FORCES).json()}
    assert listed == {"Theirs": True, "21st Division": False}
    assert other.post(f"{FORCES}/{copy['id']}/delete", json={}).status_code == 204


def test_a_force_travels_as_a_file(app: FastAPI, maker: TestClient) -> None:
    force = Making(maker, SOMME)
    file = maker.get(f"{force.at}/file")
    assert '-force.json"' in file.headers["content-disposition"]
    sent = {"content": file.content, "headers": {"Content-Type": "application/json"}}
    brought = device(app).post(f"{FORCES}/import", **sent)
    assert brought.status_code == 201
    assert maker.get(f"{FORCES}/{brought.json()['id']}/file").content == file.content
    assert read_document(file.content).name == "21st Division"


NO_FORCES: tuple[Any, ...] = (
    {},
    [],
    3,
    {**SMALL_FORCE, "version": 2},
    {**SMALL_FORCE, "date": "1813-10"},
    {**SMALL_FORCE, "moon": 1},
)


@pytest.mark.parametrize("document", NO_FORCES)
def test_what_is_no_force_leaves_everything_as_it_was(maker: TestClient, document: Any) -> None:
    force = Making(maker, SOMME)
    saved = maker.post(f"{force.at}/save", json={"revision": 1, "document": document})
    changed = maker.post(
        f"{force.at}/change",
        json={"revision": 1, "document": document, "changes": [{"kind": "give_out"}]},
    )
    brought = maker.post(f"{FORCES}/import", json=document)
    assert (saved.status_code, changed.status_code, brought.status_code) == (422, 422, 422)
    assert brought.json()["wrong"][0]["because"]
    assert maker.get(force.at).json() == force.now
    assert len(maker.get(FORCES).json()) == 1


def test_two_forces_are_set_side_by_side(maker: TestClient) -> None:
    """A German regiment of 1914 has 36 rifle platoons, a British battalion of 1914 16 (FF-TOE-159, -149)."""
    german = Making(maker, {"table": "german_1914", "date": "1914-08"})
    german.change({"kind": "keep_only", "of": [german.element("1st Regiment")["id"]]})
    british = Making(maker, {"table": "british_1914", "date": "1914-08"})
    british.change({"kind": "keep_only", "of": [british.element("1st Battalion")["id"]]})
    told = maker.get(f"{german.at}/ratio", params={"defender": british.at.rpartition("/")[2]}).json()
    assert (told["attacker"], told["defender"], told["to_one"], told["enough"]) == (36, 16, 2.25, True)
    back = maker.get(f"{british.at}/ratio", params={"defender": german.at.rpartition("/")[2]}).json()
    assert (back["to_one"], back["enough"]) == (0.44, False)


def test_of_two_who_roll_at_once_the_first_dice_count(app: FastAPI) -> None:
    rolls = shelves_in(app.state.keeper).rolls
    first, second = (
        KeptRoll(
            AfterGameRoll("n3kq7ydq5b2rw4ta", "a1.1"), "1.2", "Loos", Rolled((Throw(face, "rolled"),) * 2, 1, 1), ""
        )
        for face in (2, 5)
    )
    assert rolls.keep("mine", first) == first.rolled
    assert rolls.keep("theirs", second) == first.rolled
    assert [one.rolled for one in rolls.of_force("mine", "line")] == [first.rolled]
    assert rolls.of_force("theirs", "line") == []

"""A battalion carried on from game to game, worked by hand from FF-CMP-04 and GAP-78 to GAP-80."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.documents.force_records import AfterGameRoll
from app.systems.flanders_fields.battalion_records import GameTold, is_the_same, roll_of
from app.systems.flanders_fields.force_documents import document_of, read_document
from app.systems.flanders_fields.forces import SMALL_FORCE
from app.systems.flanders_fields.scenario_documents import ready_force
from rules.flanders_fields.forces import is_same_name
from tests.app.test_new_game_page import client_of
from tests.app.test_own_scenarios import raid
from tests.app.test_saved_forces import FORCES, SOMME, Making, every
from tests.app.test_setting_up_pages import page, send
from tests.client import TestClient


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path) as made:
        yield made


def after(of: str, lost: int, drafts: int, *dice: int, game: str = "Mametz", **more: Any) -> dict[str, Any]:
    """Carried on with dice of the table; a 0 is one that the service throws."""
    thrown = [{"pips": pips, "source": "entered" if pips else "rolled"} for pips in dice]
    told = {"game": game, "date": "1916-07", "lost": lost, "drafts": drafts, "dice": thrown}
    return {"kind": "carry_on", "of": of, **told, **more}


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
    ("rules", "says"),
    [
        ({}, "Two dice above its drafts keep its grade, else it is Raw; a 12 makes it Veteran."),
        ({"GAP-78": "one_grade_up"}, "else it is Raw; a 12 raises it by one grade."),
        ({"GAP-78": "raw_first"}, "a 12 makes it Veteran, where 12 is above its drafts too."),
        ({"GAP-79": "on_11"}, "an 11 above its drafts, or a 12, raises it by one grade."),
        ({"GAP-80": "no_roll"}, "a 12 makes it Veteran. Without drafts it does not roll and keeps its grade."),
    ],
)
def test_the_page_tells_how_the_dice_are_read_here(maker: TestClient, rules: dict[str, str], says: str) -> None:
    """GAP-78 to GAP-80: one point settled otherwise at a time; where none rolls without drafts none is asked for."""
    force = Making(maker, {**SOMME, "house_rules": [{"ruling": one, "option": rules[one]} for one in rules]})
    of = force.element("1st Battalion")["id"]
    told = maker.get(f"/forces/{force.at.rpartition('/')[2]}?of={of}").text
    form = told.partition("data-after-a-game")[2].partition("</form>")[0]
    assert says in form
    assert [f">{one}</span>" in form for one in rules] == [True] * len(rules)
    no_roll = "GAP-80" in rules
    assert ('data-drafts="some" hidden' in form, "Carry on without a roll" in form) == (no_roll, no_roll)


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ((17, 1, 3, 4), "no more than 16 platoons to lose"),
        ((2, 3, 3, 4), "wants 2 platoons to be at strength"),
        ((2, 2, 3), "it rolls two dice for its grade"),
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


def test_dice_the_service_has_thrown_are_not_thrown_again_by_taking_them_back(maker: TestClient) -> None:
    """As in a game: what was thrown counts again, another die needs a reason, and the page tells of what was undone."""
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    before = force.now["document"]
    force.change(after(of, 6, 6, 0, 0))
    (first,) = force.now["document"]["fought"]
    assert first["sources"] == ["rolled", "rolled"]
    assert all(1 <= face <= 6 for face in first["dice"])
    looked_at = f"/forces/{force.at.rpartition('/')[2]}?of={of}"
    assert "by the service: " in maker.get(looked_at).text

    def taken_back() -> None:
        body = {"revision": force.now["revision"], "document": before}
        force.now = maker.post(f"{force.at}/save", json=body).json()

    taken_back()
    told = maker.get(looked_at).text
    assert f"Taken back: the service threw {first['dice'][0]} + {first['dice'][1]} after Mametz" in told
    assert "count again" in told
    # Under another title too, and by a copy of the force, it is the same roll; fewer drafts are another matter.
    other = [1 + face % 6 for face in first["dice"]]
    assert "were thrown for it before" in force.send(after(of, 6, 6, *other, game="Contalmaison")).text
    assert "with the same numbers" in force.send(after(of, 6, 4, 0, 0)).text
    force.change(after(of, 6, 6, 0, 0, game="Contalmaison"))
    assert force.now["document"]["fought"][0]["dice"] == first["dice"]
    assert "Taken back: the service" not in maker.get(looked_at).text
    taken_back()
    copied = maker.post(f"{force.at}/copy", json={"name": "Ours"}).json()
    body = {"revision": copied["revision"], "document": before, "changes": [after(of, 6, 6, 0, 0)]}
    answer = maker.post(f"{FORCES}/{copied['id']}/change", json=body).json()
    assert answer["document"]["fought"][0]["dice"] == first["dice"]
    # With a reason it is kept, and the reason with it.
    force.change(after(of, 6, 6, *other, reason="thrown for the 2nd by mistake"))
    (fought,) = force.now["document"]["fought"]
    assert (fought["dice"], fought["reason"]) == (other, "thrown for the 2nd by mistake")
    told = maker.get(looked_at).text
    assert "thrown for the 2nd by mistake" in told
    assert "Taken back: the service threw" in told


@pytest.mark.parametrize("again", ["Mametz", " mametz ", "MAMETZ"])
def test_record_knows_a_game_by_its_name_without_case_and_spaces(maker: TestClient, again: str) -> None:
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    force.change(after(of, 2, 0, 3, 4, game="  Mametz "))
    assert [one["game"] for one in force.now["document"]["fought"]] == ["Mametz"]
    assert "in its record already" in force.send(after(of, 1, 0, 3, 4, game=again)).text


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Bois de la Vallée", "BOIS DE LA VALLE\u0301E", True),
        ("Große Straße", "GROSSE STRASSE", True),
        ("Delville\u00a0 Wood", "delville wood", True),
        ("Delville\u200b Wood", "Del\u00adville Wood", True),
        ("\ufeffMametz", "Ｍａｍｅｔｚ", True),
        ("Mametz", "Mametz 2", False),
        ("Vallée", "Vallee", False),
    ],
)
def test_names_are_compared_without_case_spaces_and_encoding_of_accents(one: str, other: str, is_same: bool) -> None:
    assert is_same_name(one, other) is is_same


@pytest.mark.parametrize("blank", [" ", "\u00a0", "   ", "\u200b", "\ufeff \u00ad"])
def test_record_refuses_a_game_without_a_name(maker: TestClient, blank: str) -> None:
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    assert "give the game a name" in force.send(after(of, 1, 0, 3, 4, game=blank)).text


def test_record_asks_for_a_reason_where_a_game_is_earlier_than_the_newest(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    force.change(after(of, 2, 0, 3, 4))
    refused = force.send(after(of, 1, 0, 3, 4, game="Loos", date="1915-09"))
    assert refused.status_code == 409
    assert "has fought Mametz in July 1916 already, and Loos is of September 1915" in refused.json()["detail"]
    assert "write down why" in refused.json()["instead"]
    assert force.send(after(of, 1, 0, 3, 4, game="Loos", date="1915-09", reason="\u200b ")).status_code == 409
    # The page has the field for it once there is a record, and shows the reason with the game.
    looked_at = f"/forces/{force.at.rpartition('/')[2]}?of={of}"
    assert 'name="reason"' in maker.get(looked_at).text
    force.change(after(of, 1, 0, 3, 4, game="Loos", date="1915-09", reason=" played late "))
    assert force.now["document"]["fought"][-1]["reason"] == "played late"
    assert "Reason: played late" in maker.get(looked_at).text
    # The newest month stays July 1916; a game of the same month needs no reason.
    assert "has fought Mametz in July 1916" in force.send(after(of, 1, 0, 3, 4, game="Somme", date="1916-06")).text
    force.change(after(of, 1, 0, 3, 4, game="Contalmaison"))


def test_battalion_is_known_after_a_game_by_its_name_without_case(maker: TestClient) -> None:
    fought = {"of": "1.2", "game": "Loos", "date": "1915-09", "lost": 1, "drafts": 1, "dice": [3, 4], "full": 4}
    kept = {**fought, "platoons": 4, "grade": "raw"}
    force = read_document(msgspec.json.encode({**SMALL_FORCE, "fought": [kept]}))
    own = force.element("1.2").name
    told = GameTold("b2r5kq7ydq3xw4ta", "Loos", "1915-10", "a1.1", f" {own.upper()}", force.nation.value, 1)
    assert is_the_same(force, "1.2", told)


def test_a_die_that_the_service_throws_has_no_face_yet_and_none_is_thrown_for_what_cannot_be(
    maker: TestClient,
) -> None:
    force = Making(maker, SOMME)
    of = force.element("1st Battalion")["id"]
    chosen = after(of, 2, 2, 6, 6) | {"dice": [{"pips": 6, "source": "rolled"}] * 2}
    assert "the service throws this die itself" in force.send(chosen).text
    assert force.send(after(of, 17, 1, 0, 0)).status_code == 409
    assert "Taken back" not in maker.get(f"/forces/{force.at.rpartition('/')[2]}?of={of}").text


def test_a_game_that_was_kept_here_moves_no_other_roll_on() -> None:
    """Else a roll that was taken back would be another one after the next report."""
    fought = {"of": "1.2", "game": "Loos", "date": "1915-09", "lost": 1, "drafts": 1, "dice": [3, 4], "full": 4}
    kept = {**fought, "platoons": 4, "grade": "raw", "game_id": "n3kq7ydq5b2rw4ta", "told": 1}
    force = read_document(msgspec.json.encode({**SMALL_FORCE, "fought": [kept]}))
    assert roll_of(force, "mine", "1.2", None) == AfterGameRoll("mine", "1.2", 1)
    told = GameTold("b2r5kq7ydq3xw4ta", "Loos", "1915-09", "a1.1", "10th Lincolns", "british", 1)
    assert roll_of(force, "mine", "1.2", told) == AfterGameRoll("b2r5kq7ydq3xw4ta", "a1.1")


def test_a_record_that_says_so_has_not_been_thrown_here(maker: TestClient) -> None:
    """Only the service's own book says that it threw: a file can say anything."""
    fought = {"of": "1.2", "game": "Loos", "date": "1915-09", "lost": 1, "drafts": 1, "dice": [6, 6], "full": 4}
    told = {**fought, "platoons": 4, "grade": "veteran", "sources": ["rolled", "rolled"]}
    made = maker.post(f"{FORCES}/import", json={**SMALL_FORCE, "fought": [told]}).json()
    assert "by a service, says its file" in maker.get(f"/forces/{made['id']}?of=1.2").text


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
    fields = dict(re.findall(r'name="(game|game_id|fought_as)" value="([^"]*)"', form))
    assert fields == {"game": "A raid", "game_id": game, "fought_as": "a1.1"}
    assert "by its log 1 platoon lost" in form
    assert "data-after-a-game open" in form
    now = maker.get(f"{FORCES}/{made['id']}").json()
    battalions = [each["id"] for each in every(now["document"]["elements"]) if each["part"] == "infantry_battalion"]
    one, other = battalions[:2]
    known = {"game_id": game, "fought_as": "a1.1"}

    def send_(*change: dict[str, Any]) -> Any:
        body = {"revision": now["revision"], "document": now["document"], "changes": change}
        return maker.post(f"{FORCES}/{made['id']}/change", json=body)

    assert "by the log of A raid it lost 1, not 2" in send_(after(one, 2, 0, 3, 4, **known)).text
    assert "in A raid that was the British 1st Battalion" in send_(after(other, 1, 0, 3, 4, **known)).text
    assert "no battalion" in send_(after(one, 1, 0, 3, 4, **{**known, "fought_as": "a9.9"})).text
    # Title and month are those of the game, whatever is sent; a game of another day has its own id.
    answer = send_(after(one, 1, 0, 3, 4, game="Another", **known))
    assert answer.status_code == 200, answer.text
    now = answer.json()
    assert "A raid in its record already" in send_(after(one, 1, 0, 3, 4, **known)).text
    (fought,) = now["document"]["fought"]
    assert (fought["game"], fought["date"], fought["game_id"], fought["told"]) == ("A raid", raid()["date"], game, 1)
    assert "15 of 16 platoons" in page(maker, "/report")
    form = maker.get(way).text
    assert "1 platoon lost, 0 taken in, rolled 3 + 4 at the table" in form
    assert "data-after-a-game open" not in form
    assert f'href="/games/{game}/report">Its report</a>' in form
    # The next one is filled in from the same game, wherever it is in the force.
    form = maker.get(way.replace(f"of={one}", f"of={other}")).text
    assert "by its log 0 platoons lost" in form
    assert 'name="fought_as" value="a1.2"' in form
    view = maker.get(f"/api/v1/games/{opened()}").json()["view"]
    assert any("63 rifle platoons against 36" in line for line in view["briefing"])
    # Somebody else's device is not led to a force it may not change, and is told nothing of a game it has no seat at.
    maker.cookies.clear()
    assert "by its log" not in maker.get(way).text
    assert "Carry on in " not in maker.get(f"/games/{game}/report").text

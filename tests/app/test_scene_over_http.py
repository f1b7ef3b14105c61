"""The scene over HTTP: all that the screen of a seat shows at once, worked by hand from a game that is played here."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from app.systems.flanders_fields.screen import place
from app.systems.flanders_fields.screen_board import counted_by_kind
from rules.kernel.seats import Role
from tests.app.described import OWN, device, joined, served
from tests.app.never_on_the_stage import scene
from tests.app.test_stage_over_http import Client
from tests.browser.golden import played
from tests.game.ground_in_play import OPEN_FIELD, at

SOMME: Final[dict[str, Any]] = {
    "system": "flanders-fields",
    "title": "Somme",
    "role": "attacker",
    "name": "Ada",
    "command": {"kind": "create_game", "scenario": "somme-1916"},
}


class Seat(Client):
    """A seat that looks at its scene."""

    def scene(self) -> dict[str, Any]:
        return self._good(self.client.get(f"{self.at}/screen"))

    def does(self, kind: str, **fields: Any) -> None:
        answer = self.send(self.scene()["number"], {"kind": kind, **fields})
        assert answer.status_code == 200, answer.text

    def to(self, step: str) -> dict[str, Any]:
        """Go on until a step is in hand; what is owed on the way harms nobody."""
        self.does("start_turn")
        for _ in range(80):
            scene = self.scene()
            if scene["step"] and scene["step"]["full"] == step:
                return scene
            owed = [one for one in scene["stage"]["required"] if one["kind"] != "roll_under_barrage"]
            if owed:
                self.does(owed[0]["kind"], **{**self.proposed(owed[0]), **owed[0]["about"]})
            else:
                self.does("next_step")
        raise AssertionError(f"{step} was never reached")

    def proposed(self, deed: Mapping[str, Any], told: Mapping[str, Any] | None = None) -> dict[str, Any]:
        asked = self.asked(deed, told or {})
        dice = {
            one["name"]: {"pips": 1} if one["maximum"] is None else [{"pips": 1}] * int(one["maximum"])
            for one in asked["prompts"]
            if one["kind"] == "dice" and not one["per"]
        }
        return {**asked["answers"], **dice}

    def asked(self, deed: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
        body = {"kind": deed["kind"], "about": deed["about"], "answers": told, "propose": True}
        return self._good(self.client.post(f"{self.at}/prompts", json=body, headers=OWN))

    def offered(self, kind: str, unit: str) -> dict[str, Any]:
        stage = self.scene()["stage"]["available"]
        return next(one for one in stage if one["kind"] == kind and one["about"].get("unit") == unit)


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[tuple[Seat, Seat]]:
    with served(tmp_path) as (app, client):
        game = client.post("/api/v1/games", json=SOMME, headers=OWN).json()["game_id"]
        other = joined(app, client, game, "defender")
        yield Seat(client, game), Seat(other, game)


def _blocks(scene: Mapping[str, Any], side: str) -> dict[str, Any]:
    face = next(one for one in scene["faces"] if one["side"] == side)
    return {one["name"]: one for one in face["blocks"]}


def _counters(block: Mapping[str, Any]) -> dict[str, Any]:
    return {one["id"]: one for row in block["rows"] for one in (*row["counters"], *row["last"])}


def test_battalions_are_blocks_their_companies_rows_and_their_own_side_comes_first(seats: tuple[Seat, Seat]) -> None:
    attacker, defender = (one.scene() for one in seats)
    assert [(one["name"], one["letter"], one["own"]) for one in attacker["faces"]] == [
        ("British", "B", True),
        ("German", "G", False),
    ]
    assert [one["name"] for one in defender["faces"]] == ["German", "British"]
    pals = _blocks(attacker, "attacker")["1st Pals"]
    assert (pals["quality"], pals["strength"], pals["away"]) == ("Raw", "16 of 16", False)
    assert [(row["label"], row["name"], len(row["counters"])) for row in pals["rows"]] == [
        ("A", "A Company", 4),
        ("B", "B Company", 4),
        ("C", "C Company", 4),
        ("D", "D Company", 4),
        ("LG", "Lewis guns", 4),
    ]
    # The commander and the mortar stand in the last column, in the first rows.
    assert [[one["short"] for one in row["last"]] for row in pals["rows"]] == [["C.O."], ["Mor"], [], [], []]
    assert _blocks(attacker, "attacker")["3rd Pals"]["away"]
    first = _counters(pals)["a1.1.c1.p1"]
    assert (first["short"], first["name"], first["brief"]) == ("1", "1st Platoon, A Company", "1st Platoon, A Coy")


@pytest.mark.parametrize(
    ("kinds", "says"),
    [
        (["field_gun"] * 9 + ["field_howitzer"] * 3, "12 guns"),
        (["field_gun", "tank", "tank", "block_house", "light_mortar"], "1 gun, 2 tanks, 1 block house, 1 mortar"),
        (["machine_gun", "machine_gun"], "2 machine guns"),
        ([], "none left"),
    ],
)
def test_only_guns_are_counted_as_guns(kinds: list[str], says: str) -> None:
    """FF-TOE-11: a gun model is one of the artillery; what else a regiment has of its own is called what it is."""
    assert counted_by_kind(kinds) == says


def test_a_regiment_says_what_it_has_of_its_own(seats: tuple[Seat, Seat]) -> None:
    attacker, _ = (one.scene() for one in seats)
    loose = [block for face in attacker["faces"] for block in face["blocks"] if block["loose"]]
    # Two 18-pounders, howitzers of 4.5 and 8 inches, 60-pounders, and two Vickers.
    assert {block["name"]: block["strength"] for block in loose}["The Brigade"] == "5 guns, 2 machine guns"
    for block in loose:
        cells = [cell for row in block["rows"] for cell in row["counters"] if not cell["head"]]
        assert sum(int(part.split()[0]) for part in block["strength"].split(", ")) == len(cells)


def test_the_units_of_the_step_and_how_they_stand(seats: tuple[Seat, Seat]) -> None:
    seat, other = seats
    scene = seat.to("Rifle companies")
    assert [(one["short"], one["state"]) for one in scene["units"]] == [(one, "to order") for one in "ABCD"]
    assert (scene["turn"], scene["whose_name"], scene["step"]["number"]) == ("Turn 1", "British", "6 IV")
    assert other.scene()["units"] == []
    seat.does("roll_orders", unit="a1.1.c1", die={"pips": 4})
    # Raw and not yet fired on: 4 and 1 are 5, which earns two actions (FF-ORD-21, FF-ORD-T5).
    assert (seat.scene()["units"][0]["state"], seat.scene()["units"][0]["left"]) == ("2 actions left", 2)


def test_of_a_line_it_is_told_whether_a_step_only_begins_with_it(seats: tuple[Seat, Seat]) -> None:
    seat, other = seats
    seat.to("Rifle companies")
    assert [other.scene()["lines"][0][one] for one in ("says", "begins")] == ["Rifle companies, 1st Pals", True]
    seat.does("roll_orders", unit="a1.1.c1", die={"pips": 4})
    assert not other.scene()["lines"][0]["begins"]


def test_that_a_whole_company_is_suppressed_is_said_below_its_shots(seats: tuple[Seat, Seat]) -> None:
    """FF-SUP-06: what a machine gun suppresses is the company of the stand hit."""
    seat, _ = seats
    seat.to("Machine guns and block houses")
    seat.does("roll_orders", unit="a1.x1", die={"pips": 6})
    shots = [{"firer": "a1.x1", "target": "d1.1.c1.p1", "range_cm": 40, "cover": "medium", "dice": [{"pips": 5}]}]
    seat.does("fire", unit="a1.x1", shots=shots)
    result = seat.scene()["results"][-1]
    assert (result["headline"], len(result["changed"])) == ("1 suppressed", 3)
    assert result["said"] == "1 suppression level on every stand of the company"
    seat.does("fire", unit="a1.x1", shots=[{**shots[0], "target": "d1.1.c2.p1", "dice": [{"pips": 1}]}])
    assert seat.scene()["results"][-1]["said"] == ""


def test_a_result_stands_until_its_step_is_over_or_it_is_taken_back(seats: tuple[Seat, Seat]) -> None:
    seat, other = seats
    seat.to("Rifle companies")
    seat.does("roll_orders", unit="a1.1.c1", die={"pips": 4})
    for looker in seats:
        result = looker.scene()["results"][-1]
        assert (result["label"], result["headline"], result["dice"]) == ("A Company, order", "2 actions", 1)
        assert result["rows"][0]["dice"] == [4]
        assert {"value": "+1", "says": "Raw, not yet fired on", "clause": "FF-ORD-21"} in result["rows"][0]["lines"]
    back = seat.scene()["back"]
    assert (back["name"], back["dice"], back["asks"]) == ("A Company's order", [4], True)
    assert other.scene()["back"] is None
    seat.does("undo", command_id=back["command"])
    assert seat.scene()["asking"]["says"] == "take back A Company's order (die 4)"
    assert other.scene()["request"] == {"says": "take back A Company's order (die 4)", "side": "attacker"}
    other.does("answer", agree=True)
    assert all(one["headline"] != "2 actions" for one in seat.scene()["results"])
    assert any(one["gone"] for one in seat.scene()["lines"])


def test_who_is_asked_reads_why(seats: tuple[Seat, Seat]) -> None:
    seat, other = seats
    seat.does("correct", of="a1.1.c1.p1", what="alive", value=False, reason="it was hit")
    # To give a stand of one's own up asks nobody; to have it back does.
    seat.does("correct", of="a1.1.c1.p1", what="alive", value=True, reason="it was another")
    for shown in (other.scene()["request"], seat.scene()["asking"]):
        assert shown["says"].endswith(" (it was another)")


def test_the_odds_of_a_shot_and_what_the_shot_came_to(seats: tuple[Seat, Seat]) -> None:
    """FF-SHO-T2: a machine gun at Medium suppresses with 5; in the zone behind the first target one less each."""
    seat, other = seats
    seat.to("Machine guns and block houses")
    seat.does("roll_orders", unit="a1.x1", die={"pips": 6})
    deed = seat.offered("fire", "a1.x1")
    shots = [{"firer": "a1.x1", "target": f"d1.1.c3.p{n}"} for n in (1, 2, 3)]
    asked = seat.asked(deed, {"shots": shots})
    assert asked["origins"]["shots.0.cover"] == "assumed"
    assert asked["answers"]["shots"][0]["cover"] == "medium"
    assert [[bar["kind"] for bar in one["bars"]] for one in asked["odds"]] == [["none", "suppressed"]] * 2 + [["none"]]
    assert [one["six"] for one in asked["odds"]] == [[0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 1], [0] * 6]
    assert [one["total"] for one in asked["odds"]] == [None, -1, -2]
    thrown = [{**row, "dice": [{"pips": pips}]} for row, pips in zip(asked["answers"]["shots"], (5, 6, 3), strict=True)]
    seat.does("fire", unit="a1.x1", shots=thrown)
    result = other.scene()["results"][-1]
    assert (result["label"], result["headline"]) == ("1st Vickers, fire", "2 suppressed")
    assert [row["tags"][0]["word"] for row in result["rows"]] == ["suppressed", "suppressed", "nothing"]
    assert result["rows"][1]["reckoning"].startswith("6 \u2212 1 = 5 in Medium")
    # A suppression marks every stand of the company (FF-SUP-06).
    assert set(result["changed"]) >= {"d1.1.c3.p1", "d1.1.c3.p2"}
    levels = {one: each["levels"] for one, each in _counters(_blocks(other.scene(), "defender")["I / Regt"]).items()}
    assert [levels[f"d1.1.c3.p{n}"] for n in (1, 2, 3)] == [1, 1, 1]


def test_who_only_looks_on_has_a_scene_and_nothing_to_do(tmp_path: Path) -> None:
    with served(tmp_path) as (app, client):
        game = client.post("/api/v1/games", json=SOMME, headers=OWN).json()["game_id"]
        looker = Seat(joined(app, client, game, "spectator"), game)
        scene = looker.scene()
        assert scene["sides"] == []
        assert scene["stage"]["available"] == []
        assert scene["back"] is None
        assert device(app).get(f"{looker.at}/screen").status_code == 401


def test_a_laid_table_has_a_map_that_shows_each_seat_from_its_own_edge_what_it_knows(tmp_path: Path) -> None:
    """The far edge is the own one of whoever defends; each drags his own stands, and who only looks on none."""
    with served(tmp_path) as (app, client):
        started = SOMME | {"command": SOMME["command"] | {"table": OPEN_FIELD}}
        game = client.post("/api/v1/games", json=started, headers=OWN).json()["game_id"]
        own = Seat(client, game)
        other, looker = (Seat(joined(app, client, game, role), game) for role in ("defender", "spectator"))
        own.does("place_stands", stands=[at("a1.1.c1.p1", 300, 300)])
        other.does("place_stands", stands=[at("d1.1.c1.p1", 300, 900, 180.0)])
        maps = {one: one.client.get(f"/games/{game}/stage/map").text for one in (own, other, looker)}
        assert all(one.scene()["has_map"] for one in maps)
        assert [" data-across" in one for one in maps.values()] == [False, True, False]
        assert all('data-stand="a1.1.c1.p1"' in one for one in maps.values())
        draggable = [re.findall(r'data-stand="([^"]+)"[^>]* data-moves', one) for one in maps.values()]
        assert draggable == [["a1.1.c1.p1"], ["d1.1.c1.p1"], []]
        assert 'data-drags="move_unit.places place_stands.stands ' in maps[own]
        assert device(app).get(f"/games/{game}/stage/map").status_code in {303, 401, 403}


def test_a_table_that_was_not_laid_has_no_map(seats: tuple[Seat, Seat]) -> None:
    own, _ = seats
    assert own.scene()["has_map"] is False
    assert own.client.get(f"{own.at.removeprefix('/api/v1')}/stage/map").text == ""


def test_a_fight_is_foreseen_by_both_sides_alike_for_every_pair_of_faces(seats: tuple[Seat, Seat]) -> None:
    """Raw infantry at a trench (FF-ASL-T1): +1 -1 -1 against 0; 10, 5 and 21 of 36 by FF-ASL-T2 at -1."""
    company, stand, target = "a1.1.c1", "a1.1.c1.p1", "d1.1.c1.p1"
    host, other = seats
    host.to("Rifle companies")
    host.does("roll_orders", unit=company, die={"pips": 6})
    host.does("go_in", unit=company, stand=stand, target=target, cover="medium")
    host.does("all_in", unit=company)
    other.does("fire_as_they_close", stand=target)
    meeting, theirs = (one.asked(one.scene()["stage"]["required"][0], {})["meeting"] for one in seats)
    assert meeting == theirs
    assert [(meeting[one]["side"], meeting[one]["added"]) for one in ("rows", "columns")] == [
        ("attacker", -1),
        ("defender", 0),
    ]
    assert [line["value"] for line in meeting["rows"]["lines"]] == ["+1", "\u22121", "\u22121"]
    assert [line["clause"] for line in meeting["rows"]["lines"]] == ["FF-ASL-T1", "FF-ASL-T1", "FF-ASL-15"]
    assert [(one["wins"], one["pairs"]) for one in meeting["ends"]] == [("attacker", 10), ("", 5), ("defender", 21)]
    by_hand = ["222222", "122222", "012222", "001222", "000122", "000012"]
    assert ["".join(map(str, meeting["cells"][row : row + 6])) for row in range(0, 36, 6)] == by_hand


def test_a_die_that_leaves_a_cloud_where_it_is_has_a_result_like_every_other_that_decides() -> None:
    """AMB-446; half of a throw, such as one die of two that meet, leaves a line."""
    found = [one for game, past in played("clouds-own-die") for one in scene(game, Role("attacker"), past).results]
    (stays,) = {one.command: one for one in found if one.kind == "cloud_die_thrown"}.values()
    assert (stays.headline, stays.dice, [row.tags[0].word for row in stays.rows]) == ("Gas cloud 1 stays", 1, ["stays"])


def test_an_air_attack_names_its_target_for_both_sides_to_read_how_it_ended() -> None:
    """The aircraft are no stand. A side whose die lay first reads the result of the other's (FF-AIR-08)."""
    for role in ("attacker", "defender"):
        found = [one for game, past in played("march-1918-0.1.0") for one in scene(game, Role(role), past).results]
        struck = {one.command: one for one in found if one.kind == "air_attacked"}.values()
        assert struck
        assert all(len(one.between) == 2 and one.between[0] == "" and one.between[1] for one in struck)


def test_the_last_turn_of_a_scenario_is_said_to_be_the_last(seats: tuple[Seat, Seat]) -> None:
    view = seats[0]._good(seats[0].client.get(seats[0].at))["view"]
    last = view["set_up_by_steps"]["turns"]

    def end_of(turn: int, is_over: bool = False, turns: int = last) -> str:
        told = {"turn": {**view["turn"], "number": turn}}
        told["set_up_by_steps"] = {**view["set_up_by_steps"], "turns": turns, "over": is_over}
        return place({**view, **told}).end.value

    assert [end_of(last - 1), end_of(last), end_of(last, is_over=True)] == ["", "last", "over"]
    # One without a length of its own never says so (AMB-10).
    assert end_of(6, turns=0) == ""

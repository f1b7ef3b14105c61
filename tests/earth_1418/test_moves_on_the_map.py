"""Moves over the map, worked by hand: how far the ground lets a rank go, and assaults that touch."""

from math import atan2, degrees, dist
from typing import Any

import pytest

from app.games.command_history import lines_of
from rules.earth_1418.game import move_proposals
from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.map_facts import measurements
from rules.earth_1418.game.move_proposals import reach_of
from rules.earth_1418.vocabulary import GroundToCross
from rules.kernel.seats import Role
from tests.earth_1418.mapped import area, asks, field_of, placed, planned, put, table_of
from tests.earth_1418.playing import Played


def test_a_move_is_measured_over_the_ground_that_it_touches() -> None:
    # Rough ground lies from 240 up: a medium company goes 6 - 25 % = 4.5 cm over it (BE-MOV-09, BE-MOV-12).
    game = placed(area("wood", "wood", 200, 240, 400, 300))
    planned(game, ("move", ""), ("stay_put", ""), ("advance", "hold"))
    game.until("execution", 7)
    about = {"unit": game.id("Red")}
    found = asks(game, "attacker", "move", about, x_mm=300, y_mm=245)
    assert {name: found[name] for name in ("road", "rough", "impractical", "moved_cm", "ends_in")} == {
        "road": False,
        "rough": True,
        "impractical": False,
        "moved_cm": 4.5,
        # Its rear lies at 237.5: of 15 mm 12.5 are in the wood.
        "ends_in": "rough",
    }
    told = {**about, "x_mm": 300, "y_mm": 245, "rough": True, "moved_cm": 4.6, "ends_in": "rough"}
    assert game.refused("attacker", "move", **told) == "BE-MOV-02"
    game.do("attacker", "move", **told | {"moved_cm": 4.5})
    assert game.state.ground.places[f"{game.id('Red')}/2"].y_mm == 245
    assert not game.state.ground.unsure


def test_who_moves_and_is_not_placed_again_is_measured_from_nowhere() -> None:
    game = placed()
    planned(game, ("move", ""), ("stay_put", "Red"), ("advance", "hold"))
    game.until("execution", 7)
    game.do("attacker", "move", unit=game.id("Red"), moved_cm=6, ends_in="open")
    assert measurements.apart(field_of(game), game.id("Red"), game.id("Blue")) is None
    put(game, "Red", 300, 260)
    far = measurements.apart(field_of(game), game.id("Red"), game.id("Blue"))
    assert far is not None
    assert far.value == 22.5


def test_how_far_a_move_may_lead_is_drawn_by_its_ground() -> None:
    # A retreat may lead anywhere. The wood is entered no farther than 4.5 cm (BE-MOV-09); down it is 6.
    game = placed(area("wood", "wood", 200, 240, 400, 300))
    planned(game, ("retreat", ""), ("stay_put", ""), ("retreat", "hold"))
    outline = reach_of(table_of(game), field_of(game), game.unit("Red"))
    up, down = outline[0], outline[36]
    assert (round(up[1]), round(down[1])) == (245, 140)


@pytest.mark.parametrize(("direction", "middle"), [("straight_ahead", 0), ("half_right", 45), ("left", 270)])
def test_reach_of_an_advance_is_the_arc_about_its_direction(direction: str, middle: int) -> None:
    """BE-CMD-07, G-44: within 45 degrees of it, so a quarter of the circle of 6 cm about the middle of Red."""
    game = placed()
    planned(game, ("move", ""), ("stay_put", ""), ("advance", "hold", direction))
    start, *rim = reach_of(table_of(game), field_of(game), game.unit("Red"))
    assert start == (300, 200)
    assert {round(dist(start, point)) for point in rim} == {60}
    bearings = [round(degrees(atan2(x - 300, y - 200)) - middle) % 360 for x, y in rim]
    assert (bearings[0], bearings[len(rim) // 2], bearings[-1]) == (315, 0, 45)


def test_ground_is_touched_by_any_base_of_a_rank() -> None:
    game = placed(area("wood", "wood", 320, 210, 340, 230))
    field = field_of(game)
    assert measurements.going(field, game.id("Red"), (0.0, 60.0)) == (GroundToCross.ROUGH,)
    assert measurements.going(field, game.id("Red"), (-60.0, 0.0)) == ()


def test_an_assault_goes_straight_at_its_enemy_and_touches_him() -> None:
    # 10 cm apart; an assault of 6 x 2 = 12 cm makes contact (BE-MOV-11, BE-ASL-04).
    game = placed(blue_at=(300, 315))
    planned(game, ("assault", "Blue"), ("stay_put", ""), ("assault", "hold"))
    game.until("execution", 6)
    about = {"unit": game.id("Red")}
    assert move_proposals.assaulted(table_of(game), game.unit("Red")) == [game.id("Blue")]
    found = asks(game, "attacker", "move", about, enemy=game.id("Blue"))
    assert found["enemy_cm"] == 10
    game.do("attacker", "move", **about, enemy=game.id("Blue"), enemy_cm=10, ends_in="open")
    assert game.state.ground.places[f"{game.id('Red')}/2"].y_mm == 300
    assert [one.both for one in game.state.contacts] == [False]
    assert measurements.touching(field_of(game), game.id("Red"), game.id("Blue")) == 3
    game.until("melee")
    assert asks(game, "attacker", "fight", {"unit": game.id("Red"), "target": game.id("Blue")})["bases"] == 3


@pytest.mark.parametrize(
    ("near_mm", "rough", "stops_cm", "goes_mm"),
    [
        # Over open ground 12 cm, to where its middle lies at 320; over rough 9 (BE-MOV-09, BE-MOV-11).
        (325, False, None, 120),
        # Over the wood it comes to 290 only, so that it does not come to it: it stops at its edge, 310 - 200 mm on.
        (310, False, 11, 110),
        (280, True, None, 90),
    ],
)
def test_ground_that_an_assault_does_not_come_to_slows_it_by_nothing(
    near_mm: int, rough: bool, stops_cm: float | None, goes_mm: int
) -> None:
    game = placed(area("wood", "wood", 200, near_mm, 400, 430), blue_at=(300, 465))
    planned(game, ("assault", "Blue"), ("stay_put", ""), ("assault", "hold"))
    game.until("execution", 6)
    about = {"unit": game.id("Red")}
    found = asks(game, "attacker", "move", about, enemy=game.id("Blue"))
    assert (found["enemy_cm"], found.get("rough", False), found.get("moved_cm")) == (25, rough, stops_cm)
    way = {"enemy": game.id("Blue"), "enemy_cm": 25, "rough": rough, "moved_cm": stops_cm, "ends_in": "open"}
    (moved, _) = game.do("attacker", "move", **about, **way)
    assert (moved.moved_mm, moved.contact, moved.short_of) == (goes_mm, None, game.id("Blue"))


def test_an_assault_stops_before_rough_ground_that_keeps_it_from_its_enemy() -> None:
    # Blue 11.5 cm away in a wood whose edge is 10 cm on: 9 cm over it, so that it is not come to (BE-MOV-09).
    game = placed(area("wood", "wood", 200, 300, 400, 430), blue_at=(300, 330))
    planned(game, ("assault", "Blue"), ("stay_put", ""), ("assault", "hold"))
    game.until("execution", 6)
    about = {"unit": game.id("Red"), "enemy": game.id("Blue"), "enemy_cm": 11.5, "ends_in": "open"}
    assert asks(game, "attacker", "move", {"unit": game.id("Red")}, enemy=game.id("Blue"))["moved_cm"] == 10
    # Farther than over open ground it never comes.
    assert game.refused("attacker", "move", **about, moved_cm=12.5) == "BE-MOV-02"
    (moved, _) = game.do("attacker", "move", **about, moved_cm=10)
    assert (moved.moved_mm, moved.contact) == (100, None)
    assert "BE-MOV-09" in {one.clause for one in moved.steps}


def test_nobody_beyond_300_m_is_proposed_for_an_assault() -> None:
    game = placed(blue_at=(300, 800))
    game.command("assault", "hold")
    game.until("planning", 4)
    assert asks(game, "attacker", "plan_unit", {"unit": game.id("Red")})["enemy_within_300_m"] is False


# ---------- two that assault each other (G-43) ----------


def meeting(**more: Any) -> Played:
    game = placed(blue_at=(300, 315), **more)
    planned(game, ("assault", "Blue"), ("assault", "Red"), ("assault", "assault"))
    game.until("execution", 6)
    return game


def test_two_that_assault_each_other_move_until_they_touch() -> None:
    # 10 cm between them and 12 each: shared by their allowances, five each.
    game = meeting()
    red, blue = game.id("Red"), game.id("Blue")
    (moved, _) = game.do("attacker", "move", unit=red, enemy=blue, enemy_cm=10, ends_in="open")
    assert (moved.moved_mm, moved.contact) == (50, None)
    (moved, _) = game.do("defender", "move", unit=blue, enemy=red, enemy_cm=5, ends_in="open")
    assert (moved.moved_mm, moved.contact.both) == (50, True)
    assert (game.unit("Red").assaulting, game.unit("Blue").assaulting) == ("", "")
    places = game.state.ground.places
    assert (places[f"{red}/2"].y_mm, places[f"{blue}/2"].y_mm) == (250, 265)


def test_by_house_rule_the_side_that_said_ready_last_stops_short() -> None:
    game = meeting(house_rules=[{"ruling": "G-43", "option": "last_ready_short"}])
    last = game.state.ready_last
    first, second = ("Blue", "Red") if last == "attacker" else ("Red", "Blue")
    one, other = game.unit(first), game.unit(second)
    told = {"ends_in": "open", "enemy_cm": 10}
    (moved, *_) = game.do(one.side, "move", unit=one.id, enemy=other.id, **told)
    # It may go 12 and has 10 to go: it makes all of them, and the other none.
    assert moved.moved_mm == 100


def test_a_move_on_the_map_is_one_line_of_the_log() -> None:
    game = placed()
    planned(game, ("move", ""), ("stay_put", ""), ("advance", "hold"))
    game.until("execution", 7)
    told = {"unit": game.id("Red"), "ends_in": "open", "x_mm": 300, "y_mm": 240, "moved_cm": 4}
    events = game.do("attacker", "move", **told)
    entries = [SYSTEM.tell(game.state, one, Role("defender")) for one in game.log]
    lines = [one["says"] for one in lines_of(entries)]
    assert (len(events), lines[-1], "Red: placed on the map" in lines) == (2, "Red: 4 cm into open ground", True)
    assert lines.count("Red: placed on the map") == 1
    assert game.state.ground.places[f"{game.id('Red')}/2"].y_mm == 240


def test_a_place_that_is_too_far_is_gone_towards() -> None:
    """A finger on a small map need not be exact: as far as it may, straight towards where it tapped (BE-MOV-12)."""
    game = placed(area("wood", "wood", 200, 230, 400, 300))
    planned(game, ("move", ""), ("stay_put", ""), ("advance", "hold", "right"))
    game.until("execution", 7)
    about = {"unit": game.id("Red")}
    # The wood begins 30 mm on: over it 4.5 cm (BE-MOV-09). Sideways over open ground it is 6.
    found = asks(game, "attacker", "move", about, x_mm=300, y_mm=400)
    assert (found["toward"], found["rough"], found["moved_cm"], found["ends_in"]) == (True, True, 4.5, "rough")
    found = asks(game, "attacker", "move", about, x_mm=500, y_mm=200)
    assert (found["toward"], found["rough"], found["moved_cm"]) == (True, False, 6)
    # Where it comes to what was tapped nothing is asked, and who would have it otherwise is refused as before.
    assert "toward" not in asks(game, "attacker", "move", about, x_mm=350, y_mm=200)
    far = {**about, "x_mm": 500, "y_mm": 200, "ends_in": "open"}
    assert game.refused("attacker", "move", **far, moved_cm=20) == "BE-MOV-02"
    (moved, _) = game.do("attacker", "move", **far, toward=True, moved_cm=6)
    assert moved.moved_mm == 60
    assert game.state.ground.places[f"{game.id('Red')}/2"].x_mm == 360

"""A move tried out on the map: lengths by hand, 20 cm in the open and 10 in a wood for infantry (FF-MOV-T3)."""

from dataclasses import replace

import pytest

from rules.flanders_fields.game.map_facts.board import CloudOnField, Field, GroundUnderFire
from rules.flanders_fields.game.map_facts.move_paths import Leg, leg, meets, on_the_ways
from rules.flanders_fields.vocabulary import Crossing, Side
from rules.kernel.polygons import rectangle
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import AreaKind, Road, Stream, Wire
from tests.survey.scenes import area, at, book, enemy, field, path

MID = book("1916-07")
WOOD = area(AreaKind.WOOD, 90, 60, 110, 80, "Wood 3")
FIRE = GroundUnderFire(
    "the area of a battery", Crossing.ARTILLERY_AREA, Side.DEFENDER, rectangle(100, 100, 0, (1000, 600)), unit="d1.b1"
)


def to(along_cm: float, up_cm: float, facing: float = 0) -> Pose:
    return Pose(Spot(round(along_cm * 10), round(up_cm * 10)), facing)


def way(on: Field, pose: Pose, in_column: bool = False) -> Leg:
    found = leg(on, "own", pose, MID, in_column)
    assert found is not None
    return found


@pytest.mark.parametrize(("up", "reaches"), [(70.0, True), (70.1, False)])
def test_a_move_in_the_open_reaches_20_cm(up: float, reaches: bool) -> None:
    found = way(field(own=at(100, 50)), to(100, up))
    assert (found.travel_cm, found.reaches) == (round(up - 50, 1), reaches)
    assert found.over == f"{up - 50:g} cm cross country"
    assert found.carries_cm == 20.0


@pytest.mark.parametrize(("up", "reaches"), [(65.0, True), (65.1, False)])
def test_into_a_wood_what_is_left_of_the_move_counts(up: float, reaches: bool) -> None:
    """FF-MOV-02, AMB-49: half a move to the wood, half of one carries it 5 cm in it."""
    found = way(field(WOOD, own=at(100, 50)), to(100, up))
    assert (found.reaches, found.carries_cm) == (reaches, 15.0)
    assert found.carried == (
        "one move action carries it there" if reaches else "one move action carries it 15 cm of it"
    )


def test_what_is_wheeled_farther_than_the_middle_goes_counts_too() -> None:
    """FF-MOV-15: a corner is 1.677 cm off the middle; a quarter turn takes it 1.414 times as far, 2.4 cm on a tape."""
    turned = way(field(own=at(100, 50)), to(100, 50, 90))
    assert (turned.straight_cm, turned.travel_cm, turned.reaches) == (0.0, 2.4, True)
    # Its middle goes 19 cm to the right; the corner that swings outwards goes 21.
    wheeled = way(field(own=at(100, 50)), to(119, 50, 90))
    assert wheeled.straight_cm == 19.0
    assert wheeled.travel_cm > 20
    assert not wheeled.reaches


def test_by_house_rule_turns_cost_what_they_are_instead_of_what_a_corner_travels() -> None:
    """AMB-48: 1.5 cm for each 90 degrees leave 18.5 of 20; the corner that swings outwards does not count."""
    on, turns = field(own=at(100, 50)), book("1916-07", AMB_48="pro_rata")
    near, far = (leg(on, "own", to(along, 50, 90), turns) for along in (118.5, 118.6))
    assert near is not None
    assert far is not None
    assert (near.reaches, far.reaches, far.carries_cm) == (True, False, 18.5)


def test_turning_about_takes_3_cm_of_the_move() -> None:
    """FF-MOV-14."""
    assert way(field(own=at(100, 50)), to(100, 67, 180)).reaches
    assert not way(field(own=at(100, 50)), to(100, 67.1, 180)).reaches


def test_a_road_carries_farther_in_column_only() -> None:
    """FF-MOV-06: 25 cm."""
    on = field(Road("road", "Menin road", path((100, 0), (100, 120)), 40), own=at(100, 50))
    assert not way(on, to(100, 75)).reaches
    assert way(on, to(100, 75), in_column=True).reaches


def test_what_takes_an_action_of_its_own_is_said_so() -> None:
    """FF-MOV-07: a stream is crossed with an action."""
    on = field(Stream("stream", "Steenbeek", path((0, 60), (240, 60)), 20), own=at(100, 50))
    found = way(on, to(100, 66))
    assert (found.reaches, found.carries_cm) == (False, None)
    assert "end the move at its edge" in found.carried


def test_who_is_not_on_the_map_has_no_way() -> None:
    assert leg(field(), "own", to(100, 50), MID) is None


def test_what_a_stand_meets_on_its_way() -> None:
    """FF-MOV-16, FF-WIR-02, FF-MVZ-02, FF-GAS-20, FF-ORD-12; another stand of its own battalion is nothing."""
    belt = Wire("belt", "Belt", path((0, 64), (240, 64)), 20)
    own = at(100, 50, formation="a1.1", levels=1)
    on = field(belt, own=own, foe=enemy(100, 55, name="a foe"), comrade=at(100, 58, formation="a1.1"))
    cloud = CloudOnField("cloud1", "the cloud", rectangle(100, 100, 0, (1000, 600)))
    on = replace(on, under_fire=(FIRE,), clouds=(cloud,))
    assert [said.clause for said in meets(on, "own", to(100, 69), MID)] == [
        "FF-MOV-16",
        "FF-WIR-02",
        "FF-MVZ-02",
        "FF-GAS-20",
        "FF-ORD-12",
    ]
    clear = replace(on, stands={"own": replace(own, levels=0), "comrade": on.stands["comrade"]})
    assert list(meets(clear, "own", to(110, 50), MID)) == []


def test_stands_whose_ways_take_the_same_are_told_together_and_who_stays_is_not() -> None:
    """FF-MOV-01, FF-MOV-02: 20 cm in the open; a comrade who goes 24 is carried 20 of it."""
    company = {name: at(100 + 4 * n, 50, unit="c1", name=name) for n, name in enumerate(("p1", "p2", "p3", "p4"))}
    ways = {"p3": to(108, 74), "p2": to(104, 60), "p1": to(100, 60), "p4": to(112, 50)}
    told = list(on_the_ways(field(**company), ways, MID))
    assert [one.clause for one in told] == ["FF-MOV-01", "FF-MOV-01"]
    assert [one.says for one in told] == [
        "p1, p2: 10 cm cross country; one move action carries it there",
        "p3: 24 cm cross country; one move action carries it 20 cm of it",
    ]

"""A move tried out on the map: lengths by hand, 20 cm in the open and 10 in a wood for infantry (FF-MOV-T3)."""

from dataclasses import replace

import pytest

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.survey.field import CloudOnField, Field, GroundUnderFire
from rules.flanders_fields.game.survey.moving_to import Leg, leg, meets, moved_by
from rules.flanders_fields.vocabulary import Cover, Crossing, Going, Mover, Side, UnitClass
from rules.kernel.shapes import rectangle
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import AreaKind, Road, Stream, Trench, Wire
from tests.survey.scenes import TANK, area, at, book, enemy, field, path

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
    assert [said.split("(")[-1] for said in meets(on, "own", to(100, 69), MID)] == [
        "FF-MOV-16)",
        "FF-WIR-02)",
        "FF-MVZ-02)",
        "FF-GAS-20)",
        "FF-ORD-12)",
    ]
    clear = replace(on, stands={"own": replace(own, levels=0), "comrade": on.stands["comrade"]})
    assert list(meets(clear, "own", to(110, 50), MID)) == []


COMPANY = {
    "p1": at(100, 50, unit="c1"),
    "p2": at(104, 50, unit="c1"),
    "p3": at(108, 50, unit="c1", exact=False),
    "other": at(150, 50, unit="c2"),
}


def test_the_command_has_the_ground_and_where_all_its_stands_are() -> None:
    """Who stays is told where he is, so that he does not count as moved; who is only known where he was is left out."""
    command = moved_by(field(WOOD, **COMPANY), "c1", {"p1": to(100, 72)}, (), MID)
    assert command.unit == "c1"
    assert command.places == (Place("p2", 1040, 500), Place("p1", 1000, 720))
    # 10 cm in the open, 12 in the wood.
    assert (command.going, command.in_column, command.belts, command.zones) == (Going.CLOSE_TERRAIN, False, 0, ())


def test_the_command_tells_the_fire_that_a_way_leads_through() -> None:
    """FF-MVZ-02: only fire that attacks who moves there now; the base comes to lie wholly in its square."""
    on = replace(field(**COMPANY), under_fire=(FIRE,))
    (zone,) = moved_by(on, "c1", {"p1": to(100, 60)}, ("d1.b1",), MID).zones
    assert (zone.zone, zone.stand, zone.overlap, zone.cover) == ("d1.b1", "p1", Overlap.WHOLE, Cover.SOFT)
    assert moved_by(on, "c1", {"p1": to(100, 60)}, (), MID).zones == ()
    assert moved_by(on, "c1", {"p1": to(80, 50)}, ("d1.b1",), MID).zones == ()


def test_a_tank_tells_the_wire_and_the_trenches_it_goes_over() -> None:
    """FF-WIR-11, FF-MOV-14: a belt 4 cm deep is two, and there is one trench."""
    pieces = (
        Wire("belt", "Belt", path((0, 58), (240, 58)), 40),
        Trench("trench", "Trench", path((0, 62), (240, 62)), 20, "german"),
    )
    told = {"unit_class": UnitClass.TANK, "mover": Mover.HEAVY_TANK, "base": TANK}
    command = moved_by(field(*pieces, own=at(100, 50, unit="t1", **told)), "t1", {"own": to(100, 64)}, (), MID)
    assert (command.belts, command.trenches_crossed) == (2, 1)

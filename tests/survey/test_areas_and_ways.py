"""Areas of fire, barrages, ways through terrain and wire, assaults and aircraft from the map, worked by hand."""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.arcs_of_fire import Sector
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.closing_fire import Approach
from rules.flanders_fields.fire_areas import FireAreaKind as Fire
from rules.flanders_fields.fire_areas import Overlap
from rules.flanders_fields.game.map_facts import (
    area_coverage,
    indirect_fire,
    move_paths,
    orders_and_assaults,
    trenches_and_wire,
)
from rules.flanders_fields.game.map_facts.weapon_arcs import hit_face, house_face, sector
from rules.flanders_fields.manoeuvres import MovePart, Relation
from rules.flanders_fields.vocabulary import Cover, Firer, Going, Mover, Quality, Side, Transport, UnitClass
from rules.kernel.explanations import Explained
from rules.kernel.polygons import rectangle
from rules.tabletop.board_view import Survey, moved_to, values
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import AreaKind, Bridge, River, Road, Stream, Trench, Wire
from tests.survey.scenes import FIELD_GUN, GUN, TANK, area, at, book, commander, enemy, field, path

MID_WAR = book("1916-07")
GUN_OF: dict[str, Any] = {
    "base": FIELD_GUN,
    "unit_class": UnitClass.FIELD_GUN,
    "mover": Mover.FIELD_ARTILLERY,
    "firer": Firer.FIELD_GUN,
}


def to(*places: tuple[float, float], facing: float = 0) -> tuple[Pose, ...]:
    """A way in cm."""
    return tuple(Pose(Spot(round(x * 10), round(y * 10)), facing) for x, y in places)


def one(found: Any) -> Any:
    """The value that is proposed."""
    assert found is not None
    return found.value


def test_a_battery_catches_whom_its_ten_by_ten_touches() -> None:
    # The point lies at 100, 50: the square from 95 to 105 and from 45 to 55.
    on = field(
        whole=enemy(100, 50),
        half=enemy(105, 50),  # 103.5 to 106.5: exactly half
        less=enemy(105.1, 50),
        edge=enemy(106.5, 50),  # begins at 105: only touches
        own=at(100, 45),  # 44.25 to 45.75: half of a friend
    )
    found = {
        one.stand: values(one.facts)
        for one in indirect_fire.caught(on, Side.ATTACKER, Fire.BATTERY, Spot(1000, 500), MID_WAR)
    }
    assert set(found) == {"whole", "half", "less", "own"}
    assert found["whole"]["overlap"] is Overlap.WHOLE
    assert found["whole"]["aimed_at"] is True
    assert (found["half"]["overlap"], found["half"]["centre_inside"]) == (Overlap.HALF, True)
    assert (found["less"]["overlap"], found["less"]["centre_inside"]) == (Overlap.UNDER_HALF, False)
    assert found["own"]["overlap"] is Overlap.HALF


def test_the_defenders_points_are_measured_from_his_own_corner() -> None:
    on = field()
    assert on.spot(Side.DEFENDER, 10, 20) == Spot(2300, 1000)
    assert on.from_edge(Side.DEFENDER, Spot(2300, 1000)) == (10.0, 20.0)


def test_who_is_placed_observes_a_point() -> None:
    wood = area(AreaKind.WOOD, 90, 40, 110, 45, "Wood 3")
    seeing = field(wood, post=commander(100, 20), other=commander(150, 20), foe=enemy(100, 60))
    found = indirect_fire.watched(seeing, Side.ATTACKER, Spot(1000, 700), MID_WAR)
    assert one(found) is True
    blind = indirect_fire.watched(field(wood, post=commander(100, 20)), Side.ATTACKER, Spot(1000, 700), MID_WAR)
    assert one(blind) is False
    assert indirect_fire.watched(field(foe=enemy(100, 60)), Side.ATTACKER, Spot(1000, 700), MID_WAR) is None


def test_a_gun_on_the_table_and_its_point() -> None:
    # Its front edge is at 23, the point at 83: 60 cm; 12 cm are allowed aside, half its width and ten.
    on = field(area(AreaKind.WOOD, 130, 40, 150, 50, "Wood 3"), gun=at(100, 20, **GUN_OF))
    found = values(indirect_fire.weapon(on, "gun", Spot(1000, 830), MID_WAR))
    assert (found["range_cm"], found["in_arc"], found["sees_point"]) == (60.0, True, True)
    assert values(indirect_fire.weapon(on, "gun", Spot(1120, 830), MID_WAR))["in_arc"] is True
    assert values(indirect_fire.weapon(on, "gun", Spot(1121, 830), MID_WAR))["in_arc"] is False
    assert values(indirect_fire.weapon(on, "gun", Spot(1900, 830), MID_WAR))["sees_point"] is False


def test_under_a_barrage_and_in_its_danger_strip() -> None:
    # The band lies from 60 to 70.
    on = field(in_it=enemy(100, 65), behind=at(100, 55.2), near=at(150, 53.2), far=at(200, 53.1), before=at(50, 75))
    lies = (rectangle(2400, 100, 0, (1200, 650)),)
    found = area_coverage.under(on, lies, Side.ATTACKER, MID_WAR)
    assert [one.stand for one in found] == ["in_it"]
    assert values(found[0].facts)["friend"] is False
    # Its front edges are at 55.95, 53.95 and 53.85: the strip is 6 cm deep, and 6.05 is read as 6.1.
    strip = 60

    def far(name: str) -> Survey:
        return area_coverage.danger(on, name, lies, Side.ATTACKER, strip, MID_WAR)

    assert values(far("behind"))["distance_cm"] == 4.1
    assert far("near") == ()
    assert far("before") == ()


def test_a_way_over_changing_ground() -> None:
    wood = area(AreaKind.WOOD, 90, 30, 110, 35, "Wood 3")
    on = field(wood, own=at(100, 20))
    found = values(move_paths.move(on, "own", to((100, 40))))
    assert found["parts"] == (
        MovePart(going=Going.CROSS_COUNTRY, distance_cm=10.0),
        MovePart(going=Going.CLOSE_TERRAIN, distance_cm=5.0),
        MovePart(going=Going.CROSS_COUNTRY, distance_cm=5.0),
    )
    assert found["going"] is Going.CROSS_COUNTRY
    # Infantry goes 20 cm in the open and 10 in a wood: 10 / 20 + 5 / 10 are the whole of one move.
    answer = move_paths.goes(on, "own", to((100, 40)), Transport.ON_ITS_OWN, MID_WAR)
    assert isinstance(answer, Explained)
    assert (answer.value.reaches, answer.value.goes_mm) == (False, 150)
    half_way = move_paths.goes(on, "own", to((100, 35)), Transport.ON_ITS_OWN, MID_WAR)
    assert isinstance(half_way, Explained)
    assert half_way.value.reaches


def test_roads_and_bridges_lead_through_everything() -> None:
    pieces = (
        River("v", "the canal", path((0, 40), (240, 40)), 60),
        Bridge("b", "the bridge", path((100, 36), (100, 44)), 30),
        Road("r", "the chaussee", path((100, 0), (100, 120)), 30),
    )
    on = field(*pieces, own=at(100, 20), other=at(50, 20), brook=at(200, 20))
    assert values(move_paths.move(on, "own", to((100, 60)), in_column=True))["in_column"] is True
    parts = values(move_paths.move(on, "other", to((50, 60))))["parts"]
    assert parts == (
        MovePart(going=Going.CROSS_COUNTRY, distance_cm=17.0),
        MovePart(going=Going.RIVER, distance_cm=6.0),
        MovePart(going=Going.CROSS_COUNTRY, distance_cm=17.0),
    )


def test_trenches_on_the_way_and_along_it() -> None:
    across = Trench("t", "Hun Alley", path((0, 30), (240, 30)), 20, "german")
    on = field(across, own=at(100, 20), inside=at(50, 30, 90), tank=at(150, 20, base=TANK))
    assert values(move_paths.move(on, "own", to((100, 40))))["trenches_crossed"] == 1
    assert values(move_paths.move(on, "own", to((100, 40))))["parts"] == (
        MovePart(going=Going.CROSS_COUNTRY, distance_cm=9.0),
        MovePart(going=Going.CROSSING_TRENCH, distance_cm=0.0),
        MovePart(going=Going.CROSS_COUNTRY, distance_cm=11.0),
    )
    along = values(move_paths.move(on, "inside", to((60, 30), facing=90)))
    assert (along["going"], along["trenches_crossed"], along["about_turns"]) == (Going.ALONG_TRENCH, 0, 0)
    about = values(move_paths.move(on, "own", to((100, 25), facing=180)))
    assert (about["about_turns"], about["turned_deg"]) == (1, 0)


def test_wire_and_its_belts() -> None:
    belt = Wire("w", "the belt", path((0, 26), (240, 26)), 40)
    on = field(belt, before=at(100, 23.2, unit="a"), away=at(200, 20, unit="e"))
    assert (values(trenches_and_wire.belts(on, "before")), trenches_and_wire.belts(on, "away")) == ({"belts": 2}, ())
    assert values(trenches_and_wire.on_way(on, "away", to((200, 40)), MID_WAR)) == {
        "belts": 2,
        "moved_up_with_it": True,
    }
    assert (one(trenches_and_wire.touching(on, "a")), one(trenches_and_wire.touching(on, "e"))) == (True, False)


def test_whom_a_way_leads_through_and_fire_on_it() -> None:
    on = field(own=at(100, 20, formation="x"), pal=at(100, 30, formation="x"), foe=enemy(150, 30))
    assert one(move_paths.passed(on, "own", to((100, 40)))) is Relation.SAME_BATTALION
    assert one(move_paths.passed(on, "own", to((200, 40)))) is Relation.ENEMY
    assert move_paths.passed(on, "own", to((60, 20))) is None
    zone = indirect_fire.area(on, Side.ATTACKER, Fire.BATTERY, Spot(1000, 500), MID_WAR)
    met = values(move_paths.through(on, "own", to((100, 60)), zone, MID_WAR))
    assert met == {"overlap": Overlap.WHOLE, "centre_inside": True, "straight_out": False, "cover": Cover.SOFT}
    out = values(move_paths.through(field(own=at(100, 50)), "own", to((100, 60)), zone, MID_WAR))
    assert out["straight_out"] is True


@pytest.mark.parametrize(
    ("along", "up", "approach"),
    [(100, 20, Approach.FRONT), (140, 40, Approach.FLANK), (60, 40, Approach.FLANK), (100, 60, Approach.REAR)],
)
def test_from_where_an_attacker_comes(along: float, up: float, approach: Approach) -> None:
    on = field(own=at(along, up), foe=enemy(100, 40))
    found = values(orders_and_assaults.closing(on, "own", "foe", MID_WAR))
    assert found["approach"] is approach
    assert found["began_in_arc"] is (approach is Approach.FRONT)


@pytest.mark.parametrize(("up", "approach"), [(36, Approach.FRONT), (39.2, Approach.FRONT), (39.3, Approach.FLANK)])
def test_the_line_of_its_front_parts_front_from_flank(up: float, approach: Approach) -> None:
    """AMB-404: its front edge lies at 40 less half of 1.5 cm, 39.25; far to the side the line alone decides."""
    on = field(own=at(140, up), foe=enemy(100, 40))
    assert values(orders_and_assaults.closing(on, "own", "foe", MID_WAR))["approach"] is approach


@pytest.mark.parametrize(("along", "up", "approach"), [(140, 45, Approach.FLANK), (100, 60, Approach.REAR)])
def test_a_block_house_is_come_at_by_its_faces(along: float, up: float, approach: Approach) -> None:
    """FF-BLK-05: 45 degrees from the corners of each face; 40 aside and 5 back is before its side; behind is none."""
    on = field(own=at(along, up), foe=enemy(100, 40, fighter=Fighter.BLOCK_HOUSE))
    assert values(orders_and_assaults.closing(on, "own", "foe", MID_WAR))["approach"] is approach


def test_an_assault_on_a_trench() -> None:
    trench = Trench("t", "Hun Alley", path((0, 40), (240, 40)), 20, "german")
    on = field(
        trench,
        own=at(100, 20),
        second=at(100, 18.5),
        post=commander(102.5, 20),
        foe=enemy(100, 40),
    )
    found = values(orders_and_assaults.closing(on, "own", "foe", MID_WAR))
    assert (found["cover"], found["attacker_cover"]) == (Cover.MEDIUM, Cover.SOFT)
    # 39.25 - 20.75.
    assert (found["began_cm"], found["attacker_with_commander"]) == (18.5, True)
    assert one(orders_and_assaults.support(on, "own")) is True
    assert one(orders_and_assaults.ground_outside(on, "own", "foe", MID_WAR)) is Cover.SOFT


def test_tanks_and_block_houses_by_their_sides() -> None:
    tank: dict[str, Any] = {"base": TANK, "unit_class": UnitClass.TANK, "mover": Mover.HEAVY_TANK, "firer": None}
    on = field(
        tank=at(100, 40, **tank, fighter=Fighter.HEAVY_TANK),
        ahead=enemy(100, 60),
        left=enemy(70, 40),
        rear=enemy(100, 20),
    )
    late = book("1917-11")
    assert [one(sector(on, "tank", name, late)) for name in ("ahead", "left", "rear")] == [
        Sector.FRONT,
        Sector.LEFT,
        Sector.REAR,
    ]
    concrete: dict[str, Any] = {"base": GUN, "unit_class": UnitClass.BLOCK_HOUSE, "mover": Mover.BLOCK_HOUSE}
    house = field(
        house=enemy(100, 80, **concrete, firer=Firer.BLOCK_HOUSE, fighter=Fighter.BLOCK_HOUSE),
        ahead=at(100, 40),
        left=at(140, 80),
        rear=at(100, 110),
    )
    # It looks down the table: what is to the right on the table is to its left.
    assert [one(house_face(house, "house", name, late)) for name in ("ahead", "left")] == [Sector.FRONT, Sector.LEFT]
    assert house_face(house, "house", "rear", late) is None
    assert hit_face(house, "rear", "house", late) is None
    assert one(hit_face(house, "left", "house", late)) == "left"


def test_aircraft_attack_along_their_line() -> None:
    on = field(
        first=enemy(100, 50, quality=Quality.RAW),
        second=enemy(100, 53.7),  # begins at 52.95, within the 5 cm of the line
        third=enemy(100, 54.8),  # begins at 54.05
        aside=enemy(110, 50),
        friend=at(100, 51.7),
    )
    found = indirect_fire.on_the_line(on, Side.ATTACKER, Spot(1000, 490), 0, book("1917-11"))
    assert [one.stand for one in found] == ["first", "second"]
    facts = values(found[0].facts)
    assert facts["cover"] is Cover.OPEN
    assert facts["distance_cm"] == 0.3  # its near edge is at 49.25


def test_a_stream_is_a_stream_and_a_marsh_close_terrain() -> None:
    brook = Stream("s", "the brook", path((0, 30), (240, 30)), 20)
    on = field(brook, area(AreaKind.MARSH, 90, 40, 110, 45), own=at(100, 20))
    assert [part.going for part in values(move_paths.move(on, "own", to((100, 50))))["parts"]] == [
        Going.CROSS_COUNTRY,
        Going.STREAM,
        Going.CROSS_COUNTRY,
        Going.CLOSE_TERRAIN,
        Going.CROSS_COUNTRY,
    ]


def test_a_stand_at_another_place_leaves_the_field_as_it_was() -> None:
    on = field(own=at(100, 20))
    there = moved_to(on, "own", to((110, 20))[0])
    assert (on.stands["own"].stand.spot.x_mm, there.stands["own"].stand.spot.x_mm) == (1000, 1100)
    assert replace(there, stands=on.stands) == on

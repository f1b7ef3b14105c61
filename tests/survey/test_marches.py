"""The move of a unit on the map: the ground that counts, wire, trenches, fire on the way; worked by hand."""

from typing import Any

from rules.flanders_fields.fire_areas import Overlap
from rules.flanders_fields.game.map_facts.board import Field, FieldStand, GroundUnderFire
from rules.flanders_fields.game.map_facts.move_paths import fire_met, march, transport_of
from rules.flanders_fields.vocabulary import Cover, Crossing, Going, Mover, Side, Transport, UnitClass
from rules.kernel.polygons import rectangle
from rules.tabletop.board_view import told, values
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import AreaKind, Road, Trench, Wire
from tests.survey.scenes import TANK, area, at, book, enemy, field, gun, path

MID_WAR = book("1916-07")
WOOD = area(AreaKind.WOOD, 90, 30, 110, 40, "Wood 3")


def to(*places: tuple[float, float]) -> tuple[Pose, ...]:
    """A way in cm."""
    return tuple(Pose(Spot(round(x * 10), round(y * 10)), 0.0) for x, y in places)


def under_fire(*stands: tuple[str, FieldStand]) -> Field:
    """The area of a battery of 10 by 10 cm about 100, 50, and of a barrage of nobody's over the same ground."""
    outline = rectangle(100, 100, 0, (1000, 500))
    lies = (
        GroundUnderFire("the area of a battery", Crossing.ARTILLERY_AREA, Side.ATTACKER, outline, unit="a1.b1"),
        GroundUnderFire("the barrage", Crossing.BARRAGE, Side.ATTACKER, outline),
    )
    on = field(**dict(stands))
    return Field(on.table, on.stands, lies)


def test_the_stand_that_goes_farthest_tells_the_ground() -> None:
    on = field(WOOD, first=at(100, 20), second=at(120, 20))
    # 25 cm: ten in the open, ten in the wood, five in the open; the other goes ten in the open.
    found = march(on, {"first": to((100, 45)), "second": to((120, 30))}, MID_WAR)
    going = told(found, "going")
    assert going is not None
    assert (going.value, going.whence) == (
        Going.CROSS_COUNTRY,
        "10 cm cross country, 10 cm close terrain (Wood 3), 5 cm cross country, map",
    )
    assert values(found) == {
        "going": Going.CROSS_COUNTRY,
        "in_column": False,
        "trenches_crossed": 0,
        "belts": 0,
    }


def test_by_house_rule_the_slowest_ground_counts_for_all_of_it() -> None:
    """AMB-49: of the same way it is the wood."""
    on = field(WOOD, first=at(100, 20))
    found = values(march(on, {"first": to((100, 45))}, book("1916-07", AMB_49="slowest")))
    assert found["going"] is Going.CLOSE_TERRAIN


def test_who_crosses_most_tells_wire_and_trenches() -> None:
    """FF-WIR-11, FF-MOV-14: a belt 4 cm deep is two; the one crosses two trenches, the other one."""
    pieces = (
        Wire("w", "the belt", path((90, 30), (110, 30)), 40),
        Trench("one", "Front Street", path((80, 40), (130, 40)), 20, "german"),
        Trench("two", "Hun Alley", path((115, 50), (130, 50)), 20, "german"),
    )
    tank: dict[str, Any] = {"base": TANK, "unit_class": UnitClass.TANK, "mover": Mover.HEAVY_TANK, "firer": None}
    on = field(*pieces, first=at(100, 20, **tank), second=at(120, 20, **tank))
    found = values(march(on, {"first": to((100, 60)), "second": to((120, 60))}, MID_WAR))
    assert (found["belts"], found["trenches_crossed"]) == (2, 2)


def test_a_column_is_one_where_all_go_by_the_road() -> None:
    """FF-MOV-06: a road 4 cm wide carries one base of 3 cm; beside it goes another."""
    on = field(Road("r", "the chaussee", path((100, 0), (100, 120)), 40), first=at(100, 20), second=at(120, 20))
    by_road = {"first": to((100, 40))}
    assert values(march(on, by_road, MID_WAR, in_column=True))["in_column"] is True
    assert values(march(on, by_road | {"second": to((120, 40))}, MID_WAR, in_column=True))["in_column"] is False
    assert values(march(on, by_road, MID_WAR))["going"] is Going.ROAD


def test_who_is_not_on_the_map_has_no_way() -> None:
    assert march(field(WOOD), {"first": to((100, 45))}, MID_WAR) == ()
    assert march(field(WOOD, first=at(100, 20)), {"first": ()}, MID_WAR) == ()


def test_a_stand_goes_through_the_fire_that_lies_on_its_way() -> None:
    """FF-MVZ-02: of 10 by 10 cm it crosses all; 1 cm of a base of 3 by 1.5 lies in at most where it passes beside."""
    on = under_fire(("through", enemy(100, 60)), ("beside", enemy(106.4, 60)), ("clear", enemy(106.5, 60)))
    (met,) = fire_met(on, "through", to((100, 40)), MID_WAR)
    assert met.stand == "a1.b1"
    assert values(met.facts) == {
        "overlap": Overlap.WHOLE,
        "centre_inside": True,
        "straight_out": False,
        "cover": Cover.SOFT,
    }
    (beside,) = fire_met(on, "beside", to((106.4, 40)), MID_WAR)
    # Its side is at 104.9: a millimetre of it lies in, and a game that knows no halves calls that partly in (AMB-302).
    assert values(beside.facts)["overlap"] is Overlap.HALF
    assert fire_met(on, "clear", to((106.5, 40)), MID_WAR) == ()


def test_its_cover_is_that_of_the_ground_where_it_is_covered_most() -> None:
    """FF-COV-08: the fire lies on a village, in which it comes to be wholly; it set out in the open."""
    outline = rectangle(100, 100, 0, (1000, 350))
    lies = (GroundUnderFire("the area", Crossing.ARTILLERY_AREA, Side.ATTACKER, outline, unit="a1.b1"),)
    on = field(area(AreaKind.BUILDINGS, 90, 30, 110, 40, "Savy"), foe=enemy(100, 60))
    (met,) = fire_met(Field(on.table, on.stands, lies), "foe", to((100, 34)), MID_WAR)
    assert values(met.facts)["cover"] is Cover.HARD


def test_a_gun_goes_as_it_stands() -> None:
    """FF-MOV-12: a machine gun in action is carried by hand, one that is packed goes packed."""
    assert transport_of(gun(100, 20)) is Transport.MANHANDLED
    assert transport_of(gun(100, 20, packed=True)) is Transport.PACKED
    assert transport_of(at(100, 20)) is Transport.ON_ITS_OWN

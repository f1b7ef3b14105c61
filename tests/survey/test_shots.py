"""One shot from the map: distance, arc, cover, sight, slope, fire on the line, friends (worked by hand)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.game.map_facts.board import GroundUnderFire
from rules.flanders_fields.game.map_facts.direct_fire import (
    aimed,
    behind,
    enemies,
    first_depth,
    passed_over,
    shot,
    target_order,
)
from rules.flanders_fields.vocabulary import Cover, Crossing, Mover, Quality, Side, Slope, UnitClass
from rules.kernel.polygons import rectangle
from rules.tabletop.board_view import Confidence, told, values
from rules.tabletop.terrain import AreaKind, Hill, Road, Strength, Trench, Wire
from tests.survey.scenes import TANK, area, at, book, enemy, field, gun, path

MID_WAR = book("1916-07")


def test_range_is_from_edge_to_edge_and_says_so() -> None:
    # The front edge is at 20.75 cm, the enemy's at 33.9 - 0.75 = 33.15 cm.
    found = told(shot(field(own=at(100, 20), foe=enemy(100, 33.9)), "own", "foe", MID_WAR), "range_cm")
    assert found is not None
    assert (found.value, found.whence, found.confidence) == (12.4, "12.4 cm base to base, map", Confidence.EXACT)


def test_by_house_rule_range_is_from_middle_to_middle() -> None:
    """AMB-101: 33.9 less 20 between the middles; target priority and an observer's sight go by the same tape."""
    on, centres = field(own=at(100, 20), foe=enemy(100, 33.9)), book("1916-07", AMB_101="centres")
    found = told(shot(on, "own", "foe", centres), "range_cm")
    assert found is not None
    assert (found.value, found.whence) == (13.9, "13.9 cm middle to middle, map")
    (looked,) = enemies(on, "own", centres)
    assert values(looked.facts)["distance_cm"] == 13.9
    # Riflemen reach 45: these middles are 45.1 apart, their edges 45.1 less 1.5. Of whom they do not reach only that
    # distance is told.
    far = field(own=at(100, 20), foe=enemy(100, 65.1))
    assert [len(enemies(far, "own", one)[0].facts) > 1 for one in (MID_WAR, centres)] == [True, False]


def test_where_one_has_moved_since_it_was_placed_the_distance_is_the_last_known() -> None:
    found = told(shot(field(own=at(100, 20), foe=enemy(100, 34, exact=False)), "own", "foe", MID_WAR), "range_cm")
    assert found is not None
    assert found.confidence is Confidence.LAST_KNOWN


def test_nothing_is_proposed_for_a_stand_that_is_not_placed() -> None:
    assert shot(field(own=at(100, 20)), "own", "foe", MID_WAR) == ()
    assert enemies(field(foe=enemy(100, 34)), "own", MID_WAR) == ()


@pytest.mark.parametrize(
    ("along", "inside"),
    [
        # Half its width and 10 cm: 11.5 cm. The enemy's near side is 1.5 cm nearer than its middle.
        (113.0, True),
        (113.1, False),
        (87.0, True),
        (86.9, False),
    ],
)
def test_infantry_fires_its_own_width_and_ten_to_each_side(along: float, inside: bool) -> None:
    found = values(shot(field(own=at(100, 20), foe=enemy(along, 40)), "own", "foe", MID_WAR))
    assert found["in_arc"] is inside


def test_the_arc_goes_with_the_facing() -> None:
    east = field(own=at(100, 20, facing=90), foe=enemy(140, 20), behind=enemy(60, 20))
    assert values(shot(east, "own", "foe", MID_WAR))["in_arc"] is True
    assert values(shot(east, "own", "behind", MID_WAR))["in_arc"] is False


@pytest.mark.parametrize(("along", "inside"), [(122.0, True), (122.1, False), (78.0, True), (77.9, False)])
def test_a_machine_gun_fires_45_degrees_out_of_its_corners(along: float, inside: bool) -> None:
    # Its front edge is at 21, its corner 1 cm aside. The far edge of the other gun is at 41: 20 ahead, so 21 aside at
    # most; its near side is 1 cm nearer than its middle.
    guns = field(own=gun(100, 20), foe=gun(along, 40, 180, Side.DEFENDER))
    assert values(shot(guns, "own", "foe", MID_WAR))["in_arc"] is inside


def test_cover_is_what_holds_half_the_base_with_its_name() -> None:
    # The base reaches from 98.5 to 101.5; the wood begins at its very middle.
    wood = area(AreaKind.WOOD, 100, 0, 140, 80, "Wood 3")
    raw: dict[str, Any] = {"quality": Quality.RAW}
    found = told(shot(field(wood, own=at(20, 20), foe=enemy(100, 40, **raw)), "own", "foe", MID_WAR), "cover")
    assert found is not None
    assert (found.value, found.whence) == (Cover.SOFT, "Soft: Wood 3, map")
    less = told(shot(field(wood, own=at(20, 20), foe=enemy(99.9, 40, **raw)), "own", "foe", MID_WAR), "cover")
    assert less is not None
    assert (less.value, less.whence) == (Cover.OPEN, "Open: open ground, map")


def test_by_house_rule_the_whole_base_must_be_in_it() -> None:
    wood = area(AreaKind.WOOD, 100, 0, 140, 80)
    worst = book("1916-07", AMB_73="worst")
    for along, cover in ((101.5, Cover.SOFT), (101.4, Cover.OPEN)):
        on = field(wood, own=at(20, 20), foe=enemy(along, 40, quality=Quality.RAW))
        assert values(shot(on, "own", "foe", worst))["cover"] is cover


@pytest.mark.parametrize(
    ("strength", "in_village", "cover"),
    [
        (Strength.ORDINARY, False, Cover.MEDIUM),
        (Strength.STRONG, False, Cover.HARD),
        (Strength.ORDINARY, True, Cover.FORTIFIED),
    ],
)
def test_a_trench_covers_by_its_strength_and_in_a_village_like_concrete(
    strength: Strength, in_village: bool, cover: Cover
) -> None:
    trench = Trench("t", "Hun Alley", path((80, 40), (120, 40)), 20, "german", strength)
    village = (area(AreaKind.BUILDINGS, 90, 30, 110, 50, "Loos"),) if in_village else ()
    found = told(shot(field(trench, *village, own=at(20, 20), foe=enemy(100, 40)), "own", "foe", MID_WAR), "cover")
    assert found is not None
    assert found.value is cover
    assert "Hun Alley" in found.whence


def test_wire_and_a_column_on_a_road_are_in_the_open() -> None:
    wire = Wire("w", "the belt", path((80, 40), (120, 40)), 20)
    road = Road("r", "the chaussee", path((50, 0), (50, 120)), 40)
    on_wire = told(shot(field(wire, own=at(20, 20), foe=enemy(100, 40)), "own", "foe", MID_WAR), "cover")
    assert on_wire is not None
    assert (on_wire.value, on_wire.whence) == (Cover.OPEN, "Open: on the wire, map")
    foes = {"foe": enemy(50, 40, unit="c"), "next": enemy(50, 41.5, unit="c")}
    column = told(shot(field(road, own=at(20, 20), **foes), "own", "foe", MID_WAR), "cover")
    assert column is not None
    assert column.value is Cover.OPEN
    apart = values(shot(field(road, own=at(20, 20), foe=enemy(50, 40), next=enemy(50, 43)), "own", "foe", MID_WAR))
    assert apart["cover"] is Cover.SOFT


def test_a_wood_between_hides_and_the_wood_it_stands_in_does_not() -> None:
    wood = area(AreaKind.WOOD, 90, 30, 110, 35, "Wood 3")
    found = told(shot(field(wood, own=at(100, 20), foe=enemy(100, 45)), "own", "foe", MID_WAR), "direct_sight")
    assert found is not None
    # The line begins at the middle, 20 cm up; the wood at 30.
    assert (found.value, found.whence) == (False, "Wood 3 lies between, 10 cm along the line, map")
    inside = shot(field(wood, own=at(100, 20), foe=enemy(100, 32.5)), "own", "foe", MID_WAR)
    assert values(inside)["direct_sight"] is True


@pytest.mark.parametrize(("up", "seen"), [(51.5, True), (51.6, False)])
def test_troops_in_cover_are_seen_at_thirty_exactly(up: float, seen: bool) -> None:
    wood = area(AreaKind.MARSH, 90, 45, 110, 60)
    found = values(shot(field(wood, own=at(100, 20), foe=enemy(100, up)), "own", "foe", MID_WAR))
    assert found["direct_sight"] is seen
    fired = field(wood, own=at(100, 20), foe=enemy(100, 51.6, has_fired=True))
    assert values(shot(fired, "own", "foe", MID_WAR))["direct_sight"] is True


@pytest.mark.parametrize(("up", "seen"), [(38.2, False), (38.3, True)])
def test_from_a_hill_one_looks_over_a_wood_but_not_into_its_dead_ground(up: float, seen: bool) -> None:
    # The wood ends at 35; the enemy's near edge is 0.75 below its middle: 38.25 is 2.5 cm behind it, 38.26 is more.
    hill = Hill("h", "Hill 60", path((80, 0), (80, 25), (120, 25), (120, 0)), 1)
    wood = area(AreaKind.WOOD, 90, 30, 110, 35)
    found = values(shot(field(hill, wood, own=at(100, 20), foe=enemy(100, up)), "own", "foe", MID_WAR))
    assert found["direct_sight"] is seen
    assert found["slope"] is Slope.DOWNHILL


def test_uphill_downhill_and_level() -> None:
    hill = Hill("h", "Hill 60", path((80, 30), (80, 60), (120, 60), (120, 30)), 2)
    on = field(hill, own=at(100, 20), foe=enemy(100, 40), other=enemy(60, 40))
    assert values(shot(on, "own", "foe", MID_WAR))["slope"] is Slope.UPHILL
    assert values(shot(on, "own", "other", MID_WAR))["slope"] is Slope.LEVEL


def test_a_barrage_on_the_line_comes_before_the_area_of_a_battery() -> None:
    area_of_fire = GroundUnderFire(
        "B Battery's area", Crossing.ARTILLERY_AREA, Side.ATTACKER, rectangle(100, 100, 0, (1000, 300))
    )
    band = GroundUnderFire("the barrage", Crossing.BARRAGE, Side.ATTACKER, rectangle(2400, 100, 0, (1200, 350)))
    on = field(own=at(100, 20), foe=enemy(100, 45), aside=enemy(130, 20))
    both = replace(on, under_fire=(area_of_fire, band))
    found = told(shot(both, "own", "foe", MID_WAR), "line_crosses")
    assert found is not None
    assert (found.value, found.whence) == (Crossing.BARRAGE, "the line leads through the barrage, map")
    one = replace(on, under_fire=(area_of_fire,))
    assert values(shot(one, "own", "foe", MID_WAR))["line_crosses"] is Crossing.ARTILLERY_AREA
    assert values(shot(one, "own", "aside", MID_WAR))["line_crosses"] is Crossing.NOTHING


def test_the_rank_in_front_and_friends_farther_on_the_line() -> None:
    on = field(own=at(100, 20), front=at(100, 21.5), far=at(100, 30), foe=enemy(100, 45), aside=at(110, 30))
    found = values(shot(on, "own", "foe", MID_WAR))
    assert (found["stands_in_front"], found["friends_in_line"]) == (1, True)
    alone = values(shot(field(own=at(100, 20), foe=enemy(100, 45), aside=at(110, 30)), "own", "foe", MID_WAR))
    assert (alone["stands_in_front"], alone["friends_in_line"]) == (0, False)


@pytest.mark.parametrize(("along", "flank"), [(80, False), (60, True), (120, False), (140, True)])
def test_a_shot_from_beside_the_target_comes_from_its_flank(along: float, flank: bool) -> None:
    # The target looks down the table from 60 cm up: its front edge is at 59.25, its corners 1.5 cm aside. A firer at
    # 30 is 29.25 before it: up to 30.75 aside is its front.
    found = values(shot(field(own=at(along, 30), foe=enemy(100, 60)), "own", "foe", MID_WAR))
    assert found["from_the_flank"] is flank


def test_armour_has_no_class_of_cover_but_may_stand_in_some() -> None:
    told_of: dict[str, Any] = {"base": TANK, "mover": Mover.HEAVY_TANK, "unit_class": UnitClass.TANK}
    village = area(AreaKind.BUILDINGS, 90, 30, 110, 50)
    inside = values(shot(field(village, own=at(100, 20), foe=enemy(100, 40, **told_of)), "own", "foe", book("1917-11")))
    assert "cover" not in inside
    assert inside["target_armour_in_cover"] is True
    outside = values(shot(field(own=at(100, 20), foe=enemy(100, 40, **told_of)), "own", "foe", book("1917-11")))
    assert outside["target_armour_in_cover"] is False


def test_enemies_come_nearest_first_and_the_rules_say_who_is_first() -> None:
    on = field(own=at(100, 20), near=enemy(105, 34), far=enemy(100, 40), behind=enemy(100, 5))
    found = enemies(on, "own", MID_WAR)
    assert [one.stand for one in found] == ["near", "behind", "far"]
    facts = {one.stand: values(one.facts) for one in found}
    # Its near edge is 12.5 ahead, its near side 3.5 - 1.5 = 2 cm beside the firer's own width.
    assert (facts["near"]["distance_cm"], facts["near"]["aside_cm"]) == (12.7, 2.0)
    assert (facts["behind"]["in_arc"], facts["far"]["aside_cm"]) == (False, 0.0)
    assert target_order(on, "own", MID_WAR, found) == ("near",)


def test_the_beaten_zone_is_two_wide_and_fifteen_deep_behind_the_first_base() -> None:
    # The first base ends at 40.75; the zone runs to 55.75, 1 cm to each side of the line.
    on = field(
        own=gun(100, 20),
        first=enemy(100, 40),
        second=enemy(102.4, 45),  # its near side is at 100.9
        friend=at(100, 50),
        edge=enemy(98, 56.5),  # its near edge is at 55.75 and its side at 99.5: only touches
        aside=enemy(102.5, 48),  # its near side is at 101: only touches
    )
    found = behind(on, "own", "first", MID_WAR)
    assert [one.stand for one in found] == ["second", "friend"]
    facts = {one.stand: values(one.facts) for one in found}
    # 45 - 0.75 - 40.75, and 50 - 0.75 - 40.75.
    assert (facts["second"]["behind_cm"], facts["friend"]["behind_cm"]) == (3.5, 8.5)
    assert (facts["second"]["depth_cm"], facts["second"]["friend"], facts["friend"]["friend"]) == (1.5, False, True)
    deep = first_depth(on, "own", "first", MID_WAR)
    assert deep is not None
    assert deep.value == 1.5


def test_by_house_rule_the_beaten_zone_is_as_wide_as_the_first_base() -> None:
    """SHQ-08: 3 cm behind a platoon, 1.5 to each side of the line, so to 98.5 and 101.5."""
    on = field(
        own=gun(100, 20),
        first=enemy(100, 40),
        beside=enemy(102.5, 45),  # its near side is at 101
        aside=enemy(103, 48),  # its near side is at 101.5: only touches
    )
    wide = book("1916-07", SHQ_08="first_base")
    assert [[one.stand for one in behind(on, "own", "first", rules)] for rules in (MID_WAR, wide)] == [[], ["beside"]]


def test_by_house_rule_the_beaten_zone_begins_where_the_line_leaves_the_base() -> None:
    """SHQ-10: of a platoon turned by 45 degrees, which the line leaves 7.5 x 1.414 = 10.6 mm behind its middle.

    Its far corner lies (15 + 7.5) / 1.414 = 15.9 mm behind the middle, and 5.3 to the side, within the lane.
    """
    on = field(own=gun(100, 20), first=enemy(100, 40, 225), second=enemy(100, 50))
    line = book("1916-07", SHQ_10="axis_exit")
    deep = [first_depth(on, "own", "first", rules) for rules in (MID_WAR, line)]
    starts = [values(behind(on, "own", "first", rules)[0].facts)["behind_cm"] for rules in (MID_WAR, line)]
    assert round(starts[1] - starts[0], 1) == 0.5
    assert deep[0] is not None
    assert deep[1] is not None
    assert round(deep[0].value - deep[1].value, 1) == 0.5


def test_another_enemy_comes_first_by_target_priority() -> None:
    """FF-TGT-01: riflemen take the closest they see and can affect; the other one lies 10 cm farther off.

    Their front edge is at 20.75, the near one's at 29.25: 8.5 cm; who stands behind them comes into no choice.
    """
    on = field(own=at(100, 20), near=enemy(100, 30), far=enemy(100, 40), behind=enemy(100, 10))
    first = passed_over(on, "own", "near", MID_WAR)
    assert first is not None
    assert (first.value, first.whence) == (False, "it comes first by target priority, map")
    other = passed_over(on, "own", "far", MID_WAR)
    assert other is not None
    assert (other.value, other.whence) == (True, "a platoon comes first, map")
    assert passed_over(on, "own", "behind", MID_WAR) is None
    assert passed_over(on, "own", "nobody", MID_WAR) is None
    assert values(aimed(on, "own", "far", MID_WAR))["passes_over"] is True


def test_riflemen_of_1914_choose_as_far_as_they_shoot() -> None:
    """FF-SPR-01: 60 cm instead of 45; the near one's front edge is 50 cm off, the other's 58.

    From 20.75 to 70.75 and 78.75, the rear edges of bases whose middles are at 71.5 and 79.5.
    """
    foes = {"near": enemy(100, 71.5), "far": enemy(100, 79.5)}
    early = book("1914-09")
    told = passed_over(field(own=at(100, 20, marksmen=True), **foes), "own", "far", early)
    assert told is not None
    assert told.value is True
    assert passed_over(field(own=at(100, 20), **foes), "own", "far", early) is None


def test_vehicles_choose_by_their_sides() -> None:
    tank: dict[str, Any] = {"base": TANK, "unit_class": UnitClass.TANK, "mover": Mover.HEAVY_TANK, "firer": None}
    on = field(tank=at(100, 20, **tank), near=enemy(100, 30), far=enemy(100, 40))
    assert passed_over(on, "tank", "far", book("1917-11")) is None


def test_who_is_asked_within_range_alone_is_told_the_same_of_them() -> None:
    on = field(own=at(100, 20), near=enemy(100, 30), far=enemy(100, 40), away=enemy(200, 110))
    every = enemies(on, "own", MID_WAR)
    assert [one.stand for one in every] == ["near", "far", "away"]
    assert enemies(on, "own", MID_WAR, in_range=True) == every[:2]


def test_a_tank_half_behind_a_building_is_in_cover_to_who_fires_from_there() -> None:
    """FF-ARM-01: the house ends straight before its middle; from the right of it the whole tank is seen."""
    tank: dict[str, Any] = {"base": TANK, "unit_class": UnitClass.TANK, "mover": Mover.HEAVY_TANK, "firer": None}
    late = book("1917-11")
    house = area(AreaKind.BUILDINGS, 90, 40, 100, 45, "the farm")
    on = field(house, own=at(100, 20), right=at(130, 20), tank=enemy(100, 60, **tank))
    covered = told(shot(on, "own", "tank", late), "target_armour_in_cover")
    assert covered is not None
    assert (covered.value, covered.whence) == (True, "50% of its base behind the farm, map")
    seen = told(shot(on, "right", "tank", late), "target_armour_in_cover")
    assert seen is not None
    assert seen.value is False

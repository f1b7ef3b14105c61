"""The ground in the arc of a stand, as it is drawn on the map: corners worked by hand, in mm."""

import pytest

from rules.flanders_fields.armour import TankType
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.game.map_facts import weapon_arcs
from rules.flanders_fields.game.map_facts.board import FieldStand
from rules.flanders_fields.game.map_facts.direct_fire import zone_of
from rules.flanders_fields.game.map_facts.weapon_arcs import shapes
from rules.flanders_fields.vocabulary import Firer, Mover, UnitClass
from rules.kernel.explanations import Refusal
from tests.survey.scenes import TANK, at, book, commander, enemy, field, gun

MID_WAR = book("1916-07")


def corners_of(found: object, face: str) -> list[tuple[float, float]]:
    assert isinstance(found, dict)
    return [(round(x, 1), round(y, 1)) for x, y in found[face]]


def test_the_ground_in_an_arc_is_drawn_as_far_as_it_shoots() -> None:
    """FF-ARC-T1, FF-ARC-06, FF-RNG-T1: a platoon 10 cm each side for 45 cm, a gun 45 degrees outwards for 70."""
    on = field(own=at(100, 50), gun=gun(100, 50))
    # Its front edge is at 50.75; 1.5 and 10 cm to each side.
    platoon = corners_of(shapes(on, "own", MID_WAR), "front")
    assert sorted(platoon) == [(885, 507.5), (885, 957.5), (1115, 507.5), (1115, 957.5)]
    # Its front edge is at 51; 1 cm to each side there, 71 cm at 121.
    assert sorted(corners_of(shapes(on, "gun", MID_WAR), "front")) == [
        (290, 1210),
        (990, 510),
        (1010, 510),
        (1710, 1210),
    ]


def test_the_ground_in_an_arc_of_a_mortar_begins_where_it_may_fire() -> None:
    """FF-ARC-T1, FF-RNG-06: a base 2 cm wide and 5 cm each side, from 10 cm before its front edge at 51 on to 100."""
    mortar = gun(100, 50, firer=Firer.LIGHT_MORTAR, unit_class=UnitClass.LIGHT_MORTAR)
    strip = corners_of(shapes(field(own=mortar), "own", MID_WAR), "front")
    assert sorted(strip) == [(940, 610), (940, 1510), (1060, 610), (1060, 1510)]


def test_by_house_rule_a_machine_gun_fires_farther_indirectly_than_directly() -> None:
    """AMB-330: 140 cm instead of 70, which direct fire keeps; 45 degrees outwards from 1 cm it is 141 to each side."""
    on, rules = field(gun=gun(100, 50, firer=Firer.MACHINE_GUN)), book("1916-07", AMB_330="range_140")
    far = corners_of(shapes(on, "gun", rules, indirect=True), "front")
    assert sorted(far) == [(-410, 1910), (990, 510), (1010, 510), (2410, 1910)]
    assert corners_of(shapes(on, "gun", rules), "front") == corners_of(shapes(on, "gun", MID_WAR), "front")
    assert shapes(on, "gun", MID_WAR, indirect=True) == shapes(on, "gun", MID_WAR)


def test_by_house_rule_the_front_of_its_company_widens_an_arc() -> None:
    """SHQ-02: a comrade's base reaches 5 cm farther to the right."""
    on = field(own=at(100, 50, unit="c"), comrade=at(105, 50, unit="c"))
    rules = book("1916-07", SHQ_02="company")
    assert sorted(corners_of(shapes(on, "own", rules), "front"))[0] == (885, 507.5)
    assert sorted(corners_of(shapes(on, "own", rules), "front"))[-1] == (1165, 957.5)


def test_a_block_house_has_an_arc_out_of_each_face() -> None:
    """FF-ARC-10, FF-RNG-03: 45 degrees outwards from both corners of a face for 45 cm, none to its rear."""
    house = gun(100, 50, fighter=Fighter.BLOCK_HOUSE, firer=Firer.BLOCK_HOUSE, unit_class=UnitClass.BLOCK_HOUSE)
    found = shapes(field(own=house), "own", MID_WAR)
    assert isinstance(found, dict)
    assert set(found) == {"front", "left", "right"}
    assert sorted(corners_of(found, "right")) == [(1010, 490), (1010, 510), (1460, 40), (1460, 960)]


def test_who_does_not_fire_has_no_arc() -> None:
    assert isinstance(shapes(field(own=commander(100, 50)), "own", MID_WAR), Refusal)


def vehicle(tank: TankType | None) -> FieldStand:
    return at(100, 50, base=TANK, firer=None, unit_class=UnitClass.TANK, mover=Mover.HEAVY_TANK, tank=tank)


@pytest.mark.parametrize(
    ("tank", "sides"),
    [
        (TankType.HEAVY_MALE, {"front", "left", "right"}),
        (TankType.HEAVY_FEMALE, {"front", "left", "right"}),
        (TankType.WHIPPET, {"front", "left", "right"}),
        (TankType.ST_CHAMOND, {"front", "left", "right"}),
        (TankType.A7V, {"front", "left", "right"}),
        (TankType.RENAULT_GUN, {"front", "left", "right", "rear"}),
    ],
)
def test_a_tank_has_ground_on_the_sides_that_have_a_gun(tank: TankType, sides: set[str]) -> None:
    """FF-TNK-T1: nothing behind but of a Renault, whose one gun fires in any direction (FF-TNK-07)."""
    ground = shapes(field(own=vehicle(tank)), "own", book("1917-11"))
    assert not isinstance(ground, Refusal)
    assert set(ground) == sides


def test_a_side_reaches_as_far_as_the_gun_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """FF-TNK-06: the 75 mm of a St. Chamond fires to the front, its LMGs to the sides."""
    asked = list[Firer]()
    far = weapon_arcs.reach_of
    monkeypatch.setattr(
        weapon_arcs, "reach_of", lambda own, weapon, book: asked.append(weapon) or far(own, weapon, book)
    )
    shapes(field(own=vehicle(TankType.ST_CHAMOND)), "own", book("1917-11"))
    assert asked == [Firer.TANK_GUN, Firer.TANK_LMG, Firer.TANK_LMG]


def test_an_armoured_car_has_ground_on_each_of_its_sides() -> None:
    """FF-ARC-09, SHQ-25, FF-RNG-T1: between the rays at 45 degrees from its corners, 3 by 6 cm, for 30 cm (SHQ-59).

    By house rule straight out of its sides with the room of infantry, 10 cm.
    """
    tank = vehicle(None)
    late = book("1917-11")
    found = shapes(field(own=tank), "own", late)
    assert isinstance(found, dict)
    assert set(found) == {"front", "left", "rear", "right"}
    assert sorted(corners_of(found, "front")) == [(685, 830), (985, 530), (1015, 530), (1315, 830)]
    assert sorted(corners_of(found, "right")) == [(1015, 470), (1015, 530), (1315, 170), (1315, 830)]
    assert sorted(corners_of(found, "rear")) == [(685, 170), (985, 470), (1015, 470), (1315, 170)]
    straight = shapes(field(own=tank), "own", book("1917-11", SHQ_25="corridors"))
    assert sorted(corners_of(straight, "left")) == [(685, 370), (685, 630), (985, 370), (985, 630)]


@pytest.mark.parametrize(
    ("along", "up", "zone"),
    [
        # It looks down the table. The target's far edge: 38 - 0.75 ahead of it, 140 + 1.5 to its left, 60 - 1.5 right.
        (100, 50, [(990, 392.5), (990, 492.5), (1010, 392.5), (1010, 492.5)]),
        (140, 80, [(1415, 790), (1415, 810), (1515, 790), (1515, 810)]),
        (60, 80, [(485, 790), (485, 810), (585, 790), (585, 810)]),
    ],
)
def test_a_block_house_has_a_beaten_zone_behind_the_target_of_each_face(
    along: float, up: float, zone: list[tuple[float, float]]
) -> None:
    """FF-BZN-03, FF-BLK-10: 10 cm beyond the far edge of the first base, 2 cm wide."""
    house = gun(100, 80, 180, fighter=Fighter.BLOCK_HOUSE, firer=Firer.BLOCK_HOUSE, unit_class=UnitClass.BLOCK_HOUSE)
    found = zone_of(field(own=house, foe=enemy(along, up)), "own", "foe", book("1917-11"))
    assert found is not None
    assert sorted((round(x, 1), round(y, 1)) for x, y in found.outline) == zone


def test_nothing_behind_a_block_house_is_in_its_arcs() -> None:
    house = gun(100, 80, 180, fighter=Fighter.BLOCK_HOUSE, firer=Firer.BLOCK_HOUSE, unit_class=UnitClass.BLOCK_HOUSE)
    on = field(own=house, left=enemy(130, 80), rear=enemy(100, 110))
    said = {name: weapon_arcs.in_any_arc(on, "own", name, book("1917-11")) for name in ("left", "rear")}
    assert {name: one and (one.value, one.whence) for name, one in said.items()} == {
        "left": (True, "0 cm aside, 28.5 cm allowed at 27.5 cm ahead, map"),
        "rear": (False, "in the arc of none of its faces, map"),
    }

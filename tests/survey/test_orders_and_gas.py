"""Order rolls and gas from the map (FF-ORD-13, FF-ORD-15, FF-GAS), and the trenches they ask about."""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.artillery import Position
from rules.flanders_fields.fire_areas import Coverage, Overlap
from rules.flanders_fields.game.actions.gas.gas_events import CloudDrift, drift_of, lying_beside
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field, FieldStand
from rules.flanders_fields.game.map_facts.gas_coverage import caught_by, entered, entering, in_gas, off_table
from rules.flanders_fields.game.map_facts.indirect_fire import planned
from rules.flanders_fields.game.map_facts.orders_and_assaults import order
from rules.flanders_fields.game.map_facts.trenches_and_wire import (
    front_line,
    in_front_line,
    in_own_work,
    in_work,
    sos_position,
    works_of,
)
from rules.flanders_fields.gas_clouds import GasKind
from rules.flanders_fields.vocabulary import Cover, Firer, Mover, Side, UnitClass, Work
from rules.kernel.polygons import rectangle
from rules.tabletop.board_view import told, values
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import AreaKind, Trench, Wire
from tests.game.gas_in_play import at_gas, cloud_of, game, throw
from tests.survey.scenes import FIELD_GUN, area, at, book, commander, enemy, field, path

MID_WAR = book("1916-07")
OWN = ("first", "second")


def company(second_along: float, **more: Any) -> Field:
    """Two platoons and their commander, whose base is 2 cm across."""
    told_of = {"unit": "a"} | more
    return field(first=at(100, 20, **told_of), second=at(second_along, 20, **told_of), post=commander(70, 20))


@pytest.mark.parametrize(("along", "far"), [(97.5, 25.0), (97.6, 25.1)])
def test_the_farthest_platoon_is_measured_base_to_base(along: float, far: float) -> None:
    # The commander's edge is at 71, the platoon's nearest side 1.5 cm before its middle.
    on = field(first=at(along, 20, unit="a"), second=at(80, 20, unit="a"), post=commander(70, 20))
    found = told(order(on, "a", "post", OWN, MID_WAR), "farthest_platoon_cm")
    assert found is not None
    assert found.value == far
    assert found.whence == f"{far:g} cm from a platoon to the commander, base to base, map"


def test_whoever_is_missing_might_be_the_farthest() -> None:
    on = field(first=at(97.5, 20, unit="a"), post=commander(70, 20))
    assert told(order(on, "a", "post", OWN, MID_WAR), "battalion_farthest_cm") is None
    assert order(field(), "a", "post", (), MID_WAR) == ()


def test_a_unit_stands_in_gas_with_any_part_of_any_stand() -> None:
    cloud = CloudOnField("c", "the cloud", rectangle(300, 300, 0, (1000, 500)))
    # The cloud's near edge is at 35 cm: at 34.3 the base's far edge is at 35.05, at 34.2 at 34.95.
    for up, inside in ((34.3, True), (34.2, False)):
        on = replace(field(first=at(100, up, unit="a"), post=commander(70, 20)), clouds=(cloud,))
        found = values(order(on, "a", "post", ("first",), MID_WAR))
        assert (found["in_gas"], found["commander_in_gas"]) == (inside, False)
    whole = book("1916-07", AMB_450="whole_base")
    on = replace(field(first=at(100, 35, unit="a")), clouds=(cloud,))
    answer = in_gas(on, "first", whole)
    assert answer is not None
    assert answer.value is False


def test_a_battery_sees_the_enemy_itself() -> None:
    gun = at(100, 20, base=FIELD_GUN, unit="g", unit_class=UnitClass.FIELD_GUN, mover=Mover.FIELD_ARTILLERY)
    wood = area(AreaKind.WOOD, 90, 50, 110, 60, "Wood 3")
    found = told(order(field(wood, gun=gun, foe=enemy(100, 80)), "g", "post", (), MID_WAR), "own_sight")
    assert found is not None
    assert found.value is False
    open_ground = told(order(field(gun=gun, foe=enemy(100, 80)), "g", "post", (), MID_WAR), "own_sight")
    assert open_ground is not None
    # Its front edge is at 23 cm, the enemy's at 79.25.
    assert open_ground.whence.startswith("it sees a platoon: 56.3 cm, within 200 cm")


def test_that_it_means_to_cross_is_never_proposed() -> None:
    wire = Wire("w", "the belt", path((80, 22), (120, 22)), 20)
    found = told(order(field(wire, first=at(100, 20.2, unit="a")), "a", "post", (), MID_WAR), "crossing_wire")
    assert found is not None
    assert (found.value, found.whence) == (False, "it stands at the belt, map")


def test_a_cloud_catches_on_its_way_and_where_it_ends() -> None:
    # It reaches from 35 to 65 cm and drifts 17 cm up the table.
    cloud = CloudOnField("c", "the cloud", rectangle(300, 300, 0, (1000, 500)))
    on = field(
        passed=at(100, 36),  # fully in at the start, left behind at the end (52 to 82)
        reached=at(100, 81),  # 80.25 to 81.75: in it at the end
        partly=at(100, 82),  # 81.25 to 82.75: half of it
        spared=at(100, 83),
    )
    found = {one.stand: values(one.facts) for one in caught_by(on, cloud, (0.0, 170.0), MID_WAR)}
    assert set(found) == {"passed", "reached", "partly"}
    assert (found["passed"]["coverage"], found["passed"]["ends"]) == (Coverage.FULLY, Overlap.NONE)
    assert (found["reached"]["coverage"], found["reached"]["at_start"]) == (Coverage.FULLY, Coverage.SPARED)
    assert (found["partly"]["coverage"], found["partly"]["ends"]) == (Coverage.PARTLY, Overlap.HALF)
    assert found["reached"]["cover"] is Cover.SOFT
    assert off_table(on, cloud, (0.0, 170.0)).value is False
    assert off_table(on, cloud, (0.0, 850.0)).value is True


def test_whoever_walks_into_gas_is_covered_as_where_most_of_it_is() -> None:
    cloud = CloudOnField("c", "the cloud", rectangle(300, 300, 0, (1000, 500)))
    on = field(own=at(100, 20))
    for up, coverage in ((34.2, Coverage.SPARED), (35, Coverage.PARTLY), (35.8, Coverage.FULLY), (90, Coverage.FULLY)):
        found = values(entering(on, "own", (Pose(Spot(1000, round(up * 10))),), cloud))
        assert (found["coverage"], found["began_inside"]) == (coverage, False)


def trenches(*stands: tuple[str, FieldStand]) -> Field:
    """Two British trenches, at 30 and 40 cm, and a German one at 80; each is 2 cm wide."""
    lines = (
        Trench("back", "Back Lane", path((0, 30), (240, 30)), 20, "british"),
        Trench("front", "Front Street", path((0, 40), (240, 40)), 20, "british"),
        Trench("foe", "Hun Alley", path((0, 80), (240, 80)), 20, "german"),
    )
    return replace(field(*lines, **dict(stands)), nations={Side.ATTACKER: "british", Side.DEFENDER: "german"})


def test_the_foremost_trench_of_each_side() -> None:
    on = trenches(("gun", at(100, 20, base=FIELD_GUN)))
    found = values(front_line(on, "gun"))
    # The gun's front edge is at 23, the trenches' near edges at 39 and 79.
    assert found == {"own_trench_cm": 16.0, "enemy_trench_cm": 56.0}


def test_what_an_sos_point_lies_before() -> None:
    on = trenches(("foe", enemy(100, 40)))
    found = values(sos_position(on, Side.DEFENDER, Spot(1000, 750)))
    assert found == {"from_position_cm": 4.0, "position": Position.FRONT_TRENCH}
    lost = values(sos_position(on, Side.ATTACKER, Spot(1000, 450)))
    assert lost == {"from_position_cm": 4.0, "position": Position.HELD_BY_THE_ENEMY}


def test_who_sits_in_his_own_work_and_who_is_above_him() -> None:
    on = trenches(("own", at(100, 40)), ("other", at(150, 80)), ("foe", enemy(110, 40)))
    assert values(in_own_work(on, "own")) == {"in_own_work": True, "enemy_above": True}
    assert values(in_own_work(on, "other")) == {"in_own_work": False}


def test_where_a_move_began_tells_how_it_went_into_gas() -> None:
    """FF-GAS-20: the cloud reaches from 35 to 65 cm; what counts is where most of the base was covered on its way."""
    cloud = CloudOnField("c", "the cloud", rectangle(300, 300, 0, (1000, 500)))
    came = Pose(Spot(1000, 300), 0.0)
    on = field(
        through=at(100, 70, came_from=came),  # 69.25 to 70.75: it has come out on the far side
        edge=at(100, 35),  # 34.25 to 35.75; from where it came nobody said
        beside=at(150, 50, came_from=Pose(Spot(1500, 300), 0.0)),
        out=at(100, 70, came_from=Pose(Spot(1000, 500), 0.0)),
    )
    passed = values(entered(on, "through", cloud, MID_WAR))
    assert passed == {
        "coverage": Coverage.FULLY,
        "began_inside": False,
        "ends": Overlap.NONE,
        "cover": Cover.SOFT,
    }
    standing = entered(on, "edge", cloud, MID_WAR)
    assert values(standing)["coverage"] is Coverage.PARTLY
    assert values(standing)["ends"] is Overlap.HALF
    assert standing[0].whence == "the cloud: partly covered where it stands, map"
    assert "began_inside" not in values(standing)
    assert entered(on, "beside", cloud, MID_WAR) == ()
    assert values(entered(on, "out", cloud, MID_WAR))["began_inside"] is True


def test_a_battery_by_the_plan() -> None:
    """FF-BOM-05: from off the table somebody observes, on it the gun must see an enemy there and bear on the point."""
    gun = at(
        100,
        20,
        base=FIELD_GUN,
        unit="g",
        unit_class=UnitClass.FIELD_GUN,
        mover=Mover.FIELD_ARTILLERY,
        firer=Firer.FIELD_GUN,
    )
    on = trenches(("gun", gun), ("foe", enemy(100, 83)), ("post", commander(60, 20)))
    there = Spot(1000, 830)
    assert values(planned(on, Side.ATTACKER, UnitClass.FIELD_GUN, "", there, MID_WAR)) == {"observed": True}
    # Its front edge is at 23: the own trench 16 cm before it, the enemy's 56; an attacker's gun is not bound by that.
    found = values(planned(on, Side.ATTACKER, UnitClass.FIELD_GUN, "gun", there, MID_WAR))
    assert found == {"sees_target": True, "in_arc": True, "in_front_line": False}
    aside = values(planned(on, Side.ATTACKER, UnitClass.FIELD_GUN, "gun", Spot(1500, 830), MID_WAR))
    assert (aside["sees_target"], aside["in_arc"]) == (False, False)


def test_the_defenders_guns_near_their_trench_are_in_the_front_line() -> None:
    """FF-DSU-05: within 25 cm of it, from mid 1915 on."""
    german: dict[str, Any] = {"base": FIELD_GUN, "unit_class": UnitClass.FIELD_GUN, "mover": Mover.FIELD_ARTILLERY}
    # His trench ends at 81, the attacker's at 41; the guns' bases, 6 cm long, begin at 106 and 106.1.
    on = trenches(("near", enemy(100, 109, **german)), ("far", enemy(150, 109.1, **german)))
    near = in_front_line(on, "near", UnitClass.FIELD_GUN, MID_WAR)
    assert near is not None
    assert (near.value, near.whence) == (True, "25 cm to Hun Alley; 65 cm to Front Street, map")
    far = in_front_line(on, "far", UnitClass.FIELD_GUN, MID_WAR)
    assert far is not None
    assert far.value is False
    assert in_front_line(field(near=enemy(100, 109, **german)), "near", UnitClass.FIELD_GUN, MID_WAR) is None


def test_who_stands_in_a_work_of_the_enemy() -> None:
    """FF-HUR-03: enemies with half their base in it, above ground; in their trench they have Medium cover."""
    redoubt = area(AreaKind.STRONG_POINT, 40, 90, 60, 110, "the redoubt")
    on = trenches(
        ("in_it", enemy(100, 80)),
        ("half", enemy(120, 81)),  # 80.25 to 81.75, the trench ends at 81: half of it
        ("less", enemy(140, 81.1)),
        ("below", enemy(160, 80, below=True)),
        ("own", at(180, 80)),
    )
    assert [one.stand for one in in_work(on, Side.ATTACKER, "foe", MID_WAR)] == ["half", "in_it"]
    assert values(in_work(on, Side.ATTACKER, "foe", MID_WAR)[1].facts) == {"in_it": True, "cover": Cover.MEDIUM}
    with_redoubt = replace(on, table=replace(on.table, pieces=(*on.table.pieces, redoubt)))
    assert [one.id for one in works_of(with_redoubt, Side.ATTACKER, Work.STRONG_POINT)] == ["the redoubt"]
    assert [one.id for one in works_of(on, Side.ATTACKER, Work.TRENCH)] == ["foe"]
    assert [one.id for one in works_of(on, Side.DEFENDER, Work.TRENCH)] == ["front", "back"]


SIDE_BY_SIDE = [
    CloudOnField(name, name, rectangle(200, 100, 0, (x, 500))) for name, x in (("west", 900), ("east", 1100))
]
"""They share the edge at 100 cm, and reach from 45 to 55 cm up the table."""


@pytest.mark.parametrize(
    ("up", "alone", "both", "ends"),
    [
        (50, Coverage.PARTLY, Coverage.FULLY, Overlap.NONE),  # in both at the start, left behind at the end (62 to 72)
        (71, Coverage.PARTLY, Coverage.FULLY, Overlap.WHOLE),  # its far edge is at 71.75
        (72, Coverage.PARTLY, Coverage.PARTLY, Overlap.HALF),  # 71.25 to 72.75: half of it is reached
    ],
)
def test_base_across_the_seam_of_two_clouds_is_covered_by_both(
    up: float, alone: Coverage, both: Coverage, ends: Overlap
) -> None:
    """FF-GAS-21: fully covered at full effect. Half of the base lies in each of two clouds that drift 17 cm."""
    cloud, other = SIDE_BY_SIDE
    on = field(own=at(100, up))
    (by_itself,) = caught_by(on, cloud, (0.0, 170.0), MID_WAR)
    (beside,) = caught_by(on, cloud, (0.0, 170.0), MID_WAR, (other.outline,))
    assert values(by_itself.facts)["coverage"] is alone
    assert (values(beside.facts)["coverage"], values(beside.facts)["ends"]) == (both, ends)


def test_base_that_moves_along_the_seam_of_two_clouds_is_covered_by_both() -> None:
    cloud, other = SIDE_BY_SIDE
    on = field(own=at(100, 30))
    way = (Pose(Spot(1000, 600)),)
    assert values(entering(on, "own", way, cloud))["coverage"] is Coverage.PARTLY
    assert values(entering(on, "own", way, cloud, (other.outline,)))["coverage"] is Coverage.FULLY


def test_clouds_go_beside_each_other_whichever_has_gone_first() -> None:
    """FF-GAS-T4: cloud by cloud. The first has drifted to 77 cm; where the phase began it lay beside the second."""
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    state = evening.state
    cloud = replace(cloud_of(evening), along_cm=50.0, up_cm=60.0)
    gone = replace(cloud, up_cm=77.0, phases=1, acted=True)
    right = replace(cloud, id="cloud2", along_cm=70.0)
    found = list[object]()
    for left in (cloud, gone):
        state.gas = replace(state.gas, clouds=(left, right))
        lying = tuple(
            CloudOnField(one.id, one.id, rectangle(200, 100, 0, (one.along_cm * 10, one.up_cm * 10)))
            for one in (left, right)
        )
        found.append(drift_of(state, replace(field(), clouds=lying), MID_WAR, "cloud2"))
    first, second = found
    assert first == second
    assert first == CloudDrift(lying[1], (0.0, 170.0), (rectangle(200, 100, 0, (500, 600)),))


def test_denying_gas_does_not_cover_together_with_gas_that_drifts() -> None:
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    state = evening.state
    cloud = replace(cloud_of(evening), along_cm=50.0, up_cm=60.0)
    state.gas = replace(state.gas, clouds=(cloud, replace(cloud, id="cloud2", along_cm=70.0, kind=GasKind.DENYING)))
    on = replace(field(), clouds=(replace(SIDE_BY_SIDE[0], id="cloud1"), replace(SIDE_BY_SIDE[1], id="cloud2")))
    drift = drift_of(state, on, MID_WAR, "cloud1")
    assert drift is not None
    assert drift.beside == ()
    assert lying_beside(state, on, MID_WAR, "cloud1") == ()

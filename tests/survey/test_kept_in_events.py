"""What the map had proposed stands in the events of moves, gas, planned fire, aircraft and shelters, worked by hand.

The field is 120 by 180 cm; an infantry base is 30 by 15 mm.
"""

from typing import Any

from rules.flanders_fields.game.map_facts.seat_board import field_of
from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedFire, PlannedWork
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, Side, Work
from rules.kernel.prompts import Origin, proposed
from rules.kernel.seats import Role
from rules.tabletop.stands import Pose, Spot
from tests.game.air_in_play import STEP, target
from tests.game.choosing import asks_of
from tests.game.evening import Evening, die, played, somme, with_plan
from tests.game.gas_in_play import at_gas, released, throw
from tests.game.gas_in_play import game as gas_game
from tests.game.ground_in_play import LAID, OPEN_FIELD, at
from tests.game.guns_in_play import GERMAN_GUNS, called_for
from tests.game.test_planned_bombardments import HEAVY, LINE, ON_TABLE

OWN, FOE = "a1.1.c1.p1", "d1.1.c1.p1"


def facts(said: tuple[FromMap, ...], of: str | None = None) -> dict[str, Any]:
    """What was proposed, by its fact."""
    return {one.fact: one.proposed for one in said if of in (None, one.of)}


def overruled(said: tuple[FromMap, ...]) -> set[str]:
    """The facts of which something else was said."""
    return {one.fact for one in said if one.overruled}


def ordered(evening: Evening) -> Evening:
    """The first company has two actions."""
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    return evening


def test_a_move_keeps_the_ground_that_its_way_leads_through() -> None:
    """The wood is a triangle whose slope leads from (10, 100) to (30, 120): at 20 along it reaches from 110 to 120."""
    evening = played("mons-1914", table=LAID)
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 1120)])
    ordered(evening)
    moved = evening.do("attacker", "move_unit", unit="a1.1.c1", places=[at(OWN, 200, 1180)])
    going = next(one for one in moved.reasons.map if one.fact == "going")
    assert (going.proposed, going.used) == ("close_terrain", "cross_country")
    assert going.whence == "6 cm close terrain (High Wood), map"
    assert "ground cross country, not close terrain" in last_line_of(evening, "ActionSpent")
    assert evening.state.ground.came_from[0].pose == Pose(Spot(200, 1120), 0.0)


def last_line_of(evening: Evening, kind: str) -> str:
    """The sentence of the newest event of a kind."""
    newest = next(one for one in reversed(evening.log) if type(one.event).__name__ == kind)
    return str(SYSTEM.tell(evening.state, newest, Role.SPECTATOR)["says"])


def test_where_a_move_began_is_forgotten_with_the_turn() -> None:
    evening = played("mons-1914", table=OPEN_FIELD)
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 300)])
    ordered(evening)
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    # Said by placing it: it has moved, so this is where its move has brought it.
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 400)])
    assert [one.y_mm for one in evening.state.ground.came_from] == [300]
    # Put right once more, it has come from the same place.
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 390)])
    assert [one.y_mm for one in evening.state.ground.came_from] == [300]
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    assert evening.state.ground.came_from == ()


def test_a_stand_that_is_placed_without_a_move_has_come_from_nowhere() -> None:
    evening = played("mons-1914", table=OPEN_FIELD)
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 300)])
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 400)])
    assert evening.state.ground.came_from == ()


def test_who_walks_into_gas_keeps_how_its_way_led_through_it() -> None:
    """The cloud lies about (60, 77), 10 cm deep: from 72 to 82 up. The platoon comes down from 100 to 80.

    Its base reaches from 79.25 to 80.75 there: wholly in it.
    """
    evening = released(gas_game(table=OPEN_FIELD))
    evening.do("attacker", "end_turn")
    evening.do("referee", "place_stands", stands=[at(FOE, 600, 1000, 180.0)])
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    evening.do("defender", "move_unit", unit="d1.1.c1", places=[at(FOE, 600, 800, 180.0)])
    caught = {"stand": FOE, "cover": "soft", "coverage": "partly", "ends": "whole"}
    entered = evening.do("defender", "enter_gas", cloud="cloud1", caught=caught)
    said = entered.hit.reasons.map
    assert facts(said) == {"coverage": "fully", "began_inside": False, "ends": "whole", "cover": "soft"}
    assert overruled(said) == {"coverage"}
    assert "coverage partly, not fully" in last_line_of(evening, "EnteredGas")


def test_gas_takes_the_cover_of_the_map_for_a_stand_that_its_cloud_misses() -> None:
    """The cloud lies about (60, 60) and drifts straight up. A platoon at 20 along may be named all the same."""
    evening = at_gas(gas_game(table=OPEN_FIELD))
    evening.do("referee", "place_stands", stands=[at(FOE, 200, 1000, 180.0)])
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    asked = asks_of(evening.state, ATTACKER, "gas_attacks", {"cloud": "cloud1"})
    found = proposed(asked, {"caught": [{"stand": FOE}]})
    assert found.told["caught"][0]["cover"] == "soft"
    assert found.origins["caught.0.cover"] is Origin.MAP


def test_planned_fire_keeps_who_observes_it() -> None:
    """FF-BOM-05: the point lies 50 along and 95 up; a commander of its side sees it over open ground."""
    evening = somme(FirePlan(fires=(LINE,)), table=OPEN_FIELD)
    post = evening.state.battalions["a1.1"].commander
    evening.do("attacker", "place_stands", stands=[at(post, 500, 300)])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    fired = evening.do("attacker", "fire_by_plan", line=LINE.id)
    (observed,) = fired.reasons.map
    assert (observed.fact, observed.proposed, observed.used) == ("observed", True, False)
    assert evening.state.units[HEAVY].on_table is False


def test_a_gun_on_the_table_by_the_plan_keeps_sight_and_arc() -> None:
    line = PlannedFire("attacker.fire1", Side.ATTACKER, ON_TABLE, 1, "the wire", 50.0, 60.0)
    evening = somme(FirePlan(fires=(line,)), table=OPEN_FIELD)
    gun = evening.state.units[ON_TABLE].stands[0]
    evening.do("attacker", "place_stands", stands=[at(gun, 500, 200)])
    evening.do("defender", "place_stands", stands=[at(FOE, 500, 600, 180.0)])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    fired = evening.do("attacker", "fire_by_plan", line=line.id, sees_target=True)
    assert facts(fired.reasons.map) == {"sees_target": True, "in_arc": True}
    assert overruled(fired.reasons.map) == set()


def test_a_point_that_shifts_by_the_plan_tells_nothing_from_the_map() -> None:
    """FF-PLN-01: where it lies is its own side's affair until fire falls there."""
    line = PlannedFire("attacker.fire1", Side.ATTACKER, ON_TABLE, 1, "the wire", 50.0, 60.0, shift=True)
    evening = somme(FirePlan(fires=(line,)), table=OPEN_FIELD)
    gun = evening.state.units[ON_TABLE].stands[0]
    evening.do("attacker", "place_stands", stands=[at(gun, 500, 200, 180.0)])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert evening.do("attacker", "fire_by_plan", line=line.id).reasons.map == ()


def test_the_hurricane_keeps_who_stands_in_the_work() -> None:
    """FF-HUR-03: the trench lies at 140 up, 2 cm wide; in it a British platoon is in a well built one, Hard."""
    work = PlannedWork("attacker.work1", Side.ATTACKER, "the first trench", Work.TRENCH, 1)
    evening = with_plan(played("michael-1918", table=LAID), FirePlan(works=(work,)), gas=False)
    second = "d1.1.c1.p2"
    evening.do("referee", "place_stands", stands=[at(FOE, 300, 1400, 180.0), at(second, 400, 1400, 180.0)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_bombardment")
    named = [{"stand": FOE, "cover": "medium"}]
    fell = evening.do("attacker", "bombard_work", work=work.id, piece="trench", stands=named, dice=[die(1)])
    said = {one.of: (one.proposed, one.used) for one in fell.reasons.map if one.fact == "cover"}
    assert said == {FOE: ("hard", "medium")}
    missed = [one for one in fell.reasons.map if one.of == second]
    assert [(one.fact, one.proposed, one.used) for one in missed] == [("in_it", True, False)]


def test_aircraft_keep_whom_their_line_meets() -> None:
    """FF-AIR-07: from (40, 99.25) straight up; the near edges of the two are at 99.25 and 101.25, a third at 102.25."""
    evening = with_plan(played("michael-1918", table=OPEN_FIELD), FirePlan(), gas=False)
    stands = {"d1.1.c1.p1": 1000, "d1.1.c1.p2": 1020, "d1.1.c1.p3": 1040}
    evening.do("referee", "place_stands", stands=[at(name, 400, up, 180.0) for name, up in stands.items()])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", STEP)
    evening.do("attacker", "call_aircraft", regiment="a1", die=die(5))
    first, second, third = stands
    point = {"along_cm": 40.0, "up_cm": 99.2, "direction_deg": 0}
    told = [target(first, distance_cm=0.1), target(second, distance_cm=3.0)]
    # A stand that the line misses may be named all the same: its cover is that of the map.
    missed = {**point, "along_cm": 60.0, "targets": [{"stand": first}]}
    found = proposed(asks_of(evening.state, ATTACKER, "name_air_targets", {}), missed)
    assert found.told["targets"][0]["cover"] == "soft"
    named = evening.do("attacker", "name_air_targets", targets=told, **point)
    said = {(one.of, one.fact): (one.proposed, one.used) for one in named.reasons.map}
    assert said[first, "distance_cm"] == (0.1, 0.1)
    assert said[second, "distance_cm"] == (2.1, 3.0)
    assert said[third, "on_the_line"] == (True, False)
    assert said[first, "cover"] == ("soft", "soft")


def test_an_sos_call_keeps_what_its_point_lies_before() -> None:
    """FF-SOS-03: the German trench at 140 up, 2 cm wide; a point 4 cm before it is 41 up from the German edge."""
    evening = called_for(table=LAID)
    call = {"unit": GERMAN_GUNS, "from_position_cm": 5.0, "along_cm": 60.0, "up_cm": 44.9, "die": die(2)}
    answered = evening.do("defender", "call_sos", **call)
    said = {one.fact: (one.proposed, one.used) for one in answered.reasons.map}
    # 180 - 44.9 = 135.1 up from the other edge; the trench begins at 139.
    assert said["from_position_cm"] == (3.9, 5.0)
    assert said["position"] == ("front_trench", "front_trench")


def test_a_point_keeps_whether_it_lies_in_the_arc() -> None:
    """FF-ART-17: a field gun that looks up the table has nothing behind it in its arc."""
    evening = played("mons-1914", table=OPEN_FIELD)
    gun = next(unit for unit in evening.state.units.values() if unit.id == "a1.b1")
    evening.do("attacker", "place_stands", stands=[at(gun.stands[0], 600, 600)])
    evening.do("referee", "correct", of=gun.id, what="carriage", value="ready", reason="set up so")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_regimental_artillery")
    evening.do("attacker", "roll_orders", unit=gun.id, die=die(6), own_sight=True)
    laid = evening.do("attacker", "set_aiming_point", unit=gun.id, along_cm=60.0, up_cm=20.0)
    assert [(one.fact, one.proposed, one.used) for one in laid.reasons.map] == [("in_arc", False, True)]


def test_no_map_is_asked_of_whom_the_other_side_does_not_know() -> None:
    """FF-DSH-01: who goes below unseen stands in no field that everybody knows."""
    evening = with_plan(played("michael-1918", table=LAID), FirePlan(), gas=False)
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 300)])
    spectator = field_of(evening.state, Role.SPECTATOR, evening.state.book())
    assert spectator is not None
    hidden = OWN not in spectator.stands
    below = evening.try_("attacker", "go_below", stands=[OWN])
    assert hidden
    assert isinstance(below, tuple)
    assert below[0].reasons.map == ()

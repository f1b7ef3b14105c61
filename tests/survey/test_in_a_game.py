"""The map in a game: what it had proposed stands in the event beside what was used, and the log says what overruled it.

An infantry base is 30 by 15 mm: one that faces up the table at 300 mm has its front edge at 307.5.
"""

from typing import Any

from rules.flanders_fields.game.map_facts.direct_fire import enemies
from rules.flanders_fields.game.map_facts.seat_board import BY_HOUSE_RULE, field_of
from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING
from rules.kernel.seats import Role
from rules.tabletop.stands import Pose, Spot
from tests.game.evening import Evening, die, shot
from tests.game.gas_in_play import at_gas, throw, touched, went
from tests.game.gas_in_play import game as gas_game
from tests.game.ground_in_play import OPEN_FIELD, at, on_a_field

OWN, FOE = "a1.1.c1.p1", "d1.1.c1.p1"
FAR = 439  # its near edge at 431.5: 12.4 cm from the other's front edge


def facing(*more: dict[str, Any]) -> Evening:
    """Two platoons that face each other, in the attacker's first turn; his company has two actions."""
    evening = on_a_field()
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 300), *more])
    evening.do("defender", "place_stands", stands=[at(FOE, 300, FAR, 180.0)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    return evening


def commander() -> str:
    """The command stand of the first battalion."""
    return on_a_field().state.battalions["a1.1"].commander


def fires(evening: Evening, range_cm: float, **facts: Any) -> Any:
    """Fire of the one platoon at the other."""
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    return evening.do("attacker", "fire", unit="a1.1.c1", shots=[shot(OWN, FOE, range_cm, "soft", 3, **facts)])


def of_fact(said: tuple[FromMap, ...], fact: str) -> FromMap:
    return next(one for one in said if one.fact == fact)


def last_line(evening: Evening, role: Role = Role.SPECTATOR) -> str:
    return str(SYSTEM.tell(evening.state, evening.log[-1], role)["says"])


def test_the_event_keeps_what_was_proposed_and_what_was_used() -> None:
    evening = facing()
    event = fires(evening, 12.0)
    said = of_fact(event.shots[0].reasons.map, "range_cm")
    assert (said.proposed, said.used, said.whence) == (12.4, 12.0, "12.4 cm base to base, map")
    assert said.overruled
    assert last_line(evening).endswith("; otherwise than the map: distance 12 cm, not 12.4 cm")


def test_who_follows_the_map_overrules_nothing() -> None:
    evening = facing()
    event = fires(evening, 12.4)
    assert not any(one.overruled for one in event.shots[0].reasons.map)
    assert "the map" not in last_line(evening)
    cover = of_fact(event.shots[0].reasons.map, "cover")
    assert (cover.proposed, cover.used) == ("soft", "soft")


def test_any_fact_may_be_overruled_not_distances_alone() -> None:
    evening = facing()
    event = fires(evening, 12.4, slope="uphill", line_crosses="barrage")
    assert {one.fact for one in event.shots[0].reasons.map if one.overruled} == {"slope", "line_crosses"}
    assert "slope uphill, not level" in last_line(evening)


def test_without_a_table_or_a_place_nothing_is_kept() -> None:
    evening = on_a_field()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    assert fires(evening, 12.0).shots[0].reasons.map == ()


def test_an_order_keeps_the_farthest_platoon_once_all_are_placed() -> None:
    company = [at(f"a1.1.c1.p{n}", 300 + 40 * n, 300) for n in (2, 3)]
    evening = facing(*company, at(commander(), 300, 280))
    event = evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6), farthest_platoon_cm=15.0)
    said = of_fact(event.reasons.map, "farthest_platoon_cm")
    # The last platoon's middle is 120 aside and 20 up of the post's, which is 20 across: its nearest corner is 105
    # aside and 12.5 up, 105.7 from the middle and 95.7 from the rim, read as 96.
    assert (said.proposed, said.used) == (9.6, 15.0)
    fewer = facing(*company)
    found = fewer.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6)).reasons.map
    assert [one.fact for one in found] == ["in_gas"]


def test_the_map_says_nothing_of_who_has_moved_since_he_was_placed() -> None:
    evening = facing()
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    event = evening.do("attacker", "fire", unit="a1.1.c1", shots=[shot(OWN, FOE, 9.0, "soft", 3)])
    assert event.shots[0].reasons.map == ()


def test_a_gun_that_was_unpacked_stands_where_it_was_placed() -> None:
    evening = on_a_field()
    evening.do("attacker", "place_stands", stands=[at("a1.1.mg1", 300, 300)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_machine_guns", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.mg1", die=die(6))
    evening.do("attacker", "change_carriage", unit="a1.1.mg1", to="ready")
    assert evening.state.ground.unsure == ()


def test_an_enemy_that_has_moved_since_is_neither_measured_nor_in_the_way_of_a_target() -> None:
    """Nobody knows how far it is to where it stands by now, whether it is seen there, or whether it comes first."""
    near = "d1.1.c2.p1"
    evening = facing()
    evening.do("referee", "place_stands", stands=[at(near, 300, 380, 180.0)])
    book = evening.state.book()
    known = field_of(evening.state, ATTACKER, book)
    assert known is not None
    assert [one.stand for one in enemies(known.as_placed, OWN, book)] == [near, FOE]
    evening.state.ground = evening.state.ground.moved(near)
    moved = field_of(evening.state, ATTACKER, book)
    assert moved is not None
    assert [one.stand for one in enemies(moved.as_placed, OWN, book)] == [FOE]
    event = fires(evening, 12.4)
    assert of_fact(event.shots[0].reasons.map, "passes_over").proposed is False
    evening.do("referee", "place_stands", stands=[at(near, 300, 380, 180.0)])
    event = evening.do("attacker", "fire", unit="a1.1.c1", shots=[shot(OWN, FOE, 12.4, "soft", 3)])
    assert of_fact(event.shots[0].reasons.map, "passes_over").proposed is True


def test_what_is_off_the_table_is_in_nobodys_field_but_its_own_sides() -> None:
    evening = facing()
    hidden = next(name for name in evening.state.stands if name.startswith("a1.3.c1"))
    evening.state.places[hidden] = Pose(Spot(500, 500))
    book = evening.state.book()
    fields = {role: field_of(evening.state, role, book) for role in SEATING.roles}
    seen = {role for role, found in fields.items() if found and hidden in found.stands}
    assert seen == {ATTACKER, Role.REFEREE}
    theirs = fields[DEFENDER]
    assert theirs is not None
    assert [one.stand for one in enemies(theirs, FOE, book)] == [OWN]


def test_a_flank_told_by_its_side_is_the_flank_the_map_has() -> None:
    """The side of a stand that is gone in at tells the approach; the map says the same in its own words (AMB-404)."""
    evening = on_a_field()
    evening.do("attacker", "place_stands", stands=[at(OWN, 500, 439, 270.0)])
    evening.do("defender", "place_stands", stands=[at(FOE, 300, FAR, 180.0)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    told = {"unit": "a1.1.c1", "stand": OWN, "target": FOE, "cover": "soft", "sector": "left", "began_in_arc": False}
    event = evening.do("attacker", "go_in", **told, began_cm=17.8)
    assert of_fact(event.reasons.map, "approach").proposed == "flank"
    # It stands square on its side: 200 less half of 15 and half of 30.
    assert [one.fact for one in event.reasons.map if one.overruled] == []


def test_what_counts_by_house_rule_only_is_a_ruling_with_that_option() -> None:
    rulings = on_a_field().state.book().choices
    for ruling, option in BY_HOUSE_RULE.values():
        assert option in {one.key for one in rulings[ruling].ruling.options}, ruling


def test_a_cloud_keeps_whom_the_map_had_in_it() -> None:
    """The cloud drifts from (60, 60) to (60, 77), 30 cm deep: a stand at 77 up lies wholly in it where it ends."""
    evening = gas_game(table=OPEN_FIELD)
    evening.do("referee", "place_stands", stands=[at(FOE, 600, 770, 180.0)])
    at_gas(evening)
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    event = went(evening, "cloud1", touched(FOE, "soft", coverage="partly", ends="whole"), pips=(1,))
    coverage = of_fact(event.reasons.map, "coverage")
    assert (coverage.of, coverage.proposed, coverage.used) == (FOE, "fully", "partly")
    assert "coverage partly, not fully" in last_line(evening)

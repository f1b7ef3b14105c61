"""Order rolls of each class in each period, and all that is added to them or taken off (FF-ORD-13 to FF-ORD-30)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.flanders_fields.game.state.fire_plan import FirePlan
from rules.flanders_fields.vocabulary import UnitClass
from tests.game.evening import Evening, die, played, somme, with_plan
from tests.game.guns_in_play import GERMAN_GUNS, called_for
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, with_one

FACES: Final = range(1, 7)
SEEN: Final[tuple[Mapping[str, Any], ...]] = ({"own_sight": True}, {})


def positions() -> Iterator[Follower]:
    yield from _batteries()
    yield from _heavy_batteries()
    yield from _others()
    yield from _under_a_suppressed_commander()
    yield from _what_is_added()
    yield from _raw()
    yield from _after_a_turn()
    yield from _staff()
    yield from _aircraft()
    yield _from_the_front_line()


def _batteries() -> Iterator[Follower]:
    """With own sight of the enemy and without it (FF-ORD-T2, FF-ORD-19)."""
    for evening, step, of, names in (
        (played("artois-1915"), "early_regimental_artillery", "d1", ("d1.b1", "d1.b3")),
        (somme(FirePlan()), "mid_regimental_artillery", "d1", ("d1.b1",)),
        (played("cambrai-1917"), "late_regimental_artillery", "d1", ("d1.b1",)),
    ):
        _defending(evening, step, of)
        for name in names:
            for seen in SEEN:
                yield from _each_face(evening, name, seen)


def _heavy_batteries() -> Iterator[Follower]:
    """On the table, as few are (FF-ORD-19)."""
    for kind in (UnitClass.HEAVY_ARTILLERY, UnitClass.SUPER_HEAVY_ARTILLERY):
        evening = with_one(kind, to=0)
        _defending(evening, "late_regimental_artillery", "d1")
        yield from _each_face(evening, "d1.x1", {"own_sight": True})


def _others() -> Iterator[Follower]:
    """Tanks by their two lines, mortars, machine guns of regiment and battalion (FF-ORD-T1, FF-ORD-T3, FF-ORD-T4)."""
    for evening, step, of, name in (
        (played("cambrai-1917", date="1916-10"), "mid_tanks", "a1.1", "a1.1.x1"),
        (played("cambrai-1917"), "late_tanks", "a1.1", "a1.1.x1"),
        (played("cambrai-1917"), "late_mortars", "a1.1", "a1.1.x3"),
        (played("cambrai-1917"), "late_regimental_machine_guns", "a1", "a1.x1"),
        (played("mons-1914"), "early_machine_guns", "a1.1", "a1.1.mg1"),
    ):
        yield from _each_face(_attacking(evening, step, of), name, {})


def _under_a_suppressed_commander() -> Iterator[Follower]:
    """A natural 1 fails by itself: with one off, 2 is the least that a line is read by (FF-ORD-18)."""
    for scenario, commander, step, of, name in (
        ("mons-1914", "a1.1.hq", "early_machine_guns", "a1.1", "a1.1.mg1"),
        ("cambrai-1917", "a1.hq", "late_regimental_machine_guns", "a1", "a1.x1"),
        ("cambrai-1917", "a1.1.hq", "late_tanks", "a1.1", "a1.1.x1"),
    ):
        evening = _attacking(played(scenario), step, of)
        evening.do("referee", "correct", of=commander, what="levels", value=1, reason="seen")
        yield from _each_face(evening, name, {})


def _what_is_added() -> Iterator[Follower]:
    """Gas, wire that a company means to cross, national rules declared for the die."""
    for evening, step, name, said in (
        (played("cambrai-1917"), "late_companies", "a1.1.c1", {"in_gas": True}),
        (played("cambrai-1917"), "late_companies", "a1.1.c1", {"farthest_platoon_cm": 25.1}),
        (played("cambrai-1917"), "late_companies", "a1.1.c1", {"professionalism": True}),
        (played("artois-1915"), "early_companies", "a1.1.c1", {"crossing_wire": True}),
        (played("artois-1915"), "early_companies", "a1.1.c1", {"goes_forward": True}),
        (somme(FirePlan()), "mid_companies", "a1.1.c1", {"pals": True}),
    ):
        yield from _each_face(_attacking(evening, step, "a1.1"), name, said)


def _raw() -> Iterator[Follower]:
    """Fired on, by the sheets and by the main rules as a house rule has them (AMB-14)."""
    for rules in ([], [{"ruling": "AMB-14", "option": "high_die"}]):
        evening = somme(FirePlan(), house_rules=rules)
        _attacking(evening, "mid_companies", "a1.1")
        evening.do("referee", "correct", of="a1.1", what="fired_on", value=True, reason="seen")
        yield from _each_face(evening, "a1.1.c1", {})


def _after_a_turn() -> Iterator[Follower]:
    """A tank that did not start, and a commander who was a platoon leader (FF-ORD-16, FF-ORD-17)."""
    evening = _attacking(played("cambrai-1917"), "late_tanks", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.x1", die=die(1))
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "end_turn")
    yield from _each_face(_attacking(evening, "late_tanks", "a1.1"), "a1.1.x1", {})
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    evening.do("referee", "correct", of="a1.1.hq", what="alive", value=False, reason="seen")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "end_turn")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "promote_in_field", formation="a1.1")
    evening.go_to("attacker", "late_companies", "a1.1")
    yield from _each_face(evening, "a1.1.c1", {})


def _staff() -> Iterator[Follower]:
    """The staff bonus of each sheet (FF-ORD-24)."""
    for evening, period in ((played("artois-1915"), "early"), (played("cambrai-1917"), "late")):
        evening.do("attacker", "start_turn")
        evening.go_to("attacker", f"{period}_staff")
        evening.do("attacker", "allot_staff_bonus", battalion="a1.1")
        evening.go_to("attacker", f"{period}_companies", "a1.1")
        yield from _each_face(evening, "a1.1.c1", {"staff_bonus": True})


def _aircraft() -> Iterator[Follower]:
    """By house rule they are ordered as a battery is (AMB-34)."""
    evening = with_plan(
        played("michael-1918", house_rules=[{"ruling": "AMB-34", "option": "order"}]), FirePlan(), gas=False
    )
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_air")
    for pips in FACES:
        yield judged(evening, "attacker", "call_aircraft", regiment="a1", die=die(pips))


def _from_the_front_line() -> Follower:
    """Field guns exactly as deep as it is fire only at what they see (FF-DSU-05, FF-DSU-06)."""
    evening = called_for("late_regimental_artillery", "d1")
    evening.do("defender", "roll_orders", unit=GERMAN_GUNS, die=die(6))
    evening.do("defender", "set_aiming_point", unit=GERMAN_GUNS, where="the tanks", along_cm=60, up_cm=120)
    return judged(evening, "defender", "fire_on_area", unit=GERMAN_GUNS, range_cm=75.1, own_trench_cm=25.0)


def _attacking(evening: Evening, step: str, of: str) -> Evening:
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", step, of)
    return evening


def _defending(evening: Evening, step: str, of: str) -> Evening:
    """The defender's turn, nothing of the attacker's having been ordered."""
    evening.do("attacker", "start_turn")
    evening._settle_plans("attacker")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", step, of)
    return evening


def _each_face(evening: Evening, name: str, said: Mapping[str, Any]) -> Iterator[Follower]:
    role = evening.state.turn.side.value
    for pips in FACES:
        yield judged(evening, role, "roll_orders", unit=name, die=die(pips), **said)

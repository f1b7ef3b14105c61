"""Fire at tanks and at troops."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from rules.flanders_fields.game.planned import FirePlan
from rules.flanders_fields.vocabulary import Quality, UnitClass
from tests.game.evening import Evening, die, entered, played, shot, with_plan
from tests.game.gas_in_play import at_gas, throw, touched
from tests.game.guns_in_play import GERMAN_GUNS, called_for, caught
from tests.game.tanks_in_play import FEMALE, GUN, MALE, THEIRS, at
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, of_the_germans, with_one

ADDED: Final = "d1.1.x1"
HOWITZERS, HEAVY_GUNS = "d1.b3", "d1.b4"
TROOPS = "a1.1.c1.p1"
FACES: Final = range(2, 7)
COVERS: Final = ("open", "soft", "medium", "hard")


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    yield from _rifles_and_machine_guns()
    yield from _added_weapons()
    yield from _batteries()
    yield from _heavy_mortar()
    yield from _gas_cloud()


def _rifles_and_machine_guns() -> Iterator[Follower]:
    """At a tank in the open and in cover (FF-ARM-02, FF-ARM-03, FF-ARM-07), and at troops as far as they reach."""
    for step, firer, stand, near, far in (
        ("late_companies", "d1.1.c1", THEIRS, 4.9, 45),
        ("late_machine_guns", GUN, GUN, 30, 70),
    ):
        evening = of_the_germans(played("cambrai-1917"), step, firer)
        yield from _fires(evening, "defender", firer, shot(stand, MALE, near, "open"))
        yield from _fires_at_troops(evening, "defender", firer, shot(stand, TROOPS, far, "open"))


def _added_weapons() -> Iterator[Follower]:
    """An anti-tank rifle and a flamethrower at a tank, and a tank at one that was captured (FF-ARM-04, FF-ARM-09).

    They are Raw: at a tank in cover the rifle's shot is always point-blank, and with both bonuses no die that is not a
    natural 1 stays under what kills.
    """
    for kind in (UnitClass.ANTI_TANK_RIFLE, UnitClass.FLAMETHROWER):
        evening = of_the_germans(with_one(kind, quality=Quality.RAW), "late_companies", ADDED)
        yield from _fires(evening, "defender", ADDED, shot(ADDED, MALE, 4, "open"))
        yield from _fires_at_troops(evening, "defender", ADDED, shot(ADDED, TROOPS, 4.5, "open"))
    evening = with_one(UnitClass.TANK, type="heavy_male")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_tanks", "a1.1")
    evening.do("attacker", "roll_orders", unit=MALE, die=die(6))
    yield from _fires(evening, "attacker", MALE, at(MALE, ADDED, "front", cover="open"))
    yield from _fires_at_troops(evening, "attacker", MALE, at(MALE, THEIRS, "front"))


def _batteries() -> Iterator[Follower]:
    """Guns and howitzers at tanks: seen over 75 cm away, unseen, and from behind the table (FF-ARM-05 to FF-ARM-08)."""
    for battery in (GERMAN_GUNS, HOWITZERS, HEAVY_GUNS):
        evening = called_for("late_regimental_artillery", "d1")
        evening.do("defender", "roll_orders", unit=battery, die=die(6))
        evening.do("defender", "lay_point", unit=battery, where="the tanks", along_cm=60, up_cm=120)
        if battery == HEAVY_GUNS:
            yield from _fires_on_area(evening, battery, observed=True)
        else:
            for seen in (False, True):
                yield from _fires_on_area(evening, battery, seen, range_cm=75.1, own_trench_cm=60.0)


def _heavy_mortar() -> Iterator[Follower]:
    """On the row of super heavy artillery (FF-ARM-T1)."""
    mortar, evening = "d1.x1", with_one(UnitClass.HEAVY_MORTAR, to=0)
    evening = of_the_germans(evening, "late_regimental_artillery", mortar, "d1", own_sight=True)
    evening.do("defender", "lay_point", unit=mortar, target=MALE)
    yield from _fires_on_area(evening, mortar, range_cm=60, sees_point=True)


def _gas_cloud() -> Iterator[Follower]:
    """Over a tank that was added to those whom it reaches (FF-ARM-T1)."""
    evening = with_one(UnitClass.TANK, "michael-1918", type="heavy_male")
    at_gas(with_plan(evening, FirePlan()))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    for pips, covered in product(FACES, (False, True)):
        tank = touched(ADDED, "open", armour_in_cover=covered)
        yield judged(evening, "attacker", "gas_attacks", cloud="cloud1", caught=[tank], dice=entered(pips))


def _fires(evening: Evening, role: str, firer: str, aim: Mapping[str, Any]) -> Iterator[Follower]:
    """One stand at a tank, in the open and in cover, with each face of its dice."""
    for pips, covered in product(FACES, (False, True)):
        one = {**aim, "armour_in_cover": covered, "dice": entered(pips)}
        yield judged(evening, role, "fire", unit=firer, shots=[one])


def _fires_at_troops(evening: Evening, role: str, firer: str, aim: Mapping[str, Any]) -> Iterator[Follower]:
    """One stand at troops in each class of cover, with each face of its dice (FF-SHO-T1)."""
    for pips, cover in product(FACES, COVERS):
        yield judged(evening, role, "fire", unit=firer, shots=[{**aim, "cover": cover, "dice": entered(pips)}])


def _fires_on_area(evening: Evening, weapon: str, seen: bool = False, **where: Any) -> Iterator[Follower]:
    """A tank in the open and one in cover lie in the area, then troops in each class of cover."""
    for pips in FACES:
        stands = [caught(MALE, "open", seen=seen), caught(FEMALE, "open", seen=seen, armour_in_cover=True)]
        yield judged(evening, "defender", "fire_on_area", unit=weapon, stands=stands, dice=entered(pips, pips), **where)
    for pips, cover in product(FACES, COVERS):
        troops = [caught(TROOPS, cover, seen=seen)]
        yield judged(evening, "defender", "fire_on_area", unit=weapon, stands=troops, dice=entered(pips), **where)

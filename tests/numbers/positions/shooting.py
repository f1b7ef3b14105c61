"""Fire at tanks and at troops."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any, Final

from rules.flanders_fields.game.state.cards import GOOD, SUPERB, LyingCard
from rules.flanders_fields.game.state.fire_plan import FirePlan
from rules.flanders_fields.vocabulary import ARTILLERY, Quality, Side, UnitClass
from tests.game.evening import Evening, die, entered, played, shot, with_plan
from tests.game.gas_in_play import at_gas, throw, touched
from tests.game.guns_in_play import GERMAN_GUNS, called_for, caught
from tests.game.tanks_in_play import FEMALE, GUN, MALE, THEIRS, at
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, of_the_attacker, of_the_germans, with_one

ADDED: Final = "d1.1.x1"
HOWITZERS, HEAVY_GUNS = "d1.b3", "d1.b4"
OURS = "a1.1.x1"
TROOPS, BEHIND = "a1.1.c1.p1", "a1.1.c1.p2"
FACES: Final = range(2, 7)
COVERS: Final = ("open", "soft", "medium", "hard", "fortified")


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    yield from _rifles_and_machine_guns()
    yield from _before_mid_1917()
    yield from _added_weapons()
    yield from _block_house()
    yield from _tanks()
    yield from _batteries()
    yield from _guns_over_open_sights()
    yield from _mortars()
    yield from _gas_cloud()


def _rifles_and_machine_guns() -> Iterator[Follower]:
    """At a tank in the open and in cover (FF-ARM-02, FF-ARM-03, FF-ARM-07), and at troops, near by and far off.

    Near by, under 5 and 10 cm, because infantry reaches troops in Fortifications there alone (FF-SHO-T3).
    """
    for step, firer, stand, near, far, short in (
        ("late_companies", "d1.1.c1", THEIRS, 4.9, 45, 4.9),
        ("late_machine_guns", GUN, GUN, 30, 70, 9.9),
    ):
        evening = of_the_germans(played("cambrai-1917"), step, firer)
        yield from _fires(evening, "defender", firer, shot(stand, MALE, near, "open"))
        yield from _fires_at_troops(evening, "defender", firer, shot(stand, TROOPS, far, "open"))
        yield from _fires_at_troops(evening, "defender", firer, shot(stand, TROOPS, short, "open"))
        yield from _what_disturbs(evening, "defender", firer, shot(stand, TROOPS, 20, "open"))
    first, behind = shot(GUN, TROOPS, 30, "open", 6), shot(GUN, BEHIND, 32, "open", 6, behind_cm=14.9)
    yield judged(evening, "defender", "fire", unit=GUN, shots=[first, behind])


def _what_disturbs(evening: Evening, role: str, firer: str, aim: Mapping[str, Any]) -> Iterator[Follower]:
    """Through a barrage, level and uphill, out of gas, and with a card on the table (FF-DFM-07, -08, -11, -17)."""
    for more in ({"line_crosses": "barrage"}, {"line_crosses": "barrage", "slope": "uphill"}, {"firer_in_gas": True}):
        yield from _each_face(evening, role, firer, {**aim, **more})
    none = evening.state.cards
    for card in (SUPERB, GOOD):
        evening.state.cards = replace(none, lying=(LyingCard(card, card, Side(role), (firer,)),))
        yield from _each_face(evening, role, firer, aim)
    evening.state.cards = none


def _before_mid_1917() -> Iterator[Follower]:
    """Under 5 cm it is +1 for infantry and LMGs (FF-DFM-03, FF-DFM-04); cavalry fires dismounted (FF-DFM-14)."""
    for kind, step, dice in (
        (UnitClass.LMG_PLATOON, "early_machine_guns", 2),
        (UnitClass.CAVALRY, "early_companies", 1),
    ):
        evening = of_the_attacker(with_one(kind, "mons-1914", Side.ATTACKER), step, OURS)
        for range_cm in (4.9, 45):
            yield from _each_face(evening, "attacker", OURS, shot(OURS, THEIRS, range_cm, "open"), dice)


def _added_weapons() -> Iterator[Follower]:
    """An anti-tank rifle and a flamethrower at a tank (FF-ARM-04), and at troops with an LMG as far as they reach.

    They are Raw: at a tank in cover the rifle's shot is always point-blank, and with both bonuses no die that is not a
    natural 1 stays under what kills.
    """
    for kind, far in ((UnitClass.ANTI_TANK_RIFLE, 45), (UnitClass.FLAMETHROWER, 5)):
        evening = of_the_germans(with_one(kind, quality=Quality.RAW), "late_companies", ADDED)
        yield from _fires(evening, "defender", ADDED, shot(ADDED, MALE, 4, "open"))
        yield from _fires_at_troops(evening, "defender", ADDED, shot(ADDED, TROOPS, far, "open"))
    evening = of_the_germans(with_one(UnitClass.LMG_PLATOON), "late_machine_guns", ADDED)
    for range_cm in (4.9, 45):
        yield from _each_face(evening, "defender", ADDED, shot(ADDED, TROOPS, range_cm, "open"), dice=2)


def _block_house() -> Iterator[Follower]:
    """One face at a target as far as it reaches, and at one behind it (FF-RNG-03, FF-BZN-03)."""
    house = "d1.x1"
    evening = of_the_germans(played("cambrai-1917"), "late_regimental_machine_guns", house, "d1")
    first = shot(house, TROOPS, 45, "open", 6, sector="front")
    behind = shot(house, BEHIND, 47, "open", 6, sector="front", behind_cm=9.9)
    yield judged(evening, "defender", "fire", unit=house, shots=[first, behind])


def _tanks() -> Iterator[Follower]:
    """At one that was captured and at troops, near by and as far as they reach (FF-ARM-09, FF-RNG-05, FF-DFM-05)."""
    evening = with_one(UnitClass.TANK, type="heavy_male")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_tanks", "a1.1")
    for tank in (MALE, FEMALE):
        evening.do("attacker", "roll_orders", unit=tank, die=die(6))
    yield from _fires(evening, "attacker", MALE, at(MALE, ADDED, "front", cover="open"))
    yield from _fires(evening, "attacker", FEMALE, at(FEMALE, ADDED, "front", cover="open"))
    yield from _fires_at_troops(evening, "attacker", MALE, at(MALE, THEIRS, "front"))
    for range_cm in (4.9, 30):
        yield from _each_face(evening, "attacker", FEMALE, at(FEMALE, THEIRS, "front", range_cm=range_cm), dice=2)
    for kind, dice in (("renault_gun", 1), ("renault_lmg", 2)):
        evening = of_the_attacker(with_one(UnitClass.TANK, side=Side.ATTACKER, type=kind), "late_tanks", MALE)
        yield from _each_face(evening, "attacker", MALE, at(MALE, THEIRS, "front", range_cm=30), dice)
    evening.do("attacker", "move_unit", unit=MALE)
    yield from _each_face(evening, "attacker", MALE, at(MALE, THEIRS, "front"), dice=2, on_the_move=True)


def _batteries() -> Iterator[Follower]:
    """Guns and howitzers at tanks: seen over 75 cm away, unseen, and from behind the table (FF-ARM-05 to FF-ARM-08)."""
    for battery in (GERMAN_GUNS, HOWITZERS, HEAVY_GUNS):
        evening = called_for("late_regimental_artillery", "d1")
        evening.do("defender", "roll_orders", unit=battery, die=die(6))
        evening.do("defender", "set_aiming_point", unit=battery, where="the tanks", along_cm=60, up_cm=120)
        if battery == HEAVY_GUNS:
            yield from _fires_on_area(evening, battery, observed=True)
        else:
            for seen in (False, True):
                yield from _fires_on_area(evening, battery, seen, range_cm=75.1, own_trench_cm=60.0)


def _guns_over_open_sights() -> Iterator[Follower]:
    """From 100 cm on, beyond 150, and as far as they reach over open sights (FF-DFM-09, FF-DFM-10, FF-RNG-07)."""
    for kind in sorted(ARTILLERY):
        gun, evening = "d1.x1", with_one(kind, to=0)
        evening = of_the_germans(evening, "late_regimental_artillery", gun, "d1", own_sight=True)
        evening.do("defender", "set_aiming_point", unit=gun, where="the troops")
        for range_cm, pips in product((100, 150.1, 200), FACES):
            stands = [caught(TROOPS, "open", seen=True)]
            where = {"range_cm": range_cm, "sees_point": True}
            yield judged(evening, "defender", "fire_on_area", unit=gun, stands=stands, dice=entered(pips), **where)


def _mortars() -> Iterator[Follower]:
    """As near and as far as they reach (FF-RNG-06); a heavy one on the row of super heavy artillery (FF-ARM-T1)."""
    for kind, step, of in (
        (UnitClass.LIGHT_MORTAR, "late_mortars", "d1.1"),
        (UnitClass.MEDIUM_MORTAR, "late_regimental_artillery", "d1"),
        (UnitClass.HEAVY_MORTAR, "late_regimental_artillery", "d1"),
    ):
        mortar, evening = f"{of}.x1", with_one(kind, to=int(of == "d1.1"))
        evening = of_the_germans(evening, step, mortar, of, own_sight=True)
        evening.do("defender", "set_aiming_point", unit=mortar, target=MALE)
        told = {"unit": mortar, "stands": [caught(MALE, "open", seen=True)], "dice": entered(6), "sees_point": True}
        for range_cm in (10, 100):
            yield judged(evening, "defender", "fire_on_area", range_cm=range_cm, **told)
        if kind is UnitClass.HEAVY_MORTAR:
            yield from _fires_on_area(evening, mortar, range_cm=60, sees_point=True)


def _gas_cloud() -> Iterator[Follower]:
    """Over a tank that was added to those whom it reaches (FF-ARM-T1), and over troops (FF-SHO-T1)."""
    evening = with_one(UnitClass.TANK, "michael-1918", type="heavy_male")
    at_gas(with_plan(evening, FirePlan()))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    reached = [touched(ADDED, "open"), touched(ADDED, "open", armour_in_cover=True)]
    for pips, one in product(FACES, (*reached, *(touched(cover=cover) for cover in COVERS))):
        yield judged(evening, "attacker", "gas_attacks", cloud="cloud1", caught=[one], dice=entered(pips))


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


def _each_face(
    evening: Evening, role: str, firer: str, aim: Mapping[str, Any], dice: int = 1, **more: Any
) -> Iterator[Follower]:
    """One stand's fire, with each face of its dice."""
    for pips in FACES:
        shots = [{**aim, "dice": entered(*[pips] * dice)}]
        yield judged(evening, role, "fire", unit=firer, shots=shots, **more)

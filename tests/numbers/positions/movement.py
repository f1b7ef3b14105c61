"""Moves of everything that moves over every ground, the carriage of weapons, and command stands."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.vocabulary import Going, Quality, Side, UnitClass
from tests.game.arms_in_play import unit
from tests.game.evening import Evening, mons
from tests.game.ground_in_play import at, on_a_field
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, ordered, with_attached

REGIMENT, BATTALION = "a1", "a1.1"
CAVALRY, FIRST = "a1.1.x5", "a1.1.c1.p1"
ORDERED: Final = (
    ("late_regimental_artillery", REGIMENT, ("a1.x1", "a1.x2")),
    ("late_tanks", BATTALION, ("a1.1.x1", "a1.1.x2", "a1.1.x3")),
    ("late_machine_guns", BATTALION, ("a1.1.x4",)),
    ("late_companies", BATTALION, ("a1.1.x5", "a1.1.x6", "a1.1.c1")),
)
"""In which step whose unit is ordered; those that are added are told from the scenario's own by their x."""


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    evening = _of_everything()
    for step, of, names in ORDERED:
        for name in names:
            ordered(evening, "attacker", step, name, of)
            yield from _moves(evening, name)
    yield judged(evening, "attacker", "dismount", unit=CAVALRY)
    yield from _medium_mortar()
    yield from _guns_that_unlimber()
    yield from _turns()


def _of_everything() -> Evening:
    """The Cambrai game with something for each column of the movement table; one of two field guns is limbered."""
    units = (
        unit(UnitClass.FIELD_GUN, to=0),
        unit(UnitClass.FIELD_GUN, to=0),
        unit(UnitClass.TANK, type="heavy_male"),
        unit(UnitClass.TANK, type="whippet"),
        unit(UnitClass.ARMOURED_CAR),
        unit(UnitClass.MACHINE_GUN),
        unit(UnitClass.CAVALRY),
        unit(UnitClass.RIFLE_COMPANY, quality=Quality.VETERAN),
    )
    evening = with_attached("cambrai-1917", {Side.ATTACKER: units})
    evening.do("referee", "correct", of="a1.x1", what="carriage", value="limbered", reason="set up so")
    evening.do("attacker", "start_turn")
    return evening


def _moves(evening: Evening, name: str) -> Iterator[Follower]:
    """Over every ground, along a road in column (FF-MOV-T3, FF-MOV-10 to FF-MOV-12); a tank over a trench (AMB-40)."""
    for going in Going:
        yield judged(evening, "attacker", "move_unit", unit=name, going=going, in_column=going is Going.ROAD)
    yield judged(evening, "attacker", "move_unit", unit=name, trenches_crossed=1)


def _medium_mortar() -> Iterator[Follower]:
    """Moved by hand where a house rule lets it be (AMB-43)."""
    rules = [{"ruling": "AMB-43", "option": "medium_may"}]
    mortar = (unit(UnitClass.MEDIUM_MORTAR, to=0),)
    evening = with_attached("cambrai-1917", {Side.ATTACKER: mortar}, house_rules=rules)
    evening.do("attacker", "start_turn")
    ordered(evening, "attacker", "late_regimental_artillery", "a1.x1", REGIMENT)
    yield judged(evening, "attacker", "move_unit", unit="a1.x1")


def _guns_that_unlimber() -> Iterator[Follower]:
    """For the first time in a turn and again, where the first is free (AMB-47)."""
    evening = mons(house_rules=[{"ruling": "AMB-47", "option": "free_once"}])
    evening.do("attacker", "start_turn")
    ordered(evening, "attacker", "early_regimental_artillery", "a1.b1", REGIMENT)
    evening.do("attacker", "change_carriage", unit="a1.b1", to="ready")
    yield judged(evening, "attacker", "change_carriage", unit="a1.b1", to="limbered")


def _turns() -> Iterator[Follower]:
    """As far as a platoon comes that turns about, and one that wheels farther than it comes (FF-MOV-14, FF-MOV-15)."""
    evening = on_a_field("mons-1914")
    evening.do("attacker", "place_stands", stands=[at(FIRST, 600, 300)])
    evening.do("attacker", "start_turn")
    ordered(evening, "attacker", "early_companies", "a1.1.c1", BATTALION)
    for goes_mm, facing in ((170, 180), (199, 90)):
        there = [at(FIRST, 600, 300 + goes_mm, facing)]
        yield judged(evening, "attacker", "move_unit", unit="a1.1.c1", places=there)

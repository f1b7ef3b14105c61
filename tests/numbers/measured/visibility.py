"""Who sees whom, and over what (FF-VIS)."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, Final

from rules.flanders_fields.game.map_facts import cover_and_sight
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.vocabulary import Mover
from rules.tabletop.terrain import AreaKind, Hill
from tests.numbers.measured.movement import ARMOUR, BATTERY
from tests.survey import test_every_fact as scenes
from tests.survey.scenes import area, at, enemy, field, path

HILL: Final = Hill("h", "Hill 60", path((80, 0), (80, 20), (120, 20), (120, 0)), 2)
WOOD: Final = area(AreaKind.WOOD, 0, 40, 40, 80)
VIEWERS: Final = (at(100, 5), at(100, 5, **BATTERY), at(100, 5, mover=Mover.HEAVY_TANK, **ARMOUR))
LOOKED_AT: Final = (
    enemy(100, 60),
    enemy(20, 60),
    enemy(20, 60, has_fired=True),
    enemy(140, 60, mover=Mover.HEAVY_TANK, **ARMOUR),
)
"""In the open, in a wood, in it after he has fired, and a tank."""


def _sights(_: Field) -> list[Any]:
    pairs = product(VIEWERS, LOOKED_AT)
    return [cover_and_sight.sees(field(WOOD, own=own, foe=foe), "own", "foe", scenes.LATE) for own, foe in pairs]


def _over_something(_: Field) -> list[Any]:
    """From a hill over a wood and over a house at somebody 2.5 cm behind it, and a little farther (FF-VIS-06)."""
    found = list[Any]()
    for kind, behind_cm in product((AreaKind.WOOD, AreaKind.BUILDINGS), (43.25, 43.3)):
        on = field(HILL, area(kind, 90, 30, 110, 40), own=at(100, 10), foe=enemy(100, behind_cm))
        found.append(cover_and_sight.sees(on, "own", "foe", scenes.LATE))
    return found


MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {"sights": _sights, "over something": _over_something}

"""How far a move carries everything that moves, over all there is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from rules.flanders_fields.game.map_facts import weapon_arcs
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.game.map_facts.move_paths import leg, rates
from rules.flanders_fields.vocabulary import Mover, Quality, Transport, UnitClass
from rules.kernel.rulings import HouseRule
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import AreaKind, Piece, River, Road, Stream, Trench
from tests.survey import test_every_fact as scenes
from tests.survey.scenes import FIELD_GUN, TANK, area, at, field, gun, path

OVER: Final[Mapping[str, Sequence[Piece]]] = {
    "the open": (),
    "shell torn": (area(AreaKind.SHELL_TORN, 0, 0, 240, 120),),
    "shattered": (area(AreaKind.SHATTERED, 0, 0, 240, 120),),
    "a wood": (area(AreaKind.WOOD, 0, 0, 240, 120),),
    "along a trench": (Trench("t", "Front Street", path((100, 0), (100, 120)), 40, "british"),),
    "a trench": (Trench("t", "Front Street", path((0, 60), (240, 60)), 20, "british"),),
    "a road": (Road("r", "the chaussee", path((100, 0), (100, 120)), 60),),
    "a stream": (Stream("s", "the brook", path((0, 60), (240, 60)), 20),),
    "a river": (River("v", "the canal", path((0, 60), (240, 60)), 60),),
}
FAR, WHEELED, ABOUT = Pose(Spot(1000, 1100), 0), Pose(Spot(1000, 699), 90), Pose(Spot(1000, 670), 180)
"""Where it is tried out to: farther than it comes, wheeled by 90 degrees, turned about."""
BATTERY: Final[Mapping[str, Any]] = {
    "base": FIELD_GUN,
    "unit_class": UnitClass.FIELD_GUN,
    "mover": Mover.FIELD_ARTILLERY,
}
ARMOUR: Final[Mapping[str, Any]] = {"base": TANK, "unit_class": UnitClass.TANK, "firer": None}
MOVERS: Final[Mapping[str, FieldStand]] = {
    "infantry": at(100, 50),
    "veterans": at(100, 50, quality=Quality.VETERAN),
    "cavalry": at(100, 50, unit_class=UnitClass.CAVALRY, mover=Mover.CAVALRY),
    "a machine gun": gun(100, 50),
    "limbered guns": at(100, 50, packed=True, **BATTERY),
    "guns by hand": at(100, 50, **BATTERY),
    "a heavy tank": at(100, 50, mover=Mover.HEAVY_TANK, **ARMOUR),
    "a light tank": at(100, 50, mover=Mover.LIGHT_TANK, **ARMOUR),
    "an armoured car": at(100, 50, unit_class=UnitClass.ARMOURED_CAR, mover=Mover.MOTORS),
}
MORTAR: Final = at(100, 50, unit_class=UnitClass.MEDIUM_MORTAR, mover=Mover.MEDIUM_MORTAR)


def _moves(own: FieldStand, _: Field) -> list[Any]:
    """Over every ground, in column along the road; in the open with its turns too."""
    turns = [leg(field(own=own), "own", to, scenes.LATE) for to in (WHEELED, ABOUT)]
    return [*turns, *_over_every_ground(own)]


def _over_every_ground(own: FieldStand) -> Iterator[Any]:
    for ground, pieces in OVER.items():
        yield leg(field(*pieces, own=own), "own", FAR, scenes.LATE, in_column=ground == "a road")


def _over_wire(_: Field) -> Any:
    """What a belt takes of whoever tries it, and of whoever crushes it."""
    return [rates(MOVERS[name], Transport.ON_ITS_OWN, scenes.LATE) for name in ("infantry", "a heavy tank")]


MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {
    **{f"moves of {name}": partial(_moves, own) for name, own in MOVERS.items()},
    "over wire": _over_wire,
}
BY_HOUSE_RULE: Final[Mapping[HouseRule, tuple[str, Callable[[Field], Any]]]] = {
    HouseRule("AMB-43", "medium_may"): ("moves of a medium mortar", partial(_moves, MORTAR)),
    HouseRule("SHQ-07", "pivot_first"): (
        "a gun that pivots first",
        lambda _: weapon_arcs.shapes(field(own=gun(100, 50)), "own", scenes.LATE),
    ),
}

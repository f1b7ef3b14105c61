"""How far each weapon's arc is drawn, and whom a stand is proposed to fire at."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.fire_eligibility import ARTILLERY, MORTARS
from rules.flanders_fields.game.map_facts import weapon_arcs
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field, FieldStand
from rules.flanders_fields.game.map_facts.direct_fire import first_choice, zone_of
from rules.flanders_fields.vocabulary import Firer, Mover, Quality, Side, UnitClass
from rules.kernel.polygons import rectangle
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import AreaKind, Piece, Trench
from tests.survey import test_every_fact as scenes
from tests.survey.scenes import TANK, area, at, commander, enemy, field, path

DRAWN: Final = ARTILLERY | MORTARS | {Firer.LMG, Firer.CAVALRY, Firer.ANTI_TANK_RIFLE, Firer.FLAMETHROWER}
TANKS: Final[dict[str, Any]] = {"base": TANK, "unit_class": UnitClass.TANK, "mover": Mover.HEAVY_TANK, "firer": None}
FIRST: Final = (100, 33.5)
"""12 cm before an infantry stand at (100, 20), edge to edge."""
CLOSE: Final = (100, 26.4)
"""4.9 cm before it."""
TRENCH: Final = Trench("t", "Hun Alley", path((97, 33.5), (103, 33.5)), 20, "german")


def _arcs(on: Field) -> Any:
    weapons = {weapon.value: at(20, 20, firer=weapon) for weapon in sorted(DRAWN)}
    drawn = replace(on, stands={**on.stands, **weapons, "riflemen": at(30, 20, marksmen=True)})
    return [weapon_arcs.shapes(drawn, name, scenes.LATE) for name in drawn.stands]


def _zones(on: Field) -> Any:
    return zone_of(on, "gun", scenes.FOE, scenes.LATE), zone_of(on, "house", scenes.OWN, scenes.LATE)


def _chosen(laid: Callable[[], Field], _: Field) -> Any:
    return first_choice(laid(), "own", scenes.LATE)


def _before(own: FieldStand, *pieces: Piece, **enemies: FieldStand) -> Field:
    return field(*pieces, own=own, **enemies)


def _in_a_trench(**more: Any) -> Field:
    """Whoever comes first is in a trench: of infantry only a 6 does anything (FF-SHO-T1); another is in the open."""
    return _before(at(100, 20, **more), TRENCH, first=enemy(*FIRST), other=enemy(106, 36))


def _in_gas() -> Field:
    cloud = CloudOnField("c", "the cloud", rectangle(60, 60, 0, Spot(1000, 200)))
    return replace(_in_a_trench(), clouds=(cloud,))


def _command_in_a_trench() -> Field:
    post = commander(*FIRST, side=Side.DEFENDER)
    return _before(at(100, 20), TRENCH, first=post, other=enemy(106, 36))


def _near_by(own: FieldStand, *works: Piece, **first: Any) -> Field:
    """The first is in a house under 5 cm away: a 6 and the bonus of short range reach him there (FF-SHO-T3)."""
    house = area(AreaKind.BUILDINGS, 95, 23, 104, 34)
    return _before(own, house, *works, first=enemy(*CLOSE, **first), other=enemy(107, 30))


def _by_steps(**others: FieldStand) -> Field:
    """Who comes first is in Fortifications 12 cm away, where rifles do nothing: the later steps decide (FF-TGT-X2)."""
    works = Trench("t", "Hun Alley", path((90, 33.5), (96, 33.5)), 20, "german")
    return _before(at(100, 20), area(AreaKind.BUILDINGS, 89, 31, 97, 36), works, first=enemy(93, 33.5), **others)


CHOICES: Final[Mapping[str, Callable[[], Field]]] = {
    "infantry, at a trench": _in_a_trench,
    "Raw, at a trench": partial(_in_a_trench, quality=Quality.RAW),
    "cavalry, at a trench": partial(_in_a_trench, firer=Firer.CAVALRY),
    "in gas, at a trench": _in_gas,
    "infantry, at a command stand": _command_in_a_trench,
    "infantry, near by": lambda: _near_by(at(100, 20)),
    "an LMG, near by": lambda: _near_by(at(100, 20, firer=Firer.LMG)),
    "a tank, near by": lambda: _near_by(at(100, 17.8, **TANKS, fighter=Fighter.HEAVY_TANK)),
    "infantry, at a work near by": lambda: _near_by(
        at(100, 20), Trench("t", "Hun Alley", path((97, 26.4), (103, 26.4)), 20, "german")
    ),
    "infantry, at a tank": lambda: _before(
        at(100, 20), first=enemy(100, 36, **TANKS, fighter=Fighter.HEAVY_TANK), other=enemy(106, 38)
    ),
    "infantry, at a tank near by": lambda: _before(
        at(100, 20),
        area(AreaKind.BUILDINGS, 95, 23, 104, 34),
        first=enemy(100, 28.6, **TANKS, fighter=Fighter.HEAVY_TANK),
        other=enemy(107, 30),
    ),
    "infantry, at one of those close by": lambda: _by_steps(close=enemy(103, 36.5), ahead=enemy(100, 46.5)),
    "infantry, at one straight ahead": lambda: _by_steps(ahead=enemy(100, 51.5), beside=enemy(103.1, 49.5)),
}

MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {
    "arcs": _arcs,
    "zone": _zones,
    **{f"first choice, {name}": partial(_chosen, laid) for name, laid in CHOICES.items()},
}

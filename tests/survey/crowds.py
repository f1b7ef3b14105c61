"""Two sides drawn up against each other on a table with a piece of every sort, at random."""

from random import Random
from typing import Any

from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.vocabulary import Firer, Mover, Quality, Side, UnitClass
from rules.tabletop.stands import Pose, Spot, StandingBase
from tests.bench import scene

MACHINE_GUN: dict[str, Any] = {
    "unit_class": UnitClass.MACHINE_GUN,
    "mover": Mover.MACHINE_GUN,
    "firer": Firer.MACHINE_GUN,
    "fighter": Fighter.MACHINE_GUN,
}


def against(chance: Random, many: int) -> Field:
    """So many stands, each side on its own half of the table and looking at the other; a machine gun in ten."""
    table = scene.country(chance)
    return Field(table, {f"s{n}": _stand(chance, n, one) for n, one in enumerate(scene.stands(chance, many))})


def _stand(chance: Random, number: int, drawn: StandingBase) -> FieldStand:
    side = Side.ATTACKER if number % 2 else Side.DEFENDER
    half = drawn.spot.y_mm // 2 + (0 if side is Side.ATTACKER else scene.DEPTH_MM // 2)
    turned = chance.choice((0.0, 0.0, 40.0, 320.0)) + (0 if side is Side.ATTACKER else 180)
    stand = StandingBase(drawn.footprint, Pose(Spot(drawn.spot.x_mm, half), turned % 360))
    more = MACHINE_GUN if number % 20 < 2 else {"quality": chance.choice((Quality.RAW, Quality.VETERAN))}
    exact, below = chance.random() < 0.8, chance.random() < 0.1
    return FieldStand(name=f"stand {number}", stand=stand, side=side, exact=exact, below=below, **more)

"""What a seat sees of a tank: what bears on which side, and how it may fire now."""

from typing import Any

from rules.flanders_fields.armour.tanks import WEAPON_NAMES, TankFacts, guns_of, weapon_on
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.models import MOTORS, tank_type
from rules.flanders_fields.game.state import Orders, Unit
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.shooting.game.by_sides import may_fire_moving
from rules.flanders_fields.vocabulary import Firer
from rules.kernel.explain import Refusal

SIDES = (Sector.FRONT, Sector.LEFT, Sector.RIGHT, Sector.REAR)


def tank_view(unit: Unit, orders: Orders | None, book: RuleBook) -> dict[str, Any] | None:
    """A tank's sides and targets; None for what is none, or at a date without it (FF-TNK-01)."""
    if unit.kind not in MOTORS:
        return None
    guns = guns_of(TankFacts(tank=tank_type(unit)), book)
    if isinstance(guns, Refusal):
        return None
    weapons = {side.value: weapon_on(tank_type(unit), side, book) for side in SIDES}
    return {
        "targets": guns.value.targets,
        "sides": {side: WEAPON_NAMES[Firer(one.value)] for side, one in weapons.items() if one},
        "fires_moving": may_fire_moving(unit, orders, book),
    }

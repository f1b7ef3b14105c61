"""The base each stand of a game is on, as a shape on the table (FF-BAS)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.flanders_fields.bases import BaseFacts, BaseKind, base_of
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import GameState, Regiment
from rules.flanders_fields.vocabulary import UnitClass
from rules.geometry.stands import Circle, Footprint, Rectangle, Stand

BASES: Final[Mapping[UnitClass, BaseKind]] = {
    UnitClass.RIFLE_COMPANY: BaseKind.INFANTRY,
    UnitClass.ENGINEERS: BaseKind.INFANTRY,
    UnitClass.LMG_PLATOON: BaseKind.INFANTRY,
    UnitClass.MACHINE_GUN: BaseKind.MACHINE_GUN,
    # The book gives a block house no size: it is drawn as large as the base of the gun in it.
    UnitClass.BLOCK_HOUSE: BaseKind.MACHINE_GUN,
    UnitClass.FIELD_GUN: BaseKind.FIELD_ARTILLERY,
    UnitClass.FIELD_HOWITZER: BaseKind.FIELD_ARTILLERY,
    UnitClass.HEAVY_ARTILLERY: BaseKind.HEAVY_ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: BaseKind.SUPER_HEAVY_ARTILLERY,
    UnitClass.LIGHT_MORTAR: BaseKind.BATTALION_SUPPORT_WEAPON,
    UnitClass.MEDIUM_MORTAR: BaseKind.HEAVY_SUPPORT_WEAPON,
    UnitClass.HEAVY_MORTAR: BaseKind.HEAVY_SUPPORT_WEAPON,
    UnitClass.TANK: BaseKind.TANK,
    UnitClass.ARMOURED_CAR: BaseKind.TANK,
    UnitClass.CAVALRY: BaseKind.CAVALRY,
    UnitClass.FLAMETHROWER: BaseKind.FLAMETHROWER_OR_ANTI_TANK_RIFLE,
    UnitClass.ANTI_TANK_RIFLE: BaseKind.FLAMETHROWER_OR_ANTI_TANK_RIFLE,
}


def base_kind(state: GameState, stand: str) -> BaseKind:
    """What stands on the base of a stand of the game."""
    unit = state.units.get(state.stands[stand].unit)
    if unit is not None:
        return BASES[unit.kind]
    formation = state.commanding(stand)
    if isinstance(formation, Regiment):
        return BaseKind.DIVISIONAL_COMMAND if formation.division else BaseKind.REGIMENTAL_COMMAND
    return BaseKind.BATTALION_COMMAND


@lru_cache(maxsize=256)
def footprint_of(kind: BaseKind, book: RuleBook) -> Footprint:
    """The recommended base as a shape; where square or circle is left open, the square that is named first."""
    base = base_of(BaseFacts(stand=kind), book).value
    return Circle(base.width_mm) if base.shape == "circle" else Rectangle(base.width_mm, base.depth_mm)


def standing(state: GameState, stand: str, book: RuleBook) -> Stand | None:
    """A stand on its base where it was placed; None for one that is not on the map."""
    pose = state.places.get(stand)
    return Stand(footprint_of(base_kind(state, stand), book), pose) if pose else None

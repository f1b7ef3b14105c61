"""Types of stands: the weapon, mover, fighter, target, grade and base each counts as."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.flanders_fields.armour import TankType, Vehicle, VehicleFacts, class_of
from rules.flanders_fields.assault import FIGHTS_AS, Fighter
from rules.flanders_fields.base_sizes import STANDS_ON, BaseFacts, BaseKind, base_of
from rules.flanders_fields.game.state.game import GameState, Regiment, Unit
from rules.flanders_fields.national_rules import SpecialFacts, may_use
from rules.flanders_fields.orders import NEVER_ON_WIRE
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.sight import CoverFacts, cover_of
from rules.flanders_fields.vocabulary import (
    MOVES_AS,
    Carriage,
    Cover,
    Firer,
    Mover,
    Nation,
    Quality,
    RollKind,
    Special,
    TargetKind,
    Transport,
    UnitClass,
)
from rules.kernel.explanations import Refusal
from rules.tabletop.stands import Circle, Footprint, Rectangle, StandingBase

# As what the stands of a game move, fire, fight and are fired at

VEHICLES: Final[Mapping[TankType, Vehicle]] = {
    TankType.HEAVY_MALE: Vehicle.MARK_MALE,
    TankType.HEAVY_FEMALE: Vehicle.MARK_FEMALE,
    TankType.WHIPPET: Vehicle.WHIPPET,
    TankType.ST_CHAMOND: Vehicle.ST_CHAMOND,
    TankType.RENAULT_GUN: Vehicle.RENAULT,
    TankType.RENAULT_LMG: Vehicle.RENAULT,
    TankType.A7V: Vehicle.A7V,
}
MOTORS: Final = frozenset({UnitClass.TANK, UnitClass.ARMOURED_CAR})
ON_FOOT: Final = "on_foot"
"""The type of cavalry that serves as infantry (FF-CAV-08)."""

FIRES_AS: Final[Mapping[UnitClass, Firer]] = {
    UnitClass.RIFLE_COMPANY: Firer.INFANTRY,
    UnitClass.ENGINEERS: Firer.INFANTRY,
    UnitClass.MACHINE_GUN: Firer.MACHINE_GUN,
    UnitClass.BLOCK_HOUSE: Firer.BLOCK_HOUSE,
    UnitClass.LMG_PLATOON: Firer.LMG,
    UnitClass.FLAMETHROWER: Firer.FLAMETHROWER,
    UnitClass.ANTI_TANK_RIFLE: Firer.ANTI_TANK_RIFLE,
    UnitClass.FIELD_GUN: Firer.FIELD_GUN,
    UnitClass.FIELD_HOWITZER: Firer.FIELD_HOWITZER,
    UnitClass.HEAVY_ARTILLERY: Firer.HEAVY_ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: Firer.SUPER_HEAVY_ARTILLERY,
    UnitClass.CAVALRY: Firer.CAVALRY,
}
"""With what the stands of a unit fire; a tank's weapon depends on the side its target lies on."""
MORTARS: Final[Mapping[UnitClass, Firer]] = {
    UnitClass.LIGHT_MORTAR: Firer.LIGHT_MORTAR,
    UnitClass.MEDIUM_MORTAR: Firer.MEDIUM_MORTAR,
    UnitClass.HEAVY_MORTAR: Firer.HEAVY_MORTAR,
}
"""Mortars fire on a point alone, so they aim at no stand."""


def tank_type(unit: Unit) -> TankType:
    """Which tank a motor is; an armoured car fires as a Renault with an LMG (SHQ-59)."""
    return TankType(unit.type) if unit.kind is UnitClass.TANK else TankType.RENAULT_LMG


def is_renault(unit: Unit) -> bool:
    """Whether the rolls of a Renault are its own (FF-TNK-07)."""
    return unit.kind is UnitClass.TANK and tank_type(unit) in (TankType.RENAULT_GUN, TankType.RENAULT_LMG)


def _on_foot(unit: Unit) -> bool:
    return unit.kind is UnitClass.CAVALRY and unit.type == ON_FOOT


def firer_of(unit: Unit) -> Firer | None:
    """With what a unit fires at stands; None where its class alone does not say it, and of mortars."""
    return Firer.INFANTRY if _on_foot(unit) else FIRES_AS.get(unit.kind)


def weapon_of(unit: Unit) -> Firer | None:
    """The weapon of a unit, whether it aims at stands or fires on a point; None of tanks, whose sides differ."""
    return firer_of(unit) or MORTARS.get(unit.kind)


def mover_of(unit: Unit, book: RuleBook) -> Mover:
    """As what a unit moves (FF-MOV-T3)."""
    if _on_foot(unit):
        return Mover.INFANTRY
    if unit.kind is UnitClass.TANK and _class_of(unit, book) is Fighter.LIGHT_TANK:
        return Mover.LIGHT_TANK
    return MOVES_AS[unit.kind]


def fighter_of(state: GameState, stand: str, book: RuleBook) -> Fighter:
    """As what a stand fights (FF-ASL-02, FF-AFV-02)."""
    unit = state.units.get(state.stands[stand].unit)
    if unit is None:
        return Fighter.COMMAND_STAND
    if unit.kind is UnitClass.TANK:
        return _class_of(unit, book)
    return Fighter.INFANTRY if _on_foot(unit) else FIGHTS_AS[unit.kind]


def _class_of(unit: Unit, book: RuleBook) -> Fighter:
    """A tank by its class; at a date without tanks a heavy one, which the rules then refuse for its date."""
    found = class_of(VehicleFacts(vehicle=VEHICLES[tank_type(unit)]), book)
    return Fighter.HEAVY_TANK if isinstance(found, Refusal) else found.value


def target_kind(state: GameState, stand: str) -> TargetKind:
    """Which table fire at a stand is read on (FF-ARM-01)."""
    unit = state.units.get(state.stands[stand].unit)
    return TargetKind.ARMOUR if unit and unit.kind in MOTORS else TargetKind.STAND


def quality_of(state: GameState, unit: Unit) -> Quality:
    """A unit's grade: its own, else its battalion's; Experienced where it belongs to none (FF-QUA-02, FF-QUA-08)."""
    battalion = state.battalion_of(unit)
    return unit.quality or (battalion.quality if battalion else Quality.EXPERIENCED)


STORMS_AS = frozenset(
    {
        UnitClass.RIFLE_COMPANY,
        UnitClass.ENGINEERS,
        UnitClass.LMG_PLATOON,
        UnitClass.FLAMETHROWER,
        UnitClass.ANTI_TANK_RIFLE,
    }
)


def is_storm(state: GameState, stand: str) -> bool:
    """Whether a stand are storm troops: those of a storm battalion that fight on foot (FF-SPR-09, FF-SPR-16)."""
    unit = state.units.get(state.stands[stand].unit)
    if unit is None or unit.kind not in STORMS_AS:
        return False
    battalion = state.battalion_of(unit)
    return unit.storm or (battalion is not None and battalion.storm)


def quality_of_stand(state: GameState, stand: str) -> Quality:
    """A stand's grade: its unit's; a command stand has that of its formation."""
    unit = state.units.get(state.stands[stand].unit)
    if unit is not None:
        return quality_of(state, unit)
    formation = state.commanding(stand)
    battalion = state.battalions.get(formation.id) if formation else None
    return battalion.quality if battalion else Quality.EXPERIENCED


def cover_on_open_ground(state: GameState, stand: str, book: RuleBook) -> Cover:
    """The cover of a stand on open ground that is in no work, by its kind and grade (FF-COV-T2); armour has none."""
    unit = state.units.get(state.stands[stand].unit)
    mover = mover_of(unit, book) if unit else Mover.COMMAND_ON_FOOT
    if unit is not None and unit.kind in MOTORS:
        return Cover.OPEN
    dismounted = unit is not None and unit.dismounted
    return cover_of(CoverFacts(quality=quality_of_stand(state, stand), mover=mover, dismounted=dismounted), book).value


def more_light_guns(state: GameState, unit: Unit, book: RuleBook) -> bool:
    """Whether they are riflemen whose table has the star of a higher fire power (FF-TOE-110, FF-TOE-139, GAP-21).

    The book raises it with its last sheet, and so does the house rule.
    """
    starred = Nation(state.side_facts(unit.side).nation) in (Nation.FRENCH, Nation.GERMAN)
    return starred and book.when.period == "late" and firer_of(unit) is Firer.INFANTRY


def kept_off_wire(unit: Unit, book: RuleBook) -> bool:
    """Whether wire is no way for it (FF-WIR-13); cavalry on foot is infantry (AMB-490)."""
    return unit.kind in NEVER_ON_WIRE and mover_of(unit, book) is not Mover.INFANTRY


def transport_of(unit: Unit) -> Transport:
    """How the unit gets along: by its carriage, by hand when it is in action (FF-MOV-11, FF-MOV-12)."""
    carried = {
        Carriage.NONE: Transport.ON_ITS_OWN,
        Carriage.PACKED: Transport.PACKED,
        Carriage.LIMBERED: Transport.LIMBERED,
        Carriage.READY: Transport.MANHANDLED,
    }
    return carried[unit.carriage]


def marksmen(state: GameState, unit: Unit, book: RuleBook) -> bool:
    """Whether they are riflemen that shoot to the long range of 1914 (FF-SPR-01, FF-SCN-32, GAP-35)."""
    facts = SpecialFacts(
        special=Special.LONG_RANGE_MARKSMANSHIP,
        nation=Nation(state.side_facts(unit.side).nation),
        roll=RollKind.FIRE,
        unit_class=unit.kind,
        quality=quality_of(state, unit),
        specimen_game=state.settled.specimen_game,
    )
    return firer_of(unit) is Firer.INFANTRY and not isinstance(may_use(facts, book), Refusal)


TRAVELS_AS = {
    UnitClass.MACHINE_GUN: Carriage.PACKED,
    UnitClass.LIGHT_MORTAR: Carriage.PACKED,
    UnitClass.FIELD_GUN: Carriage.LIMBERED,
    UnitClass.FIELD_HOWITZER: Carriage.LIMBERED,
    UnitClass.HEAVY_ARTILLERY: Carriage.LIMBERED,
    UnitClass.SUPER_HEAVY_ARTILLERY: Carriage.LIMBERED,
    UnitClass.MEDIUM_MORTAR: Carriage.LIMBERED,
    UnitClass.HEAVY_MORTAR: Carriage.LIMBERED,
}


# The base each stand of a game is on, as a shape on the table (FF-BAS)


def base_kind(state: GameState, stand: str) -> BaseKind:
    """What stands on the base of a stand of the game."""
    unit = state.units.get(state.stands[stand].unit)
    if unit is not None:
        return STANDS_ON[unit.kind]
    formation = state.commanding(stand)
    if isinstance(formation, Regiment):
        return BaseKind.DIVISIONAL_COMMAND if formation.division else BaseKind.REGIMENTAL_COMMAND
    return BaseKind.BATTALION_COMMAND


@lru_cache(maxsize=256)
def footprint_of(kind: BaseKind, book: RuleBook) -> Footprint:
    """The recommended base as a shape; where square or circle is left open, the square that is named first."""
    base = base_of(BaseFacts(stand=kind), book).value
    return Circle(base.width_mm) if base.shape == "circle" else Rectangle(base.width_mm, base.depth_mm)


def standing(state: GameState, stand: str, book: RuleBook) -> StandingBase | None:
    """A stand on its base where it was placed; None for one that is not on the map."""
    pose = state.places.get(stand)
    return StandingBase(footprint_of(base_kind(state, stand), book), pose) if pose else None


# Who stands in gas, as far as the game knows (FF-GAS-25, FF-GAS-26)


def known_in_gas(state: GameState, stand: str, told: bool | None = None) -> bool:
    """Whether a stand stands in gas: as it was told, or else as the game knows."""
    return state.stands[stand].in_gas if told is None else told


def unit_in_gas(state: GameState, unit: Unit, told: bool | None = None) -> bool:
    """Whether a unit that is ordered stands in gas: any of its stands is enough."""
    return any(stand.in_gas for stand in state.living(unit)) if told is None else told

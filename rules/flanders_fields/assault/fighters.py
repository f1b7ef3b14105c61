"""What a stand is in close combat: the kinds of fighters, and who belongs to which (FF-ASL-02, AMB-412, AMB-417)."""

from collections.abc import Mapping
from enum import StrEnum

from rules.flanders_fields.vocabulary import Cover, UnitClass
from rules.kernel.contradictions import Only, only


class Fighter(StrEnum):
    """A stand as close combat tells stands apart. Engineers are infantry here."""

    INFANTRY = "infantry"
    LMG_PLATOON = "lmg_platoon"
    FLAMETHROWER = "flamethrower"
    CAVALRY = "cavalry"
    HEAVY_TANK = "heavy_tank"
    LIGHT_TANK = "light_tank"
    ARMOURED_CAR = "armoured_car"
    MACHINE_GUN = "machine_gun"
    ANTI_TANK_RIFLE = "anti_tank_rifle"
    MORTAR = "mortar"
    ARTILLERY = "artillery"
    BLOCK_HOUSE = "block_house"
    COMMAND_STAND = "command_stand"


ON_FOOT = frozenset({Fighter.INFANTRY, Fighter.LMG_PLATOON, Fighter.FLAMETHROWER})
TANKS = frozenset({Fighter.HEAVY_TANK, Fighter.LIGHT_TANK})
ARMOUR = TANKS | {Fighter.ARMOURED_CAR}
WEAPONS_ON_FOOT = frozenset({Fighter.MACHINE_GUN, Fighter.ANTI_TANK_RIFLE, Fighter.MORTAR})
SUPPORT_WEAPONS = WEAPONS_ON_FOOT | {Fighter.LMG_PLATOON, Fighter.ARTILLERY}
CREWED = frozenset({Fighter.MACHINE_GUN, Fighter.MORTAR, Fighter.ARTILLERY, Fighter.BLOCK_HOUSE})
COMPANIES = frozenset({Fighter.INFANTRY, Fighter.CAVALRY})
NEVER_STORM_TROOPS = ARMOUR | {Fighter.CAVALRY, Fighter.BLOCK_HOUSE}
NEVER_IN_CONCRETE = ARMOUR | {Fighter.CAVALRY}

FIGHTS_AS: Mapping[UnitClass, Fighter] = {
    UnitClass.RIFLE_COMPANY: Fighter.INFANTRY,
    UnitClass.ENGINEERS: Fighter.INFANTRY,
    UnitClass.LMG_PLATOON: Fighter.LMG_PLATOON,
    UnitClass.FLAMETHROWER: Fighter.FLAMETHROWER,
    UnitClass.CAVALRY: Fighter.CAVALRY,
    UnitClass.TANK: Fighter.HEAVY_TANK,
    UnitClass.ARMOURED_CAR: Fighter.ARMOURED_CAR,
    UnitClass.MACHINE_GUN: Fighter.MACHINE_GUN,
    UnitClass.ANTI_TANK_RIFLE: Fighter.ANTI_TANK_RIFLE,
    UnitClass.LIGHT_MORTAR: Fighter.MORTAR,
    UnitClass.MEDIUM_MORTAR: Fighter.MORTAR,
    UnitClass.HEAVY_MORTAR: Fighter.MORTAR,
    UnitClass.FIELD_GUN: Fighter.ARTILLERY,
    UnitClass.FIELD_HOWITZER: Fighter.ARTILLERY,
    UnitClass.HEAVY_ARTILLERY: Fighter.ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: Fighter.ARTILLERY,
    UnitClass.BLOCK_HOUSE: Fighter.BLOCK_HOUSE,
}
"""How the stands of a unit fight; a light tank and a command stand are named as such by whoever knows the stand."""


def named(fighter: Fighter) -> str:
    """A fighter in the words of the table: "a heavy tank", "infantry"."""
    mass = fighter in (Fighter.INFANTRY, Fighter.CAVALRY, Fighter.ARTILLERY)
    if fighter is Fighter.LMG_PLATOON:
        return "an LMG platoon"
    says = fighter.replace("_", " ")
    return says if mass else f"{'an' if says[0] in 'aeiou' else 'a'} {says}"


def storm_troops(who: str) -> Only:
    """Storm troops are infantry and its weapons (FF-QUA-07)."""
    return only("FF-QUA-07", who, set(Fighter) - NEVER_STORM_TROOPS, "troops on foot and their weapons")


def in_concrete(who: str) -> Only:
    """Neither horsemen nor vehicles are in fortifications (FF-COV-07)."""
    fitting = set(Fighter) - NEVER_IN_CONCRETE
    return only("FF-COV-07", who, fitting, "troops on foot and their weapons", {Cover.FORTIFIED})


def below_ground(who: str) -> Only:
    """Horsemen, vehicles and block houses do not go into deep shelters (FF-DSH-01)."""
    fitting = set(Fighter) - NEVER_IN_CONCRETE - {Fighter.BLOCK_HOUSE}
    return only("FF-DSH-01", who, fitting, "troops on foot and their weapons")

"""Words of the game. Their values are the keys in data files, addresses and screens."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from rules.kernel.seats import Seating

# The words of the game. The values are the keys in the data files, the addresses and the screens


class Quality(StrEnum):
    """A battalion's grade (FF-QUA-01)."""

    RAW = "raw"
    EXPERIENCED = "experienced"
    VETERAN = "veteran"


class Cover(StrEnum):
    """What protects a stand, weakest first (FF-COV-01)."""

    OPEN = "open"
    SOFT = "soft"
    MEDIUM = "medium"
    HARD = "hard"
    FORTIFIED = "fortified"


class FireResult(StrEnum):
    """What a shot does to its target (FF-RCB-05)."""

    NO_EFFECT = "no_effect"
    SUPPRESSED = "suppressed"
    KILLED = "killed"


class Action(StrEnum):
    """What an earned action may be spent on (FF-ORD-04, FF-ORD-T7)."""

    REMOVE_SUPPRESSION = "remove_suppression"
    MOVE = "move"
    FIRE = "fire"
    REDIRECT = "redirect"


class UnitClass(StrEnum):
    """What rolls for orders, and by which table (FF-ORD-03, AMB-31)."""

    RIFLE_COMPANY = "rifle_company"
    MACHINE_GUN = "machine_gun"
    LMG_PLATOON = "lmg_platoon"
    BLOCK_HOUSE = "block_house"
    FIELD_GUN = "field_gun"
    FIELD_HOWITZER = "field_howitzer"
    HEAVY_ARTILLERY = "heavy_artillery"
    SUPER_HEAVY_ARTILLERY = "super_heavy_artillery"
    LIGHT_MORTAR = "light_mortar"
    MEDIUM_MORTAR = "medium_mortar"
    HEAVY_MORTAR = "heavy_mortar"
    TANK = "tank"
    CAVALRY = "cavalry"
    FLAMETHROWER = "flamethrower"
    ANTI_TANK_RIFLE = "anti_tank_rifle"
    ENGINEERS = "engineers"
    ARMOURED_CAR = "armoured_car"


class MoraleResult(StrEnum):
    """The four rows of the morale table (FF-MOR-T1)."""

    ROUT = "rout"
    RETREAT_40 = "retreat_40"
    RETREAT_20 = "retreat_20"
    HOLDS = "holds"


class Mover(StrEnum):
    """What moves, as the movement table and its notes tell movers apart (FF-MOV-T3)."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    MACHINE_GUN = "machine_gun"
    LIGHT_MORTAR = "light_mortar"
    MEDIUM_MORTAR = "medium_mortar"
    HEAVY_MORTAR = "heavy_mortar"
    FIELD_ARTILLERY = "field_artillery"
    HEAVY_ARTILLERY = "heavy_artillery"
    SUPER_HEAVY_ARTILLERY = "super_heavy_artillery"
    HEAVY_TANK = "heavy_tank"
    LIGHT_TANK = "light_tank"
    MOTORS = "motors"
    COMMAND_ON_FOOT = "command_on_foot"
    MOUNTED_COMMAND = "mounted_command"
    BLOCK_HOUSE = "block_house"


class Transport(StrEnum):
    """How a mover gets along: a weapon in action can only be manhandled (FF-MOV-11, FF-MOV-12)."""

    ON_ITS_OWN = "on_its_own"
    PACKED = "packed"
    LIMBERED = "limbered"
    MANHANDLED = "manhandled"


class Going(StrEnum):
    """The ground a move leads through: the rows of the movement table (FF-MOV-T3)."""

    CROSS_COUNTRY = "cross_country"
    SHELL_TORN = "shell_torn"
    SHATTERED = "shattered"
    ALONG_TRENCH = "along_trench"
    CROSSING_TRENCH = "crossing_trench"
    ROAD = "road"
    CLOSE_TERRAIN = "close_terrain"
    STREAM = "stream"
    RIVER = "river"


class Ground(StrEnum):
    """What lies under a stand and may cover it (FF-COV-T1)."""

    OPEN = "open"
    WOOD = "wood"
    VILLAGE = "village"
    MARSH = "marsh"
    RIVER_BANK = "river_bank"
    MID_STREAM = "mid_stream"
    SHELL_TORN = "shell_torn"
    SHATTERED = "shattered"


class Work(StrEnum):
    """What has been dug or built where a stand is (FF-COV-T1)."""

    NONE = "none"
    TRENCH = "trench"
    STRONG_TRENCH = "strong_trench"
    STRONG_POINT = "strong_point"
    BLOCK_HOUSE = "block_house"


class Firer(StrEnum):
    """Whose shot it is. A tank's gun, the gun of a light tank and a tank's LMGs shoot differently (FF-TNK-T1)."""

    INFANTRY = "infantry"
    LMG = "lmg"
    CAVALRY = "cavalry"
    ANTI_TANK_RIFLE = "anti_tank_rifle"
    MACHINE_GUN = "machine_gun"
    BLOCK_HOUSE = "block_house"
    FIELD_GUN = "field_gun"
    FIELD_HOWITZER = "field_howitzer"
    HEAVY_ARTILLERY = "heavy_artillery"
    SUPER_HEAVY_ARTILLERY = "super_heavy_artillery"
    LIGHT_MORTAR = "light_mortar"
    MEDIUM_MORTAR = "medium_mortar"
    HEAVY_MORTAR = "heavy_mortar"
    TANK_GUN = "tank_gun"
    LIGHT_TANK_GUN = "light_tank_gun"
    TANK_LMG = "tank_lmg"
    FLAMETHROWER = "flamethrower"
    GAS = "gas"


class TargetKind(StrEnum):
    """Which table a shot is read on (FF-ARM-01)."""

    STAND = "stand"
    ARMOUR = "armour"


class Slope(StrEnum):
    """The ground between firer and target (FF-DFM-08)."""

    LEVEL = "level"
    UPHILL = "uphill"
    DOWNHILL = "downhill"


class Crossing(StrEnum):
    """What the line of fire enters on its way (FF-DFM-07)."""

    NOTHING = "nothing"
    BARRAGE = "barrage"
    ARTILLERY_AREA = "artillery_area"


class Side(StrEnum):
    """The two sides (FF-TRN-02)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.DEFENDER if self is Side.ATTACKER else Side.ATTACKER


KEY: Final = "flanders-fields"
"""What the system is called in rows, files and addresses."""
SEATING: Final = Seating({side.value: side.value.capitalize() for side in Side})
ATTACKER, DEFENDER = SEATING.playing


class Level(StrEnum):
    """Whose commander orders a unit (FF-TRN-04)."""

    DIVISIONAL = "divisional"
    REGIMENTAL = "regimental"
    BATTALION = "battalion"


class Bonus(StrEnum):
    """What may be declared for one die besides the staff bonus (FF-ORD-30)."""

    PRUSSIAN_DISCIPLINE = "prussian_discipline"
    PALS = "pals"
    PROFESSIONALISM = "professionalism"
    ELAN = "elan"
    HEARTS_10 = "hearts_10"
    CLUBS_10 = "clubs_10"
    DIAMONDS_JACK = "diamonds_jack"
    DIAMONDS_10 = "diamonds_10"


FIELD_ARTILLERY = frozenset({UnitClass.FIELD_GUN, UnitClass.FIELD_HOWITZER})
ARTILLERY = FIELD_ARTILLERY | {UnitClass.HEAVY_ARTILLERY, UnitClass.SUPER_HEAVY_ARTILLERY}
HEAVIER_MORTARS = frozenset({UnitClass.MEDIUM_MORTAR, UnitClass.HEAVY_MORTAR})
MORTARS = HEAVIER_MORTARS | {UnitClass.LIGHT_MORTAR}
CREWED_WEAPONS = ARTILLERY | MORTARS | {UnitClass.MACHINE_GUN, UnitClass.BLOCK_HOUSE}


class SuppressionSource(StrEnum):
    """What a suppress result came from (FF-SUP-05, FF-SUP-06)."""

    MACHINE_GUN = "machine_gun"
    INDIRECT_MACHINE_GUN = "indirect_machine_gun"
    BLOCK_HOUSE = "block_house"
    MORTAR = "mortar"
    ARTILLERY = "artillery"
    RIFLES = "rifles"
    LIGHT_MACHINE_GUN = "light_machine_gun"
    TANK_GUN = "tank_gun"
    FLAMETHROWER = "flamethrower"
    GAS = "gas"
    AIRCRAFT = "aircraft"
    ROLLING_BARRAGE = "rolling_barrage"


class Threshold(StrEnum):
    """The share of its rifle platoons a battalion has lost (FF-MOR-01, FF-MOR-02)."""

    HALF = "half"
    THREE_QUARTERS = "three_quarters"


class MoraleReason(StrEnum):
    """Why morale is tested (FF-MOR-01, FF-MOR-02, FF-MOR-06, FF-MOR-10)."""

    HALF = "half"
    THREE_QUARTERS = "three_quarters"
    SUPPORT_LOST = "support_lost"
    ARMOUR = "armour"


class MoraleBonus(StrEnum):
    """What may be declared for one morale roll (FF-MOR-11)."""

    PALS = "pals"
    PRUSSIAN_DISCIPLINE = "prussian_discipline"
    HEARTS_10 = "hearts_10"
    CLUBS_QUEEN = "clubs_queen"
    SPADES_10 = "spades_10"


class Nation(StrEnum):
    """Whose army a force is."""

    BRITISH = "british"
    FRENCH = "french"
    GERMAN = "german"


class Special(StrEnum):
    """The national rules (FF-SPR-01 to FF-SPR-09)."""

    LONG_RANGE_MARKSMANSHIP = "long_range_marksmanship"
    MAD_MINUTE = "mad_minute"
    PRUSSIAN_DISCIPLINE = "prussian_discipline"
    PALS = "pals"
    PROFESSIONALISM = "professionalism"
    ELAN = "elan"
    STUBBORN_RESISTANCE = "stubborn_resistance"
    MUTINY = "mutiny"
    STORM_BATTALION = "storm_battalion"


class RollKind(StrEnum):
    """Which die a national rule is to help."""

    ORDER = "order"
    MORALE = "morale"
    FIRE = "fire"


MOVES_AS: Mapping[UnitClass, Mover] = {
    UnitClass.RIFLE_COMPANY: Mover.INFANTRY,
    UnitClass.MACHINE_GUN: Mover.MACHINE_GUN,
    UnitClass.LMG_PLATOON: Mover.INFANTRY,
    UnitClass.BLOCK_HOUSE: Mover.BLOCK_HOUSE,
    UnitClass.FIELD_GUN: Mover.FIELD_ARTILLERY,
    UnitClass.FIELD_HOWITZER: Mover.FIELD_ARTILLERY,
    UnitClass.HEAVY_ARTILLERY: Mover.HEAVY_ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: Mover.SUPER_HEAVY_ARTILLERY,
    UnitClass.LIGHT_MORTAR: Mover.LIGHT_MORTAR,
    UnitClass.MEDIUM_MORTAR: Mover.MEDIUM_MORTAR,
    UnitClass.HEAVY_MORTAR: Mover.HEAVY_MORTAR,
    UnitClass.TANK: Mover.HEAVY_TANK,
    UnitClass.CAVALRY: Mover.CAVALRY,
    UnitClass.FLAMETHROWER: Mover.INFANTRY,
    UnitClass.ANTI_TANK_RIFLE: Mover.INFANTRY,
    UnitClass.ENGINEERS: Mover.INFANTRY,
    UnitClass.ARMOURED_CAR: Mover.MOTORS,
}
"""How the stands of a unit move; a light tank is named as such by whoever knows the model (FF-MOV-T3)."""


class Carriage(StrEnum):
    """How a crewed weapon stands (FF-MOV-13)."""

    NONE = "none"
    READY = "ready"
    PACKED = "packed"
    LIMBERED = "limbered"


class Fate(StrEnum):
    """What morale has made of a battalion (FF-MOR-T1)."""

    STANDS = "stands"
    ROUTED = "routed"


class DueKind(StrEnum):
    """What the rules ask a side for at this moment."""

    MORALE = "morale"
    REINFORCEMENT = "reinforcement"
    FIELD_PROMOTION = "field_promotion"
    SUPPORT_LOST = "support_lost"


# The tables of organisation by their names, as files, look-ups and forces write them


class ArmyList(StrEnum):
    """The ten tables of the book, and the units that no table has (GAP-19)."""

    BRITISH_1914 = "british_1914"
    BRITISH_1915 = "british_1915"
    BRITISH_1917 = "british_1917"
    BRITISH_TANKS = "british_tanks"
    BRITISH_CAVALRY = "british_cavalry"
    FRENCH_1914 = "french_1914"
    FRENCH_1917 = "french_1917"
    GERMAN_1914 = "german_1914"
    GERMAN_1916 = "german_1916"
    GERMAN_STORM = "german_storm"
    ATTACHED = "attached"


class PartKey(StrEnum):
    """What the tables of organisation consist of; a table has some of them."""

    DIVISION = "division"
    DIVISION_HQ = "division_hq"
    INFANTRY_BRIGADE = "infantry_brigade"
    BRIGADE_HQ = "brigade_hq"
    INFANTRY_BATTALION = "infantry_battalion"
    BATTALION_HQ = "battalion_hq"
    INFANTRY_COMPANY = "infantry_company"
    INFANTRY_PLATOON = "infantry_platoon"
    MMG_PLATOON = "mmg_platoon"
    FIELD_ARTILLERY_BRIGADE = "field_artillery_brigade"
    HOWITZER_BRIGADE = "howitzer_brigade"
    MACHINE_GUN_COMPANY = "machine_gun_company"
    LIGHT_MORTAR_BATTERY = "light_mortar_battery"
    MEDIUM_MORTAR_BATTERY = "medium_mortar_battery"
    HEAVY_MORTAR_BATTERY = "heavy_mortar_battery"
    PIONEER_BATTALION = "pioneer_battalion"
    PIONEER_HQ = "pioneer_hq"
    PIONEER_COMPANY = "pioneer_company"
    PIONEER_PLATOON = "pioneer_platoon"
    PIONEER_LMG_PLATOON = "pioneer_lmg_platoon"
    MACHINE_GUN_BATTALION = "machine_gun_battalion"
    CAVALRY_REGIMENT = "cavalry_regiment"
    REGIMENTAL_HQ = "regimental_hq"
    CAVALRY_TROOP = "cavalry_troop"
    MACHINE_GUN_SECTION = "machine_gun_section"
    TANK_BATTALION = "tank_battalion"
    TANK_COMPANY = "tank_company"
    TANK_SECTION = "tank_section"
    INFANTRY_REGIMENT = "infantry_regiment"
    FIELD_ARTILLERY_REGIMENT = "field_artillery_regiment"
    FIELD_ARTILLERY_GROUP = "field_artillery_group"
    MMG_COMPANY = "mmg_company"
    HEAVY_WEAPONS_COMPANY = "heavy_weapons_company"
    MIXED_ARTILLERY_REGIMENT = "mixed_artillery_regiment"
    GUN_GROUP = "gun_group"
    SECOND_GUN_GROUP = "second_gun_group"
    SECOND_FIELD_BATTERY = "second_field_battery"
    HOWITZER_GROUP = "howitzer_group"
    HEAVY_WEAPONS_PLATOON = "heavy_weapons_platoon"
    GRANATENWERFER = "granatenwerfer"
    LIGHT_MINENWERFER = "light_minenwerfer"
    STORM_BATTALION = "storm_battalion"
    FLAMETHROWER_PLATOON = "flamethrower_platoon"
    FIELD_GUN_BATTERY = "field_gun_battery"
    MORTAR_BATTERY = "mortar_battery"
    TANK = "tank"
    ARMOURED_CAR = "armoured_car"
    ANTI_TANK_RIFLE = "anti_tank_rifle"
    FLAMETHROWER = "flamethrower"
    ENGINEERS = "engineers"
    BLOCK_HOUSE = "block_house"
    MACHINE_GUN = "machine_gun"
    LMG_PLATOON = "lmg_platoon"
    CAVALRY_SQUADRON = "cavalry_squadron"
    LIGHT_MORTAR = "light_mortar"
    MEDIUM_MORTAR = "medium_mortar"
    HEAVY_MORTAR = "heavy_mortar"
    FIELD_BATTERY = "field_battery"
    HOWITZER_BATTERY = "howitzer_battery"
    HEAVY_BATTERY = "heavy_battery"
    SUPER_HEAVY_BATTERY = "super_heavy_battery"
    ARTILLERY_LIAISON = "artillery_liaison"


class GunKey(StrEnum):
    """Every piece of artillery the book names (FF-GUN-08 to FF-GUN-35)."""

    POUNDER_18 = "18_pounder"
    HOWITZER_4_5_INCH = "4.5_inch_howitzer"
    POUNDER_60 = "60_pounder"
    HOWITZER_6_INCH = "6_inch_howitzer"
    HOWITZER_8_INCH = "8_inch_howitzer"
    HOWITZER_9_2_INCH = "9.2_inch_howitzer"
    HOWITZER_12_INCH = "12_inch_howitzer"
    HOWITZER_15_INCH = "15_inch_howitzer"
    GUN_75_MM = "75_mm_gun"
    FRENCH_105_MM_GUN = "french_105_mm_gun"
    HOWITZER_155_MM = "155_mm_howitzer"
    MORTAR_280_MM = "280_mm_mortar"
    GUN_77_MM = "77_mm_gun"
    HOWITZER_105_MM = "105_mm_howitzer"
    GERMAN_105_MM_GUN = "german_105_mm_gun"
    HOWITZER_150_MM = "150_mm_howitzer"
    HOWITZER_21_CM = "21_cm_howitzer"
    HOWITZER_42_CM = "42_cm_howitzer"
    GUN_155_MM = "155_mm_gun"
    HOWITZER_210_MM = "210_mm_howitzer"
    GUN_76_2_MM = "76.2_mm_gun"
    HOWITZER_4_2_INCH = "4.2_inch_howitzer"
    MORTAR_3_INCH = "3_inch_mortar"
    MORTAR_2_INCH = "2_inch_mortar"
    MORTAR_9_45_INCH = "9.45_inch_mortar"
    MORTAR_75_MM = "75_mm_mortar"
    MORTAR_76_MM = "76_mm_mortar"
    LIGHT_MINENWERFER = "light_minenwerfer"
    GRANATENWERFER = "granatenwerfer"
    FRENCH_TRENCH_MORTAR = "french_trench_mortar"

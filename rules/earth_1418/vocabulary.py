"""The words of the game. The values are the keys in the data files, the addresses and the screens."""

from enum import StrEnum
from typing import Final

from rules.kernel.seats import Seating

KEY: Final = "earth-1418"
"""What the system is called in rows, files and addresses."""
SEATING: Final = Seating({"attacker": "Attacker", "defender": "Defender"})


class HighCommand(StrEnum):
    """What a formation is told at the start of a bound (BE-CMD-01)."""

    ADVANCE = "advance"
    HOLD = "hold"
    ASSAULT = "assault"
    RETREAT = "retreat"


class AdvanceDirection(StrEnum):
    """Where an ADVANCE leads, as its side looks up the table from its own edge (BE-CMD-07); clockwise."""

    STRAIGHT_AHEAD = "straight_ahead"
    HALF_RIGHT = "half_right"
    RIGHT = "right"
    RIGHT_REAR = "right_rear"
    REAR = "rear"
    LEFT_REAR = "left_rear"
    LEFT = "left"
    HALF_LEFT = "half_left"


class Plan(StrEnum):
    """What a sub-unit does in a bound (BE-CMD-08); digging in is a way of staying put (BE-DIG-02)."""

    MOVE = "move"
    STAY_PUT = "stay_put"
    FIND_COVER = "find_cover"
    ASSAULT = "assault"
    RETREAT = "retreat"
    DIG_IN = "dig_in"


class FormationClass(StrEnum):
    """The class of a formation (BE-STR-06)."""

    RESERVE = "reserve"
    LINE = "line"
    ELITE = "elite"


class Arm(StrEnum):
    """What a type is, where the rules tell arms apart (BE-STR-05, BE-EXE-01)."""

    INFANTRY = "infantry"
    HEAVY_WEAPON = "heavy_weapon"
    CAVALRY = "cavalry"
    VEHICLE = "vehicle"
    ARTILLERY = "artillery"
    OFF_TABLE_ARTILLERY = "off_table_artillery"


class TroopType(StrEnum):
    """The rows of the troop chart, and the types it has no row for (BE-CHR-01, G-24)."""

    RESERVE_INFANTRY = "reserve_infantry"
    LINE_INFANTRY = "line_infantry"
    ELITE_INFANTRY = "elite_infantry"
    COMMAND = "command"
    MACHINE_GUNS = "machine_guns"
    EARLY_MORTAR = "early_mortar"
    MELEE_CAVALRY = "melee_cavalry"
    MIXED_CAVALRY = "mixed_cavalry"
    MOUNTED_RIFLES = "mounted_rifles"
    LMG_SQUAD = "lmg_squad"
    SMG_SQUADS = "smg_squads"
    GRENADIER_SQUADS = "grenadier_squads"
    MOTHER_TANK = "mother_tank"
    MEDIUM_TANK = "medium_tank"
    FIELD_GUN = "field_gun"
    HOWITZER_105 = "howitzer_105"
    HOWITZER_120 = "howitzer_120"
    VERY_HEAVY_GUN = "very_heavy_gun"
    TRENCH_GUN = "trench_gun"
    ARMOURED_CAR = "armoured_car"
    SELF_PROPELLED_GUN = "self_propelled_gun"
    NAVAL_GUN = "naval_gun"
    RAILWAY_GUN = "railway_gun"


class Speed(StrEnum):
    """How fast a type is (BE-MOV-01 to BE-MOV-06)."""

    SLOW_INFANTRY = "slow_infantry"
    MEDIUM_INFANTRY = "medium_infantry"
    FAST_INFANTRY = "fast_infantry"
    SLOW_CAVALRY = "slow_cavalry"
    MEDIUM_CAVALRY = "medium_cavalry"
    FAST_CAVALRY = "fast_cavalry"
    IMMOBILE = "immobile"


class Terrain(StrEnum):
    """What ground is worth as cover (BE-COV-01); a road is open ground (G-16)."""

    OPEN = "open"
    ROUGH = "rough"
    DEFENSIBLE = "defensible"
    FORTIFICATION = "fortification"


class Stance(StrEnum):
    """Which column of the cover chart counts (BE-COV-01)."""

    MOVING = "moving"
    STATIONARY = "stationary"
    DUG_IN = "dug_in"


class GroundToCross(StrEnum):
    """What ground is worth for a move (BE-MOV-07 to BE-MOV-10)."""

    ROAD = "road"
    OPEN = "open"
    ROUGH = "rough"
    IMPRACTICAL = "impractical"


class ArmingSide(StrEnum):
    """Which side of Arming m/r counts (BE-ARM-01)."""

    SHOOTING = "shooting"
    MELEE = "melee"


class CloudKind(StrEnum):
    """What a cordon is made of (BE-GAS-01, BE-GAS-04)."""

    SMOKE = "smoke"
    IMMEDIATE_GAS = "immediate_gas"
    DELAYED_GAS = "delayed_gas"


class BaseMark(StrEnum):
    """What has happened to a base (BE-INJ-02, BE-INJ-10): a fresh injury hampers it, an old one does not."""

    UNHURT = "unhurt"
    INJURED = "injured"
    OLD_INJURY = "old_injury"
    KILLED = "killed"


class FireNow(StrEnum):
    """Who shoots at an injured platoon now (BE-INJ-04, BE-INJ-05)."""

    NOBODY = "nobody"
    SAME_SHOOTER = "same_shooter"
    ANOTHER_SHOOTER = "another_shooter"


GUNS = frozenset({Arm.ARTILLERY, Arm.OFF_TABLE_ARTILLERY})
"""Arms whose rolls against vehicles stand (BE-VEH-02), and which have to be unpacked to fire (BE-ART-03)."""


def in_plain_words(word: StrEnum) -> str:
    """Return a word of the game as people read it."""
    return word.value.replace("_", " ")

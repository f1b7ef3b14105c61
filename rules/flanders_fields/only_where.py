"""What facts can be told of which many chapters ask for: armour, stands, batteries on the table, deep shelters."""

from rules.flanders_fields.assault.fighters import ARMOUR, Fighter
from rules.flanders_fields.vocabulary import Cover, TargetKind
from rules.kernel.contradictions import Only, only

NEVER_STORM_TROOPS = ARMOUR | {Fighter.CAVALRY, Fighter.BLOCK_HOUSE}
NEVER_IN_CONCRETE = ARMOUR | {Fighter.CAVALRY}

OF_ARMOUR = only("FF-ARM-01", "target", {TargetKind.ARMOUR}, "armour")
OF_A_STAND = only("FF-CST-02", "target", {TargetKind.STAND}, "a stand that is no armour")
BELOW_GROUND = only("FF-DSH-01", "target", {TargetKind.STAND}, "a stand that is no armour")
ON_THE_TABLE = only("FF-ART-15", "on_table", True, "a battery on the table")


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

"""What facts can be told of which many chapters ask for: armour, stands, batteries on the table, deep shelters."""

from rules.flanders_fields.vocabulary import TargetKind
from rules.kernel.contradictions import only

OF_ARMOUR = only("FF-ARM-01", "target", {TargetKind.ARMOUR}, "armour")
OF_A_STAND = only("FF-CST-02", "target", {TargetKind.STAND}, "a stand that is no armour")
BELOW_GROUND = only("FF-DSH-01", "target", {TargetKind.STAND}, "a stand that is no armour")
ON_THE_TABLE = only("FF-ART-15", "on_table", True, "a battery on the table")

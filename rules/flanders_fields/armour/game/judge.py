"""Who judges which command about wire and horses."""

from rules.flanders_fields.armour.game.commands import ClearWire, Dismount
from rules.flanders_fields.armour.game.horses import dismount
from rules.flanders_fields.armour.game.wire import make_way
from rules.kernel.chapters import judged_by

judge = judged_by({ClearWire: make_way, Dismount: dismount})
"""Who judges which command about wire or horses."""

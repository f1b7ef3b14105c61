"""What a seat sees that a unit may do with wire and with its horses."""

from rules.flanders_fields.armour.game.horses import leaves_horses, rides, takes_an_action
from rules.flanders_fields.armour.game.wire import clears_wire
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import Unit


def extra_deeds(unit: Unit, book: RuleBook) -> list[str]:
    """What a unit may spend an action on besides the usual: clear_wire, dismount, mount, leave_horses."""
    found = ["clear_wire"] if clears_wire(unit) else []
    if rides(unit):
        found += (["mount"] if unit.dismounted else ["dismount"]) if takes_an_action(book) else []
        found += ["leave_horses"] if leaves_horses(book) else []
    return found

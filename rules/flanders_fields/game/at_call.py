"""At whose call a superimposed battery is: its own regiment's, or that of another which the plan names (AMB-376)."""

from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY


def ordered_by(state: GameState, unit: Unit) -> str:
    """The formation that orders a unit; of a shared superimposed battery the regiment that its side's plan names.

    A name that no regiment of its side has leaves it where it belongs. Field batteries are not shared (FF-SUI-02).
    """
    own = unit.ordered_from or unit.of
    if not unit.superimposed or unit.kind in FIELD_ARTILLERY:
        return own
    named = next((one.of.casefold() for one in state.plan.at_call if one.unit == unit.id), "")
    regiments = (one for one in state.regiments.values() if one.side is unit.side and named)
    return next((one.id for one in regiments if named in (one.id.casefold(), one.name.casefold())), own)

"""What happened to horses, in a sentence for the log."""

from typing import Any, Final

from rules.flanders_fields.armour.game.events import ArmourEvent, Dismounted
from rules.flanders_fields.game.naming import unit_name
from rules.flanders_fields.game.outcomes import told_reasons
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling


def armour_says(state: GameState, event: ArmourEvent) -> str:
    """One plain sentence."""
    if event.for_good:
        return f"{unit_name(state, event.unit)} leaves its horses behind and fights on as infantry"
    return f"{unit_name(state, event.unit)} {'mounts' if event.mounted else 'dismounts'}"


def armour_card(event: Dismounted) -> dict[str, Any]:
    """Why it gets off its horses, or on them."""
    return {"outcome": "horses"} | told_reasons(event.reasons)


TOLD: Final = Telling(armour_says, card=armour_card)

"""What happened with a turn, in a sentence for the log; and the card that stays in sight."""

from typing import Any, Final

from rules.flanders_fields.game.naming import die, formation_name
from rules.flanders_fields.game.outcomes import told_reasons
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.turn.game.events import (
    CommanderReplaced,
    ReinforcementRolled,
    StaffBonusAllotted,
    StepBegun,
    TurnEnded,
    TurnEvent,
    TurnStarted,
)
from rules.kernel.chapters import Telling
from rules.kernel.plain import plain


def says_turn(state: GameState, event: TurnEvent) -> str:
    """One plain sentence."""
    match event:
        case TurnStarted(turn=turn):
            return f"Turn {turn.number}: the {state.side_facts(turn.side).name} side begins"
        case StepBegun(turn=turn, title=title):
            return f"{title}, {formation_name(state, turn.of)}" if turn.of else title
        case TurnEnded(turn=turn):
            last = ", the last of the scenario" if state.set_up.ends_with(turn.number, turn.side) else ""
            return f"The {state.side_facts(turn.side).name} side ends turn {turn.number}{last}"
        case ReinforcementRolled(battalion=battalion, die=thrown, arrived=arrived):
            outcome = "arrives" if arrived else "does not arrive yet"
            return f"{state.battalions[battalion].name} {outcome}: {die(thrown)}"
        case CommanderReplaced(formation=formation):
            return f"{formation_name(state, formation)} has a new commander, a field promotion"
        case StaffBonusAllotted(battalion=battalion):
            return f"The staff bonus goes to {state.battalions[battalion].name}"


def turn_card(event: TurnEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons; None where there is nothing to show."""
    match event:
        case ReinforcementRolled(die=die, arrived=arrived, reasons=reasons):
            return {"dice": [plain(die)], "outcome": arrived} | told_reasons(reasons)
        case StepBegun(reasons=reasons) if reasons.steps:
            return {"outcome": "recovered"} | told_reasons(reasons)
        case _:
            return None


TOLD: Final = Telling(says_turn, card=turn_card)

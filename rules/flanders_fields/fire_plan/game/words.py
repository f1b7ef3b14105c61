"""Sealed fire plans in sentences."""

from typing import Final

from rules.flanders_fields.fire_plan.game.events import (
    PlanFixed,
    PlanOffered,
    PlanPiecesShown,
    PlanSealed,
    SealingEvent,
)
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Telling
from rules.kernel.numerals import counted

PIECES: Final = {
    "weapon": "a weapon",
    "point": "its first point",
    "shift": "a move of its point",
    "bombardment": "planned fire",
    "barrage": "a rolling barrage",
    "speed": "how far it goes in a turn",
    "turns": "how long it lasts",
    "halt": "where it halts",
    "back": "when it rolls back",
    "gas": "a gas attack",
    "work": "a work under the hurricane",
    "sos": "a point noted for SOS calls",
}


def says_sealing(state: GameState, event: SealingEvent) -> str:
    """One plain sentence for the log."""
    name = state.side_facts(event.side).name
    match event:
        case PlanFixed(fingerprint=fingerprint, allowed=allowed):
            passed = f"; {counted(allowed, 'finding')} of the rules let pass by agreement" if allowed else ""
            return f"The {name} fire plan is sealed{passed}. Fingerprint: {fingerprint}"
        case PlanOffered(written=written, passed=passed):
            return f"To be sealed is the plan \u201c{written.name}\u201d, with this let pass: {'; '.join(passed)}"
        case PlanSealed(written=written):
            lines = sum(1 for _ in written.lines())
            return f"Sealed is the plan \u201c{written.name}\u201d with {counted(lines, 'line')}"
        case PlanPiecesShown(pieces=shown):
            told = dict.fromkeys(PIECES.get(one.name.partition("/")[0], one.name) for one in shown)
            return f"As sealed by the {name} side: {', '.join(told)}"


def name_of_sealing(state: GameState, event: SealingEvent) -> str:
    """The name of the deed on the button that takes it back."""
    return f"the sealing of the {_name(state, event.side)} fire plan"


def _name(state: GameState, side: Side) -> str:
    return state.side_facts(side).name


TOLD: Final = Telling(says_sealing, name_of_sealing)

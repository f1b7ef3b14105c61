"""What fire at stands has done, in a sentence, a shorter name, and the card that stays in sight."""

from typing import Any, Final

from rules.flanders_fields.game.naming import RESULTS, stand_name, unit_name
from rules.flanders_fields.game.outcomes import told_reasons
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.shooting.game.events import Fired, ShotFired
from rules.kernel.chapters import Telling
from rules.kernel.plain import plain


def says_fired(state: GameState, event: Fired) -> str:
    """One plain sentence."""
    outcome = "; ".join(_shot(state, shot) for shot in event.shots)
    how = " its Mad Minute" if event.mad_minute else " at the end of its move" if event.on_the_move else ""
    return f"{unit_name(state, event.unit)} fires{how}: {outcome}"


def _shot(state: GameState, shot: ShotFired) -> str:
    results = " and ".join(RESULTS[result] for result in shot.results)
    return f"{stand_name(state, shot.target)} {results}"


def name_of_fire(state: GameState, event: Fired) -> str:
    """The name of a deed on the button that takes it back."""
    return f"{state.units[event.unit].name}'s fire"


def fired_card(event: Fired) -> dict[str, Any]:
    """The shots, what they did, and why."""
    return {"shots": plain(event.shots), "changes": plain(event.changes)} | told_reasons(event.reasons)


TOLD: Final = Telling(says_fired, name_of_fire, fired_card)

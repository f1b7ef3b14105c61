"""Who may know of an event, and of a roll by its name."""

from rules.flanders_fields.game.registry import chapters, event_specs, reveals_roll
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.unseen import knows, unseen
from rules.kernel.chapters import Event
from rules.kernel.seats import Audience, Role


def audience(state: GameState, event: Event) -> Audience:
    """Who may know of an event: a battalion still off the table is its own side's affair."""
    heard = chapters().heard(state, event)
    if heard is not None:
        return heard
    about = event_specs()[type(event)].about
    hidden = unseen(state, about(event) if about else "")
    return Audience(hidden.side.value) if hidden else Audience.ALL


def is_open_to(state: GameState, roll: str, role: Role) -> bool:
    """Whether a role may know of a roll: those for what is still off the table are its own side's."""
    if not all(reveals(state, roll, role) for reveals in reveals_roll()):
        return False
    hidden = unseen(state, roll.split("/")[1])
    return hidden is None or knows(role, hidden.side)

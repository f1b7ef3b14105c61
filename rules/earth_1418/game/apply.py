"""Folding events into the state. Total, and no rule in it: events carry their results."""

from collections.abc import Sequence
from typing import Any

from rules.earth_1418.game.registry import chapters
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.deeds import is_set_up, remember
from rules.kernel.kept import kept_under_names
from rules.kernel.play import Recorded
from rules.kernel.recording import forget_agreeing
from rules.kernel.seats import Role


def apply(state: EarthState, recorded: Recorded[Any]) -> EarthState:
    """Fold one event in, in place."""
    event = recorded.event
    if not is_set_up(state, recorded, chapters().opens(event)) and chapters().is_deed(event):
        dice, told = kept_under_names(state, chapters().dice(state, event)), chapters().tells(state, event)
        remember(state, recorded, chapters().name(state, event) or "", dice, state.span, told)
    forget_agreeing(state, recorded)
    state.seq = recorded.seq
    chapters().fold(state, event)
    return state


def after(table: EarthTable, events: Sequence[Any]) -> EarthTable:
    """Return the table for the same seat after events that have not happened yet."""
    made = table.state.copy()
    for event in events:
        apply(made, Recorded(made.seq + 1, event, "not sent", Role.SPECTATOR))
    return EarthTable(made, table.actor)

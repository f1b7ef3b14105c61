"""Folding events into the state. Total, and no rule in it: events carry their results."""

from collections.abc import Sequence
from typing import Final

from rules.flanders_fields.game.ground import fold as ground
from rules.flanders_fields.game.ground.state import ApartTold, CoverTold
from rules.flanders_fields.game.happening import Happening
from rules.flanders_fields.game.registry import chapters, event_specs
from rules.flanders_fields.game.state import GameState, Turn, span_of
from rules.flanders_fields.game.words import name_of
from rules.kernel.chapters import Event
from rules.kernel.deeds import is_set_up, remember
from rules.kernel.kept import kept_under_names
from rules.kernel.play import Recorded
from rules.kernel.recording import forget_agreeing


def apply(state: GameState, recorded: Recorded[Event]) -> GameState:
    """Fold one event in, in place."""
    event = recorded.event
    kind = event_specs()[type(event)]
    begins = kind.kind == BEGINS
    if not is_set_up(state, recorded, chapters().opens(event)) and chapters().is_deed(event):
        _remember(state, recorded, kind, getattr(event, "turn", state.turn) if begins else state.turn)
    if begins:
        state.span_began, state.named = recorded.seq, {}
    forget_agreeing(state, recorded)
    state.seq = recorded.seq
    movers = tuple(kind.moves(state, event)) if kind.moves else ()
    chapters().fold(state, event)
    # Most events neither move anybody nor tell anything of him: a long log is folded without a look at what is kept.
    if movers or kind.forgets or kind.covers or kind.apart:
        _told(state, recorded, kind, movers)
    if state.places:
        ground.moved(state, movers)
        ground.fallen(state)
    return state


BEGINS: Final = "turn_started"
"""The event with which a player turn begins, and the span in which a side takes back alone."""


def _remember(state: GameState, recorded: Recorded[Event], kind: Happening, turn: Turn) -> None:
    """Keep what was done in the span of a turn under its command's name, so that it can be taken back by it."""
    event = recorded.event
    dice = kept_under_names(state, kind.dice(state, event)) if kind.dice else {}
    told = bool(kind.tells and kind.tells(state, event))
    remember(state, recorded, name_of(state, event), dice, span_of(turn), told)


def _told(state: GameState, recorded: Recorded[Event], kind: Happening, moved: Sequence[str]) -> None:
    """Forget what no longer holds of the stands that moved, and remember what the event tells."""
    event = recorded.event
    kept = state.remembered.without((*moved, *(kind.forgets(state, event) if kind.forgets else ())))
    at = (recorded.command_id, recorded.audience)
    state.remembered = kept.with_told(
        [CoverTold(stand, cover, *at) for stand, cover in (kind.covers(event) if kind.covers else ())],
        [ApartTold(one, other, cm, *at) for one, other, cm in (kind.apart(event) if kind.apart else ())],
    )

"""Folding events into the state. Total, and no rule in it: events carry their results."""

from collections.abc import Sequence
from typing import Final

from rules.flanders_fields.game.chapters import CHAPTERS, HAPPENINGS
from rules.flanders_fields.game.ground import fold as ground
from rules.flanders_fields.game.ground.state import ApartTold, CoverTold
from rules.flanders_fields.game.state import GameState, span_of
from rules.kernel.chapters import Event
from rules.kernel.deeds import remember
from rules.kernel.kept import kept_under_names
from rules.kernel.play import Recorded
from rules.kernel.recording import forget_agreeing


def apply(state: GameState, recorded: Recorded[Event]) -> GameState:
    """Fold one event in, in place."""
    event = recorded.event
    kind = HAPPENINGS[type(event)]
    if CHAPTERS.is_deed(event):
        _remember(state, recorded)
    if kind.kind == BEGINS:
        state.span_began, state.named = recorded.seq, {}
    forget_agreeing(state, recorded)
    state.seq = recorded.seq
    movers = tuple(kind.moves(state, event)) if kind.moves else ()
    CHAPTERS.fold(state, event)
    _told(state, recorded, movers)
    if state.places:
        ground.moved(state, movers)
        ground.fallen(state)
    return state


BEGINS: Final = "turn_started"
"""The event with which a player turn begins, and the span in which a side takes back alone."""


def _remember(state: GameState, recorded: Recorded[Event]) -> None:
    """Keep what was done under its command's name, so that it can be taken back by it."""
    # Read with the first event, not with the service: the words of all chapters.
    from rules.flanders_fields.game.words import name_of

    event = recorded.event
    dice, told = kept_under_names(state, CHAPTERS.dice(state, event)), CHAPTERS.tells(state, event)
    turn = getattr(event, "turn", state.turn) if HAPPENINGS[type(event)].kind == BEGINS else state.turn
    remember(state, recorded, name_of(state, event), dice, span_of(turn), told)


def _told(state: GameState, recorded: Recorded[Event], moved: Sequence[str]) -> None:
    """Forget what no longer holds of the stands that moved, and remember what the event tells."""
    event, kind = recorded.event, HAPPENINGS[type(recorded.event)]
    # Most events neither move anybody nor tell anything of him: a long log is folded without a look at what is kept.
    if not (moved or kind.forgets or kind.covers or kind.apart):
        return
    kept = state.remembered.without((*moved, *(kind.forgets(state, event) if kind.forgets else ())))
    at = (recorded.command_id, recorded.audience)
    state.remembered = kept.with_told(
        [CoverTold(stand, cover, *at) for stand, cover in (kind.covers(event) if kind.covers else ())],
        [ApartTold(one, other, cm, *at) for one, other, cm in (kind.apart(event) if kind.apart else ())],
    )

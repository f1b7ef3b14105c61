"""Folding deep shelters into the state: who sits below, who is known to, who has come up."""

from collections.abc import Sequence
from dataclasses import replace

from rules.flanders_fields.game.changing import change_stands, spend
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter, ShelterShown, WentBelow
from rules.flanders_fields.vocabulary import Action


def went_below(state: GameState, event: WentBelow) -> None:
    """Below; whoever went in play was seen to go."""
    sheltering = state.shelters
    known = (*sheltering.known, *event.stands) if event.openly else sheltering.known
    state.shelters = replace(sheltering, below=(*sheltering.below, *event.stands), known=known)
    if event.unit:
        spend(state, event.unit, Action.MOVE)


def came_up(state: GameState, event: CameUp) -> None:
    """In its trench again, or still below."""
    sheltering = replace(state.shelters, tried=(*state.shelters.tried, event.moment))
    if event.up:
        sheltering = sheltering.without(event.stand)
    elif event.assaulted and event.stand not in sheltering.known:
        sheltering = replace(sheltering, known=(*sheltering.known, event.stand))
    state.shelters = sheltering


def shelter_shown(state: GameState, event: ShelterShown) -> None:
    """Everybody knows of it now."""
    state.shelters = replace(state.shelters, known=(*state.shelters.known, event.stand))


def hit_in_shelter(state: GameState, event: HitInShelter) -> None:
    """What it did to the stand below."""
    state.shelters = replace(state.shelters, hit=(*state.shelters.hit, event.stand))
    change_stands(state, event.changes)


def turn_begins(state: GameState, _event: object) -> None:
    """In a new player turn everybody may try again."""
    if state.shelters.tried or state.shelters.hit:
        state.shelters = replace(state.shelters, tried=(), hit=())


def gone_below(_state: GameState, event: WentBelow) -> Sequence[str]:
    """Those that sit below now."""
    return event.stands


def risen(_state: GameState, event: CameUp) -> Sequence[str]:
    """The stand that tried to come up."""
    return (event.stand,)

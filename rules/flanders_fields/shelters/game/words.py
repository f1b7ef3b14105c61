"""What happened in deep shelters, in sentences for the log."""

from typing import Final

from rules.flanders_fields.game.naming import RESULTS, die, stand_name
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter, ShelterEvent, ShelterShown, WentBelow
from rules.flanders_fields.shelters.game.view import shelter_card
from rules.kernel.chapters import Telling


def shelter_says(state: GameState, event: ShelterEvent) -> str:
    """One plain sentence."""
    match event:
        case WentBelow(stands=stands):
            names = ", ".join(stand_name(state, stand) for stand in stands)
            return f"{names}: into the deep shelter" if event.openly else f"In deep shelters from the start: {names}"
        case CameUp(stand=stand, up=up, die=thrown):
            where = "comes up from the deep shelter" if up else "stays in the deep shelter"
            return f"{stand_name(state, stand)} {where}: {die(thrown)}"
        case ShelterShown(stand=stand):
            return f"{stand_name(state, stand)} is found in a deep shelter"
        case HitInShelter(stand=stand, result=result, die=thrown):
            return f"{stand_name(state, stand)}, shelled in its deep shelter: {die(thrown)}, {RESULTS[result]}"


def shelter_name(state: GameState, event: ShelterEvent) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case WentBelow():
            return "the stands in deep shelters"
        case CameUp(stand=stand):
            return f"{stand_name(state, stand)}'s die to come up"
        case _:
            return shelter_says(state, event)


TOLD: Final = Telling(shelter_says, shelter_name, shelter_card)

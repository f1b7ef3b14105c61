"""Folding what was written into the state."""

from rules.earth_1418.game.state import EarthState, SealedChoices
from rules.earth_1418.game.written.events import BombardmentAimed, ChoiceWritten
from rules.tabletop.stands import Spot


def written(state: EarthState, event: ChoiceWritten) -> None:
    """What is written of the same thing later counts."""
    was = state.sealed.get(event.side, SealedChoices())
    chosen = was.then(event.commands, event.bombardments, event.plans, event.shares)
    state.sealed = {**state.sealed, event.side: chosen}


def aimed(state: EarthState, event: BombardmentAimed) -> None:
    """Where a bombardment is to fall."""
    state.ground = state.ground.aimed(event.bombardment, Spot(event.x_mm, event.y_mm))

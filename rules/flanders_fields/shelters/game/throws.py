"""The dice of deep shelters by the name of their roll."""

from rules.flanders_fields.game.dice import turn_key, which_assault
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter
from rules.kernel.kept import Dice


def own_turn_moment(state: GameState, stand: str) -> str:
    """The name of a stand's try to come up in its own turn."""
    return turn_key(state, "shelter", stand)


def assaulted_moment(state: GameState, stand: str) -> str:
    """The name of a stand's try to come up in the present assault."""
    return turn_key(state, "shelter", f"{stand}/{which_assault(state)}")


def harm_key(state: GameState, stand: str) -> str:
    """The name of the die for what falls on the work over a stand."""
    return turn_key(state, "harm", f"{stand}/{state.shelters.hit.count(stand)}")


def up_key(state: GameState, stand: str) -> str:
    """The name of the die with which a stand tries to come up, in its own turn or as it is assaulted."""
    return turn_key(state, "shelter", stand)


def up_throws(state: GameState, event: CameUp) -> Dice:
    """The dice of it by the name of their roll."""
    return {up_key(state, event.stand): (event.die,)}


def harm_throws(state: GameState, event: HitInShelter) -> Dice:
    """The dice of it by the name of their roll."""
    return {harm_key(state, event.stand): (event.die,)}

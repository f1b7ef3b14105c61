"""The dice of fire at stands by the name of their roll."""

from rules.flanders_fields.game.dice import fire_key
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.shooting.game.events import Fired
from rules.kernel.kept import Dice, apart


def fire_throws(state: GameState, event: Fired) -> Dice:
    """The dice of it by the name of their roll."""
    names = apart([fire_key(state, shot.firer, shot.target) for shot in event.shots])
    return {name: shot.dice for name, shot in zip(names, event.shots, strict=True) if shot.dice}

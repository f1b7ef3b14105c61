"""The die of an arrival by the name of its roll."""

from collections.abc import Sequence

from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.turn.game.events import ReinforcementRolled
from rules.flanders_fields.turn.game.setting_up.arriving import arrival_key
from rules.kernel.dice import Throw
from rules.kernel.kept import Dice


def arrival_throws(state: GameState, event: ReinforcementRolled) -> Dice:
    """The dice of it by the name of their roll."""
    return {arrival_key(state, event.battalion, state.book()): (event.die,)}


def of_arrival(_state: GameState, event: ReinforcementRolled) -> Sequence[Throw]:
    """Its die, unless it is that of another battalion that waits (GAP-98)."""
    return () if event.shared else (event.die,)

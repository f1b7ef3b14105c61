"""What recovery rolls are called, so that they stay thrown."""

from rules.earth_1418.game.state import EarthState
from rules.earth_1418.moving.game.events import RecoveryRolled
from rules.kernel.kept import Dice


def recovery_key(state: EarthState, unit: str, base: int) -> str:
    """The name of a recovery die."""
    return f"recovery/{unit}/{base}/{state.bound}"


def of_recovery(state: EarthState, event: RecoveryRolled) -> Dice:
    """A recovery die by its name."""
    return {recovery_key(state, event.unit, event.base): (event.die,)}

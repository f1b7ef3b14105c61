"""Who stands in gas, as far as the game knows; the players' word goes before it (FF-GAS-25, FF-GAS-26)."""

from rules.flanders_fields.game.state import GameState, Unit


def known_in_gas(state: GameState, stand: str, told: bool | None = None) -> bool:
    """Whether a stand stands in gas: as it was told, or else as the game knows."""
    return state.stands[stand].in_gas if told is None else told


def unit_in_gas(state: GameState, unit: Unit, told: bool | None = None) -> bool:
    """Whether a unit that is ordered stands in gas: any of its stands is enough."""
    return any(stand.in_gas for stand in state.living(unit)) if told is None else told

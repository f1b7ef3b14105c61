"""What is kept of clouds and the wind, set to what lies on the table."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.gas.game.events import LeftGas
from rules.flanders_fields.gas.game.fold import count_those_in_gas, left_gas
from rules.flanders_fields.gas.game.scenario import FARTHEST_CM, HALF_TURN
from rules.flanders_fields.gas.wind import Wind

WIND: Final = "wind"
FASTEST_CM, MOST_PHASES = 1000, 99
Kept = dict[str, tuple[int | float | bool | str, Callable[[object], bool]]]


def _number(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _whole(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def kept_of_gas(state: GameState, of: str) -> Kept:
    """The values kept of the wind, of a cloud, and of a stand while there is gas; each with what may stand there."""
    gas, cloud, stand = state.gas, state.gas.cloud(of), state.stands.get(of)
    if of == WIND and gas.wind:
        return {
            "direction_deg": (gas.wind.direction_deg, _whole(-HALF_TURN, HALF_TURN)),
            "speed_cm": (gas.wind.speed_cm, _number(0, FASTEST_CM)),
        }
    if cloud:
        return {
            "along_cm": (cloud.along_cm, _number(-FARTHEST_CM, FARTHEST_CM)),
            "up_cm": (cloud.up_cm, _number(-FARTHEST_CM, FARTHEST_CM)),
            "phases": (cloud.phases, _whole(1 if cloud.phases else 0, MOST_PHASES)),
            "on_table": (True, lambda value: isinstance(value, bool)),
        }
    if stand and stand.alive and (gas.clouds or stand.in_gas):
        return {"in_gas": (stand.in_gas, lambda value: isinstance(value, bool))}
    return {}


def corrected_gas(state: GameState, of: str, what: str, after: int | float | bool | str) -> bool:
    """Fold a correction in; False where it is not about gas."""
    cloud = state.gas.cloud(of)
    if of == WIND and state.gas.wind:
        wind = state.gas.wind
        direction = int(after) if what == "direction_deg" else wind.direction_deg
        speed = float(after) if what == "speed_cm" else wind.speed_cm
        state.gas = replace(state.gas, wind=Wind(direction, speed))
    elif cloud and what == "on_table":
        state.gas = replace(state.gas, clouds=tuple(one for one in state.gas.clouds if one.id != of))
        count_those_in_gas(state)
    elif cloud:
        value = int(after) if what == "phases" else float(after)
        state.gas = state.gas.with_cloud(of, **{what: value})
    elif what == "in_gas":
        _stands_in_gas(state, of, bool(after))
    else:
        return False
    return True


def _stands_in_gas(state: GameState, stand: str, within: bool) -> None:
    """Which cloud it is nobody says: it counts to the newest until that one moves on."""
    if not within or not state.gas.clouds:
        left_gas(state, LeftGas((stand,)))
        return
    newest = state.gas.clouds[-1]
    state.gas = state.gas.with_cloud(newest.id, within=(*newest.within, stand))
    count_those_in_gas(state)

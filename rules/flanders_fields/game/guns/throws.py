"""The dice of guns by the name of their roll."""

from collections.abc import Callable
from typing import Any

from rules.flanders_fields.game.dice import Dice, turn_key
from rules.flanders_fields.game.guns.events import AreaFired, Deviated, MoverFiredOn, SosCalled
from rules.flanders_fields.game.guns.state import FiresBy
from rules.flanders_fields.game.state import NO_ORDERS, GameState


def area_key(state: GameState, unit: str, by: FiresBy) -> str:
    """The name of the dice of one fire action on an area."""
    return turn_key(state, "area", f"{unit}/{by}/{_actions(state, unit)}")


def deviation_key(state: GameState, unit: str, by: FiresBy) -> str:
    """The name of the dice that say where one fire action comes down."""
    return turn_key(state, "deviation", f"{unit}/{by}/{_actions(state, unit)}")


def sos_key(state: GameState, unit: str) -> str:
    """The name of the die of a call; a battery is called once in a turn."""
    return turn_key(state, "sos", unit)


def mover_key(state: GameState, zone: str, stand: str) -> str:
    """The name of a zone's die at a stand; by house rule there is one for every action of it."""
    return turn_key(state, "zone", f"{zone}/{stand}/{_actions(state, state.stands[stand].unit)}")


def _actions(state: GameState, unit: str) -> int:
    """Which of its fire actions it is: fire on its way has spent its own already."""
    going = state.guns.arriving
    spent = len(state.orders.get(unit, NO_ORDERS).spent)
    on_its_way = going is not None and going.unit == unit and going.by is FiresBy.ORDER
    return spent - 1 if on_its_way else spent


def _area_throws(state: GameState, event: AreaFired) -> Dice:
    return {area_key(state, event.unit, event.by): tuple(hit.die for hit in event.hits)} if event.hits else {}


def _deviation_throws(state: GameState, event: Deviated) -> Dice:
    return {deviation_key(state, event.unit, event.by): event.dice}


def _sos_throws(state: GameState, event: SosCalled) -> Dice:
    return {sos_key(state, event.unit): (event.die,)}


def _mover_throws(state: GameState, event: MoverFiredOn) -> Dice:
    return {mover_key(state, event.crossing.zone, event.crossing.stand): (event.die,)}


GUN_THROWS: dict[type, Callable[[GameState, Any], Dice]] = {
    AreaFired: _area_throws,
    Deviated: _deviation_throws,
    SosCalled: _sos_throws,
    MoverFiredOn: _mover_throws,
}

"""The dice of guns by the name of their roll."""

from rules.flanders_fields.artillery.game.events import AreaFired, Deviated, MoverFiredOn, SosCalled
from rules.flanders_fields.artillery.game.state import AimingPoint, FiresBy
from rules.flanders_fields.game.dice import turn_key
from rules.flanders_fields.game.happening import side_of
from rules.flanders_fields.game.state import NO_ORDERS, GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.kept import Dice, Former, apart


def area_key(state: GameState, unit: str, point: AimingPoint | None, stand: str) -> str:
    """The name of the die of a stand that fire on an area catches."""
    return turn_key(state, "area", f"{unit}/{_place(point)}/{stand}")


def former_area_key(state: GameState, unit: str, by: FiresBy) -> str:
    """What the dice of one fire action on an area were called together, by what was spent before."""
    return turn_key(state, "area", f"{unit}/{by}/{_actions(state, unit)}")


def deviation_key(state: GameState, unit: str) -> str:
    """The name of the dice that say where fire on an aiming point comes down: another point has others."""
    return turn_key(state, "deviation", f"{unit}/{_place(state.guns.point_of(unit))}")


def formerly_deviating(state: GameState, unit: str, by: FiresBy) -> Former:
    """What they were called by what was spent before."""
    return Former(turn_key(state, "deviation", f"{unit}/{by}/{_actions(state, unit)}"))


def sos_key(state: GameState, unit: str, at: str) -> str:
    """The name of the die of a call onto a place."""
    return turn_key(state, "sos", f"{unit}/{at}" if at else unit)


def formerly_called(state: GameState, unit: str) -> Former:
    """What it was called wherever the call went: a battery is called once in a turn."""
    return Former(turn_key(state, "sos", unit))


def called_onto(where: str, along_cm: float | None, up_cm: float | None) -> str:
    """The place of a call in words: its reference, else what the players call it."""
    return where if along_cm is None or up_cm is None else f"{along_cm:g},{up_cm:g}"


def _place(point: AimingPoint | None) -> str:
    return called_onto(point.where, point.along_cm, point.up_cm) if point else ""


def mover_key(state: GameState, zone: str, stand: str) -> str:
    """The name of a zone's die at a stand."""
    return turn_key(state, "zone", f"{zone}/{stand}")


def formerly_met(state: GameState, zone: str, stand: str) -> Former:
    """What it was called by the actions that the stand's unit had spent."""
    return Former(turn_key(state, "zone", f"{zone}/{stand}/{_actions(state, state.stands[stand].unit)}"))


def _actions(state: GameState, unit: str) -> int:
    """Which of its fire actions it is: fire on its way has spent its own already."""
    going = state.guns.arriving
    spent = len(state.orders.get(unit, NO_ORDERS).spent)
    on_its_way = going is not None and going.unit == unit and going.by is FiresBy.ORDER
    return spent - 1 if on_its_way else spent


def area_throws(state: GameState, event: AreaFired) -> Dice:
    """The dice of it by the name of their roll."""
    names = apart([area_key(state, event.unit, event.point, hit.stand) for hit in event.hits])
    return {name: (hit.die,) for name, hit in zip(names, event.hits, strict=True)}


def deviation_throws(state: GameState, event: Deviated) -> Dice:
    """The dice of it by the name of their roll."""
    return {deviation_key(state, event.unit): event.dice}


def sos_throws(state: GameState, event: SosCalled) -> Dice:
    """The dice of it by the name of their roll."""
    return {sos_key(state, event.unit, event.at): (event.die,)}


def mover_throws(state: GameState, event: MoverFiredOn) -> Dice:
    """The dice of it by the name of their roll."""
    return {mover_key(state, event.crossing.zone, event.crossing.stand): (event.die,)}


def of_zone(state: GameState, event: MoverFiredOn) -> Side | None:
    """Of the side whose zone it is."""
    return side_of(state, event.crossing.zone)

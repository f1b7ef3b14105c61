"""What the guns of any evening could do now: lay points, fire on areas, answer calls, fire at whoever moves."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from rules.flanders_fields.game.actions.artillery.area_fire import FIRES_ON_AREAS
from rules.flanders_fields.game.handler_context import JudgedTable as Judging
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.zone_crossings import zones
from rules.flanders_fields.vocabulary import DEFENDER, FIELD_ARTILLERY, MORTARS, Side
from rules.kernel.seats import Actor, Role

COVERS: Final = ("open", "soft", "medium", "hard")
OVERLAPS: Final = ("whole", "half", "under_half", "none")
LAST_PHASE: Final = "_command_moves"
DISTANCES: Final = (9.9, 20.0, 60.0, 100.0, 150.1)


class Table(Protocol):
    """A game in play."""

    state: GameState

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool: ...


Die = Callable[[random.Random], dict[str, Any]]


def of_guns(table: Table, die: Die) -> Iterator[Callable[[random.Random], object]]:
    """What makes sense for the guns, the likelier the oftener."""
    state, guns = table.state, table.state.guns
    if guns.arriving:
        yield from [lambda chance: _comes_down(table, die, chance)] * 12
    if guns.crossings:
        yield from [lambda chance: _at_movers(table, die, chance)] * 12
    if any(orders.left and state.units[name].kind in FIRES_ON_AREAS for name, orders in state.orders.items()):
        yield from [lambda chance: _fires(table, die, chance)] * 6
    if state.turn.running and state.turn.side is Side.DEFENDER:
        yield lambda chance: _call(table, die, chance)
    if guns.points and state.turn.step.endswith(LAST_PHASE):
        yield from [lambda chance: _commander(table, chance)] * 12
    if guns.points and any(orders.left for orders in state.orders.values()):
        yield from [lambda chance: _through(table, chance)] * 3


def _fires(table: Table, die: Die, chance: random.Random) -> None:
    """Lay a point where there is none, and often where there is; then fire on it."""
    state = table.state
    ready = [state.units[name] for name, orders in state.orders.items() if orders.left]
    unit = chance.choice([one for one in ready if one.kind in FIRES_ON_AREAS])
    role = Role(unit.side.value)
    if state.guns.point_of(unit.id) is None or chance.random() < 0.2:
        target: dict[str, Any] = {"target": _stand(state, chance)} if unit.kind in MORTARS else {}
        table._send(role, "set_aiming_point", unit=unit.id, where="the mill", in_arc=chance.random() < 0.9, **target)
    if not unit.on_table and chance.random() < 0.6:
        table._send(role, "roll_deviation", unit=unit.id, dice=[die(chance) for _ in range(5)])
    _on_area(table, die, chance, unit)


def _on_area(table: Table, die: Die, chance: random.Random, unit: Unit) -> None:
    """On up to three stands of either side; now and then a die too few."""
    stands = [
        {"stand": _stand(table.state, chance), "cover": chance.choice(COVERS), "overlap": chance.choice(OVERLAPS)}
        for _ in range(chance.randint(0, 3))
    ]
    attacked = sum(one["overlap"] != "none" for one in stands)
    dice = [die(chance) for _ in range(attacked - (chance.random() < 0.1))]
    fields: dict[str, Any] = {"range_cm": chance.choice(DISTANCES), "observed": chance.random() < 0.5}
    fields |= {"sees_point": chance.random() < 0.7}
    table._send(Role(unit.side.value), "fire_on_area", unit=unit.id, stands=stands, dice=dice, **fields)


def _comes_down(table: Table, die: Die, chance: random.Random) -> None:
    """The fire that is on its way: where it falls, then whom it catches."""
    going = table.state.guns.arriving
    assert going is not None
    unit = table.state.units[going.unit]
    if going.deviates:
        table._send(Role(unit.side.value), "roll_deviation", unit=unit.id, dice=[die(chance) for _ in range(5)])
    elif chance.random() < 0.3:
        table._send(Role(unit.side.value), "fire_on_area", unit=unit.id, range_cm=60.0)
    else:
        _on_area(table, die, chance, unit)


def _call(table: Table, die: Die, chance: random.Random) -> None:
    """An SOS call, most often to a field battery."""
    state = table.state
    units = [one.id for one in state.units.values() if one.side is Side.DEFENDER]
    guns = [one for one in units if state.units[one].kind in FIELD_ARTILLERY]
    unit = chance.choice(guns if guns and chance.random() < 0.9 else units)
    near = chance.choice((2.0, 5.0, 5.1))
    table._send(DEFENDER, "call_sos", unit=unit, from_position_cm=near, die=die(chance))


def _through(table: Table, chance: random.Random) -> None:
    """A unit moves, and some of its stands go through a zone that may be in force."""
    state = table.state
    live = [point.unit for point in zones(Judging(state, Actor(Role.REFEREE), state.book()))]
    zone = chance.choice(live or [point.unit for point in state.guns.points])
    unit = state.units[chance.choice(sorted(name for name, orders in state.orders.items() if orders.left))]
    met = [
        {"zone": zone, "stand": stand, "cover": chance.choice(COVERS), "overlap": chance.choice(OVERLAPS)}
        for stand in chance.sample(unit.stands, min(2, len(unit.stands)))
    ]
    table._send(Role(unit.side.value), "move_unit", unit=unit.id, zones=met)


def _commander(table: Table, chance: random.Random) -> None:
    """A command stand moves, often through a zone that may be in force."""
    state = table.state
    commanders = [one.id for one in state.stands.values() if not one.unit and one.side is state.turn.side]
    met = {"zone": chance.choice(state.guns.points).unit, "stand": "", "cover": chance.choice(COVERS)}
    zones_met = [met] if chance.random() < 0.7 else []
    table._send(Role(state.turn.side.value), "move_command_stand", stand=chance.choice(commanders), zones=zones_met)


def _at_movers(table: Table, die: Die, chance: random.Random) -> None:
    met = chance.choice(table.state.guns.crossings)
    side = table.state.units[met.zone].side
    table._send(Role(side.value), "fire_on_mover", zone=met.zone, stand=met.stand, die=die(chance))


def _stand(state: GameState, chance: random.Random) -> str:
    return chance.choice(sorted(state.stands))

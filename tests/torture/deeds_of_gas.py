"""What gas and aircraft of any evening could do now: dice for the wind, clouds over stands, calls, air attacks."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from rules.flanders_fields.game.actions.air.missions import may_watch
from rules.flanders_fields.game.actions.gas.cloud_attacks import read
from rules.flanders_fields.game.actions.gas.gas_events import GasWanted, ThrowForGas, awaited
from rules.flanders_fields.game.dice_rolls import faces
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.turn_progress import present
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.explanations import MoreDice
from rules.kernel.seats import Role

COVERS: Final = ("open", "soft", "medium", "hard")
OVERLAPS: Final = ("none", "under_half", "whole")


class Table(Protocol):
    """A game in play."""

    state: GameState

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool: ...


Die = Callable[[random.Random], dict[str, Any]]
Deed = Callable[[random.Random], object]


def of_gas(table: Table, die: Die) -> Iterator[Deed]:
    """What makes sense about gas, the likelier the oftener."""
    state = table.state
    if not state.turn.running or not (state.gas.planned or state.gas.clouds):
        return
    here = present(state, state.book())
    if here and here.step.needs == "no_gas_planned" and awaited(state, state.book()):
        yield from [lambda chance: _at_its_step(table, die, chance)] * 12
    if state.gas.clouds:
        yield lambda chance: _into_a_cloud(table, die, chance)
    if any(one.in_gas for one in state.stands.values()):
        yield lambda chance: _out_of_it(table, chance)


def _at_its_step(table: Table, die: Die, chance: random.Random) -> None:
    state = table.state
    due = awaited(state, state.book())
    assert due is not None
    role = Role(state.turn.side.value)
    if due.what is GasWanted.ATTACK:
        caught = [_told(state, chance) for _ in range(chance.randint(0, 3))]
        dice = [die(chance) for one in caught if one["coverage"] != "spared"]
        table._send(role, "gas_attacks", cloud=due.cloud, caught=caught, dice=dice, off_table=chance.random() < 0.05)
        return
    asked = read(state, state.book(), due, ThrowForGas(what=due.name, wind_deg=0, written_cm=9), faces(state.gas.dice))
    count = asked.count if isinstance(asked, MoreDice) else 0
    table._send(role, "throw_for_gas", what=due.name, dice=[die(chance) for _ in range(count)], wind_deg=45)


def _told(state: GameState, chance: random.Random) -> dict[str, Any]:
    met = {"coverage": chance.choice(("fully", "partly", "spared")), "ends": chance.choice(OVERLAPS)}
    return {"stand": _stand(state, chance), "cover": chance.choice(COVERS), **met}


def _into_a_cloud(table: Table, die: Die, chance: random.Random) -> None:
    told = _told(table.state, chance)
    role = Role(table.state.stands[told["stand"]].side.value)
    dice = [die(chance)] if chance.random() < 0.5 else []
    table._send(role, "enter_gas", cloud=chance.choice(table.state.gas.clouds).id, caught=told, dice=dice)


def _out_of_it(table: Table, chance: random.Random) -> None:
    stand = chance.choice([one for one in table.state.stands.values() if one.in_gas])
    table._send(Role(stand.side.value), "leave_gas", stands=[stand.id])


def of_aircraft(table: Table, die: Die) -> Iterator[Deed]:
    """What makes sense about aircraft, the likelier the oftener."""
    state = table.state
    here = present(state, state.book()) if state.turn.running else None
    if state.air.strike:
        yield from [lambda chance: _in_the_air(table, die, chance)] * 12
    elif here and here.step.needs == "no_air_mission":
        call: dict[str, Any] = {"regiment": here.of}
        yield from [lambda chance: table._send(_turn(state), "call_aircraft", die=die(chance), **call)] * 8
    for unit in may_watch(state, _turn(state), state.book()):
        yield from [lambda chance, unit=unit: table._send(_turn(state), "watch_from_air", unit=unit)] * 6
    for gun in state.air.off_line:
        if gun in state.orders:
            yield from [lambda chance, gun=gun: table._send(_turn(state), "relay_gun", unit=gun)] * 8


def _turn(state: GameState) -> Role:
    return Role(state.turn.side.value)


def _in_the_air(table: Table, die: Die, chance: random.Random) -> None:
    """The targets are named, the aircraft let go, or both sides throw."""
    state, strike = table.state, table.state.air.strike
    assert strike is not None
    if strike.named:
        for side in chance.sample(tuple(Side), 2):
            who: dict[str, Any] = {"target": strike.targets[0].stand, "side": side.value}
            table._send(Role(side.value), "throw_in_air_attack", die=die(chance), **who)
    elif chance.random() < 0.2:
        table._send(Role(strike.side.value), "end_air_attack")
    else:
        enemies = [one for one in state.stands.values() if one.alive and one.side is not strike.side]
        guns = [one for one in enemies if one.unit and state.units[one.unit].kind is UnitClass.MACHINE_GUN]
        stands = dict.fromkeys(chance.choice(guns or enemies).id for _ in range(3))
        stands |= dict.fromkeys([_stand(state, chance)] if chance.random() < 0.3 else [])
        line = [{"stand": one, "cover": "soft", "distance_cm": chance.choice((0, 1.5, 4.9, 6))} for one in stands]
        table._send(Role(strike.side.value), "name_air_targets", targets=line)


def _stand(state: GameState, chance: random.Random) -> str:
    return chance.choice(sorted(state.stands))

"""What few units can do, in few steps: the table lets them do it whenever it is their side's player turn."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from rules.flanders_fields.game.actions.armour import clears_wire, rides, takes_an_action
from rules.flanders_fields.game.state.game import GameState, Stand, Unit
from rules.flanders_fields.sight import from_the_air
from rules.flanders_fields.vocabulary import ARTILLERY, Side, UnitClass
from rules.kernel.seats import Role

HIGH: Final = {"pips": 6}
BY_APP: Final = {"pips": 0, "source": "rolled"}
OUT_OF_STEP: Final = "FF-TRN-03"
MISSIONS: Final = 3


class Table(Protocol):
    """A game in play, and whoever is its host."""

    state: GameState
    host: Role

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool: ...


Deed = Callable[[random.Random], object]


def out_of_step(table: Table) -> Iterator[Deed]:
    """What makes sense, the likelier the oftener; nothing while the assault of another unit is on."""
    state = table.state
    if not state.turn.running or state.assault or state.air.strike:
        return
    for unit in able(state):
        yield from [lambda chance, deed=deed, unit=unit: deed(table, unit, chance) for deed in _deeds_of(state, unit)]
    yield from [lambda chance: _shoot(table, chance)] * 2
    if any(not regiment.division for regiment in state.regiments.values()) and not state.air.called:
        yield lambda chance: _call_aircraft(table, chance)


def able(state: GameState) -> Iterator[Unit]:
    """The units of the side in turn that are there."""
    for unit in state.units.values():
        if unit.side is state.turn.side and state.living(unit) and not state.off_table(unit.id):
            yield unit


def _deeds_of(state: GameState, unit: Unit) -> Iterator[Callable[[Table, Unit, random.Random], object]]:
    book = state.book()
    if unit.kind is UnitClass.TANK:
        yield _charge
    if clears_wire(unit):
        yield _clear_wire
    if rides(unit) and takes_an_action(book):
        yield from [_see_to_horses] * 5
    if unit.id in state.air.off_line:
        yield from [_relay] * 8
    if unit.kind in ARTILLERY and not unit.on_table:
        yield _fire_unobserved
        if from_the_air(book):
            yield _have_it_watched


def ordered(table: Table, unit: Unit) -> bool:
    """Whether a unit has an action left, after an order that is sure to succeed where it had none yet."""
    if unit.id not in table.state.orders:
        insist(table, unit.side, "roll_orders", unit=unit.id, die=HIGH)
    orders = table.state.orders.get(unit.id)
    return orders is not None and orders.left > 0


def insist(table: Table, side: Side, kind: str, **fields: Any) -> bool:
    """Send a command; where its step is another the referee has it done, or the other side agrees to it."""
    if table._send(Role(side.value), kind, **fields):
        return True
    by = table.host if table.host is Role.REFEREE else Role(side.value)
    if not table._send(by, kind, overrule=OUT_OF_STEP, **fields):
        return False
    return table.state.asked is None or table._send(Role(side.other.value), "answer", agree=True)


def unshaken(table: Table, unit: Unit) -> None:
    for stand in table.state.living(unit):
        if stand.levels:
            table._send(table.host, "correct", of=stand.id, what="levels", value=0, reason="seen")


def _charge(table: Table, unit: Unit, chance: random.Random) -> None:
    """A tank goes at a platoon in the open, which may not stand."""
    platoons = [one.id for one in table.state.stands.values() if _can_be_met(table.state, one, unit.side)]
    if not platoons or not ordered(table, unit):
        return
    unshaken(table, unit)
    into = {"unit": unit.id, "stand": unit.stands[0], "target": chance.choice(platoons), "cover": "open"}
    if insist(table, unit.side, "go_in", **into):
        table._send(Role(unit.side.value), "all_in", unit=unit.id)


def _can_be_met(state: GameState, stand: Stand, by: Side) -> bool:
    company = state.units[stand.unit].kind is UnitClass.RIFLE_COMPANY if stand.unit else False
    return company and stand.alive and stand.side is not by and not state.off_table(stand.id)


def _clear_wire(table: Table, unit: Unit, _chance: random.Random) -> None:
    if ordered(table, unit):
        insist(table, unit.side, "clear_wire", unit=unit.id, belts=1, touching=True)


def _see_to_horses(table: Table, unit: Unit, chance: random.Random) -> None:
    if ordered(table, unit):
        how = {"mount": unit.dismounted, "for_good": chance.random() < 0.1}
        insist(table, unit.side, "dismount", unit=unit.id, **how)


def _relay(table: Table, unit: Unit, _chance: random.Random) -> None:
    unshaken(table, unit)
    if ordered(table, unit):
        insist(table, unit.side, "relay_gun", unit=unit.id)


def _shoot(table: Table, chance: random.Random) -> None:
    """A company or a machine gun fires with one stand at a platoon in the open."""
    platoons = [one.id for one in table.state.stands.values() if _can_be_met(table.state, one, table.state.turn.side)]
    firing = [unit for unit in able(table.state) if unit.kind in (UnitClass.RIFLE_COMPANY, UnitClass.MACHINE_GUN)]
    unit = chance.choice(firing) if firing else None
    if unit and platoons and ordered(table, unit):
        unshaken(table, unit)
        firer = table.state.living(unit)[0].id
        aim = {"firer": firer, "target": chance.choice(platoons), "range_cm": 20.0, "cover": "open", "dice": [BY_APP]}
        insist(table, unit.side, "fire", unit=unit.id, shots=[aim])


def _fire_unobserved(table: Table, unit: Unit, _chance: random.Random) -> None:
    """A battery behind the table fires where nobody sees it fall."""
    if table.state.guns.arriving or not ordered(table, unit):
        return
    if table.state.guns.point_of(unit.id) is None:
        insist(table, unit.side, "set_aiming_point", unit=unit.id, where="the mill", in_arc=True)
    insist(table, unit.side, "roll_deviation", unit=unit.id, dice=[BY_APP] * 5)


def _have_it_watched(table: Table, unit: Unit, _chance: random.Random) -> None:
    """A mission that is not used observes the point which a battery behind the table has just been laid on."""
    _give_missions(table, unit.side)
    if ordered(table, unit):
        insist(table, unit.side, "set_aiming_point", unit=unit.id, where="the mill", in_arc=True)
    table._send(Role(unit.side.value), "watch_from_air", unit=unit.id)


def _give_missions(table: Table, side: Side) -> None:
    """As many as a scenario could have given it: nearly all give none."""
    if table.state.air.free(side) < 1:
        fields: dict[str, Any] = {"of": f"missions/{side.value}", "what": "left", "value": MISSIONS, "reason": "agreed"}
        table._send(table.host, "correct", **fields)


def _call_aircraft(table: Table, chance: random.Random) -> None:
    side = table.state.turn.side
    regiments = [one for one in table.state.regiments.values() if one.side is side and not one.division]
    able = [one.id for one in regiments if table.state.stands[one.commander].alive]
    if able:
        _give_missions(table, side)
        insist(table, side, "call_aircraft", regiment=chance.choice(able), die=HIGH)

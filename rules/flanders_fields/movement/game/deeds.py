"""The deeds that move a unit: moving, packing, trying the wire (FF-MOV, FF-WIR)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.dice import wire_key
from rules.flanders_fields.game.offering import dice, each, lying_each, on_the_way, word
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.movement.game.carriage import carriages, changes_for_nothing
from rules.flanders_fields.movement.game.commands import ChangeCarriage, CrossWire, MoveUnit
from rules.flanders_fields.movement.game.wire import at_wire
from rules.flanders_fields.movement.wire import wire_dice, wire_refusal
from rules.flanders_fields.vocabulary import Carriage, Going, UnitClass
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal, Step
from rules.kernel.kept import NEVER
from rules.kernel.stage import Deed, Possible, nothing

MOVE, CROSS = Asks(MoveUnit), Asks(CrossWire)
CARRIAGES: Final = {
    (Carriage.PACKED, Carriage.READY): "Unpack",
    (Carriage.LIMBERED, Carriage.READY): "Unlimber",
    (Carriage.READY, Carriage.PACKED): "Pack up",
    (Carriage.READY, Carriage.LIMBERED): "Limber up",
}


def _moving(seated: SeatDeeds) -> Iterator[Possible]:
    return each(seated, lambda unit: [MoveUnit(unit=unit.id, going=going) for going in Going])


def _move_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    unit = seated.state.units[told["unit"]]
    yield MOVE("in_column")
    yield from on_the_way(seated, unit, MOVE)
    among = [going.value for going in Going if _goes(seated, unit, going)]
    yield MOVE("going", among=among, reckoned=_on_its_way(seated, told))
    if unit.kind is UnitClass.TANK:
        yield MOVE("belts")
        yield MOVE("trenches_crossed")
    yield MOVE("note")
    yield from word(seated, MoveUnit, told)


def _on_its_way(seated: SeatDeeds, told: Told) -> tuple[Step, ...]:
    """What the map has of the ways to the places that were told (FF-MOV-01)."""
    field = seated.field
    if not told.get("places") or field is None:
        return ()
    # What measures on a table is read with the first place that is told.
    from rules.flanders_fields.game.survey.moving_to import on_the_ways, ways_told

    ends = {name: way[-1] for name, way in ways_told(told).items()}
    return tuple(on_the_ways(field, ends, seated.table.book, bool(told.get("in_column"))))


def _goes(seated: SeatDeeds, unit: Unit, going: Going) -> bool:
    return seated.refused(MoveUnit(unit=unit.id, going=going)) is None


def _packing(seated: SeatDeeds) -> Iterator[Possible]:
    for unit in seated.acting:
        orders = seated.state.orders.get(unit.id)
        if orders is None or not (orders.left or changes_for_nothing(seated.table, unit)):
            continue
        for to in carriages(unit):
            barred = seated.refused_all(unit.side, [ChangeCarriage(unit=unit.id, to=to)])
            says = CARRIAGES[unit.carriage, to]
            yield Possible({"unit": unit.id, "to": to.value}, by=unit.side.value, barred=barred, says=says)


def _crossing(seated: SeatDeeds) -> Iterator[Possible]:
    for unit in seated.able:
        if unit.kind is not UnitClass.TANK:
            refused = [_stays_out(seated, unit, (stand.id,)) for stand in seated.state.living(unit)]
            barred = None if None in refused else next(iter(refused), None)
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def _stays_out(seated: SeatDeeds, unit: Unit, stands: tuple[str, ...], belts: int = 1) -> Refusal | None:
    """Why these stands may not try the wire, whatever their dice would show."""
    command, table = CrossWire(unit=unit.id, stands=stands, belts=belts), seated.of(unit.side)
    attempt = seated.waits(command) or at_wire(table, command)
    return attempt if isinstance(attempt, Refusal) else wire_refusal(attempt[2], table.book)


def _crossing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, unit = seated.state, seated.state.units[told["unit"]]
    trying = [one.id for one in state.living(unit) if _stays_out(seated, unit, (one.id,)) is None]
    yield CROSS("stands", among=trying, least=1, most=len(trying))
    yield CROSS("belts")
    stands, belts = tuple(told["stands"]), told.get("belts", 1)
    refused = _stays_out(seated, unit, stands, belts)
    if refused:
        yield refused
        return
    yield from on_the_way(seated, unit, CROSS)
    attempt = at_wire(seated.table, CrossWire(unit=unit.id, stands=stands, belts=belts))
    wanted = 0 if isinstance(attempt, Refusal) else wire_dice(attempt[2], seated.table.book)
    names = [(wire_key(state, stand), NEVER) for stand in unit.stands if stand in stands]
    yield from dice(seated, CROSS, told, wanted, lying_each(state, names))


MOVE_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("move_unit", "Move", MoveUnit, _moving, _move_asks, place=2),
    Deed("change_carriage", "Pack or unpack", ChangeCarriage, _packing, nothing, place=4),
    Deed("cross_wire", "Try the wire", CrossWire, _crossing, _crossing_asks),
)
"""In the order in which they stand below a unit."""

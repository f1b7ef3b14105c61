"""The deeds of ordering a unit and letting it go: whose each is now, and what it asks (FF-ORD, FF-TRN-05)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.flanders_fields.artillery.sos import DEEP
from rules.flanders_fields.game.dice import order_key
from rules.flanders_fields.game.models import kept_off_wire
from rules.flanders_fields.game.offering import each, word
from rules.flanders_fields.game.seated import NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.specials import allowed, discipline
from rules.flanders_fields.game.state import NO_ORDERS, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.movement.wire import decided_by_order_roll
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.orders.game import judge as orders
from rules.flanders_fields.orders.game.commands import FinishUnit, RemoveSuppression, RollOrders
from rules.flanders_fields.orders.modifiers import MASTER
from rules.flanders_fields.orders.order_roll import COMPANIES
from rules.flanders_fields.orders.order_roll import roll_orders as earned_by
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Level, RollKind, Special
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.dice import D6
from rules.kernel.explain import MoreDice, Refusal
from rules.kernel.kept import lying
from rules.kernel.plain import build
from rules.kernel.stage import AtHand, Deed, Possible, nothing

ORDERS = Asks(RollOrders)


def _ordering(seated: SeatDeeds) -> Iterator[Possible]:
    waiting = seated.waits(RollOrders(unit="", die=NOT_THROWN)) if seated.acting else None
    for unit in seated.acting:
        if unit.id not in seated.state.orders:
            found = orders.may_be_ordered(seated.of(unit.side), unit.id)
            barred = waiting or (found if isinstance(found, Refusal) else None)
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def _order_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    unit, table = seated.state.units[told["unit"]], seated.table
    yield from _measured(table, unit)
    yield from _declared(table, unit)
    refused = orders.order_not_taken(table, unit, build(RollOrders, {**told, "die": {"pips": 1}}))
    if refused:
        yield refused
        return
    kept = lying(seated.state, order_key(seated.state, unit))
    yield ORDERS("die", kept=kept[:1])
    if _falls_twice(table, unit, build(RollOrders, {"die": {"pips": 1, "source": "rolled"}, **told})):
        yield ORDERS("again", kept=kept[1:2])


def _measured(table: JudgedTable, unit: Unit) -> Iterator[Ask]:
    if no_gas(table.book) is None:
        yield ORDERS("in_gas")
        yield ORDERS("commander_in_gas")
    if unit.level is Level.BATTALION:
        yield ORDERS("farthest_platoon_cm")
        if table.book.option("AMB-26") == "battalion":
            yield ORDERS("battalion_farthest_cm")
    if unit.kind in ARTILLERY | MORTARS and unit.on_table:
        yield ORDERS("own_sight")
    if unit.kind in ARTILLERY and table.book.option("AMB-18") == "fires":
        yield ORDERS("open_sights")
    deep = orders.order_facts(table, unit, _bare(unit)).deep_suppression and table.book.table(DEEP).has("hardest")
    if deep and table.book.option("AMB-33") == "rear":
        yield ORDERS("front_trench_cm")
    wire = decided_by_order_roll(table.book) or table.book.table(MASTER).has("crossing_wire")
    if wire and unit.kind in COMPANIES and not kept_off_wire(unit, table.book):
        yield ORDERS("crossing_wire")


def _declared(table: JudgedTable, unit: Unit) -> Iterator[Ask]:
    state, battalion = table.state, table.state.battalion_of(unit)
    if orders.staff_refused(table, unit, replace(_bare(unit), staff_bonus=True)) is None:
        yield ORDERS("staff_bonus")
    if not isinstance(discipline(state, state.ordered_by(unit), RollKind.ORDER, table.book), Refusal):
        yield ORDERS("prussian_discipline")
    if orders.lines_down(table, unit, _bare(unit)):
        yield ORDERS("commander_sees_it")
    if battalion and allowed(state, Special.PALS, battalion, table.book, unit):
        yield ORDERS("pals")
    if battalion and allowed(state, Special.PROFESSIONALISM, battalion, table.book, unit):
        yield ORDERS("professionalism")
    forward = replace(_bare(unit), goes_forward=True, commander_sees_it=True)
    if orders.order_not_taken(table, unit, forward) is None:
        yield ORDERS("goes_forward")


def _bare(unit: Unit) -> RollOrders:
    return RollOrders(unit=unit.id, die=NOT_THROWN)


def _falls_twice(table: JudgedTable, unit: Unit, command: RollOrders) -> bool:
    """Whether a second die is thrown: with a re-roll, where the first earned nothing or nobody has seen it (AMB-13)."""
    if not command.staff_bonus or table.book.option("AMB-13") != "reroll":
        return False
    if command.die.source == "rolled":
        return True
    facts = orders.order_facts(table, unit, command)
    return isinstance(earned_by(facts, D6(command.die.pips), table.book), MoreDice)


def _finishing(seated: SeatDeeds) -> Iterator[Possible]:
    barred = seated.waits(FinishUnit(unit="")) if seated.acting else None
    for unit in seated.acting:
        if not seated.state.orders.get(unit.id, NO_ORDERS).done:
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


RECOVER = Asks(RemoveSuppression)


def _recovering(seated: SeatDeeds) -> Iterator[Possible]:
    return each(seated, lambda unit: _recoveries(seated, unit))


def _recoveries(seated: SeatDeeds, unit: Unit) -> list[RemoveSuppression]:
    """One for each of its stands that has a level; where none has, all are refused alike."""
    living = seated.state.living(unit)
    marked = [stand for stand in living if stand.levels] or living[:1]
    return [RemoveSuppression(unit=unit.id, stand=stand.id) for stand in marked]


def _marked(seated: SeatDeeds, unit: Unit) -> Sequence[str]:
    living = seated.state.living(unit)
    return [stand.id for stand in living if stand.levels] or [stand.id for stand in living]


def _recover_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield RECOVER("stand", among=_marked(seated, seated.state.units[told["unit"]]))
    yield from word(seated, RemoveSuppression, told)


ORDER_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("roll_orders", "Order", RollOrders, _ordering, _order_asks),
    Deed("finish_unit", "Done", FinishUnit, _finishing, nothing, AtHand.ON),
    Deed("remove_suppression", "Recover", RemoveSuppression, _recovering, _recover_asks, place=1),
)
"""In the order in which a unit comes to them."""

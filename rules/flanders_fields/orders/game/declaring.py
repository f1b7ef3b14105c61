"""National rules declared for an order roll (FF-SPR-03 to FF-SPR-05)."""

from rules.flanders_fields.forces.national import SpecialFacts, may_use
from rules.flanders_fields.game.specials import ON_ORDERS, special_facts
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.orders.game.commands import RollOrders
from rules.flanders_fields.vocabulary import Bonus, Nation, Special
from rules.kernel.explain import Refusal


def _said(command: RollOrders) -> tuple[Special, ...]:
    flags = {
        Special.PALS: command.pals,
        Special.PROFESSIONALISM: command.professionalism,
        Special.ELAN: command.goes_forward,
    }
    return tuple(special for special, said in flags.items() if said)


def declared(table: JudgedTable, unit: Unit, command: RollOrders) -> tuple[Special, ...] | Refusal:
    """The national rules declared for an order, or why one of them does not hold (FF-SPR-03 to FF-SPR-05)."""
    battalion = table.state.battalion_of(unit)
    for special in _said(command):
        if battalion is None and special is not Special.ELAN:
            return Refusal("FF-SPR-17", "It is for the battalions of its army", "roll without it")
        bare = SpecialFacts(special=special, nation=Nation(table.state.side_facts(unit.side).nation))
        facts = special_facts(table.state, special, battalion, unit) if battalion else bare
        answer = may_use(facts, table.book)
        if isinstance(answer, Refusal):
            return answer
    return _said(command)


def declared_bonuses(command: RollOrders) -> tuple[Bonus, ...]:
    """What the national rules declared for an order roll are called there."""
    discipline_said = (Bonus.PRUSSIAN_DISCIPLINE,) if command.prussian_discipline else ()
    return (*discipline_said, *(ON_ORDERS[special] for special in _said(command)))

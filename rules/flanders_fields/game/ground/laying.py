"""Laying a table: whether it can be played on, who lays it, and which stands no longer fit."""

from rules.flanders_fields.game.ground.bases import standing
from rules.flanders_fields.game.ground.commands import LayTable
from rules.flanders_fields.game.ground.events import StandsLifted, TableLaid
from rules.flanders_fields.game.shelters.unseen import unseen
from rules.flanders_fields.game.table import Judgement, Table
from rules.flanders_fields.vocabulary import Side
from rules.tabletop.laid import table_of
from rules.tabletop.placing import lies_on, may_lay, not_laid


def lay_table(table: Table, command: LayTable) -> Judgement:
    """Lay a table; the referee does, or a side where there is none. Stands keep their places if they still fit."""
    refused = may_lay(table.actor) or not_laid(command.table)
    if refused:
        return refused
    laid, state = table_of(command.table), table.state
    bases = ((name, standing(state, name, table.book)) for name in state.places)
    lifted = [name for name, base in bases if base and not lies_on(base, laid)]
    # What is hidden from a side goes unheard by it, even in the hash over its log: in an event of its own.
    hidden = tuple(one for one in lifted if unseen(state, one))
    seen = tuple(one for one in lifted if one not in hidden)
    of_sides = (tuple(one for one in hidden if state.stands[one].side is side) for side in Side)
    return (TableLaid(command.table, seen), *(StandsLifted(own) for own in of_sides if own))

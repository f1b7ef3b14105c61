"""Laying a table: whether it can be played on, who lays it, and which stands no longer fit."""

from rules.flanders_fields.game.ground.bases import standing
from rules.flanders_fields.game.ground.commands import LayTable
from rules.flanders_fields.game.ground.events import StandsLifted, TableLaid
from rules.flanders_fields.game.ground.fitting import lies_on
from rules.flanders_fields.game.naming import counted
from rules.flanders_fields.game.shelters.unseen import unseen
from rules.flanders_fields.game.table import Judgement, Table
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Role
from rules.tabletop.faults import faults
from rules.tabletop.laid import LaidTable, NotOfItsSort, table_of


def not_laid(table: LaidTable) -> Refusal | None:
    """Refuses a table that cannot be played on, in the words of what is wrong with the first piece."""
    try:
        wrong = faults(table_of(table))
    except NotOfItsSort as bad:
        return Refusal("", f"{bad.piece}: {bad.wrong}", bad.right)
    if not wrong:
        return None
    first, more = wrong[0], len(wrong) - 1
    named = first.piece_name or first.piece_id
    because = f"{named}: {first.wrong}" if named else first.wrong
    return Refusal("", f"{because} (and {counted(more, 'other fault')})" if more else because, first.right)


def may_lay(actor: Actor) -> Refusal | None:
    """Refuses a side where a referee sits."""
    if actor.referee_present and actor.role is not Role.REFEREE:
        return Refusal("", "the referee lays the table", "ask the referee")
    return None


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

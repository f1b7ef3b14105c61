"""Judging tables and places: what may be laid, and whose stands are placed."""

from rules.flanders_fields.game.bases import standing
from rules.flanders_fields.game.ground.commands import (
    GroundCommand,
    LayTable,
    LiftStands,
    PlaceFormation,
    PlaceStands,
)
from rules.flanders_fields.game.ground.events import StandsLifted, TableLaid
from rules.flanders_fields.game.ground.placing import apart, may_be_placed, place
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unseen import unseen
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.tabletop.placing import may_be_laid, without_room


def judge(table: JudgedTable, command: GroundCommand) -> Judgement:
    """Judge a command about the table or the places on it."""
    match command:
        case LayTable():
            return lay_table(table, command)
        case PlaceStands(stands=places):
            return place(table, places)
        case PlaceFormation():
            # Read with the first formation that is drawn up, not with the service.
            from rules.flanders_fields.game.ground.drawing_up import drawn_up

            ranks = drawn_up(table, command)
            return ranks if isinstance(ranks, Refusal) else place(table, ranks, command.of, command.layout)
        case LiftStands():
            return lift_stands(table, command)


def lay_table(table: JudgedTable, command: LayTable) -> Judgement:
    """Lay a table; the referee does, or a side where there is none. Stands keep their places if they still fit."""
    refused = may_be_laid(table.actor, command.table)
    if refused:
        return refused
    state = table.state
    lifted = without_room(((name, standing(state, name, table.book)) for name in state.places), command.table)
    # What is hidden from a side goes unheard by it, even in the hash over its log: in an event of its own.
    hidden = tuple(one for one in lifted if unseen(state, one))
    seen = tuple(one for one in lifted if one not in hidden)
    of_sides = (tuple(one for one in hidden if state.stands[one].side is side) for side in Side)
    return (TableLaid(command.table, seen), *(StandsLifted(own) for own in of_sides if own))


def lift_stands(table: JudgedTable, command: LiftStands) -> Judgement:
    """Take stands off the map."""
    state = table.state
    refused = may_be_placed(table, command.stands)
    if refused:
        return refused
    bare = next((one for one in command.stands if one not in state.places), None)
    if bare:
        return Refusal("", f"{stand_name(state, bare)} is not on the map", "leave it out")
    whole = [Place(one, 0, 0) for one in command.stands]
    return tuple(StandsLifted(tuple(one.stand for one in some)) for some in apart(state, whole))

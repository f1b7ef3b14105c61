"""Judging tables and places: what may be laid, whose stands are placed, and whether they fit."""

from collections.abc import Iterator, Sequence

from rules.flanders_fields.game.bases import standing
from rules.flanders_fields.game.ground.commands import (
    GroundCommand,
    LayTable,
    LiftStands,
    PlaceFormation,
    PlaceStands,
)
from rules.flanders_fields.game.ground.events import StandsLifted, StandsPlaced, TableLaid
from rules.flanders_fields.game.ground.fitting import misplaced
from rules.flanders_fields.game.ground.state import Layout, Place
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unseen import unseen
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.tabletop.placing import may_be_laid, without_room

UNKNOWN = Refusal("", "there is no such stand on the table", "choose stands from the list")


def judge(table: JudgedTable, command: GroundCommand) -> Judgement:
    """Judge a command about the table or the places on it."""
    match command:
        case LayTable():
            return lay_table(table, command)
        case PlaceStands(stands=places):
            return _place(table, places)
        case PlaceFormation():
            # Read with the first formation that is drawn up, not with the service.
            from rules.flanders_fields.game.ground.drawing_up import drawn_up

            ranks = drawn_up(table, command)
            return ranks if isinstance(ranks, Refusal) else _place(table, ranks, command.of, command.layout)
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


def with_places(table: JudgedTable, judged: Judgement, mover: str, places: Sequence[Place]) -> Judgement:
    """What a unit or a command stand did, and where its stands are after it, as told with the command."""
    if isinstance(judged, Refusal) or not places:
        return judged
    unit = table.state.units.get(mover)
    own = unit.stands if unit else (mover,)
    if any(one.stand not in own for one in places):
        return Refusal("", "a stand is placed that does not move with it", "place its own stands only")
    placed = _place(table, places)
    return placed if isinstance(placed, Refusal) else (*judged, *placed)


def _place(table: JudgedTable, places: Sequence[Place], of: str = "", layout: Layout | None = None) -> Judgement:
    """Stands go where they were told to stand: what is hidden from the other side in an event of its own."""
    refused = may_be_placed(table, [one.stand for one in places]) or misplaced(table, places)
    if refused:
        return refused
    return tuple(StandsPlaced(tuple(some), of, layout) for some in _apart(table.state, places))


def _apart(state: GameState, places: Sequence[Place]) -> Iterator[list[Place]]:
    """The places that everybody may know, then those that only their own side may."""
    for hidden in (False, True):
        if some := [one for one in places if (unseen(state, one.stand) is not None) is hidden]:
            yield some


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
    return tuple(StandsLifted(tuple(one.stand for one in some)) for some in _apart(state, whole))


def may_be_placed(table: JudgedTable, names: Sequence[str]) -> Refusal | None:
    """Refuses stands that are not there, have been destroyed, wait off the table, or are another seat's."""
    if not names or len(set(names)) < len(names):
        return Refusal("", "a stand is named twice" if names else "no stand is named", "name each stand once")
    for name in names:
        stand = table.state.stands.get(name)
        refused = UNKNOWN if stand is None or not table.knows_of(name) else _not_to_be_placed(table, stand)
        if refused:
            return refused
    return None


def _not_to_be_placed(table: JudgedTable, stand: Stand) -> Refusal | None:
    state, said = table.state, stand_name(table.state, stand.id)
    if not stand.alive:
        return Refusal("FF-SUP-08", f"{said} has been destroyed", "leave it out")
    if refused := table.may_speak_for(stand.side):
        return refused
    unit = state.units.get(stand.unit)
    battalion = state.battalions.get(unit.of) if unit else state.commanding(stand.id)
    if battalion and battalion.id in state.battalions and not state.battalions[battalion.id].on_table:
        return Refusal("FF-SCN-09", f"{battalion.name} is off the table", "roll for its arrival first")
    if unit and not unit.on_table:
        return Refusal("AMB-308", f"{said} fires from behind the table", "leave it out: it has no place on the table")
    return None

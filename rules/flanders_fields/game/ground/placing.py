"""Stands that are placed with any command: whose they are, and whether they fit."""

from collections.abc import Iterator, Sequence

from rules.flanders_fields.game.ground.events import StandsPlaced
from rules.flanders_fields.game.ground.fitting import misplaced
from rules.flanders_fields.game.ground.state import Layout, Place
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unseen import unseen
from rules.kernel.explain import Refusal

UNKNOWN = Refusal("", "there is no such stand on the table", "choose stands from the list")


def with_places(table: JudgedTable, judged: Judgement, mover: str, places: Sequence[Place]) -> Judgement:
    """What a unit or a command stand did, and where its stands are after it, as told with the command."""
    if isinstance(judged, Refusal) or not places:
        return judged
    unit = table.state.units.get(mover)
    own = unit.stands if unit else (mover,)
    if any(one.stand not in own for one in places):
        return Refusal("", "a stand is placed that does not move with it", "place its own stands only")
    placed = place(table, places)
    return placed if isinstance(placed, Refusal) else (*judged, *placed)


def place(table: JudgedTable, places: Sequence[Place], of: str = "", layout: Layout | None = None) -> Judgement:
    """Stands go where they were told to stand: what is hidden from the other side in an event of its own."""
    refused = may_be_placed(table, [one.stand for one in places]) or misplaced(table, places)
    if refused:
        return refused
    return tuple(StandsPlaced(tuple(some), of, layout) for some in apart(table.state, places))


def apart(state: GameState, places: Sequence[Place]) -> Iterator[list[Place]]:
    """The places that everybody may know, then those that only their own side may."""
    for hidden in (False, True):
        if some := [one for one in places if (unseen(state, one.stand) is not None) is hidden]:
            yield some


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

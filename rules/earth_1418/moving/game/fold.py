"""Folding moves into the state. No rule in it: events carry their results."""

from rules.earth_1418.game.state import EarthState
from rules.earth_1418.moving.game.events import RecoveryRolled, SubUnitMoved


def moved(state: EarthState, event: SubUnitMoved) -> None:
    """Where a sub-unit is, and with whom in contact."""
    unit = state.units[event.unit]
    went = event.moved_mm > 0
    state.change(
        event.unit,
        moved=True,
        open_plan=True,
        terrain=event.ends_in if went else unit.terrain,
        left_terrain=event.left_terrain if went else unit.left_terrain,
        assaulting=event.short_of,
        dug_in=unit.dug_in and not went,
        bounds_dug_in=0 if went else unit.bounds_dug_in,
    )
    if went:
        state.ground = state.ground.moved(event.unit)
        state.contacts = tuple(one for one in state.contacts if event.unit not in (one.first, one.second))
    if event.contact:
        pair = {event.contact.first, event.contact.second}
        others = (one for one in state.contacts if {one.first, one.second} != pair)
        state.contacts = (*others, event.contact)
        if event.contact.both:
            # Who came halfway has not fallen short: the other has come the rest.
            state.change(event.contact.second, assaulting="")


def recovered(state: EarthState, event: RecoveryRolled) -> None:
    """A base has been tried for, and moves normally again."""
    unit = state.units[event.unit]
    state.change(event.unit, tried=(*unit.tried, event.base))
    if event.recovered:
        state.restore(event.unit, event.base)

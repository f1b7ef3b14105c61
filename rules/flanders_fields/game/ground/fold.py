"""Folding tables and places into the state, and what other events do to places: the fallen are gone, movers unsure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.game.ground.events import StandsLifted, StandsPlaced, TableLaid
from rules.flanders_fields.game.ground.state import LaidGround
from rules.flanders_fields.game.state import GameState
from rules.kernel.measure import MM_A_CM
from rules.tabletop.stands import Pose


def table_laid(state: GameState, event: TableLaid) -> None:
    """Another table; whoever does not fit on it has no place."""
    state.ground = replace(state.ground, laid=event.table)
    _lift(state, event.lifted)


def stands_placed(state: GameState, event: StandsPlaced) -> None:
    """Where they stand is known now."""
    before = {one.stand: state.places[one.stand] for one in event.places if one.stand in state.places}
    state.ground = state.ground.arrived(before)
    state.places.update({one.stand: one.pose for one in event.places})
    state.ground = state.ground.without(*(one.stand for one in event.places))


def stands_lifted(state: GameState, event: StandsLifted) -> None:
    """They have no place on the map."""
    _lift(state, event.stands)


def _lift(state: GameState, stands: Iterable[str]) -> None:
    gone = tuple(stands)
    for one in gone:
        state.places.pop(one, None)
    state.ground = state.ground.lifted(*gone)


def fallen(state: GameState) -> None:
    """Whoever has fallen is off the map."""
    if gone := [one for one in state.places if not state.stands[one].alive]:
        _lift(state, gone)


def moved(state: GameState, stands: Iterable[str]) -> None:
    """Where they were placed is only the last that is known of them."""
    state.ground = state.ground.moved(*(one for one in stands if one in state.places))


PLACE_VALUES: Final = ("along_cm", "up_cm", "facing_deg")


def corrected_place(state: GameState, of: str, what: str, after: int | float | bool | str) -> bool:
    """Fold a correction of a place in; False where it is not about one."""
    pose = state.places.get(of)
    if pose is None or what not in PLACE_VALUES:
        return False
    state.places[of] = pose_with(pose, what, float(after))
    state.ground = state.ground.without(of)
    return True


def pose_with(pose: Pose, what: str, value: float) -> Pose:
    """A pose with one of its values changed: cm along or up the table, or the facing in degrees."""
    if what == "facing_deg":
        return Pose(pose.spot, value)
    along = round(value * MM_A_CM)
    return Pose(pose.spot._replace(**{"x_mm" if what == "along_cm" else "y_mm": along}), pose.facing_deg)


def game_created(state: GameState, event: Any) -> None:
    """The table that is laid from the beginning, if one is."""
    state.ground = LaidGround(event.table)


def turn_begins(state: GameState, _event: object) -> None:
    """What counts by the player turn counts anew."""
    state.ground = state.ground.in_a_new_turn()


def placed(_state: GameState, event: StandsPlaced) -> Sequence[str]:
    """The stands that are put on the map."""
    return [one.stand for one in event.places]


def lifted(_state: GameState, event: StandsLifted) -> Sequence[str]:
    """The stands that are taken off it."""
    return event.stands


def first_placed(event: StandsPlaced) -> str:
    """One of them: all are hidden or none is."""
    return next((one.stand for one in event.places), "")


def first_lifted(event: StandsLifted) -> str:
    """One of them: all are hidden or none is."""
    return next(iter(event.stands), "")

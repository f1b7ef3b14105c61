"""Placement of stands with any command: events, whether bases fit, folds (FF-BAS-16)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any, Final

from rules.flanders_fields.game.concealment import unseen
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import stand_name
from rules.flanders_fields.game.stand_types import base_kind, footprint_of, standing
from rules.flanders_fields.game.state.game import GameState, Stand
from rules.flanders_fields.game.state.placement import LaidGround, Layout, Place
from rules.kernel.distances import MM_A_CM, cm
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.tabletop.placement import NO_TABLE, on_another, standing_at
from rules.tabletop.stands import Pose, StandingBase
from rules.tabletop.terrain import LaidTable, Table

# Events


@dataclass(frozen=True, slots=True)
class TableLaid:
    """A table was laid; `lifted` are the stands that all know of and that it has no room for."""

    table: LaidTable
    lifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandsPlaced:
    """Stands were placed; `of` is the unit or battalion that was drawn up as a whole, and how."""

    places: tuple[Place, ...]
    of: str = ""
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class StandsLifted:
    """Stands were taken off the map."""

    stands: tuple[str, ...]


GroundEvent = TableLaid | StandsPlaced | StandsLifted


# Whether a base fits where it is put

ON_ANOTHER = "FF-BAS-16"


def misplaced(table: JudgedTable, places: Sequence[Place]) -> Refusal | None:
    """Refuses places off the table, and on top of another stand or of each other. All stands are known."""
    laid = table.state.table
    if laid is None:
        return NO_TABLE
    there: dict[str, StandingBase] = {}
    for one in places:
        if not isfinite(one.facing_deg):
            name = stand_name(table.state, one.stand)
            return Refusal("", f"{name} faces no direction", "give a facing of 0 to 360 degrees")
        base = standing_at(one, footprint_of(base_kind(table.state, one.stand), table.book), laid)
        if base is None:
            return _off(table.state, one, laid)
        there[one.stand] = base
    # What is set aside is said to everybody: of stands that not everybody knows of nothing is.
    if table.overruled and not any(unseen(table.state, one) for one in there):
        return None
    return _on_another(table, there)


def _off(state: GameState, place: Place, laid: Table) -> Refusal:
    size = f"{cm(laid.width_mm)} by {cm(laid.depth_mm)}"
    return Refusal(
        "", f"{stand_name(state, place.stand)} would stand off the table", f"keep its base on the table of {size}"
    )


def _on_another(table: JudgedTable, there: Mapping[str, StandingBase]) -> Refusal | None:
    state = table.state
    above = {name: base for name, base in there.items() if name not in state.shelters.below}
    found = on_another(above, _standing_still(table, there))
    if found is None:
        return None
    names = f"{stand_name(state, found[0])} would lie on top of {stand_name(state, found[1])}"
    return Refusal(ON_ANOTHER, names, "put it beside it")


def _standing_still(table: JudgedTable, there: Mapping[str, StandingBase]) -> Iterator[tuple[str, StandingBase]]:
    """The stands in the way: above the ground, surely where the map has them, and known to whoever places."""
    state = table.state
    for name in state.places:
        if name in there or name in state.ground.unsure or name in state.shelters.below:
            continue
        if table.knows_of(name) and (base := standing(state, name, table.book)):
            yield name, base


# Folds of events into the state


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


# Stands that are placed with any command

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

"""Folding the fire of guns into the state: where points lie, what has been fired, what is on its way."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.flanders_fields.artillery.game.events import (
    AreaFired,
    CommandStandMoved,
    Deviated,
    MoverFiredOn,
    PointLaid,
    SosCalled,
)
from rules.flanders_fields.artillery.game.state import AimingPoint, Arriving, FiresBy
from rules.flanders_fields.artillery.game.zones import ZonesEntered
from rules.flanders_fields.game.changing import change_stands, changed, spend, under_fire
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Action


def lay(state: GameState, point: AimingPoint) -> None:
    """The aiming point of a weapon lies here from now."""
    others = tuple(one for one in state.guns.points if one.unit != point.unit)
    state.guns = replace(state.guns, points=(*others, point))


def begin_arrival(state: GameState, unit: str, by: FiresBy, deviates: bool) -> None:
    """Fire of a battery is on its way to its aiming point: the next commands say where it falls and whom it catches."""
    by_plan = (*state.guns.fired_by_plan, unit) if by is FiresBy.PLAN else state.guns.fired_by_plan
    state.guns = replace(state.guns, arriving=Arriving(unit, by, deviates), fired_by_plan=by_plan)


def turn_begins(state: GameState, _event: object) -> None:
    """What counts by the player turn counts anew."""
    guns = state.guns
    if guns.answered or guns.fired_by_plan or guns.attacked or guns.commanders_moved:
        state.guns = replace(guns, answered=(), fired_by_plan=(), attacked=(), commanders_moved=())


def moved(state: GameState, unit: str) -> None:
    """A weapon that moves, packs or limbers leaves no zone behind it (AMB-320)."""
    point = state.guns.point_of(unit)
    if point and point.zone:
        lay(state, replace(point, zone=None))


def point_laid(state: GameState, event: PointLaid) -> None:
    """A redirect."""
    if event.spends:
        spend(state, event.point.unit, Action.REDIRECT)
    lay(state, event.point)
    state.air = state.air.point_moved(event.point.unit)


def deviated(state: GameState, event: Deviated) -> None:
    """The fire falls there; whom it catches is told next."""
    if event.spends:
        spend(state, event.unit, Action.FIRE)
    lay(state, event.point)
    state.guns = replace(state.guns, arriving=Arriving(event.unit, event.by))


def area_fired(state: GameState, event: AreaFired) -> None:
    """The fire has come down, and its area is a zone."""
    if event.spends:
        spend(state, event.unit, Action.FIRE)
    for stand in state.units[event.unit].stands:
        state.stands[stand] = changed(state.stands[stand], has_fired=True)
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    lay(state, event.point)
    state.guns = replace(state.guns, arriving=None)


def sos_called(state: GameState, event: SosCalled) -> None:
    """Answered or not, the battery is spent for this turn (FF-SOS-05)."""
    state.guns = replace(state.guns, answered=(*state.guns.answered, event.unit))
    if event.point:
        lay(state, event.point)
        state.air = state.air.point_moved(event.unit)
        begin_arrival(state, event.unit, FiresBy.SOS, event.deviates)


def zones_entered(state: GameState, event: ZonesEntered) -> None:
    """They wait for their dice."""
    state.guns = replace(state.guns, crossings=(*state.guns.crossings, *event.crossings))


def mover_fired_on(state: GameState, event: MoverFiredOn) -> None:
    """The attack has been made; a stand that stops on its way meets nobody, one that fell no other zone either."""
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    met = event.crossing
    if event.stops and state.assault:
        contacts = tuple(one for one in state.assault.contacts if one.attacker != met.stand)
        state.assault = replace(state.assault, contacts=contacts)
    waiting = tuple(one for one in state.guns.crossings if one != met)
    state.guns = replace(state.guns, crossings=waiting, attacked=(*state.guns.attacked, (met.zone, met.stand)))


def command_stand_moved(state: GameState, event: CommandStandMoved) -> None:
    """One of its moves is made."""
    state.guns = replace(state.guns, commanders_moved=(*state.guns.commanders_moved, event.stand))


def action_spent(state: GameState, event: Any) -> None:
    """A weapon that moves, packs or limbers leaves no zone behind it."""
    if event.kind is Action.MOVE:
        moved(state, event.unit)


def made_ready(state: GameState, event: Any) -> None:
    """Nor does one that packs or limbers without an action, by house rule (AMB-47)."""
    moved(state, event.unit)


def falls_on_planned_point(state: GameState, event: AreaFired) -> bool:
    """Fire on a point that was laid by a plan shows where it lies."""
    point = state.guns.point_of(event.unit)
    return point is not None and not point.is_open


def moving(_state: GameState, event: CommandStandMoved) -> Sequence[str]:
    """The command stand."""
    return (event.stand,)

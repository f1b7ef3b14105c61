"""Folding planned bombardments into the state. No rule in it."""

from dataclasses import replace
from typing import Any

from rules.flanders_fields.artillery.game.bombard.events import FiredByPlan, PointShifted, StruckFromPlan, WorkBombarded
from rules.flanders_fields.artillery.game.fold import begin_arrival, lay
from rules.flanders_fields.artillery.game.state import AimingPoint, FiresBy
from rules.flanders_fields.game.changing import change_stands, under_fire
from rules.flanders_fields.game.planned import FirePlan
from rules.flanders_fields.game.state import GameState


def lay_planned_points(state: GameState, plan: FirePlan) -> None:
    """The first points of the plan lie registered from the beginning (FF-PLN-04, FF-SUI-04)."""
    for one in plan.points:
        lay(state, AimingPoint(one.unit, one.where, one.along_cm, one.up_cm, registered=True))


def shifted(state: GameState, event: PointShifted | FiredByPlan) -> None:
    """The point lies where the plan says from now on."""
    line = next(one for one in state.plan.fires if one.id == event.line)
    before, there = state.guns.point_of(line.unit), (line.where, line.along_cm, line.up_cm)
    if before is None or (before.where, before.along_cm, before.up_cm) != there:
        state.air = state.air.point_moved(line.unit)
    lay(state, AimingPoint(line.unit, *there, registered=True))
    state.plan_done = (*state.plan_done, event.line)


def fired(state: GameState, event: FiredByPlan) -> None:
    """Its fire comes down by the plan: done with the line."""
    shifted(state, event)
    begin_arrival(state, event.unit, FiresBy.PLAN, event.deviates)


def struck(state: GameState, event: StruckFromPlan) -> None:
    """The line falls away."""
    state.plan_done = (*state.plan_done, event.line)


def bombarded(state: GameState, event: WorkBombarded) -> None:
    """What fell on a work did."""
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    state.plan_done = (*state.plan_done, event.work)


def game_created(state: GameState, event: Any) -> None:
    """The first points of the plans lie."""
    lay_planned_points(state, event.plan)


def plan_sealed(state: GameState, event: Any) -> None:
    """The first points of a side are those of the plan that it has sealed, and no others."""
    points = tuple(one for one in state.guns.points if state.units[one.unit].side is not event.side)
    state.guns = replace(state.guns, points=points)
    lay_planned_points(state, event.played.fires)

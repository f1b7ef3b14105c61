"""Folding planned bombardments into the state. No rule in it."""

from collections.abc import Callable
from typing import Any

from rules.flanders_fields.game.bombard.events import FiredByPlan, PointShifted, StruckFromPlan, WorkBombarded
from rules.flanders_fields.game.changing import change_stands, under_fire
from rules.flanders_fields.game.guns.fold import begin_arrival, lay
from rules.flanders_fields.game.guns.state import AimingPoint, FiresBy
from rules.flanders_fields.game.plan.state import FirePlan
from rules.flanders_fields.game.state import GameState


def lay_planned_points(state: GameState, plan: FirePlan) -> None:
    """The first points of the plan lie registered from the beginning (FF-PLN-04, FF-SUI-04)."""
    for one in plan.points:
        lay(state, AimingPoint(one.unit, one.where, one.along_cm, one.up_cm, registered=True))


def _shifted(state: GameState, event: PointShifted | FiredByPlan) -> None:
    line = next(one for one in state.plan.fires if one.id == event.line)
    before, there = state.guns.point_of(line.unit), (line.where, line.along_cm, line.up_cm)
    if before is None or (before.where, before.along_cm, before.up_cm) != there:
        state.air = state.air.point_moved(line.unit)
    lay(state, AimingPoint(line.unit, *there, registered=True))
    state.plan_done = (*state.plan_done, event.line)


def _fired(state: GameState, event: FiredByPlan) -> None:
    _shifted(state, event)
    begin_arrival(state, event.unit, FiresBy.PLAN, event.deviates)


def _struck(state: GameState, event: StruckFromPlan) -> None:
    state.plan_done = (*state.plan_done, event.line)


def _bombarded(state: GameState, event: WorkBombarded) -> None:
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    state.plan_done = (*state.plan_done, event.work)


BOMBARD_FOLDS: dict[type, Callable[[GameState, Any], None]] = {
    FiredByPlan: _fired,
    PointShifted: _shifted,
    StruckFromPlan: _struck,
    WorkBombarded: _bombarded,
}

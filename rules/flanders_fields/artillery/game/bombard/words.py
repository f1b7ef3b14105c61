"""Planned bombardments in sentences."""

from typing import Final

from rules.flanders_fields.artillery.game.bombard.events import (
    BombardEvent,
    FiredByPlan,
    PointShifted,
    StruckFromPlan,
    WorkBombarded,
)
from rules.flanders_fields.artillery.game.bombard.view import bombard_card
from rules.flanders_fields.game.naming import RESULTS, die, stand_name, unit_name
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling


def work_name(state: GameState, work: str) -> str:
    """What the plan calls a work."""
    return next((one.name for one in state.plan.works if one.id == work), work)


def says_bombard(state: GameState, event: BombardEvent) -> str:
    """One plain sentence for the log."""
    match event:
        case FiredByPlan(line=line, unit=unit):
            where = _planned_for(state, line)
            return f"{unit_name(state, unit)} fires by the plan{f': {where}' if where else ''}"
        case PointShifted(line=line, unit=unit):
            return f"{unit_name(state, unit)} shifts its point by the plan: {_planned_for(state, line)}"
        case StruckFromPlan(line=line, unit=unit, because=because) if state.plan.shifts(line):
            return f"{unit_name(state, unit)} keeps its point: {because[:1].lower()}{because[1:]}"
        case StruckFromPlan(unit=unit, because=because):
            return f"{unit_name(state, unit)} does not fire by the plan: {because[:1].lower()}{because[1:]}"
        case WorkBombarded(work=work, hits=hits):
            fell = "; ".join(f"{stand_name(state, hit.stand)} {RESULTS[hit.result]}, {die(hit.die)}" for hit in hits)
            return f"The hurricane bombardment falls on {work_name(state, work)}: {fell or 'nobody is in it'}"


def _planned_for(state: GameState, line: str) -> str:
    return next((one.where for one in state.plan.fires if one.id == line), "")


def says_point_taken_up(state: GameState, unit: str) -> str:
    """What those are told of a shift who may not know where the point lies now."""
    return f"{unit_name(state, unit)} lays on another point: its fire lies no longer where it fell"


def name_of_bombard(state: GameState, event: BombardEvent) -> str:
    """The name of the deed on the button that takes it back."""
    match event:
        case FiredByPlan(unit=unit) | PointShifted(unit=unit) | StruckFromPlan(unit=unit):
            return f"{unit_name(state, unit)} in the plan"
        case WorkBombarded(work=work):
            return f"the bombardment of {work_name(state, work)}"


TOLD: Final = Telling(says_bombard, name_of_bombard, bombard_card)

"""What of the fire plans a seat may not know yet, and how the turn looks to it meanwhile (FF-PLN-01)."""

from typing import Final

from rules.flanders_fields.artillery.game.deep.due import NEEDS as DEEP
from rules.flanders_fields.barrages.game.due import NEEDS as ROLLING
from rules.flanders_fields.barrages.game.due import knows_of_barrage
from rules.flanders_fields.barrages.game.throws import TURNS
from rules.flanders_fields.game.progress import Idle, StepPlace, idle
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Role

PLANNED_STEPS: Final = frozenset({DEEP, ROLLING, "no_gas_planned", "nothing_planned", "no_air_mission"})
"""Steps of which only the side in turn and the referee may know beforehand whether the plan has something for them."""


def knows_plan(role: Role, side: Side) -> bool:
    """Whether a role may read a side's plan."""
    return role is Role.REFEREE or role.value == side.value


def known_at_call(unit: Unit, role: Role) -> bool:
    """Whether a role may know in whose step a unit is ordered: that of a superimposed battery its plan says."""
    return not unit.superimposed or knows_plan(role, unit.side)


def idle_for(role: Role, side: Side) -> Idle:
    """Why there is nothing to do at a place in a side's turn, as a role may know it: of the plan nothing."""
    return idle if knows_plan(role, side) else _idle_but_for_plans


def _idle_but_for_plans(state: GameState, place: StepPlace) -> str:
    if place.step.needs in PLANNED_STEPS or _may_order_over_the_barrage(state, place):
        return ""
    return idle(state, place)


def _may_order_over_the_barrage(state: GameState, place: StepPlace) -> bool:
    """Whether a superimposed battery of the side in turn could be ordered there, whomever the plan names (AMB-376)."""
    over = (one for one in state.units.values() if one.superimposed and one.side is state.turn.side)
    return place.step.level == "regimental" and any(one.kind in place.step.units for one in over)


def knows_of_planned(state: GameState, roll: str, role: Role) -> bool:
    """Whether a role may know of a roll, as far as it is made for planned fire."""
    what, of, *_ = roll.split("/")
    plan = state.plan.barrage(of)
    if plan is None or knows_plan(role, plan.side):
        return True
    return what != TURNS and knows_of_barrage(state, of, role)

"""What of the fire plans a seat may not know yet, and how the turn looks to it meanwhile (FF-PLN-01)."""

from rules.flanders_fields.game.progress import Idle, StepPlace, idle, step_of_chapter
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.game.unseen import knows
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role


def known_at_call(unit: Unit, role: Role) -> bool:
    """Whether a role may know in whose step a unit is ordered: that of a superimposed battery its plan says."""
    return not unit.superimposed or knows(role, unit.side)


def idle_for(role: Role, side: Side) -> Idle:
    """Why there is nothing to do at a place in a side's turn, as a role may know it: of the plan nothing."""
    return idle if knows(role, side) else _idle_but_for_plans


def _idle_but_for_plans(state: GameState, place: StepPlace) -> str:
    of_chapter = step_of_chapter(place.step.needs)
    if (of_chapter and of_chapter.planned) or _may_order_over_the_barrage(state, place):
        return ""
    return idle(state, place)


def _may_order_over_the_barrage(state: GameState, place: StepPlace) -> bool:
    """Whether a superimposed battery of the side in turn could be ordered there, whomever the plan names (AMB-376)."""
    over = (one for one in state.units.values() if one.superimposed and one.side is state.turn.side)
    return place.step.level == "regimental" and any(one.kind in place.step.units for one in over)

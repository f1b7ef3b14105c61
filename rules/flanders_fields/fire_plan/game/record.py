"""What the record keeps of planned fire, to be set to what happened at the table."""

from collections.abc import Callable, Mapping

from rules.flanders_fields.game.naming import unit_name
from rules.flanders_fields.game.planned import PlannedFire
from rules.flanders_fields.game.state import GameState
from rules.kernel.seats import Role

Kept = tuple[bool, Callable[[object], bool]]


def kept_of_plan(state: GameState, of: str, role: Role) -> Mapping[str, Kept]:
    """Whether a line of the plan is done, which its own side alone may say."""
    line = state.plan.line(of)
    if line is None or role not in (Role.REFEREE, Role(line.side.value)):
        return {}
    return {"done": (of in state.plan_done, lambda value: isinstance(value, bool))}


def corrected_plan(state: GameState, of: str, after: object) -> bool:
    """Fold a correction of this chapter; False where it is another's."""
    if state.plan.line(of) is None:
        return False
    others = tuple(one for one in state.plan_done if one != of)
    state.plan_done = (*others, of) if after else others
    return True


def name_of_planned(state: GameState, of: str, role: Role) -> str:
    """What a line of the plan is called on the stage; nothing for who may not know of it."""
    line = state.plan.line(of)
    if line is None or role not in (Role.REFEREE, Role(line.side.value)):
        return ""
    if not isinstance(line, PlannedFire):
        return line.name
    shifts = ", its point shifts" if line.shift else ""
    return f"{unit_name(state, line.unit)}, turn {line.turn}{shifts}"


def planned_thing(state: GameState, of: str) -> str:
    """What is corrected, in words; nothing where it is another chapter's."""
    line = state.plan.line(of)
    if line is None:
        return ""
    return state.units[line.unit].name if isinstance(line, PlannedFire) else line.name

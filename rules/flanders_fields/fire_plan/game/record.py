"""What the record keeps of deep suppression and of planned fire, to be set to what happened at the table."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.flanders_fields.artillery.sos import DEEP
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.naming import unit_name
from rules.flanders_fields.game.planned import PlannedFire
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Role

Kept = tuple[int | bool, Callable[[object], bool]]


def deep_id(side: Side) -> str:
    """The name by which a side's deep suppression is corrected."""
    return f"{side.value}.deep"


def kept_of_plan(state: GameState, of: str, role: Role) -> Mapping[str, Kept]:
    """What deep suppression takes off orders; whether a line of the plan is done, which its own side alone may say."""
    deep = next((one for one in state.deep if deep_id(one.side) == of), None)
    if deep:
        return {"modifier": (deep.modifier, lambda value: _modifier(value, state.book()))}
    line = state.plan.line(of)
    if line is None or role not in (Role.REFEREE, Role(line.side.value)):
        return {}
    return {"done": (of in state.plan_done, lambda value: isinstance(value, bool))}


def _modifier(value: object, book: RuleBook) -> bool:
    hardest = book.table(DEEP).number("hardest").value
    return isinstance(value, int) and not isinstance(value, bool) and hardest <= value <= 0


def corrected_plan(state: GameState, of: str, what: str, after: object) -> bool:
    """Fold a correction of this chapter; False where it is another's."""
    if what == "modifier" and any(deep_id(one.side) == of for one in state.deep):
        state.deep = tuple(
            replace(one, modifier=int(str(after))) if deep_id(one.side) == of else one for one in state.deep
        )
        return True
    if state.plan.line(of) is None:
        return False
    others = tuple(one for one in state.plan_done if one != of)
    state.plan_done = (*others, of) if after else others
    return True


def name_of_planned(state: GameState, of: str, role: Role) -> str:
    """What a line of the plan, or deep suppression, is called on the stage; nothing for who may not know of it."""
    deep = next((one for one in state.deep if deep_id(one.side) == of), None)
    if deep:
        return f"Deep suppression by the {state.side_facts(deep.side).name} side"
    line = state.plan.line(of)
    if line is None or role not in (Role.REFEREE, Role(line.side.value)):
        return ""
    if not isinstance(line, PlannedFire):
        return line.name
    shifts = ", its point shifts" if line.shift else ""
    return f"{unit_name(state, line.unit)}, turn {line.turn}{shifts}"


def planned_thing(state: GameState, of: str) -> str:
    """What is corrected, in words; nothing where it is another chapter's."""
    if any(deep_id(one.side) == of for one in state.deep):
        return "Deep suppression"
    line = state.plan.line(of)
    if line is None:
        return ""
    return state.units[line.unit].name if isinstance(line, PlannedFire) else line.name

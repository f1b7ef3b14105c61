"""Planned bombardments as a seat may know them: what falls now for those who throw, the plan for its own side."""

from typing import Any

from rules.flanders_fields.artillery.game.bombard.due import NEEDS, fires_due, works_due
from rules.flanders_fields.artillery.game.bombard.events import BombardEvent, FiredByPlan, WorkBombarded
from rules.flanders_fields.artillery.game.bombard.throws import former_work_key
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.planned import PlannedFire, PlannedWork
from rules.flanders_fields.game.progress import present
from rules.flanders_fields.game.state import GameState
from rules.kernel.kept import all_lying
from rules.kernel.plain import plain
from rules.kernel.seats import Role


def bombard_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """The lines that fall now and the whole plan; both are the planning side's and the referee's (FF-PLN-01)."""
    here = present(state, book) if state.turn.running else None
    now = here is not None and here.step.needs == NEEDS
    knows = role is Role.REFEREE or role.value == state.turn.side.value
    return {
        "fires": [_fire(state, line) for line in fires_due(state, book)] if now and knows else [],
        "works": [_work(state, work) for work in works_due(state, book)] if now and knows else [],
        "plan": [_planned(state, one) for one in _all(state) if _mine(one, role)],
    }


def _all(state: GameState) -> tuple[PlannedFire | PlannedWork, ...]:
    return (*state.plan.fires, *state.plan.works)


def _mine(one: PlannedFire | PlannedWork, role: Role) -> bool:
    return role is Role.REFEREE or role.value == one.side.value


def _fire(state: GameState, line: PlannedFire) -> dict[str, Any]:
    unit = state.units[line.unit]
    told: dict[str, Any] = plain(line)
    suppressed = any(stand.levels for stand in state.living(unit))
    return told | {"name": unit.name, "kind": unit.kind.value, "on_table": unit.on_table, "suppressed": suppressed}


def _work(state: GameState, work: PlannedWork) -> dict[str, Any]:
    told: dict[str, Any] = plain(work)
    return told | {"kept": plain(all_lying(state, former_work_key(work.id)))}


def _planned(state: GameState, one: PlannedFire | PlannedWork) -> dict[str, Any]:
    name = state.units[one.unit].name if isinstance(one, PlannedFire) else one.name
    where = one.where if isinstance(one, PlannedFire) else one.work.replace("_", " ")
    if state.plan.shifts(one.id):
        where = f"its point shifts to {where}"
    return {
        "name": name,
        "id": one.id,
        "where": where,
        "turn": one.turn,
        "side": one.side.value,
        "done": one.id in state.plan_done,
    }


def bombard_card(event: BombardEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons, for the card that stays in sight."""
    match event:
        case FiredByPlan(deviates=deviates):
            told = {"outcome": "deviates" if deviates else "falls"}
        case WorkBombarded(hits=hits, changes=changes):
            told = {"hits": plain(hits), "changes": plain(changes)}
        case _:
            return None
    reasons: dict[str, Any] = plain(event.reasons)
    return told | reasons

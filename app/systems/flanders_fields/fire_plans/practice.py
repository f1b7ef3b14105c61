"""A plan to practise with as a side of a scenario begins it: its batteries, and what is planned for them there."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from app.systems.flanders_fields.grounds import ready_tables
from rules.flanders_fields.fire_plan.game.draft import TableSize, draft_of, force_of
from rules.flanders_fields.fire_plan.renaming import renamed
from rules.flanders_fields.fire_plan.written import WrittenFor, WrittenPlan
from rules.flanders_fields.game.ground.state import Zone
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.system import as_set_up
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal


def begun_for(scenario: str, side: Side, ids: Iterator[str]) -> WrittenPlan | None:
    """What a side of a scenario begins with, its lines called by these ids; None where there is no such scenario."""
    state = _set_up(scenario)
    if state is None:
        return None
    ground, usual = ready_tables().get(scenario), WrittenFor()
    size = TableSize(ground.table.width_mm, ground.table.depth_mm) if ground else None
    return renamed(draft_of(state, side, size or TableSize(usual.width_mm, usual.depth_mm)), ids)


@lru_cache(maxsize=64)
def granted(scenario: str, side: Side) -> Mapping[str, Any]:
    """What a scenario gives a side beyond its troops: gas attacks, air missions; nothing where there is none such."""
    state = _set_up(scenario) if scenario else None
    if state is None:
        return {}
    force = force_of(state, side)
    return {"gas_attacks": force.gas_attacks, "air_missions": force.air_missions}


@lru_cache(maxsize=64)
def deployment(scenario: str) -> tuple[Zone, ...]:
    """Where the sides of a scenario deploy; nothing where there is none such or nobody says."""
    state = _set_up(scenario) if scenario else None
    return state.set_up.zones if state else ()


def _set_up(scenario: str) -> GameState | None:
    """The game as it would be set up; nothing is kept of it."""
    state = as_set_up(scenario)
    return None if isinstance(state, Refusal) else state

"""The scenarios that lie ready: every one can be set up and seen, and every unit in it comes to its orders."""

import pytest

from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.muster import scenarios
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.sequence import steps
from rules.flanders_fields.vocabulary import Level, UnitClass
from rules.kernel.play import Role
from tests.game.evening import Evening

READY = tuple(scenarios())


def opened(scenario: str) -> GameState:
    evening = Evening()
    evening.do("referee", "create_game", scenario=scenario)
    return evening.state


def test_the_specimen_game_of_the_book_comes_first_and_there_is_one_for_every_period() -> None:
    assert READY[0] == "mons-1914"
    assert {opened(scenario).settled.period for scenario in READY} == {"early", "mid", "late"}


@pytest.mark.parametrize("scenario", READY)
def test_every_unit_is_ordered_in_some_step_of_the_turn(scenario: str) -> None:
    state = opened(scenario)
    at = {
        (kind, "battalion" if step.level == "battalion" else "regiment")
        for step in steps(state.book())
        for kind in step.units
    }
    levels = {Level.BATTALION: "battalion", Level.REGIMENTAL: "regiment"}
    never = [unit.name for unit in state.units.values() if (unit.kind, levels[unit.level]) not in at]
    assert never == []


def test_every_class_of_unit_and_every_line_of_a_plan_is_in_some_ready_game() -> None:
    """So that each can be tried at a table without writing a scenario first."""
    states = [opened(scenario) for scenario in READY]
    kinds = {unit.kind for state in states for unit in state.units.values()}
    assert kinds == set(UnitClass)
    plans = [state.plan for state in states]
    assert all(any(getattr(plan, part) for plan in plans) for part in ("barrages", "fires", "works"))
    assert any(fire.shift for plan in plans for fire in plan.fires)
    assert any(unit.storm for state in states for unit in state.units.values())


@pytest.mark.parametrize("scenario", READY)
@pytest.mark.parametrize("role", Role)
def test_every_seat_sees_it(scenario: str, role: Role) -> None:
    view = SYSTEM.view(opened(scenario), role)
    assert view["title"] == scenarios()[scenario].title
    assert [side["side"] for side in view["sides"]] == ["attacker", "defender"]

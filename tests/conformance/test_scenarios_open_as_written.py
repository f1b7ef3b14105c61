"""Every case of a scenario, held against the game that is opened of it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest

from rules.flanders_fields.game.actions.setup import next_to_deploy
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.state.setup import Preparation
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ARTILLERY, Side, UnitClass
from rules.kernel.distances import MM_A_CM
from rules.kernel.seats import Role
from rules.tabletop.terrain import Area, Bridge, Hill, River, points
from tests.conformance.scenario_cases import ScenarioCase, every_scenario_case
from tests.game.evening import Evening
from tests.systems import ready_tables

CASES: Final = list(every_scenario_case())


def _nation(state: GameState, side: Side) -> str:
    return state.side_facts(side).nation


def _facts(state: GameState, _side: Side) -> dict[str, Any]:
    settled = state.settled
    return {
        "date": settled.date,
        "sheet": settled.period,
        **{side.value: _nation(state, side) for side in Side},
        "deploys_first": _nation(state, Side(_first_to_deploy(settled.scenario))),
        "moves_first": _nation(state, state.turn.side),
    }


def _first_to_deploy(scenario: str) -> Side:
    evening = Evening()
    evening.do("referee", "create_game", scenario=scenario)
    evening.do("referee", "begin_set_up")
    assert evening.state.set_up.stage is Preparation.TERRAIN
    assert evening.refused("attacker", "start_turn").clause == "FF-SET-10"
    for _ in range(3):
        evening.do("referee", "finish_stage")
    there = next_to_deploy(evening.state, evening.state.book())
    assert there
    return there.side


def _objectives(state: GameState, _side: Side) -> dict[str, Any]:
    known = state.set_up.objectives
    return {
        "names": [one.name for one in known],
        "held": [one.name for one in known if one.holder],
        "last_turn": state.set_up.turns,
    }


def _ground(state: GameState, _side: Side) -> dict[str, Any]:
    pieces = ready_tables()[state.settled.scenario].table.pieces
    bridges = sorted(tuple(points(one)[0]) for one in pieces if isinstance(one, Bridge))
    (river,) = (one for one in pieces if isinstance(one, River))
    near = [up for along, up in map(tuple, points(river)) if along in {place for place, _ in bridges}]
    kinds = {one.kind for one in pieces if isinstance(one, Area)}
    return {
        "rivers": 1,
        "river_at_bridges_cm": round(sum(near) / len(near) / MM_A_CM),
        "bridges_along_cm": [round(along / MM_A_CM) for along, _ in bridges],
        "hills": any(isinstance(one, Hill) for one in pieces),
        "woods": "wood" in kinds,
        "villages": "buildings" in kinds,
    }


def _zones(state: GameState, side: Side) -> dict[str, Any]:
    return {"zones_cm": [[one.near_mm // MM_A_CM, one.far_mm // MM_A_CM] for one in state.set_up.zones_of(side)]}


def _force(state: GameState, side: Side) -> dict[str, Any]:
    battalions = [one for one in state.battalions.values() if one.side is side]
    here = {one.id for one in battalions if one.on_table}
    companies = list(_units(state, side, UnitClass.RIFLE_COMPANY))
    guns = list(_units(state, side, UnitClass.MACHINE_GUN))
    away = [one for one in battalions if not one.on_table]
    return {
        "regiments": sum(one.side is side and not one.division for one in state.regiments.values()),
        "battalions": len(battalions),
        "on_table": len(here),
        "off_table": len(away),
        "off_table_of": [state.regiments[one.regiment].name for one in away],
        "companies": len(companies),
        "platoons": sum(len(one.stands) for one in companies),
        "platoons_on_table": sum(len(one.stands) for one in companies if one.of in here),
        "machine_guns": len(guns),
        "machine_guns_on_table": sum(one.of in here for one in guns),
        "grades": Counter(one.quality.value for one in battalions),
        "veterans": [one.id for one in battalions if one.quality.value == "veteran"],
        "guns_are": sorted({one.carriage.value for one in _batteries(state, side)}),
        "machine_guns_are": sorted({one.carriage.value for one in guns}),
    }


def _units(state: GameState, side: Side, kind: UnitClass) -> Iterator[Unit]:
    return (one for one in state.units.values() if one.side is side and one.kind is kind)


def _batteries(state: GameState, side: Side) -> list[Unit]:
    return [one for one in state.units.values() if one.side is side and one.kind in ARTILLERY]


def _guns(state: GameState, side: Side) -> dict[str, Any]:
    regiments = [one for one in state.regiments.values() if one.side is side]
    kinds = [[unit.kind.value for unit in _batteries(state, side) if unit.of == one.id] for one in regiments]
    return {
        "batteries": [len(one) for one in kinds],
        "first": kinds[0],
        "second": kinds[-1],
        "last_is": _batteries(state, side)[-1].name,
        "ordered_by": sorted({one.level.value for one in _batteries(state, side)}),
    }


def _planned(state: GameState, _side: Side) -> dict[str, Any]:
    plan, allowed = state.plan, state.set_up.plans
    lines = (*plan.fires, *plan.barrages, *plan.works, *plan.points, *state.gas.planned)
    return {
        "lines": len(lines),
        "allowed": sum(one.bombardments + one.barrages + one.gas + one.works + one.missions for one in allowed),
        "behind_the_table": sum(not one.on_table for one in state.units.values()),
    }


def _uses(state: GameState, side: Side) -> dict[str, Any]:
    told = next(one for one in SYSTEM.view(state, Role.REFEREE)["sides"] if one["side"] == side.value)
    return {"prussian_discipline": sum(_every(told, "discipline_left"))}


def _every(told: Any, key: str) -> Iterator[int]:
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    if isinstance(told, dict) and key in told:
        yield told[key]
    for one in inner:
        yield from _every(one, key)


ASKED: Final[Mapping[str, Callable[[GameState, Side], dict[str, Any]]]] = {
    "facts": _facts,
    "objectives": _objectives,
    "ground": _ground,
    "zones": _zones,
    "force": _force,
    "guns": _guns,
    "planned": _planned,
    "uses": _uses,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_scenario_opens_as_the_book_has_it(case: ScenarioCase) -> None:
    evening = Evening()
    evening.do("referee", "create_game", scenario=case.scenario, veterans=list(case.veterans))
    found = ASKED[case.ask](evening.state, case.side)
    assert {key: found[key] for key in case.expect} == dict(case.expect)

"""Every ready scenario can be taken up as one writes scenarios: the same units under the same commanders."""

from collections import Counter
from operator import attrgetter
from typing import Any

import pytest

from rules.flanders_fields.force_checks import check
from rules.flanders_fields.game.scenario_roster import OrderOfBattle, muster, scenarios
from rules.flanders_fields.game.setup.creation import Made, made
from rules.flanders_fields.game.setup.custom_scenarios import WrittenScenario, faults, rewritten
from rules.flanders_fields.game.setup.scenario import Scenario
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.months import parse_month
from rules.tabletop.terrain import laid
from tests.systems import ready_tables


def taken_up(key: str) -> tuple[Scenario, WrittenScenario, Made]:
    ready, ground = scenarios()[key], ready_tables()[key]
    written = rewritten(ready, laid(ground.name, ground.table))
    again = made(written, RuleBook.for_game(parse_month(ready.date)))
    assert isinstance(again, Made), again
    return ready, written, again


def units(force: OrderOfBattle) -> Counter[Any]:
    grades = {one.id: one.quality for one in force.battalions}
    seen = attrgetter(*["of", "name", "kind", "level", "carriage", "on_table", "superimposed", "type", "storm"])
    return Counter((seen(one), len(one.stands), one.quality or grades.get(one.of)) for one in force.units)


def battalions(force: OrderOfBattle) -> set[Any]:
    return {(one.id, one.name, one.quality, one.started, one.on_table, one.storm) for one in force.battalions}


@pytest.mark.parametrize("key", scenarios())
def test_a_ready_scenario_taken_up_has_the_same_units_and_settles_the_same(key: str) -> None:
    ready, written, again = taken_up(key)
    before, after = muster(ready, ()), muster(again.scenario, ())
    assert units(after) == units(before)
    assert battalions(after) == battalions(before)
    commanders = [{(one.id, one.name, one.division) for one in force.regiments} for force in (before, after)]
    assert commanders[0] == commanders[1]
    assert again.settled == ready.settled
    assert again.scenario.specimen_game is ready.specimen_game
    assert again.scenario.plan.heavy_artillery == ready.plan.heavy_artillery
    assert again.scenario.briefing[-1] == written.origin


@pytest.mark.parametrize("key", scenarios())
def test_its_battalions_are_within_the_limits_of_quality(key: str) -> None:
    """FF-QLM-17 to -22: what the book allows an army at a date, its ready games keep to."""
    ready, written, _ = taken_up(key)
    book = RuleBook.for_game(parse_month(ready.date))
    found = [one for side in Side for one in check(written.side(side).force, book, side)]
    assert [one.says for one in found if one.clause.startswith("FF-QLM")] == []
    assert list(faults(written, book)) == []

"""Games whose sides have other arms attached than their scenarios give them, for the tests about those."""

from dataclasses import replace
from typing import Any

from rules.flanders_fields.game.order_of_battle import AttachedPlan
from rules.flanders_fields.game.setup.scenario import Scenario
from rules.flanders_fields.vocabulary import Side, UnitClass


def unit(kind: UnitClass, **more: Any) -> AttachedPlan:
    """A unit of one stand, attached to the first battalion."""
    plan = AttachedPlan(name="The unit", kind=kind, type="", to=1, stands=1, stand_word="Platoon")
    return replace(plan, **more)


def with_units(scenario: Scenario, side: Side, units: tuple[AttachedPlan, ...]) -> Scenario:
    """A scenario in which a side's first regiment has these units attached and no others."""
    first, *others = scenario.regiments[side]
    plans = (replace(first, attached=units), *others)
    return replace(scenario, regiments={**scenario.regiments, side: plans})

"""Storm battalions in look-ups: every look-up refuses them before 1918, and none does so from then on."""

from collections.abc import Iterator
from dataclasses import Field, fields
from typing import Any

import pytest

from app.lookups.queries import ask
from rules.flanders_fields.lookups import QUESTIONS
from rules.kernel.rulings import HouseRule

AT_ONCE: dict[str, dict[str, Any]] = {
    "order_roll": {"unit_class": "rifle_company", "storm_troops": True},
    "battalion_orders": {"companies": [{"unit_class": "rifle_company", "storm_troops": True}] * 2},
    "when_ordered": {"unit_class": "rifle_company", "storm_troops": True},
    "shot": {"firer": "infantry", "range_cm": 10, "cover": "soft", "storm_troops": True},
    "scores": {"firer": "infantry", "range_cm": 10, "cover": "soft", "storm_troops": True},
    "fire_action": {"shot": {"firer": "infantry", "range_cm": 10, "cover": "soft", "storm_troops": True}},
    "closing_fire": {"firer": "infantry", "storm_troops": True},
    "combat_factors": {"attacker": "infantry", "defender": "infantry", "attacker_storm_troops": True},
    "combat": {"combat": {"attacker": "infantry", "defender": "infantry", "defender_storm_troops": True}},
    "storm_part": {},
    "national_rule": {"special": "storm_battalion", "nation": "german", "defends": False},
    "organisation": {"table": "german_storm", "part": "storm_battalion"},
    "grades": {"table": "german_storm", "veteran": 1},
}
"""A question about storm troops by the key of its look-up."""


def _facts_about_storm_troops() -> Iterator[tuple[str, Field[Any]]]:
    for key, resolution in QUESTIONS.asked.items():
        for one in fields(resolution.facts):
            if "storm" in one.name:
                yield key, one


@pytest.mark.parametrize("key", sorted(AT_ONCE))
def test_storm_troops_before_1918_are_refused_by_the_look_up(key: str) -> None:
    """FF-SPR-15 and GAP-47: one storm battalion for each regiment, from 1918 on."""
    answer = ask(QUESTIONS, key, AT_ONCE[key], None, "1917-12")
    # FF-SPR-17: a national rule is not in force outside its dates.
    assert answer.outcome == "refused"
    assert answer.clauses[0] in ("FF-SPR-15", "FF-SPR-17"), answer
    assert "December 1917" in answer.because


@pytest.mark.parametrize("key", sorted(AT_ONCE))
def test_storm_troops_of_1918_are_answered_by_the_look_up(key: str) -> None:
    answer = ask(QUESTIONS, key, AT_ONCE[key], None, "1918-01")
    assert answer.outcome != "refused" or "FF-SPR-15" not in answer.clauses, answer


def test_storm_troops_by_house_rule_are_answered_earlier_and_marked() -> None:
    """GAP-47 lets a game have them earlier; the answer names the house rule."""
    rules = (HouseRule("GAP-47", "from_late_1917"),)
    answer = ask(QUESTIONS, "combat_factors", AT_ONCE["combat_factors"], None, "1917-11", rules)
    assert answer.outcome == "explained"
    assert [mark.ruling for mark in answer.house] == ["GAP-47"]


def test_every_fact_about_storm_troops_is_refused_before_its_date() -> None:
    undated = {(key, one.name) for key, one in _facts_about_storm_troops() if not one.metadata["dated"]}
    # The whole look-up about parts of a storm battalion is refused, whatever is told.
    assert undated == {("storm_part", "storm")}

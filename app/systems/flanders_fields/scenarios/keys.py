"""Who may change a scenario: the device that wrote it; what lies ready nobody."""

from typing import Annotated, Final

from fastapi import Path

from app.documents.makers import MadeHere
from app.games import problems
from app.games.keeper import Keeper
from app.games.problems import Problem
from app.systems.flanders_fields.shelves import shelves_in
from rules.flanders_fields.game.muster import scenarios

ScenarioId = Annotated[
    str,
    Path(description="the id of a scenario, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]


def no_such_scenario(scenario_id: str) -> problems.Answer:
    """There is no scenario of this id."""
    because = f"there is no scenario {scenario_id} here"
    return problems.not_found("no-such-scenario", "No such scenario", because, "look in the list")


def _opens(keeper: Keeper, scenario_id: str, key: str) -> bool | None:
    if scenario_id in scenarios():
        raise Problem(problems.not_yours("a scenario that lies ready stays as it is: keep a copy, and change that"))
    return shelves_in(keeper).scenarios.opens(scenario_id, key)


author_for: Final = MadeHere(
    "scenario_id",
    _opens,
    no_such_scenario,
    "it was written on another device: keep a copy, and change that",
)

"""Who may change a scenario: the device that wrote it."""

from typing import Annotated, Final

from fastapi import Path

from app.games import problems
from app.makers import MadeHere

ScenarioId = Annotated[
    str,
    Path(description="the id of a scenario, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]


def no_such_scenario(scenario_id: str) -> problems.Answer:
    """There is no scenario of this id."""
    because = f"there is no scenario {scenario_id} here"
    return problems.not_found("no-such-scenario", "No such scenario", because, "look in the list")


author_for: Final = MadeHere(
    "scenario_id",
    lambda keeper, scenario_id, key: keeper.scenarios.opens(scenario_id, key),
    no_such_scenario,
    "it was written on another device: keep a copy, and change that",
)

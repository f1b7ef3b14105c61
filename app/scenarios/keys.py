"""Who may change a scenario: the device that wrote it, by the key it has for its tables too."""

import asyncio
from typing import Annotated, Final

from fastapi import Path, Request

from app.games import problems
from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.tabletops.keys import MadeHere, key_of
from rules.kernel.values import dataclass

ScenarioId = Annotated[
    str,
    Path(description="the id of a scenario, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]


@dataclass(frozen=True, slots=True)
class WrittenHere(MadeHere):
    """A route for the device that wrote the scenario in its path, and for nobody else."""

    async def __call__(self, scenario_id: ScenarioId, request: Request) -> str:
        """The scenario's id. Raises Problem: 404 where there is none, 403 for another device."""
        opens = await asyncio.to_thread(keeper_of(request).scenarios.opens, scenario_id, key_of(request))
        if opens is None:
            raise Problem(no_such_scenario(scenario_id))
        if not opens:
            raise Problem(problems.not_yours("it was written on another device: keep a copy, and change that"))
        return scenario_id


author_for: Final = WrittenHere()


def no_such_scenario(scenario_id: str) -> problems.Answer:
    """There is no scenario of this id."""
    because = f"there is no scenario {scenario_id} here"
    return problems.not_found("no-such-scenario", "No such scenario", because, "look in the list")

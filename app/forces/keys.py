"""Who may change a force: the device that made it, by the key it has for its tables too."""

import asyncio
from typing import Annotated, Final

from fastapi import Path, Request

from app.games import problems
from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.tabletops.keys import MadeHere, key_of
from rules.kernel.values import dataclass

ForceId = Annotated[
    str,
    Path(description="the id of a force, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]


@dataclass(frozen=True, slots=True)
class RaisedHere(MadeHere):
    """A route for the device that made the force in its path, and for nobody else."""

    async def __call__(self, force_id: ForceId, request: Request) -> str:
        """The force's id. Raises Problem: 404 where there is none, 403 for another device."""
        opens = await asyncio.to_thread(keeper_of(request).forces.opens, force_id, key_of(request))
        if opens is None:
            raise Problem(no_such_force(force_id))
        if not opens:
            raise Problem(problems.not_yours("this force was made on another device: copy it, and change the copy"))
        return force_id


raiser_for: Final = RaisedHere()


def no_such_force(force_id: str) -> problems.Answer:
    """There is no force of this id."""
    return problems.not_found(
        "no-such-force", "No such force", f"there is no force {force_id} here", "look in the list"
    )

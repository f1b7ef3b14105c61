"""Who may change a force: the device that made it."""

from typing import Annotated, Final

from fastapi import Path

from app.games import problems
from app.makers import MadeHere

ForceId = Annotated[
    str,
    Path(description="the id of a force, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]


def no_such_force(force_id: str) -> problems.Answer:
    """There is no force of this id."""
    return problems.not_found(
        "no-such-force", "No such force", f"there is no force {force_id} here", "look in the list"
    )


raiser_for: Final = MadeHere(
    "force_id",
    lambda keeper, force_id, key: keeper.forces.opens(force_id, key),
    no_such_force,
    "this force was made on another device: copy it, and change the copy",
)

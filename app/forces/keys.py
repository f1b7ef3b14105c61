"""How a force is named in an address, and what is said where there is none."""

from typing import Annotated

from fastapi import Path

from app.games import problems

ForceId = Annotated[
    str,
    Path(description="the id of a force, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]

BuiltId = Annotated[
    str,
    Path(description="the id of a force that the core builds", examples=["p5kw7ydq5b2rw4ta"], max_length=40),
]


def no_such_force(force_id: str) -> problems.HttpAnswer:
    """There is no force of this id."""
    return problems.not_found(
        "no-such-force", "No such force", f"there is no force {force_id} here", "look in the list"
    )

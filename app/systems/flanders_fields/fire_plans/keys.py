"""Who may touch a draft of a fire plan (FF-PLN-01)."""

from dataclasses import replace
from typing import Annotated, Final

from fastapi import Path

from app.documents.secret import Holds
from app.games import problems
from app.systems.flanders_fields.shelves import shelves_of

PlanId = Annotated[
    str,
    Path(description="the id of a draft, as it stands in its address", examples=["b2r5kq7ydq3xw4ta"], max_length=40),
]


def no_such_plan(plan_id: str) -> problems.HttpAnswer:
    """There is no draft of this id, or it is not for this device."""
    detail = f"there is no fire plan {plan_id} here that this device may read"
    return problems.not_found("no-such-plan", "No such fire plan", detail, "look in your own list")


holder: Final = Holds(
    "plan_id",
    lambda request: shelves_of(request).fire_plans,
    no_such_plan,
    "a side writes its own plan: the referee only reads it",
)
writer: Final = replace(holder, writes=True)

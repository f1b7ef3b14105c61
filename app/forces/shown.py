"""Forces as the JSON service shows them: in the list, and what the rules say of one."""

from typing import Any

from pydantic import BaseModel, Field

from app.forces.shelf import ListedForce
from app.shown_as import shown_as


class ForceShown(BaseModel):
    """A force in the list. Times are ISO 8601, UTC."""

    id: str = Field(description="the id of the force", examples=["n3kq7ydq5b2rw4ta"])
    name: str = Field(description="what it is called", examples=["21st Division"])
    nation: str = Field(description="whose army it is of; empty where its system has no armies", examples=["british"])
    date: str = Field(description="the month it is organised for", examples=["1916-07"])
    battalions: int = Field(
        description="how many battalions it has, pioneers among them; of another system its formations", examples=[13]
    )
    stands: int = Field(description="how many bases it puts on the table", examples=[305])
    revision: int = Field(description="grows with every save", examples=[1])
    created_at: str = Field(description="when it was first kept")
    changed_at: str = Field(description="when it was last saved")
    is_yours: bool = Field(description="whether this device made it, and may change it")


class ForceFindingShown(BaseModel):
    """What the rules would have otherwise."""

    clause: str = Field(description="the clause it follows from", examples=["FF-QLM-18"])
    of: str = Field(description="the element it is about; empty: the force as a whole")
    says: str = Field(description="what is so")
    instead: str = Field(description="what would be right")
    grave: bool = Field(description="whether a rule forbids it; otherwise it is advice")
    allowed: bool = Field(description="whether the players have set the rule aside")


class SumShown(BaseModel):
    """A part of what a force comes to."""

    says: str = Field(description="what was counted", examples=["Dice in shooting"])
    number: str = Field(description="how many, as it is told", examples=["24"])
    clause: str = Field(description="the clause it is counted by", examples=["BE-ARM-02"])


class BuiltForce(ForceShown):
    """A force with what the rules say of it, what it comes to, and its document."""

    findings: list[ForceFindingShown] = Field(
        description="what the rules would have otherwise, in the order of the force"
    )
    sums: list[SumShown] = Field(description="what it comes to")
    document: dict[str, Any] = Field(description="the force as an open document of its system")


def listed(one: ListedForce, is_yours: bool) -> ForceShown:
    """A force as it stands in the list."""
    return shown_as(ForceShown, one, is_yours=is_yours)

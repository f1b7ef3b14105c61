"""Scenarios in answers."""

from pydantic import BaseModel, Field

from rules.flanders_fields.vocabulary import Side


class ScenarioShown(BaseModel):
    """A scenario of the server. Times are ISO 8601, UTC; ready scenarios, which nobody changes, have none."""

    id: str = Field(description="the id of the scenario", examples=["n3kq7ydq5b2rw4ta"])
    title: str = Field(description="what it is called", examples=["A raid by night"])
    date: str = Field(description="its month", examples=["1916-09"])
    revision: int = Field(description="grows with every save; 0 for a ready scenario", examples=[1])
    created_at: str = Field(description="when it was first kept")
    changed_at: str = Field(description="when it was last saved")
    is_ready: bool = Field(description="whether it lies ready, to be copied and changed")
    is_yours: bool = Field(description="whether this device wrote it, and may change it")


class WrongShown(BaseModel):
    """Something for which it cannot be played."""

    where: str = Field(description="the field or the side and element; empty: the whole", examples=["attacker, 1.2"])
    because: str = Field(description="what is wrong")
    instead: str = Field(description="what would be right")


class PartShown(BaseModel):
    """A battalion or a battery."""

    id: str = Field(description="the id of its element", examples=["1.2.2"])
    name: str = Field(description="what it is called", examples=["2nd Battalion, 1st Brigade"])


class SideChecked(BaseModel):
    """A side as it would be played."""

    side: Side = Field(description="which side")
    name: str = Field(description="what its force is called")
    platoons: int = Field(description="its rifle platoons", examples=[64])
    bases: int = Field(description="every base of it", examples=[93])
    battalions: list[PartShown] = Field(description="those that could wait off the table")
    batteries: list[PartShown] = Field(description="those that could stand behind the table")
    parts: list[PartShown] = Field(description="every part that could begin otherwise than the rest")


class CheckedShown(BaseModel):
    """What there is to say of a scenario."""

    sound: bool = Field(description="whether a game of it can be set up")
    strength: str = Field(description="attackers to defenders, in words; empty where that cannot be said")
    wrong: list[WrongShown] = Field(description="what hinders it")
    sides: list[SideChecked] = Field(description="attacker and defender; empty where they cannot be read")

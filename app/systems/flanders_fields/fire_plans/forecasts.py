"""What a draft may expect to do: by turn and position, by its end, and cell by cell of the map."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from app.games.keeper import keeper_of
from app.shown_as import shown_as
from app.systems.flanders_fields.fire_plans.checking import laid_for
from app.systems.flanders_fields.fire_plans.keys import PlanId
from app.systems.flanders_fields.fire_plans.routes import OwnDraft
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.game.checking import Against
from rules.flanders_fields.fire_plan.references import GridPlace, reference_of
from rules.flanders_fields.fire_plan.written import WrittenFor, WrittenPlan
from rules.kernel.measure import MM_A_CM
from rules.kernel.values import dataclass

router = APIRouter(prefix="/api/v1", tags=["fire plans"])


class ForeseenShown(BaseModel):
    """What one position may expect in one turn: results of the dice, each counted by itself."""

    position: str = Field(description="the stand, or the piece of the table, by its id")
    name: str = Field(description="what it is called", examples=["Forward Trench"])
    platoons: int = Field(description="how many platoons are taken to be there: a manned trench has one every 6 cm")
    turn: int = Field(description="the turn of the plan's side")
    suppressed: float = Field(description="suppressions to be expected; exact")
    killed: float = Field(description="kills to be expected; exact")


class EndShown(BaseModel):
    """What is gone of a position when the whole plan has fallen and nobody has recovered; sampled."""

    position: str = Field(description="the stand, or the piece of the table, by its id")
    name: str = Field(description="what it is called")
    platoons: int = Field(description="how many platoons are taken to be there")
    gone: float = Field(description="how many of them are gone, on average of the samples")
    error: float = Field(description="the standard error of that average, or more")


class ForecastCellShown(BaseModel):
    """A cell of 5 by 5 cm, and what a platoon in it may expect of the batteries' planned fire in one turn."""

    along_cm: float = Field(description="its middle, along the side's own edge from its own left corner (cm)")
    up_cm: float = Field(description="its middle, up the table (cm)")
    turn: int = Field(description="the turn of the plan's side")
    suppressed: float = Field(description="suppressions to be expected; exact")
    killed: float = Field(description="kills to be expected; exact")


class OrderedShown(BaseModel):
    """What one fire may expect to do that somebody orders, or calls, onto a point of the plan."""

    line: str = Field(description="the line of the plan that has put the point there")
    turn: int = Field(description="from which turn of the plan's side the point lies there")
    until: int = Field(description="until which turn; 0: for good")
    comes: float = Field(description="with what chance an order, or a call, brings the fire, nothing hindering it")
    position: str = Field(description="the stand, or the piece of the table, by its id; empty: a platoon on the point")
    name: str = Field(description="what it is called")
    platoons: int = Field(description="how many platoons are taken to be there")
    suppressed: float = Field(description="suppressions to be expected of one fire; exact")
    killed: float = Field(description="kills to be expected of one fire; exact")


class LeftOutShown(BaseModel):
    """A line of the plan that has no part in what it does by itself."""

    line: str = Field(description="the line of the plan")
    because: str = Field(description="why, in words")


class ForecastShown(BaseModel):
    """What a draft may expect to do, as far as its side knows whom it meets."""

    on_table: bool = Field(description="whether there is a table to work it out on; else all lists are empty")
    turns: list[ForeseenShown] = Field(description="turn by turn, what may expect anything")
    end: list[EndShown] = Field(description="after the whole plan, what has lost anything")
    samples: int = Field(description="how many samples the losses at the end are the average of")
    cells: list[ForecastCellShown] = Field(description="the heat of its batteries' planned fire and of its gas")
    ordered: list[OrderedShown] = Field(description="what falls only if ordered or called: one fire on a point")
    left_out: list[LeftOutShown] = Field(description="lines that have no part in what the plan does by itself, and why")


@dataclass(frozen=True, slots=True)
class Worked:
    """A forecast, and the heat on its table."""

    forecast: Any
    cells: tuple[Any, ...]
    ordered: tuple[Any, ...]
    samples: int


def worked(plan: WrittenPlan, against: Against, book: RuleBook) -> Worked | None:
    """The forecast of a draft; None where there is no table. Its libraries are loaded with the first."""
    from rules.flanders_fields.game.survey.forecast import SAMPLES, forecast, heat
    from rules.flanders_fields.game.survey.forecast_ordered import if_ordered
    from rules.flanders_fields.game.survey.targeted import known_targets

    if against.field is None:
        return None
    targets = known_targets(against.field, plan.side, book)
    ordered = if_ordered(plan, targets, book)
    return Worked(forecast(plan, targets, book), heat(plan, targets, book), ordered, SAMPLES)


@router.get("/fire-plans/{plan_id}/forecast", response_description="What the draft may expect to do")
async def forecast_of_fire_plan(plan_id: PlanId, draft: OwnDraft, request: Request) -> ForecastShown:
    """Expected suppressions and kills of a draft as it stands, on what its side knows of the other one."""
    told = await laid_for(keeper_of(request), draft.listed, draft.document)
    found = await asyncio.to_thread(worked, draft.document, *told) if told else None
    if found is None:
        return ForecastShown(on_table=False, turns=[], end=[], samples=0, cells=[], ordered=[], left_out=[])
    return shown_as(
        ForecastShown,
        found.forecast,
        on_table=True,
        samples=found.samples,
        cells=[_cell(one, draft.document, told[0]) for one in found.cells] if told else [],
        ordered=found.ordered,
    )


def _cell(one: Any, plan: WrittenPlan, against: Against) -> ForecastCellShown:
    assert against.field
    table = against.field.table
    size = WrittenFor(width_mm=table.width_mm, depth_mm=table.depth_mm)
    at = reference_of(GridPlace(*one.spot), plan.side, size)
    where = {"along_cm": at.along_mm / MM_A_CM, "up_cm": at.up_mm / MM_A_CM}
    return shown_as(ForecastCellShown, one, **where)

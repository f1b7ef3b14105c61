"""What a draft may expect to do, as a page of its own: the heat of its fire on the map, positions by turn."""

import asyncio
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.pages.rendering import page
from app.systems.flanders_fields.fire_plans.checking import laid_for
from app.systems.flanders_fields.fire_plans.forecasts import Worked
from app.systems.flanders_fields.fire_plans.keys import PlanId
from app.systems.flanders_fields.fire_plans.routes import OwnDraft, shown
from app.systems.flanders_fields.pages.plans.at_game import Shown
from app.systems.flanders_fields.pages.plans.foreseen import AT_WORK, foreseen, heat_in, numbers
from app.systems.flanders_fields.pages.plans.seen import labels_of
from app.systems.flanders_fields.plugin import EDGES
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.vocabulary import Side
from rules.tabletop.terrain import Table

router = APIRouter()
PATIENCE_S: Final = 1.0
"""How long a page waits for the forecast before it shows a bar instead, and asks again as often."""


@router.get("/plans/{plan_id}/forecast")
async def forecast_page(plan_id: PlanId, draft: OwnDraft, request: Request) -> HTMLResponse:
    """The forecast of a draft as it stands; `turn` names the turn whose heat is shown, none: all of them together."""
    told = await laid_for(keeper_of(request), draft.listed, draft.document)
    state, found = await foreseen(request, draft.listed, draft.document, told, PATIENCE_S)
    context: Shown = {
        "plan": shown(draft.listed),
        "here": f"/plans/{plan_id}",
        "turn": _turn(request),
        "state": state,
    }
    if found and told and told[0].field:
        table = told[0].field.table
        edges = EDGES
        context |= await asyncio.to_thread(_context, found, draft.document, table, context["turn"], edges)
    answer = page("flanders_fields/plans/forecast.html", context)
    if state == AT_WORK:
        answer.headers["Refresh"] = str(round(PATIENCE_S))
    return answer


def _turn(request: Request) -> int:
    told = request.query_params.get("turn", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 3 else 0


def _context(found: Worked, plan: WrittenPlan, table: Table, turn: int, edges: tuple[str, str]) -> Shown:
    from app.maps.drawing import draw

    drawn = draw(table, across=plan.side is Side.DEFENDER, overlays=tuple(heat_in(found, turn)), edges=edges)
    return {"map": drawn, "told": numbers(found, labels_of(plan))}

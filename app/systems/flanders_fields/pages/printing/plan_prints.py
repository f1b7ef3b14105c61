"""A draft of a fire plan on paper: for who holds it, as every channel of it."""

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.games.keeper import keeper_of
from app.systems.flanders_fields.fire_plans.keys import PlanId, holder
from app.systems.flanders_fields.fire_plans.shelf import PlanDraft

if TYPE_CHECKING:
    from app.printing.offers import Printable

router = APIRouter(default_response_class=HTMLResponse)
Held = Annotated[PlanDraft, Depends(holder)]


@router.get("/plans/{plan_id}/print")
async def plan_prints(plan_id: PlanId, draft: Held, request: Request) -> Response:
    """The form, the map and the gun cards of a draft, those of the address (`form`) to be read."""
    from app.pages.prints import reading

    offers = await offers_of_draft(draft, request)
    return reading(f"/plans/{plan_id}", draft.document.name, offers, request.query_params)


@router.get("/plans/{plan_id}/print/file")
async def plan_print_file(plan_id: PlanId, draft: Held, request: Request) -> Response:
    """The chosen forms of a draft as one PDF."""
    from app.pages.prints import printed

    offers = await offers_of_draft(draft, request)
    here = f"/plans/{plan_id}"
    return await printed(here, draft.document.name, offers, request.query_params)


async def offers_of_draft(draft: PlanDraft, request: Request) -> tuple["Printable", ...]:
    """What is printed of a draft, held against its game's book and table where it has a game."""
    from app.systems.flanders_fields.fire_plans.checking import laid_for
    from app.systems.flanders_fields.printing.plans import PlanToPrint, offers_of_plan, secret

    told = await laid_for(keeper_of(request), draft.listed, draft.document)
    against, book = told or (None, None)
    field = against.field if against else None
    laid = PlanToPrint(draft.document, book, field.table if field else None, secret(draft.document))
    return await asyncio.to_thread(lambda: tuple(offers_of_plan(laid)))

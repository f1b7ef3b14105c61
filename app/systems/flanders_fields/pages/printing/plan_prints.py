"""A draft of a fire plan on paper: for who holds it, as every channel of it."""

import asyncio
from typing import Annotated, Any, Final

from fastapi import Depends, Request

from app.games.keeper import keeper_of
from app.pages.form_pages import pages_of_forms
from app.systems.flanders_fields.fire_plans.keys import holder
from app.systems.flanders_fields.shelves import PlanDraft


async def forms_of_draft(draft: Annotated[PlanDraft, Depends(holder)], request: Request) -> Any:
    """The form, the map and the gun cards of a draft, held against its game's book and table where it has a game."""
    from app.printing.offers import FormsHere
    from app.systems.flanders_fields.fire_plans.checking import laid_for
    from app.systems.flanders_fields.printing.plans import PlanToPrint, offers_of_plan, secret

    told = await laid_for(keeper_of(request), draft.listed, draft.document)
    against, book = told or (None, None)
    field = against.field if against else None
    laid = PlanToPrint(draft.document, book, field.table if field else None, secret(draft.document))
    offers = await asyncio.to_thread(lambda: tuple(offers_of_plan(laid)))
    # The name of a plan is as secret as the plan: a file on a shared device is named after its side alone.
    named = f"{draft.document.side.value} fire plan"
    return FormsHere(f"/plans/{draft.listed.id}", draft.document.name, offers, named=named)


router: Final = pages_of_forms("/plans/{plan_id}/print", forms_of_draft, holder)

"""The addresses of Flanders Fields whose prints can be put into the basket."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from fastapi import Request
from starlette.datastructures import QueryParams

from app.pages.printing.form import parts_of
from app.printing.things import Way
from app.seats.guard import seat_for
from app.systems.flanders_fields.fire_plans.keys import holder
from app.systems.flanders_fields.pages.printing.force_prints import forms_of_force
from app.systems.flanders_fields.pages.printing.game_printing import prints_at
from app.systems.flanders_fields.pages.printing.game_prints import forms_of_game
from app.systems.flanders_fields.pages.printing.plan_prints import forms_of_draft
from app.systems.flanders_fields.pages.printing.scenario_prints import forms_of_scenario
from playsheets.press import FormPart, Part

if TYPE_CHECKING:
    from app.printing.offers import FormsHere

Parts = tuple[Part, ...]


async def _sheets_of_game(game_id: str, query: QueryParams, request: Request) -> Parts:
    here = await prints_at(game_id, request, await seat_for(game_id, request), query)
    return parts_of(here.choosing(query), query)


async def _forms_of_game(game_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await forms_of_game(game_id, request, await seat_for(game_id, request)), query)


async def _of_draft(plan_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await forms_of_draft(await holder.opened(plan_id, request), request), query)


async def _of_force(force_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await asyncio.to_thread(forms_of_force, force_id, request), query)


async def _of_scenario(scenario_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await asyncio.to_thread(forms_of_scenario, scenario_id, request), query)


def _forms(here: "FormsHere", query: QueryParams) -> Parts:
    from app.pages.prints import forms_of

    return tuple(FormPart(one) for one in forms_of(here.offers, query))


WAYS: Final[Mapping[str, Way]] = {
    r"/games/([\w-]+)/sheets": _sheets_of_game,
    r"/games/([\w-]+)/print": _forms_of_game,
    r"/plans/([\w-]+)/print": _of_draft,
    r"/forces/([\w-]+)/print": _of_force,
    r"/print/scenarios/([\w-]+)": _of_scenario,
}

"""Fire plans: the list of those this device may read, one as map and timetable to be written, two compared."""

import asyncio
from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.documents.makers import key_of
from app.games.game import OpenGame
from app.games.keeper import keeper_of
from app.pages.rendering import page
from app.seats.cookies import games_of
from app.seats.guard import anyone, seat_at
from app.seats.seat import Seat
from app.systems.flanders_fields.fire_plans.checking import checked, flanders_fields, practice_table
from app.systems.flanders_fields.fire_plans.keys import PlanId, holder
from app.systems.flanders_fields.fire_plans.routes import OtherId, OwnDraft, shown
from app.systems.flanders_fields.pages.plans.at_game import Shown, at_game
from app.systems.flanders_fields.plugin import EDGES
from app.systems.flanders_fields.shelves import PlanDraft, shelves_in, shelves_of
from rules.flanders_fields.fire_plan.differences import differences
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import SEATING, Side
from rules.kernel.measure import MM_A_CM
from rules.kernel.seats import Role
from rules.tabletop.terrain import Table

router = APIRouter()
PATIENCE_S: Final = 0.2
"""How long the editor waits for a forecast: who writes goes on writing, and it is asked for again."""
PLANNERS: Final = (*SEATING.playing, Role.REFEREE)


@router.get("/plans", dependencies=[Depends(anyone)])
async def plans(request: Request) -> HTMLResponse:
    """The drafts this device practises with, those of its sides' games, and the ways to a new one."""
    from app.systems.flanders_fields.pages.plans.beginnings import beginnings

    shelf = shelves_of(request).fire_plans
    own = await asyncio.to_thread(shelf.of_device, key_of(request))
    seats = [seat for game_id in games_of(request) if (seat := await seat_at(game_id, request))]
    games = [await _game(request, seat) for seat in seats if seat.role in PLANNERS]
    context = {
        "plans": [shown(one) for one in own],
        "games": [game for game in games if game],
        "beginnings": await asyncio.to_thread(beginnings),
    }
    return page("flanders_fields/plans/index.html", context)


async def _game(request: Request, seat: Seat) -> Shown | None:
    """A game that has fire plans, with the drafts its seat may read."""
    keeper = keeper_of(request)
    told = keeper.games.ask_soon(seat.game_id, lambda game: _title(game, seat.role))
    try:
        title = await asyncio.wrap_future(told)
    except LookupError:
        return None
    sides = [side for side in Side if seat.role in (Role.REFEREE, Role(side.value))]
    drafts = await asyncio.to_thread(shelves_in(keeper).fire_plans.of_game, seat.game_id, sides)
    writes = seat.role is not Role.REFEREE and not title["closed"]
    return {**title, "id": seat.game_id, "plans": [shown(one) for one in drafts], "writes": writes}


def _title(game: OpenGame, role: Role) -> Shown:
    state = flanders_fields(game)
    own = {side.side.value: side.name for side in state.settled.sides}.get(role.value, "Referee")
    return {"title": game.record.title, "seat": own, "closed": bool(game.record.closed_at)}


@router.get("/plans/{plan_id}")
async def one_plan(plan_id: PlanId, draft: OwnDraft, request: Request) -> HTMLResponse:
    """A draft as map and timetable. The address names the line in hand (`line`), the turn that is looked at (`turn`),
    from which edge (`across`), whether its forecast is shown (`heat`) and, where none is laid, on which `table`."""
    from app.systems.flanders_fields.pages.plans.foreseen import foreseen
    from app.systems.flanders_fields.pages.plans.page import NOT_ASKED, editor

    found = await checked(keeper_of(request), draft.listed, draft.document)
    at = await at_game(request, draft)
    laid = at[0].table if at else None
    table = laid or await asyncio.to_thread(_practised_on, request, draft.document)
    told = (found.against, found.book) if found.against and found.book else None
    wants = bool(request.query_params.get("heat"))
    ahead = await foreseen(request, draft.listed, draft.document, told, PATIENCE_S) if wants else NOT_ASKED
    edges = EDGES
    asked = editor(draft, found, at, table, request.query_params, edges, ahead)
    near = await asyncio.to_thread(_others, request, draft)
    tables = [] if at else await asyncio.to_thread(_of_the_library, request)
    return page("flanders_fields/plans/edit.html", await asyncio.to_thread(asked) | {"others": near, "tables": tables})


def _of_the_library(request: Request) -> list[Shown]:
    """The tables that people have drawn here, on which a plan can be practised too, with their sizes in cm."""
    found = [one for one in keeper_of(request).tabletops.of_system(SYSTEM.key) if not one.is_ready]
    return [
        {"value": one.id, "word": one.name, "width": one.width_mm // MM_A_CM, "depth": one.depth_mm // MM_A_CM}
        for one in found
    ]


def _practised_on(request: Request, plan: WrittenPlan) -> Table | None:
    """The table a draft is drawn on where none is laid: the one the address names, else that of its scenario."""
    library, told = keeper_of(request).tabletops, plan.written_for
    wanted = request.query_params.get("table", told.table)
    return practice_table(wanted, told.scenario, library) or practice_table("", wanted or told.scenario, None)


@router.get("/plans/{plan_id}/differences")
async def two_plans(plan_id: PlanId, draft: OwnDraft, other: OtherId, request: Request) -> HTMLResponse:
    """What another draft that is held here says otherwise than this one."""
    with_it = await holder.opened(other, request)
    told = [{"line": one.line, "says": one.says} for one in differences(draft.document, with_it.document)]
    context = {"plan": shown(draft.listed), "other": shown(with_it.listed), "differences": told}
    return page("flanders_fields/plans/differences.html", context)


def _others(request: Request, draft: PlanDraft) -> list[Shown]:
    """The other drafts with which one can be compared."""
    shelf, listed = shelves_of(request).fire_plans, draft.listed
    own = shelf.of_game(listed.game_id, [Side(listed.side)]) if listed.game_id else shelf.of_device(key_of(request))
    return [{"value": one.id, "word": one.name} for one in own if one.id != listed.id]

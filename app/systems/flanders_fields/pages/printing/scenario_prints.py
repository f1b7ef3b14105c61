"""What of a scenario can be printed before anybody plays it: its sheet, rosters, the referee's sheet."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.games.keeper import keeper_of
from app.seats.guard import anyone
from app.systems.flanders_fields.scenarios.routes import ScenarioId, every_scenario, found, read
from rules.flanders_fields.game.muster import scenarios

if TYPE_CHECKING:
    from app.printing.offers import Printable

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
BACK: Final = "/print"
# A scenario says what is planned only where it limits it; plans are written in a game or on their own page.
LEFT_OUT: Final = ("plan", "map", "guns")


def scenarios_to_print(request: Request) -> list[dict[str, str]]:
    """Every scenario there is, ready or written here, with the address of its prints."""
    known = sorted(every_scenario(request), key=lambda one: not one.is_ready)
    return [{"here": f"{BACK}/scenarios/{one.id}", "title": one.title} for one in known]


@router.get("/print/scenarios/{scenario_id}", dependencies=[Depends(anyone)])
def scenario_prints(scenario_id: ScenarioId, request: Request) -> Response:
    """The forms of a scenario, those of the address (`form`) to be read."""
    from app.pages.prints import reading

    title, offers = offers_of_one(scenario_id, request)
    return reading(BACK, title, offers, request.query_params, at=_at(scenario_id), back="Printing")


@router.get("/print/scenarios/{scenario_id}/file", dependencies=[Depends(anyone)])
async def scenario_print_file(scenario_id: ScenarioId, request: Request) -> Response:
    """The chosen forms of a scenario as one PDF."""
    from app.pages.prints import printed

    title, offers = await asyncio.to_thread(offers_of_one, scenario_id, request)
    return await printed(BACK, title, offers, request.query_params, at=_at(scenario_id), back="Printing")


def _at(scenario_id: str) -> str:
    return f"{BACK}/scenarios/{scenario_id}"


def offers_of_one(scenario_id: str, request: Request) -> tuple[str, tuple["Printable", ...]]:
    """A scenario's title, and what is printed of it. Raises Problem: 404."""
    # Forms are loaded with the first that is printed, not with the service.
    from app.systems.flanders_fields.printing.of_files import offers_before
    from rules.flanders_fields.turn.game.setting_up.commands import CreateGame

    ready = scenarios().get(scenario_id)
    if ready:
        return ready.title, tuple(_of_paper(offers_before(CreateGame(scenario=scenario_id))))
    written = read(keeper_of(request), found(request, scenario_id).document)
    return written.title, tuple(_of_paper(offers_before(CreateGame(own=written))))


def _of_paper(offers: tuple["Printable", ...]) -> Iterator["Printable"]:
    return (one for one in offers if one.key.partition("-")[0] not in LEFT_OUT)

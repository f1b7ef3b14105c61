"""Scenarios as JSON: the list, one as its document, kept, saved, thrown away, looked over before it is played."""

import asyncio

from fastapi import APIRouter, Depends, Request, Response

from app.documented import documented
from app.documents.files import overtaken, read_save
from app.documents.makers import key_for, key_of
from app.documents.rows import NewerThere
from app.games import problems
from app.games.keeper import Keeper, keeper_of
from app.games.problems import JSON, Problem
from app.seats.guard import anyone
from app.seats.routes import Decided
from app.systems.flanders_fields.scenarios import MOST_BYTES, examples
from app.systems.flanders_fields.scenarios.keys import ScenarioId, author_for, no_such_scenario
from app.systems.flanders_fields.scenarios.shelf import Kept, Listed
from app.systems.flanders_fields.scenarios.shown import CheckedShown, ScenarioShown
from app.systems.flanders_fields.shelves import shelves_in, shelves_of
from rules.flanders_fields.game.setting_up.written import WrittenScenario

SMALL = 4096
WITH_A_REVISION = MOST_BYTES + SMALL

router = APIRouter(prefix="/api/v1/scenarios", tags=["scenarios"])


@router.get("", dependencies=[Depends(anyone)], response_description="The scenarios, ready ones last")
def every_scenario(request: Request) -> list[ScenarioShown]:
    """Every scenario: those written on this server, the newest change first, then those that lie ready."""
    return [shown(one, request) for one in shelves_of(request).scenarios.all()]


@router.post(
    "/check",
    dependencies=[Depends(anyone)],
    max_body_size=MOST_BYTES,
    openapi_extra=examples.BODY_OF_A_SCENARIO,
    response_description="Whether it can be played, how strong the sides are, and what is wrong with it",
)
async def check_scenario(request: Request) -> CheckedShown:
    """Look over a scenario without keeping it; what is no scenario at all is told in the same words."""
    # What reads scenarios is loaded with the first one that is read, not with the service.
    from app.systems.flanders_fields.scenarios.at_hand import library_of
    from app.systems.flanders_fields.scenarios.checking import checked

    library = library_of(keeper_of(request).tabletops, shelves_of(request).forces)
    return await asyncio.to_thread(checked, await request.body(), library)


@router.post(
    "/import",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=MOST_BYTES,
    openapi_extra=examples.BODY_OF_A_SCENARIO,
    response_description="The scenario; this device may change it",
    responses=documented(422, 429, 507),
)
async def bring_scenario(request: Request, response: Response) -> ScenarioShown:
    """Keep a new scenario, as a whole or not at all, with its forces and its table in it; this device is its author."""
    return await asyncio.to_thread(_added, await request.body(), request, response)


@router.get(
    "/{scenario_id}",
    dependencies=[Depends(anyone)],
    response_model=None,
    response_description="The scenario as an open document; docs/scenario-format.md says how to read it",
    responses={200: examples.FILE_OF_A_SCENARIO, **documented(404)},
)
def one_scenario(scenario_id: ScenarioId, request: Request) -> Response:
    """One scenario as a file, to keep, to pass on, or to play on another server; a ready one without its fire plans."""
    headers = {"Content-Disposition": f'attachment; filename="scenario-{scenario_id}.json"'}
    return Response(found(request, scenario_id).document, media_type=JSON, headers=headers)


@router.post(
    "/{scenario_id}/save",
    dependencies=[Depends(author_for)],
    max_body_size=WITH_A_REVISION,
    openapi_extra=examples.BODY_OF_A_SAVE,
    response_description="It is kept as it was sent",
    responses=documented(404, 409, 422, 507),
)
async def save_scenario(scenario_id: ScenarioId, request: Request) -> ScenarioShown:
    """Keep a scenario as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409."""
    seen, document = read_save(await request.body())
    return await asyncio.to_thread(_saved, request, scenario_id, seen, document)


@router.post(
    "/{scenario_id}/delete",
    status_code=204,
    dependencies=[Depends(author_for)],
    max_body_size=SMALL,
    response_description="It is gone",
    responses=documented(404, 507),
)
def delete_scenario(scenario_id: ScenarioId, _: Decided, request: Request) -> None:
    """Throw a scenario away. Games that were begun of it have their own copy."""
    shelves_of(request).scenarios.delete(scenario_id)


def found(request: Request, scenario_id: str) -> Kept:
    """A scenario of the server. Raises Problem: 404."""
    kept = shelves_of(request).scenarios.get(scenario_id)
    if kept is None:
        raise Problem(no_such_scenario(scenario_id))
    return kept


def shown(listed: Listed, request: Request) -> ScenarioShown:
    """A scenario as this device sees it in the list."""
    names = ("id", "title", "date", "revision", "created_at", "changed_at", "is_ready")
    return ScenarioShown(**{name: getattr(listed, name) for name in names}, is_yours=listed.is_made_by(key_of(request)))


def read(keeper: Keeper, document: bytes) -> WrittenScenario:
    """The scenario of a document. Raises Problem: 422."""
    from app.systems.flanders_fields.scenarios.at_hand import library_of
    from app.systems.flanders_fields.scenarios.document import NotAScenario, read_document

    try:
        return read_document(document, library_of(keeper.tabletops, shelves_in(keeper).forces))
    except NotAScenario as wrong:
        raise Problem(problems.unreadable(wrong.where, wrong.because, wrong.instead)) from wrong


def _added(document: bytes, request: Request, response: Response) -> ScenarioShown:
    keeper = keeper_of(request)
    written = read(keeper, document)
    keeper.limits.opens_a_game(request)
    listed = shelves_in(keeper).scenarios.add(written, key_for(response, request))
    return shown(listed, request).model_copy(update={"is_yours": True})


def _saved(request: Request, scenario_id: str, seen: int, document: bytes) -> ScenarioShown:
    keeper = keeper_of(request)
    try:
        listed = shelves_in(keeper).scenarios.save(scenario_id, seen, read(keeper, document))
    except NewerThere as newer:
        instead = "load the page again and write on what stands there now"
        raise Problem(overtaken("this scenario", instead)) from newer
    if listed is None:
        raise Problem(no_such_scenario(scenario_id))
    return shown(listed, request)

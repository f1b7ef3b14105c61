"""Scenarios as JSON: the list, one as its document, kept, saved, thrown away, looked over before it is played."""

import asyncio
from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request

from app.documents.makers import key_of
from app.documents.routes import DocumentRoutes, RouteWords, at_once
from app.documents.use import DocumentUse
from app.games import problems
from app.games.keeper import Keeper, keeper_of
from app.games.problems import Problem
from app.seats.guard import anyone
from app.shown_as import shown_as
from app.systems.flanders_fields.file_kinds import SCENARIO
from app.systems.flanders_fields.scenarios import examples
from app.systems.flanders_fields.scenarios.document import MOST_BYTES
from app.systems.flanders_fields.scenarios.shelf import KeptScenario, ListedScenario
from app.systems.flanders_fields.scenarios.shown import CheckedShown, ScenarioShown
from app.systems.flanders_fields.shelves import shelves_in, shelves_of
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.turn.game.setting_up.written import WrittenScenario
from rules.kernel.documents import NotFitting

router = APIRouter(prefix="/api/v1/scenarios", tags=["scenarios"])
ScenarioId = Annotated[
    str,
    Path(description="the id of a scenario, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]


def no_such_scenario(scenario_id: str) -> problems.HttpAnswer:
    """There is no scenario of this id."""
    because = f"there is no scenario {scenario_id} here"
    return problems.not_found("no-such-scenario", "No such scenario", because, "look in the list")


def read(keeper: Keeper, document: bytes) -> WrittenScenario:
    """The scenario of a document. Raises Problem: 422."""
    from app.systems.flanders_fields.scenarios.at_hand import library_of
    from app.systems.flanders_fields.scenarios.document import read_document

    try:
        return read_document(document, library_of(keeper.tabletops, shelves_in(keeper).forces))
    except NotFitting as bad:
        (wrong,) = bad.wrong
        raise Problem(problems.unreadable(wrong.of, wrong.because, wrong.instead)) from bad


def _as_kept(keeper: Keeper, document: bytes) -> bytes:
    """The document of a scenario as it is kept: always written alike, with its forces and its table in it."""
    from app.systems.flanders_fields.scenarios.document import write_scenario

    return write_scenario(read(keeper, document))


def _named(scenario_id: ScenarioId) -> str:
    return scenario_id


def shown(listed: ListedScenario, is_yours: bool) -> ScenarioShown:
    """A scenario as a device sees it in the list."""
    return shown_as(ScenarioShown, listed, is_yours=is_yours)


def _new(kept: KeptScenario, is_yours: bool) -> ScenarioShown:
    return shown(kept.listed, is_yours)


def _listed(request: Request, system: str) -> Sequence[ListedScenario]:
    return shelves_of(request).scenarios.all() if system == SYSTEM.key else ()


def every_scenario(request: Request) -> list[ScenarioShown]:
    """Every scenario as this device sees it, those that lie ready last."""
    key = key_of(request)
    return [shown(one, one.is_made_by(key)) for one in _listed(request, SYSTEM.key)]


USE: Final = DocumentUse(
    "scenario",
    SCENARIO,
    lambda keeper: shelves_in(keeper).scenarios,
    _as_kept,
    bytes,
    no_such_scenario,
    instead="load the page again and write on what stands there now",
    elsewhere="it was written on another device: keep a copy, and change that",
    lies_ready="a scenario that lies ready stays as it is: keep a copy, and change that",
    called=attrgetter("title"),
)
found: Final = USE.found
author_for: Final = USE.maker("scenario_id")
ROUTES: Final = DocumentRoutes(
    USE,
    router,
    _named,
    writes=[Depends(author_for)],
    most_bytes=MOST_BYTES,
    new=_new,
    saved=at_once(_new),
    new_model=ScenarioShown,
    saved_model=ScenarioShown,
)
ROUTES.add_list(
    RouteWords(
        "every_scenario",
        "Every scenario: those written on this server, the newest change first, then those that lie ready.",
        "The scenarios, ready ones last",
    ),
    list[ScenarioShown],
    _listed,
    shown,
)


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


ROUTES.add_import(
    RouteWords(
        "bring_scenario",
        "Keep a new scenario, as a whole or not at all, with its forces and its table in it; "
        "this device is its author.",
        "The scenario; this device may change it",
    ),
    examples.BODY_OF_A_SCENARIO,
)
ROUTES.add_file(
    RouteWords(
        "one_scenario",
        "One scenario as a file, to keep, to pass on, or to play on another server; "
        "a ready one without its fire plans.",
        "The scenario as an open document; docs/scenario-format.md says how to read it",
    ),
    examples.FILE_OF_A_SCENARIO,
)
ROUTES.add_save(
    RouteWords(
        "save_scenario",
        "Keep a scenario as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409.",
        "It is kept as it was sent",
    ),
    examples.BODY_OF_A_SAVE,
)
ROUTES.add_delete(
    RouteWords(
        "delete_scenario", "Throw a scenario away. Games that were begun of it have their own copy.", "It is gone"
    )
)

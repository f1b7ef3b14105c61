"""Scenarios as JSON: list, save, check, delete; responses and examples."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel, Field

from app.documents.document_files import WrongFile, file_bytes
from app.documents.ownership import key_of
from app.documents.routes import DocumentRoutes, DocumentUse, RouteWords, at_once
from app.games.app_services import keeper_of
from app.games.system_extensions import GameExamples
from app.http import openapi_fragments, problem_details
from app.http.bodies import shown_as
from app.http.guards import anyone
from app.http.openapi_fragments import PLACE, body, body_of_save, file_of, sample
from app.http.problem_details import Problem
from app.systems.flanders_fields import data
from app.systems.flanders_fields.documents import SCENARIO, shelves_in, shelves_of
from app.systems.flanders_fields.scenario_documents import (
    MOST_BYTES,
    KeptScenario,
    Library,
    ListedScenario,
    file_schema,
    library_of,
    read_document,
    write_scenario,
)
from rules.flanders_fields.army_lists import PartSort
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import Force, NotThere, part_of
from rules.flanders_fields.game.force_scenario import Brought, raise_side
from rules.flanders_fields.game.setup.creation import made, strength_of
from rules.flanders_fields.game.setup.custom_scenarios import WrittenScenario, faults
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, Side
from rules.kernel.explanations import Refusal
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule
from rules.kernel.serialization import Misfit, NotFitting

# Example requests

RAID: Final = sample(data.__file__, "raid")
FILE: Final = openapi_fragments.one("raid", "A brigade against a regiment", RAID)
SAVE: Final = openapi_fragments.one("changed", "What was written over revision 1", {"revision": 1, "document": RAID})
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name="ScenarioFile")}
BODY_OF_A_SCENARIO: Final = body(DOCUMENT, FILE, "a scenario as an open document; docs/scenario-format.md")
BODY_OF_A_SAVE: Final = body_of_save(
    DOCUMENT, SAVE, "the whole scenario as it shall be, and which revision it was made from"
)
FILE_OF_A_SCENARIO: Final = file_of(DOCUMENT)


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    found: dict[str, Any] = file_schema(PLACE)["$defs"]
    return found


# Scenarios in answers


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


# The check of a scenario

MOST_WRONG: Final = 50


def checked(document: bytes, library: Library) -> CheckedShown:
    """What there is to say of a document, sound or not."""
    try:
        written = read_document(file_bytes(document, SCENARIO), library)
        book = RuleBook.for_game(parse_month(written.date), written.house_rules)
    except WrongFile as wrong_file:
        return _unsound(WrongShown(where="", because=wrong_file.because, instead=wrong_file.instead))
    except NotFitting as bad:
        return _unsound(*map(_wrong, bad.wrong))
    except BadMonth as wrong:
        return _unsound(WrongShown(where="date", because=str(wrong), instead="a month of the war"))
    except BadHouseRule as wrong:
        return _unsound(WrongShown(where="house_rules", because=str(wrong), instead="choose again"))
    return check_written(written, book)


def check_written(written: WrittenScenario, book: RuleBook) -> CheckedShown:
    """What there is to say of a scenario under a book."""
    wrong = list(map(_wrong, faults(written, book)))
    try:
        sides = [_side(written, side, book) for side in Side]
        strength = strength_of(written, book)
        refused = None if wrong else made(written, book)
    except NotThere as missing:
        return _unsound(*wrong, WrongShown(where="", because=missing.because, instead=missing.instead))
    refusal = next((one for one in (strength, refused) if isinstance(one, Refusal)), None)
    if refusal:
        wrong.append(WrongShown(where=refusal.clause, because=refusal.because, instead=refusal.instead))
    said = "" if isinstance(strength, Refusal) else strength
    return CheckedShown(sound=not wrong, strength=said, wrong=wrong[:MOST_WRONG], sides=sides)


def _wrong(one: Misfit) -> WrongShown:
    return WrongShown(where=one.of, because=one.because, instead=one.instead)


def _unsound(*wrong: WrongShown) -> CheckedShown:
    return CheckedShown(sound=False, strength="", wrong=list(wrong)[:MOST_WRONG], sides=[])


def _side(written: WrittenScenario, side: Side, book: RuleBook) -> SideChecked:
    force = written.side(side).force
    found = totals(force, book)
    return SideChecked(
        side=side,
        name=force.name,
        platoons=found.rifle_stands,
        bases=found.stands,
        battalions=list(_battalions(force, book)),
        batteries=list(_batteries(force, book)),
        parts=list(_parts(force, side, book)),
    )


def _battalions(force: Force, book: RuleBook) -> Iterator[PartShown]:
    return (PartShown(id=one.id, name=one.name) for one in force.all() if part_of(one, book).sort is PartSort.BATTALION)


def _parts(force: Force, side: Side, book: RuleBook) -> Iterator[PartShown]:
    """Battalions and their units with the formation they belong to: a name alone stands in many of them."""
    known = raise_side(Brought(force), side, book).units
    for one in force.all():
        if one.id in known:
            over = force.above(one.id)[:1]
            yield PartShown(id=one.id, name=", ".join(part.name for part in (one, *over)))


def _batteries(force: Force, book: RuleBook) -> Iterator[PartShown]:
    for one in force.all():
        if part_of(one, book).unit_class in ARTILLERY:
            yield PartShown(id=one.id, name=one.name)


# Scenarios as JSON

router = APIRouter(prefix="/api/v1/scenarios", tags=["scenarios"])
ScenarioId = Annotated[
    str,
    Path(description="the id of a scenario, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]


def no_such_scenario(scenario_id: str) -> problem_details.HttpAnswer:
    """There is no scenario of this id."""
    because = f"there is no scenario {scenario_id} here"
    return problem_details.not_found("no-such-scenario", "No such scenario", because, "look in the list")


def read(request: Request, document: bytes) -> WrittenScenario:
    """The scenario of a document. Raises Problem: 422."""
    try:
        return read_document(document, library_of(keeper_of(request).tabletops, shelves_of(request).forces))
    except NotFitting as bad:
        (wrong,) = bad.wrong
        raise Problem(problem_details.unreadable(wrong.of, wrong.because, wrong.instead)) from bad


def _as_kept(request: Request, document: bytes) -> bytes:
    """The document of a scenario as it is kept: always written alike, with its forces and its table in it."""
    return write_scenario(read(request, document))


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
found_scenario: Final = USE.found
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
    openapi_extra=BODY_OF_A_SCENARIO,
    response_description="Whether it can be played, how strong the sides are, and what is wrong with it",
)
async def check_scenario(request: Request) -> CheckedShown:
    """Look over a scenario without keeping it; what is no scenario at all is told in the same words."""
    library = library_of(keeper_of(request).tabletops, shelves_of(request).forces)
    return await asyncio.to_thread(checked, await request.body(), library)


ROUTES.add_import(
    RouteWords(
        "bring_scenario",
        "Keep a new scenario, as a whole or not at all, with its forces and its table in it; "
        "this device is its author.",
        "The scenario; this device may change it",
    ),
    BODY_OF_A_SCENARIO,
)
ROUTES.add_file(
    RouteWords(
        "one_scenario",
        "One scenario as a file, to keep, to pass on, or to play on another server; "
        "a ready one without its fire plans.",
        "The scenario as an open document; docs/scenario-format.md says how to read it",
    ),
    FILE_OF_A_SCENARIO,
)
ROUTES.add_save(
    RouteWords(
        "save_scenario",
        "Keep a scenario as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409.",
        "It is kept as it was sent",
    ),
    BODY_OF_A_SAVE,
)
ROUTES.add_delete(
    RouteWords(
        "delete_scenario", "Throw a scenario away. Games that were begun of it have their own copy.", "It is gone"
    )
)


# Example requests


def _game() -> GameExamples:
    found = sample(data.__file__, "examples")
    # A scenario of one's own goes along whole.
    found["openings"]["of_two_forces"]["value"]["command"]["own"] = RAID
    return GameExamples(found["openings"], found["commands"])


GAME: Final = _game()

"""Fire plans as JSON: drafts, forecasts, sealed plans; responses and examples."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Body, Depends, Header, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from app.documents.document_repository import Owned
from app.documents.ownership import ListedSecret, held_by_device, held_by_side, key_of
from app.documents.routes import ONE_LINE, SMALL, DocumentRoutes, DocumentUse, RouteWords, not_fitting, of_this_device
from app.games.app_services import keeper_of
from app.games.game_schemas import UNITS
from app.games.json_codec import Unreadable, read_envelope
from app.games.open_game import OpenGame
from app.games.routes import DoneShown
from app.http import problem_details
from app.http.bodies import Strict, shown_as
from app.http.guards import GameId, Seated, anyone, seat_at, seat_for
from app.http.openapi_fragments import body, body_of_save, documented, file_of, one, sample
from app.http.problem_details import Problem, problem, respond
from app.randomness import new_id
from app.seats.seat_repository import Seat
from app.systems.flanders_fields import data
from app.systems.flanders_fields.documents import (
    FIRE_PLAN,
    PlanDraft,
    PlanId,
    holder,
    no_such_plan,
    shelves_in,
    shelves_of,
    writer,
)
from app.systems.flanders_fields.fire_plan_checks import Checked, begun_for, checked, flanders_fields, laid_for
from rules.flanders_fields.fire_plan import LONGEST_NAME, GridPlace, WrittenFor, WrittenPlan, reference_of
from rules.flanders_fields.fire_plan_document import (
    MOST_BYTES,
    differences,
    file_schema,
    read_plan,
    renamed,
    write_plan,
)
from rules.flanders_fields.game.actions.fire_plan import LONGEST_REASON, all_shown, sealed_views
from rules.flanders_fields.game.map_facts.forecast_targets import known_targets
from rules.flanders_fields.game.map_facts.plan_forecast import SAMPLES, forecast, heat, if_ordered
from rules.flanders_fields.game.plan_drafts import Against, TableSize, draft_of
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role
from rules.kernel.serialization import NotFitting

# Example requests

SMALL_PLAN: Final = sample(data.__file__, "small_plan")
NEW: Final = one("attack", "An attack", {"name": "Before dawn", "side": "attacker"})
NEW_IN_A_GAME: Final = one("ours", "A name", {"name": "Before dawn"})
NAMED: Final = one("named", "A name", {"name": "Before dawn, without gas"})
FILE: Final = one("small", "A battery and a gas attack", SMALL_PLAN)
SAVE: Final = one("changed", "What was written over revision 1", {"revision": 1, "document": SMALL_PLAN})
SEAL: Final = one("seal", "Before anybody deploys", {"command_id": "seal-1", "expected_seq": 0})
NAME: Final = "fire-plan.{name}"
"""Schemas of a plan's file, which has a format and a version, are not those of commands."""
PLACE: Final = f"#/components/schemas/{NAME}"
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name="WrittenPlan")}
BODY_OF_A_PLAN: Final = body(DOCUMENT, FILE, "what `one_fire_plan` gave, here or on another server")
BODY_OF_A_SAVE: Final = body_of_save(
    DOCUMENT, SAVE, "the whole plan as it shall be, and which revision it was made from"
)
FILE_OF_A_PLAN: Final = file_of(DOCUMENT)


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    return {NAME.format(name=name): _with_units(schema) for name, schema in file_schema(PLACE)["$defs"].items()}


def _with_units(schema: dict[str, Any]) -> dict[str, Any]:
    for name, told in schema.get("properties", {}).items():
        unit = next((unit for ending, unit in UNITS.items() if name.endswith(ending)), "")
        if unit:
            told["description"] = f"{told['description']} ({unit})"
    return schema


# Fire plans as JSON

PlanName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE)
]

router = APIRouter(prefix="/api/v1", tags=["fire plans"])
drafts = APIRouter(prefix="/fire-plans", tags=["fire plans"])
writes_here: Final = Seated((Role.REFEREE, Role.SPECTATOR))
reads_here: Final = Seated((Role.SPECTATOR,))


class PlanNamed(Strict):
    """What a draft shall be called."""

    name: PlanName = Field(description="what the plan is called, on one line")


class PlanWanted(PlanNamed):
    """A new draft, with nothing in it or with what a side has in a scenario."""

    side: Annotated[Side, Field(strict=False, description="whose plan it is")]
    scenario: str = Field(
        default="",
        max_length=LONGEST_NAME,
        description="a scenario by its id: the plan begins with the side's batteries and what it plans for them",
        examples=["menin-road-1917"],
    )


class PlanShown(BaseModel):
    """A draft as those see it who hold it. Times are ISO 8601, UTC."""

    id: str = Field(description="the id of the draft", examples=["b2r5kq7ydq3xw4ta"])
    game_id: str | None = Field(description="the game it is written for; null: for practice, held by this device alone")
    side: Side = Field(description="whose plan it is")
    name: str = Field(description="what it is called", examples=["Before dawn"])
    revision: int = Field(description="grows with every save", examples=[1])
    created_at: str = Field(description="when it was first kept")
    changed_at: str = Field(description="when it was last saved")


class PlanFindingShown(BaseModel):
    """What a check found, in words."""

    key: str = Field(description="by which it is let pass; another one as soon as anything about it changes")
    test: str = Field(description="the test by its clause")
    clause: str = Field(description="the clause it follows from", examples=["FF-FPL-68"])
    severity: str = Field(description="refused, warning or advice")
    says: str = Field(description="what is so")
    instead: str = Field(description="what would be right")
    line: str = Field(description="the line of the plan it is about; empty: the plan as a whole")
    turn: int | None = Field(
        description="the turn of the plan's side in which it would happen; null: it is not so told"
    )
    allowed: str | None = Field(description="why the players let it pass; null: they do not")


class SavedShown(PlanShown):
    """A draft, and what the checks say of it now."""

    checked_for: str = Field(description="the month it was checked for; empty: it names none, so nothing was tested")
    findings: list[PlanFindingShown] = Field(description="in the order of the plan's lines")


class DraftShown(SavedShown):
    """A draft, whole."""

    document: dict[str, Any] = Field(description="the plan as an open document; docs/fire-plan-format.md")


class DifferenceShown(BaseModel):
    """One thing that differs between two drafts."""

    line: str = Field(description="the line of the plan it is about; empty: the plan as a whole")
    says: str = Field(description="what was and what is, in words")


WantedPlan = Annotated[PlanWanted, Body(openapi_examples=dict(NEW))]
WantedInGame = Annotated[PlanNamed, Body(openapi_examples=dict(NEW_IN_A_GAME))]
WantedName = Annotated[PlanNamed, Body(openapi_examples=dict(NAMED))]
SeenTags = Annotated[str, Header(description="the ETags of what is held already", examples=['"1"'])]
OwnDraft = Annotated[PlanDraft, Depends(holder)]
Written = Annotated[PlanDraft, Depends(writer)]


def _named(plan_id: PlanId) -> str:
    return plan_id


def _called(wanted: WantedName) -> str:
    return wanted.name


def _read(_request: Request, document: bytes) -> WrittenPlan:
    try:
        return read_plan(document)
    except NotFitting as wrong:
        raise Problem(not_a_plan(wrong)) from wrong


def not_a_plan(wrong: NotFitting) -> problem_details.HttpAnswer:
    """Why a document is no fire plan: the first fault as every problem tells it, and all of them by line."""
    return not_fitting("The fire plan cannot be taken in", "line", wrong)


def _may_become(plan_id: str, plan: WrittenPlan, request: Request) -> None:
    draft = USE.found(request, plan_id)
    if draft.listed.game_id:
        _refuse_other_side(plan, draft.document.side)


def _owner(request: Request, response: Response, _brought: bytes = b"") -> Owned:
    return held_by_device(of_this_device(request, response).key_hash)


def _new(draft: PlanDraft, _is_yours: bool) -> PlanShown:
    return shown(draft.listed)


async def _saved(draft: PlanDraft, request: Request) -> SavedShown:
    return SavedShown(**_told(draft.listed, await checked(keeper_of(request), draft.listed, draft.document)))


def _listed(request: Request, system: str) -> Sequence[ListedSecret]:
    return shelves_of(request).fire_plans.of_device(key_of(request)) if system == SYSTEM.key else ()


USE: Final = DocumentUse(
    "plan",
    FIRE_PLAN,
    lambda keeper: shelves_in(keeper).fire_plans,
    _read,
    write_plan,
    no_such_plan,
    instead="look at what stands there now, and write on that",
    files="fire-plan",
)
PLANS: Final = DocumentRoutes(
    USE,
    drafts,
    _named,
    writes=[Depends(writer)],
    most_bytes=MOST_BYTES,
    new=_new,
    saved=_saved,
    new_model=PlanShown,
    saved_model=SavedShown,
    owner=_owner,
    owner_of_copy=lambda listed, _request, _response: listed.owned,
    may_become=_may_become,
)
PLANS.add_list(
    RouteWords(
        "every_fire_plan",
        "The drafts this device practises with; those of a game are listed at the game.",
        "The drafts, newest change first",
    ),
    list[PlanShown],
    _listed,
    lambda listed, _is_yours: shown(listed),
)


@drafts.post(
    "",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=SMALL,
    response_description="The draft; this device alone may read it",
    responses=documented(429, 507),
)
def new_fire_plan(wanted: WantedPlan, request: Request, response: Response) -> PlanShown:
    """Begin a plan without a game. It is secret: only this device has the key to it."""
    return shown(USE.added(_practice(wanted), _owner(request, response), request).listed)


PLANS.add_import(
    RouteWords(
        "bring_fire_plan",
        "Take in a plan from a file, as a whole or not at all.",
        "The draft; this device alone may read it",
    ),
    BODY_OF_A_PLAN,
)


@drafts.get("/{plan_id}", response_description="The draft, and what the checks say of it")
async def one_fire_plan(plan_id: PlanId, draft: OwnDraft, request: Request) -> DraftShown:
    """One draft, whole, with the findings of the checks."""
    found = await checked(keeper_of(request), draft.listed, draft.document)
    return DraftShown(**_told(draft.listed, found), document=json.loads(write_plan(draft.document)))


@drafts.get(
    "/{plan_id}/file",
    response_model=None,
    response_description="The plan as an open document; docs/fire-plan-format.md says how to read it",
    responses={200: FILE_OF_A_PLAN, 304: {"description": "Nothing was saved since: it is the one named"}},
)
def file_of_fire_plan(plan_id: PlanId, draft: OwnDraft, if_none_match: SeenTags = "") -> Response:
    """One draft as a file, to keep or to take to another server. Its ETag is its revision: 304 while that is named."""
    tag = f'"{draft.listed.revision}"'
    # What compresses on the way may have called the tag a weak one.
    if tag in {seen.strip().removeprefix("W/") for seen in if_none_match.split(",")}:
        return Response(status_code=304, headers={"ETag": tag})
    # The name of a plan is as secret as the plan: a file on a shared device is named after its side alone.
    return USE.file(draft.document.side.value, write_plan(draft.document), {"ETag": tag})


OtherId = Annotated[
    str, Query(description="the draft it is compared with", examples=["b2r5kq7ydq3xw4ta"], max_length=40)
]


@drafts.get("/{plan_id}/differences", response_description="What the other says otherwise", responses=documented(422))
async def compare_fire_plans(
    plan_id: PlanId, draft: OwnDraft, other: OtherId, request: Request
) -> list[DifferenceShown]:
    """What differs between a draft and another one that is held here too, in words. Lines are told by their ids."""
    with_it = await holder.opened(other, request)
    return [DifferenceShown(line=one.line, says=one.says) for one in differences(draft.document, with_it.document)]


PLANS.add_save(
    RouteWords(
        "save_fire_plan",
        "Keep a draft as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409, `stands`.",
        "It is kept as it was sent; what the checks say of it now",
    ),
    BODY_OF_A_SAVE,
)
PLANS.add_copy(
    RouteWords(
        "copy_fire_plan",
        "Copy a draft, to write it otherwise and compare.",
        "The copy, held by whom the draft is held by",
    ),
    _called,
    lambda plan, name: replace(plan, name=name),
)
PLANS.add_delete(
    RouteWords("delete_fire_plan", "Throw a draft away. A plan that was sealed stands in its game.", "It is gone")
)


@router.get("/games/{game_id}/fire-plans", response_description="The drafts this seat may read")
def fire_plans_of_game(
    game_id: GameId, request: Request, seat: Annotated[Seat, Depends(reads_here)]
) -> list[PlanShown]:
    """The drafts of the seat's side; the referee reads those of both."""
    sides = [side for side in Side if seat.role in (Role.REFEREE, Role(side.value))]
    return [shown(one) for one in shelves_of(request).fire_plans.of_game(game_id, sides)]


@router.post(
    "/games/{game_id}/fire-plans",
    status_code=201,
    max_body_size=SMALL,
    response_description="The draft; only the side's seats and the referee may read it",
    responses=documented(404, 429, 507),
)
def new_fire_plan_in_game(
    game_id: GameId, wanted: WantedInGame, request: Request, seat: Annotated[Seat, Depends(writes_here)]
) -> PlanShown:
    """Begin a plan for the seat's side of a game: its batteries and mortars, and what the scenario plans for them."""
    side = Side(seat.role.value)
    try:
        plan = keeper_of(request).games.ask(game_id, lambda game: _begun(flanders_fields(game), side, wanted.name))
    except LookupError as without:
        raise Problem(
            problem_details.not_found("no-fire-plans", "No fire plans here", str(without), "open one")
        ) from without
    return shown(USE.added(plan, held_by_side(game_id), request).listed)


@router.post(
    "/games/{game_id}/fire-plans/import",
    status_code=201,
    max_body_size=MOST_BYTES,
    openapi_extra=BODY_OF_A_PLAN,
    response_description="The draft; only the side's seats and the referee may read it",
    responses=documented(422, 429, 507),
)
async def bring_fire_plan_into_game(
    game_id: GameId, request: Request, seat: Annotated[Seat, Depends(writes_here)]
) -> PlanShown:
    """Take a plan written elsewhere into a game, for the seat's side."""
    plan = USE.read(request, USE.file_text(await request.body()))
    side = Side(seat.role.value)
    _refuse_other_side(plan, side)
    kept = await asyncio.to_thread(USE.added, plan, held_by_side(game_id), request)
    return shown(kept.listed)


def shown(listed: ListedSecret) -> PlanShown:
    """A draft as it stands in a list."""
    return shown_as(PlanShown, listed)


def _told(listed: ListedSecret, found: Checked) -> dict[str, Any]:
    findings = [
        shown_as(PlanFindingShown, one, turn=one.happens.turn if one.happens else None) for one in found.findings
    ]
    return {**shown(listed).model_dump(), "checked_for": found.month, "findings": findings}


def _practice(wanted: PlanWanted) -> WrittenPlan:
    """What a plan without a game begins with. Raises Problem: 422 for a scenario that is not here."""
    if not wanted.scenario:
        return WrittenPlan(name=wanted.name, side=wanted.side)
    begun = begun_for(wanted.scenario, wanted.side, _new_ids())
    if begun is None:
        detail = f"there is no scenario {wanted.scenario}"
        raise Problem(problem(422, "unreadable", "No such scenario", detail, field="scenario", instead="leave it out"))
    return replace(begun, name=wanted.name)


def _new_ids() -> Iterator[str]:
    return iter(lambda: new_id()[:8], "")


def _begun(state: GameState, side: Side, name: str) -> WrittenPlan:
    table = state.table
    usual = WrittenFor()
    size = TableSize(table.width_mm, table.depth_mm) if table else TableSize(usual.width_mm, usual.depth_mm)
    return replace(renamed(draft_of(state, side, size), _new_ids()), name=name)


def _refuse_other_side(plan: WrittenPlan, side: Side) -> None:
    if plan.side is not side:
        detail, instead = f"this is a plan of the {plan.side}", f"a plan of the {side}"
        raise Problem(problem(422, "unreadable", "Not this side's plan", detail, field="side", instead=instead))


router.include_router(drafts)


# The forecast of a draft


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
    """The forecast of a draft; None where there is no table."""
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


# Sealing a draft in its game


class SealWanted(Strict):
    """Which command seals it, and what this device had seen of the game when it was sent."""

    command_id: str = Field(description="made by the device; sent again under its name, it happens once")
    expected_seq: int = Field(ge=0, description="the newest number this device has seen, in its seat's own numbering")
    reason: str = Field(
        default="",
        max_length=LONGEST_REASON,
        description="what the other side is told where findings are let pass: it is asked for its agreement",
    )


class OpeningShown(BaseModel):
    """A piece of a sealed plan that has fallen, with its proof: salt and hashes in hexadecimal."""

    name: str = Field(description="the sort of the piece and the line it is of", examples=["gas/k3f"])
    content: str = Field(description="the piece as it was sealed, JSON text, byte for byte")
    salt: str = Field(description="what it was salted with")
    leaf: int = Field(description="its leaf, from 0")
    path: list[str] = Field(description="the hashes beside its way to the fingerprint")
    proved: bool = Field(description="whether it stands in the sealed plan, worked out anew")


class SealedShown(BaseModel):
    """A sealed plan as a seat may know it; docs/fire-plan-format.md says how to prove it."""

    side: Side = Field(description="whose plan it is")
    fingerprint: str = Field(description="what fixes it, hexadecimal")
    about: str = Field(description="the game it was sealed for")
    allowed: int = Field(description="findings let pass that the rules refuse; the other side has agreed to them")
    shown: list[OpeningShown] = Field(description="what has fallen of it, in its order")
    document: dict[str, Any] | None = Field(description="the plan; null for other sides until the game is closed")
    secret: str = Field(description="the secret of its salts, hexadecimal; empty until the game is closed")
    proved: bool | None = Field(description="whether it is the plan that was sealed; null until the game is closed")


WantedSeal = Annotated[SealWanted, Body(openapi_examples=dict(SEAL))]


@router.post(
    "/fire-plans/{plan_id}/seal",
    max_body_size=SMALL,
    response_model=DoneShown,
    response_description="It is sealed: everybody hears its fingerprint, its side alone what stands in it",
    responses=documented(409, 422, 507),
)
async def seal_fire_plan(plan_id: PlanId, draft: Written, wanted: WantedSeal, request: Request) -> Response:
    """Seal a draft of a game, as it stands now, before anybody deploys. It is the command `seal_plan`.

    Where it lets pass what the rules refuse, the other side is asked first: it hears how many findings, not which.
    """
    game_id = draft.listed.game_id
    if game_id is None:
        detail = "this draft is written without a game"
        raise Problem(problem(409, "no-game", "No game", detail, instead="bring it into a game as a file"))
    seat = await seat_at(game_id, request)
    if seat is None:
        raise Problem(no_such_plan(plan_id))
    secret = {"drawn": "", "about": ""}
    command = {"kind": "seal_plan", "plan": json.loads(write_plan(draft.document)), "secret": secret}
    told = wanted.model_dump(exclude={"reason"})
    envelope = msgspec.json.encode({**told, "command": command | {"reason": wanted.reason}})
    try:
        return respond(await keeper_of(request).desk.hand_in(seat, read_envelope(envelope)))
    except Unreadable as wrong:
        return respond(problem_details.unreadable(wrong.field, wrong.because, wrong.instead))


@router.get("/games/{game_id}/sealed-plans", response_description="The sealed plans", responses=documented(404))
async def sealed_plans(
    game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]
) -> list[SealedShown]:
    """The plans that were sealed: what has fallen of them with its proof, and once the game is closed all of them."""
    told = keeper_of(request).games.ask_soon(game_id, lambda game: _sealed_plans(game, seat.role))
    return [SealedShown(**one) for one in await asyncio.wrap_future(told)]


def _sealed_plans(game: OpenGame, role: Role) -> list[dict[str, Any]]:
    state = game.state
    if not isinstance(state, GameState):
        return []
    return all_shown(state) if game.record.closed_at else sealed_views(state, role)

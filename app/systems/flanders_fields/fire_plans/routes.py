"""Fire plans as JSON: drafts of a device that practises, drafts of a side of a game, checked and compared."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Header, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from app.dice import new_id
from app.documented import documented
from app.documents.makers import key_of
from app.documents.routes import DocumentRoutes, RouteWords
from app.documents.secret import ListedSecret, held_by_device, held_by_side
from app.documents.shelf import Owned
from app.documents.use import ONE_LINE, SMALL, DocumentUse, not_fitting, of_this_device
from app.games import problems
from app.games.keeper import Keeper, keeper_of
from app.games.problems import Problem, problem
from app.seats.guard import GameId, Seated, anyone
from app.seats.seat import Seat
from app.shown_as import Strict, shown_as
from app.systems.flanders_fields.file_kinds import FIRE_PLAN
from app.systems.flanders_fields.fire_plans import examples
from app.systems.flanders_fields.fire_plans.checking import Checked, checked, flanders_fields
from app.systems.flanders_fields.fire_plans.keys import PlanId, holder, no_such_plan, writer
from app.systems.flanders_fields.shelves import PlanDraft, shelves_in, shelves_of
from rules.flanders_fields.fire_plan.differences import differences
from rules.flanders_fields.fire_plan.document import MOST_BYTES, read_plan, write_plan
from rules.flanders_fields.fire_plan.game.draft import TableSize, draft_of
from rules.flanders_fields.fire_plan.renaming import renamed
from rules.flanders_fields.fire_plan.written import LONGEST_NAME, WrittenFor, WrittenPlan
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Side
from rules.kernel.documents import NotFitting
from rules.kernel.seats import Role

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


WantedPlan = Annotated[PlanWanted, Body(openapi_examples=dict(examples.NEW))]
WantedInGame = Annotated[PlanNamed, Body(openapi_examples=dict(examples.NEW_IN_A_GAME))]
WantedName = Annotated[PlanNamed, Body(openapi_examples=dict(examples.NAMED))]
SeenTags = Annotated[str, Header(description="the ETags of what is held already", examples=['"1"'])]
OwnDraft = Annotated[PlanDraft, Depends(holder)]
Written = Annotated[PlanDraft, Depends(writer)]


def _named(plan_id: PlanId) -> str:
    return plan_id


def _called(wanted: WantedName) -> str:
    return wanted.name


def _read(_keeper: Keeper, document: bytes) -> WrittenPlan:
    try:
        return read_plan(document)
    except NotFitting as wrong:
        raise Problem(not_a_plan(wrong)) from wrong


def not_a_plan(wrong: NotFitting) -> problems.HttpAnswer:
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
    examples.BODY_OF_A_PLAN,
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
    responses={200: examples.FILE_OF_A_PLAN, 304: {"description": "Nothing was saved since: it is the one named"}},
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
    examples.BODY_OF_A_SAVE,
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
        raise Problem(problems.not_found("no-fire-plans", "No fire plans here", str(without), "open one")) from without
    return shown(USE.added(plan, held_by_side(game_id), request).listed)


@router.post(
    "/games/{game_id}/fire-plans/import",
    status_code=201,
    max_body_size=MOST_BYTES,
    openapi_extra=examples.BODY_OF_A_PLAN,
    response_description="The draft; only the side's seats and the referee may read it",
    responses=documented(422, 429, 507),
)
async def bring_fire_plan_into_game(
    game_id: GameId, request: Request, seat: Annotated[Seat, Depends(writes_here)]
) -> PlanShown:
    """Take a plan written elsewhere into a game, for the seat's side."""
    plan = USE.read(keeper_of(request), USE.file_text(await request.body()))
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
    from app.systems.flanders_fields.fire_plans.practice import begun_for

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

"""Fire plans as JSON: drafts of a device that practises, drafts of a side of a game, checked and compared."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Header, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from app.dice import new_id
from app.documented import documented
from app.documents.files import overtaken, read_save
from app.documents.makers import key_for, key_of
from app.games import problems
from app.games.keeper import keeper_of
from app.games.problems import JSON, Problem, problem
from app.seats.guard import GameId, Seated, anyone
from app.seats.routes import Decided, Strict
from app.seats.seat import Seat
from app.systems.flanders_fields.fire_plans import examples
from app.systems.flanders_fields.fire_plans.checking import Checked, checked, flanders_fields
from app.systems.flanders_fields.fire_plans.keys import PlanId, holder, no_such_plan, writer
from app.systems.flanders_fields.fire_plans.shelf import Draft, Listed, Overtaken, Owner
from app.systems.flanders_fields.shelves import shelves_in, shelves_of
from rules.flanders_fields.fire_plan.differences import differences
from rules.flanders_fields.fire_plan.document import MOST_BYTES, NotAPlan, read_plan, write_plan
from rules.flanders_fields.fire_plan.renaming import renamed
from rules.flanders_fields.fire_plan.written import LONGEST_NAME, WrittenFor, WrittenPlan
from rules.flanders_fields.game.plan.draft import TableSize, draft_of
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Role

SMALL: Final = 4096
WITH_A_REVISION: Final = MOST_BYTES + SMALL
ONE_LINE: Final = r"^[^\x00-\x1f\x7f]*$"
PlanName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE)
]

router = APIRouter(prefix="/api/v1", tags=["fire plans"])
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


class FindingShown(BaseModel):
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
    findings: list[FindingShown] = Field(description="in the order of the plan's lines")


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
Held = Annotated[Draft, Depends(holder)]
Written = Annotated[Draft, Depends(writer)]


@router.get("/fire-plans", dependencies=[Depends(anyone)], response_description="The drafts, newest change first")
def every_fire_plan(request: Request) -> list[PlanShown]:
    """The drafts this device practises with; those of a game are listed at the game."""
    return [shown(one) for one in shelves_of(request).fire_plans.of_device(key_of(request))]


@router.post(
    "/fire-plans",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=SMALL,
    response_description="The draft; this device alone may read it",
    responses=documented(429, 507),
)
def new_fire_plan(wanted: WantedPlan, request: Request, response: Response) -> PlanShown:
    """Begin a plan without a game. It is secret: only this device has the key to it."""
    return _practised(_practice(wanted), request, response)


@router.post(
    "/fire-plans/import",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=MOST_BYTES,
    openapi_extra=examples.BODY_OF_A_PLAN,
    response_description="The draft; this device alone may read it",
    responses=documented(422, 429, 507),
)
async def bring_fire_plan(request: Request, response: Response) -> PlanShown:
    """Take in a plan from a file, as a whole or not at all."""
    plan = _read(await request.body())
    return await asyncio.to_thread(_practised, plan, request, response)


@router.get("/fire-plans/{plan_id}", response_description="The draft, and what the checks say of it")
async def one_fire_plan(plan_id: PlanId, draft: Held, request: Request) -> DraftShown:
    """One draft, whole, with the findings of the checks."""
    found = await checked(keeper_of(request), draft.listed, draft.plan)
    return DraftShown(**_saved(draft.listed, found), document=json.loads(write_plan(draft.plan)))


@router.get(
    "/fire-plans/{plan_id}/file",
    response_model=None,
    response_description="The plan as an open document; docs/fire-plan-format.md says how to read it",
    responses={200: examples.FILE_OF_A_PLAN, 304: {"description": "Nothing was saved since: it is the one named"}},
)
def file_of_fire_plan(plan_id: PlanId, draft: Held, if_none_match: SeenTags = "") -> Response:
    """One draft as a file, to keep or to take to another server. Its ETag is its revision: 304 while that is named."""
    tag = f'"{draft.listed.revision}"'
    # What compresses on the way may have called the tag a weak one.
    if tag in {seen.strip().removeprefix("W/") for seen in if_none_match.split(",")}:
        return Response(status_code=304, headers={"ETag": tag})
    headers = {"Content-Disposition": f'attachment; filename="fire-plan-{plan_id}.json"', "ETag": tag}
    return Response(write_plan(draft.plan), media_type=JSON, headers=headers)


OtherId = Annotated[
    str, Query(description="the draft it is compared with", examples=["b2r5kq7ydq3xw4ta"], max_length=40)
]


@router.get(
    "/fire-plans/{plan_id}/differences", response_description="What the other says otherwise", responses=documented(422)
)
async def compare_fire_plans(plan_id: PlanId, draft: Held, other: OtherId, request: Request) -> list[DifferenceShown]:
    """What differs between a draft and another one that is held here too, in words. Lines are told by their ids."""
    with_it = await holder(other, request)
    return [DifferenceShown(line=one.line, says=one.says) for one in differences(draft.plan, with_it.plan)]


@router.post(
    "/fire-plans/{plan_id}/save",
    max_body_size=WITH_A_REVISION,
    openapi_extra=examples.BODY_OF_A_SAVE,
    response_description="It is kept as it was sent; what the checks say of it now",
    responses=documented(409, 422, 507),
)
async def save_fire_plan(plan_id: PlanId, draft: Written, request: Request) -> SavedShown:
    """Keep a draft as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409, `stands`."""
    seen, document = read_save(await request.body())
    plan = _read(document)
    if draft.listed.game_id:
        _refuse_other_side(plan, draft.plan.side)
    saved = await asyncio.to_thread(_save, request, plan_id, seen, plan)
    return SavedShown(**_saved(saved.listed, await checked(keeper_of(request), saved.listed, plan)))


@router.post(
    "/fire-plans/{plan_id}/copy",
    status_code=201,
    max_body_size=SMALL,
    response_description="The copy, held by whom the draft is held by",
    responses=documented(429, 507),
)
def copy_fire_plan(plan_id: PlanId, draft: Written, wanted: WantedName, request: Request) -> PlanShown:
    """Copy a draft, to write it otherwise and compare."""
    return _added(replace(draft.plan, name=wanted.name), draft.listed.owner, request)


@router.post(
    "/fire-plans/{plan_id}/delete",
    status_code=204,
    max_body_size=SMALL,
    response_description="It is gone",
    responses=documented(507),
)
def delete_fire_plan(plan_id: PlanId, draft: Written, _: Decided, request: Request) -> None:
    """Throw a draft away. A plan that was sealed stands in its game."""
    shelves_of(request).fire_plans.delete(draft.listed.id)


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
    return _added(plan, Owner(game_id=game_id, side=side), request)


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
    plan, side = _read(await request.body()), Side(seat.role.value)
    _refuse_other_side(plan, side)
    return await asyncio.to_thread(_added, plan, Owner(game_id=game_id, side=side), request)


def shown(listed: Listed) -> PlanShown:
    """A draft as it stands in a list."""
    return PlanShown(**{name: getattr(listed, name) for name in PlanShown.model_fields})


def _saved(listed: Listed, found: Checked) -> dict[str, Any]:
    names = FindingShown.model_fields.keys() - {"turn"}
    findings = [
        {name: getattr(one, name) for name in names} | {"turn": one.happens.turn if one.happens else None}
        for one in found.findings
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


def _practised(plan: WrittenPlan, request: Request, response: Response) -> PlanShown:
    return _added(plan, Owner.device(key_for(response, request)), request)


def _added(plan: WrittenPlan, owner: Owner, request: Request) -> PlanShown:
    keeper = keeper_of(request)
    keeper.limits.opens_a_game(request)
    return shown(shelves_in(keeper).fire_plans.add(plan, owner).listed)


def _begun(state: GameState, side: Side, name: str) -> WrittenPlan:
    table = state.table
    usual = WrittenFor()
    size = TableSize(table.width_mm, table.depth_mm) if table else TableSize(usual.width_mm, usual.depth_mm)
    return replace(renamed(draft_of(state, side, size), _new_ids()), name=name)


def _save(request: Request, plan_id: str, seen: int, plan: WrittenPlan) -> Draft:
    try:
        saved = shelves_of(request).fire_plans.save(plan_id, seen, plan)
    except Overtaken as newer:
        stands = newer.stands
        told = {"revision": stands.listed.revision, "document": json.loads(write_plan(stands.plan))}
        instead = "look at what stands there now, and write on that"
        raise Problem(overtaken("this plan", instead, told)) from newer
    if saved is None:
        raise Problem(no_such_plan(plan_id))
    return saved


def _read(document: bytes) -> WrittenPlan:
    """The plan of a document. Raises Problem: 422, with what is wrong with each line."""
    try:
        return read_plan(document)
    except NotAPlan as wrong:
        raise Problem(not_a_plan(wrong)) from wrong


def not_a_plan(wrong: NotAPlan) -> problems.Answer:
    """Why a document is no fire plan: the first fault as every problem tells it, and all of them by line."""
    first = wrong.wrong[0]
    detail = f"{first.line}: {first.because}" if first.line else first.because
    told = [{"line": one.line, "because": one.because, "instead": one.instead} for one in wrong.wrong[:50]]
    more = {"field": first.line, "instead": first.instead, "wrong": told}
    return problem(422, "unreadable", "The fire plan cannot be taken in", detail, **more)


def _refuse_other_side(plan: WrittenPlan, side: Side) -> None:
    if plan.side is not side:
        detail, instead = f"this is a plan of the {plan.side}", f"a plan of the {side}"
        raise Problem(problem(422, "unreadable", "Not this side's plan", detail, field="side", instead=instead))

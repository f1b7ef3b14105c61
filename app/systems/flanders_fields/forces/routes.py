"""Forces as JSON: the list, one whole, new from a table of organisation, brought in, copied, changed, thrown away."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Final, TypeVar

import msgspec
from fastapi import APIRouter, Body, Depends, Query, Request, Response
from pydantic import Field, StringConstraints

from app.documented import documented
from app.documents.files import overtaken, read_save
from app.documents.makers import key_for, key_of
from app.forces.keys import ForceId, no_such_force
from app.forces.shelf import Overtaken
from app.games import problems
from app.games.keeper import keeper_of
from app.games.plain_words import plain_words
from app.games.problems import JSON, Problem, problem
from app.lookups.asked import HouseRuleAsked
from app.seats.guard import anyone
from app.seats.routes import Decided, Strict
from app.systems.flanders_fields.forces import examples
from app.systems.flanders_fields.forces.after_games import AfterGames, told_for
from app.systems.flanders_fields.forces.changes import Changes, stages
from app.systems.flanders_fields.forces.document import (
    MOST_BYTES,
    ONE_LINE,
    NotAForce,
    read_document,
    read_file,
    write_document,
    write_file,
)
from app.systems.flanders_fields.forces.keys import raiser_for
from app.systems.flanders_fields.forces.shelf import Kept
from app.systems.flanders_fields.forces.shown import (
    CheckedForce,
    RatioShown,
    WholeForce,
    checked,
    whole,
)
from app.systems.flanders_fields.forces.travelling import bring_along, taken_along
from app.systems.flanders_fields.shelves import shelves_in, shelves_of
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.faults import faults
from rules.flanders_fields.forces.force import LONGEST_NAME, Force, NotThere
from rules.flanders_fields.forces.lists import ArmyList, PartKey
from rules.flanders_fields.forces.making import make_force
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.forces.strength import RATIO, RatioFacts, ratio
from rules.flanders_fields.forces.totals import totals
from rules.flanders_fields.forces.trimming import renamed
from rules.kernel.explain import Refusal
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule

Made = TypeVar("Made")
SMALL: Final = 4096
WITH_A_REVISION: Final = MOST_BYTES + SMALL
WITH_CHANGES: Final = MOST_BYTES + 16 * SMALL
ForceName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE)
]
Number = Annotated[int, Field(ge=0, le=24)]

router = APIRouter(prefix="/api/v1/forces", tags=["forces"])


class ForceWanted(Strict):
    """A new force: everything a table of organisation has."""

    table: Annotated[ArmyList, Field(strict=False, description="the table of organisation")]
    date: str = Field(description="the month, 1914-08 to 1918-11", examples=["1916-07"])
    name: ForceName | None = Field(None, description="what it is called; left out: as its table is")
    choices: dict[Annotated[PartKey, Field(strict=False)], Number] = Field(
        default={}, max_length=20, description="how many of a part, or models of each, where its table leaves it open"
    )
    house_rules: list[HouseRuleAsked] = Field(default=[], max_length=200, description="contested points, settled")


class NameWanted(Strict):
    """What a force shall be called."""

    name: ForceName = Field(description="what the force is called, on one line")


WantedForce = Annotated[ForceWanted, Body(openapi_examples=dict(examples.NEW))]
WantedName = Annotated[NameWanted, Body(openapi_examples=dict(examples.NAMED))]
OtherId = Annotated[
    str, Query(description="the force that defends", examples=["b2r5kq7ydq3xw4ta"], max_length=40, min_length=1)
]


@router.get(
    "/{force_id}",
    dependencies=[Depends(anyone)],
    response_description="The force, what the rules say of it, and what it comes to",
    responses=documented(404),
)
def one_force(force_id: ForceId, request: Request) -> WholeForce:
    """One force, whole, with what the rules would have otherwise and its totals."""
    return _whole(found(request, force_id), request)


@router.get(
    "/{force_id}/file",
    dependencies=[Depends(anyone)],
    response_model=None,
    response_description="The force as an open document; docs/force-format.md says how to read it",
    responses={200: examples.FILE_OF_A_FORCE, **documented(404)},
)
def file_of_force(force_id: ForceId, request: Request) -> Response:
    """One force as a file, to keep, to share, or to take to another server.

    Rolls of its battalions that were taken back go along: they are not made anew where it is brought in.
    """
    headers = {"Content-Disposition": f'attachment; filename="force-{force_id}.json"'}
    kept = found(request, force_id)
    thrown = taken_along(kept, shelves_of(request).rolls)
    file = write_file(kept.force, kept.listed.origin or force_id, thrown)
    return Response(file, media_type=JSON, headers=headers)


@router.get(
    "/{force_id}/ratio",
    dependencies=[Depends(anyone)],
    response_description="How many attack for each that defends",
    responses=documented(404, 409, 422),
)
def ratio_of_forces(force_id: ForceId, defender: OtherId, request: Request) -> RatioShown:
    """Two forces set side by side: this one attacks."""
    return ratio_of(found(request, force_id).force, found(request, defender).force)


@router.post(
    "",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=SMALL,
    response_description="The force; this device may change it",
    responses=documented(409, 429, 507),
)
def new_force(wanted: WantedForce, request: Request, response: Response) -> CheckedForce:
    """Make a force of a table of organisation, in full; this device may change it."""
    choices = {key.value: number for key, number in wanted.choices.items()}
    rules = tuple(one.rule() for one in wanted.house_rules)

    def make() -> Force:
        book = RuleBook.for_game(parse_month(wanted.date), rules)
        force = replace(make_force(wanted.table, book, wanted.name or "", choices), house_rules=rules)
        # A name of one's own is that of the formation too.
        own = wanted.name not in (None, organisation(wanted.table, book).title)
        return renamed(force, force.elements[0].id, force.name) if own else force

    return _added(_judged(make), request, response)


@router.post(
    "/import",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=MOST_BYTES,
    openapi_extra=examples.BODY_OF_A_FORCE,
    response_description="The force; this device may change it",
    responses=documented(422, 429, 507),
)
async def bring_force(request: Request, response: Response) -> CheckedForce:
    """Take in a force from a file, as a whole or not at all; this device may change it.

    Rolls after games that its file tells of stay made; so do those of this device with the force it was saved from.
    """
    body = await request.body()
    return await asyncio.to_thread(_brought, body, request, response)


@router.post(
    "/{force_id}/copy",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=SMALL,
    response_description="The copy; this device may change it",
    responses=documented(404, 429, 507),
)
def copy_force(force_id: ForceId, wanted: WantedName, request: Request, response: Response) -> CheckedForce:
    """Copy a force, whoever made it, to change the copy. Rolls its battalions have made after games stay made."""
    kept = found(request, force_id)
    copy = _kept(replace(kept.force, name=wanted.name), request, response)
    shelves, listed = shelves_of(request), copy.listed
    shelves.rolls.copy(kept.listed.line, listed.id, listed.line)
    shelves.forces.steps.copy(force_id, listed.id)
    return checked(copy, is_yours=True)


@router.post(
    "/{force_id}/save",
    dependencies=[Depends(raiser_for)],
    max_body_size=WITH_A_REVISION,
    openapi_extra=examples.BODY_OF_A_SAVE,
    response_description="It is kept as it was sent; what the rules say of it now",
    responses=documented(404, 409, 422, 507),
)
async def save_force(force_id: ForceId, request: Request) -> WholeForce:
    """Keep a force as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409, `stands`."""
    seen, document = read_save(await request.body())
    return await asyncio.to_thread(lambda: _saved(request, force_id, seen, _read(document)))


@router.post(
    "/{force_id}/change",
    dependencies=[Depends(raiser_for)],
    max_body_size=WITH_CHANGES,
    openapi_extra=examples.BODY_OF_A_CHANGE,
    response_description="It is done and kept; the force as it is now, and what the rules say of it",
    responses=documented(404, 409, 422, 507),
)
async def change_force(force_id: ForceId, request: Request) -> WholeForce:
    """Change a force and keep it. Sent again it happens once; what cannot be at all is refused, and nothing is kept.

    What only the rules forbid is done, and told in `findings`; `allow` sets a rule aside and says why.
    """
    sent = _read_change(await request.body())
    shelves, told = shelves_of(request), await told_for(request, sent.changes)

    def change() -> WholeForce:
        listed = found(request, force_id).listed
        return _changed(request, force_id, sent, AfterGames(shelves.rolls, shelves.forces.steps, listed, told))

    return await asyncio.to_thread(change)


@router.post(
    "/{force_id}/delete",
    status_code=204,
    dependencies=[Depends(raiser_for)],
    max_body_size=SMALL,
    response_description="It is gone",
    responses=documented(404, 507),
)
def delete_force(force_id: ForceId, _: Decided, request: Request) -> None:
    """Throw a force away. Games that were begun with it have their own copy."""
    shelves_of(request).forces.delete(force_id)


def found(request: Request, force_id: str) -> Kept:
    """A saved force. Raises Problem: 404."""
    kept = shelves_of(request).forces.get(force_id)
    if kept is None:
        raise Problem(no_such_force(force_id))
    return kept


def ratio_of(attacker: Force, defender: Force) -> RatioShown:
    """Two forces set side by side (FF-FOR-07). Raises Problem: 409 where there is nothing to compare."""
    attack, defend = (totals(one, one.book).rifle_stands for one in (attacker, defender))
    if not defend:
        raise Problem(_refused(RATIO, f"{defender.name} has no rifle platoons", "compare it with one that has"))
    told = ratio(RatioFacts(attacker=attack, defender=defend), attacker.book)
    if isinstance(told, Refusal):
        raise Problem(_refused(told.clause, told.because, told.instead))
    says = told.steps[0].says
    return RatioShown(
        attacker=attack, defender=defend, to_one=told.value.to_one, enough=told.value.enough, clause=RATIO, says=says
    )


class _ChangeSent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    revision: Annotated[int, msgspec.Meta(ge=1)]
    document: msgspec.Raw
    changes: Changes


def _read_change(body: bytes) -> _ChangeSent:
    try:
        return msgspec.json.decode(body, type=_ChangeSent)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise Problem(problems.unreadable(*plain_words(wrong))) from wrong


def _changed(request: Request, force_id: str, sent: _ChangeSent, known: AfterGames) -> WholeForce:
    before = _read(bytes(sent.document))
    *through, after = _judged(lambda: tuple(stages(before, sent.changes, known)))
    if wrong := tuple(faults(after)):
        raise Problem(not_a_force(NotAForce(*wrong)))
    return _saved(request, force_id, sent.revision, after, through)


def _judged(make: Callable[[], Made]) -> Made:
    """What comes of making or changing a force. Raises Problem: 409 for what cannot be, 422 for date or house rule."""
    try:
        return make()
    except NotThere as wrong:
        raise Problem(_refused("", wrong.because, wrong.instead)) from wrong
    except BadMonth as wrong:
        raise Problem(problems.unreadable("date", *_apart(wrong))) from wrong
    except BadHouseRule as wrong:
        raise Problem(problems.unreadable("house_rules", *_apart(wrong))) from wrong


def _apart(wrong: ValueError) -> tuple[str, str]:
    """What is wrong, and what would be right, of a reason that says both."""
    because, _, instead = str(wrong).partition("; ")
    return because, instead


def _refused(clause: str, because: str, instead: str) -> problems.Answer:
    told = {"clause": clause} if clause else {}
    return problem(409, "refused", "That cannot be", because, instead=instead, **told)


def _whole(kept: Kept, request: Request) -> WholeForce:
    document = json.loads(write_document(kept.force))
    return whole(kept, kept.listed.is_made_by(key_of(request)), document)


def _added(force: Force, request: Request, response: Response) -> CheckedForce:
    return checked(_kept(force, request, response), is_yours=True)


def _kept(force: Force, request: Request, response: Response, origin: str = "") -> Kept:
    keeper = keeper_of(request)
    keeper.limits.opens_a_game(request)
    return shelves_in(keeper).forces.add(force, key_for(response, request), origin)


def _brought(body: bytes, request: Request, response: Response) -> CheckedForce:
    force = _read(body)
    file = read_file(body)
    kept = _kept(force, request, response, file.origin or "")
    bring_along(file, kept, shelves_of(request).rolls)
    return checked(kept, is_yours=True)


def _saved(request: Request, force_id: str, seen: int, force: Force, through: Sequence[Force] = ()) -> WholeForce:
    try:
        kept = shelves_of(request).forces.save_through(force_id, seen, force, through)
    except Overtaken as newer:
        stands = newer.stands
        told = {"revision": stands.listed.revision, "document": json.loads(write_document(stands.force))}
        instead = "look at what stands there now, and make the change again"
        raise Problem(overtaken("this force", instead, told)) from newer
    if kept is None:
        raise Problem(no_such_force(force_id))
    return _whole(kept, request)


def _read(document: bytes) -> Force:
    """The force of a document. Raises Problem: 422, with what is wrong with each element."""
    try:
        return read_document(document)
    except NotAForce as wrong:
        raise Problem(not_a_force(wrong)) from wrong


def not_a_force(wrong: NotAForce) -> problems.Answer:
    """Why a document is no force: the first fault as every problem tells it, and all of them by element."""
    first = wrong.wrong[0]
    detail = f"{first.of}: {first.wrong}" if first.of else first.wrong
    told = [{"of": one.of, "because": one.wrong, "instead": one.right} for one in wrong.wrong[:50]]
    more = {"field": first.of, "instead": first.right, "wrong": told}
    return problem(422, "unreadable", "The force cannot be taken in", detail, **more)

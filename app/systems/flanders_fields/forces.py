"""Forces as JSON: list, create, import, copy, change, delete; responses and examples."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, TypeVar

import msgspec
from fastapi import APIRouter, Body, Depends, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from app.documents.document_repository import Owned
from app.documents.forces import ForceFindingShown, ForceId, ForceShown, no_such_force, owned_from
from app.documents.routes import (
    ONE_LINE,
    SMALL,
    DocumentRoutes,
    DocumentUse,
    RouteWords,
    at_once,
    is_this_devices,
    not_fitting,
)
from app.http import problem_details
from app.http.bodies import Strict, shown_as
from app.http.guards import anyone
from app.http.openapi_fragments import PLACE, Examples, body, body_of_save, documented, file_of, one, sample
from app.http.problem_details import Problem, plain_words, problem
from app.lookups.lookup_schemas import HouseRuleAsked
from app.systems.flanders_fields import data
from app.systems.flanders_fields.battalion_records import AfterGames, bring_along, taken_along, told_for
from app.systems.flanders_fields.documents import FORCE, shelves_in, shelves_of
from app.systems.flanders_fields.force_changes import Change, Changes, stages
from app.systems.flanders_fields.force_documents import (
    FILE,
    MOST_BYTES,
    ForceFile,
    KeptForce,
    read_document,
    write_document,
    write_file,
)
from rules.flanders_fields.army_lists import organisation
from rules.flanders_fields.force_changes import renamed
from rules.flanders_fields.force_checks import check, faults
from rules.flanders_fields.force_limits import RatioFacts, ratio
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import LONGEST_NAME, Force, NotThere, make_force
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList, PartKey
from rules.kernel.explanations import Refusal
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule
from rules.kernel.serialization import NotFitting

# Example requests

SMALL_FORCE: Final = sample(data.__file__, "small_force")
NEW: Final[Examples] = {
    "division": {
        "summary": "A British division of the Somme with two brigades",
        "value": {
            "table": "british_1915",
            "date": "1916-07",
            "name": "21st Division",
            "choices": {"infantry_brigade": 2, "field_artillery_brigade": 2},
            "house_rules": [{"ruling": "GAP-09", "option": "four", "reason": "as we have always played"}],
        },
    }
}
NAMED: Final = one("named", "A name", {"name": "62nd Brigade, reduced"})
FILE_EXAMPLE: Final = one("small", "A brigade with one battalion", SMALL_FORCE)
SAVE: Final = one("changed", "What was made of revision 1", {"revision": 1, "document": SMALL_FORCE})
CHANGES: Final = (
    {"kind": "grade", "of": "1.2", "grade": "experienced"},
    {"kind": "allow", "clause": "FF-QLM-18", "reason": "rested since Loos"},
    {"kind": "add", "table": "attached", "part": "medium_mortar", "to": "1"},
)
CHANGE: Final = one(
    "graded",
    "Another grade, a rule set aside, a mortar attached",
    {"revision": 1, "document": SMALL_FORCE, "changes": list(CHANGES)},
)
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name=ForceFile.__name__)}
BODY_OF_A_FORCE: Final = body(DOCUMENT, FILE_EXAMPLE, "what `file_of_force` gave, here or on another server")
KINDS: Final = tuple(Change.__args__)
ANY_CHANGE: Final[Mapping[str, Any]] = {
    "type": "array",
    "minItems": 1,
    "maxItems": 40,
    "description": "what is to be done to it, one after the other",
    "items": {"anyOf": [{"$ref": PLACE.format(name=f"force.{kind.__struct_config__.tag}")} for kind in KINDS]},
}
BODY_OF_A_SAVE: Final = body_of_save(
    DOCUMENT, SAVE, "the whole force as it shall be, and which revision it was made from"
)
BODY_OF_A_CHANGE: Final = body_of_save(
    DOCUMENT,
    CHANGE,
    "the whole force as it was, which revision that is, and what is to be done to it",
    changes=dict(ANY_CHANGE),
)
FILE_OF_A_FORCE: Final = file_of(DOCUMENT)


def components() -> dict[str, Any]:
    """The document, the changes by their kinds, and what stands inside of them, as schemas."""
    places, inside = msgspec.json.schema_components((ForceFile, *KINDS), ref_template=PLACE)
    found = dict(inside)
    for kind, place in zip(KINDS, places[1:], strict=True):
        found[f"force.{kind.__struct_config__.tag}"] = found.pop(place["$ref"].rpartition("/")[2])
    found["force.take_back"]["title"] = "TakeBack"  # as it was called first
    return found


# Forces in answers


class WeaponsShown(BaseModel):
    """Weapons of one make."""

    name: str = Field(description="what they are", examples=["Vickers"])
    unit_class: str = Field(description="as what they are ordered and fire", examples=["machine_gun"])
    stands: int = Field(description="on how many bases")
    models: int = Field(description="how many models")


class TotalsShown(BaseModel):
    """What a force comes to."""

    regiments: int = Field(description="regiments or brigades")
    battalions: int = Field(description="battalions without pioneers")
    pioneers: int = Field(description="battalions of pioneers")
    rifle_stands: int = Field(description="platoons of rifle companies")
    rifle_figures: int = Field(description="figures on them")
    mounted_stands: int = Field(description="stands of horse")
    mounted_figures: int = Field(description="figures on them")
    command_stands: int = Field(description="command stands")
    figures: int = Field(description="figures of men and horses in all")
    stands: int = Field(description="bases in all")
    batteries: int = Field(description="batteries of artillery, without mortars")
    weapons: list[WeaponsShown] = Field(description="weapons by make, in the order of the force")
    bases: dict[str, int] = Field(description="bases by what stands on them")
    counters: dict[str, int] = Field(description="aiming point counters that are wanted, by the piece")


class CheckedForce(ForceShown):
    """A force, what the rules say of it, and what it comes to."""

    findings: list[ForceFindingShown] = Field(
        description="what the rules would have otherwise, in the order of the force"
    )
    totals: TotalsShown = Field(description="what it comes to")


class WholeForce(CheckedForce):
    """A force with its document."""

    document: dict[str, Any] = Field(description="the force as an open document; docs/force-format.md")


class RatioShown(BaseModel):
    """Attackers to defenders."""

    attacker: int = Field(description="rifle platoons that attack", examples=[144])
    defender: int = Field(description="rifle platoons that defend", examples=[72])
    to_one: float = Field(description="how many attack for each that defends", examples=[2.0])
    enough: bool = Field(description="whether they are as many as the rule of thumb wants")
    clause: str = Field(description="the clause of the rule of thumb", examples=["FF-FOR-07"])
    says: str = Field(description="the same in words")


def checked(kept: KeptForce, is_yours: bool) -> CheckedForce:
    """A force with what the rules say of it."""
    return shown_as(CheckedForce, kept.listed, is_yours=is_yours, **_checked(kept))


def whole(kept: KeptForce, is_yours: bool, document: dict[str, Any]) -> WholeForce:
    """A force with its document."""
    return shown_as(WholeForce, kept.listed, is_yours=is_yours, document=document, **_checked(kept))


def _checked(kept: KeptForce) -> dict[str, Any]:
    book = kept.document.book
    return {"findings": check(kept.document, book), "totals": totals(kept.document, book)}


# Forces as JSON

Made = TypeVar("Made")
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


class ForceNamed(Strict):
    """What a force shall be called."""

    name: ForceName = Field(description="what the force is called, on one line")


WantedForce = Annotated[ForceWanted, Body(openapi_examples=dict(NEW))]
WantedName = Annotated[ForceNamed, Body(openapi_examples=dict(NAMED))]
OtherId = Annotated[
    str, Query(description="the force that defends", examples=["b2r5kq7ydq3xw4ta"], max_length=40, min_length=1)
]


def _named(force_id: ForceId) -> str:
    return force_id


def _called(wanted: WantedName) -> str:
    return wanted.name


def read(_request: Request, document: bytes) -> Force:
    """The force of a document. Raises Problem: 422, with what is wrong with each element."""
    try:
        return read_document(document)
    except NotFitting as wrong:
        raise Problem(not_a_force(wrong)) from wrong


def not_a_force(wrong: NotFitting) -> problem_details.HttpAnswer:
    """Why a document is no force: the first fault as every problem tells it, and all of them by element."""
    return not_fitting("The force cannot be taken in", "of", wrong)


def _owned(request: Request, response: Response, brought: bytes) -> Owned:
    return owned_from((FILE.read(brought).origin or "") if brought else "", request, response)


def _travels_as(kept: KeptForce, request: Request) -> bytes:
    thrown = taken_along(kept, shelves_of(request).rolls)
    return write_file(kept.document, kept.listed.origin or kept.listed.id, thrown)


def _brought(kept: KeptForce, body: bytes, request: Request) -> None:
    bring_along(FILE.read(body), kept, shelves_of(request).rolls)


def _copied(copy: KeptForce, of: KeptForce, request: Request) -> None:
    shelves, listed = shelves_of(request), copy.listed
    shelves.rolls.copy(of.listed.line, listed.id, listed.line)
    shelves.forces.steps.copy(of.listed.id, listed.id)


def _whole(kept: KeptForce, is_yours: bool) -> WholeForce:
    return whole(kept, is_yours, json.loads(write_document(kept.document)))


USE: Final = DocumentUse(
    "force",
    FORCE,
    lambda keeper: shelves_in(keeper).forces,
    read,
    write_document,
    no_such_force,
    instead="look at what stands there now, and make the change again",
    elsewhere="this force was made on another device: copy it, and change the copy",
)
found_force: Final = USE.found
raiser_for: Final = USE.maker("force_id")
ROUTES: Final = DocumentRoutes(
    USE,
    router,
    _named,
    writes=[Depends(raiser_for)],
    most_bytes=MOST_BYTES,
    new=checked,
    saved=at_once(_whole),
    new_model=CheckedForce,
    saved_model=WholeForce,
    owner=_owned,
    brought=_brought,
    copied=_copied,
    travels_as=_travels_as,
)


@router.get(
    "/{force_id}",
    dependencies=[Depends(anyone)],
    response_description="The force, what the rules say of it, and what it comes to",
    responses=documented(404),
)
def one_force(force_id: ForceId, request: Request) -> WholeForce:
    """One force, whole, with what the rules would have otherwise and its totals."""
    kept = found_force(request, force_id)
    return _whole(kept, is_this_devices(kept, request))


@router.get(
    "/{force_id}/ratio",
    dependencies=[Depends(anyone)],
    response_description="How many attack for each that defends",
    responses=documented(404, 409, 422),
)
def ratio_of_forces(force_id: ForceId, defender: OtherId, request: Request) -> RatioShown:
    """Two forces set side by side: this one attacks."""
    return ratio_of(found_force(request, force_id).document, found_force(request, defender).document)


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

    return checked(USE.added(_judged(make), _owned(request, response, b""), request), is_yours=True)


ROUTES.add_file(
    RouteWords(
        "file_of_force",
        "One force as a file, to keep, to share, or to take to another server.\n\n"
        "Rolls of its battalions that were taken back go along: they are not made anew where it is brought in.",
        "The force as an open document; docs/force-format.md says how to read it",
    ),
    FILE_OF_A_FORCE,
    below="/file",
)
ROUTES.add_import(
    RouteWords(
        "bring_force",
        "Take in a force from a file, as a whole or not at all; this device may change it.\n\n"
        "Rolls after games that its file tells of stay made; "
        "so do those of this device with the force it was saved from.",
        "The force; this device may change it",
    ),
    BODY_OF_A_FORCE,
)
ROUTES.add_copy(
    RouteWords(
        "copy_force",
        "Copy a force, whoever made it, to change the copy. Rolls its battalions have made after games stay made.",
        "The copy; this device may change it",
    ),
    _called,
    lambda force, name: replace(force, name=name),
)
ROUTES.add_save(
    RouteWords(
        "save_force",
        "Keep a force as it is now, whole. What was saved from elsewhere meanwhile is not overwritten: 409, `stands`.",
        "It is kept as it was sent; what the rules say of it now",
    ),
    BODY_OF_A_SAVE,
)


@router.post(
    "/{force_id}/change",
    dependencies=[Depends(raiser_for)],
    max_body_size=WITH_CHANGES,
    openapi_extra=BODY_OF_A_CHANGE,
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
        listed = found_force(request, force_id).listed
        return _changed(request, force_id, sent, AfterGames(shelves.rolls, shelves.forces.steps, listed, told))

    return await asyncio.to_thread(change)


ROUTES.add_delete(
    RouteWords("delete_force", "Throw a force away. Games that were begun with it have their own copy.", "It is gone")
)


def ratio_of(attacker: Force, defender: Force) -> RatioShown:
    """Two forces set side by side (FF-FOR-07). Raises Problem: 409 where there is nothing to compare."""
    attack, defend = (totals(one, one.book).rifle_stands for one in (attacker, defender))
    if not defend:
        raise Problem(_refused("FF-FOR-07", f"{defender.name} has no rifle platoons", "compare it with one that has"))
    told = ratio(RatioFacts(attacker=attack, defender=defend), attacker.book)
    if isinstance(told, Refusal):
        raise Problem(_refused(told.clause, told.because, told.instead))
    says = told.steps[0].says
    return RatioShown(
        attacker=attack,
        defender=defend,
        to_one=told.value.to_one,
        enough=told.value.enough,
        clause="FF-FOR-07",
        says=says,
    )


class _ChangeSent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    revision: Annotated[int, msgspec.Meta(ge=1)]
    document: msgspec.Raw
    changes: Changes


def _read_change(body: bytes) -> _ChangeSent:
    try:
        return msgspec.json.decode(body, type=_ChangeSent)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise Problem(problem_details.unreadable(*plain_words(wrong))) from wrong


def _changed(request: Request, force_id: str, sent: _ChangeSent, known: AfterGames) -> WholeForce:
    before = read(request, bytes(sent.document))
    *through, after = _judged(lambda: tuple(stages(before, sent.changes, known)))
    if wrong := tuple(faults(after)):
        raise Problem(not_a_force(NotFitting(*wrong)))
    shelf = shelves_of(request).forces
    kept = USE.saved(request, force_id, lambda: shelf.save_through(force_id, sent.revision, after, through))
    return _whole(kept, is_this_devices(kept, request))


def _judged(make: Callable[[], Made]) -> Made:
    """What comes of making or changing a force. Raises Problem: 409 for what cannot be, 422 for date or house rule."""
    try:
        return make()
    except NotThere as wrong:
        raise Problem(_refused("", wrong.because, wrong.instead)) from wrong
    except BadMonth as wrong:
        raise Problem(problem_details.unreadable("date", *_apart(wrong))) from wrong
    except BadHouseRule as wrong:
        raise Problem(problem_details.unreadable("house_rules", *_apart(wrong))) from wrong


def _apart(wrong: ValueError) -> tuple[str, str]:
    """What is wrong, and what would be right, of a reason that says both."""
    because, _, instead = str(wrong).partition("; ")
    return because, instead


def _refused(clause: str, because: str, instead: str) -> problem_details.HttpAnswer:
    told = {"clause": clause} if clause else {}
    return problem(409, "refused", "That cannot be", because, instead=instead, **told)

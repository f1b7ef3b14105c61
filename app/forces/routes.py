"""The forces of one rule system as JSON: one whole, its file, new, brought in, copied, saved, thrown away."""

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import Field, StringConstraints

from app.documented import documented
from app.documents.files import overtaken, read_save
from app.documents.makers import MadeHere, key_for, key_of
from app.forces.keys import BuiltId, no_such_force
from app.forces.offered import ForcesOffered
from app.forces.shelf import KeptForce, Overtaken, SystemForces
from app.forces.shown import BuiltForce, told
from app.games import problems
from app.games.keeper import Keeper, keeper_of
from app.games.problems import JSON, Problem, problem
from app.seats.guard import anyone
from app.seats.routes import Decided, Strict
from rules.kernel.documents import NotFitting

SMALL: Final = 4096
ONE_LINE: Final = r"^[^\x00-\x1f\x7f]*$"
ForceName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=ONE_LINE)]
Kept = KeptForce[Any]


class BuiltForceWanted(Strict):
    """A force to be built, or a copy: what it shall be called."""

    name: ForceName = Field(description="what the force is called, on one line")


NAMED: Final = {"named": {"summary": "A name", "value": {"name": "The old guard"}}}
WantedName = Annotated[BuiltForceWanted, Body(openapi_examples=dict(NAMED))]


def shelf_of(offered: ForcesOffered, keeper: Keeper) -> SystemForces[Any]:
    """The saved forces of a system."""

    def written(force: Any) -> Mapping[str, Any]:
        one = offered.counted(force)
        size = {"battalions": one.formations, "stands": one.bases}
        return {"name": one.name, "nation": "", "date": one.date, **size, "body": offered.write(force).decode()}

    return SystemForces(keeper.database.engine, offered.key, offered.read, written)


def found(offered: ForcesOffered, built_id: str, request: Request) -> Kept:
    """A saved force of the system. Raises Problem: 404."""
    kept = shelf_of(offered, keeper_of(request)).get(built_id)
    if kept is None:
        raise Problem(no_such_force(built_id))
    return kept


def built(offered: ForcesOffered, kept: Kept, request: Request) -> BuiltForce:
    """A force as it is answered: with what the rules say of it and what it comes to."""
    return BuiltForce(
        **told(kept.listed),
        is_yours=kept.listed.is_made_by(key_of(request)),
        findings=list(offered.findings(kept.force)),
        sums=list(offered.sums(kept.force)),
        document=json.loads(offered.write(kept.force)),
    )


def force_router(offered: ForcesOffered) -> APIRouter:
    """The addresses of one system's forces."""
    router = APIRouter(prefix=f"/api/v1/{offered.key}/forces", tags=["forces"])
    _add_reading(router, offered)
    _add_making(router, offered)
    _add_changing(router, offered)
    return router


def _add_reading(router: APIRouter, offered: ForcesOffered) -> None:
    named = offered.operations

    @router.get(
        "/{built_id}",
        dependencies=[Depends(anyone)],
        operation_id=f"{named}one_force",
        response_description="The force, what the rules say of it, and what it comes to",
        responses=documented(404),
    )
    def one_force(built_id: BuiltId, request: Request) -> BuiltForce:
        """One force, whole, with what the rules would have otherwise and its sums."""
        return built(offered, found(offered, built_id, request), request)

    @router.get(
        "/{built_id}/file",
        dependencies=[Depends(anyone)],
        operation_id=f"{named}file_of_force",
        response_model=None,
        response_description="The force as an open document of its system",
        responses={200: {"content": {JSON: {"schema": _document(offered)}}}, **documented(404)},
    )
    def file_of_force(built_id: BuiltId, request: Request) -> Response:
        """One force as a file, to keep, to share, or to take to another server."""
        headers = {"Content-Disposition": f'attachment; filename="force-{built_id}.json"'}
        file = offered.write(found(offered, built_id, request).force)
        return Response(file, media_type=JSON, headers=headers)


def _add_making(router: APIRouter, offered: ForcesOffered) -> None:
    named = offered.operations
    makes: dict[str, Any] = {"status_code": 201, "dependencies": [Depends(anyone)]}

    def added(force: Any, request: Request, response: Response, origin: str = "") -> BuiltForce:
        keeper = keeper_of(request)
        keeper.limits.opens_a_game(request)
        key = key_for(response, request)
        kept = shelf_of(offered, keeper).add(force, key, origin)
        # The key of a device that has just made its first is in the answer only.
        return built(offered, kept, request).model_copy(update={"is_yours": True})

    @router.post(
        "",
        **makes,
        max_body_size=SMALL,
        operation_id=f"{named}new_force",
        response_description="The force, with nothing in it; this device may change it",
        responses=documented(429, 507),
    )
    def new_force(wanted: WantedName, request: Request, response: Response) -> BuiltForce:
        """Begin a force with nothing in it; this device may change it."""
        return added(offered.fresh(wanted.name), request, response)

    @router.post(
        "/import",
        **makes,
        max_body_size=offered.most_bytes,
        operation_id=f"{named}bring_force",
        openapi_extra=_body(_document(offered), dict(offered.sample), "what `file_of_force` gave, here or elsewhere"),
        response_description="The force; this device may change it",
        responses=documented(422, 429, 507),
    )
    async def bring_force(request: Request, response: Response) -> BuiltForce:
        """Take in a force from a file, as a whole or not at all; this device may change it."""
        force = read(offered, await request.body())
        return await asyncio.to_thread(added, force, request, response)

    @router.post(
        "/{built_id}/copy",
        **makes,
        max_body_size=SMALL,
        operation_id=f"{named}copy_force",
        response_description="The copy; this device may change it",
        responses=documented(404, 429, 507),
    )
    def copy_force(built_id: BuiltId, wanted: WantedName, request: Request, response: Response) -> BuiltForce:
        """Copy a force, whoever made it, to change the copy."""
        copy = offered.renamed(found(offered, built_id, request).force, wanted.name)
        return added(copy, request, response)


def _add_changing(router: APIRouter, offered: ForcesOffered) -> None:
    named = offered.operations
    maker = MadeHere(
        "built_id",
        lambda keeper, built_id, key: shelf_of(offered, keeper).opens(built_id, key),
        no_such_force,
        "this force was made on another device: copy it, and change the copy",
    )

    @router.post(
        "/{built_id}/save",
        dependencies=[Depends(maker)],
        max_body_size=offered.most_bytes + SMALL,
        operation_id=f"{named}save_force",
        openapi_extra=_body(
            _save(offered),
            {"revision": 1, "document": dict(offered.sample)},
            "the whole force as it shall be, and which revision it was made from",
        ),
        response_description="It is kept as it was sent; what the rules say of it now",
        responses=documented(404, 409, 422, 507),
    )
    async def save_force(built_id: BuiltId, request: Request) -> BuiltForce:
        """Keep a force as it is now. What was saved from elsewhere meanwhile is not overwritten: 409, `stands`."""
        seen, document = read_save(await request.body())
        force = read(offered, document)
        return await asyncio.to_thread(_saved, offered, built_id, seen, force, request)

    @router.post(
        "/{built_id}/delete",
        status_code=204,
        dependencies=[Depends(maker)],
        max_body_size=SMALL,
        operation_id=f"{named}delete_force",
        response_description="It is gone",
        responses=documented(404, 507),
    )
    def delete_force(built_id: BuiltId, _: Decided, request: Request) -> None:
        """Throw a force away. Games that were begun with it have their own copy."""
        shelf_of(offered, keeper_of(request)).delete(built_id)


def read(offered: ForcesOffered, document: bytes) -> Any:
    """The force of a document. Raises Problem: 422, with what is wrong with each part."""
    try:
        return offered.read(document)
    except NotFitting as bad:
        raise Problem(not_fitting(bad)) from None


def not_fitting(bad: NotFitting) -> problems.Answer:
    """Why a document is no force: the first fault as every problem tells it, and all of them by what they are about."""
    first = bad.wrong[0]
    because = f"{first.of}: {first.because}" if first.of else first.because
    all_of_them = [{"of": one.of, "because": one.because, "instead": one.instead} for one in bad.wrong]
    return problem(
        422, "unreadable", "That cannot be read", because, field=first.of, instead=first.instead, wrong=all_of_them
    )


def _saved(offered: ForcesOffered, built_id: str, seen: int, force: Any, request: Request) -> BuiltForce:
    try:
        kept = shelf_of(offered, keeper_of(request)).save(built_id, seen, force)
    except Overtaken as newer:
        stands = newer.stands
        there = {"revision": stands.listed.revision, "document": json.loads(offered.write(stands.force))}
        instead = "look at what stands there now, and make the change again"
        raise Problem(overtaken("this force", instead, there)) from newer
    if kept is None:
        raise Problem(no_such_force(built_id))
    return built(offered, kept, request)


def _document(offered: ForcesOffered) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{offered.schema}"}


def _save(offered: ForcesOffered) -> dict[str, Any]:
    revision = {"type": "integer", "minimum": 1, "description": "the revision that was changed"}
    return {
        "type": "object",
        "required": ["revision", "document"],
        "additionalProperties": False,
        "properties": {"revision": revision, "document": _document(offered)},
    }


def _body(schema: dict[str, Any], sample: object, says: str) -> dict[str, Any]:
    """A body which the route reads itself, for the description."""
    content = {JSON: {"schema": schema, "examples": {"small": {"summary": "A small force", "value": sample}}}}
    return {"requestBody": {"required": True, "description": says, "content": content}}

"""The forces of one rule system as JSON: one whole, its file, new, brought in, copied, saved, thrown away."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import Field, StringConstraints

from app.documented import documented
from app.documents.described import Examples, body, body_of_save, file_of, one
from app.documents.routes import DocumentRoutes, RouteWords, at_once
from app.documents.shelf import DocumentKind, DocumentShelf, KeptDocument
from app.documents.use import ONE_LINE, SMALL, DocumentUse, is_this_devices, not_fitting
from app.forces.keys import BuiltId, no_such_force, owned_by_this_device
from app.forces.new_game import new_game_router
from app.forces.offered import ForcesOffered, kind_of
from app.forces.shelf import FORCES, ListedForce
from app.forces.shown import BuiltForce
from app.games.keeper import Keeper
from app.games.problems import Problem
from app.seats.guard import anyone
from app.shown_as import Strict, shown_as
from rules.kernel.documents import NotFitting

ForceName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=ONE_LINE)]
BuiltKept = KeptDocument[ListedForce, Any]


class BuiltForceWanted(Strict):
    """A force to be built, or a copy: what it shall be called."""

    name: ForceName = Field(description="what the force is called, on one line")


NAMED: Final = {"named": {"summary": "A name", "value": {"name": "The old guard"}}}
WantedName = Annotated[BuiltForceWanted, Body(openapi_examples=dict(NAMED))]


def use_of(offered: ForcesOffered) -> DocumentUse[ListedForce, Any]:
    """The saved forces of a system as one use of kept documents."""

    def columns(force: Any) -> Mapping[str, Any]:
        one = offered.counted(force)
        size = {"battalions": one.formations, "stands": one.bases}
        return {"name": one.name, "nation": "", "date": one.date, **size}

    kind = DocumentKind(FORCES, ListedForce, offered.read, offered.write, columns)

    def read(_keeper: Keeper, document: bytes) -> Any:
        try:
            return offered.read(document)
        except NotFitting as bad:
            raise Problem(no_force(bad)) from None

    return DocumentUse(
        "force",
        kind_of(offered),
        lambda keeper: DocumentShelf(keeper.database.engine, kind, offered.key),
        read,
        offered.write,
        no_such_force,
        instead="look at what stands there now, and make the change again",
        elsewhere="this force was made on another device: copy it, and change the copy",
    )


def no_force(bad: NotFitting) -> Any:
    """Why a document is no force: the first fault as every problem tells it, and all of them by what they are about."""
    return not_fitting("That cannot be read", "of", bad)


def built(offered: ForcesOffered, kept: BuiltKept, is_yours: bool) -> BuiltForce:
    """A force as it is answered: with what the rules say of it and what it comes to."""
    return shown_as(
        BuiltForce,
        kept.listed,
        is_yours=is_yours,
        findings=list(offered.findings(kept.document)),
        sums=list(offered.sums(kept.document)),
        document=json.loads(offered.write(kept.document)),
    )


def _named(built_id: BuiltId) -> str:
    return built_id


def _called(wanted: WantedName) -> str:
    return wanted.name


def force_router(offered: ForcesOffered) -> APIRouter:
    """The addresses of one system's forces."""
    router = APIRouter(prefix=f"/api/v1/{offered.key}/forces", tags=["forces"])
    use = use_of(offered)

    def answered(kept: BuiltKept, is_yours: bool) -> BuiltForce:
        return built(offered, kept, is_yours)

    routes = DocumentRoutes(
        use,
        router,
        _named,
        writes=[Depends(use.maker("built_id"))],
        most_bytes=offered.most_bytes,
        new=answered,
        saved=at_once(answered),
        new_model=BuiltForce,
        saved_model=BuiltForce,
        owner=owned_by_this_device,
    )
    _add_one_and_new(routes, offered)
    _add_others(routes, offered)
    every = APIRouter()
    every.include_router(router)
    every.include_router(new_game_router(offered, use))
    return every


def _add_one_and_new(routes: DocumentRoutes[ListedForce, Any], offered: ForcesOffered) -> None:
    @routes.router.get(
        "/{built_id}",
        dependencies=[Depends(anyone)],
        name=f"{offered.operations}one_force",
        response_description="The force, what the rules say of it, and what it comes to",
        responses=documented(404),
    )
    def one_force(built_id: BuiltId, request: Request) -> BuiltForce:
        """One force, whole, with what the rules would have otherwise and its sums."""
        kept = routes.use.found(request, built_id)
        return built(offered, kept, is_this_devices(kept, request))

    @routes.router.post(
        "",
        status_code=201,
        dependencies=[Depends(anyone)],
        max_body_size=SMALL,
        name=f"{offered.operations}new_force",
        response_model=BuiltForce,
        response_description="The force, with nothing in it; this device may change it",
        responses=documented(429, 507),
    )
    def new_force(wanted: WantedName, request: Request, response: Response) -> Any:
        """Begin a force with nothing in it; this device may change it."""
        return routes.add_new(offered.fresh(wanted.name), request, response)


def _add_others(routes: DocumentRoutes[ListedForce, Any], offered: ForcesOffered) -> None:
    named, document = offered.operations, {"$ref": f"#/components/schemas/{offered.schema}"}
    routes.add_file(
        RouteWords(
            f"{named}file_of_force",
            "One force as a file, to keep, to share, or to take to another server.",
            "The force as an open document of its system",
        ),
        file_of(document),
        below="/file",
    )
    routes.add_import(
        RouteWords(
            f"{named}bring_force",
            "Take in a force from a file, as a whole or not at all; this device may change it.",
            "The force; this device may change it",
        ),
        body(document, _small(offered.sample), "what `file_of_force` gave, here or elsewhere"),
    )
    routes.add_copy(
        RouteWords(
            f"{named}copy_force",
            "Copy a force, whoever made it, to change the copy.",
            "The copy; this device may change it",
        ),
        _called,
        offered.renamed,
    )
    routes.add_save(
        RouteWords(
            f"{named}save_force",
            "Keep a force as it is now. What was saved from elsewhere meanwhile is not overwritten: 409, `stands`.",
            "It is kept as it was sent; what the rules say of it now",
        ),
        body_of_save(
            document,
            _small({"revision": 1, "document": dict(offered.sample)}),
            "the whole force as it shall be, and which revision it was made from",
        ),
    )
    routes.add_delete(
        RouteWords(
            f"{named}delete_force",
            "Throw a force away. Games that were begun with it have their own copy.",
            "It is gone",
        )
    )


def _small(value: Mapping[str, Any]) -> Examples:
    return one("small", "A small force", dict(value))

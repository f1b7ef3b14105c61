"""The forces of one rule system as pages: the list, one to be built or looked at, its prints, and a game of two."""

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.documents.use import is_this_devices
from app.forces.keys import BuiltId
from app.forces.listing import forces_of
from app.forces.offered import ForcesOffered
from app.forces.outline import OutlineRow
from app.forces.routes import built, use_of
from app.games.keeper import keeper_of
from app.lookups.words import month_words
from app.pages.form_pages import pages_of_forms
from app.pages.rendering import page
from app.seats.guard import anyone
from app.systems.listed import known_systems
from rules.kernel.documents import NotFitting


def force_pages(offered: ForcesOffered) -> APIRouter:
    """The pages of one system's forces."""
    router = APIRouter(dependencies=[Depends(anyone)], default_response_class=HTMLResponse)
    _add_list(router, offered)
    _add_building(router, offered)
    router.include_router(_prints(offered))
    _add_game(router, offered)
    return router


def _at(offered: ForcesOffered) -> str:
    return f"/forces/{offered.key}"


def _sides(offered: ForcesOffered) -> Mapping[str, str]:
    """The sides of the system by their words, each with its name; a service without its games knows them too."""
    return known_systems()[offered.key].seating.sides


def _named(offered: ForcesOffered) -> dict[str, str]:
    return {"key": offered.key, "title": offered.title, "says": offered.says, "at": _at(offered)}


def _add_list(router: APIRouter, offered: ForcesOffered) -> None:
    @router.get(_at(offered))
    def forces_of_system(request: Request) -> Response:
        """Every saved force of the system, and the ways to a new one."""
        listed = [{"force": one, "month": month_words(one.date)} for one in forces_of(request, offered.key)]
        return page("forces/built_index.html", {"forces": listed, "system": _named(offered)})


def _add_building(router: APIRouter, offered: ForcesOffered) -> None:
    @router.get(f"{_at(offered)}/{{built_id}}")
    def built_force(built_id: BuiltId, request: Request, of: str = "") -> Response:
        """A force; `of`: which part of it is in hand. Whoever made it may change it there."""
        kept = use_of(offered).found(request, built_id)
        told = built(offered, kept, is_this_devices(kept, request))
        whole = offered.outline(kept.document)
        context = {
            "force": told,
            "month": month_words(told.date),
            "document": told.document if told.is_yours else None,
            "whole": whole,
            "in_hand": next((one for one in _every(whole) if one.id == of), whole),
            "marks": _marks(told.findings),
            "system": _named(offered),
            "here": f"{_at(offered)}/{built_id}",
            "first_side": next(iter(_sides(offered))),
            "api": f"/api/v1/{offered.key}/forces/{built_id}",
        }
        return page("forces/built.html", context)


def _prints(offered: ForcesOffered) -> APIRouter:
    at = f"{_at(offered)}/{{built_id}}"

    def forms_of_built(built_id: BuiltId, request: Request) -> Any:
        """The forms of a force."""
        from app.printing.offers import FormsHere

        kept = use_of(offered).found(request, built_id)
        here, forms = at.format(built_id=built_id), tuple(offered.forms(kept.document))
        return FormsHere(here, kept.listed.name, forms, {"in_basket": False})

    return pages_of_forms(f"{at}/print", forms_of_built, None)


def _add_game(router: APIRouter, offered: ForcesOffered) -> None:
    @router.get(f"/new/{offered.key}")
    def new_of_two(request: Request) -> Response:
        """A game of two saved forces, each in the address under the word of its side: choose them, then begin."""
        forces = forces_of(request, offered.key)
        known = {one.id for one in forces}
        sides, query = _sides(offered), request.query_params
        chosen = {side: one if (one := query.get(side, "")) in known else "" for side in sides}
        options = [{"value": one.id, "word": f"{one.name}, {month_words(one.date)}"} for one in forces]
        context = {"system": _named(offered), "options": options, "sides": sides, "chosen": chosen}
        return page("forces/two.html", context | _opening(offered, chosen, request))


def _opening(offered: ForcesOffered, chosen: dict[str, str], request: Request) -> dict[str, Any]:
    """What opens a game of the two that are chosen, or why none can be opened."""
    shelf = use_of(offered).shelf(keeper_of(request))
    kept = {side: shelf.get(one) for side, one in chosen.items() if one}
    forces = [one.document for one in kept.values() if one is not None]
    # Of one that fights itself everything is said once.
    wrong = [
        {"name": force_name(offered, force), "says": one.says, "instead": one.instead, "clause": one.clause}
        for force in forces[: len(set(chosen.values()) - {""})]
        for one in offered.findings(force)
        if one.grave
    ]
    if len(forces) < len(chosen):
        return {"body": None, "wrong": wrong, "refused": None}
    try:
        return {"body": dict(offered.opening(*forces)), "wrong": wrong, "refused": None}
    except NotFitting as bad:
        first = bad.wrong[0]
        refused = {"because": f"{first.of}: {first.because}" if first.of else first.because, "instead": first.instead}
        return {"body": None, "wrong": wrong, "refused": refused}


def force_name(offered: ForcesOffered, force: Any) -> str:
    """What a force is called."""
    return offered.counted(force).name


def _every(row: OutlineRow) -> Iterator[OutlineRow]:
    yield row
    for one in row.rows:
        yield from _every(one)


def _marks(findings: Any) -> dict[str, int]:
    """How much is against the rules in each part, with all that is in it."""
    found: dict[str, int] = {}
    for one in findings:
        parts = one.of.split(".") if one.of and one.grave else []
        for n in range(len(parts)):
            key = ".".join(parts[: n + 1])
            found[key] = found.get(key, 0) + 1
    return found

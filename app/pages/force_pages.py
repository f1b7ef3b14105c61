"""Pages of the forces of a rule system: list, editor, prints and new game."""

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.documents.force_routes import built, date_of, forces_of, roles, use_of
from app.documents.forces import BuiltId, ForcesOffered, OutlineRow
from app.documents.routes import is_this_devices
from app.documents.tables import told_apart
from app.games.app_services import keeper_of
from app.http.guards import anyone
from app.lookups.vocabulary import month_words
from app.pages.form_fields import chapters, months
from app.pages.printing.form_pages import pages_of_forms
from app.pages.rendering import page
from app.plugins import plugins_of
from app.printing.printables import FormsHere
from app.system_service import service_of

# The rule systems whose forces are built by the core


def built_by_the_core(request: Request) -> list[dict[str, Any]]:
    """Each with its rule book, the page of its forces, that of a game of two, and its games that lie ready."""
    services = (service_of(plugin) for plugin in plugins_of(request).values())
    offered = ((service.forces, service.ready_games()) for service in services)
    return [
        {"title": one.title, "says": one.says, "forces": f"/forces/{one.key}", "new": f"/new/{one.key}", "ready": ready}
        for one, ready in offered
        if one is not None
    ]


# The forces of one rule system as pages


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
            "first_side": next(iter(offered.sides)),
            "api": f"/api/v1/{offered.key}/forces/{built_id}",
        }
        return page("forces/built.html", context)


def _prints(offered: ForcesOffered) -> APIRouter:
    at = f"{_at(offered)}/{{built_id}}"

    def forms_of_built(built_id: BuiltId, request: Request) -> Any:
        """The forms of a force."""
        kept = use_of(offered).found(request, built_id)
        here, forms = at.format(built_id=built_id), tuple(offered.forms(kept.document))
        return FormsHere(here, kept.listed.name, forms, {"in_basket": False})

    return pages_of_forms(f"{at}/print", forms_of_built, None)


def _add_game(router: APIRouter, offered: ForcesOffered) -> None:
    @router.get(f"/new/{offered.key}")
    def new_of_two(request: Request) -> Response:
        """The form for a game of two saved forces; those that the address names are chosen in it already."""
        context = {"system": _named(offered), "form": _form(offered, request), "seats": roles(list(offered.sides))}
        return page("new_game/of_forces.html", context)


def _form(offered: ForcesOffered, request: Request) -> dict[str, Any]:
    """What can be chosen in the form, and what is chosen already."""
    new, forces = offered.new_game, forces_of(request, offered.key)
    known, query = {one.id for one in forces}, request.query_params
    chosen = {side: one if (one := query.get(side, "")) in known else "" for side in offered.sides}
    dates = {one.id: one.date for one in forces}
    nobody = {"value": "", "word": "Choose"}
    saved = [{"value": one.id, "word": f"{one.name}, {month_words(one.date)}", "month": one.date} for one in forces]
    tables = told_apart(keeper_of(request).tabletops.of_system(offered.key))
    questions = new.questions()
    known_months = [str(month) for month in months(questions)]
    return {
        "title": "",
        "date": date_of([dates[one] for one in chosen.values() if one]) if any(chosen.values()) else "",
        "dates": (),
        "months": {
            "first": known_months[0],
            "last": known_months[-1],
            "says": f"{month_words(known_months[0])} to {month_words(known_months[-1])}",
        },
        "sides": [
            {"side": side, "word": word, "forces": [nobody, *saved], "chosen": chosen[side], "takes_file": False}
            for side, word in offered.sides.items()
        ],
        "tables": [
            {"value": "", "word": "Without a table"},
            *({"value": key, "word": word} for key, word in tables.items()),
        ],
        "table": "",
        "nearest": False,
        "ratio": "",
        "spans": {},
        "length": {"name": "length", "label": new.length.label, "most": new.length.most, "value": ""},
        "options": new.options,
        "chapters": chapters(questions),
        "house": {},
        "check": f"/api/v1/{offered.key}/game-of-forces",
    }


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

"""The forces of one rule system as pages: the list, one to be built or looked at, its prints, and a game of two."""

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.documents.use import is_this_devices
from app.forces.keys import BuiltId
from app.forces.listing import forces_of
from app.forces.new_game import date_of, roles
from app.forces.offered import ForcesOffered
from app.forces.outline import OutlineRow
from app.forces.routes import built, use_of
from app.games.keeper import keeper_of
from app.lookups.words import month_words
from app.pages.choices import chapters, months
from app.pages.form_pages import pages_of_forms
from app.pages.rendering import page
from app.seats.guard import anyone
from app.tabletops.shelf import told_apart


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
        from app.printing.offers import FormsHere

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

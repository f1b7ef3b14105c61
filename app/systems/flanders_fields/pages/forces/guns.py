"""Every piece of artillery of the book to be looked through: range, shell, weight, notes and class (FF-GUN)."""

from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from app.pages.rendering import page
from app.seats.guard import anyone
from app.systems.flanders_fields.pages.clauses import CLAUSES
from app.systems.flanders_fields.words import words
from rules.flanders_fields.book import RuleBook, calendar
from rules.flanders_fields.forces.guns import CLASS_CLAUSES, CLASSES, MORTAR_ROWS, ROWS, Gun, guns, guns_of
from rules.flanders_fields.vocabulary import Nation

router = APIRouter()
NOT_PRINTED: Final = "\u2013"


@router.get("/guns", dependencies=[Depends(anyone)])
def all_guns(request: Request) -> HTMLResponse:
    """The pieces of all armies, or those of one, of one class, or whose name or notes hold some words."""
    query = request.query_params
    # Classes are as the book prints them; a house rule that changes one is shown where it is played.
    book = RuleBook.for_game(calendar().periods[-1].last)
    nation, kind, find = _nation(query), CLASSES.get(query.get("class", "")), query.get("find", "").strip()
    shown = [_told(one, book) for one in guns_of(book, nation, kind, find)]
    context = {
        "guns": shown,
        "counts": (len(shown), len(guns())),
        "nations": [_any("Any army"), *({"value": one.value, "word": one.capitalize()} for one in Nation)],
        "classes": [_any("Any class"), *({"value": one.value, "word": words(one)} for one in CLASSES.values())],
        "nation": nation.value if nation else "",
        "kind": kind.value if kind else "",
        "find": find,
        "clauses": CLAUSES,
    }
    return page("flanders_fields/forces/guns.html", context)


def _nation(query: QueryParams) -> Nation | None:
    return next((one for one in Nation if one.value == query.get("nation")), None)


def _any(word: str) -> dict[str, str]:
    return {"value": "", "word": word}


def _told(gun: Gun, book: RuleBook) -> dict[str, Any]:
    clause = CLASS_CLAUSES.get(gun.unit_class, MORTAR_ROWS)
    return {
        "key": gun.key.value,
        "title": gun.title,
        "nation": gun.nation.value,
        "range": _printed(gun.range_m),
        "shell": _printed(gun.shell_kg),
        "weight": _printed(gun.weight_t),
        "notes": gun.notes,
        "kind": words(gun.unit_class),
        "why": gun.why,
        "row": words(book.table(ROWS).word(gun.unit_class).value),
        "clause": gun.clause,
        "class_clause": clause,
        "house": gun.house,
    }


def _printed(value: float | None) -> str:
    return NOT_PRINTED if value is None else f"{value:,g}"

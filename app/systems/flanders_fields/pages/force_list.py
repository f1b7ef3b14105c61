"""Pages of saved forces, of a new force, and of every piece of artillery (FF-GUN)."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from app.documents.force_routes import forces_of
from app.http.guards import anyone
from app.http.problem_details import Problem, not_found
from app.lookups.vocabulary import month_words
from app.pages.force_pages import built_by_the_core
from app.pages.rendering import page
from app.systems.flanders_fields.lookups import CLAUSES, words
from rules.flanders_fields.army_lists import (
    CLASS_CLAUSES,
    CLASSES,
    MORTAR_ROWS,
    ROWS,
    FormationPart,
    Gun,
    Organisation,
    PartSort,
    guns,
    guns_of,
    organisation,
    organisations,
)
from rules.flanders_fields.force_limits import proposed_grade
from rules.flanders_fields.forces import open_parts
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import RuleBook, calendar, rulings
from rules.flanders_fields.vocabulary import Nation
from rules.kernel.months import BadMonth, Month, parse_month
from rules.kernel.rulings import Ruling

# The forces that were saved here

router = APIRouter()
CHAPTERS: Final = ("Tables of organisation", "Limits of quality", "Forces", "Guns")
"""The contested points on which a force may hang."""


@router.get("/forces", dependencies=[Depends(anyone)])
def forces(request: Request) -> HTMLResponse:
    """Every saved force, and the ten structures of which a new one is made."""
    listed = [{"force": one, "month": month_words(one.date)} for one in forces_of(request, SYSTEM.key)]
    return page(
        "flanders_fields/forces/index.html",
        {"forces": listed, "nations": list(_nations()), "others": built_by_the_core(request)},
    )


def _nations() -> Iterator[dict[str, Any]]:
    for nation in (Nation.BRITISH, Nation.GERMAN, Nation.FRENCH):
        tables = [one for one in organisations().values() if one.nation is nation]
        yield {"key": nation.value, "name": nation.capitalize(), "tables": [_structure(one) for one in tables]}


def _structure(table: Organisation) -> dict[str, str]:
    span = f"{table.first.in_words} to {table.last.in_words}"
    return {"id": table.id.value, "title": table.title, "span": span, "clause": table.roots[0].clause}


@router.get("/forces/new", dependencies=[Depends(anyone)])
def new_force_form(table: str = "", date: str = "") -> HTMLResponse:
    """The form for a force of one structure: its month, what its table leaves open, what is contested."""
    found = next((one for one in organisations().values() if one.id.value == table and one.nation), None)
    if found is None:
        raise Problem(NO_TABLE)
    month = _month(date, found)
    book = RuleBook.for_game(month)
    at = organisation(found.id, book)
    context = {
        "structure": _structure(found),
        "nation": found.nation,
        "month": str(month),
        "dates": months(),
        "in_time": found.holds(month),
        "choices": list(_choices(at)),
        "grade": words(proposed_grade(found.id, book)),
        "rulings": [(one, one.default) for one in contested(at)],
        "clauses": CLAUSES,
    }
    return page("flanders_fields/forces/new.html", context)


NO_TABLE: Final = not_found(
    "no-such-table-of-organisation",
    "No such table of organisation",
    "this address names a structure that is not here",
    "choose one on the page of forces",
)


def _month(written: str, table: Organisation) -> Month:
    """The month of the address, the first of the table where that is none of the war."""
    try:
        month = parse_month(written)
        calendar().period_of(month)
    except BadMonth:
        return table.first
    return month


def months() -> list[dict[str, str]]:
    """Every month of the war, to choose from."""
    found = (month for period in calendar().periods for month in period.months())
    return [{"value": str(month), "word": month.in_words} for month in found]


def _choices(table: Organisation) -> Iterator[dict[str, Any]]:
    """What a table leaves to the player, as fields of a form."""
    for key, amount in open_parts(table).items():
        part = table.parts[key]
        told = {"label": _label(part), "hint": amount.in_words, "clause": part.clause, "why": part.because}
        yield {"name": f"choices.{key}", "value": amount.usual, "min": amount.least, "max": amount.most, **told}


def _label(part: FormationPart) -> str:
    """What is chosen of a part: how many of it there are, its models, or the figures of a commander."""
    if part.count.is_open:
        return part.title
    return f"{part.title}: {'figures' if part.sort is PartSort.COMMAND else part.weapon or 'models'}"


def contested(table: Organisation) -> list[Ruling]:
    """The points that are contested of a table of organisation and of its limits, with more than one answer."""
    named = {part.ruling for part in table.parts.values()}
    of_all = {one.id for one in rulings().values() if one.chapter == CHAPTERS[1]}
    found = [rulings()[one] for one in rulings() if one in named | of_all]
    return [one for one in found if sum(option.selectable for option in one.options) > 1]


def all_contested() -> list[Ruling]:
    """Every point on which a force may hang that has more than one answer."""
    found = (one for one in rulings().values() if one.chapter in CHAPTERS)
    return [one for one in found if sum(option.selectable for option in one.options) > 1]


# The list of guns (FF-GUN)

gun_router = APIRouter()
NOT_PRINTED: Final = "\u2013"


@gun_router.get("/guns", dependencies=[Depends(anyone)])
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

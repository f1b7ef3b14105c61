"""Forms to print: chosen on the left, read as they will stand on paper on the right, taken along as one PDF."""

from collections.abc import Sequence
from typing import Any, Final

from fastapi import Request
from starlette.datastructures import QueryParams
from starlette.responses import Response

from app.downloads import file_name, things_named
from app.games.problems import Problem, not_found
from app.pages.printing.delivery import file_of
from app.pages.rendering import page
from app.printing.asked import PAPER_NAMES, correction_of, paper_of, problem_of
from app.printing.offers import NotOffered, Printable, chosen, job_of_forms
from playsheets.press import PAPERS, BadJob

NO_FORM: Final = not_found(
    "no-such-form", "Nothing to print there", "no such form is printed here", "choose one of those that are offered"
)


def reading(here: str, title: str, offers: Sequence[Printable], query: QueryParams, **more: Any) -> Response:
    """The forms that the address names, to be read; without one, the first.

    `here`: the page that is gone back to; its prints stand at /print below it unless `at` says where.
    """
    return page("prints.html", _context(here, title, offers, query, None) | more)


async def printed(
    here: str, title: str, offers: Sequence[Printable], request: Request, named: str = "", **more: Any
) -> Response:
    """Return the same as one PDF; what cannot be printed is said on the page.

    The file is named after its `title` and its forms, and after `named` in place of a title that is secret.
    """
    query = request.query_params
    keys = query.getlist("form") or [one.key for one in offers[:1]]
    name = file_name(named or title, things_named(keys), ending="pdf")
    forms = forms_of(offers, query)
    try:
        job = job_of_forms(title, forms, paper_of(query), correction_of(query))
        return await file_of(request, job, name, f"{more.get('at', f'{here}/print')}?{query}")
    except BadJob as bad:
        return page("prints.html", _context(here, title, offers, query, problem_of(bad)) | more, 422)


def forms_of(offers: Sequence[Printable], query: QueryParams) -> Any:
    """The forms that an address names. Raises Problem for one that is not offered here."""
    try:
        return chosen(offers, query.getlist("form"))
    except NotOffered:
        raise Problem(NO_FORM) from None


def _context(
    here: str, title: str, offers: Sequence[Printable], query: QueryParams, problem: dict[str, str] | None
) -> dict[str, Any]:
    asked = query.getlist("form")
    keys = asked if asked or "asked" in query else [one.key for one in offers[:1]]
    try:
        forms = chosen(offers, keys)
    except NotOffered:
        raise Problem(NO_FORM) from None
    return {
        "here": here,
        "at": f"{here}/print",
        "title": title,
        "offers": [{"key": one.key, "title": one.title, "says": one.says, "on": one.key in keys} for one in offers],
        "forms": forms,
        "papers": [{"value": key, "word": PAPER_NAMES[key]} for key in PAPERS],
        "paper": paper_of(query),
        "measured": {name: query.get(name, "") for name in ("across", "along")},
        "problem": problem,
        "in_basket": True,
    }

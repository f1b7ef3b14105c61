"""Error handlers: a problem for programs (RFC 9457), a page for people."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.http.problem_details import SAFE_METHODS, HttpAnswer, Problem, broken, come_back, not_written, problem, respond
from app.pages.rendering import NotBuilt, page
from app.storage.database import NotWritten

log = structlog.get_logger(__name__)

NO_JSON: Final = ("the body of this request is no JSON", "send JSON, written in UTF-8")
FALLBACK: Final = "this request cannot be answered"
WORDS: Final[Mapping[int, tuple[str, str]]] = {
    404: ("there is nothing at this address", "check the address, or begin at the start page"),
    405: ("this address does not take this kind of request", "the description of the service lists what it takes"),
    413: ("the body of this request is too large", "send less at once"),
}


def handle_problems(app: FastAPI) -> None:
    """Answer everything that can go wrong in one form."""
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_unreadable)
    app.add_exception_handler(NotWritten, _on_not_written)
    app.add_exception_handler(DBAPIError, _on_not_written)
    app.add_exception_handler(Exception, _on_fault)


def too_large(limit: int) -> HttpAnswer:
    """The body is larger than a route takes. `limit` in bytes."""
    detail, instead = WORDS[413]
    return problem(413, "too-large", "Too large", f"{detail}: at most {limit} bytes are taken", instead=instead)


def shown(answer: HttpAnswer, request: Request, headers: Mapping[str, str] | None = None) -> Response:
    """An answer in the form the asker prefers: a page for people, else the problem itself."""
    response = _as_page(answer) if wants_page(request) else None
    response = response or respond(answer)
    response.headers.update({**come_back(answer.status), **(headers or {})})
    return response


def wants_page(request: Request) -> bool:
    """Whether a person looks: browsers name HTML first, programs name JSON or nothing."""
    first = request.headers.get("accept", "").partition(",")[0].partition(";")[0].strip()
    return first in ("text/html", "application/xhtml+xml")


def _as_page(answer: HttpAnswer) -> Response | None:
    told = msgspec.json.decode(answer.body)
    context = {"status": answer.status, "heading": told["title"], "because": told["detail"]}
    try:
        return page("error.html", {**context, "instead": told.get("instead", "")}, answer.status)
    except NotBuilt as missing:
        log.warning("no page for a problem", because=str(missing))
        return None


def _on_problem(request: Request, raised: Exception) -> Response:
    assert isinstance(raised, Problem)
    return shown(raised.answer, request, raised.headers)


def _on_http(request: Request, raised: Exception) -> Response:
    assert isinstance(raised, HTTPException)
    if raised.status_code == HTTPStatus.BAD_REQUEST:
        # The framework could not decode the body: not another answer than for a body it could not parse.
        return shown(_no_json(), request)
    title = HTTPStatus(raised.status_code).phrase.capitalize()
    detail, instead = WORDS.get(raised.status_code, (raised.detail or FALLBACK, ""))
    headers = raised.headers
    if raised.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers = {"Allow": ", ".join(sorted(_methods_at(request)))}
    answer = problem(raised.status_code, title.lower().replace(" ", "-"), title, detail, instead=instead)
    return shown(answer, request, headers)


def _methods_at(request: Request) -> set[str]:
    # The framework names those of the first route that fits; an address can have several.
    fitting = (one for one in iter_route_contexts(request.app.routes) if one.path_regex.match(request.url.path))
    return {method for one in fitting for method in one.methods or ()}


def _no_json() -> HttpAnswer:
    because, instead = NO_JSON
    return problem(422, "unreadable", "The request cannot be read", because, field="body", instead=instead)


def _on_unreadable(request: Request, raised: Exception) -> Response:
    assert isinstance(raised, RequestValidationError)
    if any(error["type"] == "json_invalid" for error in raised.errors()):
        return shown(_no_json(), request)
    errors = [_told(error) for error in raised.errors()]
    first = errors[0]
    detail = f"{first['field']}: {first['because']}"
    answer = problem(
        422, "unreadable", "The request cannot be read", detail, **{**first, "because": detail}, errors=errors
    )
    return shown(answer, request)


def _told(error: Mapping[str, Any]) -> dict[str, str]:
    where = [str(part) for part in error["loc"]]
    # The first part says where it was looked for (body, path, query); alone, it is all there is to say.
    field = ".".join(part for part in where[1:] or where if part != NAME_OF_A_FIELD)
    because, instead = in_words(str(error["type"]), error.get("ctx", {}), str(error["msg"]))
    return {"field": field, "because": because, "instead": instead}


NAME_OF_A_FIELD: Final = "[key]"
"""What the framework calls the name of an entry that cannot stand there: it stands before it already."""
BOUNDS: Final = {
    "greater_than_equal": "at least {}",
    "less_than_equal": "at most {}",
    "greater_than": "more than {}",
    "less_than": "less than {}",
}


def in_words(kind: str, more: Mapping[str, Any], said: str) -> tuple[str, str]:
    """A complaint of the framework's reader in the words of the table: what is wrong, and what would be right."""
    match kind:
        case "string_too_long":
            return "it is too long", f"at most {more['max_length']} letters"
        case "string_too_short":
            return "it is empty", "write something"
        case "missing":
            return "it is missing", "add it"
        case "extra_forbidden":
            return "it is not known here", "leave it out"
        case "enum" | "literal_error":
            return "it is not one of the words that can stand here", f"one of {more['expected']}"
        case "greater_than_equal" | "less_than_equal" | "greater_than" | "less_than":
            (bound,) = more.values()
            return "no such number can stand here", BOUNDS[kind].format(bound)
        case "int_type" | "int_parsing" | "int_from_float":
            return "that is no whole number", "a whole number"
        case "string_pattern_mismatch":
            return "there are signs in it that cannot stand here", "letters, digits and signs on one line"
        case _:
            because = said.removeprefix("Value error, ").removeprefix("Input ")
            return because[:1].lower() + because[1:], because.removeprefix("should be ")


def _on_not_written(request: Request, raised: Exception) -> Response:
    if request.method in SAFE_METHODS:
        # Nothing was to be written: whatever failed here failed otherwise.
        raise raised
    log.error("not written", path=request.url.path, because=str(raised))
    return shown(not_written(raised, "look whether it is there, then send it again"), request)


def _on_fault(request: Request, _raised: Exception) -> Response:
    return shown(broken(), request)

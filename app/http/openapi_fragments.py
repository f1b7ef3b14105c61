"""OpenAPI fragments of routes: problem answers, document bodies and samples."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from app.documents.ownership import Holds, MadeHere
from app.http.guards import Guard, HostOfDeleted, Seated
from app.http.problem_details import JSON, PROBLEM, SAFE_METHODS

# Documents

Examples = Mapping[str, Any]
PLACE: Final = "#/components/schemas/{name}"
"""Where the schema of a document's part stands."""
REVISION: Final = {"type": "integer", "minimum": 1, "description": "the revision that was changed"}


def sample(beside: str, name: str) -> dict[str, Any]:
    """What a file beside a module holds, as it can be sent; a new value each time."""
    found: dict[str, Any] = json.loads(Path(beside).with_name(f"{name}.json").read_text(encoding="utf-8"))
    return found


def one(name: str, summary: str, value: Any) -> Examples:
    """A single example under its name."""
    return {name: {"summary": summary, "value": value}}


def body(schema: Mapping[str, Any], examples: Examples, says: str) -> dict[str, Any]:
    """A body which the route reads itself."""
    content = {JSON: {"schema": dict(schema), "examples": dict(examples)}}
    return {"requestBody": {"required": True, "description": says, "content": content}}


def exactly(properties: Mapping[str, Any]) -> dict[str, Any]:
    """An object of exactly these."""
    return {
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": dict(properties),
    }


def body_of_save(document: Mapping[str, Any], examples: Examples, says: str, **more: Any) -> dict[str, Any]:
    """The body that keeps a document: which revision was changed, the whole of it, and what else is told."""
    return body(exactly({"revision": REVISION, "document": dict(document), **more}), examples, says)


def file_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The answer that is the document itself."""
    return {"content": {JSON: {"schema": dict(document)}}}


# Problems

MEANINGS: Final[Mapping[int, str]] = {
    401: "This device has no seat at this game",
    403: "Not for this seat, or not sent from a page of this server (its Origin has to be this server's)",
    404: "There is no such thing here",
    409: "The rules do not allow it, or the table has moved on, or the game is closed or here already",
    413: "The body is too large",
    415: "The body is not sent as application/json",
    422: "The request cannot be read: `field` names the place, `instead` what would be right",
    429: "Too many attempts: wait a little",
    503: "The server is stopping, or a part of it does not work; send it again",
    507: "The server could not write it down, or not make sure of it: `type` says which",
}
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "Problem",
    "description": "What went wrong, after RFC 9457. Further members depend on the type.",
    "required": ["type", "title", "status", "detail", "because"],
    "properties": {
        "type": {
            "type": "string",
            "pattern": "^/problems/[a-z-]+$",
            "description": "the kind of problem; programs may go by it",
            "examples": ["/problems/refused"],
        },
        "title": {
            "type": "string",
            "description": "the kind of problem, for people",
            "examples": ["The rules do not allow it"],
        },
        "status": {"type": "integer", "description": "the status of the answer, repeated", "examples": [409]},
        "detail": {
            "type": "string",
            "description": "what was wrong this time, in the words of the table",
            "examples": ["77 mm, 1st Battery has been ordered this turn"],
        },
        "because": {"type": "string", "description": "the same as `detail`"},
        "instead": {"type": "string", "description": "what would be right"},
        "choices": {
            "type": "array",
            "items": {"type": "string"},
            "description": "the words that would fit, as they are sent; `instead` names them in the words of the table",
        },
        "field": {"type": "string", "description": "where it was wrong", "examples": ["facts.range_cm"]},
        "clause": {"type": "string", "description": "the clause that does not allow it", "examples": ["FF-ORD-24"]},
    },
}
SHAPE: Final[Mapping[str, Any]] = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What can go wrong on a route beyond what its guard, its method and its body bring about."""
    return {status: told(status) for status in statuses}


def told(status: int) -> dict[str, Any]:
    """One thing that can go wrong: a problem after RFC 9457."""
    return {"description": MEANINGS[status], "content": dict(SHAPE)}


def always(method: str, guards: Iterable[Guard | MadeHere | Holds], reads_a_body: bool) -> Iterator[int]:
    """What can go wrong on every route of that method, those guards and (where the framework reads one) a body."""
    yield 503
    for guard in guards:
        if isinstance(guard, Seated):
            yield 401
            if guard.host or guard.kept_out:
                yield 403
        elif isinstance(guard, HostOfDeleted):
            yield from (401, 403)
        elif isinstance(guard, MadeHere):
            yield from (403, 404)
        elif isinstance(guard, Holds):
            yield 404
    if method not in SAFE_METHODS:
        yield from (403, 413, 415)
    if reads_a_body:
        yield 422

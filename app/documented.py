"""What can go wrong on a route, as the description of the service tells it: one form, and what each status means."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from app.documents.makers import MadeHere
from app.documents.secret import Holds
from app.games.problems import PROBLEM, SAFE_METHODS
from app.seats.guard import Guard, HostOfDeleted, Seated

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

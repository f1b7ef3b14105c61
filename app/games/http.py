"""Answers as HTTP."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from app.games.problems import HttpAnswer

# Seconds, as RFC 9110 has it in Retry-After: limits are by the minute, and a service that stops is soon back.
COME_BACK: Final[Mapping[int, str]] = {HTTPStatus.TOO_MANY_REQUESTS: "60", HTTPStatus.SERVICE_UNAVAILABLE: "5"}


def respond(answer: HttpAnswer) -> Response:
    """An answer as it goes to the device."""
    return Response(answer.body, answer.status, come_back(answer.status), answer.media_type)


def come_back(status: int) -> dict[str, str]:
    """The header that says when to ask again, where an answer of this status asks for it."""
    return {"Retry-After": COME_BACK[status]} if status in COME_BACK else {}

"""Answers as HTTP."""

from starlette.responses import Response

from app.games.problems import Answer


def respond(answer: Answer) -> Response:
    """An answer as it goes to the device."""
    return Response(answer.body, answer.status, media_type=answer.media_type)

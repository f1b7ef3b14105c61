"""Answers and problems as HTTP."""

from fastapi import FastAPI, Request
from starlette.responses import Response

from app.games.problems import Answer, Problem


def respond(answer: Answer) -> Response:
    """An answer as it goes to the device."""
    return Response(answer.body, answer.status, media_type=answer.media_type)


async def answer_problem(_request: Request, problem: Exception) -> Response:
    """The handler for Problem."""
    if not isinstance(problem, Problem):
        raise problem
    return respond(problem.answer)


def add_problems(app: FastAPI) -> None:
    """Let the application answer every Problem."""
    app.add_exception_handler(Problem, answer_problem)

"""Look-ups as JSON: every question of Flanders Fields, asked without a game; its clauses and its rulings."""

from collections.abc import Callable
from typing import Final

from fastapi import APIRouter, Depends

from app.games.problems import Problem, documented, problem
from app.lookups.asked import Asked, ClauseShown, RulingShown, asked_for, clause_shown, ruling_shown
from app.lookups.asking import Answer, BadAsk, ask
from app.lookups.describing import QuestionTold, question, questions
from app.seats.guard import anyone
from rules.flanders_fields.book import clauses, rulings

BODY_SIZE: Final = 64 * 1024

router = APIRouter(prefix="/api/v1/flanders-fields", tags=["look-ups"], dependencies=[Depends(anyone)])


@router.get("/questions")
def every_question() -> tuple[QuestionTold, ...]:
    """Every question with the facts it wants: units, ranges, words, examples."""
    return questions()


@router.get("/questions/{key}", responses=documented(404, 422))
def one_question(key: str) -> QuestionTold:
    """One question with the facts it wants."""
    try:
        return question(key)
    except BadAsk as bad:
        raise _nothing_there(bad) from None


@router.get("/clauses")
def every_clause() -> list[ClauseShown]:
    """Every clause of the rules, and how far the program acts on it."""
    return [clause_shown(clause) for clause in clauses().values()]


@router.get("/clauses/{clause}", responses=documented(404, 422))
def one_clause(clause: str) -> ClauseShown:
    """One clause by its id, such as FF-ORD-24."""
    if clause not in clauses():
        raise _nothing_there(BadAsk("clause", f"there is no clause {clause!r}", "give an id such as FF-ORD-24"))
    return clause_shown(clauses()[clause])


@router.get("/rulings")
def every_ruling() -> list[RulingShown]:
    """Every place where the book is silent or disagrees, with the ways a game may settle it."""
    return [ruling_shown(ruling) for ruling in rulings().values()]


@router.get("/rulings/{ruling}", responses=documented(404, 422))
def one_ruling(ruling: str) -> RulingShown:
    """One ruling by any id the rulebook gives it, such as AMB-13."""
    for found in rulings().values():
        if ruling in (found.id, *found.also):
            return ruling_shown(found)
    raise _nothing_there(BadAsk("ruling", f"there is no ruling {ruling!r}", "give an id such as AMB-13"))


def _nothing_there(bad: BadAsk) -> Problem:
    return Problem(problem(404, "not-found", "Not found", bad.wrong, field=bad.field, instead=bad.right))


def _answer(key: str, asked: Asked) -> Answer:
    rules = [one.rule() for one in asked.house_rules]
    try:
        return ask(key, asked.facts, asked.dice, asked.date, rules, asked.period)
    except BadAsk as bad:
        told = problem(422, "unreadable", "The question cannot be read", bad.wrong, field=bad.field, instead=bad.right)
        raise Problem(told) from None


def _asker(key: str) -> Callable[[Asked], Answer]:
    def asker(asked: Asked) -> Answer:
        return _answer(key, asked)

    # Each question has its own body, made from its facts: that is known only here.
    asker.__annotations__["asked"] = asked_for(question(key))
    return asker


def _offer(told: QuestionTold) -> None:
    router.add_api_route(
        f"/questions/{told.key}",
        _asker(told.key),
        methods=["POST"],
        operation_id=f"ask_{told.key}",
        summary=told.title,
        description=f"{told.title}. A refusal of the rules is an answer too; without dice it tells the chances.",
        responses=documented(400, 403, 413, 415, 422),
        max_body_size=BODY_SIZE,
    )


for one in questions():
    _offer(one)


@router.post("/questions/{key}", include_in_schema=False, max_body_size=BODY_SIZE)
def unknown_question(key: str) -> Answer:
    """Whatever is asked under another key: 404 with the keys there are."""
    try:
        question(key)
    except BadAsk as bad:
        raise _nothing_there(bad) from None
    raise AssertionError(f"{key} has its own address")

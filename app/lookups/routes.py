"""Look-ups as JSON: every question of Flanders Fields, asked without a game; its clauses, tables and rulings."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query

from app.documented import documented
from app.games.problems import Problem, problem
from app.lookups.asked import (
    AnswerShown,
    Asked,
    ClauseShown,
    RulingShown,
    clause_shown,
    read_asked,
    ruling_shown,
)
from app.lookups.asking import Answer, BadAsk, ask, book_of
from app.lookups.describing import QuestionTold, find, question, questions
from app.lookups.printed import TableShown, table_shown, tables_shown
from app.lookups.words import either
from app.seats.guard import anyone
from rules.flanders_fields.book import RuleBook, clauses, rulings

BODY_SIZE: Final = 64 * 1024
Month = Annotated[str, Query(description="the month of the game, 1914-08 to 1918-11", examples=["1916-07"])]
Key = Annotated[str, Path(description="the key of a question", examples=["order_roll"])]
TableId = Annotated[str, Path(description="the id of a table", examples=["FF-ORD-T5"])]
ClauseId = Annotated[str, Path(description="the id of a clause", examples=["FF-ORD-24"])]
RulingId = Annotated[str, Path(description="any id of a ruling", examples=["AMB-13"])]

router = APIRouter(prefix="/api/v1/flanders-fields", tags=["look-ups"], dependencies=[Depends(anyone)])


@router.get("/questions", response_description="The questions, in the order of the book")
def every_question() -> tuple[QuestionTold, ...]:
    """Every question with the facts it wants: units, ranges, words, examples."""
    return questions()


@router.get("/questions/{key}", response_description="The question", responses=documented(404))
def one_question(key: Key) -> QuestionTold:
    """One question with the facts it wants."""
    try:
        return question(key)
    except BadAsk as bad:
        raise _nothing_there(bad) from None


def known_question(key: Key) -> str:
    """The key of a question there is; under another it is 404 with the keys there are, whatever was sent."""
    try:
        return find(key).key
    except BadAsk as bad:
        raise _nothing_there(bad) from None


# One route for all, described one by one by `app.lookups.described`: a route for each took an eighth of a start.
@router.post(
    "/questions/{key}",
    response_model=AnswerShown,
    operation_id="ask",
    response_description="What the rules say",
    responses=documented(404, 422),
    max_body_size=BODY_SIZE,
)
def ask_question(key: Annotated[str, Depends(known_question)], asked: Annotated[Asked, Depends(read_asked)]) -> Answer:
    """Ask a question. A refusal of the rules is an answer too; without dice it tells the chances."""
    rules = [one.rule() for one in asked.house_rules]
    try:
        return ask(key, asked.facts, asked.dice, asked.date, rules, asked.period)
    except BadAsk as bad:
        raise _unreadable(bad) from None


@router.get("/tables", response_description="The tables, by their ids", responses=documented(422))
def every_table(date: Month) -> list[TableShown]:
    """Every table of the book as it stands in a month: each cell with its value, unit, clause and sources."""
    return tables_shown(_book(date))


@router.get("/tables/{table}", response_description="The table", responses=documented(404, 422))
def one_table(table: TableId, date: Month) -> TableShown:
    """One table by its id, such as FF-ORD-T5, as it stands in a month."""
    book = _book(date)
    if table not in book.tables:
        raise _nothing_there(BadAsk("table", f"there is no table {table!r}", "give an id such as FF-ORD-T5"))
    return table_shown(book.tables[table])


def _book(date: str) -> RuleBook:
    try:
        return book_of(date)
    except BadAsk as bad:
        raise _unreadable(bad) from None


@router.get("/clauses", response_description="The clauses, by chapters")
def every_clause() -> list[ClauseShown]:
    """Every clause of the rules, and how far the program acts on it."""
    return [clause_shown(clause) for clause in clauses().values()]


@router.get("/clauses/{clause}", response_description="The clause", responses=documented(404))
def one_clause(clause: ClauseId) -> ClauseShown:
    """One clause by its id, such as FF-ORD-24."""
    if clause not in clauses():
        raise _nothing_there(BadAsk("clause", f"there is no clause {clause!r}", "give an id such as FF-ORD-24"))
    return clause_shown(clauses()[clause])


@router.get("/rulings", response_description="The rulings, by chapters")
def every_ruling() -> list[RulingShown]:
    """Every place where the book is silent or disagrees, with the ways a game may settle it."""
    return [ruling_shown(ruling) for ruling in rulings().values()]


@router.get("/rulings/{ruling}", response_description="The ruling", responses=documented(404))
def one_ruling(ruling: RulingId) -> RulingShown:
    """One ruling by any id the rulebook gives it, such as AMB-13."""
    for found in rulings().values():
        if ruling in (found.id, *found.also):
            return ruling_shown(found)
    raise _nothing_there(BadAsk("ruling", f"there is no ruling {ruling!r}", "give an id such as AMB-13"))


def _nothing_there(bad: BadAsk) -> Problem:
    return Problem(problem(404, "not-found", "Not found", bad.wrong, field=bad.field, instead=bad.right))


def _unreadable(bad: BadAsk) -> Problem:
    choices: dict[str, object] = {"choices": list(bad.choices)} if bad.choices else {}
    instead = f"choose {either(list(bad.choices.values()))}" if bad.choices else bad.right
    title = "The question cannot be read"
    return Problem(problem(422, "unreadable", title, bad.wrong, field=bad.field, instead=instead, **choices))

"""Look-ups as JSON: every question of a rule system, asked without a game; its clauses, tables and rulings."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query

from app.http.guards import anyone
from app.http.openapi_fragments import documented
from app.http.problem_details import Problem, problem
from app.lookups.lookup_schemas import (
    AnswerShown,
    ClauseShown,
    LookUpAsked,
    RulingShown,
    TableShown,
    clause_shown,
    read_asked,
    ruling_shown,
    table_shown,
    tables_shown,
)
from app.lookups.queries import Answer, BadAsk, LookUpsOffered, QuestionTold, ask, book_of, find, question, questions
from app.lookups.vocabulary import either, words
from rules.kernel.ruleset import Book, tables_of

BODY_SIZE: Final = 64 * 1024


def look_up_router(offered: LookUpsOffered) -> APIRouter:
    """The addresses of one system's look-ups."""
    router = APIRouter(prefix=f"/api/v1/{offered.of.key}", tags=["look-ups"], dependencies=[Depends(anyone)])
    _add_questions(router, offered)
    _add_tables(router, offered)
    _add_clauses(router, offered)
    _add_rulings(router, offered)
    return router


def _add_questions(router: APIRouter, offered: LookUpsOffered) -> None:
    of, named = offered.of, offered.operations
    key = Annotated[str, Path(description="the key of a question", examples=[offered.samples.question])]

    @router.get(
        "/questions",
        operation_id=f"{named}every_question",
        response_description="The questions, in the order of the book",
    )
    def every_question() -> tuple[QuestionTold, ...]:
        """Every question with the facts it wants: units, ranges, words, examples."""
        return questions(of)

    @router.get(
        "/questions/{key}",
        operation_id=f"{named}one_question",
        response_description="The question",
        responses=documented(404),
    )
    def one_question(key: key) -> QuestionTold:
        """One question with the facts it wants."""
        try:
            return question(of, key)
        except BadAsk as bad:
            raise _nothing_there(bad) from None

    def known_question(key: key) -> str:
        """The key of a question there is; under another it is 404 with the keys there are, whatever was sent."""
        try:
            return find(of, key).key
        except BadAsk as bad:
            raise _nothing_there(bad) from None

    # One route for all questions, because a route for each took an eighth of a start.
    # `app.lookups.lookup_schemas` describes each of them.
    @router.post(
        "/questions/{key}",
        response_model=AnswerShown,
        operation_id=f"{named}ask",
        response_description="What the rules say",
        responses=documented(404, 422),
        max_body_size=BODY_SIZE,
    )
    def ask_question(
        key: Annotated[str, Depends(known_question)], asked: Annotated[LookUpAsked, Depends(read_asked)]
    ) -> Answer:
        """Ask a question. A refusal of the rules is an answer too; without dice it tells the chances."""
        rules = [one.rule() for one in asked.house_rules]
        try:
            return ask(of, key, asked.facts, asked.dice, asked.date, rules, asked.period)
        except BadAsk as bad:
            raise _unreadable(bad, offered) from None


def _add_tables(router: APIRouter, offered: LookUpsOffered) -> None:
    of, named, sample = offered.of, offered.operations, offered.samples.table
    periods = of.calendar.periods
    says = f"the month of the game, {periods[0].first} to {periods[-1].last}"
    month = Annotated[str, Query(description=says, examples=["1916-07"])]
    table_id = Annotated[str, Path(description="the id of a table", examples=[sample])]

    @router.get(
        "/tables",
        operation_id=f"{named}every_table",
        response_description="The tables, by their ids",
        responses=documented(422),
    )
    def every_table(date: month) -> list[TableShown]:
        """Every table of the book as it stands in a month: each cell with its value, unit, clause and sources."""
        return tables_shown(_book(offered, date))

    def one_table(table: table_id, date: month) -> TableShown:
        book = _book(offered, date)
        if table not in tables_of(book.edition).names:
            raise _nothing_there(BadAsk("table", f"there is no table {table!r}", f"give an id such as {sample}"))
        return table_shown(book, table)

    router.get(
        "/tables/{table}",
        operation_id=f"{named}one_table",
        description=f"One table by its id, such as {sample}, as it stands in a month.",
        response_description="The table",
        responses=documented(404, 422),
    )(one_table)


def _book(offered: LookUpsOffered, date: str) -> Book:
    try:
        book: Book = book_of(offered.of, date)
    except BadAsk as bad:
        raise _unreadable(bad, offered) from None
    return book


def _add_clauses(router: APIRouter, offered: LookUpsOffered) -> None:
    of, named, sample = offered.of, offered.operations, offered.samples.clause
    clause_id = Annotated[str, Path(description="the id of a clause", examples=[sample])]

    @router.get("/clauses", operation_id=f"{named}every_clause", response_description="The clauses, by chapters")
    def every_clause() -> list[ClauseShown]:
        """Every clause of the rules, and how far the program acts on it."""
        return [clause_shown(clause) for clause in of.clauses.values()]

    def one_clause(clause: clause_id) -> ClauseShown:
        if clause not in of.clauses:
            raise _nothing_there(BadAsk("clause", f"there is no clause {clause!r}", f"give an id such as {sample}"))
        return clause_shown(of.clauses[clause])

    router.get(
        "/clauses/{clause}",
        operation_id=f"{named}one_clause",
        description=f"One clause by its id, such as {sample}.",
        response_description="The clause",
        responses=documented(404),
    )(one_clause)


def _add_rulings(router: APIRouter, offered: LookUpsOffered) -> None:
    of, named, sample = offered.of, offered.operations, offered.samples.ruling
    ruling_id = Annotated[str, Path(description="any id of a ruling", examples=[sample])]

    @router.get("/rulings", operation_id=f"{named}every_ruling", response_description="The rulings, by chapters")
    def every_ruling() -> list[RulingShown]:
        """Every place where the book is silent or disagrees, with the ways a game may settle it."""
        return [ruling_shown(ruling) for ruling in of.rulings.values()]

    def one_ruling(ruling: ruling_id) -> RulingShown:
        for found in of.rulings.values():
            if ruling in (found.id, *found.also):
                return ruling_shown(found)
        raise _nothing_there(BadAsk("ruling", f"there is no ruling {ruling!r}", f"give an id such as {sample}"))

    router.get(
        "/rulings/{ruling}",
        operation_id=f"{named}one_ruling",
        description=f"One ruling by any id the rulebook gives it, such as {sample}.",
        response_description="The ruling",
        responses=documented(404),
    )(one_ruling)


def _nothing_there(bad: BadAsk) -> Problem:
    return Problem(problem(404, "not-found", "Not found", bad.wrong, field=bad.field, instead=bad.right))


def _unreadable(bad: BadAsk, offered: LookUpsOffered) -> Problem:
    written = offered.words or words
    keys = [str(one.value) for one in bad.choices or ()]
    choices: dict[str, object] = {"choices": keys} if keys else {}
    instead = f"choose {either([written(key, bad.choices.__name__) for key in keys])}" if bad.choices else bad.right
    title = "The question cannot be read"
    return Problem(problem(422, "unreadable", title, bad.wrong, field=bad.field, instead=instead, **choices))

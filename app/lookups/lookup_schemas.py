"""Schemas of look-ups: request and response models, tables, examples and operations."""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import asdict
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError

from app.http.problem_details import JSON
from app.lookups.queries import (
    Answer,
    FactTold,
    Kind,
    LookUpsOffered,
    QuestionTold,
    ask,
    example_of,
    question,
    questions,
)
from rules.kernel.clauses import Clause
from rules.kernel.lookups import Questions
from rules.kernel.ruleset import Book, tables_of
from rules.kernel.rulings import HouseRule, Ruling
from rules.kernel.tables import BookTable, Cited, Value

# Bodies and answers

MOST_DICE = 100
Die = Annotated[int, Field(ge=1, le=6)]


class HouseRuleAsked(BaseModel):
    """A house rule of the game: the ruling it settles and the option it takes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ruling: str = Field(description="the ruling that is settled, by any of its ids", examples=["AMB-13"])
    option: str = Field(description="the option that is taken", examples=["reroll"])
    reason: str = Field("", description="why, in the words of the table")

    def rule(self) -> HouseRule:
        """As the rules take it."""
        return HouseRule(self.ruling, self.option, self.reason)


class LookUpAsked(BaseModel):
    """One question, asked without a game. Distances are centimetres with one decimal at most."""

    model_config = ConfigDict(extra="forbid", strict=True)

    date: str = Field(description="the month of the game, 1914-08 to 1918-11", examples=["1916-07"])
    period: str = Field("", description="the sheet set by hand; empty: the one that follows from the date")
    house_rules: list[HouseRuleAsked] = Field(default=[], max_length=200, description="the house rules of the game")
    facts: dict[str, Any] = Field(description="what is known")
    dice: list[Die] | None = Field(
        None,
        max_length=MOST_DICE,
        description="each die as it lies on the table, in the order thrown; left out: the chances before any die",
    )


async def read_asked(request: Request) -> LookUpAsked:
    """What a request asks. Raises RequestValidationError, as the framework does for the bodies it reads itself."""
    try:
        return LookUpAsked.model_validate_json(await request.body())
    except ValidationError as wrong:
        raise RequestValidationError([{**one, "loc": ("body", *one["loc"])} for one in wrong.errors()]) from None


class AnswerShown(RootModel[Answer]):
    """What the rules say."""


class ClauseShown(BaseModel):
    """A clause: its title, and how far the program acts on it, with the reason where not in full."""

    id: str = Field(examples=["FF-ORD-24"], description="never changed, never used again")
    title: str = Field(description="what it is about, in our own words")
    status: str = Field(description="how far the program acts on it")
    why: str = Field(description="why it does not in full; empty where it does")
    chapter: str = Field(description="the chapter of the rules", examples=["Orders and actions"])


class OptionShown(BaseModel):
    """One way to settle a ruling. One that cannot be chosen says in `why_not` what it waits for."""

    key: str = Field(description="how a house rule names it", examples=["reroll"])
    says: str = Field(description="what it means at the table")
    why_not: str = Field(description="why it cannot be chosen yet; empty where it can")


class RulingShown(BaseModel):
    """A place where the book is silent or disagrees: the question, the options, the default and its reason."""

    id: str = Field(examples=["AMB-13"], description="how a house rule names it")
    also: list[str] = Field(description="other ids under which the rulebook carries the same point")
    chapter: str = Field(description="the chapter of the rules", examples=["Orders and actions"])
    question: str = Field(description="what the book leaves open")
    options: list[OptionShown] = Field(description="the ways a game may settle it")
    default: str = Field(description="the option that counts where a game says nothing")
    reason: str = Field(description="why that one")
    clauses: list[str] = Field(description="the clauses it touches")


def clause_shown(clause: Clause) -> ClauseShown:
    """A clause as JSON."""
    return ClauseShown(**asdict(clause))


def ruling_shown(ruling: Ruling) -> RulingShown:
    """A ruling as JSON."""
    return RulingShown(
        id=ruling.id,
        also=list(ruling.also),
        chapter=ruling.chapter,
        question=ruling.question,
        options=[OptionShown(key=one.key, says=one.says, why_not=one.why_not) for one in ruling.options],
        default=ruling.default,
        reason=ruling.because,
        clauses=list(ruling.clauses),
    )


# Printed tables

CENTIMETRES: Final = "cm"


class BandShown(BaseModel):
    """What a run of totals gives; an end that is null is open."""

    low: int | None = Field(description="the lowest total, itself included")
    high: int | None = Field(description="the highest total, itself included")
    gives: str = Field(description="what those totals give")


class CellShown(BaseModel):
    """One cell. `key` is its row, or row and column with a point between; `value` is in the unit of the table."""

    key: str = Field(examples=["rifle_company"], description="the row, or row and column")
    value: float | str | list[BandShown] = Field(description="in the unit of the table")
    clause: str = Field(description="the clause it comes from", examples=["FF-ORD-T5"])
    says: str = Field(description="what it is, in the words of the table")
    sources: list[str] = Field(description="where in the book it stands")
    ruling: str = Field(description="the ruling that settled it where the book disagrees with itself; else empty")


class TableShown(BaseModel):
    """A table at one month. `absent` are the cells that month does not have, each with the reason."""

    id: str = Field(examples=["FF-ORD-T5"], description="the id of the table")
    title: str = Field(description="what it tells")
    clause: str = Field(description="the clause that prints it", examples=["FF-ORD-T5"])
    unit: str = Field(description="the unit of its values, such as cm; empty where they have none", examples=["cm"])
    cells: list[CellShown] = Field(description="its cells, each with its sources")
    absent: dict[str, str] = Field(description="the cells this month does not have, each with the reason")


def table_shown(book: Book, table_id: str) -> TableShown:
    """A table of a book by its id, as JSON."""
    name = tables_of(book.edition).names[table_id]
    table: BookTable = book.table(name)
    return TableShown(
        id=table.id,
        title=table.title,
        clause=tables_of(book.edition)[name].clause,
        unit=table.unit,
        cells=[_cell(key, table.values[key], table.unit) for key in table],
        absent=dict(table.absent),
    )


def tables_shown(book: Book) -> list[TableShown]:
    """Every table of a book, in the order of their ids."""
    return [table_shown(book, name) for name in sorted(tables_of(book.edition).names)]


def _cell(key: str, cited: Cited[Value], unit: str) -> CellShown:
    return CellShown(
        key=key,
        value=_cell_value(cited.value, unit),
        clause=cited.clause,
        says=cited.says,
        sources=[f"{source.text} {source.where}".strip() for source in cited.sources],
        ruling=cited.ruling,
    )


def _cell_value(value: Value, unit: str) -> float | str | list[BandShown]:
    if isinstance(value, int):
        # Distances are millimetres inside.
        return value / 10 if unit == CENTIMETRES else value
    if isinstance(value, tuple):
        return [BandShown(low=span.low, high=span.high, gives=gives) for span, gives in value]
    return str(value)


# The facts of a question as a JSON schema

TYPES: Final[Mapping[Kind, str]] = {
    "word": "string",
    "text": "string",
    "number": "number",
    "whole number": "integer",
    "yes or no": "boolean",
}
AROUND: Final = ("description", "examples", "default")


def facts_schema(facts: tuple[FactTold, ...]) -> dict[str, Any]:
    """Nothing beside these facts is taken; what is not required may be left out."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [one.name for one in facts if one.required],
        "properties": {one.name: _fact(one) for one in facts},
    }


def _fact(one: FactTold) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "array", "items": _value_schema(one)} if one.listed else _value_schema(one)
    bound = f"; told of {' and '.join(one.told_of)} only" if one.told_of else ""
    schema["description"] = (f"{one.says} ({one.unit})" if one.unit else one.says) + bound
    if one.fewest:
        schema["minItems"] = one.fewest
    if one.example is not None:
        schema["examples"] = [one.example]
    if not one.required:
        schema["default"] = one.default
    # Left out and null are the same where nothing is what counts.
    return schema if one.required or one.default is not None else _or_null(schema)


def _value_schema(one: FactTold) -> dict[str, Any]:
    if one.kind == "facts":
        return facts_schema(one.facts)
    ends = {"enum": list(one.words) or None, "minimum": one.least, "maximum": one.most}
    return {"type": TYPES[one.kind], **{name: end for name, end in ends.items() if end is not None}}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    inner = {name: part for name, part in schema.items() if name not in AROUND}
    outer = {name: part for name, part in schema.items() if name in AROUND}
    return {"anyOf": [inner, {"type": "null"}], **outer}


# Examples of look-ups

FACE: Final = 4


def asked(of: Questions[Any], key: str) -> dict[str, dict[str, Any]]:
    """The example of a question before any die, and where dice decide with all of them thrown. Raises BadAsk."""
    told = question(of, key)
    body: dict[str, Any] = {"date": told.example_date, "facts": example_of(told.facts)}
    if not told.a_die_decides:
        return {"asked": body}
    thrown = {**body, "dice": []}
    while more := _answer(of, key, thrown).more_dice:
        thrown = {**thrown, "dice": [*thrown["dice"], *[FACE] * more]}
    return {"before_the_dice": body, "with_the_dice": thrown}


def answered(of: Questions[Any], key: str, body: Mapping[str, Any]) -> Any:
    """What the rules answer to an example, as it is sent. Raises BadAsk."""
    return msgspec.json.decode(msgspec.json.encode(_answer(of, key, body)))


def _answer(of: Questions[Any], key: str, body: Mapping[str, Any]) -> Answer:
    return ask(of, key, body["facts"], body.get("dice"), body["date"])


# Look-ups as operations

ASK: Final = "ask"
KEY: Final = "{key}"
THERE_IS_NO_SUCH_QUESTION: Final = "404"
Described = MutableMapping[str, Any]


def spread_questions(paths: Described, of: LookUpsOffered) -> None:
    """Put an operation for each question of a system in the place of the one route that answers them all."""
    named = f"{of.operations}{ASK}"
    route = next(path for path, offered in paths.items() if offered.get("post", {}).get("operationId") == named)
    common = paths[route].pop("post")
    for told in questions(of.of):
        paths[route.replace(KEY, told.key)] = {"post": dict(_operation(told, common, of))}


def _operation(told: QuestionTold, common: Mapping[str, Any], of: LookUpsOffered) -> Iterator[tuple[str, Any]]:
    examples = asked(of.of, told.key)
    content = {"schema": _body_of(told, of), "examples": {name: {"value": body} for name, body in examples.items()}}
    answers = {name: {"value": answered(of.of, told.key, body)} for name, body in examples.items()}
    yield from ((name, value) for name, value in common.items() if name != "parameters")
    yield "operationId", f"{of.operations}{ASK}_{told.key}"
    yield "summary", told.title
    yield "description", f"{told.title}. {common['description']}"
    yield "requestBody", {"required": True, "content": {JSON: content}}
    yield "responses", dict(_answers(common["responses"], answers))


def _answers(responses: Mapping[str, Any], examples: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for status, told in responses.items():
        if status == "200":
            yield status, {**told, "content": {JSON: {**told["content"][JSON], "examples": examples}}}
        elif status != THERE_IS_NO_SUCH_QUESTION:
            yield status, told


def _body_of(told: QuestionTold, of: LookUpsOffered) -> dict[str, Any]:
    body = _body(of)
    facts = {**facts_schema(told.facts), "description": "what is known", "examples": [example_of(told.facts)]}
    date = {**body["properties"]["date"], "examples": [told.example_date]}
    return {**body, "title": told.title, "properties": {**body["properties"], "date": date, "facts": facts}}


@cache
def _body(of: LookUpsOffered) -> dict[str, Any]:
    """What all questions of a system have in common, with nothing left elsewhere."""
    schema = LookUpAsked.model_json_schema()
    rule = schema.pop("$defs")["HouseRuleAsked"]
    schema["properties"]["house_rules"]["items"] = rule
    rule["properties"]["ruling"]["examples"] = [of.samples.ruling]
    rule["properties"]["option"]["examples"] = [of.samples.option]
    periods = of.of.calendar.periods
    schema["properties"]["date"]["description"] = f"the month of the game, {periods[0].first} to {periods[-1].last}"
    return schema

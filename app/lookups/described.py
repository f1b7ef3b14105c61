"""Every question as an address of its own in the service's description: its facts, its examples, what answers them."""

from collections.abc import Iterator, Mapping, MutableMapping
from functools import cache
from typing import Any, Final

from app.games.problems import JSON
from app.lookups.asked import LookUpAsked
from app.lookups.describing import QuestionTold, example_of, questions
from app.lookups.examples import answered, asked
from app.lookups.offered import LookUpsOffered
from app.lookups.schema import facts_schema

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

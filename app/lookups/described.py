"""Every question as an address of its own in the service's description: its facts, its examples, what answers them."""

from collections.abc import Iterator, Mapping, MutableMapping
from functools import cache
from typing import Any, Final

from app.games.problems import JSON
from app.lookups.asked import Asked
from app.lookups.describing import QuestionTold, example_of, questions
from app.lookups.examples import answered, asked
from app.lookups.schema import facts_schema

ASK: Final = "ask"
KEY: Final = "{key}"
THERE_IS_NO_SUCH_QUESTION: Final = "404"
Described = MutableMapping[str, Any]


def spread_questions(paths: Described) -> None:
    """Put an operation for each question in the place of the one route that answers them all."""
    route = next(path for path, offered in paths.items() if offered.get("post", {}).get("operationId") == ASK)
    common = paths[route].pop("post")
    for told in questions():
        paths[route.replace(KEY, told.key)] = {"post": dict(_operation(told, common))}


def _operation(told: QuestionTold, common: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    examples = asked(told.key)
    content = {"schema": _body_of(told), "examples": {name: {"value": body} for name, body in examples.items()}}
    answers = {name: {"value": answered(told.key, body)} for name, body in examples.items()}
    yield from ((name, value) for name, value in common.items() if name != "parameters")
    yield "operationId", f"{ASK}_{told.key}"
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


def _body_of(told: QuestionTold) -> dict[str, Any]:
    body = _body()
    facts = {**facts_schema(told.facts), "description": "what is known", "examples": [example_of(told.facts)]}
    date = {**body["properties"]["date"], "examples": [told.example_date]}
    return {**body, "title": told.title, "properties": {**body["properties"], "date": date, "facts": facts}}


@cache
def _body() -> dict[str, Any]:
    """What all questions have in common, with nothing left elsewhere."""
    schema = Asked.model_json_schema()
    schema["properties"]["house_rules"]["items"] = schema.pop("$defs")["HouseRuleAsked"]
    return schema

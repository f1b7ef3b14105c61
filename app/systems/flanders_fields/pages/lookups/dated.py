"""The form of a look-up at its date: what is not on any table yet is not offered, unless somebody has asked for it."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.systems.flanders_fields.pages.lookups.forms import fact_of, field_of
from app.systems.flanders_fields.pages.lookups.tools.tool import Tool
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import WORDS
from rules.kernel.dated import missing, speaks_of
from rules.kernel.explain import Refusal


def offered(groups: list[dict[str, Any]], tool: Tool, book: RuleBook) -> list[dict[str, Any]]:
    """The groups of a form without the words and boxes of what the book does not have; what is chosen stays."""
    found = [{**group, "fields": list(_fields(group["fields"], tool, book))} for group in groups]
    return [group for group in found if group["fields"]]


def _fields(fields: list[dict[str, Any]], tool: Tool, book: RuleBook) -> Iterator[dict[str, Any]]:
    for field in fields:
        if "options" in field:
            yield {**field, "options": [one for one in field["options"] if _there(field, one["value"], tool, book)]}
        elif field["control"] != "toggle" or field["on"] or _missing(field, True, tool, book) is None:
            yield field


def _there(field: Mapping[str, Any], word: str, tool: Tool, book: RuleBook) -> bool:
    """Whether a word is offered: what leaves the choice open, what is chosen, and what there is at the date."""
    if not word or word == field["chosen"] or (isinstance(field["chosen"], list) and word in field["chosen"]):
        return True
    choices = fact_of(tool, field["name"], "").choices
    return choices is None or _missing(field, choices(word), tool, book) is None


def _missing(field: Mapping[str, Any], told: Any, tool: Tool, book: RuleBook) -> Refusal | None:
    return missing(speaks_of(field_of(tool, field["name"]), told, WORDS), book)

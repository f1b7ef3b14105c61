"""The form of a look-up at its date: what is not on any table yet is not offered, unless somebody has asked for it."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.pages.lookups.laid_out.forms import fact_of, field_of
from app.pages.lookups.laid_out.tool import LaidOut, Tool
from rules.kernel.book import Book
from rules.kernel.dated import missing, speaks_of
from rules.kernel.explain import Refusal


def offered(laid: LaidOut, groups: list[dict[str, Any]], tool: Tool, book: Book) -> list[dict[str, Any]]:
    """The groups of a form without the words and boxes of what the book does not have; what is chosen stays."""
    found = [{**group, "fields": list(_fields(laid, group["fields"], tool, book))} for group in groups]
    return [group for group in found if group["fields"]]


def _fields(laid: LaidOut, fields: list[dict[str, Any]], tool: Tool, book: Book) -> Iterator[dict[str, Any]]:
    for field in fields:
        if "options" in field:
            yield {
                **field,
                "options": [one for one in field["options"] if _there(laid, field, one["value"], tool, book)],
            }
        elif field["control"] != "toggle" or field["on"] or _missing(laid, field, True, tool, book) is None:
            yield field


def _there(laid: LaidOut, field: Mapping[str, Any], word: str, tool: Tool, book: Book) -> bool:
    """Whether a word is offered: what leaves the choice open, what is chosen, and what there is at the date."""
    if not word or word == field["chosen"] or (isinstance(field["chosen"], list) and word in field["chosen"]):
        return True
    choices = fact_of(laid, tool, field["name"], "").choices
    return choices is None or _missing(laid, field, choices(word), tool, book) is None


def _missing(laid: LaidOut, field: Mapping[str, Any], told: Any, tool: Tool, book: Book) -> Refusal | None:
    return missing(speaks_of(field_of(laid, tool, field["name"]), told, laid.dated), book)

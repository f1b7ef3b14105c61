"""Looking for a look-up by words: first those that are about it, under their headings, then those that ask for it."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from app.lookups.describing import question
from app.pages.lookups.laid_out.tool import Group, LaidOut, Parts, Tool

ASKING: Final = "These ask for it"


def parts_about(laid: LaidOut, find: str) -> Parts:
    """The parts of the list with those look-ups that speak of all these words, or of what begins with them."""
    words = [_beginning(word) for word in find.lower().split()]
    about = [
        (title, tuple(tool for tool in tools if _speaks(_told(laid)[tool.slug][0], words)))
        for title, tools in laid.parts
    ]
    seen = {tool.slug for _, tools in about for tool in tools}
    others = (tool for _, tools in laid.parts for tool in tools if tool.slug not in seen)
    asking = tuple(tool for tool in others if _speaks(" ".join(_told(laid)[tool.slug]), words))
    return tuple((title, tools) for title, tools in (*about, (ASKING, asking)) if tools)


def _beginning(word: str) -> re.Pattern[str]:
    """The beginning of a word; "tanks" finds a tank."""
    stem = word.removesuffix("s") if len(word) > len("gas") else word
    return re.compile(rf"(?<!\w){re.escape(stem)}")


def _speaks(told: str, words: list[re.Pattern[str]]) -> bool:
    return all(word.search(told) for word in words)


@lru_cache(maxsize=8)
def _told(laid: LaidOut) -> Mapping[str, tuple[str, str]]:
    """What each look-up is about, and what it asks for."""
    return {
        tool.slug: (_about(laid, tool).lower(), " ".join(_labels(tool)).lower())
        for _, tools in laid.parts
        for tool in tools
    }


def _about(laid: LaidOut, tool: Tool) -> str:
    """A look-up's own words, those of its question and chapter, and that chapter's clauses."""
    asked = question(laid.of, tool.key)
    return " ".join((tool.title, tool.about, asked.title, asked.chapter, *asked.clauses))


def _labels(tool: Tool) -> Iterator[str]:
    folded = (tool.rows.more,) if tool.rows and tool.rows.more else ()
    rows = (Group(tool.rows.label, tool.rows.facts),) if tool.rows else ()
    for group in (*tool.groups, *rows, *folded):
        yield group.title
        yield from (label for _, label in group.facts)

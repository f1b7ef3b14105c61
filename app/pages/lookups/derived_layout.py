"""Layouts of look-ups derived from the described facts of their questions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.lookups.plain_text import spoken
from app.lookups.queries import FactTold, LookUpsOffered, QuestionTold, example_of, question, questions
from app.lookups.vocabulary import words as plain_words
from app.pages.lookups.lookup_layout import (
    Group,
    Labels,
    LaidOut,
    OpenQuestion,
    Outcome,
    Parts,
    Rows,
    Tool,
    short_label,
)

FEW: Final = 3
MOST_ROWS: Final = 12
MOST_OF_A_WORD: Final = 20
WHAT_IS_TRUE: Final = "What is true"
YES_OR_NO: Final = {"yes": Outcome("good", "yes"), "no": Outcome("none", "no")}


def derived_layout(offered: LookUpsOffered) -> LaidOut:
    """Lay out every look-up of a system from what its questions describe."""
    of = offered.of
    written = offered.words or plain_words
    chapters: dict[str, list[Tool]] = {}
    for told in questions(of):
        chapters.setdefault(told.chapter, []).append(derived_tool(told))
    parts: Parts = tuple((chapter, tuple(tools)) for chapter, tools in chapters.items())
    month = question(of, next(iter(of.asked))).example_date
    return LaidOut(of, parts, written, {}, offered.prints, offered.at, month)


def derived_tool(told: QuestionTold) -> Tool:
    """Lay out one question: its fields in the order of its facts, rows and folded groups below."""
    groups = tuple(_groups(told.facts, "", ""))
    if told.facts and told.facts[0].kind == "facts" and not told.facts[0].listed:
        # What everything hangs on comes first.
        groups = tuple(sorted(groups, key=lambda group: not group.facts[0][0].startswith(f"{told.facts[0].name}.")))
    return Tool(
        slug=told.key.replace("_", "-"),
        title=told.title,
        about="",
        key=told.key,
        groups=tuple(group for group in groups if not group.folded) + tuple(group for group in groups if group.folded),
        outcome=spoken_outcome,
        start=dict(_start(told.facts, example_of(told.facts), "")),
        rows=tuple(_rows(told.facts, "")),
        tallied=dict.fromkeys(_tallies(told.facts, ""), MOST_OF_A_WORD),
        optional=tuple(one.name for one in told.facts if one.facts and not one.required and one.default is None),
        further="more dice",
        chance_word=_as_named,
        parts=spoken_parts,
    )


def spoken_outcome(value: Any) -> Outcome:
    """Name an answer by its first part."""
    if isinstance(value, list | tuple) and len(value) > FEW:
        return Outcome("some", "in this order", str(len(value)))
    (name, word), *_ = _spoken(value)
    return YES_OR_NO.get(word, Outcome("some", word)) if not name else Outcome("some", f"{name}: {word}")


def spoken_parts(value: Any) -> Sequence[tuple[str, str]]:
    """Return the further parts of an answer by their names."""
    return _spoken(value)[1:]


def _spoken(value: Any) -> list[tuple[str, str]]:
    return list(spoken(msgspec.json.decode(msgspec.json.encode(value))))


def _as_named(_asked: OpenQuestion, name: str) -> str:
    return name


def _groups(facts: Sequence[FactTold], prefix: str, title: str, folded: bool = False) -> Iterator[Group]:
    """Group plain facts and then what is true or not; the facts inside another one stand under what that one is."""
    plain = tuple(one for one in facts if one.kind != "facts")
    asked, ticked = (tuple(one for one in plain if (one.kind == "yes or no") is yes) for yes in (False, True))
    if title:
        asked, ticked = (*asked, *ticked), ()
    for heading, some in ((title, asked), (WHAT_IS_TRUE, ticked)):
        if some:
            yield Group(heading, tuple((prefix + one.name, _label(one)) for one in some), folded)
    for one in facts:
        if one.kind == "facts" and not one.listed:
            within = f"{title}: {one.says}" if title else _label(one)
            yield from _groups(one.facts, f"{prefix}{one.name}.", within, folded or not one.required)


def _label(one: FactTold) -> str:
    return short_label(one.says, one.kind == "yes or no")


def _rows(facts: Sequence[FactTold], prefix: str) -> Iterator[Rows]:
    """Return the facts that are lists of facts, also those inside others."""
    for one in facts:
        if one.kind == "facts" and one.listed:
            yield _rows_of(one, prefix + one.name)
        elif one.kind == "facts":
            yield from _rows(one.facts, f"{prefix}{one.name}.")


def _rows_of(one: FactTold, name: str) -> Rows:
    groups = tuple(_groups(one.facts, "", ""))
    shown, folded = ([group for group in groups if group.folded is yes] for yes in (False, True))
    return Rows(
        name=name,
        label=_label(one),
        row=_label(one),
        facts=_facts_of(shown),
        most=MOST_ROWS,
        start=len(one.example or ()) or one.fewest,
        more=Group(folded[0].title, _facts_of(folded)) if folded else None,
        inner=next((_rows_of(inside, inside.name) for inside in one.facts if inside.facts and inside.listed), None),
    )


def _facts_of(groups: Sequence[Group]) -> Labels:
    return tuple(fact for group in groups for fact in group.facts)


def _start(facts: Sequence[FactTold], example: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, object]]:
    """Yield the example of every fact by its dotted name; a row beyond the example has that of its own facts."""
    for one in facts:
        name, value = prefix + one.name, example.get(one.name)
        if one.kind == "facts" and one.listed:
            rows = [*(value or ())]
            rows += [example_of(one.facts)] * (MOST_ROWS - len(rows))
            for number, row in enumerate(rows):
                yield from _start(one.facts, row, f"{name}.{number}.")
        elif one.kind == "facts":
            yield from _start(one.facts, value or {}, f"{name}.")
        elif value is not None:
            yield name, value


def _tallies(facts: Sequence[FactTold], prefix: str) -> Iterator[str]:
    """Yield the lists of words in which one may stand more than once, as in their example."""
    for one in facts:
        if one.kind == "facts" and not one.listed:
            yield from _tallies(one.facts, f"{prefix}{one.name}.")
        elif one.listed and one.words and len(set(one.example or ())) < len(one.example or ()):
            yield prefix + one.name

"""Forms as they come out: what they say, and what stands on the paper of them."""

import re
from collections import Counter
from dataclasses import fields, is_dataclass
from enum import StrEnum

from playsheets.forms import Counts, Form, MusterBlock, Tally
from playsheets.press import FormPart, Job, Paper, pdf_of
from tests.print.on_paper import opened, pictures, words_on

BREAK = "\u200b"
NOT_SAID = frozenset({"key", "counts", "alt", "shapes"})
"""Fields that hold no words of the form: a chart is described in words, and its own stand in the drawing."""
AROUND = re.compile(r"page \d+ of \d+")


def printed(form: Form, paper: Paper = "a4") -> bytes:
    return pdf_of(Job(form.title, (FormPart(form),), paper))


def letters(text: str) -> Counter[str]:
    """What is said, letter by letter: where lines break is no matter."""
    return Counter(re.sub(r"\s", "", text.replace(BREAK, "").replace("\u00a0", "")))


def words_in(thing: object) -> list[str]:
    """All that a form says, in reading order, as somebody would read it out."""
    if isinstance(thing, str):
        return [thing] if thing and not isinstance(thing, StrEnum) else []
    if isinstance(thing, tuple):
        return [words for one in thing for words in words_in(one)]
    if is_dataclass(thing) and not isinstance(thing, type):
        named = (field.name for field in fields(thing) if field.name not in NOT_SAID)
        return [words for name in named for words in words_in(getattr(thing, name))]
    return []


def on_paper(pdf: bytes) -> str:
    return " ".join(words_on(pdf)).replace(BREAK, "")


def said_by(form: Form) -> str:
    return " ".join(words_in(form))


def feet(form: Form, pages: int) -> str:
    """What stands at the foot of every page."""
    foot = form.kept or f"{form.title}, {form.subtitle}"
    return " ".join(f"{foot} page {number} of {pages}" for number in range(1, pages + 1))


def says_exactly(form: Form, pdf: bytes, repeated: str = "") -> None:
    """The paper says what the form does, and nothing besides but its feet (and heads of tables over a page's end)."""
    # On the first page who may read it stands in the foot alone; a form without it has its title there.
    head = " ".join(words_in((form.title, form.subtitle, form.blocks)))
    wanted = letters(head) + letters(feet(form, len(opened(pdf).pages)))
    found = letters(on_paper(pdf))
    assert not wanted - found, f"not on the paper: {wanted - found}"
    more = found - wanted
    assert not more - Counter({one: count * 20 for one, count in letters(repeated).items()}), f"only there: {more}"


def levels(form: Form) -> list[Tally]:
    """Every line of suppression boxes of a roster."""
    musters = (block for block in form.blocks if isinstance(block, MusterBlock))
    lines = (line for one in musters for line in (*one.tallies, *(t for group in one.groups for t in group.tallies)))
    return [line for line in lines if line.counts is Counts.LEVELS]


def keeps_its_margins(pdf: bytes) -> bool:
    """Whether nothing reaches into the edge that printers leave white."""
    edge = 5 * 4
    pages = pictures(pdf, dots=4)
    return all(
        part.min() >= 250 for page in pages for part in (page[:edge], page[-edge:], page[:, :edge], page[:, -edge:])
    )

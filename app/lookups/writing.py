"""Answers and questions as plain text, for a terminal."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, Final

from app.lookups.asking import Answer
from app.lookups.describing import FactTold, QuestionTold, questions
from rules.kernel.clauses import Clause
from rules.kernel.explain import HouseMark, Step
from rules.kernel.measure import cm
from rules.kernel.questions import Questions

WIDE: Final = 80
INDENT: Final = 20


def list_of_questions(of: Questions[Any]) -> Iterator[str]:
    """Every question with its key, chapter by chapter."""
    widest = max(len(one.key) for one in questions(of))
    for told in questions(of):
        yield f"{typed(told.key):{widest}}  {told.title}"


def what_to_give(told: QuestionTold) -> Iterator[str]:
    """A question and each fact it takes, required ones marked."""
    yield told.title
    yield "A die decides: give it with --die." if told.a_die_decides else "No die decides."
    for one in told.facts:
        yield from _fact(one, "")


def answer_lines(answer: Answer, known: Mapping[str, Clause]) -> Iterator[str]:
    """The outcome first, then the reasons, what did not apply, the clauses, and the chances; no line wider than 80."""
    for line in _lines(answer, known):
        yield from wrap(line, WIDE, subsequent_indent=" " * (INDENT if line.startswith("  ") else 0))


def _lines(answer: Answer, known: Mapping[str, Clause]) -> Iterator[str]:
    yield _headline(answer)
    if answer.instead:
        yield f"instead: {answer.instead}"
    yield from (_step(step) for step in answer.steps)
    marked = {step.house for step in answer.steps}
    yield from (f"  {_house(mark)}" for mark in answer.house if mark not in marked)
    if answer.considered:
        yield "looked at, without effect:"
        yield from (f"  {line.clause:<12}      {line.says}" for line in answer.considered)
    yield from _titles(answer, known)
    if answer.odds:
        yield "chances before the dice:"
        widest = max(len(_words(name)) for name in answer.odds)
        yield from (
            f"  {_words(name):<{widest}}  {one.percent:5.1f} %  {one.exact}" for name, one in answer.odds.items()
        )


def _titles(answer: Answer, known: Mapping[str, Clause]) -> Iterator[str]:
    """What the clauses are called that were cited, those without effect too."""
    cited = dict.fromkeys((*answer.clauses, *(line.clause for line in answer.considered)))
    found = [known[clause] for clause in cited if clause in known]
    if found:
        yield "clauses:"
        yield from (f"  {clause.id:<12}      {clause.title}" for clause in found)


def typed(name: str) -> str:
    """A key or a word as it is typed in a terminal."""
    return name.replace("_", "-")


def _fact(one: FactTold, before: str) -> Iterator[str]:
    name = f"{before}{typed(one.name)}"
    yield f"  {name}={_kind(one)}{' (required)' if one.required else ''}"
    bound = f"; of {typed(' and '.join(one.told_of))} only" if one.told_of else ""
    yield f"      {one.says}{_kept(one)}{bound}"
    for inside in one.facts:
        yield from _fact(inside, f"{name}.0." if one.listed else f"{name}.")


def _kind(one: FactTold) -> str:
    span = "" if one.least is None or one.most is None else f" {one.least:g} to {one.most:g}"
    kind = "|".join(typed(word) for word in one.words) or f"{one.kind}{span} {one.unit}".strip()
    return f"{kind}, ..." if one.listed else kind


def _kept(one: FactTold) -> str:
    if one.required or one.default in (None, [], False):
        return ""
    return f"; {'yes' if one.default is True else typed(str(one.default))} where left out"


def _headline(answer: Answer) -> str:
    if answer.outcome == "explained":
        total = "" if answer.total is None else f" (read with {answer.total})"
        return f"Answer: {_words(answer.value)}{total}"
    if answer.outcome == "refused":
        return f"The rules do not allow it: {answer.because} ({', '.join(answer.clauses)})"
    because = answer.because[:1].upper() + answer.because[1:]
    return f"{because}, or see the chances below." if answer.outcome == "odds" else f"Open: {because}"


def _step(step: Step) -> str:
    value = "" if step.value is None else f"{step.value:+d}"
    house = f" [{_house(step.house)}]" if step.house else ""
    return f"  {step.clause:<12} {value:>3}  {step.says}{house}"


def _house(mark: HouseMark) -> str:
    return f"house rule {mark.ruling}: {mark.says}; the book: {mark.original}"


def spoken(value: object) -> Iterator[tuple[str, str]]:
    """The parts of an answer by their names, each in words; an answer that has no parts stands alone."""
    if isinstance(value, dict) and not _is_length(value):
        for name, part in value.items():
            yield name.replace("_", " ").capitalize(), _words(part)
    else:
        yield "", _words(value)


def _is_length(value: dict[str, object]) -> bool:
    """Whether it is a length on the table and on the ground."""
    return {"cm", "metres"} <= value.keys() <= {"cm", "metres", "inches"}


def _words(value: object) -> str:
    """A value in words, however it is put together."""
    if isinstance(value, dict) and _is_length(value):
        inches = f" ({value['inches']:g} in)" if value.get("inches") is not None else ""
        return f"{value['cm']:g} cm, {value['metres']:g} m{inches}"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, dict):
        return ", ".join(_named(name, part) for name, part in value.items())
    if isinstance(value, list):
        return "; ".join(_words(part) for part in value) or "none"
    return str(value).replace("_", " ")


def _named(name: str, value: object) -> str:
    if name.endswith("_mm") and isinstance(value, int):
        return f"{name.removesuffix('_mm').replace('_', ' ')} {cm(value)}"
    return f"{name.replace('_', ' ')} {_words(value)}"

"""Look-ups as plain text: facts typed in a terminal, and written answers."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, Final

from app.lookups.queries import Answer, BadAsk, FactTold, QuestionTold, questions
from rules.kernel.clauses import Clause
from rules.kernel.distances import cm
from rules.kernel.explanations import HouseMark, Step
from rules.kernel.lookups import Questions

# Facts from the terminal

YES_AND_NO = {"yes": True, "true": True, "no": False, "false": False}


def typed_facts(given: Iterable[str], facts: tuple[FactTold, ...]) -> dict[str, Any]:
    """Every `name=value` in its place. What cannot be read stays as typed, for `ask` to say what is wrong with it.

    A list is written with commas, facts inside others with points, the first of several such as `parts.0.going=road`.
    Raises BadAsk for text that is no `name=value`.
    """
    read: dict[str, Any] = {}
    for one in given:
        name, equals, written = one.partition("=")
        if not equals or not name.strip():
            raise BadAsk("facts", f"{one!r} is no fact", "write --fact name=value")
        _put(read, tuple(part.replace("-", "_") for part in name.strip().split(".")), written.strip(), facts)
    return read


def _put(into: dict[str, Any], path: tuple[str, ...], written: str, facts: tuple[FactTold, ...]) -> None:
    told = next((one for one in facts if one.name == path[0]), None)
    if told is None or len(path) == 1:
        into[path[0]] = _read(written, told)
    elif told.listed:
        _put(_nth(into.setdefault(told.name, []), path[1], told), path[2:] or ("",), written, told.facts)
    else:
        _put(into.setdefault(told.name, {}), path[1:], written, told.facts)


def _nth(parts: list[dict[str, Any]], number: str, told: FactTold) -> dict[str, Any]:
    place = _whole(number)
    if not isinstance(place, int) or number.startswith("-") or place > len(parts):
        right = f"count them from 0 without a gap: {told.name}.0.name=value"
        raise BadAsk(f"facts.{told.name}", f"{number!r} is not the next of them", right)
    if place == len(parts):
        parts.append({})
    return parts[place]


def _read(written: str, told: FactTold | None) -> Any:
    if told is None:
        return written
    if told.listed:
        return [_one(part.strip(), told) for part in written.split(",") if part.strip()]
    return _one(written, told)


def _one(written: str, told: FactTold) -> Any:
    if told.kind == "yes or no":
        return YES_AND_NO.get(written.lower(), written)
    if told.kind == "word":
        return written.lower().replace("-", "_").replace(" ", "_")
    if told.kind == "whole number":
        return _whole(written)
    return _number(written) if told.kind == "number" else written


def _whole(written: str) -> int | str:
    try:
        return int(written) if written.removeprefix("-").isdecimal() else written
    except ValueError:
        # More digits than a machine reads are no figure either.
        return written


def _number(written: str) -> float | str:
    try:
        return float(written.removesuffix("cm"))
    except ValueError:
        return written


# Answers and questions as plain text

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

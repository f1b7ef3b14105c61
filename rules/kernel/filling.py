"""A command made of answers to what it asks, and how far the answers go: what is asked next, what does not fit."""

from collections.abc import Mapping
from dataclasses import MISSING, replace
from typing import Any, Final, Generic, TypeVar

from rules.kernel.asking import NEEDED, Ask, Asking, AskKind, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import NotPlain, build
from rules.kernel.values import dataclass

C = TypeVar("C")
Ends = NotPlain | Refusal | None
"""What ends the asking early, if anything does."""


@dataclass(frozen=True, slots=True)
class Question:
    """An ask as it stands: whether it is answered; of rows those that were told, and what the next one would ask."""

    ask: Ask
    answered: bool
    rows: "tuple[tuple[Question, ...], ...]" = ()
    next_row: "tuple[Question, ...]" = ()


@dataclass(frozen=True, slots=True)
class Filled(Generic[C]):
    """How far the answers go: what was asked so far, and the command, or what is missing or wrong, or the refusal."""

    questions: tuple[Question, ...]
    found: C | NotPlain | Refusal


def fill(command: type[C], asks: Asking, about: Told, given: Told) -> C | NotPlain | Refusal:
    """The command that the answers give, or the answer that does not fit, or the refusal; what is untold stays out."""
    return filled(command, asks, about, given).found


def filled(command: type[C], asks: Asking, about: Told, given: Told) -> Filled[C]:
    """The same with everything that was asked on the way."""
    told = dict(about)
    questions = list[Question]()
    ends = _told(asks, told, given, "", questions)
    if ends is None and (unasked := _unasked(given, told, "")) is not None:
        ends = NotPlain(unasked, "nobody asks for it", "leave it out")
    return Filled(tuple(questions), _built(command, told) if ends is None else ends)


def _built(command: type[C], told: Told) -> C | NotPlain:
    try:
        return build(command, told)
    except NotPlain as wrong:
        return wrong


def _told(asks: Asking, told: dict[str, Any], given: Told, where: str, questions: list[Question]) -> Ends:
    """Put each answer among what is told as it is asked for; what ends it early, if anything does."""
    for ask in asks(told):
        if isinstance(ask, Refusal):
            return ask
        if ask.row is not None:
            ends = _rows(ask, told, given, where, questions)
        else:
            questions.append(Question(ask, _is_answered(ask, given)))
            ends = _dice_of_rows(ask, told, given, where) if ask.per else _answer(ask, told, given, where)
        if ends is not None:
            return ends
    return None


def _is_answered(ask: Ask, given: Told) -> bool:
    if not ask.per:
        return _at(given, ask.name) is not MISSING
    rows = _at(given, ask.per)
    rows = [] if rows is MISSING else rows
    return all(not count or _at(row, ask.name) is not MISSING for row, count in zip(rows, ask.counts, strict=False))


def _answer(ask: Ask, told: dict[str, Any], given: Told, where: str) -> NotPlain | None:
    value = _at(given, ask.name)
    if value is MISSING:
        return _missing(ask, where)
    if (wrong := _misfit(ask, value)) is not None:
        return NotPlain(where + ask.name, *wrong)
    _put(told, ask.name, value)
    return None


def _missing(ask: Ask, where: str) -> NotPlain | None:
    missing = ask.usual is NEEDED and ask.kind is not AskKind.DRAWN
    return NotPlain(where + ask.name, "it is missing", f"give: {ask.says}") if missing else None


def _rows(ask: Ask, told: dict[str, Any], given: Told, where: str, questions: list[Question]) -> Ends:
    """Each row by its own asks. What one more would ask is asked as if it stood there."""
    assert ask.row is not None
    value = _at(given, ask.name)
    wrong = None if value is MISSING else _misfit(ask, value)
    if wrong is not None:
        questions.append(Question(ask, answered=True))
        return NotPlain(where + ask.name, *wrong)
    rows, asked, ends = list[dict[str, Any]](), list[tuple[Question, ...]](), None
    _put(told, ask.name, rows)
    for n, row in enumerate(() if value is MISSING else value):
        rows.append({})
        of_row = list[Question]()
        ends = _told(ask.row, rows[-1], row, f"{where}{ask.name}.{n}.", of_row)
        asked.append(tuple(of_row))
        if ends is not None:
            break
    one_more = _one_more(ask, rows) if ends is None else ()
    questions.append(Question(ask, value is not MISSING, tuple(asked), one_more))
    if value is MISSING:
        _take_out(told, ask.name)
        return ends or _missing(ask, where)
    return ends


def _one_more(ask: Ask, rows: list[dict[str, Any]]) -> tuple[Question, ...]:
    if ask.row is None or (ask.most is not None and len(rows) >= ask.most):
        return ()
    rows.append({})
    found = list[Question]()
    _told(ask.row, rows[-1], {}, "", found)
    rows.pop()
    return tuple(found)


def _dice_of_rows(ask: Ask, told: dict[str, Any], given: Told, where: str) -> NotPlain | None:
    """The dice of each row, as many as the row throws."""
    rows, given_rows = (_at(where_from, ask.per) for where_from in (told, given))
    if rows is MISSING:
        return None
    for n, (row, answers, count) in enumerate(zip(rows, given_rows, ask.counts, strict=True)):
        dice = _at(answers, ask.name)
        if dice is MISSING and not count:
            continue
        if (wrong := _misfit(replace(ask, least=count, most=count), [] if dice is MISSING else dice)) is not None:
            return NotPlain(f"{where}{ask.per}.{n}.{ask.name}", *wrong)
        _put(row, ask.name, dice)
    return None


def _misfit(ask: Ask, value: Any) -> tuple[str, str] | None:
    """What is wrong with an answer, and what would be right."""
    if not isinstance(value, SHAPES[ask.kind]) or (isinstance(value, bool) and ask.kind is not AskKind.SWITCH):
        return (f"{value!r} does not fit", f"give: {ask.says}")
    if ask.row is not None and not all(isinstance(row, Mapping) for row in value):
        return ("a row has no named answers", f"give: {ask.says}")
    chosen = value if isinstance(value, list | tuple) and ask.kind is AskKind.SEVERAL else [value]
    if ask.among is not None and not all(one in ask.among for one in chosen):
        return (f"{value!r} is no choice here", f"give any of: {', '.join(map(str, ask.among))}")
    size = len(value) if isinstance(value, list | tuple) else value
    if isinstance(size, int | float) and not _within(size, ask):
        return (f"{size:g} is out of range", f"give {_span(ask)}")
    return None


SHAPES: Final[Mapping[AskKind, Any]] = {
    **dict.fromkeys((AskKind.ONE, AskKind.DOCUMENT, AskKind.DEED, AskKind.DRAWN), object),
    **dict.fromkeys((AskKind.TEXT, AskKind.WORD), str),
    **dict.fromkeys((AskKind.NUMBER, AskKind.CM, AskKind.DEGREES), int | float),
    **dict.fromkeys((AskKind.SEVERAL, AskKind.ROWS), list | tuple),
    AskKind.SWITCH: bool,
    AskKind.DICE: list | tuple | Mapping,
}


def _within(size: float, ask: Ask) -> bool:
    return (ask.least is None or size >= ask.least) and (ask.most is None or size <= ask.most)


def _span(ask: Ask) -> str:
    if ask.most is None:
        return f"{ask.least:g} or more"
    if ask.least is None:
        return f"{ask.most:g} at most"
    return f"{ask.least:g}" if ask.least == ask.most else f"{ask.least:g} to {ask.most:g}"


def _at(values: Told, path: str) -> Any:
    found: Any = values
    for step in path.split("."):
        if not isinstance(found, Mapping) or step not in found:
            return MISSING
        found = found[step]
    return found


def _put(told: dict[str, Any], path: str, value: Any) -> None:
    *parts, last = path.split(".")
    for step in parts:
        told = told.setdefault(step, {})
    told[last] = value


def _take_out(told: dict[str, Any], path: str) -> None:
    *parts, last = path.split(".")
    for step in parts:
        told = told[step]
    told.pop(last)


def _unasked(given: Any, told: Any, where: str) -> str | None:
    """Where an answer stands that nobody asked for."""
    if isinstance(given, list | tuple) and isinstance(told, list | tuple):
        pairs = [(str(n), one, told[n]) for n, one in enumerate(given)]
    elif isinstance(given, Mapping) and isinstance(told, Mapping):
        pairs = [(name, one, told.get(name, MISSING)) for name, one in given.items()]
    else:
        return where if told is MISSING else None
    inside = (_unasked(one, there, f"{where}.{name}" if where else name) for name, one, there in pairs)
    return next((found for found in inside if found is not None), None)

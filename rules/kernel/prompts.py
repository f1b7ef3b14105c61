"""Prompts of a command: each field as an input, and the command that the answers make."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import MISSING, field, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_origin

from rules.kernel.dice import Pack, Secret, Throw
from rules.kernel.explanations import Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass, replace
from rules.kernel.serialization import NotPlain, build, hints_of

# What a command asks

C = TypeVar("C")


class Usual(Enum):
    """What is usual where no value is."""

    NEEDED = "it has to be answered"


NEEDED: Final = Usual.NEEDED


class AskKind(StrEnum):
    """What kind of answer an ask wants."""

    ONE = "one"
    SEVERAL = "several"
    ROWS = "rows"
    WORD = "word"
    SWITCH = "switch"
    NUMBER = "number"
    CM = "cm"
    DEGREES = "degrees"
    TEXT = "text"
    DICE = "dice"
    DOCUMENT = "document"
    DEED = "deed"
    DRAWN = "drawn"


class Origin(StrEnum):
    """Where a value comes from."""

    MEASURED = "measured"
    MAP = "map"
    REMEMBERED = "remembered"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A value that is shown before it is told, where it comes from, and why."""

    value: Any
    origin: Origin
    why: str


@dataclass(frozen=True, slots=True)
class FigureBand:
    """Values of a number that make no difference among each other: in words, and one of them."""

    says: str
    value: float


@dataclass(frozen=True, slots=True)
class Denied:
    """A choice that is usual elsewhere and may not be made now, with the reason."""

    value: Any
    why: Refusal


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that has to be told; a point in its name leads into a part of the command.

    `among` are the choices, None where there is no list; `usual` is what counts untold, NEEDED where it must be told.
    `least` and `most` hold for a number itself, for anything of which there may be several for how many there are.
    Dice without a `most` are one die by itself. Dice `per` rows of that name lie in each row, as many as `counts` says;
    `kept` are those that lie thrown already, in their places, row after row: one without pips stands where none lies.
    `bands` of a number are those that matter; `brief` is its name where room is scarce. What is `seldom` told is an
    exception: a deed of which only that is open is done as it usually is. `spot` is set on half of a place on the
    table: x or y in mm from its corner, along or up in cm from the own edge. A map answers it and its `mate`,
    the field of the other half, with one tap. `each` says of dice that are read one by one what each is for.
    `brings` says of each choice, in the order of `among`, what would follow from it; `denied` are those that somebody
    would look for and the rules do not allow now. `circle_mm` of a place: so wide a circle is laid about it.
    `reckoned` is what the rules make of all that was told before it, by clause. A number that is `chosen` is a
    person's to choose: what is proposed is where he begins, and the deed waits until he is content.
    """

    name: str
    kind: AskKind
    says: str
    among: tuple[Any, ...] | None = None
    usual: Any = NEEDED
    least: float | None = None
    most: float | None = None
    row: "Callable[[Mapping[str, Any]], Iterator[Ask | Refusal]] | None" = None
    per: str = ""
    counts: tuple[int, ...] = ()
    kept: tuple[Throw, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    bands: tuple[FigureBand, ...] = ()
    brief: str = ""
    seldom: bool = False
    spot: str = ""
    mate: str = ""
    each: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    denied: tuple[Denied, ...] = ()
    circle_mm: float = 0.0
    reckoned: tuple[Step, ...] = ()
    chosen: bool = False


Told = Mapping[str, Any]
"""What was told so far, as plain values."""
Asking = Callable[[Told], Iterator[Ask | Refusal]]
"""What has to be told, in order, each ask after the answers before it."""


class Asks(Generic[C]):
    """The fields of a command, or of a row of one, as asks."""

    def __init__(self, command: type[C]) -> None:
        self.command: type = command

    def __call__(self, name: str, **of_now: Any) -> Ask:
        """The ask of a field, with what is so of it now."""
        ask = _ask(self.command, name)
        if of_now.get("among") is not None:
            of_now["among"] = tuple(of_now["among"])
            if ask.kind is AskKind.TEXT:
                of_now.setdefault("kind", AskKind.ONE)
        if "counts" in of_now:
            of_now["counts"] = tuple(of_now["counts"])
        return replace(ask, **of_now) if of_now else ask


@cache
def _ask(command: type, path: str) -> Ask:
    first, _, rest = path.partition(".")
    hint = _without_none(hints_of(command)[first])
    if rest:
        return replace(_ask(hint, rest), name=path)
    one = next(found for found in fields(command) if found.name == first)
    told = one.metadata
    if not told.get("says"):
        raise TypeError(f"{command.__name__}.{first} has no words: declare it by fact(...)")
    words = _words(hint)
    usual = one.default if one.default_factory is MISSING else one.default_factory()
    usual = NEEDED if usual is MISSING else usual
    kind = _kind(hint, told["unit"])
    spot = {name: told.get(name, "") for name in ("spot", "mate")}
    return Ask(path, kind, told["says"], words, usual, told["least"], told["most"], **spot)


def _without_none(hint: Any) -> Any:
    if not isinstance(hint, UnionType):
        return hint
    left = [one for one in get_args(hint) if one is not NoneType]
    return left[0]


def _words(hint: Any) -> tuple[Any, ...] | None:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(one.value for one in hint) if isinstance(hint, type) and issubclass(hint, Enum) else None


OF_TYPE: Final[Mapping[Any, AskKind]] = {
    bool: AskKind.SWITCH,
    int: AskKind.NUMBER,
    float: AskKind.NUMBER,
    str: AskKind.TEXT,
    Throw: AskKind.DICE,
    Pack: AskKind.DRAWN,
    Secret: AskKind.DRAWN,
}
OF_UNIT: Final[Mapping[str, AskKind]] = {"cm": AskKind.CM, "degrees": AskKind.DEGREES}


def _kind(hint: Any, unit: str) -> AskKind:
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        if inner is Throw:
            return AskKind.DICE
        return AskKind.ROWS if is_dataclass(inner) else AskKind.SEVERAL
    if _words(hint) is not None:
        return AskKind.WORD
    if hint in (int, float) and unit in OF_UNIT:
        return OF_UNIT[unit]
    return OF_TYPE.get(hint, AskKind.DOCUMENT)


# A command made of answers to what it asks, and how far the answers go

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
    """How far the answers go: what was asked so far, and the command, or what is missing or wrong, or the refusal.

    `taken` are the proposals that stand for answers which were left open, by the places of these.
    """

    questions: tuple[Question, ...]
    found: C | NotPlain | Refusal
    taken: Mapping[str, Proposal] = field(default_factory=dict)


class LeftOpen(dict[str, Any]):
    """Answers of which whatever is left open is taken as it is proposed; what was taken stands in `Filled.taken`."""


class Guessed(dict[str, Any]):
    """A row that nobody told: it is asked only to see what would come next, and no proposal for it is worth much."""


def filled(command: type[C], asks: Asking, about: Told, given: Told) -> Filled[C]:
    """The command that the answers give, or the answer that does not fit, or the refusal; what is untold stays out.

    With everything that was asked on the way.
    """
    told, questions = dict(about), list[Question]()
    taken: Taken = {} if isinstance(given, LeftOpen) else None
    ends = _told(asks, told, given, "", questions, taken)
    if ends is None and (unasked := _unasked(given, told, "")) is not None:
        ends = NotPlain(unasked, "nobody asks for it", "leave it out")
    return Filled(tuple(questions), _built(command, told) if ends is None else ends, taken or {})


def _built(command: type[C], told: Told) -> C | NotPlain:
    try:
        return build(command, told)
    except NotPlain as wrong:
        return wrong


@dataclass(frozen=True, slots=True)
class AsProposed(Generic[C]):
    """How far the answers go with what is proposed beside them: all of it, and where each value of ours comes from."""

    filled: Filled[C]
    told: Told
    origins: Mapping[str, Origin]


SEVERAL_CHOSEN: Final = (AskKind.SEVERAL, AskKind.ROWS, AskKind.DICE)
"""Answers of many parts. A map may propose them, and a player accepts them by hand."""


def _is_by_hand(ask: Ask) -> bool:
    """Whether a player has to accept what the map proposes.

    A choice of one thing that has a default is a fact, such as the cordon that a target touches. If nobody accepted it
    the default would count, so the map's answer counts instead.
    """
    return ask.kind in SEVERAL_CHOSEN or (ask.kind is AskKind.ONE and ask.usual is NEEDED)


def proposed(asked: Callable[[Told], Filled[C]], told: Told) -> AsProposed[C]:
    """What was told, with each fact that nobody told by its first proposal, as far as that goes."""
    found, now = asked(LeftOpen(told)), deepcopy(dict(told))
    for path, proposal in found.taken.items():
        _put_in(now, path, proposal.value)
    return AsProposed(found, now, {path: proposal.origin for path, proposal in found.taken.items()})


def _to_take(ask: Ask) -> Proposal | None:
    """The proposal that is taken where nobody told: the first, if it fits, and nobody has to choose by hand."""
    first = next(iter(ask.proposals), None)
    by_hand = first is not None and first.origin is Origin.MAP and _is_by_hand(ask)
    if first is None or by_hand or ask.kind is AskKind.DICE or _misfit(ask, first.value) is not None:
        return None
    return first


def _put_in(told: Any, path: str, value: Any) -> None:
    """Put a value at a path that may lead through rows."""
    *parts, last = path.split(".")
    for step in parts:
        told = told[int(step)] if isinstance(told, list) else told.setdefault(step, {})
    told[last] = value


Taken = dict[str, Proposal] | None
"""The proposals taken so far, where they are to be taken at all."""


def _told(asks: Asking, told: dict[str, Any], given: Told, where: str, questions: list[Question], taken: Taken) -> Ends:
    """Put each answer among what is told as it is asked for; what ends it early, if anything does."""
    for ask in asks(told):
        if isinstance(ask, Refusal):
            return ask
        if ask.row is not None:
            ends = _rows(ask, told, given, where, questions, taken)
        else:
            ends = _dice_of_rows(ask, told, given, where) if ask.per else _answer(ask, told, given, where, taken)
            is_taken = taken is not None and where + ask.name in taken
            questions.append(Question(ask, is_taken or _is_answered(ask, given)))
        if ends is not None:
            return ends
    return None


def _is_answered(ask: Ask, given: Told) -> bool:
    if not ask.per:
        return _at(given, ask.name) is not MISSING
    rows = _at(given, ask.per)
    rows = [] if rows is MISSING else rows
    return all(not count or _at(row, ask.name) is not MISSING for row, count in zip(rows, ask.counts, strict=False))


def _answer(ask: Ask, told: dict[str, Any], given: Told, where: str, taken: Taken) -> NotPlain | None:
    value = _at(given, ask.name)
    if value is MISSING and taken is not None and (proposal := _to_take(ask)) is not None:
        taken[where + ask.name], value = proposal, proposal.value
    if value is MISSING:
        return _missing(ask, where)
    if (wrong := _misfit(ask, value)) is not None:
        return NotPlain(where + ask.name, *wrong)
    _put(told, ask.name, value)
    return None


def _missing(ask: Ask, where: str) -> NotPlain | None:
    missing = ask.usual is NEEDED and ask.kind is not AskKind.DRAWN
    return NotPlain(where + ask.name, "it is missing", f"give: {ask.says}") if missing else None


def _rows(ask: Ask, told: dict[str, Any], given: Told, where: str, questions: list[Question], taken: Taken) -> Ends:
    """Each row by its own asks. What one more would ask is asked as if it stood there."""
    assert ask.row is not None
    value = _at(given, ask.name)
    wrong = None if value is MISSING else _misfit(ask, value)
    if wrong is not None and _misfit(replace(ask, least=None, most=None), value) is not None:
        questions.append(Question(ask, answered=True))
        return NotPlain(where + ask.name, *wrong)
    rows, asked, ends = list[dict[str, Any]](), list[tuple[Question, ...]](), None
    _put(told, ask.name, rows)
    for n, row in enumerate(() if value is MISSING else value):
        rows.append({})
        of_row = list[Question]()
        ends = _told(ask.row, rows[-1], row, f"{where}{ask.name}.{n}.", of_row, taken)
        asked.append(tuple(of_row))
        if ends is not None:
            break
    one_more = _one_more(ask, rows) if ends is None else ()
    questions.append(Question(ask, value is not MISSING, tuple(asked), one_more))
    if value is MISSING:
        _take_out(told, ask.name)
        return ends or _missing(ask, where)
    # Too few or too many are told after what each of them asks: whoever fills them in sees what he has.
    return ends or (None if wrong is None else NotPlain(where + ask.name, *wrong))


def _one_more(ask: Ask, rows: list[dict[str, Any]]) -> tuple[Question, ...]:
    if ask.row is None or (ask.most is not None and len(rows) >= ask.most):
        return ()
    guessed, found = dict[str, Any](), list[Question]()
    for _ in range(MOST_GUESSED):
        found = list[Question]()
        rows.append(Guessed())
        _told(ask.row, rows[-1], guessed, "", found, None)
        rows.pop()
        last = found[-1].ask if found else None
        if last is None or _at(guessed, last.name) is not MISSING or (guess := _guess(last)) is MISSING:
            break
        _put(guessed, last.name, guess)
    return tuple(replace(one, answered=False) for one in found)


MOST_GUESSED: Final = 12


def _guess(ask: Ask) -> Any:
    """What is taken for an answer only to see what is asked behind it: what is proposed, else the first choice."""
    proposal = next(iter(ask.proposals), None)
    if proposal is not None:
        return proposal.value
    return ask.among[0] if ask.among and ask.kind in (AskKind.ONE, AskKind.WORD) else MISSING


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

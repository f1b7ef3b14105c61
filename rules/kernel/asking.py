"""What a command asks: each field as an ask, in the words of its `fact`, and a command made of the answers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum, StrEnum
from types import NoneType, UnionType
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from rules.kernel.explain import Refusal
from rules.kernel.plain import NotPlain, build
from rules.kernel.play import Pack, Secret, Throw
from rules.kernel.values import dataclass

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
class Ask:
    """One thing that has to be told; a point in its name leads into a part of the command.

    `among` are the choices, None where there is no list; `usual` is what counts untold, NEEDED where it must be told.
    `least` and `most` hold for a number itself, for anything of which there may be several for how many there are.
    Dice without a `most` are one die by itself. Dice `per` rows of that name lie in each row, as many as `counts` says;
    `kept` are those that lie thrown already, in their places, row after row: one without pips stands where none lies.
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


Told = Mapping[str, Any]
"""What was told so far, as plain values."""
Asking = Callable[[Told], Iterator[Ask | Refusal]]
"""What has to be told, in order, each ask after the answers before it."""


class Asks(Generic[C]):
    """The fields of a command, or of a row of one, as asks."""

    def __init__(self, command: type[C]) -> None:
        self.command = command

    def __call__(self, name: str, **of_now: Any) -> Ask:
        """The ask of a field, with what is so of it now."""
        ask = _ask(self.command, name)
        if of_now.get("among") is not None:
            of_now["among"] = tuple(of_now["among"])
            ask = replace(ask, kind=AskKind.ONE) if ask.kind is AskKind.TEXT else ask
        if "counts" in of_now:
            of_now["counts"] = tuple(of_now["counts"])
        return replace(ask, **of_now)


def _ask(command: type, path: str) -> Ask:
    first, _, rest = path.partition(".")
    hint = _without_none(get_type_hints(command)[first])
    if rest:
        return replace(_ask(hint, rest), name=path)
    one = next(found for found in fields(command) if found.name == first)
    told = one.metadata
    if not told.get("says"):
        raise TypeError(f"{command.__name__}.{first} has no words: declare it by fact(...)")
    words = _words(hint)
    usual = one.default if one.default_factory is MISSING else one.default_factory()
    usual = NEEDED if usual is MISSING else usual
    return Ask(path, _kind(hint, told["unit"]), told["says"], words, usual, told["least"], told["most"])


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


def fill(command: type[C], asks: Asking, about: Told, given: Told) -> C | NotPlain | Refusal:
    """The command that the answers give, or the answer that does not fit, or the refusal; what is untold stays out."""
    told = dict(about)
    found = _told(asks, told, given, "")
    if found is not None:
        return found
    if (unasked := _unasked(given, told, "")) is not None:
        return NotPlain(unasked, "nobody asks for it", "leave it out")
    try:
        return build(command, told)
    except NotPlain as wrong:
        return wrong


def _told(asks: Asking, told: dict[str, Any], given: Told, where: str) -> NotPlain | Refusal | None:
    """Put each answer among what is told as it is asked for; what ends it early, if anything does."""
    for ask in asks(told):
        if isinstance(ask, Refusal):
            return ask
        found = _dice_of_rows(ask, told, given, where) if ask.per else _answer(ask, told, given, where)
        if found is not None:
            return found
    return None


def _answer(ask: Ask, told: dict[str, Any], given: Told, where: str) -> NotPlain | Refusal | None:
    value = _at(given, ask.name)
    if value is MISSING:
        missing = ask.usual is NEEDED and ask.kind is not AskKind.DRAWN
        return NotPlain(where + ask.name, "it is missing", f"give: {ask.says}") if missing else None
    if (wrong := _misfit(ask, value)) is not None:
        return NotPlain(where + ask.name, *wrong)
    if ask.row is None:
        _put(told, ask.name, value)
        return None
    rows = list[dict[str, Any]]()
    _put(told, ask.name, rows)
    for n, row in enumerate(value):
        rows.append({})
        if (found := _told(ask.row, rows[-1], row, f"{where}{ask.name}.{n}.")) is not None:
            return found
    return None


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

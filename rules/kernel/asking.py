"""What a command asks: each field as an ask, in the words of its `fact`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_origin

from rules.kernel.dice import Pack, Secret, Throw
from rules.kernel.explain import Refusal, Step
from rules.kernel.plain import hints_of
from rules.kernel.values import dataclass, replace

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

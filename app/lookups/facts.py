"""Facts from a device or a terminal, made into the facts the rules take, or told in table words what is wrong."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from app.lookups.words import words
from rules.kernel.measure import BadDistance, offset_mm

T = TypeVar("T")
MOST_LISTED = 48


class BadAsk(ValueError):
    """A question that cannot be read: in which field, what was wrong, and what would be right.

    `choices` are the words that would fit, each with how people write it; none where it was no choice.
    """

    def __init__(self, field: str, wrong: str, right: str, choices: Mapping[str, str] | None = None) -> None:
        super().__init__(f"{field}: {wrong}; {right}")
        self.field = field
        self.wrong = wrong
        self.right = right
        self.choices = choices or {}


def read_facts(kind: type[T], given: object, where: str = "facts") -> T:
    """The facts of a question from plain values. Raises BadAsk for unknown, missing or unfitting ones."""
    if not isinstance(given, Mapping):
        raise BadAsk(where, "these are no named facts", "give each fact by its name")
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]  # every facts class is a dataclass
    for name in given:
        if name not in known:
            raise BadAsk(f"{where}.{name}", f"there is no fact {name!r} here", f"give any of: {', '.join(known)}")
    for name, one in known.items():
        if name not in given and one.default is MISSING and one.default_factory is MISSING:
            raise BadAsk(f"{where}.{name}", "this fact is missing", f"give: {one.metadata.get('says', name)}")
    hints = get_type_hints(kind)
    return kind(**{name: _fit(hints[name], value, f"{where}.{name}", known[name]) for name, value in given.items()})


def _fit(hint: Any, value: object, where: str, one: Field[Any]) -> Any:
    if isinstance(hint, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        return None if value is None else _fit(kinds[0], value, where, one)
    if get_origin(hint) is tuple:
        if not isinstance(value, list | tuple):
            raise BadAsk(where, f"{value!r} is no list", "give a list, empty if there are none")
        if len(value) > MOST_LISTED:
            raise BadAsk(where, f"{len(value)} are more than stand in one question", f"give {MOST_LISTED} at most")
        return tuple(_fit(get_args(hint)[0], part, f"{where}.{n}", one) for n, part in enumerate(value))
    if is_dataclass(hint) and isinstance(hint, type):
        return read_facts(hint, value, where)
    if issubclass(hint, Enum):
        return _word(hint, value, where)
    return _plain(hint, value, where, one.metadata)


def _word(kind: type[Enum], value: object, where: str) -> Enum:
    for word in kind:
        if isinstance(value, str) and word.value == value:
            return word
    choices = {str(word.value): words(str(word.value), kind.__name__) for word in kind}
    raise BadAsk(where, f"{value!r} is not known here", f"write one of: {', '.join(choices)}", choices)


def _plain(kind: type, value: object, where: str, limits: Mapping[str, Any]) -> object:
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return _number(float(value), where, limits)
    if type(value) is not kind:
        right = {bool: "write true or false", int: "write a whole number", float: "write a number"}
        raise BadAsk(where, f"{value!r} does not fit", right.get(kind, "write it as text"))
    return _number(value, where, limits) if isinstance(value, int) and kind is int else value


def _number(value: float, where: str, limits: Mapping[str, Any]) -> float:
    least, most, unit = limits.get("least"), limits.get("most"), limits.get("unit", "")
    # Written so that what is no number at all (NaN) fails too.
    if not ((least is None or value >= least) and (most is None or value <= most)):
        span = " to ".join(f"{end:g}" for end in (least, most) if end is not None)
        raise BadAsk(where, f"{value:g} {unit}".strip() + " is out of range", f"enter {span} {unit}".strip())
    if unit == "cm":
        try:
            offset_mm(value)
        except BadDistance as bad:
            wrong, _, right = str(bad).partition("; ")
            raise BadAsk(where, wrong, right) from None
    return value

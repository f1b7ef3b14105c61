"""Plain values (as JSON gives them) to frozen dataclasses, strictly, and back."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


class NotPlain(ValueError):
    """A value that does not fit: which field, and what would be right."""


def build(kind: type[T], values: Mapping[str, Any], where: str = "") -> T:
    """A frozen dataclass from its fields. Raises NotPlain for unknown, missing or unfitting ones."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind!r} is no dataclass")
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}
    for name in values.keys() - known.keys():
        raise NotPlain(f"{where}{name} is not known; write {', '.join(known)}")
    made: dict[str, Any] = {}
    for name, field in known.items():
        if name in values:
            made[name] = _fit(hints[name], values[name], f"{where}{name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise NotPlain(f"{where}{name} is missing")
    return kind(**made)


def plain(value: Any) -> Any:
    """The value with every dataclass in it as a dictionary and every tuple as a list; others are taken as they are."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if (names := _field_names(value.__class__)) is not None:
        return {name: plain(getattr(value, name)) for name in names}
    return value


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def _fit(hint: Any, value: Any, where: str) -> Any:
    origin = get_origin(hint)
    if origin is UnionType:
        return _fit_one_of(get_args(hint), value, where)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise NotPlain(f"{where} is no list")
        return tuple(_fit(get_args(hint)[0], one, f"{where}.{n}") for n, one in enumerate(value))
    if origin is Literal:
        if value not in get_args(hint):
            raise NotPlain(f"{where} is {value!r}; write one of: {', '.join(map(str, get_args(hint)))}")
        return value
    if origin is dict:
        return _fit_kind(dict, value, where)
    return _fit_kind(hint, value, where)


def _fit_one_of(hints: tuple[Any, ...], value: Any, where: str) -> Any:
    for hint in hints:
        if hint is type(None) and value is None:
            return None
        try:
            return _fit(hint, value, where)
        except (NotPlain, TypeError):
            continue
    raise NotPlain(f"{where} is {value!r}, which does not fit")


def _fit_kind(hint: Any, value: Any, where: str) -> Any:
    if is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(value, Mapping):
            raise NotPlain(f"{where} is no object")
        return build(hint, value, f"{where}.")
    if isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(value)
        except ValueError:
            raise NotPlain(f"{where} is {value!r}; write one of: {', '.join(str(e.value) for e in hint)}") from None
    if hint is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise NotPlain(f"{where} is {value!r}; write a {hint.__name__}")
    return value

"""Frozen dataclasses: declared like the standard library's, made in a fifth of its time.

The project has some six hundred of them, made at every start of every process; for each the standard library writes and
compiles seven functions at once. Here the functions that fill, compare, hash and show a value are compiled when they
are first used, and most never are. All that is asked for beyond `frozen`, `slots` and `kw_only` is left to the standard
library.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from dataclasses import dataclass as standard
from dataclasses import replace as standard_replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

Function = Callable[..., Any]
Value = TypeVar("Value")

FAST: Final = frozenset({"frozen", "slots", "kw_only"})

if not TYPE_CHECKING:

    def dataclass(**wanted: bool) -> Callable[[type], type]:
        """`dataclasses.dataclass`: the same arguments, the same behaviour."""
        if not (wanted.get("frozen") and wanted.get("slots")) or wanted.keys() - FAST:
            return standard(**wanted)
        return lambda declared: _made(declared, kw_only=wanted.get("kw_only", False))

else:
    from dataclasses import dataclass as dataclass


def replace(value: Value, /, **changes: Any) -> Value:
    """Return a copy with some fields changed, like `dataclasses.replace` in a quarter of its time."""
    made: type = type(value)
    changed: Value = _replacing(made)(value, **changes)
    return changed


@cache
def _replacing(made: type) -> Function:
    """Return a function that copies a value field by field and then sets what changes."""
    declared = fields(made)
    if "__slots__" not in vars(made) or not all(one.init for one in declared):
        return standard_replace
    setting = {one.name: getattr(made, one.name).__set__ for one in declared}
    known: dict[str, Any] = {"new": object.__new__, "made": made, "setting": setting}
    known |= {f"set_{name}": set_to for name, set_to in setting.items()}
    lines = [
        "changed = new(made)",
        *(f"set_{name}(changed, value.{name})" for name in setting),
        "try:",
        " for name, to in changes.items(): setting[name](changed, to)",
        "except KeyError as name:",
        " raise TypeError(f'{made.__name__} has no field {name}') from None",
        *(["changed.__post_init__()"] if hasattr(made, "__post_init__") else []),
        "return changed",
    ]
    exec("def replacing(value, **changes):\n " + "\n ".join(lines), known)
    replacing: Function = known["replacing"]
    return replacing


def _made(declared: type, *, kw_only: bool) -> type:
    written = vars(declared).keys()
    made: type = standard(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(declared)
    for name, function in _functions(made, fields(made)).items():
        if name not in written:
            setattr(made, name, function)
    return made


def _functions(made: type, declared: Sequence[Field[Any]]) -> dict[str, Function]:
    compared = [one.name for one in declared if one.compare]
    mine, yours = (_all_of(whose, compared) for whose in ("self", "other"))
    shown = ", ".join(f"{one.name}={{self.{one.name}!r}}" for one in declared if one.repr)
    equal = f"self, other: {mine} == {yours} if other.__class__ is self.__class__ else NotImplemented"
    return {
        "__init__": _filling_when_used(made, declared),
        "__repr__": _when_used(made, "__repr__", f"self: f'{{self.__class__.__qualname__}}({shown})'"),
        "__eq__": _when_used(made, "__eq__", equal),
        "__hash__": _when_used(made, "__hash__", f"self: hash({mine})"),
        "__setattr__": _not_set,
        "__delattr__": _not_deleted,
        "__getstate__": _state,
        "__setstate__": _set_again,
    }


def _all_of(whose: str, names: Sequence[str]) -> str:
    return f"({''.join(f'{whose}.{name}, ' for name in names)})"


def _when_used(made: type, name: str, source: str) -> Function:
    """A function that puts the compiled one in its place the first time it is called."""

    def first(*values: object) -> Any:
        function = eval(f"lambda {source}", {})
        setattr(made, name, function)
        return function(*values)

    return first


def _filling_when_used(made: type, declared: Sequence[Field[Any]]) -> Function:
    """What fills a value, compiled when the first one is made: a start needs few of them."""

    def first(self: object, /, *values: object, **named: object) -> None:
        _compiled(made, declared, first)(self, *values, **named)

    made.__signature__ = _Signature(made, declared, first)  # type: ignore[attr-defined]
    return first


def _compiled(made: type, declared: Sequence[Field[Any]], first: Function) -> Function:
    filling = _filling(made, declared)
    if vars(made)["__init__"] is first:
        made.__init__ = filling  # type: ignore[misc]
    return filling


class _Signature:
    """Puts what fills a value in its place before anybody is told what it takes, who then finds it there."""

    def __init__(self, *of: Any) -> None:
        self._of = of

    def __get__(self, value: object, owner: type) -> NoReturn:
        _compiled(*self._of)
        raise AttributeError("__signature__")


def _filling(made: type, declared: Sequence[Field[Any]]) -> Function:
    """What fills a value: each field goes to its place in it, which is known here and need not be looked up."""
    taken = [one for one in declared if one.init]
    known: dict[str, Any] = {"MISSING": MISSING}
    lines = []
    for one in declared:
        known[f"set_{one.name}"] = getattr(made, one.name).__set__
        known[f"default_{one.name}"] = one.default
        known[f"make_{one.name}"] = one.default_factory
        lines += _filled(one)
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    by_place = [_argument(one) for one in taken if not one.kw_only]
    by_name = [_argument(one) for one in taken if one.kw_only]
    arguments = ["self", *by_place, *(["*", *by_name] if by_name else [])]
    exec(f"def __init__({', '.join(arguments)}):\n " + "\n ".join(lines or ["pass"]), known)
    filling: Function = known["__init__"]
    filling.__qualname__ = f"{made.__qualname__}.__init__"
    filling.__annotations__ = {one.name: one.type for one in taken}
    return filling


def _argument(one: Field[Any]) -> str:
    if one.default is not MISSING:
        return f"{one.name}=default_{one.name}"
    return f"{one.name}=MISSING" if one.default_factory is not MISSING else one.name


def _filled(one: Field[Any]) -> list[str]:
    fresh = f"set_{one.name}(self, make_{one.name}())"
    given = f"set_{one.name}(self, {one.name if one.init else f'default_{one.name}'})"
    if one.default_factory is MISSING:
        return [given] if one.init or one.default is not MISSING else []
    return [f"{fresh} if {one.name} is MISSING else {given}"] if one.init else [fresh]


def _not_set(self: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _not_deleted(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_again(self: Any, state: Sequence[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)

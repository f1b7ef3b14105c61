"""Lengths of functions and modules. Numbers guide the eye: whoever needs more says why in the list."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("rules", "playsheets", "app")
LONGEST_MODULE: Final = 900
LONGEST_FUNCTION: Final = 60

# path or path:function -> why it may be longer
ALLOWED: Final[Mapping[str, str]] = {}


class Function(NamedTuple):
    """A function: the lines of its body, docstring aside, and the rulings that it looks up twice."""

    name: str
    lines: int
    twice: frozenset[str]


@cache
def modules() -> Mapping[str, str]:
    """The text of every module by its path."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


@cache
def functions() -> tuple[Function, ...]:
    """Every function of every module; each module is parsed once."""
    return tuple(one for name, text in modules().items() for one in _functions(name, ast.parse(text)))


def _functions(name: str, tree: ast.Module) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            yield Function(f"{name}:{node.name}", lines, frozenset(looked_up_twice(node)))


def lengths_of_functions() -> dict[str, int]:
    return {one.name: one.lines for one in functions()}


def test_no_module_is_longer_than_it_can_be_read() -> None:
    long = {name for name, text in modules().items() if text.count("\n") > LONGEST_MODULE}
    assert sorted(long - ALLOWED.keys()) == []


def test_functions_fit_on_a_screen() -> None:
    lengths = lengths_of_functions()
    assert len(lengths) > 300
    assert sorted(name for name, lines in lengths.items() if lines > LONGEST_FUNCTION and name not in ALLOWED) == []
    assert median(lengths.values()) <= 6
    assert sorted(lengths.values())[int(len(lengths) * 0.9)] <= 25


def test_whatever_is_allowed_to_be_long_is_still_there_and_long() -> None:
    lengths = {name: text.count("\n") - LONGEST_MODULE for name, text in modules().items()}
    lengths |= {name: lines - LONGEST_FUNCTION for name, lines in lengths_of_functions().items()}
    assert [name for name in ALLOWED if lengths.get(name, 0) <= 0] == []


def looked_up_twice(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The rulings that a function asks for what they give and for their mark in two look-ups."""
    asked: dict[str, set[str]] = {"gives": set(), "mark": set()}
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args:
            ruling = call.args[0]
            which = {"behaviour": "gives", "option": "gives", "mark": "mark"}.get(call.func.attr)
            if which and isinstance(ruling, ast.Constant):
                asked[which].add(str(ruling.value))
    return asked["gives"] & asked["mark"]


def test_a_ruling_gives_its_behaviour_and_its_mark_in_one_look_up() -> None:
    apart = ast.parse('def f(book):\n    return book.behaviour("R-1", {}), book.mark("R-1")').body[0]
    assert isinstance(apart, ast.FunctionDef)
    assert looked_up_twice(apart) == {"R-1"}
    in_rules = [one for one in functions() if one.name.startswith("rules/")]
    assert in_rules
    for one in in_rules:
        assert not one.twice, f"{one.name}: ask once, by book.ruling(...)"

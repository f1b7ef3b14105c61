"""Lengths of functions and modules. Numbers guide the eye: whoever needs more says why in the list."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("rules", "playsheets", "app")
LONGEST_MODULE: Final = 400
LONGEST_FUNCTION: Final = 60

# path or path:function -> why it may be longer
ALLOWED: Final[Mapping[str, str]] = {}


def modules() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def functions() -> Iterator[tuple[str, int]]:
    """Every function and the lines of its body, docstring aside."""
    for name, text in modules():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
                yield f"{name}:{node.name}", lines


def test_no_module_is_longer_than_it_can_be_read() -> None:
    long = {name for name, text in modules() if text.count("\n") > LONGEST_MODULE}
    assert sorted(long - ALLOWED.keys()) == []


def test_functions_fit_on_a_screen() -> None:
    lengths = dict(functions())
    assert len(lengths) > 300
    assert sorted(name for name, lines in lengths.items() if lines > LONGEST_FUNCTION and name not in ALLOWED) == []
    assert median(lengths.values()) <= 6
    assert sorted(lengths.values())[int(len(lengths) * 0.9)] <= 25


def test_whatever_is_allowed_to_be_long_is_still_there_and_long() -> None:
    lengths = {name: text.count("\n") - LONGEST_MODULE for name, text in modules()}
    lengths |= {name: lines - LONGEST_FUNCTION for name, lines in functions()}
    assert [name for name in ALLOWED if lengths.get(name, 0) <= 0] == []


def looked_up_twice(function: ast.FunctionDef) -> set[str]:
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
    for path in sorted((ROOT / "rules").rglob("*.py")):
        for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(one, ast.FunctionDef):
                assert not looked_up_twice(one), f"{path.name}, {one.name}: ask once, by book.ruling(...)"

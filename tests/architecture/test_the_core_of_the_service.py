"""The core of the service knows no rule system, is the larger part of it, and says of what it holds what it is.

Both numbers only move one way: what is any system's comes out of a system's folder, and what is drawn gets a type.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
APP: Final = ROOT / "app"
LEAST_SHARE: Final = 0.6
"""Of the lines of code, so much stands in the core at least."""
MOST_UNTYPED: Final = 118
"""So often at the most is something in the core a `dict[str, Any]`."""
UNTYPED: Final = re.compile(r"\bdict\[str, Any\]")
NO_CODE: Final = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(text: str) -> int:
    """The lines with code on them: neither blank ones nor comments nor docstrings."""
    docstrings = {line for one in _docstrings(ast.parse(text)) for line in range(one.lineno, (one.end_lineno or 0) + 1)}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = {line for one in tokens if one.type not in NO_CODE for line in range(one.start[0], one.end[0] + 1)}
    return len(code - docstrings)


def _docstrings(tree: ast.Module) -> Iterator[ast.stmt]:
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for one in ast.walk(tree):
        if isinstance(one, holders) and ast.get_docstring(one) is not None:
            yield one.body[0]


def texts(of_core: bool) -> list[str]:
    found = (path for path in APP.rglob("*.py") if (path.relative_to(APP).parts[0] != "systems") is of_core)
    return [path.read_text(encoding="utf-8") for path in found]


def test_the_core_is_the_larger_part_and_may_only_grow() -> None:
    core, systems = (sum(map(code_lines, texts(of_core))) for of_core in (True, False))
    assert core / (core + systems) >= LEAST_SHARE


def test_what_the_core_holds_is_typed_and_may_only_become_more_so() -> None:
    assert sum(len(UNTYPED.findall(text)) for text in texts(of_core=True)) <= MOST_UNTYPED


def test_lines_are_counted_as_they_are_read() -> None:
    assert (
        code_lines('"""Says."""\n\n# why\nx = (\n    1,  # one\n)\n\n\ndef f() -> None:\n    """Does."""\n    pass\n')
        == 5
    )

"""How much of the rules is as it was: `python tools/unchanged_bodies.py COMMIT [--now COMMIT] [--list]`.

Counts the function bodies of `rules` at a commit that still stand somewhere in the house, but for names, inside and
outside `game/`; and the lines of product Python without blanks, comments and docstrings, then and now.
"""

import argparse
import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
PRODUCT: Final = ("rules", "playsheets", "app")
LONG: Final = 3
"""Statements from which on two bodies are hardly alike by chance."""
NO_CODE: Final = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)
Function = ast.FunctionDef | ast.AsyncFunctionDef
Defined = Function | ast.ClassDef


class Body(NamedTuple):
    """A function: where it stands, how long it is, and its body without names, then without texts either."""

    where: str
    statements: int
    shape: str
    bare: str


class Names(ast.NodeTransformer):
    """Puts numbers in the place of names, in the order in which they come up; texts go too if asked for."""

    def __init__(self, texts: bool) -> None:
        self._numbers: dict[str, str] = {}
        self._texts = texts

    def visit(self, node: ast.AST) -> ast.AST:
        """The node with all that names something in it numbered."""
        for field in ("id", "attr", "arg", "name", "asname", "module", "rest"):
            if isinstance(name := getattr(node, field, None), str):
                setattr(node, field, self._number(name))
        for field in ("names", "kwd_attrs"):
            names = getattr(node, field, None)
            if isinstance(names, list) and all(isinstance(one, str) for one in names):
                setattr(node, field, [self._number(one) for one in names])
        if self._texts and isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
        return self.generic_visit(node)

    def _number(self, name: str) -> str:
        return self._numbers.setdefault(name, f"n{len(self._numbers)}")


def main() -> int:
    """Print the counts."""
    asked = parser().parse_args()
    then, now = files_at(asked.commit), files_at(asked.now) if asked.now else files_here()
    before, after = bodies_of(then, "rules"), bodies_of(now, "")
    for place in ("outside game/", "inside game/"):
        here = [one for one in before if ("/game/" in one.where) is (place == "inside game/")]
        print(f"function bodies of rules {place}, {len(here)} at {asked.commit}")
        for line in compared(here, after):
            print(f"  {line}")
    print(f"lines of product Python: {sum(map(lines_of, then.values()))}, now {sum(map(lines_of, now.values()))}")
    print(f"public docstrings: {documented(then)}, now {documented(now)}")
    if asked.list:
        print("\n".join(f"changed or gone: {one.where}" for one in gone(before, after)))
    return 0


def parser() -> argparse.ArgumentParser:
    """What may be written behind the command."""
    made = argparse.ArgumentParser(description="How much of the rules is as it was at a commit.")
    made.add_argument("commit", help="the commit before")
    made.add_argument("--now", default="", help="the commit after; none: the files as they lie here")
    made.add_argument("--list", action="store_true", help="name the functions that changed")
    return made


def files_at(commit: str) -> dict[str, str]:
    """The product's Python at a commit, by path."""
    command = ["git", "archive", "--format=tar", commit, *PRODUCT]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        members = [one for one in tar.getmembers() if one.name.endswith(".py")]
        read = {one.name: tar.extractfile(one) for one in members}
        return {name: file.read().decode() for name, file in read.items() if file}


def files_here() -> dict[str, str]:
    """The product's Python as it lies here, by path."""
    paths = [path for package in PRODUCT for path in sorted((ROOT / package).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def bodies_of(files: Mapping[str, str], below: str) -> list[Body]:
    """Every function and method of the files below a folder; what is defined inside one belongs to it."""
    return [
        body_of(f"{path}:{name}", made)
        for path, text in files.items()
        if path.startswith(below)
        for name, made in functions(ast.parse(text))
    ]


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, Function]]:
    """The functions of a module and the methods of its classes."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{inside}{node.name}.")
        elif isinstance(node, Function):
            yield f"{inside}{node.name}", node


def body_of(where: str, made: Function) -> Body:
    """A function's body, docstring aside."""
    body = made.body[1:] if ast.get_docstring(made) is not None else made.body
    text = "\n".join(map(ast.unparse, body))
    statements = sum(isinstance(node, ast.stmt) for one in body for node in ast.walk(one))
    return Body(where, statements, shape_of(text, texts=False), shape_of(text, texts=True))


def shape_of(body: str, texts: bool) -> str:
    """A body without its names; without its texts if asked for."""
    return ast.dump(Names(texts).visit(ast.parse(body)))


def compared(before: list[Body], after: list[Body]) -> Iterator[str]:
    """How many of the bodies still stand: of all, and of those that are not alike by chance."""
    for words, least in (("of all", 0), (f"of those with {LONG} statements and more", LONG)):
        old = [one for one in before if one.statements >= least]
        same = kept_of(Counter(one.shape for one in old), Counter(one.shape for one in after))
        bare = kept_of(Counter(one.bare for one in old), Counter(one.bare for one in after))
        yield (
            f"{words}: {same} of {len(old)} unchanged but for names ({share(same, len(old))}); "
            f"but for names and texts {bare} ({share(bare, len(old))})"
        )


def kept_of(before: Counter[str], after: Counter[str]) -> int:
    """How many of these still stand."""
    return (before & after).total()


def share(part: int, whole: int) -> str:
    """A part of a whole in per cent."""
    return f"{100 * part / whole:.1f} %" if whole else "none"


def gone(before: list[Body], after: list[Body]) -> list[Body]:
    """The bodies that stand nowhere any more."""
    left, found = Counter(one.shape for one in after), list[Body]()
    for one in before:
        if left[one.shape]:
            left[one.shape] -= 1
        else:
            found.append(one)
    return found


def lines_of(text: str) -> int:
    """The lines that hold code: no blanks, comments or docstrings."""
    with_code = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            with_code.update(range(token.start[0], token.end[0] + 1))
    return len(with_code - set(docstring_lines(ast.parse(text))))


def docstring_lines(tree: ast.AST) -> Iterator[int]:
    """The lines of texts that stand by themselves: docstrings, of values too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def documented(files: Mapping[str, str]) -> int:
    """How many public functions, methods and classes say what they are."""
    nodes = (node for text in files.values() for node in ast.walk(ast.parse(text)) if isinstance(node, Defined))
    return sum(not node.name.startswith("_") and ast.get_docstring(node) is not None for node in nodes)


if __name__ == "__main__":
    sys.exit(main())

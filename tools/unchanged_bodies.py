"""How much of the rules is as it was: `python tools/unchanged_bodies.py COMMIT [--now COMMIT] [--list]`.

Counts the function bodies of `rules` at a commit that still stand somewhere in the house, but for names, inside and
outside `game/`; and the lines of product Python without blanks, comments and docstrings, then and now. Of those that
stand nowhere it says why by what can be seen of them; that counts none of them as unchanged.
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
RULING: Final = ast.Name("ruling")
READS: Final = frozenset({"number", "word", "read"})
"""What a table is read by."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
Defined = Function | ast.ClassDef


class Body(NamedTuple):
    """A function: where it stands, how long it is, and its body without names, then without texts either.

    `settled` is that with every ruling looked up in one way and texts that have a name as texts; `numbers` how often it
    reads a table.
    """

    where: str
    statements: int
    shape: str
    bare: str
    settled: str
    numbers: int

    @property
    def name(self) -> str:
        """What it is called, without where it stands."""
        return self.where.rpartition(":")[2].rpartition(".")[2]


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


class LookedUp(ast.NodeTransformer):
    """Writes `book.behaviour("AMB-1", ...)` and `book.mark("AMB-1")` as one look-up is, and named texts as texts."""

    def __init__(self, texts: frozenset[str]) -> None:
        self._texts = texts
        self._rulings = set[str]()

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A look-up of a ruling by its id."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(attr="behaviour"), [ast.Constant(), options]):
                return ast.Call(ast.Attribute(RULING, "gives"), [options], [])
            case ast.Call(ast.Attribute(attr="mark"), [ast.Constant()]):
                return ast.Attribute(RULING, "mark")
            case _:
                return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        """The ruling that is looked up once has no line of its own."""
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(attr="ruling"), [ast.Constant()])):
                self._rulings.add(name)
                return None
            case _:
                return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name of a ruling, or of a text."""
        if node.id in self._rulings:
            return RULING
        return ast.Constant("") if node.id in self._texts else node


def main() -> int:
    """Print the counts."""
    asked = parser().parse_args()
    then, now = files_at(asked.commit), files_at(asked.now) if asked.now else files_here()
    before, after = bodies_of(then, "rules"), bodies_of(now, "")
    for place in ("outside game/", "inside game/"):
        here = [one for one in before if ("/game/" in one.where) is (place == "inside game/")]
        print(f"function bodies of rules {place}, {len(here)} at {asked.commit}")
        for line in (*compared(here, after), *explained(here, after)):
            print(f"  {line}")
    print(f"lines of product Python: {sum(map(lines_of, then.values()))}, now {sum(map(lines_of, now.values()))}")
    print(f"public docstrings: {documented(then)}, now {documented(now)}")
    if asked.list:
        print("\n".join(f"{why}: {one.where}" for why, one in reasons(before, after)))
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
    trees = {path: ast.parse(text) for path, text in files.items()}
    texts = named_texts(trees)
    return [
        body_of(f"{path}:{name}", made, texts[path])
        for path, tree in trees.items()
        if path.startswith(below)
        for name, made in functions(tree)
    ]


def named_texts(trees: Mapping[str, ast.Module]) -> dict[str, frozenset[str]]:
    """The constants of each module that are texts, those that it imports too."""
    own = {path: frozenset(texts_of(tree)) for path, tree in trees.items()}
    return {
        path: own[path].union(
            one.asname or one.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for one in node.names
            if one.name in own.get(f"{node.module}".replace(".", "/") + ".py", ())
        )
        for path, tree in trees.items()
    }


def texts_of(tree: ast.Module) -> Iterator[str]:
    """The names that a module gives to texts."""
    for node in tree.body:
        match node:
            case ast.AnnAssign(ast.Name(name), value=ast.Constant(str())):
                yield name
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                yield from (
                    one.id
                    for one, value in zip(names, values, strict=False)
                    if isinstance(one, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str)
                )


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, Function]]:
    """The functions of a module and the methods of its classes."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{inside}{node.name}.")
        elif isinstance(node, Function):
            yield f"{inside}{node.name}", node


def body_of(where: str, made: Function, texts: frozenset[str]) -> Body:
    """A function's body, docstring aside."""
    body = made.body[1:] if ast.get_docstring(made) is not None else made.body
    text = "\n".join(map(ast.unparse, body))
    statements = sum(isinstance(node, ast.stmt) for one in body for node in ast.walk(one))
    settled = ast.unparse(ast.fix_missing_locations(LookedUp(texts).visit(ast.parse(text))))
    calls = (node.func for one in body for node in ast.walk(one) if isinstance(node, ast.Call))
    numbers = sum(isinstance(of, ast.Attribute) and of.attr in READS for of in calls)
    shapes = shape_of(text, texts=False), shape_of(text, texts=True), shape_of(settled, texts=True)
    return Body(where, statements, *shapes, numbers)


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


def explained(before: list[Body], after: list[Body]) -> Iterator[str]:
    """Why bodies stand nowhere any more, and of how many that is so."""
    found = Counter(why for why, _ in reasons(before, after))
    yield from (f"{count} {why}" for why, count in found.most_common())


def reasons(before: list[Body], after: list[Body]) -> Iterator[tuple[str, Body]]:
    """The bodies that stand nowhere any more but for names and texts, each with the first reason that is true of it."""
    gone = without(before, after)
    settled = Counter(one.settled for one in without(after, before))
    most = dict[str, int]()
    for one in after:
        most[one.name] = max(most.get(one.name, 0), one.numbers)
    for one in gone:
        settled[one.settled] -= 1
        if settled[one.settled] >= 0:
            yield "differ only in how a ruling is looked up or a clause is named", one
        elif one.name not in most:
            yield "are gone, or called otherwise", one
        elif most[one.name] > one.numbers:
            yield "read of a table what they knew themselves", one
        else:
            yield "say something else, or say it otherwise", one


def without(bodies: list[Body], others: list[Body]) -> list[Body]:
    """The bodies that do not stand among others too, each of which stands for one."""
    left, found = Counter(one.bare for one in others), list[Body]()
    for one in bodies:
        left[one.bare] -= 1
        if left[one.bare] < 0:
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

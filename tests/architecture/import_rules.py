"""The import directions of docs/architecture.md, as rules over every import of the product.

An import counts wherever it stands: at the top of a module, in a function, under TYPE_CHECKING.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("rules", "playsheets", "app")
SHARED_RULES: Final = frozenset({"kernel", "tabletop", "boards"})
"""Packages of `rules` that are no rule system."""


class Import(NamedTuple):
    """An import of one module by another."""

    importer: str
    imported: str


class Rule(NamedTuple):
    """A direction that imports keep."""

    concerns: Callable[[Import], bool]
    """Selects the imports that the rule is about. There is at least one, or the rule checks nothing."""
    allows: Callable[[Import], bool]
    """Tells which of them are allowed."""


@cache
def modules() -> Mapping[str, Path]:
    """Return every module of the product by its name."""
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {module_name(path): path for path in paths}


def module_name(path: Path) -> str:
    """Return the dotted name of a module's file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def tree_of(name: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


@cache
def systems() -> tuple[str, ...]:
    """Return the rule systems: the packages of `rules` that are not shared."""
    folders = sorted(path.parent.name for path in (ROOT / "rules").glob("*/__init__.py"))
    return tuple(name for name in folders if name not in SHARED_RULES)


@cache
def imports() -> tuple[Import, ...]:
    """Return every import of the product, those of libraries included."""
    return tuple(Import(name, imported) for name in modules() for imported in imported_by(tree_of(name)))


def imported_by(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a module imports. What is imported from a package is a module if there is one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from inner & modules().keys()
            if inner - modules().keys():
                yield node.module


def is_in(name: str, package: str) -> bool:
    """Tell whether a module is a package or belongs to it."""
    return f"{name}.".startswith(f"{package}.")


def is_ours(name: str) -> bool:
    """Tell whether a module belongs to the product."""
    return name.split(".")[0] in PACKAGES


def system_of(name: str) -> str:
    """Return the rule system of a module of `rules`, `playsheets` or `app/systems`; empty if it has none."""
    parts = name.split(".")
    place = 2 if parts[:2] == ["app", "systems"] else 1
    return parts[place] if len(parts) > place and parts[place] in systems() else ""


def is_game(name: str) -> bool:
    """Tell whether a module is game code of a system: it belongs to `rules/<system>/game`."""
    return any(is_in(name, f"rules.{system}.game") for system in systems())


def is_pure(name: str) -> bool:
    """Tell whether a module has pure rules of a system."""
    return is_in(name, "rules") and bool(system_of(name)) and not is_game(name)


def part_of_game(name: str) -> str:
    """Return the part of `rules/<system>/game` that a module belongs to: a folder or a module; empty outside."""
    parts = name.split(".")
    return parts[3] if is_game(name) and len(parts) > 3 else ""


def chapter_of(name: str) -> str:
    """Return the chapter of a module of `game/actions`; empty outside."""
    parts = name.split(".")
    return parts[4] if part_of_game(name) == "actions" and len(parts) > 4 else ""


ABOVE_THE_ACTIONS: Final = frozenset(
    {"engine", "system", "view", "report", "map_proposals", "fact_proposals", "actions"}
)
"""Parts of a game that may import its actions."""
ABOVE_THE_ENGINE: Final = frozenset({"engine", "system", "view", "report", "fact_proposals"})
"""Parts of a game that may import its engine."""
SHAPE_LIBRARIES: Final = ("shapely", "numpy")

RULES: Final[Mapping[str, Rule]] = {
    "the core of app imports no rule system": Rule(
        lambda one: is_in(one.importer, "app") and not is_in(one.importer, "app.systems") and is_ours(one.imported),
        lambda one: not system_of(one.imported) and not is_in(one.imported, "app.systems"),
    ),
    "only `python -m app` imports app.main": Rule(
        lambda one: one.imported == "app.main", lambda one: one.importer == "app.__main__"
    ),
    "the core of playsheets imports no rule system": Rule(
        lambda one: is_in(one.importer, "playsheets") and not system_of(one.importer) and is_ours(one.imported),
        lambda one: not system_of(one.imported),
    ),
    "rule systems do not import each other": Rule(
        lambda one: bool(system_of(one.importer)) and bool(system_of(one.imported)),
        lambda one: system_of(one.importer) == system_of(one.imported),
    ),
    "playsheets do not import app, rules import neither": Rule(
        lambda one: not is_in(one.importer, "app") and is_ours(one.imported),
        lambda one: (
            is_in(one.imported, "rules") or (is_in(one.importer, "playsheets") and is_in(one.imported, "playsheets"))
        ),
    ),
    "the kernel imports nothing else of the product": Rule(
        lambda one: is_in(one.importer, "rules.kernel") and is_ours(one.imported),
        lambda one: is_in(one.imported, "rules.kernel"),
    ),
    "the tabletop imports the kernel only": Rule(
        lambda one: is_in(one.importer, "rules.tabletop") and is_ours(one.imported),
        lambda one: is_in(one.imported, "rules.tabletop") or is_in(one.imported, "rules.kernel"),
    ),
    "shapely and numpy are used by the tabletop only": Rule(
        lambda one: one.imported.split(".")[0] in SHAPE_LIBRARIES,
        lambda one: is_in(one.importer, "rules.tabletop"),
    ),
    "pure rules import no game code": Rule(
        lambda one: is_pure(one.importer) and is_in(one.imported, "rules"), lambda one: not is_game(one.imported)
    ),
    "pure rules do not import the tabletop": Rule(
        lambda one: is_pure(one.importer) and is_ours(one.imported),
        lambda one: not is_in(one.imported, "rules.tabletop"),
    ),
    "the actions of a chapter import no other chapter's": Rule(
        lambda one: bool(chapter_of(one.importer)) and bool(chapter_of(one.imported)),
        lambda one: chapter_of(one.importer) == chapter_of(one.imported),
    ),
    "only what stands above the actions imports them": Rule(
        lambda one: part_of_game(one.imported) == "actions",
        lambda one: part_of_game(one.importer) in ABOVE_THE_ACTIONS or is_in(one.importer, "app.systems"),
    ),
    "nothing below the engine imports it": Rule(
        lambda one: part_of_game(one.imported) == "engine",
        lambda one: part_of_game(one.importer) in ABOVE_THE_ENGINE or not is_in(one.importer, "rules"),
    ),
    "the registry imports no part of its game": Rule(
        lambda one: part_of_game(one.importer) == "registry" and is_ours(one.imported),
        lambda one: part_of_game(one.imported) not in {"actions", "engine", "view", "system"},
    ),
    "the state of a game imports no map facts and no actions": Rule(
        lambda one: part_of_game(one.importer) == "state" and is_ours(one.imported),
        lambda one: part_of_game(one.imported) not in {"actions", "map_facts"},
    ),
}


def broken(rule: Rule, among: tuple[Import, ...]) -> list[Import]:
    """Return the imports that break a rule."""
    return [one for one in among if rule.concerns(one) and not rule.allows(one)]


def graph() -> dict[str, set[str]]:
    """Return the modules that each module of the product imports, those named in strings included."""
    edges: dict[str, set[str]] = {name: set() for name in modules()}
    for importer, imported in imports():
        if imported in edges and imported != importer:
            edges[importer].add(imported)
    for importer, named in strings():
        if named != importer:
            edges[importer].add(named)
    return edges


@cache
def strings() -> tuple[Import, ...]:
    """Return every string of the product that is the dotted name of one of its modules, or `module:object`."""
    return tuple(
        Import(name, module)
        for name in modules()
        for node in ast.walk(tree_of(name))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if "." in (module := node.value.partition(":")[0]) and module in modules()
    )


def imports_in_functions(name: str) -> list[int]:
    """Return the lines of a module on which a function imports a module of the product."""
    functions = [node for node in ast.walk(tree_of(name)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    nodes = {node for function in functions for node in ast.walk(function)}
    return sorted(
        node.lineno
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom) and any(map(is_ours, imported_by(ast.Module([node], []))))
    )

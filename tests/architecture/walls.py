"""The walls of the house for several rule systems, and what still goes through them: a list that may only shrink.

`python -m tests.architecture.walls` says how much goes through each; with `write` it is written down anew, unless more
does than did.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = Path(__file__).parent / "walls.txt"
HOUSE: Final = ("rules", "playsheets", "app")
COMMON: Final = ("kernel", "tabletop")
"""What stands in `rules` and is no system."""
GAME: Final = "game"
"""The folder of what is done in a game: of a system, and of each of its chapters."""


class Breach(NamedTuple):
    """What goes through a wall: where it stands, and what it names there."""

    where: str
    what: str


@cache
def modules() -> Mapping[str, Path]:
    """Every module of the house by its name."""
    paths = [path for package in HOUSE for path in sorted((ROOT / package).rglob("*.py"))]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


@cache
def systems() -> tuple[str, ...]:
    """The rule systems, found by their folders."""
    folders = sorted(path.parent.name for path in (ROOT / "rules").glob("*/__init__.py"))
    return tuple(name for name in folders if name not in COMMON)


class Read(NamedTuple):
    """What the walls are about in the text of a module."""

    imports: tuple[str, ...]
    public_classes: tuple[str, ...]


@cache
def texts() -> Mapping[str, Read]:
    """Every module of the house, read once."""
    return {name: _read(path.read_text(encoding="utf-8")) for name, path in modules().items()}


LATE: Final = re.compile(r'\blate\(\s*"([\w.]+)"')
"""A module that a chapter reads only when it is asked for something of it: it knows it all the same."""


def _read(text: str) -> Read:
    tree = ast.parse(text)
    classes = (one.name for one in tree.body if isinstance(one, ast.ClassDef))
    return Read((*imported(tree), *LATE.findall(text)), tuple(name for name in classes if not name.startswith("_")))


@cache
def imports() -> tuple[Breach, ...]:
    """Every import of a module of the house by another, once for each two."""
    return tuple(
        Breach(name, target)
        for name, text in texts().items()
        for target in dict.fromkeys(text.imports)
        if target.split(".")[0] in HOUSE
    )


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a text imports; what is taken out of a package is a module where there is one of that name."""
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                inner = f"{node.module}.{one.name}"
                yield inner if inner in modules() else node.module


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Whatever imports can stand in: most of a text is what statements are made of."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        inside = getattr(node, part, ())
        for one in inside if isinstance(inside, list) else ():
            yield one
            yield from _statements(one)


def system_of(module: str) -> str:
    """The rule system that a module of `rules`, `playsheets` or `app` belongs to; empty where to none."""
    parts = module.split(".")
    place = 2 if parts[:2] == ["app", "systems"] else 1
    return parts[place] if len(parts) > place and parts[place] in systems() else ""


def chapter_of(module: str) -> str:
    """The chapter that a module of a system stands in, by its folder; empty for what only the whole knows."""
    parts = module.split(".")
    depth = 4 if parts[2:3] == [GAME] else 3
    return parts[depth - 1] if len(parts) >= depth and ".".join(parts[:depth]) in _packages() else ""


@cache
def _packages() -> frozenset[str]:
    return frozenset(name for name, path in modules().items() if path.name == "__init__.py")


def is_deed(module: str) -> bool:
    """Whether a module of a system is about a game in play, and no rule."""
    parts = module.split(".")
    return parts[0] == "rules" and bool(system_of(module)) and GAME in parts[2:4]


def in_core(one: Breach) -> bool:
    """The core of the service names a system."""
    return one.where.startswith("app.") and not one.where.startswith("app.systems.") and bool(system_of(one.what))


def in_prints(one: Breach) -> bool:
    """What all systems print with names one."""
    return one.where.startswith("playsheets") and not system_of(one.where) and bool(system_of(one.what))


def across_systems(one: Breach) -> bool:
    """A system names another."""
    here, there = system_of(one.where), system_of(one.what)
    return bool(here and there) and here != there


def rules_know_deeds(one: Breach) -> bool:
    """A chapter's rules name what is done with them in a game."""
    return (
        one.where.startswith("rules.") and bool(system_of(one.where)) and not is_deed(one.where) and is_deed(one.what)
    )


def across_chapters(one: Breach) -> bool:
    """The deeds of a chapter, or a room of the game, name those of another chapter."""
    if not (is_deed(one.where) and is_deed(one.what)) or across_systems(one) or one.what.split(".")[2] == GAME:
        return False
    here, there = chapter_of(one.where), chapter_of(one.what)
    return bool(here and there) and here != there


LISTS: Final = frozenset({"commands", "events", "words"})
"""The modules of a chapter's deeds that only it and the list of chapters need to know."""


def names_of_a_chapter(one: Breach) -> bool:
    """What stands outside a chapter names its events, commands or words."""
    if not is_deed(one.what) or one.what.split(".")[2] == GAME or one.what.rpartition(".")[2] not in LISTS:
        return False
    return not across_systems(one) and chapter_of(one.where) != chapter_of(one.what)


def out_of_tabletop(one: Breach) -> bool:
    """The tabletop names more of the house than itself and the kernel."""
    here, there = f"{one.where}.", f"{one.what}."
    return here.startswith("rules.tabletop.") and not there.startswith(("rules.tabletop.", "rules.kernel."))


def knows_the_tabletop(one: Breach) -> bool:
    """What is no game of a system, and no part of the service, names the tabletop."""
    if not f"{one.what}.".startswith("rules.tabletop.") or one.where.split(".")[0] == "app":
        return False
    return one.where.startswith("playsheets") or (bool(system_of(one.where)) and not is_deed(one.where))


def words_know_the_book(one: Breach) -> bool:
    """The words of a system name its book, which is read by them."""
    return bool(system_of(one.where)) and one.where.endswith(".vocabulary") and one.what.endswith(".book")


def out_of_kernel(one: Breach) -> bool:
    """The kernel names something of the house."""
    return f"{one.where}.".startswith("rules.kernel.") and not f"{one.what}.".startswith("rules.kernel.")


def through(wall: Callable[[Breach], bool]) -> Callable[[], list[Breach]]:
    """Whatever is imported through a wall."""
    return lambda: [one for one in imports() if wall(one)]


@cache
def books() -> tuple[str, ...]:
    """How the ids of any book begin, from the data of the systems: those of its clauses and of its rulings."""
    paths = [path for kind in ("clauses", "rulings") for path in (ROOT / "rules").glob(f"*/data/{kind}/*.toml")]
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    entries = [one for table in tables for listed in table.values() if isinstance(listed, list) for one in listed]
    return tuple(sorted({str(one["id"]).split("-")[0] for one in entries if "id" in one}))


def ids_in_kernel() -> list[Breach]:
    """Where the kernel names the ids of a book: of a clause, a ruling, or lines of its text."""
    begins = "|".join(books())
    named = re.compile(rf"(?<![A-Za-z0-9-])(?:(?:{begins})(?=[-|)])(?:-[A-Z0-9]+)*|(?:P-)?L(?:\d+)(?:-\d+)?|P-L)")
    return [
        Breach(name, found)
        for name, path in modules().items()
        if f"{name}.".startswith("rules.kernel.")
        for found in named.findall(path.read_text(encoding="utf-8"))
    ]


SHAPES: Final = frozenset({"shapely", "numpy"})
"""The libraries of shapes."""


def shapes_elsewhere() -> list[Breach]:
    """Where a library of shapes is loaded outside of the tabletop."""
    return [
        Breach(name, found.split(".")[0])
        for name, text in texts().items()
        if not f"{name}.".startswith("rules.tabletop.")
        for found in text.imports
        if found.split(".")[0] in SHAPES
    ]


RIDDLES: Final = frozenset({"told_of", "when_asked", "held", "door", "following"})
"""Names of modules that say nothing to a stranger: they go, and none comes."""


def namesakes() -> list[Breach]:
    """Public classes that bear the name of another: one word shall have one meaning."""
    classes = [Breach(module, name) for module, text in texts().items() for name in text.public_classes]
    often = Counter(one.what for one in classes)
    return [one for one in classes if often[one.what] > 1]


def riddles() -> list[Breach]:
    """Modules whose names say nothing to a stranger."""
    return [Breach(name, name.rpartition(".")[2]) for name in modules() if name.rpartition(".")[2] in RIDDLES]


WALLS: Final[Mapping[str, Callable[[], list[Breach]]]] = {
    "nothing in app outside app/systems imports a system": through(in_core),
    "nothing in playsheets outside the folder of a system imports one": through(in_prints),
    "systems do not know each other": through(across_systems),
    "a chapter's rules import no deeds": through(rules_know_deeds),
    "a chapter's deeds import no other chapter's": through(across_chapters),
    "nothing outside a chapter names its events, commands or words": through(names_of_a_chapter),
    "the kernel imports nothing of the house": through(out_of_kernel),
    "the tabletop imports only the kernel": through(out_of_tabletop),
    "of a system only its game knows the tabletop": through(knows_the_tabletop),
    "the words of a system do not know its book": through(words_know_the_book),
    "only the tabletop loads the libraries of shapes": shapes_elsewhere,
    "no id of any book stands in the kernel": ids_in_kernel,
    "no two public classes bear one name": namesakes,
    "no module is named by a riddle": riddles,
}


def kept() -> dict[str, list[Breach]]:
    """What went through each wall when it was last written down."""
    found: dict[str, list[Breach]] = {}
    for line in KEPT.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            found[line.removeprefix("== ").rpartition(": ")[0]] = []
        elif line:
            where, _, named = line.partition(": ")
            found[[*found][-1]] += [Breach(where, one) for one in named.split()]
    return found


def keep() -> None:
    """Write down what goes through each wall now."""
    KEPT.write_text(
        "\n".join(line for wall, found in WALLS.items() for line in _lines(wall, found())), encoding="utf-8"
    )


def _lines(wall: str, found: list[Breach]) -> Iterator[str]:
    yield f"== {wall}: {len(found)}"
    for where in dict.fromkeys(one.where for one in found):
        yield f"{where}: {' '.join(one.what for one in found if one.where == where)}"
    yield ""


def new(now: list[Breach], before: list[Breach]) -> list[Breach]:
    """What goes through a wall that did not before."""
    rest, found = list(before), list[Breach]()
    for one in now:
        if one in rest:
            rest.remove(one)
        else:
            found.append(one)
    return found


def main(arguments: list[str]) -> int:
    """Say or write down how much goes through each wall; 1 where it is more than it was."""
    before, more = kept() if KEPT.exists() else {}, False
    for wall, found in WALLS.items():
        was = len(before.get(wall, found()))
        print(f"{len(found()):5} {f'(was {was})' if was != len(found()) else '':12} {wall}")
        more = more or len(found()) > was
    if arguments == ["write"] and not more:
        keep()
    return 1 if more else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

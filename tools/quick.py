"""Checks and tests of what changed: `python tools/quick.py [--against COMMIT] [--list]`.

What changed is what differs from where the branch left main, committed or not. Tests are found by what their files
import, by the clauses of a data file, and by name; browser tests are left to `make test`.
"""

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
PRODUCT: Final = ("rules/", "playsheets/", "app/")
LEFT_TO_ALL: Final = ("tests/browser/", "tests/torture/", "tests/bench/")
CLAUSE: Final = re.compile(r"\b[A-Z]{2}-[A-Z]{3,}\b")
"""The chapter of a clause, as every rule book here begins its ids."""
AT_ONCE: Final = 2
WORTH_SHARING: Final = 3
"""From so many files of tests on two share them: to read the program twice takes as long as a few of them."""
NOTHING_TO_RUN: Final = 5
"""What pytest answers where a chapter has no case of its own."""
ALWAYS: Final = (
    "tests/architecture/test_documentation.py",
    "tests/architecture/test_shape_of_the_code.py",
    "tests/architecture/test_imports.py",
)
CENTRAL: Final = re.compile(r"rules/(kernel/|\w+/ruleset\.py$)")
"""What everything stands on: its own tests are run, and the rest is said to be left."""
SYSTEM: Final = re.compile(r"(?:rules|playsheets|app/systems)/(\w+)/")
"""The tests of a system that have a folder of its name are all about each of its chapters."""
DATA: Final = re.compile(r"rules/\w+/data/.*\.toml")
TABLES: Final = "tests/tables"
CONFORMANCE: Final = "tests/conformance/test_conformance.py"


class Plan(NamedTuple):
    """What is run, and what is left to `make test`, with why."""

    tests: tuple[str, ...]
    chapters: tuple[str, ...]
    left: tuple[str, ...]


def main() -> int:
    """Run the checks and the tests of what changed, two at once, all of them even if one fails."""
    asked = parser().parse_args()
    changed = changed_files(asked.against)
    plan = plan_of(changed, texts_of(python_files()))
    print("\n".join(told(changed, plan)))
    if asked.list:
        return 0
    with ThreadPoolExecutor(AT_ONCE) as hands:
        done = [hands.submit(carried_out, command) for command in commands(changed, plan)]
        codes = {one.result() for one in done}
    return int(bool(codes - {0, NOTHING_TO_RUN}))


def carried_out(command: list[str]) -> int:
    """Run a command and tell what it told, whole: another may be running beside it. Its code."""
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(f"$ {' '.join(command[2:5])} ...\n{done.stdout}", end="", flush=True)
    return done.returncode


def parser() -> argparse.ArgumentParser:
    """What may be written behind the command."""
    made = argparse.ArgumentParser(description="Checks and tests of what changed.")
    made.add_argument("--against", default="", help="the commit before; none: where the branch left main")
    made.add_argument("--list", action="store_true", help="only say what would run")
    return made


def changed_files(against: str) -> list[str]:
    """The files that differ from a commit, new ones too; gone ones too, since tests may miss them."""
    base = against or merge_base()
    differ = git("diff", "--name-only", "--no-renames", base).splitlines()
    return sorted({*differ, *git("ls-files", "--others", "--exclude-standard").splitlines()})


def merge_base() -> str:
    """Where the branch left main: the main of others if there is one."""
    for main_branch in ("origin/main", "main"):
        found = subprocess.run(
            ["git", "merge-base", "HEAD", main_branch], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if found.returncode == 0:
            return found.stdout.strip()
    return "HEAD"


def git(*words: str) -> str:
    """What git says."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def python_files() -> list[str]:
    """The project's Python files."""
    return [
        name for name in git("ls-files", "-co", "--exclude-standard", "*.py").splitlines() if (ROOT / name).exists()
    ]


def texts_of(names: Iterable[str]) -> dict[str, str]:
    """The text of each file."""
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in names}


def plan_of(changed: Iterable[str], files: Mapping[str, str]) -> Plan:
    """What of the tests is about what changed."""
    changed = list(changed)
    tests = {name: imported(text) for name, text in files.items() if is_test(name)}
    helpers = [name for name in changed if name.startswith("tests/") and name.endswith(".py") and not is_test(name)]
    central = [name for name in changed if CENTRAL.match(name)]
    modules = {module_of(name) for name in changed if name.endswith(".py") and name not in central}
    data = [name for name in changed if DATA.fullmatch(name)]
    folders = {folder for name in changed if (folder := folder_of(name))}
    words = {Path(name).stem for name in changed if name.startswith(PRODUCT)}
    words |= {word for name in changed for word in words_of_chapter(name)}
    systems = tuple(f"tests/{system[1]}/" for name in changed if (system := SYSTEM.match(name)))
    found = {
        name
        for name in tests
        if name in changed
        or name.startswith(systems)
        or modules & tests[name]
        or imports_of(folders, tests[name])
        or named_after(name, words)
    }
    chapters = {one for name in changed if name not in central for one in chapters_of(name, files)}
    left = [name for name in found if name.startswith(LEFT_TO_ALL)]
    unknown = [name for name in changed if not is_followed(name)]
    told_left = [
        *left,
        *(f"{name}: whatever stands on it" for name in {*unknown, *helpers, *central}),
        *(f"{name}: what is printed of it" for name in data),
    ]
    run = {*(found - set(left)), *([TABLES] if data else ())}
    return Plan(tuple(sorted(run)), tuple(sorted(chapters)), tuple(sorted(told_left)))


def is_followed(name: str) -> bool:
    """Whether what is about a file can be found: Python by its imports, data and cases by their clauses."""
    if name.endswith("conftest.py"):
        return False
    return name.endswith((".py", ".md")) or (
        name.endswith(".toml") and name.startswith(("rules/", "tests/conformance/"))
    )


def is_test(name: str) -> bool:
    """Whether a file holds tests."""
    return name.startswith("tests/") and Path(name).name.startswith("test_")


def folder_of(name: str) -> str:
    """The folder of the deeds that a file stands in, of a chapter or of the whole game; empty where in none."""
    found = re.match(r"rules/\w+/(?:\w+/game|game/\w+)(?=/)", name)
    return found[0] if found else ""


def words_of_chapter(name: str) -> set[str]:
    """What tests of a chapter may be called by: of `orders` also `order`; none where a file stands in none."""
    found = re.fullmatch(r"rules/\w+/(?:game/)?(?!game/)(\w+)/(?:game/)?(?:\w+/)?\w+\.py", name)
    return {found[1], found[1].removesuffix("s")} if found else set()


def imports_of(folders: Iterable[str], names: Iterable[str]) -> bool:
    """Whether something out of one of the folders is imported."""
    packages = tuple(f"{folder.replace('/', '.')}." for folder in folders)
    return any(f"{name}.".startswith(packages) for name in names)


def named_after(test: str, words: Iterable[str]) -> bool:
    """Whether a test's file is named after one of the modules: of `gas`, `test_gas` and `test_gas_over_http`."""
    name = Path(test).stem.removeprefix("test_")
    return any(name in (word, f"{word}s") or name.startswith(f"{word}_") for word in words)


def module_of(name: str) -> str:
    """The module that a file is."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(text: str) -> set[str]:
    """What a text imports: modules, and what is taken out of them, which may be modules too."""
    found = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found.update(one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update((node.module, *(f"{node.module}.{one.name}" for one in node.names)))
    return found


def chapters_of(name: str, files: Mapping[str, str]) -> set[str]:
    """The chapters of the book whose clauses a changed file of the rules, or of their cases, names."""
    if not name.startswith(("rules/", "tests/conformance/")) or not name.endswith((".py", ".toml")):
        return set()
    path = ROOT / name
    text = files.get(name) or (path.read_text(encoding="utf-8") if path.exists() else "")
    return set(CLAUSE.findall(f"{text} {path.stem}"))


def told(changed: Iterable[str], plan: Plan) -> Iterator[str]:
    """What changed, what is run of the tests, and what is not."""
    yield f"changed: {len(list(changed))} files"
    yield f"cases of: {', '.join(plan.chapters) or 'no chapter'}"
    yield f"tests: {', '.join(plan.tests) or 'none is about it'}"
    yield from (f"left to `make test`: {one}" for one in plan.left)


def commands(changed: Iterable[str], plan: Plan) -> Iterator[list[str]]:
    """What is run, the quickest first; the types fill a core, and the tests the other."""
    python = [name for name in changed if name.endswith(".py") and (ROOT / name).exists()]
    run = [sys.executable, "-m"]
    if python:
        yield [*run, "ruff", "format", "--check", *python]
        yield [*run, "ruff", "check", *python]
    if typed := [name for name in python if name.startswith(PRODUCT)]:
        yield [*run, "mypy", *typed]
    pytest = [*run, "pytest", "-q"]
    shared = ["-n", str(AT_ONCE), "--dist", "loadfile"] if len(plan.tests) >= WORTH_SHARING else []
    yield [*pytest, *shared, *ALWAYS, *plan.tests]
    if plan.chapters:
        yield [*pytest, CONFORMANCE, "-k", " or ".join(plan.chapters)]


if __name__ == "__main__":
    sys.exit(main())

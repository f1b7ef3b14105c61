"""`make clauses`: every clause of each book, how far it is acted on, the data and functions that name it, its cases.

Names given (`python -m tests.conformance FF-ART ASL-07`) choose the clauses that begin with them.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rules.kernel.clauses import Clause, Status
from tests.conformance.cases import every_case
from tests.conformance.printed_cases import every_printed_case
from tests.conformance.scenario_cases import every_scenario_case
from tests.conformance.systems import PACKAGES, SYSTEMS, every_clause

Found = Mapping[str, Sequence[str]]
ACTED_ON = (Status.FULL, Status.PARTLY)


def main(wanted: Sequence[str]) -> int:
    """Print the clauses wanted, all of them unless some are named. Exit code 1 where one acted on has no case."""
    data, functions, cases = found_in_data(), found_in_code(), asked_in_cases()
    lacking = False
    for prefix, system in SYSTEMS.items():
        chosen = [one for one in system.clauses.values() if not wanted or _is_wanted(one.id, prefix, wanted)]
        for one in chosen:
            print("\n".join(row(one, data.get(one.id, ()), functions.get(one.id, ()), cases.get(one.id, ()))))
        lacking = lacking or any(one.status in ACTED_ON and not cases.get(one.id) for one in chosen)
        counts = Counter(one.status.value for one in chosen)
        told = ", ".join(f"{number} {status}" for status, number in counts.most_common())
        if chosen:
            print(f"{system.title}, {len(chosen)} clauses: {told}")
    return int(lacking)


def row(clause: Clause, data: Sequence[str], functions: Sequence[str], asked: Sequence[str]) -> Iterator[str]:
    """A clause, then what acts on it, and the reason where the program does not fully."""
    yield f"{clause.id:<13} {clause.status.value:<11}{len(asked):>4} cases  {clause.title}"
    for what, where in (("data", data), ("functions", functions), ("questions", sorted(set(asked)))):
        if where:
            yield f"{'':<14}{what}: {', '.join(where)}"
    if clause.why:
        yield f"{'':<14}{clause.why}"


def asked_in_cases() -> Found:
    """What the cases that prove a clause ask, once for each case, by the clause."""
    found: dict[str, list[str]] = defaultdict(list)
    for case in (case for system in SYSTEMS for case in every_case(system)):
        for clause in case.clauses:
            found[clause].append(case.ask)
    for printed in every_printed_case():
        found[printed.clause].append("printed")
    for opened in every_scenario_case():
        found[opened.clause].append("scenario")
    return found


def found_in_data() -> Found:
    """The tables and rulings that name a clause, by the clause."""
    found: dict[str, list[str]] = defaultdict(list)
    for prefix, book in PACKAGES.items():
        for path in sorted([*book.glob("data/tables/**/*.toml"), *book.glob("data/rulings/*.toml")]):
            text = path.read_text(encoding="utf-8")
            for clause in SYSTEMS[prefix].clauses:
                if f'"{clause}"' in text:
                    found[clause].append(str(path.relative_to(book / "data")))
    return found


@cache
def found_in_code() -> Found:
    """The functions that name a clause, themselves or by a constant of their module, by the clause."""
    found: dict[str, list[str]] = defaultdict(list)
    known = set(every_clause())
    for path in (path for book in PACKAGES.values() for path in sorted(book.rglob("*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = dict(_constants(tree))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for clause in sorted(set(_named(function, constants)) & known):
                found[clause].append(f"{path.stem}.{function.name}")
    return found


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                named = zip(names, values, strict=True)
                yield from ((name.id, value) for name, value in named if isinstance(name, ast.Name))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value


def _named(within: ast.AST, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    for node in ast.walk(within):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from node.value.replace("(", " ").replace(")", " ").replace(",", " ").split()
        elif isinstance(node, ast.Name) and node.id in constants:
            yield from _named(constants[node.id], {})


def _is_wanted(clause: str, prefix: str, wanted: Sequence[str]) -> bool:
    """Whether a clause begins with one of the names, written with the letters of its system or without."""
    return clause.startswith(tuple(wanted)) or clause.removeprefix(f"{prefix}-").startswith(tuple(wanted))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

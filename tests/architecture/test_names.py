"""Names of classes, and ids of the rule books, stand where they belong."""

import ast
import re
from collections import defaultdict

from tests.architecture.clause_ids import id_prefixes
from tests.architecture.import_rules import is_in, modules, tree_of


def test_public_classes_have_names_of_their_own() -> None:
    owners: dict[str, list[str]] = defaultdict(list)
    for name in modules():
        for node in tree_of(name).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                owners[node.name].append(name)
    assert len(owners) > 500
    assert {name: where for name, where in owners.items() if len(where) > 1} == {}


def test_kernel_names_no_clause_of_a_book() -> None:
    assert {"AMB", "BE", "FF"} <= set(id_prefixes())
    prefixes = "|".join(id_prefixes())
    clause = re.compile(rf"(?<![A-Za-z0-9-])(?:{prefixes})-[A-Z0-9]+")
    kernel = {name: path for name, path in modules().items() if is_in(name, "rules.kernel")}
    assert {name: clause.findall(path.read_text(encoding="utf-8")) for name, path in kernel.items()} == {
        name: [] for name in kernel
    }

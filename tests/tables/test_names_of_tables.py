"""Tables are called what they say: by folder and file in code and rulings, by an id that never changes in answers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeGuard

import pytest

from rules.earth_1418.ruleset import EDITION as EARTH
from rules.flanders_fields.ruleset import EDITION as FLANDERS
from rules.kernel.ruleset import Edition, rulings_of, tables_of

ROOT: Final = Path(__file__).resolve().parents[2]
NAME: Final = re.compile(r"[a-z0-9_]+/[a-z0-9_]+")
BOOKS: Final = [FLANDERS, EARTH]


def asked_for() -> Iterator[tuple[Path, str]]:
    """What code asks a book for in so many words."""
    for folder in ("rules", "playsheets", "app"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for one in ast.walk(ast.parse(text)) if ".table" in text else ():
                if _is_of_a_table(one) and ast.unparse(one.func).endswith("book.table"):
                    yield from ((path, str(arg.value)) for arg in one.args[:1] if isinstance(arg, ast.Constant))


def _is_of_a_table(one: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "table"


@pytest.mark.parametrize("edition", BOOKS, ids=lambda one: one.folder.parent.name)
def test_a_table_is_named_by_its_folder_and_file(edition: Edition) -> None:
    tables = tables_of(edition)
    assert tables
    for name, table in tables.items():
        assert NAME.fullmatch(name), name
        assert (edition.folder / "tables" / f"{name}.toml").is_file()
        assert tables.names[table.id] == name


@pytest.mark.parametrize("edition", BOOKS, ids=lambda one: one.folder.parent.name)
def test_a_ruling_changes_tables_by_their_names(edition: Edition) -> None:
    rulings = rulings_of(edition).values()
    changed = {change.table for one in rulings for option in one.options for change in option.changes}
    assert changed
    assert changed <= tables_of(edition).keys()


def test_code_asks_for_tables_by_their_names() -> None:
    known = {name for edition in BOOKS for name in tables_of(edition)}
    asked = list(asked_for())
    assert len(asked) > 100
    assert not [(str(path.relative_to(ROOT)), name) for path, name in asked if name not in known]

"""The words of the glossary are the words of the code."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
ROW: Final = re.compile(r"^\| (?P<say>[^|]+) \| (?P<means>[^|]+) \|(?P<never>[^|]*)\|$", re.MULTILINE)


def rows() -> list[re.Match[str]]:
    """The table without its head and its rule."""
    return list(ROW.finditer((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")))[2:]


@cache
def identifiers() -> Sequence[tuple[str, str]]:
    """Every name that Python code gives to something, in small letters with underscores, once for each file."""
    return tuple(dict.fromkeys(_identifiers()))


def _identifiers() -> Iterator[tuple[str, str]]:
    for package in ("rules", "playsheets", "app"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if name := given_name(node):
                    yield re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower(), str(path.relative_to(ROOT))


def given_name(node: ast.AST) -> str | None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.attr
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else None


def says(name: str, word: str) -> bool:
    """Whether a name contains a word as whole parts of it."""
    return f"_{word}_" in f"_{name.strip('_')}_"


def test_words_that_may_not_be_used_are_not_used() -> None:
    never = {word for row in rows() for word in re.findall(r"`([a-z_]+)`", row["never"])}
    assert len(never) >= 10
    used = [(name, where) for name, where in identifiers() for word in never if says(name, word)]
    assert used == []


def test_what_is_held_is_a_card() -> None:
    """The word stands in what games keep of a hand of cards; whatever else was called by it is called what it is."""
    of_cards = ("/cards", "flanders_fields/game/seat_context.py", "pages/lookup_outcomes.py")
    others = [where for name, where in identifiers() if name == "held" and not any(one in where for one in of_cards)]
    assert others == []


@pytest.mark.parametrize(("name", "word"), [("los", "los"), ("draw_los", "los"), ("pinned_units", "pinned")])
def test_a_word_is_found_in_a_name(name: str, word: str) -> None:
    assert says(name, word)


def test_a_word_is_not_found_in_another_word() -> None:
    assert not says("losses", "los")


def test_every_word_says_what_it_means_and_stands_there_once() -> None:
    words = [row["say"] for row in rows()]
    assert len(words) >= 20
    assert len(set(words)) == len(words)
    assert all(row["means"].strip() for row in rows())

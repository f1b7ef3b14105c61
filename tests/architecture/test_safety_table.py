"""docs/safety.md names tests that are there, and every long test."""

import re
from pathlib import Path
from typing import Final

from tests.torture.__main__ import LONG_TESTS

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")


def test_every_test_the_table_names_is_there() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^def (test_\w+)", written, re.MULTILINE))
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) >= 40
    assert named - there == set()


def test_every_long_test_stands_in_the_table_with_its_rows() -> None:
    for name, test in LONG_TESTS.items():
        lines = [line for line in PAGE.splitlines() if f"torture `{name}`" in line]
        found = {row for line in lines for row in re.findall(r"\b[RS]\d+\b", line.split("|")[1])}
        assert set(test.rows) <= found, name
    assert set(re.findall(r"torture `(\w+)`", PAGE)) == set(LONG_TESTS)

"""The whole tables behind the look-ups: how they write phrases, lists of words, and what marks a row."""

import re

import pytest
from fastapi.testclient import TestClient

from tests.app.lookup_page import plain


def rows(pages: TestClient, address: str) -> list[str]:
    """The words of every row of the tables of a look-up."""
    html = pages.get(f"/lookups/{address}").text
    return [plain(line) for line in re.findall(r"<tr[ >].*?</tr>", html, re.DOTALL)]


@pytest.mark.parametrize(
    ("address", "row"),
    [
        # FF-ASL-T3, FF-ASL-25; FF-SET-10; FF-MOV-11; FF-ORD-T7; FF-SUP-05
        ("after-a-win?date=1916-07", "4. Standing a morale roll for each stand that armour assaults ASL-25"),
        ("before-play?date=1916-07", "1. Lay the table terrain, then trenches and works SET-10"),
        ("limbering?date=1916-07", "Machine gun Packed, Manhandled MOV-11"),
        ("aiming-point?date=1916-07", "Rifle company Remove suppression, Move, Fire ORD-T7"),
        ("suppression?date=1916-07", "Rifles Stand SUP-05"),
    ],
)
def test_a_table_writes_phrases_and_lists_of_words_as_they_are_read(pages: TestClient, address: str, row: str) -> None:
    assert row in rows(pages, address)

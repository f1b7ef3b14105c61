"""Look-ups as a system describes them in files: what a file may say, and what is wrong with one that says otherwise."""

from pathlib import Path

import pytest

from app.pages.lookups.lookup_layout import Outcome, Reading, Tool, Worded, described_parts
from rules.kernel.toml_reader import BadData

LABELS = '[ranged]\nrange_cm = "Distance"\ncover = "Its cover"\n'
PLAIN = """title = "Shooting"
[[look_up]]
id = "shot"
title = "Shot"
about = "What one shot does"
asks = "shot"
outcome = "effect"
[[look_up.group]]
inside = "first"
facts = { firer = "Firer" }
also = "ranged"
"""


def effect(_value: object) -> Outcome:
    return Outcome("none", "nothing")


def fired(_reading: Reading) -> None:
    """A table that a house rule does away with."""


def described(folder: Path, text: str) -> Tool:
    (folder / "labels.toml").write_text(LABELS, encoding="utf-8")
    (folder / "shooting.toml").write_text(text, encoding="utf-8")
    ((title, (tool,)),) = described_parts(folder, ("shooting",), Worded({"effect": effect}, {"fired": fired}))
    assert title == "Shooting"
    return tool


def test_a_group_has_its_own_labels_and_then_those_it_shares(tmp_path: Path) -> None:
    (group,) = described(tmp_path, PLAIN).groups
    assert group.facts == (("first.firer", "Firer"), ("first.range_cm", "Distance"), ("first.cover", "Its cover"))


def test_what_every_row_opens_with_is_written_once(tmp_path: Path) -> None:
    rows = '[look_up.rows]\nid = "stands"\ntitle = "Stands"\nrow = "Stand"\nmost = 2\nstart = 1\nalso = "ranged"\n'
    tool = described(tmp_path, f"{PLAIN}{rows}opens = {{ range_cm = 10 }}\n")
    assert tool.start == {"stands.0.range_cm": 10, "stands.1.range_cm": 10}


@pytest.mark.parametrize(
    ("said", "value", "outcome"),
    [
        ('outcomes = { yes = ["good", "seen"], no = ["none", "not seen"] }', False, Outcome("none", "not seen")),
        ('outcomes = { own = ["some", "shares"] }\noutcome_by = "who"', {"who": "own"}, Outcome("some", "shares")),
    ],
)
def test_an_answer_of_few_words_needs_no_code(tmp_path: Path, said: str, value: object, outcome: Outcome) -> None:
    assert described(tmp_path, PLAIN.replace('outcome = "effect"', said)).outcome(value) == outcome


@pytest.mark.parametrize(
    ("written", "instead", "says"),
    [
        ('outcome = "effect"', 'outcome = "effects"', "shot: outcome is 'effects'; write one of: effect"),
        ('also = "ranged"', 'also = "range"', "group 1: also is 'range'; write one of: ranged"),
        ('about = "What', 'abuot = "What', "shot: about is missing"),
        ('facts = { firer = "Firer" }\nalso = "ranged"', "", "group 1: facts are missing"),
        ('outcome = "effect"', 'outcomes = { yes = ["fine", "seen"] }', "yes is ['fine', 'seen']; write its ground"),
        ('"effect"', '"effect"\ntables = [{ title = "A", steps = "a/b", lines = "c/d" }]', "is not the one way"),
        ('"effect"', '"effect"\ntables = [{ made = "nothing" }]', "tables 1: made is 'nothing'; write one of: fired"),
        ("[[look_up.group]]", 'rows = "stands"\n[[look_up.group]]', "shot: rows is 'stands'; write it as a table"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(tmp_path: Path, written: str, instead: str, says: str) -> None:
    assert written in PLAIN
    with pytest.raises(BadData) as bad:
        described(tmp_path, PLAIN.replace(written, instead, 1))
    assert str(bad.value).startswith("shooting.toml: ")
    assert says in str(bad.value)

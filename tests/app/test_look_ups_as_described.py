"""Look-ups as a system describes them in files: what a file may say, and what is wrong with one that says otherwise."""

from pathlib import Path

import pytest

from app.pages.lookups.lookup_layout import Outcome, Reading, Tool
from app.pages.lookups.toml_layout import Worded, described_parts
from rules.flanders_fields.lookups import QUESTIONS
from rules.kernel.toml_reader import BadData

LABELS = '[labels]\nrange_cm = "Distance"\ncover = "Its cover"\n[lists]\nranged = "range_cm, cover"\n'
PLAIN = """title = "Shooting"
[beaten-zone]
about = "What one gun does"
outcome = "effect"
groups = [{ title = "The first", inside = "first", facts = "firer", also = "ranged" }]
"""


def effect(_value: object) -> Outcome:
    return Outcome("none", "nothing")


def fired(_reading: Reading) -> None:
    """A table that a house rule does away with."""


def described(folder: Path, text: str) -> Tool:
    (folder / "labels.toml").write_text(LABELS, encoding="utf-8")
    (folder / "shooting.toml").write_text(text, encoding="utf-8")
    worded = Worded({"effect": effect}, {"fired": fired})
    ((title, (tool,)),) = described_parts(QUESTIONS, folder, ("shooting",), worded)
    assert title == "Shooting"
    return tool


def test_group_has_its_own_facts_and_then_those_it_shares(tmp_path: Path) -> None:
    (group,) = described(tmp_path, PLAIN).groups
    assert group.title == "The first"
    # What has no label is called what the rules say of it.
    assert group.facts == (("first.firer", ""), ("first.range_cm", "Distance"), ("first.cover", "Its cover"))


def test_label_of_a_look_up_goes_before_the_shared_one(tmp_path: Path) -> None:
    (group,) = described(tmp_path, f'{PLAIN}labels = {{ "first.cover" = "Cover of the first" }}\n').groups
    assert group.facts[2] == ("first.cover", "Cover of the first")


def test_layout_is_derived_where_nothing_is_written(tmp_path: Path) -> None:
    text = 'title = "Shooting"\n[shot]\nabout = "What one shot does"\noutcome = "effect"\n'
    tool = described(tmp_path, text)
    assert (tool.key, tool.title) == ("shot", "A shot")
    assert [group.title for group in tool.groups] == ["", "What is true"]
    assert [name for name, _ in tool.groups[0].facts][:2] == ["firer", "range_cm"]


def test_what_every_row_opens_with_is_written_once(tmp_path: Path) -> None:
    rows = (
        'rows = { title = "Stands", row = "Stand", most = 2, start = 1, facts = "cover", opens = { behind_cm = 10 } }'
    )
    tool = described(tmp_path, f"{PLAIN}{rows}\n")
    assert tool.start == {"behind.0.behind_cm": 10, "behind.1.behind_cm": 10}
    assert tool.rows[0].facts == (("cover", "Its cover"),)


@pytest.mark.parametrize(
    ("said", "value", "outcome"),
    [
        ('outcomes = { yes = ["good", "seen"], no = ["none", "not seen"] }', False, Outcome("none", "not seen")),
        ('outcomes = { 0 = ["none", "none"], any = ["some", "{0:s step}", "{0}"] }', 2, Outcome("some", "steps", "2")),
        (
            'outcomes = { any = ["good", "{mm:cm} cm, {n:n turn}"] }',
            {"mm": 55, "n": 1},
            Outcome("good", "5.5 cm, 1 turn"),
        ),
        ('outcomes = { own = ["some", "shares"] }\noutcome_by = "who"', {"who": "own"}, Outcome("some", "shares")),
    ],
)
def test_an_answer_of_few_words_needs_no_code(tmp_path: Path, said: str, value: object, outcome: Outcome) -> None:
    assert described(tmp_path, PLAIN.replace('outcome = "effect"', said)).outcome(value) == outcome


@pytest.mark.parametrize(
    ("written", "instead", "says"),
    [
        ('outcome = "effect"', 'outcome = "effects"', "beaten-zone: outcome is 'effects'; write one of: effect"),
        ('also = "ranged"', 'also = "range"', "groups 1: also is 'range'; write one of: ranged"),
        ('about = "What', 'abuot = "What', "beaten-zone: about is missing"),
        ("[beaten-zone]", "[zone-beaten]", "zone-beaten: asks there is no question 'zone_beaten'"),
        ('facts = "firer", also = "ranged"', "folded = true", "groups 1: facts are missing"),
        ('outcome = "effect"', 'outcomes = { yes = ["fine", "seen"] }', "yes is ['fine', 'seen']; write its ground"),
        ('"effect"', '"effect"\ntables = [{ steps = "a/b", lines = "c/d" }]', "is not the one way"),
        ('"effect"', '"effect"\nmade = ["nothing"]', "made is 'nothing'; write one of: fired"),
        ('"effect"', '"effect"\nrows = "stands"', "beaten-zone: rows is 'stands'; write it as a table"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(tmp_path: Path, written: str, instead: str, says: str) -> None:
    assert written in PLAIN
    with pytest.raises(BadData) as bad:
        described(tmp_path, PLAIN.replace(written, instead, 1))
    assert str(bad.value).startswith("shooting.toml: ")
    assert says in str(bad.value)

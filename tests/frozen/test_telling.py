"""A difference is found, told with its place, and never written down in silence."""

import json
from functools import cache
from pathlib import Path

import pytest

from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.system import SYSTEM
from tests.frozen import __main__ as frozen
from tests.frozen import evenings
from tests.frozen.evenings import BLOCK, Block, Evening
from tests.frozen.kept_game import PARTS, Sent
from tests.frozen.promised import Promise, has_more_words, is_only_more, lost_of

CREATED = '{"command_id":"c0","expected_seq":0,"command":{"kind":"create_game","scenario":"mons-1914"}}'


def noting(steps: int, other: int = -1) -> Evening:
    """The referee sets up Mons and writes notes; one of them may be another."""
    texts = ["other" if number == other else "seen" for number in range(2, steps + 1)]
    notes = (
        {"command_id": f"c{seq}", "expected_seq": seq, "command": {"kind": "note", "text": text}}
        for seq, text in enumerate(texts, 1)
    )
    bodies = [CREATED, *(json.dumps(one) for one in notes)]
    return Evening("mons-1914", 0, [Sent("referee", body.encode(), True) for body in bodies])


@cache
def kept() -> tuple[Block, ...]:
    """What an evening of 120 steps came to."""
    return tuple(evenings.blocks(noting(120)))


def test_a_step_that_differs_is_named_with_its_parts() -> None:
    assert evenings.difference(noting(120), kept()) is None
    found = evenings.difference(noting(120, other=77), kept())
    assert found is not None
    assert (found.evening, found.step, found.upto) == ("mons-1914-0", 77, 77)
    # Everybody reads a note; what it says stands in the answer, in the chain of the log, and in each seat's log.
    assert {"answer", "events", "log of the attacker", "log of the spectator"} <= {*found.parts}
    assert '"text": "other"' in found.command


def test_where_no_byte_tells_the_block_is_named() -> None:
    first, second, *rest = kept()
    forged = Block(second.steps, {**second.chains, "view of the defender": "0" * 16})
    found = evenings.difference(noting(120), [first, forged, *rest])
    assert found is not None
    assert (found.step, found.upto, found.parts) == (BLOCK + 1, 2 * BLOCK, ("view of the defender",))


def test_an_evening_that_is_shorter_than_it_was_is_no_proof() -> None:
    with pytest.raises(AssertionError, match="1 blocks of steps are played, 3 are kept"):
        evenings.difference(noting(50), kept())


CAME_LATER = {"withdraw", "carry_out", "ask_for_seat"}
"""Commands that these steps are older than: each has tests of its own (test_record.py, test_sharing_a_side.py)."""


def test_five_thousand_steps_of_every_ready_scenario_are_kept_and_every_kind_of_command_is_sent() -> None:
    assert evenings.scenarios_kept() == sorted(scenarios())
    kinds = set[str]()
    for scenario in evenings.scenarios_kept():
        sent = [one for evening in evenings.evenings_of(scenario) for one in evening.sent]
        assert len(sent) == 5_000
        assert {len(blocks) for blocks in evenings.outcomes_of(scenario).values()} == {1_000 // BLOCK}
        kinds |= {json.loads(one.body)["command"]["kind"] for one in sent}
    assert set(SYSTEM.commands) | set(SYSTEM.kept_commands) <= kinds | {"override"} | CAME_LATER
    assert len(PARTS) == 10


@pytest.mark.parametrize(
    ("promised", "now", "told"),
    [
        ("one\ntwo", None, "promised, and gone"),
        ("one\ntwo", "one\nthree", "--- promised\n+++ now\n@@ -1,2 +1,2 @@\n one\n-two\n+three"),
        ('{"a": [{"b": 1}]}', '{"a": [{"b": 2}]}', "$.a[0].b: promised 1, now 2"),
        ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', "$: the order was ['a', 'b'], and is ['b', 'a']"),
        ('{"a": 1}', '{"a": 1.0}', "$.a: promised 1, now 1.0"),
        ('{"a": 1}', '{"a":1}', "the same values, written otherwise"),
    ],
)
def test_a_difference_is_told_by_its_place(promised: str, now: str | None, told: str) -> None:
    assert lost_of(promised, now) == told


@pytest.mark.parametrize(
    ("old", "new", "is_more"),
    [
        ({"a": 1}, {"a": 1, "minimum": 2}, True),
        ({"description": "A name."}, {"description": "A name, as it is called."}, True),
        ({"description": "A name."}, {"description": "A number."}, False),
        ({"enum": ["a", "c"]}, {"enum": ["a", "b", "c"]}, True),
        ({"enum": ["a", "c"]}, {"enum": ["a"]}, False),
        ({"required": ["a"]}, {"required": ["a", "b"]}, False),
        ({"a": 1}, {}, False),
        ({"a": 1}, {"a": 2}, False),
        ({"oneOf": ["a", "b"]}, {"oneOf": ["b", "c", "a"]}, True),
        ({"oneOf": ["a", "b"]}, {"oneOf": ["b", "c"]}, False),
        ({"examples": ["a", "b"]}, {"examples": ["b", "a"]}, False),
    ],
)
def test_the_description_may_gain_and_not_lose(old: object, new: object, is_more: bool) -> None:
    assert is_only_more(old, new) is is_more


@pytest.mark.parametrize(
    ("old", "new", "is_more"),
    [
        ("source: one of a b = 'a'", "source: one of a b c = 'a'", True),
        ("die: values\n  source: one of a b = 'a'", "die: values\n  source: one of a b c = 'a'", True),
        ("source: one of a b", "source: one of a b c", True),
        ("source: one of a b = 'a'", "source: one of a b c = 'c'", False),
        ("source: one of a b = 'a'", "source: one of b c = 'a'", False),
        ("source: one of a b = 'a'", "whose: one of a b c = 'a'", False),
        ("source: one of a b", "source: text", False),
        ("source: one of a b", "source: one of a b\nmore: text", False),
        ("pips: int", "pips: float", False),
    ],
)
def test_a_field_may_gain_words_and_lose_none(old: str, new: str, is_more: bool) -> None:
    assert has_more_words(old, new) is is_more


@pytest.fixture
def promised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A promise of its own, kept as it stands; what it is now may be changed."""
    now = {"first": "one", "second": "two"}
    monkeypatch.setattr("tests.frozen.promised.FOLDER", tmp_path)
    monkeypatch.setattr(frozen, "CORRECTED", tmp_path / "corrected.md")
    monkeypatch.setattr(frozen, "PROMISES", {"words": Promise("words", "some words", lambda: dict(now), readable=True)})
    assert frozen.main(["write", "words"]) == 0
    return now


def test_what_was_promised_is_given_up_only_with_a_clause(
    promised: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    promised["second"] = "three"
    assert frozen.main(["write", "words"]) == 1
    assert frozen.main(["check", "words"]) == 1
    assert "words, second\n--- promised\n+++ now\n@@ -1 +1 @@\n-two\n+three" in capsys.readouterr().out
    assert frozen.main(["write", "words", "--corrected", "FF-RNG-11: the depth is 15 cm"]) == 0
    page = (tmp_path / "corrected.md").read_text(encoding="utf-8")
    assert "## FF-RNG-11: the depth is 15 cm" in page
    assert "-two\n+three" in page
    assert frozen.main(["check", "words"]) == 0


def test_what_is_added_is_kept_without_a_clause(promised: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    promised["third"] = "three"
    assert frozen.main(["check", "words"]) == 0
    assert "1 are new and not kept yet, such as third" in capsys.readouterr().out
    assert frozen.main(["write", "words"]) == 0
    del promised["third"]
    assert frozen.main(["check", "words"]) == 1
    assert "words, third\npromised, and gone" in capsys.readouterr().out

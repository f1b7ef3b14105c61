"""What an answer counts, it says as a table would: one action is not "All 1 actions", none is not "0 action"."""

from typing import Any

import msgspec
import pytest

from rules.flanders_fields.lookups import RESOLUTIONS
from rules.flanders_fields.movement import share_of
from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.dice import d6s
from rules.kernel.explanations import Explained, MoreDice
from rules.kernel.months import parse_month

BOOK = RuleBook.for_game(parse_month("1917-01"))


def _said(ask: str, given: dict[str, Any]) -> list[str]:
    """The sentences of an answer, or the one of a refusal."""
    resolution = RESOLUTIONS[ask]
    facts = msgspec.convert(given, resolution.facts)
    answer = resolution.resolve(facts, d6s((3,) * resolution.dice(facts, BOOK)), BOOK)
    assert not isinstance(answer, MoreDice)
    return [step.says for step in answer.steps] if isinstance(answer, Explained) else [answer.because]


@pytest.mark.parametrize(
    ("ask", "given", "says"),
    [
        ("spend_action", {"unit_class": "tank", "kind": "fire", "earned": 1, "spent": ["move"]}, "Its one action"),
        ("spend_action", {"unit_class": "tank", "kind": "fire", "earned": 2, "spent": ["move"] * 2}, "All 2 actions"),
        ("clear_wire", {"by": "tank"}, "Track crushed by a tank: 3 cm wide, 2 cm deep, made as it moves"),
        ("clear_wire", {"by": "engineers"}, "Gap cleared by engineers: 6 cm wide, 2 cm deep, 1 action"),
        ("commander_recovery", {"level": "battalion", "levels": 0}, "It has no level to shed"),
        ("commander_recovery", {"level": "battalion", "levels": 2}, "It sheds 2 by itself"),
        (
            "suppression",
            {"source": "machine_gun", "unit_class": "rifle_company", "levels": [1, 0], "results": [0, 0]},
            "No suppress result: the levels stay as they are",
        ),
        (
            "suppression",
            {"source": "machine_gun", "unit_class": "rifle_company", "levels": [2, 2], "results": [1, 0]},
            "2 stands destroyed by 3 levels",
        ),
    ],
)
def test_a_count_is_said_as_a_table_would(ask: str, given: dict[str, Any], says: str) -> None:
    assert any(says in sentence for sentence in _said(ask, given))


@pytest.mark.parametrize(
    ("ask", "given"),
    [
        ("national_rule", {"special": "pals", "nation": "british", "quality": "raw"}),
        ("order_roll", {"unit_class": "rifle_company", "bonuses": ["pals"]}),
        ("morale", {"reason": "half", "bonuses": ["pals"]}),
    ],
)
def test_a_rule_out_of_its_time_is_named_with_the_month_in_words(ask: str, given: dict[str, Any]) -> None:
    assert _said(ask, given) == ["Pals: not in force in January 1917"]


def test_a_part_of_a_move_is_said_by_how_many_there_are() -> None:
    """FF-MOV-11: two by the book."""
    assert [share_of(parts) for parts in (2, 3, 4, 5)] == ["half", "a third", "a quarter", "1/5"]

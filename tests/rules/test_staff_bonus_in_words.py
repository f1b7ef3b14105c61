"""What a staff bonus does, as it is said before it is allotted (FF-ORD-24 to FF-ORD-26)."""

import pytest

from rules.flanders_fields.order_roll import staff_bonus_in_words
from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule


@pytest.mark.parametrize(("month", "adds"), [("1914-09", 1), ("1916-07", 1), ("1918-03", 2)])
def test_it_adds_what_the_sheet_of_the_month_prints(month: str, adds: int) -> None:
    """FF-ORD-24: +1 early and mid, +2 late."""
    said = staff_bonus_in_words(RuleBook.for_game(parse_month(month), ()))
    assert [(one.clause, one.value) for one in said] == [
        ("FF-ORD-24", adds),
        ("FF-ORD-25", None),
        ("FF-ORD-26", None),
    ]


def test_as_a_second_throw_it_adds_nothing_and_says_whose_rule_that_is() -> None:
    """AMB-13, played as a re-roll."""
    (does, *_) = staff_bonus_in_words(RuleBook.for_game(parse_month("1916-07"), (HouseRule("AMB-13", "reroll"),)))
    assert does.value is None
    assert does.house is not None
    assert does.house.ruling == "AMB-13"

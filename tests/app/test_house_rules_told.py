"""An answer names exactly those house rules without which it would be another."""

from typing import Any

import pytest

from app.lookups.queries import BadAsk, answer_in, example_of, marks_of_change, read_facts
from rules.flanders_fields.ruleset import RuleBook, rulings
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.look_ups import find, questions

ASKED = ("order_roll", "shot", "beaten_zone", "morale", "visibility", "move_allowance", "wire")
FACTS = {question.key: question.facts for question in questions()}


def every_house_rule() -> list[HouseRule]:
    """For each contested point that can be settled otherwise, the last of its options."""
    other = {
        one.id: option.key
        for one in rulings().values()
        for option in one.options
        if option.selectable and option.key != one.default
    }
    return [HouseRule(name, option) for name, option in other.items()]


@pytest.mark.parametrize("key", ASKED)
def test_rules_that_were_not_read_are_left_untried_and_none_is_missed(key: str) -> None:
    rules, month = every_house_rule(), parse_month("1916-07")
    book = RuleBook.for_game(month, rules)
    facts = read_facts(find(key).facts, example_of(FACTS[key]))

    def told(under: RuleBook) -> Any:
        return answer_in(find(key), facts, None, under)

    usual = told(book)

    def tells_other(left_out: HouseRule) -> bool:
        try:
            return bool(told(book.without(left_out.ruling)) != usual)
        except BadAsk:
            return True

    tried: list[RuleBook] = []
    found = marks_of_change(book, lambda under: (tried.append(under), told(under))[1])

    assert {mark.ruling for mark in found} == {rule.ruling for rule in rules if tells_other(rule)}
    assert len(tried) < len(rules) / 2


def test_a_book_without_one_house_rule_is_the_book_of_all_others() -> None:
    rules, month = every_house_rule(), parse_month("1918-03")
    book = RuleBook.for_game(month, rules)
    for left_out in rules:
        others = RuleBook.for_game(month, [rule for rule in rules if rule != left_out])
        assert book.without(left_out.ruling).fingerprint == others.fingerprint

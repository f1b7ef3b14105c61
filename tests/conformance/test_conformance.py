"""Every case of the conformance files, asked of the rules as a look-up or a game would ask.

A test is a clause with all its cases, and says which of them do not hold: a test for each of the 18,000 took
longer to be told of than to be worked out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from rules.flanders_fields.book import RuleBook, rulings
from rules.flanders_fields.resolutions import RESOLUTIONS
from rules.kernel.dice import d6s
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.conformance.cases import Case, every_case

EXPECTATIONS = {"value", "total", "clauses", "considered", "without", "house", "refusal", "more_dice"}


def _book(case: Case) -> RuleBook:
    return RuleBook.for_game(parse_month(case.date), [HouseRule(*rule) for rule in case.house])


def _answer(case: Case, book: RuleBook | None = None) -> Explained[Any] | Refusal | MoreDice:
    resolution = RESOLUTIONS[case.ask]
    facts = msgspec.convert(case.given, resolution.facts, strict=True)
    return resolution.resolve(facts, d6s(case.dice), book or _book(case))


def _holds(got: Any, expected: Any) -> bool:
    """Whether an answer is what was expected; a table need only name the parts it is about."""
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(key in got and _holds(got[key], expected[key]) for key in expected)
    if isinstance(expected, list):
        return isinstance(got, list | tuple) and len(got) == len(expected) and all(map(_holds, got, expected))
    return type(got) is type(expected) and bool(got == expected)


def _check_answer(answer: Explained[Any], expect: dict[str, Any]) -> None:
    if "value" in expect:
        assert _holds(msgspec.to_builtins(answer.value), expect["value"]), f"answered {answer.value!r}"
    if "total" in expect:
        assert answer.total == expect["total"]
    if "clauses" in expect:
        assert list(answer.clauses) == expect["clauses"]
    if "considered" in expect:
        assert set(expect["considered"]) <= {one.clause for one in answer.considered}
    if "without" in expect:
        assert not set(expect["without"]) & {one.clause for one in answer.considered}
    if "house" in expect:
        assert set(expect["house"]) == _marks(answer)


def _marks(answer: Explained[Any]) -> set[str]:
    """The house rules an answer is marked with."""
    return {step.house.ruling for step in answer.steps if step.house}


CASES = list(every_case())


def by_clause(cases: Iterable[Case]) -> dict[str, list[Case]]:
    """The cases of each clause, by the first that each proves."""
    found = defaultdict[str, list[Case]](list)
    for case in cases:
        found[case.clauses[0]].append(case)
    return dict(sorted(found.items()))


ANSWERED = by_clause(case for case in CASES if case.expect)
UNDER_HOUSE_RULES = by_clause(case for case in CASES if case.house and case.expect)
WITH_ODDS = by_clause(case for case in CASES if case.odds)


def assert_all(cases: Iterable[Case], holds: Callable[[Case], None]) -> None:
    """Every case that does not hold is told by its name, whatever is wrong with it."""
    wrong: list[str] = []
    for case in cases:
        try:
            holds(case)
        except Exception as failed:
            wrong.append(f"{case.name}: {failed!r}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("clause", ANSWERED)
def test_the_rules_answer_as_the_book_does(clause: str) -> None:
    assert_all(ANSWERED[clause], _is_answered)


@pytest.mark.parametrize("clause", UNDER_HOUSE_RULES)
def test_a_house_rule_shows_itself_on_every_answer_it_changes(clause: str) -> None:
    assert_all(UNDER_HOUSE_RULES[clause], _shows_its_house_rules)


@pytest.mark.parametrize("clause", WITH_ODDS)
def test_the_odds_are_exact(clause: str) -> None:
    assert_all(WITH_ODDS[clause], _has_these_odds)


def _is_answered(case: Case) -> None:
    assert set(case.expect) <= EXPECTATIONS, f"expect one of {sorted(EXPECTATIONS)}"
    answer = _answer(case)
    if "refusal" in case.expect:
        assert isinstance(answer, Refusal), answer
        assert answer.clause == case.expect["refusal"]
    elif "more_dice" in case.expect:
        assert isinstance(answer, MoreDice), answer
        assert answer.count == case.expect["more_dice"]
    else:
        assert isinstance(answer, Explained), answer
        _check_answer(answer, case.expect)


def _shows_its_house_rules(case: Case) -> None:
    answer, default = _answer(case), RuleBook.for_game(parse_month(case.date))
    resolution = RESOLUTIONS[case.ask]
    wanted = resolution.dice(msgspec.convert(case.given, resolution.facts, strict=True), default)
    if not isinstance(answer, Explained) or wanted > len(case.dice):
        return
    usual = _answer(case, default)
    unchanged = isinstance(usual, Explained) and (usual.value, usual.total) == (answer.value, answer.total)
    assert unchanged or _marks(answer) & _ids(case), f"{answer} against {usual}"


def _ids(case: Case) -> set[str]:
    """The ids of the rulings a case settles by house rule, whatever names it gives them."""
    return {ruling.id for ruling in rulings().values() for name, _ in case.house if name in (ruling.id, *ruling.also)}


def _has_these_odds(case: Case) -> None:
    resolution = RESOLUTIONS[case.ask]
    assert resolution.odds is not None, f"{case.ask} throws no die"
    chances = resolution.odds(msgspec.convert(case.given, resolution.facts, strict=True), _book(case))
    assert chances == {outcome: Fraction(chance) for outcome, chance in case.odds.items()}

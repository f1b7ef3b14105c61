"""Every case of the conformance files, asked of the rules as a look-up or a game would ask.

A test is a clause with all its cases, and says which of them do not hold: a test for each of the 18,000 took
longer to be told of than to be worked out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import msgspec
import pytest

from rules.kernel.explanations import Explained, Refusal
from rules.kernel.months import parse_month
from tests.conformance.answered import DoesNotHold, answer_of, assert_answered, book_of, failures, marks
from tests.conformance.cases import Case, every_case
from tests.conformance.systems import SYSTEMS

CASES = [case for system in SYSTEMS for case in every_case(system)]


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
    """Every case that does not hold is told, whatever is wrong with it; the trace of this function says nothing."""
    if wrong := [*failures(cases, holds)]:
        pytest.fail("\n".join(wrong), pytrace=False)


@pytest.mark.parametrize("clause", ANSWERED)
def test_the_rules_answer_as_the_book_does(clause: str) -> None:
    assert_all(ANSWERED[clause], assert_answered)


@pytest.mark.parametrize("clause", UNDER_HOUSE_RULES)
def test_a_house_rule_shows_itself_on_every_answer_it_changes(clause: str) -> None:
    assert_all(UNDER_HOUSE_RULES[clause], _shows_its_house_rules)


@pytest.mark.parametrize("clause", WITH_ODDS)
def test_the_odds_are_exact(clause: str) -> None:
    assert_all(WITH_ODDS[clause], _has_these_odds)


def _shows_its_house_rules(case: Case) -> None:
    answer, default = answer_of(case), SYSTEMS[case.system].book.for_game(parse_month(case.date))
    resolution = SYSTEMS[case.system].asked[case.ask]
    wanted = resolution.dice(msgspec.convert(case.given, resolution.facts, strict=True), default)
    if not isinstance(answer, Explained) or wanted > len(case.dice):
        return
    usual = answer_of(case, default)
    unchanged = isinstance(usual, Explained) and (usual.value, usual.total) == (answer.value, answer.total)
    if not unchanged and not marks(answer) & _ids(case):
        raise DoesNotHold(f"expected the mark of one of {sorted(_ids(case))}\ncame {answer}\nwithout it {usual}")


def _ids(case: Case) -> set[str]:
    """The ids of the rulings a case settles by house rule, whatever names it gives them."""
    rulings = SYSTEMS[case.system].rulings.values()
    return {ruling.id for ruling in rulings for name, _ in case.house if name in (ruling.id, *ruling.also)}


def _has_these_odds(case: Case) -> None:
    resolution = SYSTEMS[case.system].asked[case.ask]
    assert resolution.odds is not None, f"{case.ask} throws no die"
    chances = resolution.odds(msgspec.convert(case.given, resolution.facts, strict=True), book_of(case))
    expected = {outcome: Fraction(chance) for outcome, chance in case.odds.items()}
    if chances != expected:
        raise DoesNotHold(f"odds: expected {_fractions(expected)}\n      came     {_fractions(chances)}")


def _fractions(chances: Mapping[str, Fraction] | Refusal) -> str:
    if isinstance(chances, Refusal):
        return repr(chances)
    return ", ".join(f"{outcome} {chance}" for outcome, chance in chances.items())

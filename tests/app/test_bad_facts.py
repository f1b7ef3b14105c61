"""What cannot be is answered in the words of the table, for every fact of every question."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.lookups.queries import MOST_LISTED, Answer, BadAsk, FactTold, QuestionTold
from tests.app.drawn_facts import Place, fitting, places, put, unfitting, whole, without
from tests.look_ups import ask, questions

EVERY_QUESTION = [pytest.param(told, id=told.key) for told in questions()]
WITH_FACTS = [pytest.param(told, id=told.key) for told in questions() if told.facts]
MONTHS = ("1914-08", "1915-06", "1916-07", "1917-11", "1918-03", "1918-11")
SOME = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
LONGEST_MESSAGE = 1500  # the parts of all tables of organisation are the longest list of words


def dotted(place: Place) -> str:
    return ".".join(("facts", *map(str, place)))


def told_wrong(told: QuestionTold, facts: Any) -> BadAsk:
    """What is said of facts that cannot be read: never an answer, never another fault."""
    with pytest.raises(BadAsk) as bad:
        ask(told.key, facts, None, told.example_date)
    return bad.value


def names_what_is_allowed(one: FactTold, bad: BadAsk) -> bool:
    """Whether a message says what may stand there: the words of the table, the range, or the kind of value."""
    if one.kind == "word" and "letters" not in bad.right:
        return all(
            word in bad.right and word in [str(choice.value) for choice in bad.choices or ()] for word in one.words
        )
    if one.kind in ("number", "whole number") and bad.right != "enter one decimal at most":
        return f"{one.least:.10g} to {one.most:.10g}" in bad.right
    return any(word in bad.right for word in ("true or false", "text", "letters", "name", "decimal"))


@pytest.mark.parametrize("told", WITH_FACTS)
@given(data=st.data())
@SOME
def test_what_does_not_fit_names_its_fact_and_what_is_allowed(told: QuestionTold, data: st.DataObject) -> None:
    place, one = data.draw(st.sampled_from(list(places(told.facts))))
    bad = told_wrong(told, put(whole(told.facts), place, data.draw(unfitting(one))))
    assert f"{bad.field}.".startswith(f"{dotted(place)}."), bad
    assert bad.wrong
    assert len(str(bad)) < LONGEST_MESSAGE
    at_the_fact = bad.field == dotted((*place, 0) if one.listed else place)
    assert names_what_is_allowed(one, bad) if at_the_fact else bad.right, bad


@pytest.mark.parametrize("told", WITH_FACTS)
def test_what_is_missing_is_named_with_what_it_means_and_what_is_allowed(told: QuestionTold) -> None:
    for place, one in places(told.facts):
        if one.required:
            bad = told_wrong(told, without(whole(told.facts), place))
            assert (bad.field, bad.wrong) == (dotted(place), "it is missing")
            assert one.says in bad.right
            assert one.listed or one.kind == "facts" or names_what_is_allowed(one, bad), bad


@pytest.mark.parametrize("told", WITH_FACTS)
def test_what_is_not_known_is_named_with_what_is(told: QuestionTold) -> None:
    inside = [((*place, 0) if one.listed else place, one.facts) for place, one in places(told.facts) if one.facts]
    for place, facts in [((), told.facts), *inside]:
        bad = told_wrong(told, put(whole(told.facts), (*place, "moon"), "full"))
        assert bad.field == dotted((*place, "moon"))
        assert all(one.name in bad.right for one in facts)


@pytest.mark.parametrize("told", WITH_FACTS)
def test_a_list_has_enough_and_not_too_many_and_each_entry_a_name_of_its_own(told: QuestionTold) -> None:
    for place, one in places(told.facts):
        if not one.listed:
            continue
        facts = whole(told.facts)
        entry: Any = whole(one.facts) if one.facts else "A"
        assert told_wrong(told, put(facts, place, [entry] * (MOST_LISTED + 1))).right == f"give {MOST_LISTED} at most"
        if one.fewest:
            assert f"give {one.fewest} or more" in told_wrong(told, put(facts, place, [])).right
        if any(fact.name == "name" for fact in one.facts):
            bad = told_wrong(told, put(facts, place, [entry, entry]))
            assert (bad.field, bad.right) == (dotted((*place, 1, "name")), "give each a name of its own")
            assert told_wrong(told, put(facts, place, [{**entry, "name": " "}])).wrong == "it has no name"


@pytest.mark.parametrize("told", EVERY_QUESTION)
def test_facts_that_are_no_facts_at_all(told: QuestionTold) -> None:
    nonsense: tuple[Any, ...] = (None, [], "shot", 5, True, float("nan"))
    for facts in nonsense:
        bad = told_wrong(told, facts)
        assert (bad.field, bad.right) == ("facts", "give each part of it by its name")


@pytest.mark.parametrize("told", EVERY_QUESTION)
@given(data=st.data())
@SOME
def test_whatever_fits_by_itself_is_answered_or_refused_with_a_clause(told: QuestionTold, data: st.DataObject) -> None:
    """Together the facts may be nonsense: then the rules say so with a clause, and nothing else ever comes out."""
    facts = data.draw(fitting(told.facts))
    dice = data.draw(st.none() | st.lists(st.integers(1, 6), max_size=4))
    answer = answered(told, facts, dice, data.draw(st.sampled_from(MONTHS)))
    if answer is None:
        return
    assert answer.outcome != "refused" or (answer.because and answer.clauses[0].startswith("FF-"))
    assert answer.outcome == "refused" or answer.steps or answer.more_dice or answer.odds or answer.considered


def answered(told: QuestionTold, facts: Any, dice: list[int] | None, date: str) -> Answer | None:
    """The answer; None where more dice were entered than are thrown, which is told of the dice."""
    try:
        return ask(told.key, facts, dice, date)
    except BadAsk as bad:
        if bad.field != "dice" or dice is None:
            raise
        return None

"""Asking a case of the rules, and saying what it expected where it does not hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rules.kernel.dice import d6s
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.months import parse_month
from rules.kernel.ruleset import Book
from rules.kernel.rulings import HouseRule
from tests.conformance.cases import Case
from tests.conformance.systems import SYSTEMS

EXPECTATIONS = {"value", "total", "clauses", "considered", "without", "house", "refusal", "more_dice"}
Answer = Explained[Any] | Refusal | MoreDice


class Missing:
    """Stands where an answer lacks a part; equals nothing that a case can expect."""

    def __repr__(self) -> str:
        return "nothing of that name"


class DoesNotHold(Exception):
    """A case that does not hold: a line for each thing that was expected, with what came."""


def book_of(case: Case) -> Any:
    """The book at a case's date, under its house rules, on the sheet set by hand if there is one."""
    return SYSTEMS[case.system].book.for_game(
        parse_month(case.date), [HouseRule(*rule) for rule in case.house], case.sheet
    )


def answer_of(case: Case, book: Book | None = None) -> Answer:
    """What the rules say to a case."""
    resolution = SYSTEMS[case.system].asked[case.ask]
    facts = msgspec.convert(case.given, resolution.facts, strict=True)
    return resolution.resolve(facts, d6s(case.dice), book or book_of(case))


def differences(got: Any, expected: Any, where: str = "value") -> Iterator[str]:
    """Where an answer is not what was expected, a line for each place."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in expected:
            yield from differences(got.get(key, Missing()), expected[key], f"{where}.{key}")
    elif isinstance(expected, list) and isinstance(got, list | tuple) and len(got) == len(expected):
        for number, (one, wanted) in enumerate(zip(got, expected, strict=True), 1):
            yield from differences(one, wanted, f"{where}[{number}]")
    elif type(got) is not type(expected) or got != expected:
        yield f"{where}: expected {expected!r}, came {got!r}"


def assert_answered(case: Case) -> None:
    """Refuse an answer that is not what the case expects."""
    unknown = set(case.expect) - EXPECTATIONS
    assert not unknown, f"{sorted(unknown)} cannot be expected, only {sorted(EXPECTATIONS)}"
    wrong = [*wrong_in(answer_of(case), case.expect)]
    if wrong:
        raise DoesNotHold("\n".join(wrong))


def wrong_in(answer: Answer, expect: Mapping[str, Any]) -> Iterator[str]:
    """What an answer does not keep of what was expected."""
    kind = "refusal" if "refusal" in expect else "more_dice" if "more_dice" in expect else "an answer"
    came = {Refusal: "refusal", MoreDice: "more_dice", Explained: "an answer"}[type(answer)]
    if came != kind:
        yield f"expected {kind} {expect.get(kind, dict(expect))!r}, came {answer!r}"
    elif isinstance(answer, Refusal):
        yield from differences(answer.clause, expect["refusal"], "refusal")
    elif isinstance(answer, MoreDice):
        yield from differences(answer.count, expect["more_dice"], "more_dice")
    else:
        yield from wrong_in_explained(answer, expect)


def wrong_in_explained(answer: Explained[Any], expect: Mapping[str, Any]) -> Iterator[str]:
    """What an answer with its reasons does not keep of what was expected."""
    considered = {one.clause for one in answer.considered}
    if "value" in expect:
        yield from differences(msgspec.to_builtins(answer.value), expect["value"])
    if "total" in expect and answer.total != expect["total"]:
        yield f"total: expected {expect['total']!r}, came {answer.total!r}"
    if "clauses" in expect:
        yield from differences(list(answer.clauses), expect["clauses"], "clauses")
    if missing := set(expect.get("considered", ())) - considered:
        yield f"considered: expected {sorted(missing)} too, came {sorted(considered)}"
    if found := set(expect.get("without", ())) & considered:
        yield f"considered: expected without {sorted(found)}, came {sorted(considered)}"
    if "house" in expect and set(expect["house"]) != marks(answer):
        yield f"house: expected {sorted(expect['house'])}, came {sorted(marks(answer))}"


def marks(answer: Explained[Any]) -> set[str]:
    """The house rules an answer is marked with."""
    return {step.house.ruling for step in answer.steps if step.house}


def failures(cases: Iterable[Case], check: Callable[[Case], None]) -> Iterator[str]:
    """Every case that does not hold, told by its clauses, its file and number, and what is wrong."""
    for case in cases:
        try:
            check(case)
        except DoesNotHold as failed:
            yield told(case, str(failed))
        except Exception as failed:
            yield told(case, repr(failed))


def told(case: Case, wrong: str) -> str:
    """A case that does not hold, in a few lines."""
    head = f"{', '.join(case.clauses)}: {case.name}"
    asked = f"  asked: {case.ask} {case.given} dice {list(case.dice)}"
    house = [f"  house rules: {', '.join('='.join(rule) for rule in case.house)}"] if case.house else []
    return "\n".join([head, asked, *house, *(f"  {line}" for line in wrong.splitlines())])

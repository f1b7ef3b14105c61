"""The works under a hurricane bombardment: whose, when, and each of them once (FF-FPL-19, FF-FPL-20, FF-FPL-75)."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.flanders_fields.artillery.bombardments import HURRICANE, HurricaneFacts, hurricane_objections
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.findings import PlanFinding, answered, failed, refused_by
from rules.flanders_fields.fire_plan.written import WorkLine
from rules.flanders_fields.vocabulary import Nation, Side, Work
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkUnderHurricane:
    """A work that the bombardment shall fall on."""

    called: str = fact("which work it is", example="Redan")
    work: Work = fact("what it is", example="strong_point")
    turn: int = fact("in which of its side's turns", default=1, least=1, most=99)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedWorksFacts:
    """A hurricane bombardment as it is planned."""

    works: tuple[WorkUnderHurricane, ...] = fact(
        "the works it falls on", default=(), example=[{"called": "Redan", "work": "strong_point"}]
    )
    nation: Nation = fact("whose bombardment it is", default=Nation.GERMAN)
    side: Side = fact("which side he is", default=Side.ATTACKER)


def planned_works(facts: PlannedWorksFacts, book: RuleBook) -> Explained[tuple[str, ...]] | Refusal:
    """On which row each work is attacked, in the order told (FF-FPL-19, FF-FPL-20).

    Refuses other armies and dates, what is no work, and a work that is named twice (FF-FPL-75).
    """
    lines = [WorkLine(id=str(n), name=one.called, work=one.work, turn=one.turn) for n, one in enumerate(facts.works, 1)]
    if not lines:
        return Refusal("FF-FPL-19", "No work is named", "name a trench or a strong point")
    found = tuple(work_findings(lines, facts.nation, facts.side, book))
    table = book.table(HURRICANE)
    rows = [table.word(line.work) for line in lines if line.work and table.has(line.work)]
    steps = (
        row.cites(f"{line.name}, turn {line.turn}: {_row(row.value)}") for line, row in zip(lines, rows, strict=False)
    )
    again = (Step("FF-FPL-20", "It comes back onto a work", None, book.mark("AMB-373")),) if _twice(lines) else ()
    return answered(tuple(row.value for row in rows), (*steps, *again), found)


def _row(value: str) -> str:
    return f"the row of {value.replace('_', ' ')}"


def _twice(lines: Sequence[WorkLine]) -> bool:
    return len({_called(line) for line in lines}) < len(lines)


def _called(line: WorkLine) -> str:
    return " ".join(line.name.casefold().split())


def work_findings(
    lines: Sequence[WorkLine], nation: Nation | None, side: Side, book: RuleBook
) -> Iterator[PlanFinding]:
    """Everything that is wrong with the works of a plan, each finding of its line (FF-FPL-75)."""
    before = set[str]()
    for line in lines:
        asked = HurricaneFacts(
            # A nation that is not known is not held against the plan.
            nation=nation or Nation.GERMAN,
            side=side,
            work=line.work or Work.TRENCH,
            attacked_before=bool(line.name.strip()) and _called(line) in before,
        )
        before.add(_called(line))
        for refusal in hurricane_objections(asked, book):
            yield refused_by("hurricane", refusal, book).of(line.id)
        for missing, says, instead in (
            (not line.name.strip(), "It is not said which work is bombarded", "name it"),
            (line.work is None, "It is not said what is bombarded", "choose a trench, a strong point or a block house"),
            (line.turn is None, "The work has no turn", "name one of the side's turns"),
        ):
            if missing:
                yield failed("hurricane", "FF-FPL-20", says, instead, book).of(line.id)


def _asked(facts: PlannedWorksFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[tuple[str, ...]] | Refusal:
    return planned_works(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "planned_works",
        "The works under a hurricane bombardment",
        "Fire plans",
        PlannedWorksFacts,
        no_dice,
        _asked,
        example_month="1917-11",
    ),
)

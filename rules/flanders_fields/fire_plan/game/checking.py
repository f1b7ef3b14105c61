"""A written plan held against the rules and, where there is one, against the table (FF-FPL-67 to FF-FPL-77)."""

from collections import Counter
from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.checks import PlanMeans, check
from rules.flanders_fields.fire_plan.findings import PlanFinding, Severity
from rules.flanders_fields.fire_plan.game.draft import force_of
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.vocabulary import Quality, Side
from rules.kernel.seats import Role
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Against:
    """What a plan is held against: its force, the field as its side knows it (None: no table), its infantry's grade.

    `is_laid`: the field is the table that is played on; on another one nothing that is measured is refused. `why_not`
    is why there is no field, in words.
    """

    force: PlanMeans
    field: Field | None = None
    quality: Quality = Quality.EXPERIENCED
    is_laid: bool = True
    why_not: str = ""


def against_of(state: GameState, side: Side, book: RuleBook) -> Against:
    """What a plan of a side is held against in a game: whoever reads it, only what its own side knows."""
    if state.table is None:
        return Against(force_of(state, side), None, quality_of_side(state, side))
    from rules.flanders_fields.game.survey.from_state import field_of

    return Against(force_of(state, side), field_of(state, Role(side.value), book), quality_of_side(state, side))


def quality_of_side(state: GameState, side: Side) -> Quality:
    """The grade of most of a side's battalions."""
    grades = Counter(one.quality for one in state.battalions.values() if one.side is side)
    return max(grades, key=lambda one: grades[one], default=Quality.EXPERIENCED)


def on_the_ground(plan: WrittenPlan, against: Against, book: RuleBook) -> Against:
    """The same with what can be measured of the plan's lines on its table."""
    if against.field is None:
        return against
    from rules.flanders_fields.game.survey.plan_lines import measured

    return replace(against, force=replace(against.force, measured=measured(plan, against.field, book)))


def findings(plan: WrittenPlan, against: Against, book: RuleBook) -> tuple[PlanFinding, ...]:
    """Everything a plan is told, in the order of its lines: tests of the book, and clashes where there is a table."""
    if against.field is None:
        return check(plan, against.force, book)
    # The libraries of the map are loaded with the first table, not with the service.
    from rules.flanders_fields.game.survey.clashes import clashes

    laid = on_the_ground(plan, against, book)
    found = check(plan, laid.force, book, clashes(plan, against.field, against.quality, book))
    if against.is_laid:
        return found
    sure = {one.key for one in check(plan, against.force, book)}
    return tuple(one if one.key in sure else _not_binding(one) for one in found)


def _not_binding(one: PlanFinding) -> PlanFinding:
    return replace(one, severity=Severity.WARNING) if one.severity is Severity.REFUSED else one

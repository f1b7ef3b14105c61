"""A point of the plan: whether a weapon may have it as its first, be shifted to it or fire on it (FF-FPL-22, -23)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from rules.flanders_fields.artillery.deep_suppression import FrontLineFacts, front_line
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.findings import PlanFinding, answered, failed, refused_by
from rules.flanders_fields.fire_plan.written import PLANNED_KINDS
from rules.flanders_fields.not_yet import no_indirect_guns
from rules.flanders_fields.shooting.ranges import Distance, RangeBand, judge_range
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, MORTARS, Firer, Side, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


class PointUse(StrEnum):
    """What a point of the plan is for."""

    FIRST = "first"
    SHIFT = "shift"
    FIRE = "fire"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPointFacts:
    """A weapon and a point that its side's plan names for it; the measures once the weapon stands on the table."""

    unit_class: UnitClass = fact("the weapon", example="field_gun")
    side: Side = fact("whose weapon it is", default=Side.ATTACKER)
    use: PointUse = fact("what the point is for", default=PointUse.FIRST)
    range_cm: float | None = fact(
        "from a mortar or machine gun to the point", default=None, unit="cm", least=0, most=1000
    )
    in_arc: bool = fact("the point lies in its arc", default=True)
    own_trench_cm: float | None = fact(
        "from a gun on the table to its own side's foremost trench", default=None, unit="cm", least=0, most=1000
    )


def planned_point(facts: PlannedPointFacts, book: RuleBook) -> Explained[bool] | Refusal:
    """Whether a plan may name a point for a weapon (FF-FPL-05, FF-FPL-06, FF-FPL-22, FF-FPL-23, FF-FPL-52).

    Refuses weapons that no plan names, dates, distances, arcs and guns too near their own front trench.
    """
    says = {
        PointUse.FIRST: Step("FF-FPL-05", "Registered: no order is needed to acquire it, one to fire on it"),
        PointUse.SHIFT: Step("FF-FPL-06", "Its point moves there in that turn, without an order"),
        PointUse.FIRE: Step("FF-FPL-24", "It fires there in that turn, without an order"),
    }
    return answered(True, (says[facts.use], *_guns(facts, book)), point_findings(facts, book))


def _guns(facts: PlannedPointFacts, book: RuleBook) -> Iterator[Step]:
    if facts.own_trench_cm is not None and facts.unit_class in FIELD_ARTILLERY:
        yield from front_line(_front(facts), book).steps


def point_findings(facts: PlannedPointFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """Everything that is wrong with a point for a weapon (FF-FPL-68, FF-FPL-73, FF-FPL-74)."""
    if facts.unit_class not in PLANNED_KINDS:
        says, instead = "A plan has no line for such a weapon", "plan for batteries, medium and heavy mortars"
        yield failed("weapon", "FF-FPL-52", says, instead, book)
    if facts.unit_class is UnitClass.MACHINE_GUN:
        yield from _machine_guns(book)
    if facts.unit_class in MORTARS or facts.unit_class is UnitClass.MACHINE_GUN:
        yield from _reach(facts, book)
    if facts.own_trench_cm is not None and not front_line(_front(facts), book).value.indirect_fire:
        says = f"The gun is {facts.own_trench_cm:g} cm from its own front trench, too near to fire indirectly"
        yield failed("front_line", "FF-FPL-22", says, "move it back, or leave it to fire at what it sees", book)
    if facts.use is PointUse.SHIFT and not book.behaviour("AMB-309", {"offered": True, "not_offered": False}):
        says, instead = "Fire plans of this game write no shifts (house rule)", "redirect it by an order"
        yield failed("weapon", "FF-FPL-06", says, instead, book)
    if facts.use is PointUse.FIRE:
        yield from _fires_by_plan(facts.unit_class, book)


def _front(facts: PlannedPointFacts) -> FrontLineFacts:
    return FrontLineFacts(
        unit_class=facts.unit_class, defender=facts.side is Side.DEFENDER, own_trench_cm=facts.own_trench_cm
    )


def _machine_guns(book: RuleBook) -> Iterator[PlanFinding]:
    refused = no_indirect_guns(book)
    if refused:
        yield refused_by("weapon", refused, book)
    elif not book.behaviour("GAP-106", {"offered": True, "none": False}):
        says = "Plans of this game name no targets of machine guns (house rule)"
        yield failed("weapon", "FF-FPL-29", says, "order their fire in play", book)


def _reach(facts: PlannedPointFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """Range and arc. A mortar can be refaced in no game, so a point outside its arc is never reached (AMB-43)."""
    if facts.range_cm is not None:
        asked = Distance(firer=Firer(facts.unit_class.value), range_cm=facts.range_cm, indirect=True)
        judged = judge_range(asked, book)
        if isinstance(judged, Refusal):
            yield refused_by("mortar", judged, book)
        elif judged.value in (RangeBand.TOO_CLOSE, RangeBand.OUT_OF_RANGE):
            yield failed("mortar", "FF-FPL-23", f"The point at {judged.steps[0].says}", "choose one in its range", book)
    if not facts.in_arc:
        yield failed("mortar", "FF-FPL-23", "The point lies outside its arc", "choose one in its arc", book)


def _fires_by_plan(kind: UnitClass, book: RuleBook) -> Iterator[PlanFinding]:
    table = book.table("artillery/planned_fire")
    if not table.has("phase"):
        says = f"No fire falls by the plan: {table.absent['phase']}"
        yield failed("weapon", "FF-FPL-24", says, "register the point, and order the fire", book)
    if kind not in ARTILLERY:
        says = "Only batteries fire by the plan without an order"
        yield failed("weapon", "FF-FPL-24", says, "register the point, and order the fire", book)


def _asked(facts: PlannedPointFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool] | Refusal:
    return planned_point(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "planned_point",
        "Whether a plan may name a point",
        "Fire plans",
        PlannedPointFacts,
        no_dice,
        _asked,
        example_month="1917-11",
    ),
)

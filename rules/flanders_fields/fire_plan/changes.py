"""When a plan must be finished, and what moves which of its entries afterwards (FF-FPL-02, FF-FPL-77 to FF-FPL-87)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.findings import PlanFinding, answered, failed
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY, Side, UnitClass
from rules.kernel.contradictions import only
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

CHANGES = "plans/changes"


class PlanItem(StrEnum):
    """What of a plan may be asked to change (FF-FPL-78 to -86)."""

    AIMING_POINT = "aiming_point"
    MORTAR_POINT = "mortar_point"
    GAS_SCHEDULE = "gas_schedule"
    GAS_DRIFT = "gas_drift"
    ROLLING_BARRAGE = "rolling_barrage"
    HURRICANE = "hurricane"
    DEEP_SUPPRESSION = "deep_suppression"
    AIR_MISSIONS = "air_missions"
    AIR_TARGET = "air_target"
    SOS_FIRE = "sos_fire"


class ChangedBy(StrEnum):
    """What would change it."""

    CHOICE = "choice"
    ORDER = "order"
    SOS_CALL = "sos_call"
    FIRE_PLAN = "fire_plan"
    DICE = "dice"
    CARD = "card"


_INSTEAD = {
    "choice": "choose it when it arrives",
    "order": "order it",
    "sos_call": "call for SOS fire",
    "fire_plan": "write the move into the plan before the game",
    "dice": "roll for it",
    "card": "play a card that says so",
    "nothing": "let it come as it was written",
}
_OF_SOS_CALLS = frozenset({PlanItem.AIMING_POINT, PlanItem.SOS_FIRE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFacts:
    """Something of a plan that somebody wants otherwise."""

    item: PlanItem = fact("what shall change", example="air_target")
    by: ChangedBy = fact("what would change it", default=ChangedBy.CHOICE)
    begun: bool = fact("deployment has begun", default=True)
    unit_class: UnitClass = fact("the weapon", default=UnitClass.FIELD_GUN)
    side: Side = fact("whose plan it is", default=Side.DEFENDER)
    unplanned_halt: bool = fact(
        "it is one unplanned halt of the barrage (house rule)",
        default=False,
        only=only("FF-FPL-82", "item", {PlanItem.ROLLING_BARRAGE}, "a rolling barrage"),
    )


def plan_change(facts: ChangeFacts, book: RuleBook) -> Explained[bool] | Refusal:
    """Whether something of a plan may change (FF-FPL-78 to -87). Refuses what is fixed once deployment has begun."""
    if not facts.begun:
        return Explained(True, None, (Step("FF-FPL-02", "Before anybody deploys a plan may be changed freely"),))
    ways = book.table(CHANGES).word(facts.item)
    leave = _leave(facts, book)
    if leave is None and facts.by not in ways.value.split(", "):
        return _fixed(facts, ways.clause, ways.value)
    if facts.by is ChangedBy.SOS_CALL and facts.item in _OF_SOS_CALLS:
        refused = _no_sos(facts, book)
        if refused:
            return refused
    return Explained(True, None, (Step(ways.clause, f"{ways.says}: {_how(facts)}", None, leave),))


def _how(facts: ChangeFacts) -> str:
    return "one unplanned halt" if facts.unplanned_halt else f"by {facts.by.replace('_', ' ')}"


def _fixed(facts: ChangeFacts, clause: str, ways: str) -> Refusal:
    if facts.item is PlanItem.GAS_SCHEDULE and facts.by is ChangedBy.CARD:
        return Refusal("FF-FPL-87", "No card takes planned gas back", "carry the gas plan out")
    because = f"{facts.item.replace('_', ' ').capitalize()}: {_how(facts)} does not change it"
    return Refusal(clause, because, " or ".join(_INSTEAD[way] for way in ways.split(", ")))


def _leave(facts: ChangeFacts, book: RuleBook) -> HouseMark | None:
    """The house rule by which the attacker halts his barrage once (AMB-344)."""
    if not facts.unplanned_halt or facts.by is not ChangedBy.CHOICE:
        return None
    late = book.when.period == "late"
    amb_344 = book.ruling("AMB-344")
    return amb_344.mark if amb_344.gives({"planned": False, "one_unplanned": late}) else None


def _no_sos(facts: ChangeFacts, book: RuleBook) -> Refusal | None:
    callable_ = book.behaviour("AMB-318", {"field": True, "heavy_too": False})
    if facts.side is Side.ATTACKER:
        return Refusal("FF-SOS-01", "Only the defender's batteries answer SOS calls", "order it")
    if callable_ and facts.unit_class not in FIELD_ARTILLERY:
        return Refusal("FF-SOS-05", "Only field artillery answers SOS calls", "order it")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyFacts:
    """A side's plan when deployment is to begin."""

    written: bool = fact("the side has written a plan", default=True)
    unfinished: int = fact("entries in which something is still to be filled in", default=0, least=0, most=999)
    refused: int = fact("entries that the rules refuse and nobody has let pass", default=0, least=0, most=999)


def plan_ready(facts: ReadyFacts, book: RuleBook) -> Explained[bool] | Refusal:
    """Whether deployment may begin (FF-FPL-01, FF-FPL-02, FF-FPL-77). The value: whether the side plays by a plan.

    Refuses plans that are not finished or against the rules, and, by house rule, a side without one (GAP-54).
    """
    return answered(facts.written, _plays_by(facts), ready_findings(facts, book))


def _plays_by(facts: ReadyFacts) -> Iterator[Step]:
    if facts.written:
        yield Step("FF-FPL-77", "The plan is finished: it is fixed before anybody deploys")
    else:
        yield Step("FF-FPL-01", "No plan: no registered points, no gas, no rolling barrage, no hurricane bombardment")


def ready_findings(facts: ReadyFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """What has to be done before a side may deploy (FF-FPL-77)."""
    if not facts.written:
        if book.behaviour("GAP-54", {"optional": False, "always": True}):
            yield failed("finished", "FF-FPL-01", "The side has no plan (house rule)", "write one", book)
        return
    if facts.unfinished:
        says = f"{facts.unfinished} {'entry is' if facts.unfinished == 1 else 'entries are'} not finished"
        yield failed("finished", "FF-FPL-77", says, "finish or strike them out", book)
    if facts.refused:
        says = f"The rules refuse {facts.refused} {'entry' if facts.refused == 1 else 'entries'}"
        yield failed("finished", "FF-FPL-77", says, "mend them, or let them pass by agreement", book)


def _asked(facts: ChangeFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool] | Refusal:
    return plan_change(facts, book)


def _ready(facts: ReadyFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool] | Refusal:
    return plan_ready(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("plan_ready", "Whether a plan is ready", "Fire plans", ReadyFacts, no_dice, _ready),
    Resolution("plan_change", "What may change in a plan", "Fire plans", ChangeFacts, no_dice, _asked),
)

"""Aiming points: what moves one, what that costs, and when fire falls on it (FF-ART-14 to FF-ART-21)."""

from collections.abc import Iterator
from enum import StrEnum

from rules.flanders_fields.artillery.batteries import outside_arc
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.only_where import ON_THE_TABLE
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


class MovedBy(StrEnum):
    """What moves an aiming point (FF-ART-20)."""

    ORDER = "order"
    SOS_CALL = "sos_call"
    FIRE_PLAN = "fire_plan"


class PointBefore(StrEnum):
    """How the battery's aiming point stands to the one wanted (FF-ART-18, FF-ART-21)."""

    ELSEWHERE = "elsewhere"
    NOWHERE = "nowhere"
    THERE = "there"
    REGISTERED_THERE = "registered_there"


@dataclass(frozen=True, slots=True, kw_only=True)
class AimFacts:
    """A point a battery is wanted on, and the actions its die has earned."""

    unit_class: UnitClass = fact("what is laid", example="field_gun")
    before: PointBefore = fact("where its aiming point lies now", default=PointBefore.ELSEWHERE)
    moved_by: MovedBy = fact("what moves it", default=MovedBy.ORDER)
    actions: int = fact("actions it may still spend this turn", default=1, least=0, most=3)
    on_table: bool = fact("it stands on the table", default=False)
    in_arc: bool = fact("the point lies in its arc (only on the table)", default=True)
    open_sights: bool = fact(
        "it will fire over open sights there (only on the table)", default=False, only=ON_THE_TABLE
    )


@dataclass(frozen=True, slots=True)
class Aimed:
    """What laying the point costs in redirects, and how many actions are left to fire with this turn."""

    redirects: int
    fire_actions: int


def lay_on(facts: AimFacts, book: RuleBook) -> Explained[Aimed] | Refusal:
    """What it costs to have an aiming point where it is wanted, and whether fire can follow (FF-ART-14, FF-ART-20).

    Refuses weapons that have no aiming point, an order without an action to spend, a point outside a gun's arc, and an
    SOS call, which has a die of its own.
    """
    refused = next(_objections(facts, book), None)
    if refused:
        return refused
    free = _free(facts, book)
    cost = 0 if free else 1
    if cost > facts.actions:
        return Refusal("FF-ART-14", "It has no action left to redirect", "leave the point where it lies this turn")
    spent = free or Step("FF-ART-20", "An order moves it: one redirect")
    left = facts.actions - cost
    beyond_arc = None if facts.in_arc or not facts.on_table else book.mark("AMB-305")
    arc = (Step("FF-ART-08", "Indirect fire needs no arc", None, beyond_arc),) if beyond_arc else ()
    return Explained(Aimed(cost, left), None, (*arc, spent, _then(left)))


def _then(left: int) -> Step:
    if left:
        return Step("FF-ART-19", f"{left} {'action' if left == 1 else 'actions'} left to fire on it")
    return Step("FF-ART-19", "It fires there once a later order gives it an action")


def _free(facts: AimFacts, book: RuleBook) -> Step | None:
    """Why the point costs nothing, or None if it takes a redirect."""
    if facts.moved_by is MovedBy.FIRE_PLAN:
        return Step("FF-ART-20", "The fire plan moves it: no order, no action")
    if facts.before is PointBefore.THERE:
        return Step("FF-ART-18", "It lies there already, and stays until moved")
    if facts.before is PointBefore.REGISTERED_THERE:
        return Step("FF-ART-21", "Registered in the fire plan: no order is needed to acquire it")
    in_sight = facts.on_table and facts.open_sights
    first = facts.before is PointBefore.NOWHERE
    amb_303 = book.ruling("AMB-303")
    if amb_303.gives({"redirect": False, "first_free": first, "in_sight_free": in_sight}):
        says = "The first point is simply named" if first and not in_sight else "It shifts freely, in sight"
        return Step("FF-ART-17", says, None, amb_303.mark)
    return None


def _objections(facts: AimFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.unit_class not in ARTILLERY | MORTARS:
        yield Refusal("FF-ART-15", "Only batteries and mortars have a point", "choose artillery or a mortar")
    if facts.moved_by is MovedBy.SOS_CALL:
        yield Refusal("FF-SOS-04", "An SOS call moves the point by its own die", "ask whether the call is answered")
    planned = book.behaviour("AMB-309", {"offered": True, "not_offered": False})
    if facts.moved_by is MovedBy.FIRE_PLAN and not planned:
        yield Refusal("FF-ART-20", "Fire plans of this game write no shifts (house rule)", "redirect it by an order")
    if facts.unit_class in MORTARS and not facts.in_arc:
        yield Refusal("FF-ARC-04", "The point lies outside its arc", "choose a point in its arc")
    elif facts.on_table and not facts.in_arc:
        yield from outside_arc(facts.unit_class, facts.open_sights, book)


def _lay_on(facts: AimFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Aimed] | Refusal:
    return lay_on(facts, book)


RESOLUTIONS: tuple[Resolution[AimFacts, RuleBook], ...] = (
    Resolution("aiming_point", "What it takes to lay an aiming point", "Artillery", AimFacts, no_dice, _lay_on),
)

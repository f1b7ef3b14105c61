"""A gas attack of the plan: whether all is said that it needs, and where its cloud will lie (FF-FPL-07 to -11)."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.findings import PlanFinding, answered, failed, refused_by
from rules.flanders_fields.fire_plan.written import GasLine, Reference
from rules.flanders_fields.gas.clouds import Delivery, GasKind, ReleaseFacts, objections, planned_middle, sides_of
from rules.flanders_fields.gas.wind import STEP_DEG, none_of_eight
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm, mm
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGasFacts:
    """A gas attack as it is planned, from its owner's left corner; what is not said yet is left out."""

    owner: Side = fact("who attacks with it", default=Side.ATTACKER)
    kind: GasKind | None = fact("offensive or denying gas", default=None, example="offensive")
    delivery: Delivery | None = fact("what brings it", default=None, example="artillery")
    turn: int | None = fact("in which of its owner's turns it comes", default=None, least=1, most=99, example=2)
    along_cm: float | None = fact(
        "its point, along the edge", default=None, unit="cm", least=0, most=1000, example=60.0
    )
    up_cm: float | None = fact(
        "its point, up the table; for projectors the front of the forward trench",
        default=None,
        unit="cm",
        least=0,
        most=1000,
        example=60.0,
    )
    wind_deg: int | None = fact(
        "where the wind shall blow to, clockwise from straight ahead",
        default=None,
        unit="degrees",
        least=0,
        most=359,
        example=0,
    )
    speed_cm: float | None = fact("the wind's speed (house rule)", default=None, unit="cm", least=0, most=1000)
    own_trench_up_cm: float | None = fact(
        "front of the owner's forward trench there, up the table", default=None, unit="cm", least=0, most=1000
    )


@dataclass(frozen=True, slots=True)
class PlannedCloud:
    """The middle of the cloud as planned, in cm from its owner's left corner, and its sides."""

    along_cm: float
    up_cm: float
    width_cm: float
    depth_cm: float


def planned_gas(facts: PlannedGasFacts, book: RuleBook) -> Explained[PlannedCloud] | Refusal:
    """Where a planned gas attack will lie (FF-FPL-07 to FF-FPL-11, FF-FPL-26, FF-FPL-37 to -39).

    Refuses gas before there is any, projectors of a defender or away from his trench, and attacks that are not wholly
    planned (FF-FPL-72).
    """
    line = _line(facts)
    found = tuple(gas_findings(line, facts.owner, _or_none(facts.own_trench_up_cm), book))
    if line.at is None:
        return answered(PlannedCloud(0.0, 0.0, 0.0, 0.0), (), found)
    along, up = planned_middle(_release(line, facts.owner), book)
    width, depth = sides_of(facts.owner, book)
    cloud = PlannedCloud(along / 10, up / 10, width / 10, depth / 10)
    return answered(cloud, _steps(line, facts.owner, cloud, book), found)


def _line(facts: PlannedGasFacts) -> GasLine:
    there = facts.along_cm is not None and facts.up_cm is not None
    return GasLine(
        id="asked",
        kind=facts.kind,
        delivery=facts.delivery,
        turn=facts.turn,
        at=Reference(mm(facts.along_cm or 0.0), mm(facts.up_cm or 0.0)) if there else None,
        wind_deg=facts.wind_deg,
        speed_mm=_or_none(facts.speed_cm),
    )


def _or_none(measured_cm: float | None) -> int | None:
    return None if measured_cm is None else mm(measured_cm)


def _release(line: GasLine, owner: Side) -> ReleaseFacts:
    """The attack as it is released in its own turn; what is not planned yet as it usually is."""
    turn, at = line.turn or 1, line.at or Reference(0, 0)
    return ReleaseFacts(
        kind=line.kind or GasKind.OFFENSIVE,
        owner=owner,
        delivery=line.delivery or Delivery.ARTILLERY,
        along_cm=at.along_mm / 10,
        up_cm=at.up_mm / 10,
        turn=turn,
        planned_turn=turn,
    )


def _steps(line: GasLine, owner: Side, cloud: PlannedCloud, book: RuleBook) -> Iterator[Step]:
    yield Step("FF-FPL-07", f"It comes by itself in turn {line.turn}")
    yield Step("FF-FPL-09", f"The {owner}'s cloud: {cloud.width_cm:g} cm across, {cloud.depth_cm:g} cm deep")
    if line.delivery is Delivery.PROJECTOR:
        yield Step("FF-FPL-10", "From projectors, in front of the forward trench", None, book.mark("AMB-441"))
    else:
        yield Step("FF-FPL-12", "From guns: it deviates when it arrives, unless a die keeps it on its point")
    if line.wind_deg is not None:
        says = f"Wind {line.wind_deg} degrees clockwise from straight ahead"
        yield Step("FF-FPL-11", says, None, book.mark("GAP-63"))
    elif book.mark("GAP-62"):
        yield Step("FF-FPL-11", "The wind is named when it is released", None, book.mark("GAP-62"))
    if line.speed_mm is not None and book.mark("GAP-67"):
        yield Step("FF-FPL-39", f"Its speed is written: {cm(line.speed_mm)}", None, book.mark("GAP-67"))


def gas_findings(line: GasLine, owner: Side, own_trench_mm: int | None, book: RuleBook) -> Iterator[PlanFinding]:
    """Everything that is wrong with a planned gas attack (FF-FPL-72); how many there may be is asked elsewhere."""
    for refusal in objections(_release(line, owner), book):
        # No attack stands before this one here: what is left are its date and its delivery.
        yield refused_by("gas", refusal, book)
    for missing, clause, says, instead in (
        (line.kind is None, "FF-FPL-08", "It is not said which kind of gas comes", "choose offensive or denying"),
        (line.delivery is None, "FF-FPL-10", "It is not said what brings the gas", "choose artillery or projectors"),
        (line.turn is None, "FF-FPL-07", "The gas has no turn", "name one of the side's turns"),
        (line.at is None, "FF-FPL-37", "The gas has no point", "name the middle of the area"),
    ):
        if missing:
            yield failed("gas", clause, says, instead, book)
    yield from _wind(line, book)
    yield from _projector(line, own_trench_mm, book)


def _wind(line: GasLine, book: RuleBook) -> Iterator[PlanFinding]:
    planned = book.behaviour("GAP-62", {"in_the_plan": True, "on_release": False})
    if planned and line.wind_deg is None:
        yield failed("gas", "FF-FPL-38", "The gas has no wind", "name the direction it is to blow to", book)
    if line.wind_deg is not None and none_of_eight(line.wind_deg, book):
        says = f"{line.wind_deg} degrees is none of the eight directions of this game"
        yield failed("gas", "FF-FPL-38", says, f"choose a multiple of {STEP_DEG} degrees", book)
    if line.speed_mm is None and book.behaviour("GAP-67", {"rolled": False, "written": True}):
        yield failed("gas", "FF-FPL-39", "The wind has no speed (house rule)", "write it down", book)


def _projector(line: GasLine, own_trench_mm: int | None, book: RuleBook) -> Iterator[PlanFinding]:
    away = line.at is not None and own_trench_mm is not None and line.at.up_mm != own_trench_mm
    if line.delivery is Delivery.PROJECTOR and away and line.at and own_trench_mm is not None:
        says = f"Projectors {cm(line.at.up_mm)} up the table are not at the forward trench"
        yield failed("gas", "FF-FPL-10", says, f"write its front there: {cm(own_trench_mm)} up", book)


def _asked(facts: PlannedGasFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[PlannedCloud] | Refusal:
    return planned_gas(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("planned_gas", "Whether a gas attack is wholly planned", "Fire plans", PlannedGasFacts, no_dice, _asked),
)

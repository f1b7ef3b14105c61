"""Checks of a whole fire plan, its readiness and its changes (FF-FPL-02, FF-FPL-67 to 87)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import Any

from rules.flanders_fields.artillery import MEASURES as SOS
from rules.flanders_fields.bombardments import HurricaneFacts, hurricane_objections
from rules.flanders_fields.fire_plan import (
    BombardmentLine,
    Duty,
    GasLine,
    PlanFinding,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WrittenPlan,
    advice,
    answered,
    failed,
    reference_findings,
    refused_by,
)
from rules.flanders_fields.fire_plan_entries import (
    EntriesFacts,
    PlannedPointFacts,
    PointUse,
    entry_findings,
    gas_findings,
    point_findings,
    uncovered,
    work_findings,
)
from rules.flanders_fields.fire_plan_timetable import BarrageLimits, barrage_findings
from rules.flanders_fields.gas_clouds import GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, Nation, Side, UnitClass, Work
from rules.kernel.dice import D6
from rules.kernel.distances import beyond_mm, cm
from rules.kernel.explanations import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

# When a plan must be finished, and what moves which of its entries afterwards (FF-FPL-02, FF-FPL-77 to FF-FPL-87)

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


# A written plan held against the rules (FF-FPL-67 to FF-FPL-77)

FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWeapon:
    """A battery, mortar or machine gun that the side has; one that is `superimposed` lies over the barrage."""

    unit: str
    name: str
    kind: UnitClass
    superimposed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredLine:
    """What lies on the table tells of one line of the plan, in mm; None or True where nothing is known.

    `range_mm`: from the weapon to the line's point; `in_arc`: whether the point lies in its arc; `own_trench_mm`: from
    the gun to its own side's foremost trench, or, of a barrage or of projectors, how far up the table the front of that
    trench lies; `position_mm`: from an SOS point to the nearest position of its own side.
    """

    range_mm: int | None = None
    in_arc: bool = True
    own_trench_mm: int | None = None
    position_mm: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanMeans:
    """What a plan is held against. What is not known (None) is not tested.

    `rolled_turns` is how long the barrage lasts by its die; `measured` is by the line of the plan; `formations` are
    the regiments and divisions whose commanders may order a battery that several share, by id and name.
    """

    nation: Nation | None = None
    regiments: int | None = None
    entire_division: bool = False
    weapons: tuple[OwnWeapon, ...] | None = None
    formations: tuple[tuple[str, str], ...] | None = None
    gas_attacks: int | None = None
    air_missions: int | None = None
    rolled_turns: int | None = None
    measured: Mapping[str, MeasuredLine] = field(default_factory=dict)


def as_written_for(plan: WrittenPlan) -> PlanMeans:
    """What a plan says itself of its force: enough to check it where there is no game."""
    told = plan.written_for
    return PlanMeans(nation=told.nation, regiments=told.regiments, entire_division=told.entire_division)


def check(
    plan: WrittenPlan, force: PlanMeans, book: RuleBook, clashes: Iterable[PlanFinding] = ()
) -> tuple[PlanFinding, ...]:
    """Everything a plan is told, in the order of its lines, what is about the whole of it first.

    `clashes` are findings that only a table could tell. What the players let pass carries their reason
    (`Finding.allowed`).
    """
    order = {"": -1} | {line.id: number for number, line in enumerate(plan.lines())}
    found = sorted(dict.fromkeys((*_found(plan, force, book), *clashes)), key=lambda one: order[one.line])
    passed = {one.finding: one.because for one in plan.allowed}
    return tuple(replace(one, allowed=passed.get(one.key)) for one in found)


def ready(plan: WrittenPlan | None, force: PlanMeans, book: RuleBook) -> Explained[bool] | Refusal:
    """Whether a side may deploy with its plan (None: without one), as `plan_ready` says (FF-FPL-77)."""
    if plan is None:
        return plan_ready(ReadyFacts(written=False), book)
    stands = [one for one in check(plan, force, book) if one.stands]
    unfinished = {one.line for one in stands if one.test == _finished(book)}
    refused = {(one.line, one.test) for one in stands if one.test != _finished(book)}
    return plan_ready(ReadyFacts(unfinished=len(unfinished), refused=len(refused)), book)


def _finished(book: RuleBook) -> str:
    return book.table("plans/tests").word(FINISHED).clause


def _found(plan: WrittenPlan, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    yield from _entries(plan, force, book)
    yield from _references(plan, book)
    yield from _weapons(plan, force, book)
    yield from _fires(plan, force, book)
    yield from _barrages(plan, force, book)
    yield from _gas(plan, force, book)
    yield from work_findings(plan.works, force.nation, plan.side, book)
    for line in plan.sos_points:
        yield from (one.of(line.id) for one in _sos(line, plan, force, book))


def _entries(plan: WrittenPlan, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    many = Counter((_over_the_barrage(one, force), one.kind) for one in plan.weapons)

    def of(superimposed: bool, *kinds: UnitClass) -> int:
        return sum(many[superimposed, kind] for kind in kinds)

    heavy, super_heavy = UnitClass.HEAVY_ARTILLERY, UnitClass.SUPER_HEAVY_ARTILLERY
    facts = EntriesFacts(
        side=plan.side,
        nation=force.nation,
        regiments=force.regiments,
        entire_division=force.entire_division,
        superimposed_field=of(True, *FIELD_ARTILLERY),
        superimposed_heavy=of(True, heavy),
        superimposed_super_heavy=of(True, super_heavy),
        field=of(False, *FIELD_ARTILLERY),
        heavy=of(False, heavy),
        super_heavy=of(False, super_heavy),
        medium_mortars=sum(line.kind is UnitClass.MEDIUM_MORTAR for line in plan.weapons),
        heavy_mortars=sum(line.kind is UnitClass.HEAVY_MORTAR for line in plan.weapons),
        barrages=len(plan.barrages),
        gas_attacks=len(plan.gas),
        gas_granted=force.gas_attacks,
        air_missions=plan.air_missions,
        air_granted=force.air_missions,
    )
    yield from entry_findings(facts, book)
    yield from uncovered(facts, book)


def _over_the_barrage(line: WeaponLine, force: PlanMeans) -> bool:
    own = _own(line, force)
    return own.superimposed if own else line.duty is Duty.SUPERIMPOSED


def _own(line: WeaponLine, force: PlanMeans) -> OwnWeapon | None:
    return next((one for one in force.weapons or () if line.unit and one.unit == line.unit), None)


def _references(plan: WrittenPlan, book: RuleBook) -> Iterator[PlanFinding]:
    for line in plan.lines():
        at: Reference | None = getattr(line, "at", None)
        if at is not None:
            yield from (one.of(line.id) for one in reference_findings(at, plan.written_for, book))


def _weapons(plan: WrittenPlan, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    uses = Counter(line.unit for line in plan.weapons if line.unit)
    for line in plan.weapons:
        yield from (one.of(line.id) for one in _weapon(line, plan, force, uses[line.unit], book))


def _weapon(line: WeaponLine, plan: WrittenPlan, force: PlanMeans, uses: int, book: RuleBook) -> Iterator[PlanFinding]:
    if force.weapons is not None:
        yield from _belongs(line, force, book)
    if uses > 1:
        yield failed("weapon", "FF-FPL-68", f"{line.name} stands in {uses} lines", "write one line for it", book)
    if line.duty is Duty.SUPERIMPOSED and line.kind not in ARTILLERY:
        yield failed("superimposed", "FF-SUI-01", f"{line.name} is no battery", "only batteries are superimposed", book)
    yield from _at_call(line, force, book)
    if line.at is None:
        says = f"{line.name} has no first point"
        yield advice("FF-FPL-05", says, "name one, or it must be ordered onto its first in play")
    told = force.measured.get(line.id, MeasuredLine())
    yield from point_findings(_point(line, plan, told, PointUse.FIRST, told.own_trench_mm), book)


def _at_call(line: WeaponLine, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    """Whether whom a shared battery is left to is there, and whether it is one that several share (AMB-376)."""
    named = line.at_call_of.strip()
    if not named:
        return
    if line.duty is not Duty.SUPERIMPOSED or line.kind in FIELD_ARTILLERY:
        says = f"{line.name} is not shared: naming {named} for it changes nothing"
        yield advice("FF-SUI-02", says, "name nobody, its own commander orders it")
    elif force.formations is not None and not any(named.casefold() in _called(one) for one in force.formations):
        says = f"{named}, who shall order {line.name}, is no regiment of the side"
        there = ", ".join(name for _, name in force.formations)
        yield failed("superimposed", "FF-SUI-04", says, f"write one of {there}, or nobody", book)


def _called(formation: tuple[str, str]) -> tuple[str, ...]:
    return tuple(one.casefold() for one in formation)


def _belongs(line: WeaponLine, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    own = _own(line, force)
    if own is None:
        says = f"The force has no {line.name}"
        yield failed("weapon", "FF-FPL-68", says, "choose one of its weapons", book)
    elif own.kind is not line.kind:
        says = f"{own.name} is a {own.kind.replace('_', ' ')}, not a {line.kind.replace('_', ' ')}"
        yield failed("weapon", "FF-FPL-68", says, "write what it is", book)
    elif own.superimposed is not (line.duty is Duty.SUPERIMPOSED):
        says = f"{own.name} is {'' if own.superimposed else 'not '}superimposed in this force"
        yield failed("weapon", "FF-FPL-68", says, "write it as the force has it", book)


def _point(
    line: WeaponLine, plan: WrittenPlan, told: MeasuredLine, use: PointUse, own_trench_mm: int | None
) -> PlannedPointFacts:
    return PlannedPointFacts(
        unit_class=line.kind,
        side=plan.side,
        use=use,
        range_cm=None if told.range_mm is None else told.range_mm / 10,
        in_arc=told.in_arc,
        own_trench_cm=None if own_trench_mm is None else own_trench_mm / 10,
    )


def _fires(plan: WrittenPlan, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    for use, lines in ((PointUse.SHIFT, plan.shifts), (PointUse.FIRE, plan.bombardments)):
        same = Counter((line.weapon, line.turn or 0) for line in lines)
        for line in lines:
            yield from (one.of(line.id) for one in _fire(line, use, plan, force, book))
            twice = same[line.weapon, line.turn or 0]
            if line.weapon and line.turn and twice > 1:
                says = f"Its weapon has {twice} such lines for turn {line.turn}"
                yield failed("weapon", "FF-FPL-68", says, "write one", book).of(line.id)


def _fire(
    line: ShiftLine | BombardmentLine, use: PointUse, plan: WrittenPlan, force: PlanMeans, book: RuleBook
) -> Iterator[PlanFinding]:
    weapon = plan.weapon(line.weapon)
    for missing, says, instead in (
        (weapon is None, "It is not said which weapon this is about", "choose one of the plan"),
        (line.turn is None, "The line has no turn", "name one of the side's turns"),
        (line.at is None, "The line has no point", "name one"),
    ):
        if missing:
            yield failed(FINISHED, "FF-FPL-77", says, instead, book)
    if weapon is not None:
        gun = force.measured.get(weapon.id, MeasuredLine())
        told = force.measured.get(line.id, MeasuredLine())
        yield from point_findings(_point(weapon, plan, told, use, gun.own_trench_mm), book)


def _barrages(plan: WrittenPlan, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    attacker = plan.side is Side.ATTACKER
    for line in plan.barrages:
        told = force.measured.get(line.id, MeasuredLine())
        limits = BarrageLimits(force.rolled_turns, told.own_trench_mm, plan.written_for.depth_mm)
        yield from (one.of(line.id) for one in barrage_findings(line, limits, attacker, book))
        if line.hurricane:
            asked = HurricaneFacts(nation=force.nation or Nation.GERMAN, side=plan.side, work=Work.TRENCH)
            yield from (refused_by("hurricane", one, book).of(line.id) for one in hurricane_objections(asked, book))


def _gas(plan: WrittenPlan, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    for line in plan.gas:
        trench = force.measured.get(line.id, MeasuredLine()).own_trench_mm
        yield from (one.of(line.id) for one in gas_findings(line, plan.side, trench, book))
    yield from _two_winds(plan.gas, book)


def _two_winds(lines: tuple[GasLine, ...], book: RuleBook) -> Iterator[PlanFinding]:
    """All offensive gas shares one weather: the first release sets it (FF-FPL-11, FF-FPL-38, AMB-445)."""
    if not book.behaviour("AMB-445", {"one_wind": True, "own_wind": False}):
        return
    planned = [line for line in lines if line.kind is GasKind.OFFENSIVE and line.turn and line.wind_deg is not None]
    first = min(planned, key=lambda line: line.turn or 0, default=None)
    for line in planned:
        if first and line.wind_deg != first.wind_deg:
            says = f"It names another wind than the gas of turn {first.turn}, which sets the wind"
            yield advice("FF-FPL-38", says, f"plan it for {first.wind_deg} degrees").of(line.id)


def _sos(line: SosLine, plan: WrittenPlan, force: PlanMeans, book: RuleBook) -> Iterator[PlanFinding]:
    """A noted point binds nobody, so that nothing but its place is needed (FF-FPL-21, GAP-76)."""
    weapon, near = plan.weapon(line.weapon), book.table(SOS).number("from_position")
    away = force.measured.get(line.id, MeasuredLine()).position_mm
    if line.at is None:
        yield failed(FINISHED, "FF-FPL-77", "The SOS point has no place", "name one", book)
    if plan.side is Side.ATTACKER:
        yield advice("FF-FPL-21", "Only the defender's batteries answer SOS calls", "strike it out")
    elif weapon is not None and weapon.kind not in FIELD_ARTILLERY:
        yield advice("FF-FPL-21", f"{weapon.name} answers no SOS calls", "name a field battery")
    if away is not None and beyond_mm(away, near.value):
        says = f"The SOS point is {cm(away)} from the nearest own position"
        yield advice("FF-FPL-21", says, f"lay it within {cm(near.value)} of one")

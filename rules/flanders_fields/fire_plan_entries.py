"""Entries of a fire plan: numbers, points, works, gas attacks (FF-FPL-04 to 11, 19 to 60)."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from rules.flanders_fields.applicability import no_aircraft, no_gas_of_its_own, no_indirect_guns
from rules.flanders_fields.artillery import (
    Defending,
    DefendingFacts,
    FrontLineFacts,
    Superimposed,
    SuperimposedFacts,
    defending,
    front_line,
    superimposed,
)
from rules.flanders_fields.barrages import no_barrage
from rules.flanders_fields.bombardments import HURRICANE, HurricaneFacts, hurricane_objections
from rules.flanders_fields.fire_eligibility import Distance, RangeBand, judge_range
from rules.flanders_fields.fire_plan import (
    PLANNED_KINDS,
    GasLine,
    PlanFinding,
    Reference,
    Severity,
    WorkLine,
    advice,
    answered,
    failed,
    refused_by,
)
from rules.flanders_fields.gas_clouds import (
    ATTACKS,
    STEP_DEG,
    Delivery,
    GasKind,
    ReleaseFacts,
    none_of_eight,
    objections,
    planned_middle,
    sides_of,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, MORTARS, Firer, Nation, Side, UnitClass, Work
from rules.kernel.dice import D6
from rules.kernel.distances import cm, mm
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

# What a side may plan at all, by numbers (FF-FPL-45 to FF-FPL-60)

FORMS = "plans/forms"
_MOST = 60
_COVERS = {
    "points": ("weapons", "no first aiming point"),
    "rolling_barrage": ("barrages", "no rolling barrage"),
    "gas": ("gas", "no gas"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesFacts:
    """A side, and how much of each thing stands in its plan."""

    side: Side = fact("whose plan it is", default=Side.ATTACKER)
    nation: Nation | None = fact("whose army the side is", default=None, example="british")
    regiments: int | None = fact("regiments or brigades of the side", default=None, least=1, most=12, example=2)
    entire_division: bool = fact("they are an entire division", default=False)
    superimposed_field: int = fact("superimposed field batteries", default=0, least=0, most=_MOST)
    superimposed_heavy: int = fact("superimposed heavy batteries", default=0, least=0, most=_MOST)
    superimposed_super_heavy: int = fact("superimposed super heavy batteries", default=0, least=0, most=_MOST)
    field: int = fact("other field batteries", default=0, least=0, most=_MOST)
    heavy: int = fact("other heavy batteries", default=0, least=0, most=_MOST)
    super_heavy: int = fact("other super heavy batteries", default=0, least=0, most=_MOST)
    medium_mortars: int = fact("medium mortars", default=0, least=0, most=_MOST)
    heavy_mortars: int = fact("heavy mortars", default=0, least=0, most=_MOST)
    barrages: int = fact("rolling barrages", default=0, least=0, most=_MOST)
    gas_attacks: int = fact("gas attacks", default=0, least=0, most=_MOST)
    gas_granted: int | None = fact("gas attacks the scenario gives the side", default=None, least=0, most=_MOST)
    air_missions: int = fact("ground attack missions", default=0, least=0, most=9)
    air_granted: int | None = fact("missions the scenario gives the side", default=None, least=0, most=9)

    @property
    def batteries(self) -> int:
        """The batteries that are not superimposed."""
        return self.field + self.heavy + self.super_heavy

    @property
    def over_the_barrage(self) -> int:
        """The superimposed batteries."""
        return self.superimposed_field + self.superimposed_heavy + self.superimposed_super_heavy


@dataclass(frozen=True, slots=True)
class Entries:
    """What a plan should cover and this one does not, and how many of its entries are more than is usual."""

    missing: tuple[str, ...]
    unusual: int


def planned_entries(facts: EntriesFacts, book: RuleBook) -> Explained[Entries] | Refusal:
    """Whether a side may plan that much (FF-FPL-04, FF-FPL-45 to -52, FF-FPL-69, FF-FPL-70, FF-FPL-76).

    Refuses what the date or the side does not have, and more superimposed batteries, gas attacks and air missions than
    it is allotted.
    """
    found = (*_too_early(facts, book), *entry_findings(facts, book), *uncovered(facts, book))
    unusual = sum(one.severity is Severity.WARNING for one in found)
    return answered(Entries(tuple(_missing(facts, book)), unusual), _leave(facts, book), found)


def entry_findings(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """Everything of which a plan holds too much."""
    yield from (one.within("weapons") for one in (*_superimposed(facts, book), *_defending(facts, book)))
    yield from (one.within("gas") for one in _gas(facts, book))
    yield from (one.within("air_missions") for one in _air(facts, book))
    yield from _beyond_the_form(facts, book)


def _superimposed(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    if not facts.over_the_barrage:
        return
    allowed = superimposed(_over(facts), book)
    if isinstance(allowed, Refusal):
        yield refused_by("superimposed", allowed, book)
    elif facts.regiments is not None:
        yield from _over_number(facts, facts.regiments, allowed.value, book)


def _over(facts: EntriesFacts) -> SuperimposedFacts:
    return SuperimposedFacts(regiments=facts.regiments or 1, entire_division=facts.entire_division, side=facts.side)


def _too_early(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """What the date or the side does not have. Where there are lines of a plan, each is told so itself."""
    refused, no_gas = no_barrage(facts.side is Side.ATTACKER, book), no_gas_of_its_own(book)
    if facts.barrages and refused:
        yield refused_by("barrage", refused, book)
    if facts.gas_attacks and no_gas:
        yield refused_by("gas", no_gas, book)


def _over_number(facts: EntriesFacts, regiments: int, most: Superimposed, book: RuleBook) -> Iterator[PlanFinding]:
    of = f"{regiments} {'regiment' if regiments == 1 else 'regiments'}"
    for word, planned, allowed in (
        ("field", facts.superimposed_field, most.field),
        ("heavy", facts.superimposed_heavy, most.heavy),
        ("super heavy", facts.superimposed_super_heavy, most.super_heavy),
    ):
        if planned > allowed:
            says = f"{planned} {word} {_batteries(planned)} superimposed; {of} may have {allowed or 'none'}"
            yield failed("superimposed", "FF-FPL-45", says, "plan fewer", book)


def _batteries(number: int) -> str:
    return "battery is" if number == 1 else "batteries are"


def _defending(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """More guns than generally stand behind a defence of that size; the book says "about", so it is a warning."""
    if facts.side is Side.ATTACKER or facts.nation is None or facts.regiments is None:
        return
    usual: Defending = defending(DefendingFacts(regiments=facts.regiments, nation=facts.nation), book).value
    for word, planned, most, clause in (
        ("field", facts.field, usual.field_batteries, "FF-FPL-47"),
        ("heavy", facts.heavy, usual.heavy_batteries, "FF-FPL-47"),
        ("super heavy", facts.super_heavy, usual.super_heavy, "FF-FPL-48"),
    ):
        if planned > most:
            says = f"{planned} {word} {_batteries(planned)} more than generally stand behind such a defence"
            yield failed("defending", clause, says, f"{most or 'none'} is usual", book)


def _gas(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    if not facts.gas_attacks or no_gas_of_its_own(book):
        return
    granted = _granted(facts, book)
    limited = book.behaviour("GAP-66", {"scenario": True, "no_limit": False})
    if limited and facts.gas_attacks > granted:
        says = f"{facts.gas_attacks} gas attacks are planned; the side has {granted or 'none'}"
        yield failed("gas", "FF-FPL-50", says, "strike out what is too much", book)


def _granted(facts: EntriesFacts, book: RuleBook) -> int:
    """The gas attacks of the side: those of the scenario, else those of the book. There is gas at the date."""
    return book.table(ATTACKS).number("attacks").value if facts.gas_granted is None else facts.gas_granted


def _air(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    if not facts.air_missions:
        return
    early = no_aircraft(book)
    if early:
        yield failed("air", "FF-FPL-51", early.because, "plan none", book)
    elif facts.air_granted is not None and facts.air_missions > facts.air_granted:
        says = f"{facts.air_missions} air missions are planned; the scenario gives {facts.air_granted or 'none'}"
        yield failed("air", "FF-FPL-51", says, "plan fewer", book)


def _beyond_the_form(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """What the printed form has no line for, where only the printed form counts (GAP-70)."""
    if book.behaviour("GAP-70", {"added": True, "printed": False}):
        return
    for key, part, planned in (
        ("medium_mortars", "weapons", facts.medium_mortars),
        ("heavy_mortars", "weapons", facts.heavy_mortars),
        ("superimposed", "weapons", facts.over_the_barrage),
        ("divisional", "weapons", facts.batteries),
        ("gas_attacks", "gas", facts.gas_attacks),
    ):
        lines = book.table(FORMS).number(f"{facts.side}.{key}")
        if planned > lines.value:
            says = f"The printed form has {lines.value or 'no'} lines for {lines.says} (house rule)"
            yield failed("weapon", lines.clause, says, "plan no more than that", book).within(part)


def _leave(facts: EntriesFacts, book: RuleBook) -> Iterator[Step]:
    """By what it may be planned, with the house rules without which it could not."""
    if facts.over_the_barrage:
        allowed = superimposed(_over(facts), book)
        yield from allowed.steps if isinstance(allowed, Explained) else ()
    if facts.side is Side.DEFENDER and facts.batteries and facts.nation and facts.regiments:
        yield from defending(DefendingFacts(regiments=facts.regiments, nation=facts.nation), book).steps
    if facts.barrages:
        whose = None if facts.side is Side.ATTACKER else book.mark("AMB-05")
        yield Step("FF-FPL-49", "A rolling barrage needs no batteries of the force", None, whose)
    if facts.gas_attacks:
        more = facts.gas_attacks > _granted(facts, book)
        yield Step("FF-FPL-50", "Gas by the plan", None, book.mark("GAP-66") if more else None)
    if facts.air_missions:
        yield Step("FF-FPL-51", "Each air mission still needs its roll to arrive")
    yield Step("FF-FPL-68", "All of it may stand in the plan")


def _missing(facts: EntriesFacts, book: RuleBook) -> Iterator[str]:
    if not facts.batteries + facts.over_the_barrage + facts.medium_mortars + facts.heavy_mortars:
        yield "points"
    if not facts.barrages and no_barrage(facts.side is Side.ATTACKER, book) is None:
        yield "rolling_barrage"
    if not facts.gas_attacks and no_gas_of_its_own(book) is None and facts.gas_granted != 0:
        yield "gas"


def uncovered(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """What a plan should cover as far as the side has it, and does not (FF-FPL-04)."""
    for what in _missing(facts, book):
        part, nothing = _COVERS[what]
        yield advice("FF-FPL-04", f"The plan names {nothing}", "see whether the side has any").within(part)


def _entries_asked(facts: EntriesFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Entries] | Refusal:
    return planned_entries(facts, book)


# A point of the plan (FF-FPL-22, -23)


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


def _point_asked(facts: PlannedPointFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool] | Refusal:
    return planned_point(facts, book)


# The works under a hurricane bombardment (FF-FPL-19, FF-FPL-20, FF-FPL-75)


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


def _works_asked(
    facts: PlannedWorksFacts, _dice: tuple[D6, ...], book: RuleBook
) -> Explained[tuple[str, ...]] | Refusal:
    return planned_works(facts, book)


# A gas attack of the plan (FF-FPL-07 to -11)


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


def _gas_asked(facts: PlannedGasFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[PlannedCloud] | Refusal:
    return planned_gas(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "planned_entries",
        "What a side may plan",
        "Fire plans",
        EntriesFacts,
        no_dice,
        _entries_asked,
        example_month="1917-11",
    ),
    Resolution(
        "planned_point",
        "Whether a plan may name a point",
        "Fire plans",
        PlannedPointFacts,
        no_dice,
        _point_asked,
        example_month="1917-11",
    ),
    Resolution(
        "planned_works",
        "The works under a hurricane bombardment",
        "Fire plans",
        PlannedWorksFacts,
        no_dice,
        _works_asked,
        example_month="1917-11",
    ),
    Resolution(
        "planned_gas", "Whether a gas attack is wholly planned", "Fire plans", PlannedGasFacts, no_dice, _gas_asked
    ),
)

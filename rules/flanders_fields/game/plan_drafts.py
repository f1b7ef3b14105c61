"""Drafts of fire plans for a game, and their check against the rules and the map (FF-FPL)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.barrages import TURNS
from rules.flanders_fields.fire_plan import (
    PLANNED_KINDS,
    BarrageLine,
    BombardmentLine,
    Duty,
    GasLine,
    Halt,
    PlanFinding,
    Reference,
    Severity,
    ShiftLine,
    WeaponLine,
    WorkLine,
    WrittenFor,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_checks import OwnWeapon, PlanMeans, check
from rules.flanders_fields.fire_plan_timetable import shortest_and_longest
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.friendly_fire import clashes
from rules.flanders_fields.game.map_facts.infantry_advance import measured
from rules.flanders_fields.game.map_facts.seat_board import field_of
from rules.flanders_fields.game.state.fire_plan import PlannedBarrage, PlannedFire, PlannedGas
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Nation, Quality, Side, UnitClass
from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# What a side has and what its scenario plans for it

_TURN: Final = 360


def force_of(state: GameState, side: Side) -> PlanMeans:
    """What a plan of a side is held against in a game that has just been set up (FF-FPL-45 to -52, FF-FPL-68)."""
    own = [one for one in state.regiments.values() if one.side is side]
    return PlanMeans(
        nation=next(Nation(one.nation) for one in state.settled.sides if one.side is side),
        regiments=max(1, sum(not one.division for one in own)),
        entire_division=any(one.division for one in own),
        weapons=tuple(
            OwnWeapon(unit=one.id, name=one.name, kind=one.kind, superimposed=one.superimposed)
            for one in _guns(state, side)
        ),
        formations=tuple((one.id, one.name) for one in own),
        gas_attacks=len(list(_own_gas(state, side))) or None,
        air_missions=state.air.left(side),
    )


def _guns(state: GameState, side: Side) -> Iterator[Unit]:
    return (one for one in state.units.values() if one.side is side and one.kind in PLANNED_KINDS)


@dataclass(frozen=True, slots=True)
class TableSize:
    """A table from edge to edge: that on which the sides set up, and from one of them to the other."""

    width_mm: int
    depth_mm: int


def draft_of(state: GameState, side: Side, table: TableSize) -> WrittenPlan:
    """A plan to begin with: the side's batteries and mortars, and what its scenario plans for them.

    Every line is called after what it is made from; machine guns get a line only from the players.
    """
    facts, force = state.settled, force_of(state, side)
    weapons = tuple(_weapon(one, state) for one in _guns(state, side) if one.kind is not UnitClass.MACHINE_GUN)
    named = {one.unit for one in weapons}
    fires = [one for one in state.plan.fires if one.unit in named]
    return WrittenPlan(
        name=facts.scenario_title,
        side=side,
        written_for=WrittenFor(
            width_mm=table.width_mm,
            depth_mm=table.depth_mm,
            scenario=facts.scenario,
            month=facts.date,
            nation=force.nation,
            regiments=force.regiments,
            entire_division=force.entire_division,
        ),
        weapons=weapons,
        shifts=tuple(ShiftLine(**_aimed(one)) for one in fires if one.shift),
        bombardments=tuple(BombardmentLine(**_aimed(one)) for one in fires if not one.shift),
        barrages=tuple(_barrage(one, state.book()) for one in state.plan.barrages if one.side is side),
        gas=tuple(_gas(n, one) for n, one in enumerate(_own_gas(state, side), 1)),
        works=tuple(
            WorkLine(id=one.id, name=one.name, work=one.work, turn=one.turn)
            for one in state.plan.works
            if one.side is side
        ),
        air_missions=state.air.left(side),
    )


def _own_gas(state: GameState, side: Side) -> Iterator[PlannedGas]:
    return (one for one in state.gas.planned if one.side is side)


def _weapon(unit: Unit, state: GameState) -> WeaponLine:
    point = next((one for one in state.plan.points if one.unit == unit.id), None)
    division = state.regiments[unit.of].division if unit.of in state.regiments else False
    return WeaponLine(
        id=unit.id,
        name=unit.name,
        kind=unit.kind,
        duty=Duty.SUPERIMPOSED if unit.superimposed else Duty.DIVISIONAL if division else Duty.REGIMENTAL,
        unit=unit.id,
        at=_reference(point.along_cm, point.up_cm) if point else None,
        where=point.where if point else "",
    )


def _aimed(line: PlannedFire) -> dict[str, Any]:
    return {
        "id": line.id,
        "weapon": line.unit,
        "turn": line.turn,
        "at": _reference(line.along_cm, line.up_cm),
        "where": line.where,
    }


def _reference(along_cm: float, up_cm: float) -> Reference:
    return Reference(round(along_cm * MM_A_CM), round(up_cm * MM_A_CM))


def _barrage(plan: PlannedBarrage, book: RuleBook) -> BarrageLine:
    return BarrageLine(
        id=plan.id,
        name=plan.name,
        start_mm=plan.start_cm * MM_A_CM,
        speed_mm=plan.speed_cm * MM_A_CM,
        turns=plan.turns or None,
        halts=_halts(plan, book),
        back=plan.back,
        leads_mm=tuple(one * MM_A_CM for one in plan.leads),
        hurricane=plan.hurricane,
    )


def _halts(plan: PlannedBarrage, book: RuleBook) -> tuple[Halt, ...]:
    """The turns in which it halts as lines on which it stops, as a plan writes them (FF-FPL-17)."""
    if not plan.halts:
        return ()
    first, rear = book.table(TURNS).number("first_advance").value, plan.start_cm
    found: list[Halt] = []
    moved = True
    for turn in range(first, (plan.turns or shortest_and_longest(book)[1]) + 1):
        if turn not in plan.halts:
            rear, moved = rear + (-plan.speed_cm if turn in plan.back else plan.speed_cm), True
        elif moved:
            found.append(Halt(up_mm=rear * MM_A_CM))
            moved = False
        else:
            found[-1] = Halt(up_mm=rear * MM_A_CM, turns=found[-1].turns + 1)
    return tuple(found)


def _gas(number: int, plan: PlannedGas) -> GasLine:
    return GasLine(
        id=f"gas{number}",
        kind=plan.kind,
        delivery=plan.delivery,
        turn=plan.turn,
        at=_reference(plan.along_cm, plan.up_cm),
        wind_deg=plan.wind_deg % _TURN,
        speed_mm=None if plan.speed_cm is None else round(plan.speed_cm * MM_A_CM),
    )


# A written plan held against the rules and, where there is one, against the table (FF-FPL-67 to FF-FPL-77)


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
    return Against(force_of(state, side), field_of(state, Role(side.value), book), quality_of_side(state, side))


def quality_of_side(state: GameState, side: Side) -> Quality:
    """The grade of most of a side's battalions."""
    grades = Counter(one.quality for one in state.battalions.values() if one.side is side)
    return max(grades, key=lambda one: grades[one], default=Quality.EXPERIENCED)


def on_the_ground(plan: WrittenPlan, against: Against, book: RuleBook) -> Against:
    """The same with what can be measured of the plan's lines on its table."""
    if against.field is None:
        return against
    return replace(against, force=replace(against.force, measured=measured(plan, against.field, book)))


def findings(plan: WrittenPlan, against: Against, book: RuleBook) -> tuple[PlanFinding, ...]:
    """Everything a plan is told, in the order of its lines: tests of the book, and clashes where there is a table."""
    if against.field is None:
        return check(plan, against.force, book)
    laid = on_the_ground(plan, against, book)
    found = check(plan, laid.force, book, clashes(plan, against.field, against.quality, book))
    if against.is_laid:
        return found
    sure = {one.key for one in check(plan, against.force, book)}
    return tuple(one if one.key in sure else _not_binding(one) for one in found)


def _not_binding(one: PlanFinding) -> PlanFinding:
    return replace(one, severity=Severity.WARNING) if one.severity is Severity.REFUSED else one

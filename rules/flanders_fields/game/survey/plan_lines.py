"""What the table and a side's own deployment say of the lines of its written plan, line by line (FF-FPL-67 to -74)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.checks import MeasuredLine
from rules.flanders_fields.fire_plan.references import REFERENCES
from rules.flanders_fields.fire_plan.written import (
    BombardmentLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WrittenPlan,
)
from rules.flanders_fields.game.survey.arcs import point_in_arc
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.positions import foremost_trench, from_trench, sos_position
from rules.flanders_fields.game.survey.tape import apart_mm
from rules.flanders_fields.gas.clouds import Delivery
from rules.flanders_fields.vocabulary import Side
from rules.kernel.measure import MM_A_CM, read_off
from rules.tabletop.paths import ways
from rules.tabletop.proposed import told
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Trench

ASTRAY_WITHIN_MM = 250
"""No fire deviates so far that its area reaches a stand beyond this from its point."""


def measured(plan: WrittenPlan, field: Field, book: RuleBook) -> Mapping[str, MeasuredLine]:
    """By the lines of a plan what can be measured of them; the field is what the plan's own side knows.

    A line is not in it where nothing is known: no weapon placed, no trench of its own on the table.
    """
    found = {one.id: _weapon(one, plan.side, field, book) for one in plan.weapons}
    fires: tuple[ShiftLine | BombardmentLine, ...] = (*plan.shifts, *plan.bombardments)
    for line in fires:
        weapon = plan.weapon(line.weapon)
        found[line.id] = _reach(weapon, line.at, plan.side, field, book) if weapon else MeasuredLine()
    if plan.barrages:
        farthest = MeasuredLine(own_trench_mm=farthest_front(field, plan.side, book))
        found |= {barrage.id: farthest for barrage in plan.barrages}
    projected = {one.id: one.at.along_mm for one in plan.gas if one.delivery is Delivery.PROJECTOR and one.at}
    fronts = own_fronts(field, plan.side, tuple(projected.values()))
    for gas, front in zip(projected, fronts, strict=True):
        found[gas] = MeasuredLine(own_trench_mm=None if front is None else _nearest_step(front, book))
    for point in plan.sos_points:
        found[point.id] = _sos(point, plan.side, field)
    return {line: one for line, one in found.items() if one != MeasuredLine()}


def _weapon(line: WeaponLine, side: Side, field: Field, book: RuleBook) -> MeasuredLine:
    own = stand_of(field, line)
    far = from_trench(field, field.stands[own].stand, side, "own_trench_cm") if own else None
    reach = _reach(line, line.at, side, field, book)
    return replace(reach, own_trench_mm=None if far is None else _mm(far.value))


def stand_of(field: Field, line: WeaponLine) -> str:
    """The stand that a weapon of the plan is on the table; empty for one that is not placed."""
    return next(iter(field.of_unit(line.unit)), "") if line.unit else ""


def _reach(line: WeaponLine, at: Reference | None, side: Side, field: Field, book: RuleBook) -> MeasuredLine:
    own = stand_of(field, line)
    if not own or at is None:
        return MeasuredLine()
    spot = spot_of(field, side, at)
    arc = point_in_arc(field, own, spot, book)
    return MeasuredLine(
        range_mm=read_off(apart_mm(field.stands[own].stand, spot, book)), in_arc=arc is None or bool(arc.value)
    )


def spot_of(field: Field, side: Side, at: Reference) -> Spot:
    """Where a reference of a side lies on its table."""
    return field.spot(side, at.along_mm / MM_A_CM, at.up_mm / MM_A_CM)


def _sos(line: SosLine, side: Side, field: Field) -> MeasuredLine:
    if line.at is None:
        return MeasuredLine()
    far = told(sos_position(field, side, spot_of(field, side, line.at)), "from_position_cm")
    return MeasuredLine(position_mm=None if far is None else _mm(far.value))


def _mm(told_cm: float) -> int:
    return read_off(told_cm * MM_A_CM)


def own_fronts(field: Field, side: Side, along_mm: tuple[int, ...]) -> tuple[int | None, ...]:
    """How far up the table the front of a side's foremost trench lies at each place along its edge, in mm.

    None where it has none there.
    """
    trench = foremost_trench(field, side) if along_mm else None
    if trench is None:
        return (None,) * len(along_mm)
    up = (0, field.table.depth_mm)
    paths = [[field.spot(side, along / MM_A_CM, far / MM_A_CM) for far in up] for along in along_mm]
    crossed = ([one.end_mm for one in led.met if one.piece.id == trench.id] for led in ways(field.ground, paths))
    return tuple(read_off(max(ends)) if ends else None for ends in crossed)


def farthest_front(field: Field, side: Side, book: RuleBook) -> int | None:
    """How far up the table a side's foremost trench reaches anywhere, as a reference can be written, in mm."""
    trench = foremost_trench(field, side)
    if trench is None:
        return None
    along = tuple(sorted(set(_bends(field, side, trench))))
    ends = [one for one in own_fronts(field, side, along) if one is not None]
    step = book.table(REFERENCES).number("step").value
    return -(-max(ends) // step) * step if ends else None


def _bends(field: Field, side: Side, trench: Trench) -> Iterator[int]:
    """Where along the edge a trench bends; its ends a little inside, since a path along an edge is in nothing."""
    found = [read_off(field.from_edge(side, spot)[0] * MM_A_CM) for spot in trench.path]
    return (min(max(one, min(found) + 1), max(found) - 1) for one in found)


def _nearest_step(front_mm: int, book: RuleBook) -> int:
    """A measure as a reference is written (GAP-55)."""
    step = book.table(REFERENCES).number("step").value
    return read_off(front_mm / step) * step

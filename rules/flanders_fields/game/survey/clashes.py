"""Where a plan would meet its own side: its fire, its gas, and a barrage that its infantry cannot follow (FF-FPL).

Nothing of this is forbidden. What is not on the table (stands, trenches, wire) is not asked for.
"""

from collections.abc import Iterator
from math import inf
from typing import Final

from rules.flanders_fields.barrages.rolling import SIZES, no_barrage, piece_mm
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import Does
from rules.flanders_fields.fire_plan.findings import PlanFinding, advice, warning
from rules.flanders_fields.fire_plan.written import BarrageLine, WrittenPlan
from rules.flanders_fields.game.survey.advance import beyond
from rules.flanders_fields.game.survey.bands import piece_on, pieces_across
from rules.flanders_fields.game.survey.barrage import danger, under
from rules.flanders_fields.game.survey.clashing_fire import fire_clashes
from rules.flanders_fields.game.survey.clashing_gas import gas_clashes
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.followers import InfantryColumn, WorkOnWay, follows
from rules.flanders_fields.game.survey.own_troops import OwnTroops, in_a_hundred, listed, own_troops
from rules.flanders_fields.vocabulary import Quality, Side
from rules.kernel.measure import MM_A_CM, cm
from rules.kernel.shapes import Outline
from rules.kernel.values import dataclass
from rules.tabletop.field import rims

AS_LIKELY: Final = 0.5
WORTH_SAYING: Final = 0.05
LONGEST_HALT: Final = 6


def clashes(plan: WrittenPlan, field: Field, quality: Quality, book: RuleBook) -> tuple[PlanFinding, ...]:
    """Everything in a plan that would meet its own side; `quality` is that of most of its infantry.

    The field is what the plan's own side knows. Infantry is taken to go straight up the table; defenders stay.
    """
    own = own_troops(plan, field, quality, book)
    return (*_barrages(own), *fire_clashes(own), *gas_clashes(own))


def _barrages(own: OwnTroops) -> Iterator[PlanFinding]:
    if no_barrage(own.plan.side is Side.ATTACKER, own.book) is not None:
        return
    for line in own.plan.barrages:
        if line.start_mm is not None:
            found = (*_begins_on(own, line), *_leaves(own, line), *_comes_back(own, line))
            yield from (one.of(line.id) for one in found)


def _begins_on(own: OwnTroops, line: BarrageLine) -> Iterator[PlanFinding]:
    """Stands of its own side under the band, or right behind it, when it comes down (FF-BAR-11, FF-BAR-22)."""
    sizes, side = own.book.table(SIZES), own.plan.side
    deep, strip = sizes.number("depth").value, sizes.number("strip").value
    lies = tuple(_pieces(own.field, side, line, (line.start_mm or 0), deep))
    hit = [one.stand for one in under(own.field, lies, side, own.book) if own.field.stands[one.stand].side is side]
    if hit:
        says = f"It comes down on {listed(own.field, hit)} of its own side"
        instead = "begin it farther up the table, or set them up behind it"
        yield warning("FF-BAR-11", says, instead).on(1, *rims(own.field, hit))
    close = {name for one in lies for name in own.field.near(one, strip)}
    near = [
        name
        for name, one in own.field.stands.items()
        if name in close
        and one.side is side
        and name not in hit
        and danger(own.field, name, lies, side, strip, own.book)
    ]
    if near:
        says = f"It comes down less than {cm(strip)} before {listed(own.field, near)}"
        instead = "begin it farther up the table, or set them up farther back"
        yield advice("FF-BAR-22", says, instead).on(1, *rims(own.field, near))


def _pieces(field: Field, side: Side, line: BarrageLine, rear_mm: int, deep_mm: int) -> Iterator[Outline]:
    leads = [lead / MM_A_CM for lead in line.leads_mm]
    for across, lead in pieces_across(field, leads):
        rear = rear_mm / MM_A_CM + lead
        yield piece_on(field, side, across, (rear, rear + deep_mm / MM_A_CM))


@dataclass(frozen=True, slots=True)
class Left:
    """A work that a barrage leaves: in which turn, and the chance that the best placed infantry is there by then."""

    work: WorkOnWay
    column: InfantryColumn
    turn: int
    chance: float


def _leaves(own: OwnTroops, line: BarrageLine) -> Iterator[PlanFinding]:
    """Works that are left before the infantry can be there (FF-FPL-17, FF-BAR-10)."""
    best: dict[str, Left] = {}
    for column in own.columns:
        for left in _left(own, line, column):
            known = best.get(left.work.id)
            if known is None or left.chance > known.chance:
                best[left.work.id] = left
    for left in best.values():
        if left.chance < AS_LIKELY:
            yield _too_early(own, line, left)


def _left(own: OwnTroops, line: BarrageLine, column: InfantryColumn) -> Iterator[Left]:
    lies = own.rears(line, column)
    deep = own.book.table(SIZES).number("depth").value
    for work in column.works:
        turn = _leaves_in(lies, deep, work)
        if turn:
            yield Left(work, column, turn, _there(own, column, work, _until(own, column, turn)))


def _leaves_in(rears_mm: tuple[int, ...], deep_mm: int, work: WorkOnWay) -> int | None:
    """The turn in which the band, which was on a work, no longer is; one after its last where it ends there."""
    was_on = False
    for turn, rear in enumerate(rears_mm, 1):
        if rear >= work.far_mm and was_on:
            return turn
        was_on = was_on or rear + deep_mm > work.near_mm
        if rear >= work.far_mm:
            return None
    return len(rears_mm) + 1 if was_on else None


def _until(own: OwnTroops, column: InfantryColumn, turn: int) -> tuple[float, ...]:
    """How far the infantry may go in each turn up to one in which the barrage has just made way."""
    return (*own.limits(column)[: turn - 1], inf)


def _there(own: OwnTroops, column: InfantryColumn, work: WorkOnWay, limits_mm: tuple[float, ...]) -> float:
    at = follows(column, limits_mm, own.quality, own.book)[-1]
    return beyond(at, work.near_mm - column.start_mm)


def _too_early(own: OwnTroops, line: BarrageLine, left: Left) -> PlanFinding:
    ends = left.turn > len(own.rears(line, left.column))
    does = "It ends on" if ends else "It leaves"
    zone = ", the front of its deployment zone," if left.column.from_zone else ""
    comes = f"infantry that goes straight for it from {cm(left.column.start_mm)} up{zone}"
    there = (
        f"is there by then {in_a_hundred(left.chance)}" if left.chance else "cannot be there by then, whatever its dice"
    )
    says = f"{does} {left.work.name} in turn {left.turn}; {comes} {there}"
    told = advice if left.chance else warning
    found = told("FF-BAR-10" if ends else "FF-FPL-17", says, _instead(own, line, left, ends))
    return found.on(left.turn, _across(own, left.column, left.work.near_mm, left.work.far_mm))


def _across(own: OwnTroops, column: InfantryColumn, near_mm: float, far_mm: float) -> Outline:
    """The ground of a column from so far to so far up the table."""
    left, right = column.along_mm - piece_mm() / 2, min(column.along_mm + piece_mm() / 2, own.field.table.width_mm)
    return piece_on(own.field, own.plan.side, (left, right), (near_mm / MM_A_CM, far_mm / MM_A_CM))


def _instead(own: OwnTroops, line: BarrageLine, left: Left, ends: bool) -> str:
    """A halt before it leaves, as long as it takes until the infantry is as likely there as not."""
    before = _until(own, left.column, left.turn)[:-1]
    rear = own.rears(line, left.column)[left.turn - 2]
    waits = rear - own.book.table(SIZES).number("strip").value
    for turns in range(1, LONGEST_HALT + 1):
        chance = _there(own, left.column, left.work, (*before, *([waits] * turns), inf))
        if chance >= AS_LIKELY and not ends:
            many = "1 turn" if turns == 1 else f"{turns} turns"
            at = own.course(line).turns[left.turn - 2].rear_mm
            return f"halt it {cm(at)} up for {many} more: then they are there {in_a_hundred(chance)}"
    return "let it begin nearer to them, and go slower"


def _comes_back(own: OwnTroops, line: BarrageLine) -> Iterator[PlanFinding]:
    """Own infantry that has gone on, under a band that rolls back (FF-BAR-11)."""
    for band in own.course(line).turns:
        if band.does is not Does.ROLLS_BACK:
            continue
        caught = [(_caught(own, line, column, band.turn), column) for column in own.columns]
        chance = max((one for one, _ in caught), default=0.0)
        if chance >= WORTH_SAYING:
            says = f"It rolls back over its own infantry{own.from_there} in turn {band.turn} {in_a_hundred(chance)}"
            deep = own.book.table(SIZES).number("depth").value
            rear = [(own.rears(line, one)[band.turn - 1], one) for met, one in caught if met == chance]
            under = (_across(own, one, near, near + deep) for near, one in rear)
            yield warning("FF-BAR-11", says, "let it roll back sooner, or not so far").on(band.turn, *under)


def _caught(own: OwnTroops, line: BarrageLine, column: InfantryColumn, turn: int) -> float:
    rear = own.rears(line, column)[turn - 1]
    return beyond(own.before(column, turn), rear - column.start_mm + 1)

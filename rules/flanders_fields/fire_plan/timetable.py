"""What of a plan acts in which turn, in the order of the sheet's phases (FF-FPL-24)."""

from collections.abc import Iterator
from enum import IntEnum

from rules.flanders_fields.barrages.rolling import no_barrage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import Does, course
from rules.flanders_fields.fire_plan.written import BombardmentLine, Reference, ShiftLine, WrittenPlan
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass


class Phase(IntEnum):
    """The phases of the sheets in which a plan acts by itself."""

    ROLLING_BARRAGE = 2
    GAS = 3
    PLANNED_FIRE = 4


@dataclass(frozen=True, slots=True)
class Act:
    """One line of a plan in a turn of its side: in which phase, at which point, or where the band's rear edge lies."""

    turn: int
    phase: Phase
    line: str
    at: Reference | None = None
    rear_mm: int | None = None
    does: Does | None = None


def timetable(plan: WrittenPlan, book: RuleBook) -> tuple[Act, ...]:
    """Everything a plan does by itself, by turns and phases; lines without a turn, a point or a start are not in it.

    A barrage whose turns are not rolled yet is shown for as long as it can last.
    """
    return tuple(sorted(_acts(plan, book), key=lambda act: (act.turn, act.phase)))


def _acts(plan: WrittenPlan, book: RuleBook) -> Iterator[Act]:
    if no_barrage(plan.side is Side.ATTACKER, book) is None:
        for line in plan.barrages:
            for band in course(line, book).turns:
                yield Act(band.turn, Phase.ROLLING_BARRAGE, line.id, rear_mm=band.rear_mm, does=band.does)
    for gas in plan.gas:
        if gas.turn and gas.at:
            yield Act(gas.turn, Phase.GAS, gas.id, gas.at)
    fires: tuple[BombardmentLine | ShiftLine, ...] = (*plan.bombardments, *plan.shifts)
    for fire in fires:
        if fire.turn and fire.at:
            yield Act(fire.turn, Phase.PLANNED_FIRE, fire.id, fire.at)
    for work in plan.works:
        if work.turn:
            yield Act(work.turn, Phase.PLANNED_FIRE, work.id)

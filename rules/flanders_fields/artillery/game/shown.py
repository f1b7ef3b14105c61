"""What everybody sees of fire that was planned and sealed: of its lines, and of the points it falls on."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.artillery.game.bombard.events import FiredByPlan, WorkBombarded
from rules.flanders_fields.artillery.game.events import AreaFired, SosCalled
from rules.flanders_fields.artillery.game.sos_calls import is_at, noted_points
from rules.flanders_fields.artillery.game.state import AimingPoint
from rules.flanders_fields.fire_plan.written import BombardmentLine, WeaponLine, WrittenPlan
from rules.flanders_fields.game.book_chapter import ShownBy
from rules.flanders_fields.game.sealed_lines import SealedLines
from rules.flanders_fields.game.state import GameState
from rules.kernel.measure import MM_A_CM


def _by_plan(_state: GameState, event: FiredByPlan, sealed: SealedLines) -> Iterator[str]:
    """The line that was fired, and the weapon it is of."""
    line = sealed.own(event.line)
    fire = sealed.plan.line(line) if line else None
    if isinstance(fire, BombardmentLine):
        yield from (f"bombardment/{line}", f"weapon/{fire.weapon}")


def _of_work(_state: GameState, event: WorkBombarded, sealed: SealedLines) -> Iterator[str]:
    """The work that the hurricane bombardment fell on."""
    if line := sealed.own(event.work):
        yield f"work/{line}"


def _answered(state: GameState, event: SosCalled, sealed: SealedLines) -> Iterator[str]:
    """A call of its side that was answered onto a point."""
    if event.point is not None and state.units[event.unit].side is sealed.side:
        yield from _of_call(state, event.unit, event.point)


def _fire(state: GameState, event: AreaFired, sealed: SealedLines) -> Iterator[str]:
    """Fire of its side on a point."""
    if state.units[event.unit].side is sealed.side:
        yield from _of_point(state, event.unit, event.point, sealed.plan)


def _of_point(state: GameState, unit: str, point: AimingPoint, plan: WrittenPlan) -> Iterator[str]:
    """Fire on a point that still lies where the plan has laid it: by the last move of it, or from the beginning."""
    weapon = next((one for one in plan.weapons if one.unit == unit), None)
    laid = state.guns.point_of(unit)
    if weapon is None or laid is None or not laid.registered:
        return
    yield f"weapon/{weapon.id}"
    done = [one for one in state.plan.fires if one.unit == unit and one.shift and one.id in state.plan_done]
    if not done and _lies(point, weapon):
        yield f"point/{weapon.id}"
    for shift in done[-1:]:
        if (shift.along_cm, shift.up_cm) == (point.along_cm, point.up_cm):
            yield f"shift/{shift.id.split('.', 2)[2]}"


def _of_call(state: GameState, unit: str, point: AimingPoint) -> Iterator[str]:
    """A call that was answered onto a point which the plan has noted."""
    for noted in noted_points(state, state.units[unit]):
        if is_at(noted, point.along_cm, point.up_cm):
            yield f"sos/{noted.id.split('.', 2)[2]}"


def _lies(point: AimingPoint, weapon: WeaponLine) -> bool:
    return weapon.at is not None and (weapon.at.along_mm / MM_A_CM, weapon.at.up_mm / MM_A_CM) == (
        point.along_cm,
        point.up_cm,
    )


SHOWN: Final[ShownBy] = {
    AreaFired: _fire,
    SosCalled: _answered,
    FiredByPlan: _by_plan,
    WorkBombarded: _of_work,
}

"""Where the aiming points of a plan lie in a turn, if nothing but the plan moves them (FF-FPL-05, FF-FPL-06)."""

from collections.abc import Iterator

from rules.flanders_fields.fire_plan.written import Reference, WeaponLine, WrittenPlan
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A weapon's aiming point; `line` is the line of the plan that has put it there."""

    weapon: WeaponLine
    line: str
    at: Reference


def points_in(plan: WrittenPlan, turn: int) -> Iterator[Point]:
    """Where the point of each weapon lies once its side's turn of that number is over; 0: before the first.

    A weapon that has no point yet is left out.
    """
    for weapon in plan.weapons:
        moves = [one for one in plan.shifts if one.weapon == weapon.id and one.at and (one.turn or turn + 1) <= turn]
        last = max(moves, key=lambda one: one.turn or 0, default=None)
        if last and last.at:
            yield Point(weapon, last.id, last.at)
        elif weapon.at:
            yield Point(weapon, weapon.id, weapon.at)


@dataclass(frozen=True, slots=True)
class Post:
    """A place where a plan leaves the point of a weapon: from which of its side's turns, and until which (0: for good).

    `line` is the line of the plan that has put it there.
    """

    line: str
    at: Reference
    turn: int
    until: int = 0


def posts_of(weapon: WeaponLine, plan: WrittenPlan) -> Iterator[Post]:
    """Every place at which the point of a weapon lies by the plan, in the order of the turns."""
    moves = sorted(
        (one for one in plan.shifts if one.weapon == weapon.id and one.turn and one.at), key=lambda one: one.turn or 0
    )
    laid = [(weapon.id, weapon.at, 1), *((one.id, one.at, one.turn or 1) for one in moves)]
    for (line, at, turn), later in zip(laid, (*laid[1:], None), strict=True):
        # A move acts in its turn, in the phase before orders are given.
        if at and (later is None or later[2] > turn):
            yield Post(line, at, turn, later[2] - 1 if later else 0)


def way_of(weapon: WeaponLine, plan: WrittenPlan) -> tuple[Reference, ...]:
    """Every place to which a plan brings the point of a weapon, in the order of the turns."""
    moves = sorted((one for one in plan.shifts if one.weapon == weapon.id and one.turn), key=lambda one: one.turn or 0)
    return tuple(at for at in (weapon.at, *(one.at for one in moves)) if at)


def last_turn(plan: WrittenPlan) -> int:
    """The last turn that a line of the plan names; 0 where none names any."""
    return max((getattr(line, "turn", None) or 0 for line in plan.lines()), default=0)

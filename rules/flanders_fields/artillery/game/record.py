"""What the record keeps of a weapon's aiming point, as the referee may set it to what stands on the table."""

from collections.abc import Mapping
from dataclasses import replace

from rules.flanders_fields.artillery.areas import FireAreaKind
from rules.flanders_fields.artillery.game.areas_hit import kind_of_area
from rules.flanders_fields.artillery.game.state import AimingPoint, FiresBy
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS
from rules.kernel.chapters import Kept
from rules.kernel.seats import Role

HAVE_POINTS = ARTILLERY | MORTARS


def kept(state: GameState, unit: str, role: Role) -> Mapping[str, Kept]:
    """Whether a battery or mortar has a point, and whether fire has come down on it (AMB-320).

    Of a point that only the plan of the other side knows the record says nothing.
    """
    point, side = state.guns.point_of(unit), state.units[unit].side
    planned = point is not None and not point.is_open
    if state.units[unit].kind not in HAVE_POINTS or (planned and role.value not in (side.value, Role.REFEREE.value)):
        return {}
    laid: dict[str, Kept] = {"laid": (point is not None, _flag)}
    return laid | ({"fired_here": (point.zone is not None, _flag)} if point else {})


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def corrected(state: GameState, unit: str, what: str, after: bool) -> None:
    """Fold a correction of a point in."""
    others = tuple(point for point in state.guns.points if point.unit != unit)
    point = state.guns.point_of(unit) or AimingPoint(unit)
    if what == "fired_here":
        zone: FireAreaKind | None = kind_of_area(state.units[unit], FiresBy.ORDER) if after else None
        fired = state.turn.number if after else point.fired_turn
        point = replace(point, zone=zone, used=point.used or after, fired_turn=fired)
    laid = what != "laid" or after
    state.guns = replace(state.guns, points=(*others, point) if laid else others)

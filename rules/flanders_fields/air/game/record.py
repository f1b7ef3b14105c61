"""What the record keeps of aircraft: the missions left, which are their side's secret, and guns off their line."""

from collections.abc import Callable
from dataclasses import replace

from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role

MISSIONS = "missions/"
MOST = 9
Kept = dict[str, tuple[int | float | bool | str, Callable[[object], bool]]]


def missions_of(of: str) -> Side | None:
    """The side whose missions a name stands for; None for everything else."""
    return next((side for side in Side if of == f"{MISSIONS}{side.value}"), None)


def kept_of_air(state: GameState, of: str, role: Role) -> Kept:
    """The tracked values, each with what may stand there."""
    side = missions_of(of)
    if side:
        known = role is Role.REFEREE or role.value == side.value
        return {"left": (state.air.left(side), _missions)} if known else {}
    return {"off_line": (True, lambda value: value is False)} if of in state.air.off_line else {}


def _missions(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def corrected_air(state: GameState, of: str, what: str, after: int | float | bool | str) -> bool:
    """Fold a correction in; False where it is not about aircraft."""
    side = missions_of(of)
    if side and what == "left":
        state.air = state.air.with_left(side, int(after))
        return True
    if what == "off_line":
        state.air = replace(state.air, off_line=tuple(one for one in state.air.off_line if one != of))
        return True
    return False

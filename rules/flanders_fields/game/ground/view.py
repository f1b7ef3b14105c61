"""The map as each seat may know it: the table, and the places of the stands that are not hidden from it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.bases import base_kind, footprint_of
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.unseen import unseen
from rules.kernel.plain import plain
from rules.kernel.seats import Role
from rules.tabletop.laid import LaidTable
from rules.tabletop.stands import Circle, Pose, extent


def ground_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """The table as it lies, and each stand on it that the role knows of; None where no table is laid."""
    if state.ground.laid is None:
        return None
    return {"table": _plain(state.ground.laid), "places": list(_places(state, role, book))}


@lru_cache(maxsize=16)
def _plain(laid: LaidTable) -> dict[str, Any]:
    told: dict[str, Any] = plain(laid)
    return told


def _places(state: GameState, role: Role, book: RuleBook) -> Iterator[dict[str, Any]]:
    unsure = frozenset(state.ground.unsure)
    # In the order of the forces, which everybody knows: that of placing would tell what was placed between.
    for name in state.stands:
        pose = state.places.get(name)
        if pose is not None and knows_of(state, name, role):
            yield _place(state, name, pose, book) | {"unsure": name in unsure}


def knows_of(state: GameState, stand: str, role: Role) -> bool:
    """Whether a role may know where a stand is: what is hidden on the table its own side and the referee know."""
    hidden = unseen(state, stand)
    return hidden is None or role is Role.REFEREE or role.value == hidden.side.value


def _place(state: GameState, name: str, pose: Pose, book: RuleBook) -> dict[str, Any]:
    footprint = footprint_of(base_kind(state, name), book)
    width, depth = extent(footprint)
    return {
        "stand": name,
        "name": stand_name(state, name),
        "side": state.stands[name].side.value,
        "x_mm": pose.spot.x_mm,
        "y_mm": pose.spot.y_mm,
        "facing_deg": pose.facing_deg,
        "round": isinstance(footprint, Circle),
        "width_mm": width,
        "depth_mm": depth,
        "below": name in state.shelters.below,
    }

"""Where a sub-unit comes to stand in a rank, and whether its bases fit on the table there."""

from collections.abc import Sequence

from rules.earth_1418.game.ground.events import BasesPlaced
from rules.earth_1418.game.ground.field import EarthField, base_of, bases_left
from rules.earth_1418.game.ground.state import BasePlace, GroundLaid
from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.kernel.deeds import Judgement
from rules.kernel.explain import Refusal
from rules.tabletop.layouts import abreast
from rules.tabletop.placing import NO_TABLE, standing_at
from rules.tabletop.stands import Pose, Spot


def ranked(table: EarthTable, unit: SubUnit, spot: Spot, facing_deg: float | None) -> tuple[BasePlace, ...]:
    """The places of a sub-unit in one rank, its middle at a spot; it faces as it did, else the enemy's edge."""
    laid, places, names = table.state.ground.laid, table.state.ground.places, bases_left(unit)
    if laid is None:
        return ()
    before = next((places[name].facing_deg for name in names if name in places), None)
    usual = EarthField.ahead_of(unit.side)
    facing = facing_deg if facing_deg is not None else before if before is not None else usual
    return in_rank(laid, names, spot, facing)


def in_rank(ground: GroundLaid, bases: Sequence[str], spot: Spot, facing_deg: float) -> tuple[BasePlace, ...]:
    """Bases side by side in one rank, its middle at a spot."""
    poses = abreast([base_of(ground)] * len(bases), Pose(spot, facing_deg))
    return tuple(BasePlace(name, *pose.spot, pose.facing_deg) for name, pose in zip(bases, poses, strict=True))


def placed(table: EarthTable, places: Sequence[BasePlace]) -> Judgement:
    """Bases go where they were told to stand, if they lie on the table there."""
    laid = table.state.ground.laid
    if laid is None:
        return NO_TABLE
    if any(standing_at(one, base_of(laid), laid.table) is None for one in places):
        return Refusal("", "it would stand beyond the edge of the table", "place it wholly on the table")
    return (BasesPlaced(tuple(places)),)

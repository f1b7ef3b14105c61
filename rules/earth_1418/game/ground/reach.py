"""How far a sub-unit may go in this bound from where it stands, whichever way: over the ground that it would touch."""

from typing import Final

from rules.earth_1418.game.ground.field import EarthField
from rules.earth_1418.game.ground.moves_by_map import ROUNDED_DEG, bearings_of
from rules.earth_1418.game.ground.survey import kinds, middle_of
from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.ways import allowance
from rules.earth_1418.vocabulary import GroundToCross
from rules.kernel.explain import Refusal
from rules.kernel.measure import MM_A_CM
from rules.kernel.shapes import Outline
from rules.tabletop.stands import Bearings

FASTEST: Final = (GroundToCross.ROAD,)


def reach_of(table: EarthTable, field: EarthField, unit: SubUnit) -> Outline:
    """The outline of where the middle of its rank may come to; nothing where it is not placed or cannot move.

    A Move under ADVANCE keeps near its direction (BE-CMD-07; G-44).
    """
    from rules.tabletop.rays import straight_reach

    bases = field.bases_of(unit.id)
    farthest = _most_mm(table, unit, FASTEST)
    if not bases or not farthest:
        return ()

    def most(numbers: frozenset[int]) -> float:
        return _most_mm(table, unit, kinds(field, numbers) or (GroundToCross.OPEN,))

    within = bearings_of(table, unit)
    if within is not None:
        within = Bearings(within.middle_deg, max(within.off_deg, ROUNDED_DEG))
    return straight_reach(field.ground, middle_of(bases.values()), farthest, most, within)


def _most_mm(table: EarthTable, unit: SubUnit, ground: tuple[GroundToCross, ...]) -> float:
    found = allowance(table, unit, ground)
    return 0.0 if isinstance(found, Refusal) else found.value.cm * MM_A_CM

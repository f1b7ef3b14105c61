"""How far a sub-unit goes in this bound, over whatever ground lies on its way (BE-MOV)."""

from collections.abc import Sequence

from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.lengths import TableLength
from rules.earth_1418.moving.movement import LIFTED, MoveAsked, WayPiece, move
from rules.earth_1418.vocabulary import GroundToCross, Plan
from rules.kernel.explain import Explained, Refusal


def allowance(table: EarthTable, unit: SubUnit, ground: Sequence[GroundToCross]) -> Explained[TableLength] | Refusal:
    """How far a sub-unit goes in this bound over such ground, an assault at its full distance (BE-MOV-12)."""
    return move(way_facts(table, unit, ground), table.book)


def way_facts(table: EarthTable, unit: SubUnit, ground: Sequence[GroundToCross]) -> MoveAsked:
    """What the rules on movement want to know of a sub-unit and the kinds of ground on its way."""
    formation = table.state.formations[unit.formation]
    command_bases = table.state.command_bases(unit.formation)
    return MoveAsked(
        unit=unit.unit,
        way=tuple(WayPiece(going=one) for one in ground),
        assaulting=unit.plan is Plan.ASSAULT,
        motorised=formation.motorised and table.arm(unit) in LIFTED,
        command_bases=1 if command_bases is None else command_bases,
        bases=max(1, unit.living),
        hampered=unit.hampered,
        typed=unit.typed,
    )

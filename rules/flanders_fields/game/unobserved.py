"""Why fire comes down where it was aimed: what the guns ask, and who would observe for them."""

from rules.flanders_fields.artillery.deviation import DeviationFacts, Unobserved, why_it_stays
from rules.flanders_fields.artillery.game.state import FiresBy
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.vocabulary import MORTARS, UnitClass
from rules.kernel.explain import Step


def why_it_falls_there(
    table: JudgedTable, unit: Unit, by: FiresBy = FiresBy.ORDER, observed: bool = False
) -> Step | None:
    """Why the fire of a weapon does not deviate; None where that is to be rolled (FF-DEV-01, AMB-310)."""
    point = table.state.guns.point_of(unit.id)
    facts = DeviationFacts(
        fire=Unobserved.SOS if by is FiresBy.SOS else _comes_down(unit),
        observed=observed or table.state.air.sees_point_of(unit.id),
        on_table=unit.on_table,
        point_used=point is not None and point.used,
        registered=point is not None and point.registered,
    )
    return why_it_stays(facts, table.book)


def _comes_down(unit: Unit) -> Unobserved:
    if unit.kind in MORTARS:
        return Unobserved.MORTAR
    return Unobserved.MACHINE_GUN if unit.kind is UnitClass.MACHINE_GUN else Unobserved.ARTILLERY

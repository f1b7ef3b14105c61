"""Other ids for the lines of a plan. They are shown with what falls: ids that count tell of what has not fallen."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.fire_plan.written import WrittenPlan


def renamed(plan: WrittenPlan, ids: Iterator[str]) -> WrittenPlan:
    """The same plan with its lines called anew, in the order of the sheet; lines of a weapon follow its new id."""
    new = {line.id: next(ids) for line in plan.lines()}
    return replace(
        plan,
        weapons=tuple(replace(one, id=new[one.id]) for one in plan.weapons),
        shifts=tuple(replace(one, id=new[one.id], weapon=new.get(one.weapon, "")) for one in plan.shifts),
        bombardments=tuple(replace(one, id=new[one.id], weapon=new.get(one.weapon, "")) for one in plan.bombardments),
        barrages=tuple(replace(one, id=new[one.id]) for one in plan.barrages),
        gas=tuple(replace(one, id=new[one.id]) for one in plan.gas),
        works=tuple(replace(one, id=new[one.id]) for one in plan.works),
        sos_points=tuple(replace(one, id=new[one.id], weapon=new.get(one.weapon, "")) for one in plan.sos_points),
    )

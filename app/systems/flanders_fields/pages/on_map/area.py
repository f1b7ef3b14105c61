"""Fire on an area with what the map proposes: whom it catches and how, and what was measured from the weapon."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.guns import AreaForm, Told
from app.systems.flanders_fields.pages.on_map.proposed import OnMap, Proposals

OF_A_STAND: Final = ("overlap", "cover", "centre_inside", "seen", "aimed_at", "armour_in_cover", "from_gun_cm")


def with_area(
    form: AreaForm | None, query: QueryParams, on_map: OnMap | None, battalion: Sequence[str] = ()
) -> AreaForm | None:
    """The form filled in from the map, anew whenever its point moves; typed over at will (as fire.py).

    `battalion` are the living platoons of the weapon's battalion. As it was where nobody gave the place of the point,
    or it is still to be rolled where the fire falls.
    """
    point = form.point if form else None
    if form is None or on_map is None or point is None:
        return form
    if not form.on_table:
        form = replace(form, seen_by=on_map.observed(form.unit, point))
    if form.deviates:
        return form
    found = on_map.area(form.unit, point, form.by, battalion)
    if found is None:
        return form
    weapon, caught = found
    key = f"{form.unit['id']}>{point['along_cm']},{point['up_cm']},{point['laid_on']}"
    if query.get("_map") != key:
        form = _filled(form, weapon, caught)
    spotted = on_map.spotted(form.unit, form.spotter, point["laid_on"]) if form.way == "mortar" else {}
    if query.get("_spots") != form.spotter:
        form = replace(form, switches={**form.switches, **{name: bool(one.value) for name, one in spotted.items()}})
    weapon = {**weapon, **spotted}
    told = tuple(replace(one, proposed=caught.get(one.stand, {})) for one in form.told)
    return replace(form, told=told, proposed=weapon if form.on_table else {}, map_key=key)


def _filled(form: AreaForm, weapon: Proposals, caught: dict[str, Proposals]) -> AreaForm:
    told = tuple(Told(stand, _facts(found)) for stand, found in caught.items())
    switches = {name: weapon[name].value if name in weapon else on for name, on in form.switches.items()}
    words = {name: str(weapon[name].value) if name in weapon else word for name, word in form.words.items()}
    measured = {name: str(weapon[name].value) if name in weapon else far for name, far in form.measured.items()}
    range_cm = str(weapon["range_cm"].value) if "range_cm" in weapon else form.range_cm
    return replace(form, told=told, switches=switches, words=words, measured=measured, range_cm=range_cm)


def _facts(found: Proposals) -> dict[str, Any]:
    """The facts of a stand in the area; armour has no class of cover, which decides nothing of it."""
    return {"cover": "open"} | {name: found[name].value for name in OF_A_STAND if name in found}

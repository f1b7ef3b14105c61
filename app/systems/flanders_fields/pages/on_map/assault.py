"""A stand that goes in, with what the map proposes: from where it comes, how far, whose cover, who supports it."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.on_map.moves import going_in_through
from app.systems.flanders_fields.pages.on_map.proposed import OnMap

USUAL: Final[Mapping[str, Any]] = {
    "cover": "soft",
    "sector": "front",
    "ground_outside": "soft",
    "supporter": "",
    "began_cm": 10,
    "began_in_arc": True,
    "attacker_cover": "open",
    "defender_supported": False,
    "attacker_with_commander": False,
    "defender_with_commander": False,
}
SIDES: Final = {"flank": "left"}
"""Which flank it is makes no difference but to tanks and block houses, whose sides the map tells."""


def going_in(
    query: QueryParams, view: Mapping[str, Any], stand: str, target: str, on_map: OnMap | None
) -> dict[str, Any]:
    """What the form of a stand that goes in holds (`filled`), what the map has of it (`told`), `key` of the pair."""
    told = dict(on_map.closing(stand, target)) if on_map and stand and target else {}
    if "approach" in told and "sector" not in told:
        side = told.pop("approach")
        told["sector"] = side._replace(value=SIDES.get(side.value, side.value))
    key = f"{stand}>{target}" if told else ""
    held = bool(key) and query.get("_map") == key
    proposed = {name: one.value for name, one in told.items()}
    filled = {**USUAL, **proposed}
    if held:
        filled |= {name: _read(query[name], usual) for name, usual in USUAL.items() if name in query}
    zones = going_in_through(view, on_map, stand, target) if on_map else {}
    pair = {"stand": stand, "target": target, "zones": zones}
    return {"filled": filled, "told": told, "key": key, "on_map": on_map is not None, **pair}


def _read(written: str, usual: Any) -> Any:
    return written == "true" if isinstance(usual, bool) else written

"""Deep shelters at the table: the dice of those below, and what each would bring."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.pages.owed import DIE

ATTACKS: Final = (
    {"value": "super_heavy_artillery", "word": "Super heavy artillery"},
    {"value": "heavy_mortar", "word": "A heavy mortar"},
    {"value": "gas", "word": "Gas"},
    {"value": "other_guns", "word": "Anything else"},
)


def _mine(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    below: list[dict[str, Any]] = view["shelters"]["below"] if view["shelters"] else []
    return below


def shelter_drafts(view: Mapping[str, Any], query: QueryParams) -> dict[str, dict[str, Any]]:
    """The commands of those below under the names of their forms; their dice have not been thrown."""
    found: dict[str, dict[str, Any]] = {}
    for one in _mine(view):
        stand = one["stand"]
        if one["may_try"]:
            found[f"up/{stand}"] = {"kind": "come_up", "stand": stand, "die": DIE}
        here = query.get("below") == stand
        attack = query.get("attack", ATTACKS[0]["value"]) if here else ATTACKS[0]["value"]
        partly = here and query.get("partly_covered") == "true"
        harm = {"kind": "hit_below", "stand": stand, "attack": attack, "die": DIE, "partly_covered": partly}
        found[f"harm/{stand}"] = harm
    return found


def shelter_shown(
    view: Mapping[str, Any], query: QueryParams, foreseen: Mapping[str, Any], own: list[dict[str, Any]]
) -> dict[str, Any]:
    """What the card of deep shelters shows beside the game."""
    above = [_without_below(holder) for holder in own]
    return {
        "below_ahead": {one["stand"]: foreseen.get(f"up/{one['stand']}") for one in _mine(view)},
        "harm_ahead": {one["stand"]: foreseen.get(f"harm/{one['stand']}") for one in _mine(view)},
        "attacks": ATTACKS,
        "below_query": query,
        "above": [holder for holder in above if holder["units"]],
    }


def _without_below(holder: Mapping[str, Any]) -> dict[str, Any]:
    """The stands that could still go below."""
    units = [dict(unit, stands=[one for one in unit["stands"] if not one.get("below")]) for unit in holder["units"]]
    return {"name": holder["name"], "units": [unit for unit in units if unit["stands"]]}

"""Deep shelters at the table: the dice of those below, and what each would bring."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.pages.people import People
from app.systems.flanders_fields.pages.on_map.filled_in import NOTHING, MapTold
from app.systems.flanders_fields.pages.owed import DIE

Shown = dict[str, Any]

ATTACKS: Final = (
    {"value": "super_heavy_artillery", "word": "Super heavy artillery"},
    {"value": "heavy_mortar", "word": "A heavy mortar"},
    {"value": "gas", "word": "Gas"},
    {"value": "other_guns", "word": "Anything else"},
)


OF_A_HIT: Final = ("attack", "partly_covered", "trench")


def shelter_drafts(view: Shown, query: QueryParams, map_told: MapTold = NOTHING) -> dict[str, Shown]:
    """The commands of those below under the names of their forms; their dice have not been thrown."""
    found: dict[str, Shown] = {}
    for one in _sitting(view):
        stand = one["stand"]
        if one["may_try"]:
            above = _above(stand, query, map_told)
            found[f"up/{stand}"] = {"kind": "come_up", "stand": stand, "die": DIE, "enemy_above": above["on"]}
        if hit := _hit(view, stand, query):
            told: Shown = {name: hit[name] for name in OF_A_HIT if name in hit}
            found[f"harm/{stand}"] = {"kind": "hit_below", "stand": stand, "die": DIE, **told}
    return found


def shelter_shown(
    view: Shown, query: QueryParams, foreseen: Mapping[str, Any], people: People, map_told: MapTold = NOTHING
) -> Shown:
    """What the card of deep shelters shows beside the game: who sits below; before the first turn, who may."""
    shelters = view["shelters"]
    above = [_without_below(holder) for holder in people.own] if shelters and shelters["may_go_below"] else []
    turn = f"{view['turn']['number']}-{view['turn']['side']}"
    below = [
        {
            **one,
            "name": people.names[one["stand"]],
            "against": [{"value": at, "word": people.names[at]} for at in one["attackers"]],
            "up": foreseen.get(f"up/{one['stand']}"),
            "above": _above(one["stand"], query, map_told),
            "hit": _hit(view, one["stand"], query, map_told),
            "harm": foreseen.get(f"harm/{one['stand']}"),
            "attacks": ATTACKS,
            "turn": turn,
        }
        for one in _sitting(view)
    ]
    return {"below": below, "above": [holder for holder in above if holder["units"]]}


def _sitting(view: Shown) -> list[Shown]:
    """Those below of whom this seat may know."""
    below: list[Shown] = view["shelters"]["below"] if view["shelters"] else []
    return below


def _above(stand: str, query: QueryParams, map_told: MapTold) -> Shown:
    """Whether an enemy stands in the trench over a stand below: as typed, else as the map has it."""
    told = map_told.says(f"below/{stand}", "enemy_above")
    proposed = str(bool(told and told.value)).lower()
    typed = query.get("enemy_above", proposed) if query.get("up") == stand else proposed
    return {"on": typed == "true", "told": told}


def _hit(view: Shown, stand: str, query: QueryParams, map_told: MapTold = NOTHING) -> Shown | None:
    """What falls on the work above it, as told so far; None where nothing does.

    What cover the work gives counts against gas alone, and only by house rule (AMB-361).
    """
    if query.get("below") != stand:
        return None
    attack = query.get("attack", ATTACKS[0]["value"])
    house = {rule["ruling"]: rule["option"] for rule in view["house_rules"]}
    counts = attack == "gas" and house.get("AMB-361") == "gas_too"
    told = {"attack": attack, "partly_covered": query.get("partly_covered") == "true"}
    mapped = map_told.hand if map_told.key == f"harm>{stand}" else {}
    return told | ({"trench": query.get("trench", "medium")} if counts else {}) | {"key": map_told.key, "told": mapped}


def _without_below(holder: Mapping[str, Any]) -> Shown:
    """The stands that could still go below."""
    units = [dict(unit, stands=[one for one in unit["stands"] if not one.get("below")]) for unit in holder["units"]]
    return {"name": holder["name"], "units": [unit for unit in units if unit["stands"]]}

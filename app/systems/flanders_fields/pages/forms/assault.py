"""What the assaulted do before the fights: who stands against armour, who fires as they are closed with."""

from collections.abc import Iterator, Mapping
from typing import Any

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.on_map.filled_in import NOTHING, MapTold
from app.systems.flanders_fields.pages.owed import DIE
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS

ASIDE = "aside"
"""The form of those that fire without being assaulted, where the house rule lets them (AMB-402)."""
BY_SIDES = ("tank", "armoured_car", "block_house")
FRONT = "front"
LEVEL = "level"
NEVER_FIRE = ARTILLERY | MORTARS


def may_fire(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The assaulted stands for which this seat may fire as they close."""
    going = view["assault"]
    firing: list[dict[str, Any]] = going["firing"] if going and going["phase"] == "closing" else []
    return [one for one in firing if view["you"] in (one["side"], "referee")]


def may_stand(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The assaulted stands whose roll to stand against armour this seat throws."""
    going = view["assault"]
    standing: list[dict[str, Any]] = going["standing"] if going and going["phase"] == "standing" else []
    return [one for one in standing if view["you"] in (one["side"], "referee")]


def _in_reach(view: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The stands with fire of their own that this seat may let fire though nobody assaults them, and their class."""
    going = view["assault"]
    house = {(rule["ruling"], rule["option"]) for rule in view["house_rules"]}
    if not going or going["phase"] != "closing" or ("AMB-402", "in_reach") not in house:
        return
    busy = {one["stand"] for one in going["firing"]}
    for side in view["sides"]:
        if side["side"] == going["side"] or view["you"] not in (side["side"], "referee"):
            continue
        for regiment in side["regiments"]:
            for unit in (unit for holder in (regiment, *regiment["battalions"]) for unit in holder["units"]):
                if unit["kind"] not in NEVER_FIRE:
                    free = (
                        one for one in unit["stands"] if one["alive"] and not one["below"] and one["id"] not in busy
                    )
                    yield from ((one["id"], unit["kind"]) for one in free)


def aside(view: Mapping[str, Any], query: QueryParams) -> dict[str, Any] | None:
    """The fire of one that is not assaulted, as it is filled in: who, at whom, how far, from which side."""
    stands = dict(_in_reach(view))
    if not stands:
        return None
    typed = query if query.get("closing") == ASIDE else QueryParams()
    at = list(dict.fromkeys(one["attacker"] for one in view["assault"]["contacts"]))
    stand = typed.get("stand", "") if typed.get("stand", "") in stands else next(iter(stands))
    by_sides = stands[stand] in BY_SIDES
    return {
        "open": query.get("closing") == ASIDE,
        "stands": list(stands),
        "stand": stand,
        "at": at,
        "target": typed.get("target", "") if typed.get("target", "") in at else at[0],
        "range_cm": _cm(typed.get("range_cm", "")),
        "by_sides": by_sides,
        "sector": typed.get("sector", FRONT) if by_sides else "none",
        "slope": typed.get("slope", LEVEL),
    }


def _cm(typed: str) -> float:
    """A measured distance; 20 cm until one was typed."""
    try:
        return float(typed.replace(",", "."))
    except ValueError:
        return 20.0


def assault_shown(
    view: Mapping[str, Any], query: QueryParams, foreseen: Mapping[str, Any], map_told: MapTold = NOTHING
) -> dict[str, Any]:
    """What each of their dice would bring, by the stand that throws it, and what was measured of its shot."""
    return {
        "aside": aside(view, query),
        "aside_ahead": foreseen.get(ASIDE),
        "closing": {one["stand"]: foreseen.get(f"closing/{one['stand']}") for one in may_fire(view)},
        "closers": {one["stand"]: closer(one, query, map_told) for one in may_fire(view) if one["at"]},
        "standing": {one["stand"]: foreseen.get(f"standing/{one['stand']}") for one in may_stand(view)},
    }


def assault_drafts(
    view: Mapping[str, Any], query: QueryParams, map_told: MapTold = NOTHING
) -> dict[str, dict[str, Any]]:
    """The commands of those stands under the names of their forms; their dice have not been thrown."""
    stands = {f"standing/{one['stand']}": _stands(one) for one in may_stand(view)}
    found = stands | {
        f"closing/{one['stand']}": _closing_fire(one, query, map_told) for one in may_fire(view) if one["at"]
    }
    one = aside(view, query)
    if one:
        told = {name: one[name] for name in ("stand", "target", "range_cm", "sector", "slope")}
        found[ASIDE] = {"kind": "fire_as_they_close", "dice": [DIE]} | told
    return found


def _stands(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": "stand_against_armour", "stand": one["stand"], "die": DIE}


def closer(one: Mapping[str, Any], query: QueryParams, map_told: MapTold) -> dict[str, Any]:
    """An assaulted stand's fire as it is filled in: at whom, up or down a slope, and what the map has of that."""
    here = query.get("closing") == one["stand"]
    chosen = query.get("target", "") if here else ""
    target = chosen if chosen in one["at"] else one["at"][0]
    told = map_told.says(f"closing/{one['stand']}>{target}", "slope")
    typed = query.get("slope", "") if here and query.get("_map", "") in ("", target) else ""
    return {"target": target, "slope": typed or (str(told.value) if told else LEVEL), "told": told}


def _closing_fire(one: Mapping[str, Any], query: QueryParams, map_told: MapTold) -> dict[str, Any]:
    filled = closer(one, query, map_told)
    aimed = {"target": filled["target"], "slope": filled["slope"]}
    return {"kind": "fire_as_they_close", "stand": one["stand"], **aimed, "dice": [DIE]}

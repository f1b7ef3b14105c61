"""Who observes fire, whom a cloud touches or a barrage has come over: from the map before anything is filled in.

The forms read the page's address; what the map proposes is put there as if the player had. From the first thing he
changes on, the address itself says what the forms hold.
"""

from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.pages.gas_form import attacks
from app.pages.on_map import OnMap, Proposals

OF_GAS: Final = ("cover", "coverage", "ends", "at_start", "armour_in_cover")


def filled_in(query: QueryParams, view: Mapping[str, Any], on_map: OnMap | None) -> QueryParams:
    """The address with what the map proposes for the gas and the barrage that wait for this seat."""
    if on_map is None:
        return query
    return _barrage(_gas(_behind(_observed(query, view, on_map), view, on_map), view, on_map), view, on_map)


def risk_told(query: QueryParams, view: Mapping[str, Any], on_map: OnMap | None) -> Proposals:
    """What the map has of the stand that is said to be close behind a barrage."""
    one = next((one for one in view["barrages"] if one["id"] == query.get("barrage", one["id"]) and one["lies"]), None)
    asked = on_map is not None and one is not None and query.get("planned") == "behind"
    return on_map.behind(query.get("stand", ""), one["side"]) if asked and on_map and one else {}


def _behind(query: QueryParams, view: Mapping[str, Any], on_map: OnMap) -> QueryParams:
    """Another stand is measured anew; `_map` in the address is the one that the figures are of."""
    stand, told = query.get("stand", ""), risk_told(query, view, on_map)
    if not told or query.get("_map") == stand:
        return query
    new = {"_map": stand} | {name: str(one.value).lower() for name, one in told.items()}
    return QueryParams([*((name, said) for name, said in query.multi_items() if name not in new), *new.items()])


def _observed(query: QueryParams, view: Mapping[str, Any], on_map: OnMap) -> QueryParams:
    """Fire from off the table that somebody observes does not deviate: that is asked first."""
    point = view["guns"]["points"].get(query.get("unit", "")) if query.get("do") == "area" else None
    if point is None or "observed" in query:
        return query
    seen = on_map.observed({"id": point["unit"]}, point)
    return QueryParams([*query.multi_items(), ("observed", "true")]) if seen and seen.value else query


def _gas(query: QueryParams, view: Mapping[str, Any], on_map: OnMap) -> QueryParams:
    due = view["gas"]["next"]
    if not attacks(view) or query.get("gas") == due["cloud"]:
        return query
    cloud = next(one for one in view["gas"]["clouds"] if one["id"] == due["cloud"])
    caught = on_map.gas(due["cloud"], cloud["owner"], due["from"], due["to"])
    if not caught:
        return query
    told = [("gas", due["cloud"]), *(("_stands[]", stand) for stand in caught)]
    for n, (stand, found) in enumerate(caught.items()):
        told += [(f"caught.{n}.stand", stand), *_facts(f"caught.{n}.", found)]
    return QueryParams([*query.multi_items(), *told])


def _facts(prefix: str, found: Proposals) -> list[tuple[str, str]]:
    return [(prefix + name, str(found[name].value).lower()) for name in OF_GAS if name in found]


def _barrage(query: QueryParams, view: Mapping[str, Any], on_map: OnMap) -> QueryParams:
    """Those in one cover are rolled for together: the first of them first."""
    one = next((one for one in view["barrages"] if one["to_do"] == "roll"), None)
    if one is None or "planned" in query:
        return query
    waiting = {stand: found for stand, found in on_map.under(one["side"]).items() if stand not in one["rolled"]}
    if not waiting:
        return query
    first = _cover(next(iter(waiting.values())))
    alike = [stand for stand, found in waiting.items() if _cover(found) == first]
    told = [("planned", "under"), ("barrage", one["id"]), *first, *(("stands[]", stand) for stand in alike)]
    return QueryParams([*query.multi_items(), *told])


def _cover(found: Proposals) -> tuple[tuple[str, str], ...]:
    names = ("cover", "overlap", "armour_in_cover")
    return tuple((name, str(found[name].value).lower()) for name in names if name in found)

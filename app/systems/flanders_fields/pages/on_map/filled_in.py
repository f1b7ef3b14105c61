"""What the map proposes for the forms of a page, before anything is filled in.

The forms read the page's address; what the map proposes is put there as if the player had. From the first thing he
changes on, the address itself says what the forms hold: `_map` in it names what the map was asked about.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.gas import attacks
from app.systems.flanders_fields.pages.on_map import cards as cards_on_map
from app.systems.flanders_fields.pages.on_map import guns as guns_on_map
from app.systems.flanders_fields.pages.on_map import moves as moves_on_map
from app.systems.flanders_fields.pages.on_map.proposed import FormTold, OnMap, Proposals, Whence
from rules.kernel.values import dataclass

View = Mapping[str, Any]
SEEN: Final = {"observed": False, "sees_target": False, "in_arc": True, "in_front_line": False}
OF_GAS: Final = ("cover", "coverage", "ends", "at_start", "armour_in_cover")


@dataclass(frozen=True, slots=True)
class MapTold:
    """What the map has for the forms of a page: `hand` for the one the address is about, named by `key`.

    `of` has it for the others by what they are about: "drifts", "gas/{stand}", "under/{stand}", "fire/{line}",
    "air/{stand}", "shell/{stand}", "below/{stand}", "zone/{zone}|{stand}", "closing/{stand}>{attacker}", "deep".
    """

    key: str = ""
    hand: Proposals = field(default_factory=dict)
    of: Mapping[str, Proposals] = field(default_factory=dict)

    @property
    def caught(self) -> Proposals:
        """What it has of the stand that walks into gas, by the facts of a row."""
        return {name.removeprefix("caught."): one for name, one in self.hand.items() if name.startswith("caught.")}

    def seen(self, line: Mapping[str, Any], query: QueryParams) -> dict[str, bool]:
        """What is seen on the table of a line of the plan: as typed, else as the map has it, else as it usually is."""
        told = {} if query.get("line") == line["id"] else self.of.get(f"fire/{line['id']}", {})
        usual = {name: bool(told[name].value) if name in told else usual for name, usual in SEEN.items()}
        typed = query if query.get("line") == line["id"] else QueryParams()
        return {name: typed.get(name, str(on).lower()) == "true" for name, on in usual.items()}

    def says(self, of: str, fact: str) -> Whence | None:
        """What it has of one fact for a form that the address is not about."""
        return self.of.get(of, {}).get(fact)


NOTHING: Final = MapTold()
IN_HAND: Final[Mapping[str, Callable[[QueryParams, View, OnMap], FormTold | None]]] = {
    "sos": guns_on_map.sos,
    "lay": guns_on_map.laying,
    "move": moves_on_map.moving,
    "below": moves_on_map.going_below,
    "clear": moves_on_map.at_wire,
    "cross": moves_on_map.at_wire,
}
"""The forms that the address names with `do`."""


def filled_in(query: QueryParams, view: View, on_map: OnMap | None) -> tuple[QueryParams, MapTold]:
    """The address with what the map proposes in it, and that itself."""
    if on_map is None:
        return query, NOTHING
    of = _standing(view, on_map)
    query = _barrage(_deep(_gas(_observed(query, view, on_map), view, of), view, of), view, of)
    hand = guns_on_map.strike(query, view, on_map) or _in_hand(query, view, on_map)
    return (_put(query, hand), MapTold(hand.key, hand.told, of | dict(hand.of))) if hand else (query, MapTold(of=of))


def _in_hand(query: QueryParams, view: View, on_map: OnMap) -> FormTold | None:
    """The form that the address is about."""
    asked = IN_HAND.get(query.get("do", ""))
    found = asked(query, view, on_map) if asked else None
    others = (
        _into(query, view, on_map),
        _behind(query, view, on_map),
        moves_on_map.fires_aside(query, on_map),
        moves_on_map.chief_moving(query, view, on_map),
        moves_on_map.hit_below(query, on_map),
        cards_on_map.card(query, view, on_map),
    )
    return found or moves_on_map.into_gas(query, view, on_map) or next((one for one in others if one), None)


def _put(query: QueryParams, hand: FormTold) -> QueryParams:
    """The address with a form filled in, unless it is already, for the very same."""
    if query.get("_map") == hand.key:
        return query
    new = {"_map": hand.key} | {name: str(one.value).lower() for name, one in hand.told.items()}
    left = [
        (name, said)
        for name, said in query.multi_items()
        if name not in new and name.partition(".")[0] not in hand.lists
    ]
    return QueryParams([*left, *new.items(), *hand.rows])


def _standing(view: View, on_map: OnMap) -> dict[str, Proposals]:
    """What the map has for the forms that are there whatever the address says."""
    found = dict[str, Proposals]()
    due = view["gas"]["next"]
    if attacks(view):
        cloud = next(one for one in view["gas"]["clouds"] if one["id"] == due["cloud"])
        caught = on_map.gas(due["cloud"], cloud["owner"], due["from"], due["to"])
        found |= {f"gas/{stand}": told for stand, told in caught.items()}
        found["drifts"] = on_map.gone(due["cloud"], cloud["owner"], due["from"], due["to"])
    if one := _rolling(view):
        waiting = on_map.under(one["side"])
        found |= {f"under/{stand}": told for stand, told in waiting.items() if stand not in one["rolled"]}
    if view["deep"]["roll"]:
        found["deep"] = guns_on_map.front_line(view, on_map)
    found |= {f"below/{stand}": told for stand, told in moves_on_map.sitting_below(view, on_map).items()}
    found |= {f"fire/{line}": told for line, told in guns_on_map.fires(view, on_map).items()}
    return found | {f"closing/{pair}": told for pair, told in moves_on_map.closing_fire(view, on_map).items()}


def _rolling(view: View) -> Mapping[str, Any] | None:
    """The barrage whose stands are rolled for now."""
    return next((one for one in view["barrages"] if one["to_do"] == "roll"), None)


def _into(query: QueryParams, view: View, on_map: OnMap) -> FormTold | None:
    """Stands that have moved into a barrage: how it covers the first of them, who tells the cover they share."""
    one = next((one for one in view["barrages"] if one["id"] == query.get("barrage", one["id"]) and one["lies"]), None)
    picked = query.getlist("stands[]")
    if one is None or query.get("planned") != "into" or not picked:
        return None
    told = on_map.under(one["side"]).get(picked[0], {})
    found = {name: told[name] for name in ("cover", "overlap", "armour_in_cover") if name in told}
    return FormTold(picked[0], found) if found else None


def _behind(query: QueryParams, view: View, on_map: OnMap) -> FormTold | None:
    """A stand that is said to be close behind a barrage."""
    one = next((one for one in view["barrages"] if one["id"] == query.get("barrage", one["id"]) and one["lies"]), None)
    if one is None or query.get("planned") != "behind":
        return None
    stand = query.get("stand", "")
    told = on_map.behind(stand, one["side"])
    return FormTold(stand, told) if told else None


def _observed(query: QueryParams, view: View, on_map: OnMap) -> QueryParams:
    """Fire from off the table that somebody observes does not deviate: that is asked first."""
    point = view["guns"]["points"].get(query.get("unit", "")) if query.get("do") == "area" else None
    if point is None or "observed" in query:
        return query
    seen = on_map.observed({"id": point["unit"]}, point)
    return QueryParams([*query.multi_items(), ("observed", "true")]) if seen and seen.value else query


def _of(of: Mapping[str, Proposals], form: str) -> dict[str, Proposals]:
    """What the map has for the rows of a form, by their stands."""
    return {name.removeprefix(form): told for name, told in of.items() if name.startswith(form)}


def _gas(query: QueryParams, view: View, of: Mapping[str, Proposals]) -> QueryParams:
    caught, gone = _of(of, "gas/"), of.get("drifts", {}).get("off_table")
    off = gone is not None and bool(gone.value)
    if not (caught or off) or query.get("gas") == view["gas"]["next"]["cloud"]:
        return query
    cloud = next(one for one in view["gas"]["clouds"] if one["id"] == view["gas"]["next"]["cloud"])
    told = [("gas", cloud["id"]), ("off_table", str(off).lower())]
    told += [("_stands[]", stand) for stand in dict.fromkeys((*caught, *([] if caught else cloud["within"])))]
    for n, (stand, found) in enumerate(caught.items()):
        told += [(f"caught.{n}.stand", stand), *_facts(f"caught.{n}.", found)]
    return QueryParams([*query.multi_items(), *told])


def _facts(prefix: str, found: Proposals) -> list[tuple[str, str]]:
    return [(prefix + name, str(found[name].value).lower()) for name in OF_GAS if name in found]


def _deep(query: QueryParams, view: View, of: Mapping[str, Proposals]) -> QueryParams:
    near = [battery for battery, told in of.get("deep", {}).items() if told.value]
    if not near or "planned" in query:
        return query
    return QueryParams([*query.multi_items(), ("planned", "deep"), *(("in_front_line[]", one) for one in near)])


def _barrage(query: QueryParams, view: View, of: Mapping[str, Proposals]) -> QueryParams:
    """Those in one cover are rolled for together: the first of them first."""
    one, waiting = _rolling(view), _of(of, "under/")
    if one is None or "planned" in query or not waiting:
        return query
    first = _cover(next(iter(waiting.values())))
    alike = [stand for stand, found in waiting.items() if _cover(found) == first]
    told = [("planned", "under"), ("barrage", one["id"]), *first, *(("stands[]", stand) for stand in alike)]
    return QueryParams([*query.multi_items(), *told])


def _cover(found: Proposals) -> tuple[tuple[str, str], ...]:
    names = ("cover", "overlap", "armour_in_cover")
    return tuple((name, str(found[name].value).lower()) for name in names if name in found)

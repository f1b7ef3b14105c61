"""The player's table: the turn's steps, the units of the step, the unit in hand and what it can do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.lookups.words import words
from app.pages.assault_form import closing_drafts, may_fire
from app.pages.before_the_dice import Ahead, Foreseen, groups, slots
from app.pages.fire_form import ROUND_DISTANCES, FireForm, figure, fire_form
from app.pages.newest_result import newest_result
from app.pages.owed import DIE, owed_drafts
from app.pages.targets import last_target
from app.pages.turn_rail import rail
from app.seats.seat import Seat

DECLARED: Final = (
    "in_gas",
    "commander_in_gas",
    "own_sight",
    "open_sights",
    "crossing_wire",
    "staff_bonus",
    "prussian_discipline",
)
MEASURED: Final = ("farthest_platoon_cm", "battalion_farthest_cm")


@dataclass(frozen=True, slots=True)
class Work:
    """The unit in hand and what its seat is filling in: what the page's address asks for, held against the game."""

    view: dict[str, Any]
    told: Sequence[dict[str, Any]]
    seat: Seat
    query: QueryParams
    unit: dict[str, Any] | None
    do: str
    fire: FireForm | None

    @property
    def may_act(self) -> bool:
        """Whether it is this seat's player turn."""
        turn = self.view["turn"]
        return bool((turn["to_begin"] or turn["side"]) == self.seat.role.value)

    @property
    def house(self) -> dict[str, str]:
        """The option of every house rule in force, by its ruling."""
        return {rule["ruling"]: rule["option"] for rule in self.view["house_rules"]}

    @property
    def rerolls(self) -> bool:
        """Whether the staff bonus declared for this order is a second die (AMB-13)."""
        return self.query.get("staff_bonus") == "true" and self.house.get("AMB-13") == "reroll"

    @property
    def drafts(self) -> dict[str, dict[str, Any]]:
        """The commands being filled in, under the names of their forms; their dice have not been thrown."""
        mine = [due for due in self.view["due"] if due["side"] == self.view["you"]]
        in_hand = _deed(self.query) if self.do == "heroic" else self._in_hand() if self.unit and self.may_act else None
        found = owed_drafts(mine, self.query) | closing_drafts(self.view, self.query)
        return found | ({"in hand": in_hand} if in_hand else {})

    def _in_hand(self) -> dict[str, Any] | None:
        unit = self.unit or {}
        if not unit["ordered"]:
            return _order(unit, self.query) | ({"again": DIE} if self.rerolls else {})
        if self.fire and self.fire.aimed:
            return self.fire.command
        if self.do == "cross":
            trying = [stand["id"] for stand in unit["stands"] if stand["alive"]]
            return {"kind": "cross_wire", "unit": unit["id"], "stands": trying, "dice": [DIE for _ in trying]}
        return None

    def shown(self, ahead: Ahead) -> dict[str, Any]:
        """What table.html shows beside the game; `ahead` is what lies ahead of its drafts."""
        view, unit, in_hand = self.view, self.unit, ahead.foreseen.get("in hand", Foreseen())
        units = {one["id"]: one for one in _units(view)}
        names = names_in(view)
        enemies = _formations(view, of_mine=False) if self.fire or self.do in ("heroic", "assault") else []
        return {
            "may_act": self.may_act,
            "rail": rail(view),
            "may_use": _may_use(view, unit),
            "rerolls": self.rerolls,
            "house": self.house,
            "chips": [_chip(view, units[name], unit) for name in view["turn"]["can_act"] if name in units],
            "unit": unit,
            "do": self.do,
            "query": self.query,
            "fire": self.fire,
            "foreseen": ahead.foreseen,
            "in_hand": in_hand,
            "slots": slots(in_hand.dice, names, {one["id"]: one["name"] for one in unit["stands"]} if unit else {}),
            "alike": groups(in_hand.dice),
            "names": names,
            "lying": _kept(view, unit, self.do),
            "result": None if self.do else self._result(units, names),
            "enemies": enemies,
            "targets": ahead.targets,
            "last_target": last_target(self.told, enemies),
            "own": _formations(view, of_mine=True) if self.do in ("heroic", "assault") else [],
            "closing": {one["stand"]: ahead.foreseen.get(f"closing/{one['stand']}") for one in may_fire(view)},
            "distances": ROUND_DISTANCES,
            "goings": list(_goings(ahead.reach)),
            "reach": ahead.reach,
            "holder": _holder(view, view["turn"]["of"]),
        }

    def _result(self, units: Mapping[str, Mapping[str, Any]], names: Mapping[str, str]) -> dict[str, Any] | None:
        in_hand = self.unit["id"] if self.unit and self.may_act else ""
        return newest_result(self.told, {name: one["name"] for name, one in units.items()}, names, in_hand)


def work(view: dict[str, Any], told: Sequence[dict[str, Any]], seat: Seat, query: QueryParams) -> Work:
    """What the seat has in hand: the unit and the deed that the page's address names, if it is their turn."""
    asked, do = query.get("unit", ""), query.get("do", "")
    unit = next((one for one in _units(view) if one["id"] == asked), None) if asked in view["turn"]["can_act"] else None
    fires = unit is not None and unit["left"] and do == "fire"
    before = _last_shots(told, asked) if fires else []
    return Work(view, told, seat, query, unit, do, fire_form(unit, query, before) if unit and fires else None)


def _deed(query: QueryParams) -> dict[str, Any] | None:
    if not query.get("stand"):
        return None
    agreed, removes = query.get("agreed") == "true", query.getlist("removes[]")
    deed = {"stand": query["stand"], "deed": query.get("deed", ""), "removes": removes, "agreed": agreed}
    return {"kind": "try_heroic_action", "die": DIE, **deed}


def _order(unit: Mapping[str, Any], query: QueryParams) -> dict[str, Any]:
    declared = {name: True for name in DECLARED if query.get(name) == "true"}
    measured = {name: figure(query[name]) for name in MEASURED if query.get(name, "").strip()}
    return {"kind": "roll_orders", "unit": unit["id"], "die": DIE, **declared, **measured}


def _last_shots(told: Sequence[Mapping[str, Any]], unit: str) -> list[dict[str, Any]]:
    """What the unit fired at last: most often it goes on firing at the same."""
    fired = next((one for one in reversed(told) if one["kind"] == "fired" and one.get("unit") == unit), None)
    return list(fired["card"]["shots"]) if fired else []


def _kept(view: dict[str, Any], unit: dict[str, Any] | None, do: str) -> list[int]:
    """The dice that were thrown for this roll before it was taken back, and count again."""
    if not unit:
        return []
    turn = f"{view['turn']['number']}/{view['turn']['side']}"
    roll = {"fire": "fire", "cross": "wire"}.get(do, "") if unit["ordered"] else "order"
    which = f"{unit['id']}/{len(unit['spent'])}" if unit["ordered"] else unit["id"]
    return [die["pips"] for die in view["thrown"].get(f"{roll}/{which}/{turn}", ())]


def _goings(reach: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for going, far in reach.items():
        if going != "in_column":
            yield {"value": going, "word": f"{words(going)}, {far}"}


def _holder(view: dict[str, Any], of: str) -> dict[str, Any] | None:
    """The battalion or regiment in hand, for the heading above its units."""
    regiments = [regiment for side in view["sides"] for regiment in side["regiments"]]
    holders = [holder for regiment in regiments for holder in (regiment, *regiment["battalions"])]
    return next((holder for holder in holders if holder["id"] == of), None)


def _may_use(view: dict[str, Any], unit: dict[str, Any] | None) -> dict[str, bool]:
    """What may still be declared for the order roll of the unit in hand."""
    regiments = [one for side in view["sides"] for one in side["regiments"] if one["units"] or one["battalions"]]
    for regiment in regiments:
        for holder in (regiment, *regiment["battalions"]):
            if unit and any(one["id"] == unit["id"] for one in holder["units"]):
                staff = regiment["staff_bonus_to"] == holder["id"] and not regiment["staff_bonus_spent"]
                return {"staff_bonus": staff, "prussian_discipline": holder["discipline_left"] > 0}
    return {"staff_bonus": False, "prussian_discipline": False}


def _units(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        unit
        for side in view["sides"]
        for regiment in side["regiments"]
        for holder in (regiment, *regiment["battalions"])
        for unit in holder["units"]
    ]


def _side_of(view: dict[str, Any], unit: dict[str, Any]) -> dict[str, Any]:
    sides: list[dict[str, Any]] = view["sides"]
    return next(side for side in sides if unit["id"].startswith(side["side"][0]))


def _chip(view: dict[str, Any], unit: dict[str, Any], chosen: dict[str, Any] | None) -> dict[str, Any]:
    alive = sum(stand["alive"] for stand in unit["stands"])
    word = "to order" if not unit["ordered"] else f"{unit['left']} left" if unit["left"] else "done"
    state = "now" if chosen is unit else "done" if unit["ordered"] and not unit["left"] else "open"
    return {
        "name": unit["name"],
        "side": _side_of(view, unit)["nation"],
        "level": unit["levels"],
        "have": alive,
        "of": len(unit["stands"]),
        "state": state,
        "word": word,
        "href": f"?unit={unit['id']}",
    }


def names_in(view: dict[str, Any]) -> dict[str, str]:
    """What every unit and stand this seat knows of is called at the table."""
    return dict(_names(view))


def _names(view: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every unit and stand this seat knows of, with its battalion, for three of them have an A Company."""
    for side in view["sides"]:
        for regiment in side["regiments"]:
            for holder in (regiment, *regiment["battalions"]):
                yield holder["commander"]["id"], holder["commander"]["name"]
                for unit in holder["units"]:
                    yield unit["id"], f"{unit['name']}, {holder['name']}"
                    yield from (
                        (stand["id"], f"{_stand_name(stand, unit)}, {holder['name']}") for stand in unit["stands"]
                    )


def _stand_name(stand: Mapping[str, Any], unit: Mapping[str, Any]) -> str:
    return stand["name"] if stand["name"] == unit["name"] else f"{stand['name']}, {unit['name']}"


def _formations(view: dict[str, Any], of_mine: bool) -> list[dict[str, Any]]:
    """The stands on the table of this seat's own side or of the other, by formation and unit, to choose from."""
    sides = [side for side in view["sides"] if (side["side"] == view["you"]) == of_mine]
    holders = [one for side in sides for regiment in side["regiments"] for one in (*regiment["battalions"], regiment)]
    seen = [_stands(holder, commander=not of_mine) for holder in holders if holder.get("on_table", True)]
    return [holder for holder in seen if holder["units"]]


def _stands(holder: Mapping[str, Any], commander: bool) -> dict[str, Any]:
    chief = holder["commander"]
    units = [{"name": "Command", "stands": [chief | {"no": "C.O."}]}] if commander and chief["alive"] else []
    for unit in holder["units"]:
        stands = [stand | {"no": str(n)} for n, stand in enumerate(unit["stands"], 1) if stand["alive"]]
        units += [{"name": unit["name"], "stands": stands}] if stands else []
    return {"name": holder["name"], "units": units}

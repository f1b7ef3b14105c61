"""The player's table: the turn's steps, the units of the step, the unit in hand and what it can do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.games.game import OpenGame
from app.lookups.words import words
from app.pages.answered import answered_no
from app.pages.people import People, units_in
from app.seats.seat import Seat
from app.systems.flanders_fields.pages.forms.air import air_drafts, on_the_line
from app.systems.flanders_fields.pages.forms.assault import assault_drafts, assault_shown
from app.systems.flanders_fields.pages.forms.before_the_dice import (
    Ahead,
    Foreseen,
    foresee_all,
    groups,
    has_mad_minute,
    reach_words,
    slots,
)
from app.systems.flanders_fields.pages.forms.cards import card_drafts, card_table
from app.systems.flanders_fields.pages.forms.fire import (
    FireForm,
    figure,
    fire_form,
    most_targets,
    round_distances,
    sides_of,
)
from app.systems.flanders_fields.pages.forms.gas import GasForm, attacks, gas_form
from app.systems.flanders_fields.pages.forms.guns import AreaForm, area_form, gun_drafts, guns_work
from app.systems.flanders_fields.pages.forms.newest_result import newest_result
from app.systems.flanders_fields.pages.forms.planned import Works, planned_drafts, works_shown
from app.systems.flanders_fields.pages.forms.shelter import shelter_drafts, shelter_shown
from app.systems.flanders_fields.pages.forms.targets import last_target, placed_for, targets
from app.systems.flanders_fields.pages.on_map.area import with_area
from app.systems.flanders_fields.pages.on_map.assault import going_in
from app.systems.flanders_fields.pages.on_map.filled_in import NOTHING, MapTold, filled_in
from app.systems.flanders_fields.pages.on_map.fire import with_map
from app.systems.flanders_fields.pages.on_map.moves import chief_in, march_of
from app.systems.flanders_fields.pages.on_map.proposed import OnMap, Proposals, Seen
from app.systems.flanders_fields.pages.owed import DIE, owed_drafts
from app.systems.flanders_fields.pages.turn_rail import rail
from rules.flanders_fields.vocabulary import Going
from rules.kernel.values import dataclass

DECLARED: Final = (
    "in_gas",
    "commander_in_gas",
    "own_sight",
    "open_sights",
    "crossing_wire",
    "staff_bonus",
    "prussian_discipline",
    "commander_sees_it",
    "pals",
    "professionalism",
    "goes_forward",
)
KNOWN: Final = ("in_gas", "commander_in_gas")
"""What the game knows unless it is told otherwise."""
SAID: Final = ("pals", "professionalism", "goes_forward")
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
    gas: GasForm
    area: AreaForm | None = None
    on_map: OnMap | None = None
    map_told: MapTold = NOTHING
    placed: Mapping[str, tuple[Seen, ...]] = field(default_factory=dict)
    works: Works = field(default_factory=dict)

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
        found = (
            owed_drafts(mine, self.query)
            | assault_drafts(self.view, self.query, self.map_told)
            | self.gas.drafts(self.view)
        )
        found |= shelter_drafts(self.view, self.query, self.map_told)
        found |= card_drafts(self.view, self.query, self.map_told.of)
        found |= planned_drafts(self.view, self.query, self.map_told, self.works)
        found |= gun_drafts(self.view, self.area, self.do, self.query)
        found |= air_drafts(self.view)
        return found | ({"in hand": in_hand} if in_hand else {})

    def _in_hand(self) -> dict[str, Any] | None:
        unit = self.unit or {}
        if not unit["ordered"]:
            return _order(unit, self.query, self.order_proposed) | ({"again": DIE} if self.rerolls else {})
        if self.fire and self.fire.aimed:
            return self.fire.command
        if self.do == "cross":
            trying = [stand["id"] for stand in unit["stands"] if stand["alive"] and not stand.get("below")]
            cross = {"kind": "cross_wire", "unit": unit["id"], "stands": trying, "dice": [DIE for _ in trying]}
            return cross | ({"belts": figure(self.query["belts"])} if "belts" in self.query else {})
        return None

    @property
    def order_proposed(self) -> Proposals:
        """What the map proposes for the order roll of the unit in hand."""
        if self.on_map is None or self.unit is None or self.unit["ordered"]:
            return {}
        holder = _holds(self.view, self.unit)
        if holder is None:
            return {}
        return self.on_map.order(self.unit["id"], holder["commander"]["id"], _alive(self.unit), _platoons(holder))

    def ahead(self, game: OpenGame) -> Ahead:
        """What lies ahead of it, by the rules."""
        unit, fire = self.unit, self.fire
        reach = reach_words(game, unit["id"]) if unit else {}
        known = targets(game.state, self.told, unit, fire, self.placed) if unit and fire else {}
        twice = unit is not None and fire is not None and has_mad_minute(game, unit["id"])
        return Ahead(foresee_all(game, self.seat.role, self.drafts), reach, known, twice)

    def shown(self, ahead: Ahead) -> dict[str, Any]:
        """What table.html shows beside the game; `ahead` is what lies ahead of its drafts."""
        view, unit, in_hand = self.view, self.unit, ahead.foreseen.get("in hand", Foreseen())
        units = {one["id"]: one for one in units_in(view)}
        people = People(view)
        names = people.names
        picks = self.fire or self.area or self.do in ("heroic", "assault", "lay")
        enemies = people.enemies if picks else []
        return {
            "may_act": self.may_act,
            "said_no_to": answered_no(view, self.told),
            "cards_shown": card_table(view, self.told, self.query, self.map_told.of),
            "rail": rail(view),
            "may_use": _may_use(view, unit),
            "rerolls": self.rerolls,
            "order_proposed": self.order_proposed,
            "house": self.house,
            "chips": [_chip(view, units[name], unit) for name in view["turn"]["can_act"] if name in units],
            "unit": unit,
            "do": self.do,
            "query": self.query,
            "fire": replace(self.fire, may_mad_minute=ahead.mad_minute) if self.fire else None,
            "foreseen": ahead.foreseen,
            "in_hand": in_hand,
            "slots": slots(in_hand.dice, names, {one["id"]: one["name"] for one in unit["stands"]} if unit else {}),
            "alike": groups(in_hand.dice),
            "names": names,
            "lying": _kept(view, unit, self.do, self.fire.pairs if self.fire else []),
            "result": None if self.do else self._result(units, names),
            "enemies": enemies,
            "targets": ahead.targets,
            "last_target": last_target(self.told, enemies),
            "guns": guns_work(view, self.area, ahead.foreseen, names, self.house, self.query),
            "friends": people.friends if self.area else [],
            "own": people.own if self.do in ("heroic", "assault") else [],
            **shelter_shown(view, self.query, ahead.foreseen, people, self.map_told),
            **assault_shown(view, self.query, ahead.foreseen, self.map_told),
            "going_in": self._going_in(),
            "map_told": self.map_told,
            "march": march_of(self.query, self._moves, self.on_map),
            "all_goings": [{"value": one.value, "word": words(one.value)} for one in Going],
            "works": self.works,
            "distances": round_distances(unit) if unit else (),
            "sides": sides_of(unit) if unit else (),
            "most_targets": most_targets(unit) if unit else 1,
            **gas_shown(view, self.gas, ahead.foreseen, people),
            "people": people,
            **air_shown(view, self.query, ahead.foreseen, people),
            "goings": list(_goings(ahead.reach)),
            "reach": ahead.reach,
            "holder": _holder(view, view["turn"]["of"]),
        }

    @property
    def _moves(self) -> Mapping[str, Any] | None:
        """The unit whose move is told, or the command stand."""
        return self.unit if self.do == "move" else chief_in(self.query, self.view)

    def _going_in(self) -> dict[str, Any]:
        """What the form of a stand that goes in holds."""
        stands = [stand["id"] for stand in self.unit["stands"]] if self.unit and self.do == "assault" else []
        stand, target = self.query.get("stand", ""), self.query.get("target", "")
        return going_in(self.query, self.view, stand if stand in stands else "", target, self.on_map)

    def _result(self, units: Mapping[str, Mapping[str, Any]], names: Mapping[str, str]) -> dict[str, Any] | None:
        in_hand = self.unit["id"] if self.unit and self.may_act else ""
        return newest_result(self.told, {name: one["name"] for name, one in units.items()}, names, in_hand)


def work(
    view: dict[str, Any],
    told: Sequence[dict[str, Any]],
    seat: Seat,
    query: QueryParams,
    on_map: OnMap | None = None,
) -> Work:
    """What the seat has in hand: the unit and the deed that the page's address names, if it is their turn."""
    query, map_told = filled_in(query, view, on_map)
    asked, do = query.get("unit", ""), query.get("do", "")
    unit = (
        next((one for one in units_in(view) if one["id"] == asked), None) if asked in view["turn"]["can_act"] else None
    )
    fires = unit is not None and (unit["left"] or _fires_moving(unit)) and do == "fire"
    before = _last_shots(told, asked) if fires else []
    fire = with_map(fire_form(unit, query, before, _kinds(view)), query, on_map) if unit and fires else None
    fire = replace(fire, gas_possible=view["gas"]["possible"]) if fire else None
    area = area_form(view, unit, do, query)
    area = with_area(area, query, on_map, _platoons(_holds(view, area.unit)) if area else ())
    gas, placed = gas_form(view, query), placed_for(fire, on_map)
    works = works_shown(view, query, on_map)
    return Work(view, told, seat, query, unit, do, fire, gas, area, on_map, map_told, placed, works)


def _fires_moving(unit: Mapping[str, Any]) -> bool:
    """Whether a tank may still fire at the end of the move it has just made."""
    return bool(unit["tank"] and unit["tank"]["fires_moving"])


def _kinds(view: dict[str, Any]) -> dict[str, str]:
    """The stands that ask for more when they are fired at: armour, and block houses."""
    asks = {"tank": "armour", "armoured_car": "armour", "block_house": "block_house"}
    return {stand["id"]: asks[one["kind"]] for one in units_in(view) if one["kind"] in asks for stand in one["stands"]}


def _holds(view: Mapping[str, Any], unit: Mapping[str, Any]) -> dict[str, Any] | None:
    """The battalion or regiment that a unit belongs to."""
    return next((one for one in holders(view) if unit in one["units"]), None)


def _platoons(holder: Mapping[str, Any] | None) -> list[str]:
    """The rifle platoons of a battalion that are alive; none of a regiment, whose guns support all of it."""
    units = holder["units"] if holder and "quality" in holder else []
    return [name for unit in units if unit["kind"] == "rifle_company" for name in _alive(unit)]


def _deed(query: QueryParams) -> dict[str, Any] | None:
    if not query.get("stand"):
        return None
    agreed, removes = query.get("agreed") == "true", query.getlist("removes[]")
    deed = {"stand": query["stand"], "deed": query.get("deed", ""), "removes": removes, "agreed": agreed}
    return {"kind": "try_heroic_action", "die": DIE, **deed}


def _alive(unit: Mapping[str, Any]) -> list[str]:
    return [stand["id"] for stand in unit["stands"] if stand["alive"]]


def _order(unit: Mapping[str, Any], query: QueryParams, proposed: Proposals) -> dict[str, Any]:
    declared = {name: True for name in DECLARED if query.get(name) == "true"}
    declared |= {name: False for name in KNOWN if query.get(name) == "false"}
    if "own_sight" in proposed and "own_sight" not in query and proposed["own_sight"].value:
        declared["own_sight"] = True
    written = {name: query.get(name, str(proposed[name].value) if name in proposed else "") for name in MEASURED}
    measured = {name: figure(said) for name, said in written.items() if said.strip()}
    return {"kind": "roll_orders", "unit": unit["id"], "die": DIE, **declared, **measured}


def _last_shots(told: Sequence[Mapping[str, Any]], unit: str) -> list[dict[str, Any]]:
    """What the unit fired at last: most often it goes on firing at the same."""
    fired = next((one for one in reversed(told) if one["kind"] == "fired" and one.get("unit") == unit), None)
    return list(fired["card"]["shots"]) if fired else []


def _kept(view: dict[str, Any], unit: dict[str, Any] | None, do: str, pairs: Sequence[tuple[str, str]]) -> list[int]:
    """The dice that were thrown for this roll before it was taken back, and count again."""
    if not unit:
        return []
    turn = f"{view['turn']['number']}/{view['turn']['side']}"
    of = {"fire": [f"fire/{firer}/{target}" for firer, target in pairs], "cross": [f"wire/{s}" for s in _alive(unit)]}
    rolls = of.get(do, []) if unit["ordered"] else [f"order/{unit['rolls_with'] or unit['id']}"]
    return [die["pips"] for roll in rolls for die in view["thrown"].get(f"{roll}/{turn}", ())]


def _goings(reach: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for going, far in reach.items():
        if going != "in_column":
            yield {"value": going, "word": f"{words(going)}, {far}"}


def holders(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every regiment and battalion of a game, as a seat sees them."""
    regiments = [regiment for side in view["sides"] for regiment in side["regiments"]]
    return [holder for regiment in regiments for holder in (regiment, *regiment["battalions"])]


def _holder(view: dict[str, Any], of: str) -> dict[str, Any] | None:
    """The battalion or regiment in hand, for the heading above its units."""
    return next((holder for holder in holders(view) if holder["id"] == of), None)


def _may_use(view: dict[str, Any], unit: dict[str, Any] | None) -> dict[str, bool]:
    """What may still be declared for the order roll of the unit in hand, and who is known to stand in gas."""
    regiments = [one for side in view["sides"] for one in side["regiments"] if one["units"] or one["battalions"]]
    for regiment in regiments:
        for holder in (regiment, *regiment["battalions"]):
            if unit and any(one["id"] == unit["id"] for one in holder["units"]):
                staff = regiment["staff_bonus_to"] == holder["id"] and not regiment["staff_bonus_spent"]
                in_gas = any(stand["in_gas"] and stand["alive"] for stand in unit["stands"])
                by = _caller(view, regiments, unit) or holder
                known = dict(zip(KNOWN, (in_gas, by["commander"]["in_gas"]), strict=True))
                said = {name: _may_say(view, holder, unit, name) for name in SAID}
                return {"staff_bonus": staff, "prussian_discipline": by["discipline_left"] > 0, **known, **said}
    return {"staff_bonus": False, "prussian_discipline": False, **dict.fromkeys(SAID, False)}


def _caller(view: Mapping[str, Any], regiments: list[dict[str, Any]], unit: Mapping[str, Any]) -> dict[str, Any] | None:
    """The regiment in whose step a battery laid over the barrage is called; None for any other unit (AMB-376)."""
    here = (one for one in regiments if unit["superimposed"] and one["id"] == view["turn"]["of"])
    return next(here, None)


def _may_say(view: Mapping[str, Any], holder: Mapping[str, Any], unit: Mapping[str, Any], name: str) -> bool:
    """Whether a national rule may be said for the order of a unit; a tank's own use is judged when it is said."""
    if name == "goes_forward":
        return bool(_side_of(view, unit)["side"] in view["national"]["elan"])
    rules = holder.get("may_say", {})
    if unit["kind"] == "tank":
        return name == "professionalism" and name in rules
    return bool(unit["kind"] == "rifle_company" and rules.get(name, False))


def _side_of(view: Mapping[str, Any], unit: Mapping[str, Any]) -> dict[str, Any]:
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


def gas_shown(view: dict[str, Any], form: GasForm, foreseen: Mapping[str, Foreseen], people: People) -> dict[str, Any]:
    """What gas.html shows beside the game; the stands on the table are listed where one of them may be chosen."""
    sides = [side["side"] for side in view["sides"]]
    mine = sides if view["you"] == "referee" else [view["you"]]
    attack = foreseen.get("gas")
    return {
        "gas_form": form,
        "gas_ahead": attack,
        "gas_ahead_in": foreseen.get("entering"),
        "gas_slots": slots(attack.dice, people.names, {}) if attack and attack.dice else [],
        "gas_all": people.of_sides(*sides) if attacks(view) else [],
        "gas_mine": people.of_sides(*mine) if view["gas"]["clouds"] and view["turn"]["running"] else [],
    }


def air_shown(
    view: dict[str, Any], query: QueryParams, foreseen: Mapping[str, Foreseen], people: People
) -> dict[str, Any]:
    """What air.html shows beside the game."""
    strike = view["air"]["strike"]
    enemies = people.of_sides("defender" if strike["side"] == "attacker" else "attacker") if strike else []
    line = on_the_line(query) if strike else []
    return {"air_line": line, "air_ahead": foreseen.get("aircraft"), "air_all": enemies}

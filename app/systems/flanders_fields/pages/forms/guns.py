"""Fire on an area as it is filled in: whom it catches, what was measured, and what waits for the dice of this seat."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.pages.people import units_in
from app.systems.flanders_fields.pages.forms.before_the_dice import Foreseen, groups, slots
from app.systems.flanders_fields.pages.forms.fire import figure
from app.systems.flanders_fields.pages.on_map.proposed import Proposals, Whence
from app.systems.flanders_fields.pages.owed import DIE
from rules.kernel.values import dataclass

View = Mapping[str, Any]
FIELD: Final = ("field_gun", "field_howitzer")
ARTILLERY: Final = (*FIELD, "heavy_artillery", "super_heavy_artillery")
MORTARS: Final = ("light_mortar", "medium_mortar", "heavy_mortar")
ARMOURED: Final = ("tank", "armoured_car")
OF_A_STAND: Final = {"overlap": "whole", "cover": "soft"}
SWITCHES_OF_A_STAND: Final = {
    "seen": False,
    "aimed_at": False,
    "centre_inside": True,
    "armour_in_cover": False,
    "whole_in_joined": False,
    "rolled_for": False,
}
SWITCHES: Final = {
    "sees_point": False,
    "in_arc": True,
    "spotter_sees_target": True,
    "spotter_sees_mortar": True,
}
WORDS: Final = {"line_crosses": "nothing", "slope": "level"}
MEASURED: Final = ("own_trench_cm", "enemy_trench_cm", "battalion_cm")


@dataclass(frozen=True, slots=True)
class Told:
    """A stand in the area as filled in: the facts of the command `fire_on_area` for it, figures as they were typed."""

    stand: str
    facts: Mapping[str, Any]
    proposed: Proposals = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AreaForm:
    """A fire action on an area on its way to becoming a command; `by` says what brings it.

    `way` is battery, mortar or gun; `arriving`: its action is spent; `deviates`: where it falls is asked first.
    `proposed` is what the map has of the weapon and its point, `map_key` names the point it was
    asked for, `seen_by` who observes it.
    """

    unit: View
    way: str
    by: str
    arriving: bool
    deviates: bool
    observed: bool
    point: View | None
    told: tuple[Told, ...]
    range_cm: str
    switches: Mapping[str, bool]
    words: Mapping[str, str]
    measured: Mapping[str, str]
    spotter: str
    where: str
    kept: tuple[int, ...]
    kept_deviation: tuple[int, ...]
    proposed: Proposals = field(default_factory=dict)
    map_key: str = ""
    seen_by: Whence | None = None

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table, where distances and sight count."""
        return bool(self.unit["on_table"])

    @property
    def chosen(self) -> list[str]:
        """The stands in its area."""
        return [one.stand for one in self.told]

    def chosen_of(self, friends: bool) -> list[str]:
        """Those of its own side, or of the other."""
        return [one for one in self.chosen if (one[0] == self.unit["id"][0]) == friends]

    @property
    def command(self) -> dict[str, Any]:
        """The command `fire_on_area`, its dice not thrown yet."""
        facts: dict[str, Any] = {"kind": "fire_on_area", "unit": self.unit["id"], "observed": self.observed}
        facts["stands"] = [{"stand": one.stand, **one.facts} for one in self.told]
        if self.on_table:
            facts |= {**self.switches, **self.words, "range_cm": figure(self.range_cm), "spotter": self.spotter}
            facts |= {name: figure(far) for name, far in self.measured.items() if far.strip()}
        return facts | ({"where": self.where} if self.way == "gun" else {})


def area_form(view: View, unit: View | None, do: str, query: QueryParams) -> AreaForm | None:
    """The form for the fire that is on its way, if it is this seat's; or for the unit in hand that is to fire so."""
    going = view["guns"]["arriving"]
    if going and going["side"] == view["you"]:
        arriving = next((one for one in units_in(view) if one["id"] == going["unit"]), None)
        return _form(view, arriving, query, going) if arriving else None
    return _form(view, unit, query, None) if unit and do == "area" and unit["id"] in view["guns"]["areas"] else None


def _form(view: View, unit: View, query: QueryParams, going: View | None) -> AreaForm:
    by = going["by"] if going else "order"
    observed = query.get("observed") == "true"
    unseen = unit["id"] in view["guns"]["may_deviate"] and not observed
    spent = len(unit["spent"]) - int(going is not None and by == "order")
    mortar = unit["kind"] in MORTARS
    usually_on = {name for name, usual in SWITCHES.items() if usual or (mortar and name == "sees_point")}
    here = f"{unit['id']}/{by}/{spent}/{view['turn']['number']}/{view['turn']['side']}"
    return AreaForm(
        unit=unit,
        way="battery" if unit["kind"] in ARTILLERY else "mortar" if mortar else "gun",
        by=by,
        arriving=going is not None,
        deviates=going["deviates"] if going else unseen,
        observed=observed,
        point=view["guns"]["points"].get(unit["id"]),
        told=tuple(_told(query, _laid_on(view, unit, query))),
        range_cm=query.get("range_cm", "60"),
        switches={name: query.get(name, str(name in usually_on).lower()) == "true" for name in SWITCHES},
        words={name: query.get(name, usual) for name, usual in WORDS.items()},
        measured={name: query.get(name, "") for name in MEASURED},
        spotter=query.get("spotter", ""),
        where=query.get("where", ""),
        kept=_kept(view, f"area/{here}"),
        kept_deviation=_kept(view, f"deviation/{here}"),
    )


def _kept(view: View, roll: str) -> tuple[int, ...]:
    """The dice that were thrown for this roll before it was taken back, and count again."""
    return tuple(die["pips"] for die in view["thrown"].get(roll, ()))


def _laid_on(view: View, unit: View, query: QueryParams) -> str:
    """The base a mortar was laid on, where nothing has been filled in yet and that still stands."""
    point = view["guns"]["points"].get(unit["id"])
    if not point or "range_cm" in query:
        return ""
    standing = (stand["id"] for one in units_in(view) for stand in one["stands"] if stand["alive"])
    return point["laid_on"] if point["laid_on"] in standing else ""


def _told(query: QueryParams, laid_on: str) -> Iterator[Told]:
    """Every stand that was picked, with what was said of it while it was picked before."""
    before = {query.get(f"stands.{n}.stand"): f"stands.{n}." for n in range(len(query.getlist("_stands[]")) + 1)}
    for stand in dict.fromkeys(query.getlist("_stands[]") or ([laid_on] if laid_on else [])):
        prefix = before.get(stand, "-")
        facts: dict[str, Any] = {name: query.get(prefix + name, usual) for name, usual in OF_A_STAND.items()}
        for name, usual in SWITCHES_OF_A_STAND.items():
            facts[name] = query.get(prefix + name, str(usual).lower()) == "true"
        facts["aimed_at"] = facts["aimed_at"] or stand == laid_on
        if far := query.get(prefix + "from_gun_cm", "").strip():
            facts["from_gun_cm"] = figure(far)
        yield Told(stand, facts)


@dataclass(frozen=True, slots=True)
class Met:
    """A stand that moves through a zone, as filled in."""

    pair: str
    zone: str
    stand: str
    cover: str
    overlap: str
    centre_inside: bool
    straight_out: bool


def met_zones(query: QueryParams) -> list[Met]:
    """The stands said to move through zones, with what was said of each while it was named before."""
    pairs = dict.fromkeys(one for one in query.getlist("_zones[]") if "|" in one)
    before = {
        f"{query.get(f'zones.{n}.zone')}|{query.get(f'zones.{n}.stand')}": f"zones.{n}." for n in range(len(pairs) + 1)
    }
    return [_met(query, pair, before.get(pair, "-")) for pair in pairs]


def _met(query: QueryParams, pair: str, prefix: str) -> Met:
    zone, _, stand = pair.partition("|")
    return Met(
        pair,
        zone,
        stand,
        query.get(prefix + "cover", "soft"),
        query.get(prefix + "overlap", "whole"),
        query.get(prefix + "centre_inside", "true") == "true",
        query.get(prefix + "straight_out", "false") == "true",
    )


def gun_drafts(view: View, form: AreaForm | None, do: str, query: QueryParams) -> dict[str, dict[str, Any]]:
    """The commands of this seat's guns under the names of their forms; their dice have not been thrown."""
    found = {mover_name(one): _at_mover(one) for one in crossings(view)}
    if form and form.deviates:
        found["deviation"] = {"kind": "roll_deviation", "unit": form.unit["id"], "dice": [DIE] * 5}
    elif form:
        found["area"] = form.command
    if do == "sos" and query.get("_battery", ""):
        found["sos"] = _call(query)
    return found


def guns_work(
    view: View,
    form: AreaForm | None,
    foreseen: Mapping[str, Foreseen],
    names: Mapping[str, str],
    house: Mapping[str, str],
    query: QueryParams,
) -> dict[str, Any]:
    """What the page shows of the guns' work: the form with what its dice would bring, and who may be called or spot."""
    in_hand = foreseen.get("area", Foreseen())
    return {
        "area": form,
        "in_hand": in_hand,
        "first_die": foreseen.get("deviation", Foreseen()),
        "armoured": [stand["id"] for unit in units_in(view) if unit["kind"] in ARMOURED for stand in unit["stands"]],
        "slots": slots(in_hand.dice, names, {}),
        "alike": groups(in_hand.dice),
        "met": met_zones(query),
        "callable": may_be_called(view, house),
        "spotters": list(_spotters(view, form)) if form and form.way == "mortar" else [],
    }


def _spotters(view: View, form: AreaForm) -> Iterator[dict[str, str]]:
    """The commanders of battalions on this seat's side, for a mortar that does not see its point (FF-MTR-14)."""
    yield {"value": "", "word": "Nobody"}
    for side in view["sides"]:
        own = form.unit["id"].startswith(side["side"][0])
        for battalion in (one for regiment in side["regiments"] for one in regiment["battalions"]):
            chief = battalion["commander"]
            if own and chief["alive"] and battalion["on_table"]:
                yield {"value": chief["id"], "word": chief["name"]}


def crossings(view: View) -> list[dict[str, Any]]:
    """The stands on their way through a zone for which this seat throws the die."""
    waiting: list[dict[str, Any]] = view["guns"]["crossings"]
    return [one for one in waiting if view["you"] in (one["side"], "referee")]


def mover_name(one: View) -> str:
    """The name of the form for one attack on the way."""
    return f"zone/{one['zone']}/{one['stand']}"


def _at_mover(one: View) -> dict[str, Any]:
    return {"kind": "fire_on_mover", "zone": one["zone"], "stand": one["stand"], "die": DIE}


def _call(query: QueryParams) -> dict[str, Any]:
    trenches = {name: query.get(name, "").strip() for name in ("own_trench_cm", "enemy_trench_cm")}
    place = {name: query.get(name, "").strip() for name in ("along_cm", "up_cm")}
    return {
        "kind": "call_sos",
        "unit": query["_battery"],
        "die": DIE,
        "from_position_cm": figure(query.get("from_position_cm", "4")),
        "position": query.get("position", "front_trench"),
        "in_arc": query.get("in_arc", "true") == "true",
        "sees_point": query.get("sees_point", "false") == "true",
        "command_stand_sees": query.get("command_stand_sees", "true") == "true",
        **{name: figure(far) for name, far in (trenches | place).items() if far},
    }


def may_be_called(view: View, house: Mapping[str, str]) -> list[dict[str, Any]]:
    """The batteries of this seat that may still be called for SOS fire this turn (FF-SOS-05, AMB-314, AMB-318)."""
    if view["you"] != "defender" or view["turn"]["side"] != "defender" or not view["turn"]["running"]:
        return []
    kinds = ARTILLERY if house.get("AMB-318") == "heavy_too" else FIELD
    side = next(side for side in view["sides"] if side["side"] == view["you"])
    units = [unit for regiment in side["regiments"] for unit in regiment["units"] if unit["kind"] in kinds]
    free = [one for one in units if one["alive"] and one["id"] not in view["guns"]["answered"]]
    on_top = house.get("AMB-07") == "on_top"
    return [{"value": one["id"], "word": one["name"]} for one in free if on_top or not one["ordered"]]

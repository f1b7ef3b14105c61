"""Moves, wire, shelters, gas that is walked into and closing fire with what the map proposes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.pages.people import unit_in
from app.systems.flanders_fields.pages.on_map.guns import place_in, side_of
from app.systems.flanders_fields.pages.on_map.proposed import FormTold, OnMap, Proposals, by_name
from rules.kernel.values import dataclass
from rules.tabletop.stands import Pose, Spot

View = Mapping[str, Any]
OF_A_ZONE: Final = ("cover", "overlap", "centre_inside", "straight_out", "armour_in_cover")


@dataclass(frozen=True, slots=True)
class March:
    """Where a unit goes: its foremost stand from a place to another, both from its own corner in cm, the rest along.

    `to` is None as long as nobody has said; `places` are those of all its stands for the command; `many`: there is
    more than one.
    """

    lead: str
    name: str
    now: tuple[float, float]
    to: tuple[float, float] | None
    places: tuple[dict[str, Any], ...]
    many: bool = True

    @property
    def ways(self) -> dict[str, tuple[Pose, ...]]:
        """The way of each stand: straight to its place."""
        return {one["stand"]: (Pose(Spot(one["x_mm"], one["y_mm"]), one["facing_deg"]),) for one in self.places}


def march_of(query: QueryParams, unit: View | None, on: OnMap | None) -> March | None:
    """Where the unit in hand goes, as it is typed; None where none of its stands is on the map."""
    if unit is None or on is None:
        return None
    placed = [one["id"] for one in unit["stands"] if one["alive"] and on.field.has(one["id"])]
    if not placed:
        return None
    side, own = side_of(unit["id"]), on.field.stands
    here = own[placed[0]].stand.spot
    to = place_in(query, "_to_along", "_to_up")
    there = on.field.spot(side, *to) if to else here
    by = (there.x_mm - here.x_mm, there.y_mm - here.y_mm)
    places = tuple(_moved(name, own[name].stand.pose, by) for name in placed) if to and any(by) else ()
    return March(placed[0], own[placed[0]].name, on.field.from_edge(side, here), to, places, len(placed) > 1)


def _moved(stand: str, pose: Pose, by: tuple[int, int]) -> dict[str, Any]:
    x, y = pose.spot.x_mm + by[0], pose.spot.y_mm + by[1]
    return {"stand": stand, "x_mm": x, "y_mm": y, "facing_deg": pose.facing_deg}


def chief_moving(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """The same of a command stand that says its move because of the fire it leads through (AMB-322)."""
    return _going(query, view, on, chief_in(query, view))


def chief_in(query: QueryParams, view: View) -> View | None:
    """The command stand whose move is told, as a unit of one stand."""
    asked = query.get("_chief", "")
    if not asked or view["you"] != view["turn"]["side"]:
        return None
    chief = next((one for one in view["guns"]["command_moves"] if one["id"] == asked), None)
    if chief is None:
        return None
    return {"id": chief["id"], "tank": None, "stands": [{"id": chief["id"], "alive": True, "levels": 0}]}


def moving(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """A move to a place that was typed: the ground that counts, wire and trenches, the fire it leads through."""
    return _going(query, view, on, unit_in(view, query.get("unit", "")))


def _going(query: QueryParams, view: View, on: OnMap, unit: View | None) -> FormTold | None:
    from rules.flanders_fields.game.survey.marches import march

    goes = march_of(query, unit, on)
    if unit is None or goes is None or not goes.places:
        return None
    in_column = query.get("in_column") == "true"
    found = march(on.field, goes.ways, on.book, in_column)
    asked = ("going", *(("in_column",) if in_column else ()), *(("belts", "trenches_crossed") if unit["tank"] else ()))
    told = by_name(one for one in found if one.fact in asked)
    to = goes.to or goes.now
    free = {one["id"] for one in unit["stands"] if one["alive"] and not one["levels"]}
    ways = {name: way for name, way in goes.ways.items() if name in free}
    met = {f"{zone}|{name}": told for name, way in ways.items() for zone, told in fire_met(view, on, name, way).items()}
    of = {f"zone/{pair}": found for pair, found in met.items()}
    return FormTold(f"{goes.lead}>{to[0]},{to[1]}", told, tuple(_rows(met)), ("_zones[]", "zones"), of)


def _rows(met: Mapping[str, Proposals]) -> Iterator[tuple[str, str]]:
    """The zones in force that stands go through, as the rows of the form."""
    for n, (pair, told) in enumerate(met.items()):
        zone, _, stand = pair.partition("|")
        yield "_zones[]", pair
        yield f"zones.{n}.zone", zone
        yield f"zones.{n}.stand", stand
        for name in OF_A_ZONE:
            if name in told:
                yield f"zones.{n}.{name}", str(told[name].value).lower()


def fire_met(view: View, on: OnMap, stand: str, way: tuple[Pose, ...]) -> dict[str, Proposals]:
    """The zones in force that a stand goes through, and how, by the unit whose fire it is."""
    from rules.flanders_fields.game.survey import marches

    live = {zone["unit"] for zone in view["guns"]["zones"]}
    found = marches.fire_met(on.field, stand, way, on.book) if live else ()
    return {one.stand: by_name(one.facts) for one in found if one.stand in live}


def going_in_through(view: View, on: OnMap, stand: str, target: str) -> dict[str, Proposals]:
    """The zones in force on the way of a stand that goes straight in at another, by the unit whose fire it is."""
    from rules.flanders_fields.game.survey.assault import contact_pose

    if not view["guns"]["zones"] or not on.field.has(stand, target):
        return {}
    return fire_met(view, on, stand, (contact_pose(on.field, stand, target),))


def going_below(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """Stands of a unit that go below: whether they all stand in a work of their side, whether an enemy is in it."""
    from rules.flanders_fields.game.survey.positions import in_own_work

    unit = unit_in(view, query.get("unit", ""))
    going = [one["id"] for one in unit["stands"] if one["alive"] and not one.get("below")] if unit else []
    chosen = [name for name in query.getlist("stands[]") if name in going] or going
    found = [by_name(in_own_work(on.field, name)) for name in chosen if on.field.has(name)]
    if not found:
        return None
    worst = next((one for one in found if not one["in_own_work"].value), found[0])
    above = [one["enemy_above"] for one in found if "enemy_above" in one]
    told = {"in_own_work": worst["in_own_work"]}
    if above:
        told["enemy_above"] = next((one for one in above if one.value), above[0])
    return FormTold(",".join(chosen), told)


def sitting_below(view: View, on: OnMap) -> dict[str, Proposals]:
    """Whether an enemy is in the work over each stand that may come up, by the stand (FF-DSH-03)."""
    from rules.flanders_fields.game.survey.positions import in_own_work

    sitting = view["shelters"]["below"] if view["shelters"] else []
    trying = [one["stand"] for one in sitting if one["may_try"] and on.field.has(one["stand"])]
    return {stand: by_name(in_own_work(on.field, stand)) for stand in trying}


def hit_below(query: QueryParams, on: OnMap) -> FormTold | None:
    """What falls on the work over a stand that sits below: how it lies there, what the work gives (FF-DSH-02)."""
    from rules.flanders_fields.game.survey import positions

    stand = query.get("below", "")
    told = by_name(positions.hit_below(on.field, stand, on.book)) if stand else {}
    return FormTold(f"harm>{stand}", told) if told else None


def at_wire(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """A unit that clears wire or tries to cross it: whether it touches any, how many belts lie before it."""
    from rules.flanders_fields.game.survey import wire

    unit = unit_in(view, query.get("unit", ""))
    stands = on.field.of_unit(unit["id"]) if unit else {}
    if unit is None or not stands:
        return None
    touches = wire.touching(on.field, unit["id"])
    belts = max(
        (one for name in stands for one in wire.belts(on.field, name)), key=lambda one: int(one.value), default=None
    )
    return FormTold(f"wire>{unit['id']}", by_name(one for one in (touches, belts) if one))


def into_gas(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """A stand that has moved into a cloud: how it was covered on its way and where it stands now."""
    from rules.flanders_fields.game.survey.gas import entered

    stand, clouds = query.get("caught.stand", ""), [one["id"] for one in view["gas"]["clouds"]]
    if query.get("entering") != "1" or not clouds:
        return None
    chosen = query.get("cloud", "")
    cloud = next((one for one in on.field.clouds if one.id == (chosen if chosen in clouds else clouds[0])), None)
    found = by_name(entered(on.field, stand, cloud, on.book)) if cloud else {}
    if cloud is None or not found:
        return None
    told = {name if name == "began_inside" else f"caught.{name}": one for name, one in found.items()}
    return FormTold(f"{cloud.id}>{stand}", told)


def closing_fire(view: View, on: OnMap) -> dict[str, Proposals]:
    """What the map has of the fire of each assaulted stand at each attacker, by '{stand}>{attacker}'."""
    from rules.flanders_fields.game.survey.shooting import distance, slope

    going = view["assault"]
    pairs = [(one["stand"], at) for one in going["firing"] for at in one["at"]] if going else []
    return {
        f"{stand}>{at}": by_name(
            (distance(on.field, stand, at, on.book), slope(on.field, stand, on.field.stands[at].stand))
        )
        for stand, at in pairs
        if on.field.has(stand, at)
    }


def fires_aside(query: QueryParams, on: OnMap) -> FormTold | None:
    """The fire of one that is not assaulted: how far off the attacker is, up or down, on which side (AMB-402)."""
    from rules.flanders_fields.game.survey.aiming import aimed

    stand, target = query.get("stand", ""), query.get("target", "")
    if query.get("closing") != "aside" or not on.field.has(stand, target):
        return None
    told = by_name(
        one for one in aimed(on.field, stand, target, on.book) if one.fact in ("range_cm", "slope", "sector")
    )
    return FormTold(f"{stand}>{target}", told)

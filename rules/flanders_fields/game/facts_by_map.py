"""What the laid table says of the facts that a deed asks for, by the survey that the map's pages use."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from itertools import takewhile
from typing import Final, NamedTuple

from rules.flanders_fields.artillery.game.areas_hit import kind_of_area
from rules.flanders_fields.artillery.game.by_map import planned_fire
from rules.flanders_fields.artillery.game.state import FiresBy
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.survey import (
    aiming,
    air,
    assault,
    barrage,
    cover,
    gas,
    guns,
    marches,
    orders,
    positions,
    wire,
    zones,
)
from rules.flanders_fields.game.survey.arcs import point_in_arc
from rules.flanders_fields.game.survey.areas import as_told
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.moving_to import ways_told
from rules.flanders_fields.game.survey.points import spot_of
from rules.flanders_fields.game.survey.shooting import crosses, distance
from rules.flanders_fields.gas.game.drifts import cloud_on, drift_of, lying_beside
from rules.flanders_fields.vocabulary import Crossing, UnitClass
from rules.kernel.asking import Origin, Proposal, Told
from rules.tabletop.proposed import Proposed, Survey, Surveyed
from rules.tabletop.stands import Pose, Spot

Facts = Iterable[Proposed]


def _shot(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    """A shot at a stand, or at one that lies in the beaten zone behind the first target."""
    firer, target = row["firer"], row["target"]
    before = takewhile(lambda one: one is not row, told["shots"])
    firsts = [one["target"] for one in before if one.get("firer") == firer and one.get("behind_cm") is None]
    kind = seated.state.units[told["unit"]].kind
    if firsts and kind is UnitClass.MACHINE_GUN:
        return _in_zone(seated, field, firer, firsts[0], target)
    if kind is UnitClass.BLOCK_HOUSE:
        # Each face has its own first target. Whoever lies in the zone behind one of them is fired at from that face.
        found = (tuple(_in_zone(seated, field, firer, first, target)) for first in reversed(firsts))
        return next(filter(None, found), ()) or aimed(seated, field, firer, target)
    return aimed(seated, field, firer, target)


def aimed(seated: SeatDeeds, field: Field, firer: str, target: str) -> Survey:
    """All that the map says of a stand's fire at a target."""
    return field.once(("aimed", firer, target), lambda: aiming.aimed(field, firer, target, seated.table.book))


def _in_zone(seated: SeatDeeds, field: Field, firer: str, first: str, target: str) -> Facts:
    book = seated.table.book
    if not field.has(firer, first, target):
        return ()

    def behind() -> tuple[Surveyed, ...]:
        edge = aiming.face_of(aiming.side_of(field, firer, first, book))
        return zones.behind(field, firer, first, book, edge)

    found = next((one.facts for one in field.once(("zone", firer, first), behind) if one.stand == target), ())
    if not found:
        return ()
    near = next(one for one in aimed(seated, field, firer, first) if one.fact == "range_cm")
    deep = next(one.value for one in found if one.fact == "behind_cm")
    far = round(near.value + deep, 1)
    face = aiming.side_of(field, firer, first, book)
    range_cm = Proposed("range_cm", far, f"{deep:g} cm behind the first target, map")
    return (*found, range_cm, *((face,) if face else ()))


def _order(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """What an order roll looks at. Who stands in gas the game itself keeps; that wire is crossed a player says."""
    state, unit = seated.state, seated.state.units[told["unit"]]
    if not field.has(*(stand.id for stand in state.living(unit))):
        return ()
    found = orders.order(field, unit.id, state.commander_of(unit).id, _platoons(seated, unit), seated.table.book)
    return (one for one in found if one.fact not in ("crossing_wire", "in_gas", "commander_in_gas"))


def _platoons(seated: SeatDeeds, unit: Unit) -> tuple[str, ...]:
    """The platoons of a unit's battalion that are alive."""
    battalion = seated.state.battalion_of(unit)
    return tuple(one.id for one in seated.state.rifle_stands(battalion) if one.alive) if battalion else ()


def point_of(seated: SeatDeeds, field: Field, unit: Unit) -> Spot | None:
    """Where the point of a weapon lies; None where nobody said, or where its fire comes down is still to be rolled."""
    point, arriving = seated.state.guns.point_of(unit.id), seated.state.guns.arriving
    if point is None or (arriving is not None and arriving.unit == unit.id and arriving.deviates):
        return None
    return spot_of(field, unit.side, point.along_cm, point.up_cm, point.laid_on)


def _weapon(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """The weapon that fires on an area: its range, arc and sight, and who observes for one behind the table."""
    unit, book = seated.state.units[told["unit"]], seated.table.book
    spot = point_of(seated, field, unit)
    if spot is None:
        return
    if not unit.on_table:
        seen = guns.watched(field, unit.side, spot, book)
        yield from (seen,) if seen else ()
        return
    yield from guns.weapon(field, unit.stands[0], spot, book)
    near = guns.nearest_of(field, spot, _platoons(seated, unit), book, "battalion_cm")
    yield from (near,) if near else ()
    point = seated.state.guns.point_of(unit.id)
    if told.get("spotter") and point is not None:
        yield from guns.spotted(field, unit.stands[0], told["spotter"], point.laid_on, book)


def in_area(seated: SeatDeeds, field: Field, unit: Unit) -> tuple[Surveyed, ...]:
    """Whom the fire of a weapon on its point catches, and how."""
    spot, arriving = point_of(seated, field, unit), seated.state.guns.arriving
    point = seated.state.guns.point_of(unit.id)
    if spot is None or point is None:
        return ()
    kind = kind_of_area(unit, arriving.by if arriving and arriving.unit == unit.id else FiresBy.ORDER)
    gun, book = unit.stands[0] if unit.on_table else "", seated.table.book

    def caught() -> tuple[Surveyed, ...]:
        return as_told(guns.caught(field, unit.side, kind, spot, book, gun, point.laid_on), book)

    return field.once(("in area", unit.id), caught)


def _caught(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    met = _of(in_area(seated, field, seated.state.units[told["unit"]]), row["stand"])
    return met or _protected(seated, field, row["stand"])


def _of(found: Iterable[Surveyed], stand: str) -> Survey:
    return next((one.facts for one in found if one.stand == stand), ())


def under(seated: SeatDeeds, field: Field, barrage_id: str) -> tuple[Surveyed, ...]:
    """Whom a barrage touches where it lies and has swept, and how."""
    plan = seated.state.plan.barrage(barrage_id)
    if plan is None:
        return ()
    side = plan.side
    return field.once(
        ("under", side), lambda: barrage.under(field, barrage.grounds(field, side), side, seated.table.book)
    )


def _under(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """How the barrage covers the first of the stands told: they are told together because they are alike."""
    first = next(iter(told["stands"]))
    return _of(under(seated, field, told["barrage"]), first) or _protected(seated, field, first)


def _behind_barrage(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    plan = seated.state.plan.barrage(told["barrage"])
    return barrage.risk(field, told["stand"], plan.side, seated.table.book) if plan else ()


def _going_in(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    stand, target, book = told["stand"], told["target"], seated.table.book
    if not field.has(stand, target):
        return
    yield from assault.closing(field, stand, target, book)
    outside = assault.ground_outside(field, stand, target, book)
    yield from (outside,) if outside else ()
    for name in assault.supporters(field, stand)[:1]:
        yield Proposed("supporter", name, f"{field.stands[name].name} touches it from behind, map")


def _way_in(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    """The fire that a stand goes through as it goes straight in."""
    stand, target = told["stand"], told["target"]
    if not field.has(stand, target) or row["stand"] not in ("", stand):
        return ()
    return _fire_met(seated, field, stand, (assault.contact_pose(field, stand, target),), row["zone"])


def _fire_met(seated: SeatDeeds, field: Field, stand: str, way: tuple[Pose, ...], zone: str) -> Survey:
    return _of(marches.fire_met(field, stand, way, seated.table.book), zone) if field.has(stand) else ()


def _march(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """What a move to places that were told leads over. Whether in column is a commander's word."""
    found = marches.march(field, ways_told(told), seated.table.book, bool(told.get("in_column")))
    return (one for one in found if one.fact != "in_column")


def _on_the_way(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    stand = row["stand"] or told.get("stand", "")
    return _fire_met(seated, field, stand, ways_told(told).get(stand, ()), row["zone"])


def _closing(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """Fire as attackers close: its own side only tells how it is seen from a stand that is not assaulted."""
    if not told.get("target"):
        return ()
    found = aimed(seated, field, told["stand"], told["target"])
    return (one for one in found if one.fact in ("range_cm", "slope", "sector"))


def _crossing(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    return [one for name in list(told["stands"])[:1] for one in wire.belts(field, name)]


def _clearing(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    touching = wire.touching(field, told["unit"])
    belts = [one for name in field.of_unit(told["unit"]) for one in wire.belts(field, name)]
    return (*sorted(belts, key=lambda one: -int(one.value))[:1], *((touching,) if touching else ()))


def drifting(seated: SeatDeeds, field: Field, name: str) -> tuple[tuple[Surveyed, ...], Survey]:
    """Whom a cloud touches on its way of this phase, and whether it leaves the table."""
    book = seated.table.book
    drift = drift_of(seated.state, field, book, name)
    if drift is None:
        return (), ()
    cloud, step, beside = drift

    def found() -> tuple[tuple[Surveyed, ...], Survey]:
        return gas.caught_by(field, cloud, step, book, beside), (gas.off_table(field, cloud, step),)

    return field.once(("drifts", name), found)


def _gas(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    return _of(drifting(seated, field, told["cloud"])[0], row["stand"]) or _protected(seated, field, row["stand"])


def _gas_gone(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    return drifting(seated, field, told["cloud"])[1]


def _into_gas(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    lying, book = cloud_on(field, told["cloud"]), seated.table.book
    if lying is None:
        return ()
    beside = lying_beside(seated.state, field, book, told["cloud"])
    return gas.entered(field, told["caught"]["stand"], lying, book, beside)


def _planned(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    return planned_fire(seated.table, field, told["line"])


def in_work(seated: SeatDeeds, field: Field, told: Told) -> tuple[Surveyed, ...]:
    """Who stands in the piece of the map that a planned bombardment falls on."""
    of = next(one.side for one in seated.state.plan.works if one.id == told["work"])
    return positions.in_work(field, of, told["piece"], seated.table.book) if told.get("piece") else ()


def _work(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    return _of(in_work(seated, field, told), row["stand"]) or _protected(seated, field, row["stand"])


def on_line(seated: SeatDeeds, field: Field, told: Told) -> tuple[Surveyed, ...]:
    """The stands on the line of an attack from the air."""
    strike = seated.state.air.strike
    if strike is None or told.get("along_cm") is None or told.get("up_cm") is None:
        return ()
    spot = field.spot(strike.side, told["along_cm"], told["up_cm"])
    return air.on_the_line(field, strike.side, spot, told.get("direction_deg", 0), seated.table.book)


def _from_the_air(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    return _of(on_line(seated, field, told), row["stand"]) or _protected(seated, field, row["stand"])


def _below(_seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """Of several stands the one that stands worst tells for all."""
    found = [positions.in_own_work(field, name) for name in told["stands"]]
    return min(filter(None, found), key=lambda one: bool(one[0].value), default=())


def _up(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    found = positions.in_own_work(field, told["stand"])
    return (*(one for one in found if one.fact == "enemy_above"), *_protected(seated, field, told["stand"]))


def _protected(seated: SeatDeeds, field: Field, stand: str) -> Survey:
    """The cover of a stand by the map, which knows it also where it does not put the stand under fire."""
    return cover.protection(field, stand, seated.table.book)


def _hit_below(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    return positions.hit_below(field, told["stand"], seated.table.book)


def _called(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """An SOS call onto a place that was told."""
    if told.get("along_cm") is None or told.get("up_cm") is None:
        return ()
    unit = seated.state.units[told["unit"]]
    spot = field.spot(unit.side, told["along_cm"], told["up_cm"])
    posts = tuple(name for name, one in field.stands.items() if one.unit_class is None and one.side is unit.side)
    return guns.sos(field, unit.side, spot, unit.stands[0], posts, seated.table.book)


def _laying(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    unit = seated.state.units[told["unit"]]
    spot = spot_of(field, unit.side, told.get("along_cm"), told.get("up_cm"), told.get("target", ""))
    if not unit.on_table or spot is None or not field.has(unit.stands[0]):
        return ()
    bears = point_in_arc(field, unit.stands[0], spot, seated.table.book)
    return (bears,) if bears else ()


class AsksMap(NamedTuple):
    """How the map is asked about a deed, or about a row of one, once these of its fields are told."""

    ask: Callable[[SeatDeeds, Field, Told, Told], Facts]
    told: tuple[str, ...] = ()
    in_row: tuple[str, ...] = ()


SAYS: Final[Mapping[tuple[str, str], AsksMap]] = {
    ("roll_orders", ""): AsksMap(_order),
    ("fire", "shots"): AsksMap(_shot, in_row=("firer", "target")),
    ("fire_on_area", ""): AsksMap(_weapon),
    ("fire_on_area", "stands"): AsksMap(_caught, in_row=("stand",)),
    ("lay_point", ""): AsksMap(_laying),
    ("call_sos", ""): AsksMap(_called),
    ("move_unit", ""): AsksMap(_march),
    ("move_unit", "zones"): AsksMap(_on_the_way, in_row=("zone", "stand")),
    ("move_command_stand", ""): AsksMap(_march),
    ("move_command_stand", "zones"): AsksMap(_on_the_way, in_row=("zone", "stand")),
    ("cross_wire", ""): AsksMap(_crossing, ("stands",)),
    ("cross_wire", "zones"): AsksMap(_on_the_way, in_row=("zone", "stand")),
    ("clear_wire", ""): AsksMap(_clearing),
    ("go_in", ""): AsksMap(_going_in, ("stand", "target")),
    ("go_in", "zones"): AsksMap(_way_in, ("stand", "target"), ("zone", "stand")),
    ("fire_as_they_close", ""): AsksMap(_closing, ("target",)),
    ("roll_under_barrage", ""): AsksMap(_under, ("stands",)),
    ("risk_barrage", ""): AsksMap(_behind_barrage, ("stand",)),
    ("gas_attacks", ""): AsksMap(_gas_gone),
    ("gas_attacks", "caught"): AsksMap(_gas, in_row=("stand",)),
    ("enter_gas", ""): AsksMap(_into_gas, ("caught",)),
    ("fire_by_plan", ""): AsksMap(_planned),
    ("strike_from_plan", ""): AsksMap(_planned),
    ("bombard_work", "stands"): AsksMap(_work, in_row=("stand",)),
    ("name_air_targets", "targets"): AsksMap(_from_the_air, in_row=("stand",)),
    ("go_below", ""): AsksMap(_below, ("stands",)),
    ("come_up", ""): AsksMap(_up),
    ("hit_below", ""): AsksMap(_hit_below),
}
"""By the deed and the rows in which the facts stand; none for the deed itself."""


def by_map(found: Proposed) -> Proposal:
    """What the map has of a fact, as a proposal in plain values."""
    value = found.value.value if isinstance(found.value, Enum) else found.value
    return Proposal(value, Origin.MAP, found.whence.removesuffix(", map"))


RENAMED: Final = {"target_armour_in_cover": "armour_in_cover"}
"""Facts that commands call otherwise."""


def measured(seated: SeatDeeds, kind: str, rows: str, told: Told, row: Told) -> Mapping[str, Proposal]:
    """What the map says of a deed as far as it was told, by the fact; nothing of what is not placed."""
    says, field = SAYS.get((kind, rows)), seated.field
    if says is None or field is None:
        return {}
    if not all(name in told for name in says.told) or not all(name in row for name in says.in_row):
        return {}
    return {RENAMED.get(one.fact, one.fact): by_map(one) for one in says.ask(seated, field, told, row)}


def seen_from(seated: SeatDeeds, field: Field, stand: str, own: Iterable[str]) -> Facts:
    """A stand's cover, and from the nearest of some own stands its distance and the fire that lies between."""
    book = seated.table.book
    found = cover.cover(field, stand, book)
    yield from (found,) if found else ()
    near = [(distance(field, one, stand, book), one) for one in own if field.has(one)]
    if near:
        nearest, firer = min(near, key=lambda one: float(one[0].value))
        yield nearest
        between = crosses(field, firer, field.stands[stand].stand) if field.under_fire else None
        if between is not None and between.value is not Crossing.NOTHING:
            yield between

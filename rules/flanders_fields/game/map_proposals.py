"""Proposals from the map for each command: its facts, the stands to choose, facts of stands."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import takewhile
from typing import Any, Final, NamedTuple

from rules.flanders_fields.game.actions.artillery.area_fire import kind_of_area
from rules.flanders_fields.game.actions.artillery.gun_prompts import planned_fire
from rules.flanders_fields.game.actions.cards.card_draws import FLANK
from rules.flanders_fields.game.actions.gas.gas_events import cloud_on, drift_of, lying_beside
from rules.flanders_fields.game.actions.shooting.fire_module import ready
from rules.flanders_fields.game.log_text import name_of
from rules.flanders_fields.game.map_facts import (
    area_coverage,
    cover_and_sight,
    direct_fire,
    gas_coverage,
    indirect_fire,
    move_paths,
    orders_and_assaults,
    trenches_and_wire,
)
from rules.flanders_fields.game.map_facts.area_coverage import as_told
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.direct_fire import crosses, distance
from rules.flanders_fields.game.map_facts.indirect_fire import spot_of
from rules.flanders_fields.game.map_facts.move_paths import fire_met, ways_told
from rules.flanders_fields.game.map_facts.weapon_arcs import HOUSE_FACES, point_in_arc
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.stand_types import MOTORS
from rules.flanders_fields.game.state.artillery import FiresBy
from rules.flanders_fields.game.state.game import GameState, Stand, Unit
from rules.flanders_fields.game.zone_crossings import zones
from rules.flanders_fields.shelters import FacesFire, faces_fire
from rules.flanders_fields.vocabulary import Crossing, UnitClass
from rules.kernel.explanations import Refusal
from rules.kernel.play import Past, no_past
from rules.kernel.prompts import Ask, Origin, Proposal, Told
from rules.kernel.seats import Actor
from rules.tabletop.board_view import Proposed, Survey, Surveyed, values
from rules.tabletop.stands import Pose, Spot

# What the laid table says of the facts that a deed asks for, by the survey that the map's pages use

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
    return field.once(("aimed", firer, target), lambda: direct_fire.aimed(field, firer, target, seated.table.book))


def _in_zone(seated: SeatDeeds, field: Field, firer: str, first: str, target: str) -> Facts:
    book = seated.table.book
    if not field.has(firer, first, target):
        return ()

    def behind() -> tuple[Surveyed, ...]:
        edge = direct_fire.face_of(direct_fire.side_of(field, firer, first, book))
        return direct_fire.behind(field, firer, first, book, edge)

    found = next((one.facts for one in field.once(("zone", firer, first), behind) if one.stand == target), ())
    if not found:
        return ()
    near = next(one for one in aimed(seated, field, firer, first) if one.fact == "range_cm")
    deep = next(one.value for one in found if one.fact == "behind_cm")
    far = round(near.value + deep, 1)
    face = direct_fire.side_of(field, firer, first, book)
    range_cm = Proposed("range_cm", far, f"{deep:g} cm behind the first target, map")
    return (*found, range_cm, *((face,) if face else ()))


def _order(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """What an order roll looks at. Who stands in gas the game itself keeps; that wire is crossed a player says."""
    state, unit = seated.state, seated.state.units[told["unit"]]
    if not field.has(*(stand.id for stand in state.living(unit))):
        return ()
    found = orders_and_assaults.order(
        field, unit.id, state.commander_of(unit).id, _platoons(seated, unit), seated.table.book
    )
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
        seen = indirect_fire.watched(field, unit.side, spot, book)
        yield from (seen,) if seen else ()
        return
    yield from indirect_fire.weapon(field, unit.stands[0], spot, book)
    near = indirect_fire.nearest_of(field, spot, _platoons(seated, unit), book, "battalion_cm")
    yield from (near,) if near else ()
    point = seated.state.guns.point_of(unit.id)
    if told.get("spotter") and point is not None:
        yield from indirect_fire.spotted(field, unit.stands[0], told["spotter"], point.laid_on, book)


def in_area(seated: SeatDeeds, field: Field, unit: Unit) -> tuple[Surveyed, ...]:
    """Whom the fire of a weapon on its point catches, and how."""
    spot, arriving = point_of(seated, field, unit), seated.state.guns.arriving
    point = seated.state.guns.point_of(unit.id)
    if spot is None or point is None:
        return ()
    kind = kind_of_area(unit, arriving.by if arriving and arriving.unit == unit.id else FiresBy.ORDER)
    gun, book = unit.stands[0] if unit.on_table else "", seated.table.book

    def caught() -> tuple[Surveyed, ...]:
        return as_told(indirect_fire.caught(field, unit.side, kind, spot, book, gun, point.laid_on), book)

    return field.once(("in area", unit.id), caught)


def _caught(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    met = _facts_of(in_area(seated, field, seated.state.units[told["unit"]]), row["stand"])
    return met or _protected(seated, field, row["stand"])


def _facts_of(found: Iterable[Surveyed], stand: str) -> Survey:
    return next((one.facts for one in found if one.stand == stand), ())


def under(seated: SeatDeeds, field: Field, barrage_id: str) -> tuple[Surveyed, ...]:
    """Whom a barrage touches where it lies and has swept, and how."""
    plan = seated.state.plan.barrage(barrage_id)
    if plan is None:
        return ()
    side = plan.side
    return field.once(
        ("under", side), lambda: area_coverage.under(field, area_coverage.grounds(field, side), side, seated.table.book)
    )


def _barrage_facts(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """How the barrage covers the first of the stands told: they are told together because they are alike."""
    first = next(iter(told["stands"]))
    return _facts_of(under(seated, field, told["barrage"]), first) or _protected(seated, field, first)


def _behind_barrage(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    plan = seated.state.plan.barrage(told["barrage"])
    return area_coverage.risk(field, told["stand"], plan.side, seated.table.book) if plan else ()


def _going_in(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    stand, target, book = told["stand"], told["target"], seated.table.book
    if not field.has(stand, target):
        return
    yield from orders_and_assaults.closing(field, stand, target, book)
    outside = orders_and_assaults.ground_outside(field, stand, target, book)
    yield from (outside,) if outside else ()
    for name in orders_and_assaults.supporters(field, stand)[:1]:
        yield Proposed("supporter", name, f"{field.stands[name].name} touches it from behind, map")


def _way_in(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    """The fire that a stand goes through as it goes straight in."""
    stand, target = told["stand"], told["target"]
    if not field.has(stand, target) or row["stand"] not in ("", stand):
        return ()
    return _fire_met(seated, field, stand, (orders_and_assaults.contact_pose(field, stand, target),), row["zone"])


def _fire_met(seated: SeatDeeds, field: Field, stand: str, way: tuple[Pose, ...], zone: str) -> Survey:
    return _facts_of(move_paths.fire_met(field, stand, way, seated.table.book), zone) if field.has(stand) else ()


def _march(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """What a move to places that were told leads over. Whether in column is a commander's word."""
    found = move_paths.march(field, ways_told(told), seated.table.book, bool(told.get("in_column")))
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
    return [one for name in list(told["stands"])[:1] for one in trenches_and_wire.belts(field, name)]


def _clearing(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    touching = trenches_and_wire.touching(field, told["unit"])
    belts = [one for name in field.of_unit(told["unit"]) for one in trenches_and_wire.belts(field, name)]
    return (*sorted(belts, key=lambda one: -int(one.value))[:1], *((touching,) if touching else ()))


def drifting(seated: SeatDeeds, field: Field, name: str) -> tuple[tuple[Surveyed, ...], Survey]:
    """Whom a cloud touches on its way of this phase, and whether it leaves the table."""
    book = seated.table.book
    drift = drift_of(seated.state, field, book, name)
    if drift is None:
        return (), ()
    cloud, step, beside = drift

    def found() -> tuple[tuple[Surveyed, ...], Survey]:
        return gas_coverage.caught_by(field, cloud, step, book, beside), (gas_coverage.off_table(field, cloud, step),)

    return field.once(("drifts", name), found)


def _gas(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    return _facts_of(drifting(seated, field, told["cloud"])[0], row["stand"]) or _protected(seated, field, row["stand"])


def _gas_gone(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    return drifting(seated, field, told["cloud"])[1]


def _into_gas(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    lying, book = cloud_on(field, told["cloud"]), seated.table.book
    if lying is None:
        return ()
    beside = lying_beside(seated.state, field, book, told["cloud"])
    return gas_coverage.entered(field, told["caught"]["stand"], lying, book, beside)


def _planned(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    return planned_fire(seated.table, field, told["line"])


def in_work(seated: SeatDeeds, field: Field, told: Told) -> tuple[Surveyed, ...]:
    """Who stands in the piece of the map that a planned bombardment falls on."""
    of = next(one.side for one in seated.state.plan.works if one.id == told["work"])
    return trenches_and_wire.in_work(field, of, told["piece"], seated.table.book) if told.get("piece") else ()


def _work(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    return _facts_of(in_work(seated, field, told), row["stand"]) or _protected(seated, field, row["stand"])


def on_line(seated: SeatDeeds, field: Field, told: Told) -> tuple[Surveyed, ...]:
    """The stands on the line of an attack from the air."""
    strike = seated.state.air.strike
    if strike is None or told.get("along_cm") is None or told.get("up_cm") is None:
        return ()
    spot = field.spot(strike.side, told["along_cm"], told["up_cm"])
    return indirect_fire.on_the_line(field, strike.side, spot, told.get("direction_deg", 0), seated.table.book)


def _from_the_air(seated: SeatDeeds, field: Field, told: Told, row: Told) -> Facts:
    return _facts_of(on_line(seated, field, told), row["stand"]) or _protected(seated, field, row["stand"])


def _below(_seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """Of several stands the one that stands worst tells for all."""
    found = [trenches_and_wire.in_own_work(field, name) for name in told["stands"]]
    return min(filter(None, found), key=lambda one: bool(one[0].value), default=())


def _up(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    found = trenches_and_wire.in_own_work(field, told["stand"])
    return (*(one for one in found if one.fact == "enemy_above"), *_protected(seated, field, told["stand"]))


def _protected(seated: SeatDeeds, field: Field, stand: str) -> Survey:
    """The cover of a stand by the map, which knows it also where it does not put the stand under fire."""
    return cover_and_sight.protection(field, stand, seated.table.book)


def _hit_below(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    return trenches_and_wire.hit_below(field, told["stand"], seated.table.book)


def _called(seated: SeatDeeds, field: Field, told: Told, _row: Told) -> Facts:
    """An SOS call onto a place that was told."""
    if told.get("along_cm") is None or told.get("up_cm") is None:
        return ()
    unit = seated.state.units[told["unit"]]
    spot = field.spot(unit.side, told["along_cm"], told["up_cm"])
    posts = tuple(name for name, one in field.stands.items() if one.unit_class is None and one.side is unit.side)
    return indirect_fire.sos(field, unit.side, spot, unit.stands[0], posts, seated.table.book)


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
    ("set_aiming_point", ""): AsksMap(_laying),
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
    ("roll_under_barrage", ""): AsksMap(_barrage_facts, ("stands",)),
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
    found = cover_and_sight.cover(field, stand, book)
    yield from (found,) if found else ()
    near = [(distance(field, one, stand, book), one) for one in own if field.has(one)]
    if near:
        nearest, firer = min(near, key=lambda one: float(one[0].value))
        yield nearest
        between = crosses(field, firer, field.stands[stand].stand) if field.under_fire else None
        if between is not None and between.value is not Crossing.NOTHING:
            yield between


# What the map would choose for a deed

Chosen = Proposal | None


def _shots(seated: SeatDeeds, field: Field, told: Told, _ask: Ask) -> Chosen:
    """Each stand at whoever comes first for it; a machine gun at those too who lie in the beaten zone behind."""
    unit = seated.state.units[told["unit"]]
    if unit.kind in MOTORS:
        return None
    rows = list[dict[str, str]]()
    for firer in ready(seated, unit, moving=False):
        for target in _first_targets(seated, field, firer):
            rows += [{"firer": firer, "target": one} for one in (target, *_behind(seated, field, firer, target))]
    firsts = dict.fromkeys(row["target"] for row in rows)
    names = ", ".join(field.stands[one].name for one in firsts)
    return Proposal(rows, Origin.MAP, f"first by target priority: {names}") if rows else None


def first_target(seated: SeatDeeds, field: Field, firer: str) -> str:
    """Who comes first by target priority of those in range, arc and sight; empty where nobody does."""
    if not field.has(firer):
        return ""
    found = field.once(("first", firer), lambda: direct_fire.first_choice(field, firer, seated.table.book))
    return next(iter(found), "")


def _first_targets(seated: SeatDeeds, field: Field, firer: str) -> tuple[str, ...]:
    """Who comes first for a stand; of a block house for each face that may fire (FF-BLK-03)."""
    if field.has(firer) and field.stands[firer].unit_class is UnitClass.BLOCK_HOUSE:
        return field.once(("first by faces", firer), lambda: tuple(_by_faces(seated, field, firer)))
    target = first_target(seated, field, firer)
    return (target,) if target else ()


def _by_faces(seated: SeatDeeds, field: Field, firer: str) -> Iterator[str]:
    """The first target of each face; whoever two faces bear on is left to the first, and so is its beaten zone."""
    book, hit = seated.table.book, seated.state.stands[firer].faces
    fired_at = set[str]()
    for face, edge in HOUSE_FACES.items():
        if isinstance(faces_fire(FacesFire(firing=(face,), faces=hit), book), Refusal):
            continue
        found = direct_fire.enemies(field, firer, book, edge, in_range=True)
        first = direct_fire.target_order(field, firer, book, tuple(one for one in found if one.stand not in fired_at))
        if first:
            yield first[0]
            fired_at |= {first[0], *_behind(seated, field, firer, first[0])}


def _behind(seated: SeatDeeds, field: Field, firer: str, target: str) -> Iterator[str]:
    if field.stands[firer].unit_class in (UnitClass.MACHINE_GUN, UnitClass.BLOCK_HOUSE):
        found = field.once(
            ("zone told", firer, target), lambda: direct_fire.in_zone(field, firer, target, seated.table.book)
        )
        yield from (one.stand for one in found)


def _rows(found: Iterable[Surveyed], ask: Ask, why: str) -> Chosen:
    """A row for each stand that may be told."""
    rows = [{"stand": one.stand} for one in found]
    most = len(rows) if ask.most is None else int(ask.most)
    return Proposal(rows[:most], Origin.MAP, why) if rows else None


def _in_area(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    return _rows(in_area(seated, field, seated.state.units[told["unit"]]), ask, "some of its base lies in the area")


def _in_gas(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    return _rows(drifting(seated, field, told["cloud"])[0], ask, "the cloud touches it on its way")


def _in_work(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    return _rows(in_work(seated, field, told), ask, "it stands in the work")


def _on_line(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    return _rows(on_line(seated, field, told), ask, "it stands on the line of the attack")


def _stands_under(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    """Those who are alike are told together: all who have the cover of the first."""
    waiting = [one for one in under(seated, field, told["barrage"]) if one.stand in (ask.among or ())]
    if not waiting:
        return None
    first = _alike(waiting[0])
    return Proposal(
        [one.stand for one in waiting if _alike(one) == first], Origin.MAP, "under the barrage, in the same cover"
    )


def _alike(one: Surveyed) -> tuple[Any, ...]:
    facts = values(one.facts)
    return tuple(facts.get(name) for name in ("cover", "overlap", "target_armour_in_cover"))


def _touching(_seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    """An enemy that the stand has come up against already."""
    stand = told.get("stand", "")
    met = (
        [one for one in orders_and_assaults.touching_enemies(field, stand) if one in (ask.among or ())]
        if field.has(stand)
        else []
    )
    return Proposal(met[0], Origin.MAP, f"it touches {field.stands[met[0]].name}") if met else None


def _through(seated: SeatDeeds, field: Field, told: Told, _ask: Ask) -> Chosen:
    """The fire that attacks who moves there now, on the ways to the places that were told (FF-MVZ-02)."""
    live, book = {point.unit for point in zones(seated.table)}, seated.table.book
    rows = [
        {"zone": met.stand, "stand": stand}
        for stand, way in ways_told(told).items()
        if field.has(stand)
        for met in fire_met(field, stand, way, book)
        if met.stand in live
    ]
    return Proposal(rows, Origin.MAP, "its way leads through it") if rows else None


def _farthest_right(seated: SeatDeeds, field: Field, _told: Told, _ask: Ask) -> Chosen:
    """The platoon that a card on the flank takes (FF-CRD-16)."""
    awaited = seated.state.cards.awaited
    found = indirect_fire.farthest_right(field, awaited.drawer) if awaited and awaited.acts_as == FLANK else None
    return Proposal([found.value], Origin.MAP, found.whence) if found else None


def _under_a_shell(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    """Whom a shell catches where it was laid (FF-CRD-25)."""
    awaited = seated.state.cards.awaited
    if awaited is None or told.get("along_cm") is None or told.get("up_cm") is None:
        return None
    spot = spot_of(field, awaited.chooser, told["along_cm"], told["up_cm"], "")
    return _rows(
        indirect_fire.under_a_shell(field, awaited.chooser, spot, (), seated.table.book), ask, "it lies under the shell"
    )


def _piece(seated: SeatDeeds, _field: Field, told: Told, ask: Ask) -> Chosen:
    """The work that the plan means: that of its name, or else the nearest of its kind (FF-HUR-03)."""
    state = seated.state
    planned = next(one.name.casefold() for one in state.plan.works if one.id == told["work"])
    called = {piece: (name_of(state, piece) or piece).casefold() for piece in ask.among or () if piece}
    same = next((piece for piece, name in called.items() if name == planned), None)
    if same:
        return Proposal(same, Origin.MAP, "it bears the name in the plan")
    return next((Proposal(piece, Origin.MAP, "the nearest of its kind") for piece in called), None)


def _front_line(seated: SeatDeeds, field: Field, _told: Told, ask: Ask) -> Chosen:
    found = list[str]()
    for name in ask.among or ():
        unit = seated.state.units[name]
        near = trenches_and_wire.in_front_line(field, unit.stands[0], unit.kind, seated.table.book)
        found += [name] if near and near.value else []
    return Proposal(found, Origin.MAP, "in his front line") if found else None


CHOSEN: Final[Mapping[tuple[str, str], Callable[[SeatDeeds, Field, Told, Ask], Chosen]]] = {
    ("fire", "shots"): _shots,
    ("fire_on_area", "stands"): _in_area,
    ("roll_under_barrage", "stands"): _stands_under,
    ("move_unit", "zones"): _through,
    ("move_command_stand", "zones"): _through,
    ("cross_wire", "zones"): _through,
    ("go_in", "target"): _touching,
    ("gas_attacks", "caught"): _in_gas,
    ("bombard_work", "stands"): _in_work,
    ("name_air_targets", "targets"): _on_line,
    ("bombard_work", "piece"): _piece,
    ("say_what_it_takes", "on"): _farthest_right,
    ("say_what_it_takes", "shelled"): _under_a_shell,
    ("roll_deep_suppression", "in_front_line"): _front_line,
}
"""By the deed, and the ask in which stands are chosen."""


def chosen(seated: SeatDeeds, field: Field, kind: str, ask: Ask, told: Told) -> Chosen:
    """What the map would choose for an ask of a deed, if it can tell."""
    finds = CHOSEN.get((kind, ask.name))
    return finds(seated, field, told, ask) if finds else None


# Views of a seat

TOLD: Final = "told before, and it has not moved since"
KnownFacts = Mapping[str, Proposal]


def known(state: GameState, actor: Actor, unit: str, past: Past = no_past) -> Mapping[str, KnownFacts]:
    """The facts of each stand on the table that the seat may know of, by their names; nothing before there is a game.

    `range_cm` is the distance to the nearest stand of the `unit` in hand, of its enemies alone; `cover`, `on_wire`,
    `in_gas`, `moved` (since it was placed) and `line_crosses` are told where they are so. What nobody told and no map
    has is not there.
    """
    if state.facts is None:
        return {}
    seated = SeatDeeds(state, actor, past)
    own = _in_hand(seated, unit)
    if seated.field is not None:
        # Where they all stand is asked at once: one at a time it takes three times as long.
        seated.field.ground.holding(*(one.stand for one in seated.field.stands.values()))
    found = {name: dict(_known_of(seated, state.stands[name], own)) for name in seated.on_table}
    return {name: facts for name, facts in found.items() if facts}


def _in_hand(seated: SeatDeeds, unit: str) -> tuple[Stand, ...]:
    """The living stands of the unit in hand that the seat may know of."""
    there = seated.state.units.get(unit)
    living = seated.state.living(there) if there else ()
    return tuple(stand for stand in living if seated.table.knows_of(stand.id))


def _known_of(seated: SeatDeeds, stand: Stand, own: tuple[Stand, ...]) -> Iterator[tuple[str, Proposal]]:
    yield from _flags(seated, stand)
    cover = seated.remembered.cover_of(stand.id)
    if cover is not None:
        yield "cover", Proposal(cover.cover.value, Origin.REMEMBERED, TOLD)
    enemies = tuple(one for one in own if one.side is not stand.side)
    told = [one for mine in enemies if (one := seated.remembered.between(mine.id, stand.id))]
    if told:
        yield "range_cm", Proposal(min(one.cm for one in told), Origin.REMEMBERED, TOLD)
    for fact, proposal in _by_map(seated, stand, enemies):
        if not (fact == "cover" and cover) and not (fact == "range_cm" and told):
            yield fact, proposal


def _flags(seated: SeatDeeds, stand: Stand) -> Iterator[tuple[str, Proposal]]:
    """What the game keeps of it."""
    if stand.on_wire:
        yield "on_wire", Proposal(True, Origin.REMEMBERED, "it hangs on the wire")
    if stand.in_gas:
        yield "in_gas", Proposal(True, Origin.REMEMBERED, "it stands in gas")
    if stand.id in seated.state.ground.unsure:
        yield "moved", Proposal(True, Origin.REMEMBERED, "it has moved since it was placed")


def _by_map(seated: SeatDeeds, stand: Stand, own: tuple[Stand, ...]) -> Iterator[tuple[str, Proposal]]:
    field, unsure = seated.field, seated.state.ground.unsure
    # Who goes in keeps his place on the map until he is placed anew: he is fired at there, and stands there no more.
    if field is None or not field.has(stand.id) or stand.id in unsure:
        return
    names = [mine.id for mine in own]
    for one in seen_from(seated, field, stand.id, names if not any(one in unsure for one in names) else []):
        yield one.fact, by_map(one)

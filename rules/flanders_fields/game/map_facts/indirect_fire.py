"""Fire on a point or line of the map: guns, aircraft, event cards (FF-ART, FF-AIR)."""

from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.air import AirStand, AirTargetsFacts, distance_mm
from rules.flanders_fields.fire_areas import BaseInAreaFacts, FireAreaKind
from rules.flanders_fields.game.map_facts import area_coverage
from rules.flanders_fields.game.map_facts.board import Field, apart_mm, own_end
from rules.flanders_fields.game.map_facts.cover_and_sight import observed, protection, sees, sees_point
from rules.flanders_fields.game.map_facts.direct_fire import crosses, distance, slope
from rules.flanders_fields.game.map_facts.gas_coverage import in_gas
from rules.flanders_fields.game.map_facts.trenches_and_wire import front_line, in_front_line, sos_position
from rules.flanders_fields.game.map_facts.weapon_arcs import point_in_arc
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.sight import VEHICLES
from rules.flanders_fields.vocabulary import Cover, Side, UnitClass
from rules.kernel.polygons import Outline
from rules.tabletop.board_view import Proposed, Survey, Surveyed, in_cm, values
from rules.tabletop.stands import Spot, middle

# Fire on an aiming point, from the map (FF-ART)

OF_BATTERIES: Final = (FireAreaKind.BATTERY, FireAreaKind.SOS)


def weapon(field: Field, firer: str, spot: Spot, book: RuleBook) -> Survey:
    """What the map says of a weapon on the table and its aiming point."""
    if not field.has(firer):
        return ()
    own, sure = field.stands[firer].stand, field.sure(firer)
    far = in_cm(apart_mm(own, spot, book))
    seen = next(one for one in sees_point(field, firer, spot, book) if one.fact == "clear_line")
    watched = observed(field, firer, spot, book)
    sees_it = seen.value and watched is not None and watched.value
    found = (
        Proposed("range_cm", far, f"{far:g} cm from {own_end(book)} to the point, map", sure),
        Proposed("sees_point", sees_it, watched.whence if watched else seen.whence, sure),
        point_in_arc(field, firer, spot, book),
        crosses(field, firer, spot),
        slope(field, firer, spot),
        in_gas(field, firer, book, "firer_in_gas"),
        *front_line(field, firer),
    )
    return tuple(one for one in found if one is not None)


def caught(
    field: Field, side: Side, kind: FireAreaKind, spot: Spot, book: RuleBook, firer: str = "", laid_on: str = ""
) -> tuple[Surveyed, ...]:
    """Every placed stand under the fire of a weapon on a point: overlap, middle, cover, and how the gun sees it."""
    outline = area(field, side, kind, spot, book, firer, laid_on)
    found = area_coverage.caught(field, outline, book)
    return tuple(
        Surveyed(
            one.stand, (*one.facts, friend(field, side, one.stand), *_from_gun(field, firer, one.stand, spot, book))
        )
        for one in found
    )


def friend(field: Field, side: Side, name: str) -> Proposed:
    """Whether a placed stand is on the side that fires."""
    own = field.stands[name].side is side
    return Proposed("friend", own, "of the side that fires" if own else "an enemy of the side that fires")


def area(
    field: Field, side: Side, kind: FireAreaKind, spot: Spot, book: RuleBook, firer: str = "", laid_on: str = ""
) -> Outline:
    """The ground under the fire of a weapon on a point; a mortar's square lies as the base it was laid on (AMB-301)."""
    turns = list[Proposed | None]()
    if firer and kind in (FireAreaKind.MACHINE_GUN, *OF_BATTERIES):
        turns.append(area_coverage.line_of_fire(field, firer, spot))
    if field.has(firer) and kind is FireAreaKind.MACHINE_GUN and field.stands[firer].company_guns:
        turns.append(area_coverage.of_a_company(field, firer))
    if field.has(firer) and kind in OF_BATTERIES:
        turns.append(Proposed("on_table", True, "it stands on the table, map"))
    if laid_on and kind in (FireAreaKind.LIGHT_MORTAR, FireAreaKind.MEDIUM_MORTAR, FireAreaKind.HEAVY_MORTAR):
        turns.append(area_coverage.turned_like(field, side, laid_on, "laid_on_deg"))
    return area_coverage.area_of_point(field, side, kind, spot, book, tuple(one for one in turns if one))


def aimed_at(field: Field, target: str) -> Spot | None:
    """The point of a weapon that is laid on a stand: the middle of its base (AMB-392); None where it is not placed."""
    return middle(field.stands[target].stand) if field.has(target) else None


def sos(field: Field, side: Side, spot: Spot, battery: str, command_stands: tuple[str, ...], book: RuleBook) -> Survey:
    """What the map says of an SOS call onto a point (FF-SOS-03 to FF-SOS-05)."""
    watching = [one for name in command_stands if (one := observed(field, name, spot, book)) is not None]
    seen = next((one for one in watching if one.value), None)
    command: Survey = ()
    if watching:
        says = seen.whence if seen else "no command stand that is placed sees it, map"
        command = (Proposed("command_stand_sees", seen is not None, says),)
    on_table = tuple(one for one in weapon(field, battery, spot, book) if one.fact in _SOS_OF_A_GUN)
    return (*sos_position(field, side, spot), *command, *on_table)


_SOS_OF_A_GUN = ("in_arc", "sees_point", "own_trench_cm", "enemy_trench_cm")


def spotting(field: Field, mortar: str, spotter: str, target: str, book: RuleBook) -> Survey:
    """Who sees what where a command stand spots for a mortar (FF-MTR-05)."""
    own = sees(field, mortar, target, book)
    his, it = sees(field, spotter, target, book), sees(field, spotter, mortar, book)
    found = (
        own and Proposed("own_sight", own.value, own.whence, own.confidence),
        his and Proposed("sees_target", his.value, his.whence, his.confidence),
        it and Proposed("sees_mortar", it.value, it.whence, it.confidence),
    )
    return tuple(one for one in found if one)


def planned(field: Field, side: Side, unit: UnitClass, gun: str, spot: Spot, book: RuleBook) -> Survey:
    """What the map says of a battery whose plan names a point now (FF-BOM-05); `gun` is empty for one off the table."""
    if not gun:
        seen = watched(field, side, spot, book)
        return (seen,) if seen else ()
    if not field.has(gun):
        return ()
    there = area(field, side, FireAreaKind.BATTERY, spot, book, gun)
    found = (
        sees_enemy_in(field, gun, there, book, "sees_target"),
        point_in_arc(field, gun, spot, book),
        in_front_line(field, gun, unit, book),
    )
    return tuple(one for one in found if one is not None)


def spotted(field: Field, mortar: str, spotter: str, target: str, book: RuleBook) -> Survey:
    """The same of the spotter alone, by the names of a fire action (FF-MTR-14)."""
    found = spotting(field, mortar, spotter, target, book)
    return tuple(replace(one, fact=f"spotter_{one.fact}") for one in found if one.fact != "own_sight")


def sees_enemy_in(field: Field, viewer: str, outline: Outline, book: RuleBook, fact: str) -> Proposed | None:
    """Whether a stand sees an enemy stand in an area (AMB-306, AMB-311)."""
    if not field.has(viewer):
        return None
    inside = [one.stand for one in area_coverage.caught(field, outline, book)]
    enemies = [(name, one) for name, one in field.enemies_of(viewer) if name in inside]
    for name, one in enemies:
        seen = sees(field, viewer, name, book)
        if seen and seen.value:
            return Proposed(fact, True, f"it sees {one.name} there: {seen.whence}", seen.confidence)
    return Proposed(fact, False, "it sees no enemy that is placed there, map", field.sure(viewer))


def watched(field: Field, side: Side, spot: Spot, book: RuleBook) -> Proposed | None:
    """Whether anybody of a side who is placed observes fire on a point (FF-DEV-01); None where nobody could."""
    found = [observed(field, name, spot, book) for name, one in field.stands.items() if one.side is side]
    told = [one for one in found if one]
    seen = next((one for one in told if one.value), None)
    nobody = Proposed("observed", False, "nobody who observes fire and is placed sees the point, map")
    return seen or (nobody if told else None)


def nearest_of(field: Field, spot: Spot, stands: tuple[str, ...], book: RuleBook, fact: str) -> Proposed | None:
    """How far a point is from the nearest of some stands; None where one of them is not placed."""
    if not stands or not field.has(*stands):
        return None
    far, name = min((apart_mm(field.stands[name].stand, spot, book), name) for name in stands)
    return Proposed(fact, in_cm(far), f"{in_cm(far):g} cm to {field.stands[name].name}, map", field.sure(*stands))


def _from_gun(field: Field, firer: str, stand: str, spot: Spot, book: RuleBook) -> Survey:
    """What depends on who fires: whether the gun sees the stand, how far off it is, whether it is aimed at."""
    aimed = middle(field.stands[stand].stand) == spot
    where = "the point lies on its middle, map" if aimed else "the point lies elsewhere, map"
    told = (Proposed("aimed_at", aimed, where, field.sure(stand)),)
    if not field.has(firer) or firer == stand:
        return told
    seen = sees(field, firer, stand, book)
    sight = (Proposed("seen", seen.value, seen.whence, seen.confidence),) if seen else ()
    return (*sight, distance(field, firer, stand, book, "from_gun_cm"), *told)


# The aiming points of a game on the map


def spot_of(field: Field, side: Side, along_cm: float | None, up_cm: float | None, laid_on: str) -> Spot | None:
    """Where an aiming point lies; None where nobody said, and it is not laid on a stand that is placed."""
    if along_cm is not None and up_cm is not None:
        return field.spot(side, along_cm, up_cm)
    return aimed_at(field, laid_on) if laid_on else None


# Aircraft over the map (FF-AIR-07)


def stand(field: Field, side: Side, name: str, book: RuleBook) -> Survey:
    """A stand as aircraft of a side find it: its base, its cover, whose it is."""
    if not field.has(name):
        return ()
    own, sure = field.stands[name], field.sure(name)
    base = BaseInAreaFacts(**values(area_coverage.base(field, side, name)))
    protected = protection(field, name, book)
    cover = tuple(one for one in protected if one.fact == "cover")
    friend = own.side is side
    return (
        Proposed("base", base, f"{base.along_cm:g} cm along, {base.up_cm:g} cm up, map", sure),
        Proposed("fighter", own.fighter, "what stands there", sure),
        Proposed("friend", friend, "on the side of the aircraft" if friend else "an enemy", sure),
        *cover,
    )


def attack(field: Field, side: Side, point: Spot, direction_deg: int, book: RuleBook) -> Survey:
    """The point and the line of an attack with every placed stand about it; the rules say whom it reaches."""
    found = tuple(
        AirStand(name=name, **_with_cover(field, name, values(stand(field, side, name, book))))
        for name in sorted(field.stands)
    )
    return (
        *area_coverage.point(field, side, point, "along_cm", "up_cm"),
        Proposed("direction_deg", direction_deg, f"{direction_deg} degrees clockwise from straight ahead, map"),
        Proposed("stands", found, f"{len(found)} stands on the map"),
    )


def on_the_line(field: Field, side: Side, point: Spot, direction_deg: int, book: RuleBook) -> tuple[Surveyed, ...]:
    """The enemies above ground that the line of an attack meets, nearest first: how far from its point, their cover.

    Which of them are attacked the rules say (FF-AIR-04, FF-AIR-07).
    """
    asked = AirTargetsFacts(**values(attack(field, side, point, direction_deg, book)))
    met = [(far, one) for one in asked.stands if (far := distance_mm(asked, one, book)) is not None]
    enemies = [(far, one.name) for far, one in met if not one.friend and not field.stands[one.name].below]
    return tuple(
        Surveyed(name, (_on(field, name), *_met(field, asked, name, book), *protection(field, name, book)))
        for _, name in sorted(enemies)
    )


def _on(field: Field, name: str) -> Proposed:
    return Proposed("on_the_line", True, "the line meets its base, map", field.sure(name))


def _met(field: Field, asked: AirTargetsFacts, name: str, book: RuleBook) -> Survey:
    """How far from the point the line meets a stand."""
    one = next(one for one in asked.stands if one.name == name)
    far = distance_mm(asked, one, book)
    if far is None:
        return ()
    return (
        Proposed("distance_cm", in_cm(far), f"{in_cm(far):g} cm from the point along the line, map", field.sure(name)),
    )


def _with_cover(field: Field, name: str, found: dict[str, Any]) -> dict[str, Any]:
    """Armour has no class of cover; what is asked for instead decides nothing of it."""
    return {"cover": Cover.OPEN} | found if field.stands[name].mover in VEHICLES else found


# What event cards are about, from the map (FF-CRD)


def under_a_shell(
    field: Field, side: Side, at: Spot | None, named: tuple[str, ...], book: RuleBook
) -> tuple[Surveyed, ...]:
    """Whom a shell catches that a side lays square to the table, and what protects them (FF-CRD-25, GAP-88).

    Without a place it is those who are `named`, and of them their cover only.
    """
    if at is None:
        return tuple(Surveyed(name, protection(field, name, book)) for name in named if field.has(name))
    return area_coverage.as_told(
        area_coverage.caught(field, area(field, side, FireAreaKind.BATTERY, at, book), book), book
    )


def farthest_right(field: Field, side: Side) -> Proposed | None:
    """The rifle platoon of a side that stands farthest to its right, of those that are placed (FF-CRD-16).

    None where none is, or where two are equally far.
    """
    along = {
        name: field.from_edge(side, one.stand.spot)[0]
        for name, one in field.stands.items()
        if one.side is side and one.unit_class is UnitClass.RIFLE_COMPANY
    }
    far = max(along.values(), default=0.0)
    farthest = [name for name, at in along.items() if at == far]
    if len(farthest) != 1:
        return None
    says = f"{field.stands[farthest[0]].name}, {far:g} cm along, map"
    return Proposed("on", farthest[0], says, field.sure(*along))

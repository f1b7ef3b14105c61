"""Fire on an aiming point, from the map: range, sight and arc of the weapon, and whom its area catches (FF-ART)."""

from dataclasses import replace
from typing import Final

from rules.flanders_fields.artillery.areas import FireAreaKind
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey import areas
from rules.flanders_fields.game.survey.arcs import point_in_arc
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import in_gas
from rules.flanders_fields.game.survey.positions import front_line, in_front_line, sos_position
from rules.flanders_fields.game.survey.shooting import crosses, distance, slope
from rules.flanders_fields.game.survey.sight import observed, sees, sees_point
from rules.flanders_fields.game.survey.tape import apart_mm, own_end
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.shapes import Outline
from rules.tabletop.proposed import Proposed, Survey, Surveyed, in_cm
from rules.tabletop.stands import Spot, middle

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
    found = areas.caught(field, outline, book)
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
        turns.append(areas.line_of_fire(field, firer, spot))
    if field.has(firer) and kind is FireAreaKind.MACHINE_GUN and field.stands[firer].company_guns:
        turns.append(areas.of_a_company(field, firer))
    if field.has(firer) and kind in OF_BATTERIES:
        turns.append(Proposed("on_table", True, "it stands on the table, map"))
    if laid_on and kind in (FireAreaKind.LIGHT_MORTAR, FireAreaKind.MEDIUM_MORTAR, FireAreaKind.HEAVY_MORTAR):
        turns.append(areas.turned_like(field, side, laid_on, "laid_on_deg"))
    return areas.area_of_point(field, side, kind, spot, book, tuple(one for one in turns if one))


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
    inside = [one.stand for one in areas.caught(field, outline, book)]
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

"""Order rolls and assaults on the map: commander, approach, support (FF-ORD, FF-ASL)."""

from typing import Final

from rules.flanders_fields.arcs_of_fire import Sector
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.closing_fire import Approach
from rules.flanders_fields.game.map_facts.board import Field, apart_mm, measured
from rules.flanders_fields.game.map_facts.cover_and_sight import cover, cover_as, sees
from rules.flanders_fields.game.map_facts.direct_fire import slope
from rules.flanders_fields.game.map_facts.gas_coverage import in_gas, unit_in_gas
from rules.flanders_fields.game.map_facts.trenches_and_wire import front_trench, wires_at
from rules.flanders_fields.game.map_facts.weapon_arcs import arc, hit_face, sector
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.sight import VEHICLES
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, UnitClass
from rules.tabletop.board_view import Proposed, Survey, in_cm, moved_to, named, touch
from rules.tabletop.fields_of_fire import BaseEdge, TargetPart, corridor, in_arc, offset_mm
from rules.tabletop.stands import Pose, Spot, StandingBase, middle
from rules.tabletop.tape_measure import gap_mm

# What an order roll looks at, from the map (FF-ORD-13, FF-ORD-15, FF-ORD-19)


def order(field: Field, unit: str, commander: str, battalion: tuple[str, ...], book: RuleBook) -> Survey:
    """All that the map says of a unit's order roll; `battalion` are the rifle platoons of its battalion, alive.

    Distances are proposed only where the commander and every stand in question is placed: one that is missing might be
    the farthest.
    """
    stands = tuple(field.of_unit(unit))
    found = (
        farthest(field, stands, commander, book, "farthest_platoon_cm"),
        farthest(field, battalion, commander, book, "battalion_farthest_cm"),
        unit_in_gas(field, unit, book),
        in_gas(field, commander, book, "commander_in_gas"),
        own_sight(field, unit, book),
        crossing_wire(field, unit),
        front_trench(field, unit),
    )
    return tuple(one for one in found if one is not None)


def farthest(field: Field, stands: tuple[str, ...], commander: str, book: RuleBook, fact: str) -> Proposed | None:
    """The distance from the farthest of some stands to a commander (FF-ORD-15, AMB-26, AMB-101)."""
    if not stands or not field.has(commander, *stands):
        return None
    post = field.stands[commander]
    far, name = max((apart_mm(field.stands[name].stand, post.stand, book), name) for name in stands)
    says = f"{in_cm(far):g} cm from {field.stands[name].name} to {post.name}, {measured(book)}, map"
    return Proposed(fact, in_cm(far), says, field.sure(commander, *stands))


def own_sight(field: Field, unit: str, book: RuleBook) -> Proposed | None:
    """Whether a battery or mortar itself sees an enemy that is placed (FF-ORD-19); None for other units."""
    guns = [name for name, one in field.of_unit(unit).items() if one.unit_class in ARTILLERY | MORTARS]
    if not guns:
        return None
    for enemy, one in field.enemies_of(guns[0]):
        seen = sees(field, guns[0], enemy, book)
        if seen and seen.value:
            return Proposed("own_sight", True, f"it sees {one.name}: {seen.whence}", field.sure(guns[0], enemy))
    return Proposed("own_sight", False, "it sees no enemy that is placed, map", field.sure(guns[0]))


def crossing_wire(field: Field, unit: str) -> Proposed | None:
    """Which wire a company stands at. That it means to cross is for its commander to say, so this is never a yes."""
    met = {wire.id: named(wire) for one in field.of_unit(unit).values() for wire in wires_at(field, one.stand)}
    return Proposed("crossing_wire", False, f"it stands at {', '.join(met.values())}, map") if met else None


# An assault from the map (FF-ASL)

WHENCE: Final = {
    Approach.FRONT: "on or ahead of the line of the stand's front",
    Approach.FLANK: "behind the line of the stand's front",
    Approach.REAR: "behind the stand",
}


def closing(field: Field, attacker: str, defender: str, book: RuleBook) -> Survey:
    """How an attacker comes at a defender, from where it stands before it moves (FF-ASL-05 to FF-ASL-08)."""
    if not field.has(attacker, defender):
        return ()
    one, other, sure = field.stands[attacker], field.stands[defender], field.sure(attacker, defender)
    began = in_cm(gap_mm(one.stand, other.stand))
    bears = arc(field, defender, attacker, book)
    found = (
        Proposed("began_cm", began, f"{began:g} cm base to base where it stands, map", sure),
        approach(field, attacker, defender, book),
        bears and Proposed("began_in_arc", bears.value, bears.whence, sure),
        _side(field, attacker, defender, book),
        cover_as(field, defender, "cover", book),
        cover_as(field, attacker, "attacker_cover", book),
        slope(field, defender, one.stand),
        in_gas(field, attacker, book, "attacker_in_gas"),
        in_gas(field, defender, book, "defender_in_gas"),
        support(field, defender, "defender_supported"),
        with_commander(field, attacker, "attacker_with_commander"),
        with_commander(field, defender, "defender_with_commander"),
    )
    return tuple(one for one in found if one)


def approach(field: Field, attacker: str, defender: str, book: RuleBook) -> Proposed | None:
    """From where an attacker's middle began, seen from the stand (FF-ASL-07, FF-ASL-08, AMB-404).

    The front is what lies on or ahead of the line through its front edge. A block house is come at by its faces.
    """
    if not field.has(attacker, defender):
        return None
    other = field.stands[defender]
    if other.fighter is Fighter.BLOCK_HOUSE:
        face = hit_face(field, attacker, defender, book)
        came = _by_face(Sector(face.value.value)) if face else Approach.REAR
    else:
        came = _by_line(other.stand, middle(field.stands[attacker].stand))
    says = f"its middle began {WHENCE[came]}, map"
    return Proposed("approach", came, says, field.sure(attacker, defender))


def _by_face(face: Sector) -> Approach:
    return Approach.FRONT if face is Sector.FRONT else Approach.FLANK


def _by_line(stand: StandingBase, began: Spot) -> Approach:
    if offset_mm(stand, began)[1] >= 0:
        return Approach.FRONT
    return Approach.REAR if offset_mm(stand, began, BaseEdge.REAR)[1] >= 0 else Approach.FLANK


def ground_outside(field: Field, attacker: str, defender: str, book: RuleBook) -> Proposed | None:
    """The attacker's cover on the ground just outside the position: where its base first touches it (FF-ASL-09)."""
    if not field.has(attacker, defender):
        return None
    at = contact_pose(field, attacker, defender)
    there = moved_to(field, attacker, at)
    found = cover(there, attacker, book)
    if found is None:
        return None
    return Proposed("ground_outside", found.value, f"just outside: {found.whence}", field.sure(attacker, defender))


def contact_pose(field: Field, attacker: str, defender: str) -> Pose:
    """Where an attacker that goes straight at a defender first touches it, to the millimetre; it keeps its facing."""
    one, other = field.stands[attacker].stand, field.stands[defender].stand
    near, far = 0.0, 1.0
    for _ in range(16):
        half = (near + far) / 2
        at = StandingBase(one.footprint, Pose(_between(one.spot, other.spot, half), one.facing_deg))
        near, far = (near, half) if touch(at, other) else (half, far)
    return Pose(_between(one.spot, other.spot, far), one.facing_deg)


def supporters(field: Field, name: str) -> tuple[str, ...]:
    """The platoons of its own side that touch a stand from right behind and touch no enemy (FF-ASL-12)."""
    own = field.stands[name].stand
    behind = corridor(own, 0, BaseEdge.REAR)
    return tuple(
        other
        for other, one in field.friends_of(name)
        if one.unit_class is UnitClass.RIFLE_COMPANY
        and touch(own, one.stand)
        and in_arc(behind, one.stand, TargetPart.MIDDLE)
        and not touching_enemies(field, other)
    )


def support(field: Field, name: str, fact: str = "supported") -> Proposed | None:
    """Whether a platoon right behind supports a stand."""
    if not field.has(name):
        return None
    found = supporters(field, name)
    says = f"{field.stands[found[0]].name} touches it from behind, map" if found else "nobody right behind it, map"
    return Proposed(fact, bool(found), says, field.sure(name, *found))


def touching_enemies(field: Field, name: str) -> tuple[str, ...]:
    """The enemies whose bases touch a stand."""
    own = field.stands[name].stand
    return tuple(other for other, one in field.enemies_of(name) if touch(own, one.stand))


def with_commander(field: Field, name: str, fact: str) -> Proposed | None:
    """Whether a stand touches the command stand of its own battalion."""
    if not field.has(name):
        return None
    own = field.stands[name]
    posts = [one for _, one in field.friends_of(name) if one.unit_class is None and one.formation == own.formation]
    if not posts:
        return None
    touched = next((post.name for post in posts if touch(own.stand, post.stand)), "")
    says = f"it touches {touched}, map" if touched else "it does not touch its commander, map"
    return Proposed(fact, bool(touched), says, field.sure(name))


def _between(start: Spot, end: Spot, share: float) -> Spot:
    across, up = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    return Spot(round(start.x_mm + across * share), round(start.y_mm + up * share))


def _side(field: Field, attacker: str, defender: str, book: RuleBook) -> Proposed | None:
    """On which side of a tank, or before which face of a block house, the attacker began."""
    other = field.stands[defender]
    if other.mover in VEHICLES:
        return sector(field, defender, attacker, book)
    if other.fighter is not Fighter.BLOCK_HOUSE:
        return None
    face = hit_face(field, attacker, defender, book)
    return face and Proposed("sector", Sector(face.value.value), face.whence, face.confidence)

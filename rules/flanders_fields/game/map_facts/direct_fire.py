"""Direct fire on the map: a shot, target priority, beaten zone (FF-RCB, FF-TGT, FF-BZN)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from itertools import groupby, takewhile
from math import dist
from typing import Final

from rules.flanders_fields.arcs_of_fire import Sector
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.barrages import HOME_MADE
from rules.flanders_fields.fire_areas import Overlap
from rules.flanders_fields.fire_eligibility import MACHINE_GUNS, Shot
from rules.flanders_fields.game.map_facts.area_coverage import lying
from rules.flanders_fields.game.map_facts.board import Field, GroundUnderFire, apart_mm, measured
from rules.flanders_fields.game.map_facts.cover_and_sight import height, protection, sees
from rules.flanders_fields.game.map_facts.gas_coverage import in_gas
from rules.flanders_fields.game.map_facts.weapon_arcs import (
    HOUSE_FACES,
    arc,
    aside,
    bearing_face,
    bears,
    from_flank,
    hit_face,
    house_face,
    reach_of,
    sector,
)
from rules.flanders_fields.machine_guns import BeatenZoneFacts, ZoneShare, ZoneStand, sequence_of_shots, zone_length
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.sight import VEHICLES
from rules.flanders_fields.target_priority import Enemies, Enemy, TargetChoice, choose_target, is_settled
from rules.flanders_fields.vocabulary import Cover, Crossing, Firer, Slope, TargetKind
from rules.kernel.distances import read_off, within
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.polygons import overlapping
from rules.tabletop.board_view import Confidence, Proposed, Survey, Surveyed, in_cm, rim, values
from rules.tabletop.fields_of_fire import (
    FAR_MM,
    BaseEdge,
    Strip,
    TargetPart,
    ZoneStart,
    beaten_zone,
    corridor,
    in_arc,
    lane,
    stretch_in,
)
from rules.tabletop.stands import BadShape, Placed, StandingBase, extent, middle
from rules.tabletop.tape_measure import gap_mm

# The facts of one shot at a placed target (FF-RCB, FF-DFM), and whom a stand may shoot at (FF-TGT)


def shot(field: Field, firer: str, target: str, book: RuleBook, face: BaseEdge = BaseEdge.FRONT) -> Survey:
    """All that the map says of one shot: distance, cover, arc, sight, slope, what the line crosses, friends, gas."""
    if not field.has(firer, target):
        return ()
    found = (
        distance(field, firer, target, book),
        *protection(field, target, book, firer),
        arc(field, firer, target, book, face),
        sees(field, firer, target, book),
        crosses(field, firer, field.stands[target].stand),
        slope(field, firer, field.stands[target].stand),
        in_gas(field, firer, book, "firer_in_gas"),
        from_flank(field, firer, target),
        *friends(field, firer, target),
    )
    return tuple(one for one in found if one is not None)


def distance(field: Field, firer: str, target: str, book: RuleBook, fact: str = "range_cm") -> Proposed:
    """How far it is from one base to the other (AMB-101). Both must be placed."""
    far = in_cm(apart_mm(field.stands[firer].stand, field.stands[target].stand, book))
    return Proposed(fact, far, f"{far:g} cm {measured(book)}, map", field.sure(firer, target))


def crosses(field: Field, firer: str, target: Placed) -> Proposed:
    """What the line of fire enters or passes through: a barrage before the area of another battery (FF-DFM-07)."""
    start, end = middle(field.stands[firer].stand), middle(target)
    step = (float(end.x_mm - start.x_mm), float(end.y_mm - start.y_mm))
    at = ((float(start.x_mm), float(start.y_mm)),)
    met = [one for one in field.under_fire if overlapping(one.outline, at, step)]
    met.sort(key=lambda one: one.kind is not Crossing.BARRAGE)
    return _crossing(met, field.sure(firer))


def _crossing(met: list[GroundUnderFire], sure: Confidence) -> Proposed:
    if not met:
        return Proposed("line_crosses", Crossing.NOTHING, "no fire lies on the line, map", sure)
    return Proposed("line_crosses", met[0].kind, f"the line leads through {met[0].name}, map", sure)


def slope(field: Field, firer: str, target: Placed) -> Proposed:
    """Whether the shot goes uphill or downhill: by the heights at which both stand (FF-DFM-08)."""
    here, there = height(field, field.stands[firer].stand), height(field, target)
    way = Slope.UPHILL if there > here else Slope.DOWNHILL if there < here else Slope.LEVEL
    return Proposed("slope", way, f"from height {here} to height {there}, map", field.sure(firer))


def friends(field: Field, firer: str, target: str) -> Survey:
    """Own stands directly in front of the firer, and others in its line of fire (FF-RCB-11, SHQ-17).

    Directly in front is who stands ahead of its own width, with no room for another rank between.
    """
    one, other = field.stands[firer].stand, field.stands[target].stand
    far, ahead = gap_mm(one, other), corridor(one, 0)
    in_front, in_line = list[str](), list[str]()
    for name, friend in field.friends_of(firer):
        before, between = _near(one, friend.stand), _on_line(one, other, friend.stand)
        if name == target or not (before or between) or gap_mm(one, friend.stand) >= far:
            continue
        if before and in_arc(ahead, friend.stand, TargetPart.MIDDLE):
            in_front.append(friend.name)
        elif between:
            in_line.append(friend.name)
    sure = field.sure(firer, target)
    front = f"directly in front: {', '.join(in_front)}, map" if in_front else "nobody directly in front, map"
    line = f"in the line of fire: {', '.join(in_line)}, map" if in_line else "no friends in the line of fire, map"
    return (
        Proposed("stands_in_front", len(in_front), front, sure),
        Proposed("friends_in_line", bool(in_line), line, sure),
    )


def _near(one: StandingBase, friend: StandingBase) -> bool:
    """Whether no more than the depth of a base lies between two."""
    (wide, deep), (own_wide, own_deep) = extent(friend.footprint), extent(one.footprint)
    reach = wide + deep + own_wide + own_deep
    across, up = abs(friend.spot.x_mm - one.spot.x_mm), abs(friend.spot.y_mm - one.spot.y_mm)
    # Most are too far off for a tape to be laid at all.
    return across <= reach and up <= reach and gap_mm(one, friend) < deep


def _on_line(one: StandingBase, other: StandingBase, friend: StandingBase) -> bool:
    """Whether the line from middle to middle leads over a base."""
    start, end, at, reach = one.spot, other.spot, friend.spot, sum(extent(friend.footprint))
    beside = not min(start.x_mm, end.x_mm) - reach <= at.x_mm <= max(start.x_mm, end.x_mm) + reach
    if beside or not min(start.y_mm, end.y_mm) - reach <= at.y_mm <= max(start.y_mm, end.y_mm) + reach:
        return False
    step = (float(end.x_mm - start.x_mm), float(end.y_mm - start.y_mm))
    return overlapping(rim(friend), ((float(start.x_mm), float(start.y_mm)),), step) is not None


def enemies(
    field: Field, firer: str, book: RuleBook, face: BaseEdge = BaseEdge.FRONT, in_range: bool = False
) -> tuple[Surveyed, ...]:
    """What target priority looks at of every enemy that is placed, nearest first; `in_range`: of no others.

    Of those out of range only the distance is told, of those out of the arc not what one would see of them.
    """
    if not field.has(firer):
        return ()
    most = _reach(field, firer, book)
    found = list[Surveyed]()
    for told, name in _nearest_first(field, firer, book, in_range):
        near = most is None or within(told.value, most)
        rest = _enemy(field, firer, name, book, face) if near else ()
        found.append(Surveyed(name, (told, *rest)))
    return tuple(found)


def _reach(field: Field, firer: str, book: RuleBook) -> int | None:
    """How far a stand shoots, in mm; None where nothing says so."""
    own = field.stands[firer]
    most = reach_of(own, own.firer or Firer.TANK_LMG, book)
    return most.value if most else None


def _nearest_first(field: Field, firer: str, book: RuleBook, in_range: bool) -> Iterator[tuple[Proposed, str]]:
    """The distances of the placed enemies with their names; `in_range`: of those that may be in range.

    A tape is laid once nobody else may lie nearer: whoever needs the first alone pays for few.
    """
    most = _reach(field, firer, book)
    reach = FAR_MM if most is None or not in_range else most
    least = ((_least_mm(field, firer, name), name) for name, _ in field.enemies_of(firer))
    waiting = [(mm / 10, False, name) for mm, name in least if mm <= reach]
    heapify(waiting)
    taped = dict[str, Proposed]()
    while waiting:
        _, known, name = heappop(waiting)
        if known:
            yield taped[name], name
        else:
            taped[name] = distance(field, firer, name, book, "distance_cm")
            heappush(waiting, (taped[name].value, True, name))


def _least_mm(field: Field, firer: str, name: str) -> float:
    """What lies between two stands at the least, whichever way their bases are turned, and a millimetre less."""
    one, other = field.stands[firer].stand, field.stands[name].stand
    return dist(one.spot, other.spot) - (sum(extent(one.footprint)) + sum(extent(other.footprint))) / 2 - 1


def _enemy(
    field: Field, firer: str, name: str, book: RuleBook, face: BaseEdge = BaseEdge.FRONT, unseen_too: bool = True
) -> Survey:
    in_the_arc = _bears(field, firer, name, book, face)
    if in_the_arc is None or not in_the_arc.value:
        return (in_the_arc,) if in_the_arc else ()
    sight = sees(field, firer, name, book)
    seen = (Proposed("seen", sight.value, sight.whence, sight.confidence),) if sight else ()
    if not unseen_too and not (sight and sight.value):
        return in_the_arc, *seen
    beside = aside(field, firer, name)
    return (in_the_arc, *seen, *protection(field, name, book, firer), *((beside,) if beside else ()))


def _bears(field: Field, firer: str, name: str, book: RuleBook, face: BaseEdge = BaseEdge.FRONT) -> Proposed | None:
    """Whether an enemy lies in the arc; of a tank whether it lies on a side that has a gun (FF-TNK-T1)."""
    told = arc(field, firer, name, book, face)
    if told:
        return Proposed("in_arc", told.value, told.whence, told.confidence)
    side = sector(field, firer, name, book)
    return side and Proposed("in_arc", bears(field.stands[firer], side.value, book), side.whence, side.confidence)


def target_order(field: Field, firer: str, book: RuleBook, found: tuple[Surveyed, ...]) -> tuple[str, ...]:
    """The enemies that come first by target priority, of those surveyed; all alike where the choice is free."""
    answer = _choice(field, firer, book, found)
    return answer.names if answer else ()


def _choice(field: Field, firer: str, book: RuleBook, found: Sequence[Surveyed]) -> TargetChoice | None:
    own, gas = field.stands[firer], in_gas(field, firer, book, "firer_in_gas")
    asked = Enemies(
        firer=own.firer or Firer.TANK_LMG,
        enemies=tuple(_as_enemy(field, one) for one in found),
        firer_quality=own.quality,
        firer_in_gas=gas is not None and gas.value,
        long_range_marksmanship=own.marksmen,
    )
    answer = choose_target(asked, book) if found else None
    return answer.value if isinstance(answer, Explained) else None


def first_choice(field: Field, firer: str, book: RuleBook) -> tuple[str, ...]:
    """The same of all enemies in range, looked at from the nearest on and no farther than the choice needs.

    Most of a table lies behind whoever comes first: a line of sight to each of them would be for nothing. What is not
    seen comes in no choice that looks at what protects it.
    """
    weapon, most = field.stands[firer].firer or Firer.TANK_LMG, _reach(field, firer, book)
    near = takewhile(lambda one: most is None or within(one[0].value, most), _nearest_first(field, firer, book, True))
    found, choice = list[Surveyed](), None
    for at, group in groupby(near, key=lambda one: one[0].value):
        if choice and is_settled(choice.step, weapon, at, book):
            return choice.names
        met = [Surveyed(name, (told, *_enemy(field, firer, name, book, unseen_too=False))) for told, name in group]
        found += met
        if any(values(one.facts).get("seen") for one in met):
            choice = _choice(field, firer, book, found)
    return target_order(field, firer, book, tuple(found))


def passed_over(field: Field, firer: str, target: str, book: RuleBook) -> Proposed | None:
    """Whether another enemy comes first by target priority (FF-TGT-01, FF-TGT-02); None for a target out of the arc.

    None for vehicles and block houses too, whose sides and faces look each for itself.
    """
    own = field.stands[firer] if field.has(firer, target) else None
    if own is None or own.firer is None or own.mover in VEHICLES or own.fighter is Fighter.BLOCK_HOUSE:
        return None
    if not _may_be_fired_at(field, firer, target, book):
        return None
    first = first_choice(field, firer, book)
    if not first:
        return None
    sure = field.sure(firer, target, *first)
    if target in first:
        return Proposed("passes_over", False, "it comes first by target priority, map", sure)
    return Proposed("passes_over", True, f"{field.stands[first[0]].name} comes first, map", sure)


def _may_be_fired_at(field: Field, firer: str, target: str, book: RuleBook) -> bool:
    """Whether an enemy above ground lies in range and in the arc."""
    one, other, most = field.stands[firer], field.stands[target], _reach(field, firer, book)
    if one.side is other.side or other.below:
        return False
    if most is not None and not within(distance(field, firer, target, book).value, most):
        return False
    bears = _bears(field, firer, target, book)
    return bool(bears and bears.value)


def _as_enemy(field: Field, one: Surveyed) -> Enemy:
    standing = field.stands[one.stand]
    armoured = standing.mover in VEHICLES
    return Enemy(
        name=one.stand,
        target=TargetKind.ARMOUR if armoured else TargetKind.STAND,
        target_is_command=standing.unit_class is None,
        **({"cover": Cover.OPEN} if armoured else {}) | values(one.facts),
    )


# The beaten zone of a machine gun on the map (FF-BZN)

SHARES: Final[Mapping[Overlap, ZoneShare]] = {
    Overlap.UNDER_HALF: ZoneShare.UNDER_HALF,
    Overlap.HALF: ZoneShare.HALF,
    Overlap.WHOLE: ZoneShare.WHOLE,
}
BEFORE_MM: Final = 200
"""How far before the rear edge of the first base a base may begin that still lies in the zone."""


BEGINS: Final[Mapping[str, ZoneStart]] = {"far_side": ZoneStart.FAR_SIDE, "axis_exit": ZoneStart.AXIS_EXIT}
"""What is the rear edge of the first base (SHQ-10)."""


def first_depth(field: Field, firer: str, target: str, book: RuleBook, face: BaseEdge | None = None) -> Proposed | None:
    """How deep the first target's base is along the line of fire, to where its beaten zone begins."""
    strip = _lane(field, firer, target, book, face or bearing_face(field, firer, target, book))
    first = field.stands[target].stand if strip else None
    stretch = stretch_in(strip, first) if strip and first else None
    if strip is None or first is None or stretch is None:
        return None
    ends = beaten_zone(strip, first, middle(first), 1, book.behaviour("SHQ-10", BEGINS)).near_mm
    deep = in_cm(read_off(ends - stretch.near_mm))
    return Proposed("first_depth_cm", deep, f"its base is {deep:g} cm deep along the line, map", field.sure(target))


def behind(field: Field, firer: str, target: str, book: RuleBook, face: BaseEdge | None = None) -> tuple[Surveyed, ...]:
    """The stands of either side with some of their base in the beaten zone behind a first target, nearest first."""
    zone = zone_of(field, firer, target, book, face)
    if zone is None:
        return ()
    found = list[tuple[int, Surveyed]]()
    for name in sorted(set(field.stands) - {firer, target}):
        stretch = stretch_in(replace(zone, near_mm=zone.near_mm - BEFORE_MM), field.stands[name].stand)
        if stretch and stretch.far_mm > zone.near_mm:
            near = read_off(stretch.near_mm) - read_off(zone.near_mm)
            deep = read_off(stretch.far_mm - stretch.near_mm)
            found.append((max(0, near), Surveyed(name, _in_zone(field, firer, name, zone, (near, deep), book))))
    return tuple(one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].stand)))


def zone_of(field: Field, firer: str, target: str, book: RuleBook, face: BaseEdge | None = None) -> Strip | None:
    """The beaten zone behind a first target, aimed at its middle; None where one of them is not placed.

    A block house fires out of the face that bears on the target, unless another is given (FF-BLK-03, FF-BZN-03).
    """
    face = face or bearing_face(field, firer, target, book)
    strip = _lane(field, firer, target, book, face)
    if strip is None:
        return None
    length = zone_length(_facts(field, firer, target, book, face), book).value
    first = field.stands[target].stand
    try:
        zone = beaten_zone(strip, first, middle(first), length, book.behaviour("SHQ-10", BEGINS))
    except BadShape:
        return None
    as_first = float(extent(first.footprint)[0])
    wide = book.behaviour("SHQ-08", {"two_cm": zone.width_mm, "first_base": as_first})
    return replace(zone, width_mm=wide) if length else None


def _lane(field: Field, firer: str, target: str, book: RuleBook, face: BaseEdge) -> Strip | None:
    """The field of fire towards the middle of a target, 2 cm wide whatever the bases (FF-MGN-03, SHQ-08, SHQ-09)."""
    if not field.has(firer, target) or field.stands[firer].firer not in MACHINE_GUNS:
        return None
    wide = book.table(HOME_MADE).number("lane").value
    return lane(field.stands[firer].stand, middle(field.stands[target].stand), wide, FAR_MM, face)


def _facts(field: Field, firer: str, target: str, book: RuleBook, face: BaseEdge) -> BeatenZoneFacts:
    deep = first_depth(field, firer, target, book, face)
    far = next(one for one in shot(field, firer, target, book, face) if one.fact == "range_cm")
    own = field.stands[firer]
    first = Shot(firer=own.firer or Firer.MACHINE_GUN, range_cm=far.value, cover=Cover.OPEN, target=TargetKind.STAND)
    return BeatenZoneFacts(first=first, **values((deep,) if deep else ()))


def _in_zone(field: Field, firer: str, name: str, zone: Strip, along: tuple[int, int], book: RuleBook) -> Survey:
    own, sure = field.stands[name], field.sure(firer, name)
    near, deep = (in_cm(length) for length in along)
    how, _ = lying(zone.outline, own.stand)
    share = SHARES.get(how, ZoneShare.UNDER_HALF)
    friend = own.side is field.stands[firer].side
    seen = sees(field, firer, name, book)
    where = "behind the rear edge of the first base" if near >= 0 else "begins before that edge"
    return (
        Proposed("behind_cm", near, f"{abs(near):g} cm {where}, map", sure),
        Proposed("depth_cm", deep, f"its base is {deep:g} cm deep along the line, map", sure),
        Proposed("in_lane", True, "some of its base lies in the lane of fire, map", sure),
        Proposed("share", share, f"{share.replace('_', ' ')} of its base in the zone, map", sure),
        Proposed("friend", friend, "of the firer's side" if friend else "an enemy", sure),
        *((Proposed("direct_sight", seen.value, seen.whence, seen.confidence),) if seen else ()),
        *protection(field, name, book, firer),
    )


# A whole shot as the game asks for it


def aimed(field: Field, firer: str, target: str, book: RuleBook) -> Survey:
    """All that the map says of a stand's fire at a target; nothing where one of them is not placed."""
    if not field.has(firer, target):
        return ()
    side = side_of(field, firer, target, book)
    found = list(shot(field, firer, target, book, face_of(side)))
    first = passed_over(field, firer, target, book)
    found += [first] if first else []
    if side:
        found.append(side)
        if field.stands[firer].mover in VEHICLES:
            found.append(Proposed("in_arc", side.value is not Sector.NONE, side.whence, side.confidence))
    if field.stands[target].fighter is Fighter.BLOCK_HOUSE:
        found = [one for one in found if one.fact != "cover"]
        hit = hit_face(field, firer, target, book)
        found += [hit] if hit else []
    return tuple(found)


def side_of(field: Field, firer: str, target: str, book: RuleBook) -> Proposed | None:
    """The side of a tank or the face of a block house that fires; None for what fires straight ahead."""
    own = field.stands[firer]
    if own.mover in VEHICLES:
        return sector(field, firer, target, book)
    return house_face(field, firer, target, book) if own.fighter is Fighter.BLOCK_HOUSE else None


def face_of(side: Proposed | None) -> BaseEdge:
    """The edge of the base out of which a face of a block house fires; the front for all others."""
    told = {face.value: edge for face, edge in HOUSE_FACES.items()}
    return told.get(str(side.value), BaseEdge.FRONT) if side else BaseEdge.FRONT


def in_zone(field: Field, firer: str, target: str, book: RuleBook) -> tuple[Surveyed, ...]:
    """The stands that the fire of a machine gun or a face attacks behind its first target, in order (FF-BZN-04)."""
    if not field.has(firer, target):
        return ()
    edge = face_of(side_of(field, firer, target, book))
    found = {one.stand: one for one in behind(field, firer, target, book, edge)}
    deep = first_depth(field, firer, target, book, edge)
    weapon = field.stands[firer].firer
    if not found or weapon is None:
        return ()
    far = apart_mm(field.stands[firer].stand, field.stands[target].stand, book)
    most = reach_of(field.stands[firer], weapon, book)
    facts = BeatenZoneFacts(
        # Whether the first shot itself may be fired is another question.
        first=Shot(firer=weapon, range_cm=in_cm(min(far, most.value) if most else far), cover=Cover.OPEN),
        behind=tuple(_behind(field, one) for one in found.values()),
        **values((deep,) if deep else ()),
    )
    answer = sequence_of_shots(facts, book)
    return () if isinstance(answer, Refusal) else tuple(found[one.name] for one in answer.value[1:])


def _behind(field: Field, one: Surveyed) -> ZoneStand:
    own = field.stands[one.stand]
    armoured = own.mover in VEHICLES
    told = {"cover": Cover.OPEN} | values(one.facts)
    return ZoneStand(
        name=one.stand,
        target=TargetKind.ARMOUR if armoured else TargetKind.STAND,
        target_is_command=own.unit_class is None,
        **told,
    )

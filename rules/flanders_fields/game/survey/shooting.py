"""The facts of one shot at a placed target (FF-RCB, FF-DFM), and whom a stand may shoot at (FF-TGT)."""

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import groupby, takewhile
from math import dist

from rules.flanders_fields.assault.fighters import Fighter
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.arcs import arc, aside, bears, from_flank, reach_of, sector
from rules.flanders_fields.game.survey.cover import protection
from rules.flanders_fields.game.survey.field import Field, GroundUnderFire
from rules.flanders_fields.game.survey.gas import in_gas
from rules.flanders_fields.game.survey.sight import height, sees
from rules.flanders_fields.game.survey.tape import apart_mm, measured
from rules.flanders_fields.shooting.target_priority import Enemies, Enemy, TargetChoice, choose_target, is_settled
from rules.flanders_fields.sight.cover import VEHICLES
from rules.flanders_fields.vocabulary import Cover, Crossing, Firer, Slope, TargetKind
from rules.kernel.explain import Explained
from rules.kernel.measure import within
from rules.kernel.shapes import overlapping
from rules.tabletop.arcs import FAR_MM, BaseEdge, TargetPart, corridor, in_arc
from rules.tabletop.field import rim
from rules.tabletop.measure import gap_mm
from rules.tabletop.proposed import Confidence, Proposed, Survey, Surveyed, in_cm, values
from rules.tabletop.stands import Placed, StandingBase, extent, middle


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

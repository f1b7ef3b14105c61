"""Arcs of fire on the map: where a target lies from a stand, its sides and faces (FF-ARC)."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.flanders_fields.arcs_of_fire import Offset, Sector, TankOffset, in_arc, room_mm, tank_sector
from rules.flanders_fields.armour import TankFacts, unknown, weapon_on
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.fire_eligibility import Distance, greatest_range, least_range
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shelters import Face
from rules.flanders_fields.sight import VEHICLES
from rules.flanders_fields.vocabulary import Firer
from rules.kernel.explanations import Refusal
from rules.kernel.polygons import Outline, Point, circle, common, turned
from rules.kernel.tables import Cited
from rules.tabletop.board_view import Confidence, Proposed, Survey, in_cm, rim, values
from rules.tabletop.fields_of_fire import (
    FAR_MM,
    BaseEdge,
    TargetPart,
    corridor,
    face_length_mm,
    face_pose,
    faces_towards,
    fan,
    offset_mm,
    opening,
)
from rules.tabletop.stands import Circle, Placed, StandingBase, corners, extent, middle

HOUSE_FACES: Final = {Face.FRONT: BaseEdge.FRONT, Face.LEFT: BaseEdge.LEFT, Face.RIGHT: BaseEdge.RIGHT}
_LONGEST_CM: Final = 1000.0
HALF_OPEN_DEG: Final = 45


def offset(field: Field, firer: str, target: str, book: RuleBook, face: BaseEdge = BaseEdge.FRONT) -> Survey:
    """How far to the right and ahead of a stand's front (or another face) a target lies: its best placed part."""
    if not field.has(firer, target):
        return ()
    one, sure = field.stands[firer], field.sure(firer, target)
    placed, weapon = field.stands[target].stand, one.firer or Firer.TANK_LMG
    part = _best(one, placed, face, weapon, book)
    centre = offset_mm(one.stand, middle(placed), face)
    wide = in_cm(face_length_mm(one.stand, face))
    right, left = _company(field, firer, face)
    return (
        Proposed("width_cm", wide, f"its base is {wide:g} cm wide, map", sure),
        *_pair("right_cm", "ahead_cm", part, "the best placed part of the target", sure),
        *_pair("centre_right_cm", "centre_ahead_cm", centre, "the middle of the target", sure),
        Proposed("company_right_cm", right, f"its company reaches {right:g} cm farther to the right, map", sure),
        Proposed("company_left_cm", left, f"its company reaches {left:g} cm farther to the left, map", sure),
    )


def arc(field: Field, firer: str, target: str, book: RuleBook, face: BaseEdge = BaseEdge.FRONT) -> Proposed | None:
    """Whether a target lies in a stand's arc; None for tanks (their sectors tell) and for what is not on the map."""
    found = offset(field, firer, target, book, face)
    weapon = field.stands[firer].firer if found else None
    if weapon is None:
        return None
    answer = in_arc(Offset(firer=weapon, **values(found)), book)
    if isinstance(answer, Refusal):
        return None
    return Proposed("in_arc", answer.value, f"{answer.steps[0].says}, map", field.sure(firer, target))


def reach_of(own: FieldStand, weapon: Firer, book: RuleBook, indirect: bool = False) -> Cited[int] | None:
    """How far a stand shoots with a weapon, in mm (FF-RNG-T1, FF-SPR-01, AMB-330); None where nothing says so."""
    asked = Distance(firer=weapon, range_cm=0.0, indirect=indirect, long_range_marksmanship=own.marksmen)
    return greatest_range(asked, book)


def shapes(field: Field, firer: str, book: RuleBook, indirect: bool = False) -> dict[str, Outline] | Refusal:
    """The ground in the arc of a stand on the map, as near and as far as it shoots, by the faces it fires out of.

    `indirect`: as far as it fires on points that it need not see. Of a vehicle the ground on each of its sides that has
    a gun, as far as that shoots (FF-ARC-09, FF-TNK-T1). Refuses what does not fire.
    """
    own = field.stands[firer]
    if own.mover in VEHICLES:
        return _sides(own, book)
    if own.firer is None:
        return Refusal("FF-ARC-01", "it does not fire", "choose a stand that fires")
    least, far = least_range(own.firer, book), reach_of(own, own.firer, book, indirect)
    begins, reach = least.value if least else 0, far.value if far else FAR_MM
    faces = HOUSE_FACES if own.fighter is Fighter.BLOCK_HOUSE else {Face.FRONT: BaseEdge.FRONT}
    found = dict[str, Outline]()
    for told, face in faces.items():
        wide = in_cm(face_length_mm(own.stand, face))
        rooms = [room_mm(own.firer, wide, ahead, book) for ahead in (begins, reach)]
        refused = next((one for one in rooms if isinstance(one, Refusal)), None)
        if refused:
            return refused
        near, at_end = (min(one, FAR_MM) for one in rooms if not isinstance(one, Refusal))
        right, left = _beside(field, firer, face, book)
        found[told.value] = opening(
            own.stand,
            face,
            (near + right, begins),
            (at_end + right, reach),
            left=((near + left, begins), (at_end + left, reach)),
        )
    return found


def weapons(own: FieldStand, book: RuleBook) -> Mapping[BaseEdge, Firer]:
    """The gun on each side of a vehicle that has one (FF-TNK-T1); an armoured car has LMGs on all (SHQ-59)."""
    if own.tank is None or unknown(TankFacts(tank=own.tank), book):
        return dict.fromkeys(BaseEdge, Firer.TANK_LMG)
    found = {face: weapon_on(own.tank, Sector(face.value), book) for face in BaseEdge}
    return {face: Firer(weapon.value) for face, weapon in found.items() if weapon}


def bears(own: FieldStand, side: Sector, book: RuleBook) -> bool:
    """Whether a vehicle has a gun on a side."""
    return side is not Sector.NONE and BaseEdge(side.value) in weapons(own, book)


def _sides(own: FieldStand, book: RuleBook) -> dict[str, Outline]:
    """The ground on each side of a vehicle: between the rays from its corners, by house rule straight out (SHQ-25)."""
    room = book.table("shooting/arcs").number("infantry").value
    straight = book.behaviour("SHQ-25", {"corner_rays": False, "corridors": True})
    found = dict[str, Outline]()
    for face, weapon in weapons(own, book).items():
        far = reach_of(own, weapon, book)
        reach = far.value if far else FAR_MM
        there = corridor(own.stand, room, face, reach) if straight else fan(own.stand, HALF_OPEN_DEG, face, reach)
        found[face.value] = there
    return found


def _beside(field: Field, name: str, face: BaseEdge, book: RuleBook) -> tuple[float, float]:
    """What the front of its company adds to an infantry stand's arc, right and left, in mm; by house rule (SHQ-02)."""
    if field.stands[name].firer is not Firer.INFANTRY or book.behaviour("SHQ-02", {"stand": True, "company": False}):
        return 0.0, 0.0
    right, left = _company(field, name, face)
    return right * 10, left * 10


def point_in_arc(field: Field, firer: str, point: Placed, book: RuleBook) -> Proposed | None:
    """Whether a point lies in the arc of a gun or mortar on the map."""
    if not field.has(firer) or field.stands[firer].firer is None:
        return None
    one = field.stands[firer]
    right, ahead = (in_cm(length) for length in offset_mm(one.stand, middle(point)))
    wide = in_cm(face_length_mm(one.stand, BaseEdge.FRONT))
    asked = Offset(
        firer=one.firer or Firer.FIELD_GUN,
        width_cm=wide,
        right_cm=right,
        ahead_cm=ahead,
        centre_right_cm=right,
        centre_ahead_cm=ahead,
    )
    answer = in_arc(asked, book)
    if isinstance(answer, Refusal):
        return None
    return Proposed("in_arc", answer.value, f"{answer.steps[0].says}, map", field.sure(firer))


def tank_offset(field: Field, tank: str, target: str) -> Survey:
    """Where a target lies from a tank: the middle of its base, right and ahead of the tank's front edge."""
    if not field.has(tank, target):
        return ()
    one, sure = field.stands[tank], field.sure(tank, target)
    wide, long = (in_cm(length) for length in extent(one.stand.footprint))
    at = offset_mm(one.stand, middle(field.stands[target].stand))
    return (
        *_pair("right_cm", "ahead_cm", at, "the middle of the target", sure),
        Proposed("width_cm", wide, f"its base is {wide:g} cm wide, map", sure),
        Proposed("length_cm", long, f"its base is {long:g} cm long, map", sure),
    )


def sector(field: Field, tank: str, target: str, book: RuleBook) -> Proposed | None:
    """On which side of a tank a target lies (FF-ARC-09, SHQ-25)."""
    found = tank_offset(field, tank, target)
    if not found:
        return None
    answer = tank_sector(TankOffset(**values(found)), book)
    return Proposed("sector", answer.value, f"{answer.steps[0].says}, map", field.sure(tank, target))


def house_face(field: Field, house: str, target: str, book: RuleBook) -> Proposed | None:
    """Out of which face of a block house a target is fired at; None where no face bears, or nothing is placed."""
    for told, face in HOUSE_FACES.items():
        found = arc(field, house, target, book, face)
        if found and found.value:
            says = f"in the arc of its {told} face, map"
            return Proposed("sector", Sector(told.value), says, field.sure(house, target))
    return None


def bearing_face(field: Field, firer: str, target: str, book: RuleBook) -> BaseEdge:
    """The edge of its base out of which a stand fires at a target: of a block house the face that bears on it."""
    is_house = field.has(firer) and field.stands[firer].fighter is Fighter.BLOCK_HOUSE
    told = house_face(field, firer, target, book) if is_house else None
    return BaseEdge(told.value.value) if told else BaseEdge.FRONT


def in_any_arc(field: Field, firer: str, target: str, book: RuleBook) -> Proposed | None:
    """Whether a target lies in the arc of a stand, of a block house in that of any face; None for tanks."""
    found = arc(field, firer, target, book, bearing_face(field, firer, target, book))
    if found and not found.value and field.stands[firer].fighter is Fighter.BLOCK_HOUSE:
        return Proposed("in_arc", False, "in the arc of none of its faces, map", found.confidence)
    return found


def hit_face(field: Field, firer: str, house: str, book: RuleBook, fact: str = "face") -> Proposed | None:
    """On which face a block house is hit: the one in whose fan the firer stands (FF-BLK-07); None for its rear."""
    if not field.has(firer, house):
        return None
    each_side = book.table("shooting/arc_angles").number(Firer.BLOCK_HOUSE).value / 2
    towards = faces_towards(field.stands[house].stand, field.stands[firer].stand, each_side, TargetPart.MIDDLE)
    told = next((told for told, face in HOUSE_FACES.items() if face in towards), None)
    if told is None:
        return None
    return Proposed(fact, told, f"the firer stands before its {told} face, map", field.sure(firer, house))


def from_flank(field: Field, firer: str, target: str) -> Proposed | None:
    """Whether a shot comes from the flank: from neither the front nor the rear fan of the target (SHQ-62).

    A fan opens by 45 degrees from each corner, as those of tanks and block houses do: on its line is not the flank.
    """
    if not field.has(firer, target):
        return None
    right, ahead = offset_mm(field.stands[target].stand, middle(field.stands[firer].stand))
    wide, deep = extent(field.stands[target].stand.footprint)
    beside = abs(right) - wide / 2
    flank = beside > max(ahead, -ahead - deep)
    side = "the right" if right > 0 else "the left"
    says = f"the firer stands to {side} of the target, map" if flank else "not beside the target, map"
    return Proposed("from_the_flank", flank, says, field.sure(firer, target))


def aside(field: Field, firer: str, target: str) -> Proposed | None:
    """How far beside the firer's own width a target lies; None where it lies behind its front (FF-TGT-T1)."""
    if not field.has(firer, target):
        return None
    one, placed = field.stands[firer].stand, field.stands[target].stand
    half = face_length_mm(one, BaseEdge.FRONT) / 2
    parts = list(_parts(one, placed, BaseEdge.FRONT, FAR_MM))
    if not parts:
        return None
    beside = in_cm(max(0.0, min(abs(right) for right, _ in parts) - half))
    says = "straight ahead, map" if beside == 0 else f"{beside:g} cm beside its own width, map"
    return Proposed("aside_cm", beside, says, field.sure(firer, target))


def _best(one: FieldStand, placed: StandingBase, face: BaseEdge, weapon: Firer, book: RuleBook) -> Point:
    """The part of a target that is best placed for a weapon: one in the arc, if there is any, the least aside."""
    most = reach_of(one, weapon, book)
    parts = list(_parts(one.stand, placed, face, most.value if most else FAR_MM))
    if not parts:
        seen = [offset_mm(one.stand, point, face) for point in rim(placed)]
        return max(seen, key=lambda part: part[1])
    wide = in_cm(face_length_mm(one.stand, face))
    # To the tenth of a millimetre: of two that lie alike the nearer one, whatever the last digit says.
    return min(parts, key=lambda part: (not _bears(part, wide, weapon, book), round(abs(part[0]), 1), part[1]))


def _bears(part: Point, wide_cm: float, weapon: Firer, book: RuleBook) -> bool:
    right, ahead = (in_cm(length) for length in part)
    if max(abs(right), abs(ahead)) > _LONGEST_CM:
        return False
    asked = Offset(
        firer=weapon,
        width_cm=wide_cm,
        right_cm=right,
        ahead_cm=ahead,
        centre_right_cm=right,
        centre_ahead_cm=ahead,
    )
    answer = in_arc(asked, book)
    return not isinstance(answer, Refusal) and answer.value


def _parts(one: StandingBase, placed: StandingBase, face: BaseEdge, bend_mm: int) -> Iterator[Point]:
    """The corners of what of a target lies ahead of a face, cut along its axis and where an arc may bend.

    Every arc is bounded by a straight line on each side of the axis, so the part least outside it is a corner of these.
    """
    seen = tuple(offset_mm(one, point, face) for point in _rim_square_on(one, placed, face))
    for near, far in ((0, bend_mm), (bend_mm, FAR_MM)):
        for left, right in ((-FAR_MM, 0), (0, FAR_MM)):
            box = ((left, near), (left, far), (right, far), (right, near))
            yield from common(box, seen)


def _rim_square_on(one: StandingBase, placed: StandingBase, face: BaseEdge) -> Outline:
    """The edge of a base; a round one as the firer sees it, so that its nearest and outermost points are exact."""
    if not isinstance(placed.footprint, Circle):
        return corners(placed)
    turn_deg, at = face_pose(one, face).facing_deg, middle(placed)
    rim = (turned(point, turn_deg) for point in circle(placed.footprint.diameter_mm))
    return tuple((at.x_mm + x, at.y_mm + y) for x, y in rim)


def _company(field: Field, name: str, face: BaseEdge) -> tuple[float, float]:
    """How far its company's front reaches beyond a stand to the right and to the left, in cm (SHQ-02)."""
    own = field.stands[name]
    half = face_length_mm(own.stand, face) / 2
    others = [one.stand for other, one in field.of_unit(own.unit).items() if own.unit and other != name]
    rights = [offset_mm(own.stand, point, face)[0] for one in others for point in rim(one)]
    to_right, to_left = max(rights, default=0.0), max((-right for right in rights), default=0.0)
    return in_cm(max(0.0, to_right - half)), in_cm(max(0.0, to_left - half))


def _pair(right: str, ahead: str, at: Point, what: str, sure: Confidence) -> Iterator[Proposed]:
    aside_cm, ahead_cm = in_cm(at[0]), in_cm(at[1])
    side = "right" if aside_cm >= 0 else "left"
    way = "ahead" if ahead_cm >= 0 else "behind"
    yield Proposed(right, aside_cm, f"{what}: {abs(aside_cm):g} cm to the {side}, map", sure)
    yield Proposed(ahead, ahead_cm, f"{what}: {abs(ahead_cm):g} cm {way}, map", sure)

"""The beaten zone of a machine gun on the map: the stands behind its first target, in order (FF-BZN)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.barrages.rolling import HOME_MADE
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.arcs import bearing_face
from rules.flanders_fields.game.survey.areas import lying
from rules.flanders_fields.game.survey.cover import protection
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.shooting import shot
from rules.flanders_fields.game.survey.sight import sees
from rules.flanders_fields.shooting.beaten_zone import BeatenZoneFacts, ZoneShare, zone_length
from rules.flanders_fields.shooting.facts import MACHINE_GUNS, Shot
from rules.flanders_fields.vocabulary import Cover, Firer, TargetKind
from rules.kernel.measure import read_off
from rules.tabletop.arcs import FAR_MM, BaseEdge
from rules.tabletop.proposed import Proposed, Survey, Surveyed, in_cm, values
from rules.tabletop.stands import BadShape, extent, middle
from rules.tabletop.strips import Strip, ZoneStart, beaten_zone, lane, stretch_in

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

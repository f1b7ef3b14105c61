"""Infantry that follows its side's barrage straight up the table: from where, under which limits, with what chance."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Final

from rules.flanders_fields.barrages.rolling import SIZES, piece_mm
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import BarrageCourse as CourseOfBarrage
from rules.flanders_fields.fire_plan.written import BarrageLine
from rules.flanders_fields.game.survey.advance import PlatoonCourse, Whereabouts, advance, course_of
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.game.survey.plan_lines import own_fronts
from rules.flanders_fields.vocabulary import Quality, Side, UnitClass
from rules.kernel.measure import MM_A_CM, read_off
from rules.kernel.values import dataclass
from rules.tabletop.field import named
from rules.tabletop.stands import bounds
from rules.tabletop.terrain import Area, AreaKind, Trench

LOOKS_AHEAD: Final = 12
"""For how many turns an advance is worked out; no barrage and no scenario is longer."""
WORKS: Final = (AreaKind.STRONG_POINT, AreaKind.BLOCK_HOUSE)


@dataclass(frozen=True, slots=True)
class WorkOnWay:
    """A work of the enemy's on a way: from where to where up the table, in mm from the edge of who comes."""

    id: str
    name: str
    near_mm: float
    far_mm: float


@dataclass(frozen=True, slots=True)
class InfantryColumn:
    """Infantry in one piece of the front: where along its edge and up the table, its way, the works on it.

    `from_zone`: nothing but its side's deployment zone tells where it begins.
    """

    along_mm: int
    start_mm: int
    course: PlatoonCourse
    works: tuple[WorkOnWay, ...]
    from_zone: bool = False


def columns(field: Field, side: Side, quality: Quality, book: RuleBook) -> tuple[InfantryColumn, ...]:
    """The own infantry in each piece of 30 cm of the front: from its foremost stand there, else from its front trench.

    A piece where neither is on the table has none. Where none has, it begins at the front of its deployment zone.
    """
    middles = tuple(range(piece_mm() // 2, field.table.width_mm, piece_mm()))
    found = zip(middles, own_fronts(field, side, middles), strict=True)
    starts = {along: up for along, front in found if (up := _foremost(field, side, along) or front) is not None}
    if starts:
        return tuple(_column(field, side, along, up, quality, book) for along, up in starts.items())
    zones = {along: up for along in middles if (up := _zone_front(field, side, along)) is not None}
    columns = (_column(field, side, along, up, quality, book) for along, up in zones.items())
    return tuple(replace(one, from_zone=True) for one in columns)


def _zone_front(field: Field, side: Side, along_mm: int) -> int | None:
    """How far up the table a side may deploy so far along its edge; None where nobody says, or up to the other edge."""
    x = field.spot(side, along_mm / MM_A_CM, 0).x_mm
    depth = field.table.depth_mm
    own = [one for one in field.deployment if one.side is side and one.left_mm <= x <= one.right_mm]
    front = max((one.far_mm if side is Side.ATTACKER else depth - one.near_mm for one in own), default=depth)
    return front if front < depth else None


def _foremost(field: Field, side: Side, along_mm: int) -> int | None:
    fronts = [
        _front(field, one)
        for one in field.stands.values()
        if _is_infantry(one, side) and _in_piece(field, one, along_mm)
    ]
    return max(fronts, default=None)


def _is_infantry(one: FieldStand, side: Side) -> bool:
    return one.side is side and one.unit_class is UnitClass.RIFLE_COMPANY and not one.below


def _in_piece(field: Field, one: FieldStand, along_mm: int) -> bool:
    return abs(field.from_edge(one.side, one.stand.spot)[0] * MM_A_CM - along_mm) <= piece_mm() / 2


def _front(field: Field, one: FieldStand) -> int:
    _, near, _, far = bounds(one.stand)
    return read_off(far if one.side is Side.ATTACKER else field.table.depth_mm - near)


def _column(field: Field, side: Side, along_mm: int, up_mm: int, quality: Quality, book: RuleBook) -> InfantryColumn:
    start, end = (field.spot(side, along_mm / MM_A_CM, up / MM_A_CM) for up in (up_mm, field.table.depth_mm))
    course = course_of(field, start, end, quality, book)
    return InfantryColumn(along_mm, up_mm, course, tuple(_works(field, side, course, up_mm)))


def _works(field: Field, side: Side, course: PlatoonCourse, start_mm: int) -> Iterator[WorkOnWay]:
    """The enemy's works on a way. A strong point or block house in nobody's trench counts as his."""
    own = field.nations.get(side)
    for met in course.way.met:
        if isinstance(met.piece, Trench) and met.piece.nation != own:
            yield WorkOnWay(met.piece.id, named(met.piece), met.start_mm + start_mm, met.end_mm + start_mm)
    inside: dict[str, tuple[Area, float, float]] = {}
    for stretch in course.way.stretches:
        for area in (one for one in stretch.areas if one.kind in WORKS):
            begins = inside[area.id][1] if area.id in inside else stretch.start_mm
            inside[area.id] = (area, begins, stretch.end_mm)
    for area, near, far in inside.values():
        yield WorkOnWay(area.id, named(area), near + start_mm, far + start_mm)


def rears(line: BarrageLine, planned: CourseOfBarrage, along_mm: int) -> tuple[int, ...]:
    """Where the rear edge of a planned barrage lies in each of its turns, at a place along its side's edge, in mm."""
    piece = along_mm // piece_mm()
    lead = line.leads_mm[min(piece, len(line.leads_mm) - 1)] if line.leads_mm else 0
    return tuple(one.rear_mm + lead for one in planned.turns)


def limits(lie_mm: Iterable[Sequence[int]], book: RuleBook) -> tuple[float, ...]:
    """How far up the table own infantry may go in each turn, in mm: not into the danger strip of a barrage.

    `lie_mm` is where the rear edge of each barrage lies in each turn.
    """
    strip = book.table(SIZES).number("strip").value
    found = [inf] * LOOKS_AHEAD
    for lies in lie_mm:
        for turn, rear in enumerate(lies[:LOOKS_AHEAD]):
            found[turn] = min(found[turn], rear - strip)
    return tuple(found)


def follows(
    column: InfantryColumn, limits_mm: Sequence[float], quality: Quality, book: RuleBook
) -> tuple[Whereabouts, ...]:
    """Where the infantry of a column may be after each turn; limits in mm up the table from its side's edge."""
    return _follows(column, tuple(limits_mm), quality, book)


@lru_cache(maxsize=256)
def _follows(
    column: InfantryColumn, limits_mm: tuple[float, ...], quality: Quality, book: RuleBook
) -> tuple[Whereabouts, ...]:
    # A plan is checked at every stroke of the pen, and most of its barrage stays as it was.
    told = (max(0.0, limit - column.start_mm) for limit in limits_mm)
    return tuple(advance(column.course, tuple(told), quality, book))

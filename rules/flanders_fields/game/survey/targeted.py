"""Whom a plan may meet, as far as its side knows: enemy stands that are seen, platoons that man the enemy's works."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Final, NamedTuple

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.bases import BaseKind
from rules.flanders_fields.game.bases import footprint_of
from rules.flanders_fields.game.survey.cover import cover
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.game.survey.followers import WORKS
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.measure import MM_A_CM
from rules.kernel.values import dataclass
from rules.tabletop.bulk import StandColumns
from rules.tabletop.field import named
from rules.tabletop.stands import Pose, Spot, StandingBase, bounds, extent
from rules.tabletop.terrain import Area, Trench

BASES_APART: Final = 2
"""How far apart a forecast takes the middles of the platoons to be that man a trench, in widths of their base.

It is no number of the book, which says only how far apart they may be (FF-FRM-03 to -05), and stands in none of its
tables.
"""
CELL_MM: Final = 50


class TargetPosition(NamedTuple):
    """A stand or a work of the enemy's, and the places of its platoons among the targets."""

    id: str
    name: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Targets:
    """Stands that may be hit: where they lie, their cover, of which position each is; what its side knows besides.

    `spans` tells of each from where to where it reaches up the table from the plan's own edge, and how far along that
    edge its middle is, in mm.
    """

    field: Field
    positions: tuple[TargetPosition, ...]
    of: tuple[str, ...]
    stands: tuple[StandingBase, ...]
    covers: tuple[Cover, ...]
    spans: tuple[tuple[float, float, int], ...]
    laid: StandColumns

    def positions_called(self, name: str) -> tuple[TargetPosition, ...]:
        """The positions whose name stands in a name that somebody wrote, capitals and blanks aside."""
        called = " ".join(name.casefold().split())
        return tuple(one for one in self.positions if one.name and " ".join(one.name.casefold().split()) in called)


class _Manned(NamedTuple):
    position: str
    name: str
    stand: StandingBase


def known_targets(field: Field, side: Side, book: RuleBook) -> Targets:
    """What a side's plan is forecast on: the enemy's works, manned, and his stands as far as the field has them."""
    return _targets(field, side, (*_works(field, side, book), *_seen(field, side)), book)


def _works(field: Field, side: Side, book: RuleBook) -> Iterator[_Manned]:
    base = footprint_of(BaseKind.INFANTRY, book)
    for piece in field.table.pieces:
        if isinstance(piece, Trench) and piece.nation != field.nations.get(side):
            ways = _along(piece.path, BASES_APART * extent(base)[0])
            yield from (_Manned(piece.id, named(piece), StandingBase(base, pose)) for pose in ways)
        elif isinstance(piece, Area) and piece.kind in WORKS:
            x, y = (round(sum(values) / len(piece.outline)) for values in zip(*piece.outline, strict=True))
            yield _Manned(piece.id, named(piece), StandingBase(base, Pose(Spot(x, y), 0)))


def _along(path: Sequence[Spot], apart_mm: float) -> Iterator[Pose]:
    """A pose every so far along a path, across it."""
    left = apart_mm / 2
    for (x, y), (next_x, next_y) in pairwise(path):
        long = hypot(next_x - x, next_y - y)
        while left < long:
            share = left / long
            spot = Spot(round(x + (next_x - x) * share), round(y + (next_y - y) * share))
            yield Pose(spot, round(-degrees(atan2(next_y - y, next_x - x))) % 360)
            left += apart_mm
        left -= long


def _seen(field: Field, side: Side) -> Iterator[_Manned]:
    for name, one in field.stands.items():
        if one.side is not side and not one.below:
            yield _Manned(name, one.name, one.stand)


def on_cells(field: Field, side: Side, middles: Iterable[Spot], book: RuleBook) -> Targets:
    """A platoon in the middle of each cell of the table, as if it stood there."""
    base = footprint_of(BaseKind.INFANTRY, book)
    found = (_Manned(f"{spot.x_mm},{spot.y_mm}", "", StandingBase(base, Pose(spot, 0))) for spot in middles)
    return _targets(field, side, tuple(found), book)


def cells_near(field: Field, points: Iterable[Spot], reach_mm: int) -> tuple[Spot, ...]:
    """The middles of the cells of the table that are within so far of any of some points, in order."""
    found = set[Spot]()
    for x, y in points:
        for across in range((x - reach_mm) // CELL_MM, (x + reach_mm) // CELL_MM + 1):
            for up in range((y - reach_mm) // CELL_MM, (y + reach_mm) // CELL_MM + 1):
                spot = Spot(across * CELL_MM + CELL_MM // 2, up * CELL_MM + CELL_MM // 2)
                inside = 0 < spot.x_mm < field.table.width_mm and 0 < spot.y_mm < field.table.depth_mm
                if inside and hypot(spot.x_mm - x, spot.y_mm - y) <= reach_mm:
                    found.add(spot)
    return tuple(sorted(found))


def _targets(field: Field, side: Side, manned: Sequence[_Manned], book: RuleBook) -> Targets:
    enemy = Side.DEFENDER if side is Side.ATTACKER else Side.ATTACKER
    known = {f"{place}": FieldStand(name=one.name, stand=one.stand, side=enemy) for place, one in enumerate(manned)}
    told = {name: field.stands.get(one.position, known[name]) for name, one in zip(known, manned, strict=True)}
    on = Field(field.table, told, nations=field.nations)
    # Armour is in no class of cover: it is left out.
    covered = {name: found.value for name in told if (found := cover(on, name, book))}
    kept = [(one, covered[name]) for name, one in zip(told, manned, strict=True) if name in covered]
    stands = tuple(one.stand for one, _ in kept)
    of = tuple(one.position for one, _ in kept)
    names = {one.position: one.name for one, _ in kept}
    places: dict[str, list[int]] = {}
    for place, position in enumerate(of):
        places.setdefault(position, []).append(place)
    return Targets(
        field=field,
        positions=tuple(TargetPosition(one, names[one], tuple(found)) for one, found in places.items()),
        of=of,
        stands=stands,
        covers=tuple(value for _, value in kept),
        spans=tuple(_span(field, side, one) for one in stands),
        laid=StandColumns.of(stands),
    )


def _span(field: Field, side: Side, stand: StandingBase) -> tuple[float, float, int]:
    _, near, _, far = bounds(stand)
    if side is Side.DEFENDER:
        near, far = field.table.depth_mm - far, field.table.depth_mm - near
    return near, far, round(field.from_edge(side, stand.spot)[0] * MM_A_CM)

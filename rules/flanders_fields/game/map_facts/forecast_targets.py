"""Targets that a fire plan may meet, and what each face of a die does to them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Final, NamedTuple

from rules.flanders_fields.barrages import BarrageFacts, Under, under_the_barrage
from rules.flanders_fields.base_sizes import BaseKind
from rules.flanders_fields.bombardments import (
    AreaFireFacts,
    AreaShots,
    AreaStand,
    HurricaneFacts,
    hurricane_shots,
    shots_on_area,
)
from rules.flanders_fields.fire_areas import Coverage, Overlap
from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.fire_plan import WorkLine
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.game.map_facts.cover_and_sight import cover
from rules.flanders_fields.game.map_facts.infantry_advance import WORKS
from rules.flanders_fields.game.stand_types import footprint_of
from rules.flanders_fields.gas_effects import GasAttackFacts, GasStand, gas_shots
from rules.flanders_fields.machine_guns import IndirectGunFacts, StripStand, strip_shots
from rules.flanders_fields.mortars import MortarFireFacts, MortarPoint, mortar_shots
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.vocabulary import Cover, FireResult, Nation, Side, UnitClass
from rules.kernel.dice import ALL_D6
from rules.kernel.distances import MM_A_CM
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.board_view import named
from rules.tabletop.salvo_odds import FIRST, NOTHING, SECOND, StandColumns
from rules.tabletop.stands import Pose, Spot, StandingBase, bounds, extent
from rules.tabletop.terrain import Area, Trench

# Whom a plan may meet, as far as its side knows

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


# What each face of the die does to a platoon under fire or in gas, by its cover

RESULTS: Final = {FireResult.NO_EFFECT: NOTHING, FireResult.SUPPRESSED: FIRST, FireResult.KILLED: SECOND}
BLANK: Final = (NOTHING,) * len(ALL_D6)
Faces = tuple[int, ...]
_IN_RANGE_CM: Final = 50.0


@lru_cache(maxsize=512)
def area_faces(kind: UnitClass, cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """What each face of the die does to a platoon in the area of an unseen battery's fire (FF-ART-24 to FF-ART-26)."""
    lies = Overlap.UNDER_HALF if partly else Overlap.WHOLE
    stand = AreaStand(name="it", cover=cover, overlap=lies, centre_inside=not partly)
    found = shots_on_area(AreaFireFacts(unit_class=kind, stands=(stand,)), book)
    return faces_of(found.value.shots[0].shot, book) if isinstance(found, Explained) and found.value.shots else BLANK


def faces_of(shot: Shot, book: RuleBook) -> Faces:
    return tuple(RESULTS[effect(shot, face, book).value] for face in ALL_D6)


@lru_cache(maxsize=128)
def barrage_faces(cover: Cover, under: Under, book: RuleBook) -> Faces:
    """What each face does to a platoon under the band (FF-BAR-13 to FF-BAR-16)."""
    facts = BarrageFacts(cover=cover, under=under)
    answers = [under_the_barrage(facts, (face,), book) for face in ALL_D6]
    return tuple(RESULTS[one.value.result] if isinstance(one, Explained) else NOTHING for one in answers)


@lru_cache(maxsize=128)
def hurricane_faces(work: WorkLine, nation: Nation, side: Side, cover: Cover, book: RuleBook) -> Faces:
    """What each face does to a platoon in a work under the hurricane (FF-HUR-03, FF-HUR-04)."""
    assert work.work
    turn = work.turn or 1
    stand = AreaStand(name="it", cover=cover)
    facts = HurricaneFacts(work=work.work, stands=(stand,), nation=nation, side=side, turn=turn, planned_turn=turn)
    found = hurricane_shots(facts, book)
    return faces_of(found.value.shots[0].shot, book) if isinstance(found, Explained) and found.value.shots else BLANK


def of_shots(found: Explained[AreaShots] | Refusal, book: RuleBook) -> Faces:
    """What each face of the one die does that an area throws; nothing where it throws none."""
    return faces_of(found.value.shots[0].shot, book) if isinstance(found, Explained) and found.value.shots else BLANK


@lru_cache(maxsize=128)
def gas_faces(cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """The same in a cloud (FF-GAS-21, FF-GAS-22)."""
    stand = GasStand(name="it", cover=cover, coverage=Coverage.PARTLY if partly else Coverage.FULLY)
    return of_shots(gas_shots(GasAttackFacts(stands=(stand,)), book), book)


@lru_cache(maxsize=256)
def mortar_faces(kind: UnitClass, cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """The same in the square of a mortar on its registered point (FF-MTR-09, FF-MTR-10)."""
    lies = Overlap.UNDER_HALF if partly else Overlap.WHOLE
    stand = AreaStand(name="it", cover=cover, overlap=lies, centre_inside=not partly)
    facts = MortarFireFacts(unit_class=kind, stands=(stand,), range_cm=_IN_RANGE_CM, point=MortarPoint.REGISTERED)
    return of_shots(mortar_shots(facts, book), book)


@lru_cache(maxsize=128)
def strip_faces(cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """The same in the strip of a machine gun that fires indirectly (FF-IMG-02 to FF-IMG-05)."""
    lies = Overlap.UNDER_HALF if partly else Overlap.WHOLE
    stand = StripStand(name="it", cover=cover, overlap=lies, centre_inside=not partly)
    return of_shots(strip_shots(IndirectGunFacts(stands=(stand,), range_cm=_IN_RANGE_CM), book), book)

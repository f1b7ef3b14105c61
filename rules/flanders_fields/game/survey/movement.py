"""A way on the map: the goings it leads through and how far, trenches, turns, fire on it, whom it passes (FF-MOV).

A way is the poses of a stand after where it stands; between them it goes straight. What it leads over is told by the
middle of the base, whom and what fire it meets by the whole base.
"""

from collections.abc import Mapping
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from rules.flanders_fields.artillery.areas import BaseInAreaFacts, Overlap
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.areas import SHARES, base, lying
from rules.flanders_fields.game.survey.cover import protection
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import legs
from rules.flanders_fields.movement.manoeuvre import (
    MixedMove,
    MixedMoveFacts,
    MovePart,
    Relation,
    move_through,
)
from rules.flanders_fields.movement.zone_paths import MostCovered, Waypoint, along_the_way
from rules.flanders_fields.vocabulary import Going, Side, Transport
from rules.kernel.explain import Explained, Refusal
from rules.kernel.shapes import Outline
from rules.tabletop.field import beside_mm, moved_to, named, rim
from rules.tabletop.measure import travel_mm
from rules.tabletop.outlines import OutlineCoverage, coverage
from rules.tabletop.paths import MetOnWay, WayStretch, way
from rules.tabletop.proposed import Proposed, Survey, in_cm, values
from rules.tabletop.stands import Pose, Spot, StandingBase
from rules.tabletop.templates import swept
from rules.tabletop.terrain import Area, AreaKind, River, Trench

SLOWEST: Final = (Going.CLOSE_TERRAIN, Going.SHATTERED, Going.SHELL_TORN)
GOINGS: Final[Mapping[AreaKind, Going]] = {
    AreaKind.WOOD: Going.CLOSE_TERRAIN,
    AreaKind.BUILDINGS: Going.CLOSE_TERRAIN,
    AreaKind.MARSH: Going.CLOSE_TERRAIN,
    AreaKind.SHATTERED: Going.SHATTERED,
    AreaKind.SHELL_TORN: Going.SHELL_TORN,
}
ABOUT_DEG: Final = 180


class WayStep(NamedTuple):
    """A stretch of a way through one kind of ground, and the piece that makes it so; none is as long as a crossing."""

    going: Going
    length_mm: float
    piece: str


def steps(field: Field, own: StandingBase, path: tuple[Spot, ...]) -> tuple[WayStep, ...]:
    """The stretches of a base's way from where it stands, in order; a trench that is only crossed has no length."""
    led = way(field.ground, (own.spot, *path), beside_mm(own))
    found = [(one.start_mm, _ground(one), one.length_mm) for one in led.stretches]
    crossed = [(one.start_mm, (Going.CROSSING_TRENCH, one.piece.id), 0.0) for one in led.met if _is_trench(one)]
    in_order = sorted([*crossed, *found], key=lambda one: (one[0], one[2]))
    runs = groupby(in_order, key=lambda one: one[1])
    return tuple(WayStep(going, sum(long for _, _, long in run), piece) for (going, piece), run in runs)


def going_of(area: Area) -> Going:
    """The going of an area in the words of this book."""
    return GOINGS.get(area.kind, Going.CROSS_COUNTRY)


def _is_trench(met: MetOnWay) -> bool:
    return isinstance(met.piece, Trench)


def _ground(stretch: WayStretch) -> tuple[Going, str]:
    """Which going counts where several lie on one another: a road or bridge leads through them all (FF-MOV-04)."""
    if stretch.road:
        return Going.ROAD, stretch.road.id
    if stretch.water:
        return (Going.RIVER if isinstance(stretch.water, River) else Going.STREAM), stretch.water.id
    if stretch.trench:
        return Going.ALONG_TRENCH, stretch.trench.id
    slowed = [(going, area.id) for area in stretch.areas if (going := going_of(area)) in SLOWEST]
    return min(slowed, key=lambda one: SLOWEST.index(one[0]), default=(Going.CROSS_COUNTRY, ""))


def move(field: Field, name: str, poses: tuple[Pose, ...], in_column: bool = False) -> Survey:
    """What a move along a way looks at: its stretches, the ground most of it leads through, trenches, turns."""
    if not field.has(name) or not poses:
        return ()
    own, sure = field.stands[name].stand, field.sure(name)
    found = steps(field, own, tuple(pose.spot for pose in poses))
    parts = tuple(MovePart(going=one.going, distance_cm=in_cm(one.length_mm)) for one in found)
    says, trenches = spelled(field, found), trenches_crossed(found)
    crossed = f"{trenches} on its way, map"
    return (
        Proposed("parts", parts, says, sure),
        Proposed("going", most(found), says, sure),
        Proposed(
            "in_column", in_column and all_road(found), "wholly on a road, map" if in_column else "not in column", sure
        ),
        Proposed("trenches_crossed", trenches, crossed, sure),
        *turns(field, name, poses),
    )


def turns(field: Field, name: str, poses: tuple[Pose, ...]) -> Survey:
    """How often a stand turns about on its way, and its other turns added up (FF-MOV-14)."""
    if not field.has(name) or not poses:
        return ()
    faced = [field.stands[name].stand.facing_deg, *(pose.facing_deg for pose in poses)]
    turned = [_turned(one, other) for one, other in pairwise(faced)]
    about = sum(turn == ABOUT_DEG for turn in turned)
    rest = sum(turn for turn in turned if turn != ABOUT_DEG)
    sure = field.sure(name)
    return (
        Proposed("about_turns", about, f"{about} on its way, map", sure),
        Proposed("turned_deg", rest, f"{rest} degrees on its way, map", sure),
    )


def _turned(one: float, other: float) -> int:
    off = round(abs(one - other)) % (2 * ABOUT_DEG)
    return min(off, 2 * ABOUT_DEG - off)


def goes(
    field: Field, name: str, poses: tuple[Pose, ...], transport: Transport, book: RuleBook, in_column: bool = False
) -> Explained[MixedMove] | Refusal | None:
    """How far one move action carries a stand along a way (FF-MOV-02); None for one that is not on the map."""
    found = values(
        one for one in move(field, name, poses, in_column) if one.fact in ("parts", "about_turns", "turned_deg")
    )
    if not found or not found["parts"]:
        return None
    own = field.stands[name]
    asked = MixedMoveFacts(mover=own.mover, quality=own.quality, transport=transport, in_column=in_column, **found)
    return move_through(asked, book)


def travelled(field: Field, name: str, to: Pose) -> Proposed | None:
    """How far the farthest travelling point of a base comes between where it stands and a pose (FF-MOV-15)."""
    if not field.has(name):
        return None
    far = in_cm(travel_mm(field.stands[name].stand, to))
    return Proposed("travel_cm", far, f"{far:g} cm by its farthest point, map", field.sure(name))


def waypoints(field: Field, side: Side, name: str, poses: tuple[Pose, ...]) -> Survey:
    """A base and its way as the chapters measure them, from a side's left corner."""
    if not field.has(name) or not poses:
        return ()
    told = tuple(Waypoint(along_cm=at[0], up_cm=at[1]) for at in (field.from_edge(side, pose.spot) for pose in poses))
    start = BaseInAreaFacts(**values(base(field, side, name)))
    sure = field.sure(name)
    return (
        Proposed("base", start, f"{start.along_cm:g} cm along, {start.up_cm:g} cm up, map", sure),
        Proposed("way", told, f"{len(told)} points on its way, map", sure),
    )


def through(field: Field, name: str, poses: tuple[Pose, ...], outline: Outline, book: RuleBook) -> Survey:
    """How ground under fire covers a base where that is most on its way, and its cover there (FF-MVZ-02, AMB-323)."""
    found = values(waypoints(field, Side.ATTACKER, name, poses))
    if not found:
        return ()
    own, sure = field.stands[name].stand, field.sure(name)
    deepest = along_the_way(outline, rim(own), found["base"], found["way"])
    began, _ = lying(outline, own)
    ends, _ = lying(outline, StandingBase(own.footprint, poses[-1]))
    out = began is not Overlap.NONE and ends is Overlap.NONE and len(poses) == 1
    middle_in = "its middle comes to lie in it, map" if deepest.centre_inside else "its middle stays out of it, map"
    return (
        Proposed("overlap", deepest.overlap, f"where it is covered most: {SHARES[deepest.overlap]}", sure),
        Proposed("centre_inside", deepest.centre_inside, middle_in, sure),
        Proposed("straight_out", out, "it begins in it and goes straight out, map" if out else "not so, map", sure),
        *protection(moved_to(field, name, _at(deepest, own.facing_deg)), name, book),
    )


def _at(deepest: MostCovered, facing_deg: float) -> Pose:
    """Where a base is covered most, as it stood when it set out."""
    along, up = deepest.at_cm
    return Pose(Spot(round(along * 10), round(up * 10)), facing_deg)


def passed(field: Field, name: str, poses: tuple[Pose, ...]) -> Proposed | None:
    """Whose stands a stand would pass through on its way: an enemy's first (FF-MOV-18); None where nobody's."""
    if not field.has(name) or not poses:
        return None
    own = field.stands[name]
    met = [
        (other, one)
        for other, one in field.stands.items()
        if other != name and any(_meets(leg, to, one.stand) for leg, to in legs(own.stand, poses))
    ]
    order = (Relation.ENEMY, Relation.OTHER_BATTALION, Relation.SAME_BATTALION)
    told = sorted(
        (order.index(_relation(own.side, own.formation, one.side, one.formation)), one.name) for _, one in met
    )
    if not told:
        return None
    return Proposed("through", order[told[0][0]], f"its way leads over {told[0][1]}, map", field.sure(name))


def _meets(leg: StandingBase, to: Pose, other: StandingBase) -> bool:
    step = (float(to.spot.x_mm - leg.spot.x_mm), float(to.spot.y_mm - leg.spot.y_mm))
    return coverage(swept(rim(leg), step), other) is not OutlineCoverage.NOT


def _relation(side: Side, formation: str, other_side: Side, other_formation: str) -> Relation:
    if side is not other_side:
        return Relation.ENEMY
    return Relation.SAME_BATTALION if formation == other_formation else Relation.OTHER_BATTALION


def spelled(field: Field, found: tuple[WayStep, ...]) -> str:
    """The stretches of a way in words."""
    told = ", ".join(f"{in_cm(one.length_mm):g} cm {_words(field, one)}" for one in found)
    return f"{told or 'it stays where it is'}, map"


def _words(field: Field, one: WayStep) -> str:
    kind = one.going.replace("_", " ")
    return f"{kind} ({named(field.ground.pieces[field.ground.number[one.piece]])})" if one.piece else kind


def trenches_crossed(found: tuple[WayStep, ...]) -> int:
    """How many trenches a way leads across."""
    return sum(one.going is Going.CROSSING_TRENCH for one in found)


def most(found: tuple[WayStep, ...]) -> Going:
    """The ground that most of a way leads through."""
    long: dict[Going, float] = {}
    for one in found:
        long[one.going] = long.get(one.going, 0.0) + one.length_mm
    return max(long, key=lambda going: long[going], default=Going.CROSS_COUNTRY)


def all_road(found: tuple[WayStep, ...]) -> bool:
    """Whether a way leads along roads only."""
    return all(one.going is Going.ROAD for one in found)

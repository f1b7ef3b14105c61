"""Measurements on the map: distances, sight, cover, circles and ways (BE-LOS, BE-COV)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Final

from rules.earth_1418.game.map_facts.board import CloudOn, EarthField
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.vocabulary import CloudKind, GroundToCross, Stance, Terrain
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Point
from rules.tabletop.board_view import Proposed, in_cm, touch
from rules.tabletop.ground import gap_to_piece_mm, held_by, share_in
from rules.tabletop.lines_of_sight import Looking, Screen, Veil, bases_in_sight
from rules.tabletop.reachable_areas import touched
from rules.tabletop.stands import Pose, Spot, StandingBase, corners
from rules.tabletop.tape_measure import NearestPair, nearest, nearest_points
from rules.tabletop.templates import share_under, swept, touches, under_circle
from rules.tabletop.terrain import AreaKind, Piece

WHOLE: Final = 100
RISES: Final = (AreaKind.WOOD, AreaKind.BUILDINGS)
"""What stands up from its ground, and so stops a line of sight (BE-LOS-02)."""


def apart(field: EarthField, unit: str, target: str) -> Proposed | None:
    """How far it is between the nearest bases of two sub-units; None where one of them is not placed."""
    found = _between(field, unit, target)
    return Proposed("distance_cm", in_cm(found.apart_mm), "between the nearest bases") if found else None


def _between(field: EarthField, unit: str, target: str) -> NearestPair | None:
    """The nearest bases of two sub-units: a stage asks of many deeds how far the same two are."""
    return field.once(("between", unit, target), lambda: nearest(field.bases_of(unit), field.bases_of(target)))


@dataclass(frozen=True, slots=True)
class BasesThatSee:
    """Which bases of a shooter see any of a target's, and how far the nearest of them is from each."""

    sees: tuple[bool, ...]
    apart_mm: tuple[int, ...]


def seen(field: EarthField, unit: str, target: str, clouds_hide: bool = True) -> BasesThatSee | None:
    """Sight from any base to any base, past terrain and clouds (BE-LOS-01, BE-LOS-02, BE-GAS-02, BE-GAS-09; G-34).

    Which gas is transparent (BE-GAS-08) the map does not know: players say it. Where no clouds hide, as if there were
    none.
    """
    own, theirs = field.bases_of(unit), field.bases_of(target)
    if not own or not theirs:
        return None

    def look() -> BasesThatSee:
        looking = Looking(tuple(Screen(kind, None) for kind in RISES))
        veils = [Veil(one.outline) for one in field.clouds if clouds_hide]
        sees = bases_in_sight(field.ground, list(own.values()), list(theirs.values()), looking, veils)
        apart_mm = tuple(found.apart_mm for name in own if (found := nearest({name: own[name]}, theirs)))
        return BasesThatSee(tuple(any(row) for row in sees.tolist()), apart_mm)

    return field.once(("seen", unit, target, clouds_hide), look)


def in_sight(field: EarthField, unit: str, target: str) -> Proposed | None:
    """Whether at least one base has a free line to one of the target's."""
    found = seen(field, unit, target)
    if found is None:
        return None
    count = sum(found.sees)
    return Proposed("in_sight", count > 0, f"{count} of {len(found.sees)} bases have a free line")


def able(field: EarthField, unit: str, target: str, reach_mm: int | None) -> Proposed | None:
    """How many bases have both: the target in range and a free line to it (G-37)."""
    found = seen(field, unit, target)
    if found is None:
        return None
    both = sum(
        sees and (reach_mm is None or far <= reach_mm) for sees, far in zip(found.sees, found.apart_mm, strict=True)
    )
    return Proposed("bases_able", both, f"{both} of {len(found.sees)} bases see it in range")


def cover(field: EarthField, unit: str, book: EarthBook) -> Proposed | None:
    """The ground that most bases of a sub-unit are on; of as many on each the weaker (BE-COV-04; G-16)."""
    found = [cover_at(field, base, book) for base in field.bases_of(unit).values()]
    if not found:
        return None
    count = Counter(terrain for terrain, _ in found)
    most = max(count, key=lambda one: (count[one], -worth(one, book)))
    named = next(name for terrain, name in found if terrain is most)
    return Proposed("terrain", most, f"{count[most]} of {len(found)} bases {named}")


def cover_at(field: EarthField, base: StandingBase, book: EarthBook) -> tuple[Terrain, str]:
    """The best cover among the pieces that hold enough of a base (BE-COV-04; G-16); open ground elsewhere."""
    enough = book.table("cover/shares").number("held").value
    under = [one.piece for one in held_by(field.ground, base)]
    kinds = {field.worth[piece.id].cover: [one for one in under if _covers(field, one, piece)] for piece in under}
    enough_of = {kind: share_in(field.ground, pieces, base) * WHOLE >= enough for kind, pieces in kinds.items()}
    covers = [(cover, piece.name) for piece in under if enough_of[cover := field.worth[piece.id].cover]]
    best = max((cover for cover, _ in covers), key=lambda one: worth(one, book), default=Terrain.OPEN)
    names = (name for cover, name in covers if cover is best)
    return best, f"in {name}" if (name := next(names, "")) and best is not Terrain.OPEN else "in the open"


def _covers(field: EarthField, one: Piece, other: Piece) -> bool:
    """Whether two pieces give the same cover: side by side they hold a base together."""
    return field.worth[one.id].cover is field.worth[other.id].cover


def worth(terrain: Terrain, book: EarthBook) -> int:
    """What cover adds for who stands in it (BE-COV-01)."""
    return book.table("cover/cover").number(f"{terrain}.{Stance.STATIONARY}").value


def touching_cloud(field: EarthField, unit: str) -> CloudOn | None:
    """Return the cordon that a sub-unit touches (G-33): short-term gas first, which alone has an effect (BE-GAS-03)."""
    bases = field.bases_of(unit).values()
    clouds = sorted(field.clouds, key=lambda cloud: cloud.kind is not CloudKind.IMMEDIATE_GAS)
    return next((cloud for cloud in clouds if any(touches(cloud.outline, base) for base in bases)), None)


def in_reach(field: EarthField, unit: str, limit_mm: int) -> list[str]:
    """The enemy sub-units of which a base is so near, nearest first (BE-ASL-01)."""
    side = next((one.side for one in field.of_unit(unit).values()), "")
    enemies = {one.unit for one in field.stands.values() if one.side != side}
    far = {one: found.apart_mm for one in enemies if (found := _between(field, unit, one))}
    return sorted((one for one, mm in far.items() if mm <= limit_mm), key=lambda one: (far[one], one))


def met_on_the_way(field: EarthField, unit: str, there: Mapping[str, Pose]) -> str:
    """Return the enemy that a straight move touches: at its end, or on its way if it did not touch him before."""
    own = field.bases_of(unit)
    side = next((one.side for one in field.of_unit(unit).values()), "")
    enemies = [one for one in field.stands.values() if side and one.side != side]
    for name, pose in there.items():
        here = own.get(name)
        if here is None:
            continue
        end = StandingBase(here.footprint, pose)
        way = swept(corners(here), (float(pose.spot.x_mm - here.spot.x_mm), float(pose.spot.y_mm - here.spot.y_mm)))
        for enemy in enemies:
            on_way = touches(way, enemy.stand) and not any(touch(base, enemy.stand) for base in own.values())
            if on_way or touch(end, enemy.stand):
                return enemy.unit
    return ""


def touching(
    field: EarthField,
    unit: str,
    target: str,
    fallen: Sequence[StandingBase] = (),
    their_fallen: Sequence[StandingBase] = (),
) -> int | None:
    """Return how many bases touch one of the enemy's (BE-MEL-02); None if either side has none on the map.

    Args:
        fallen: bases of the sub-unit that count although they are removed.
        their_fallen: the same of the target.
    """
    own = [*field.bases_of(unit).values(), *fallen]
    theirs = [*field.bases_of(target).values(), *their_fallen]
    return sum(any(touch(base, enemy) for enemy in theirs) for base in own) if own and theirs else None


@dataclass(frozen=True, slots=True)
class UnderCircle:
    """Who lies under a circle: how many bases, and how many of these lie outside it by more than they may."""

    unit: str
    bases: int
    mostly_outside: int


def under(field: EarthField, spot: Spot, book: EarthBook) -> list[UnderCircle]:
    """The sub-units under the circle of a bombardment, most bases first (BE-ART-06, BE-ART-07, BE-ART-10)."""
    at, across = (float(spot.x_mm), float(spot.y_mm)), field.circle_mm
    least_inside = 1 - book.table("artillery/shares").number("outside").value / WHOLE
    found = dict[str, list[float]]()
    for one in field.stands.values():
        if under_circle(at, across, one.stand):
            found.setdefault(one.unit, []).append(share_under(at, across, one.stand))
    rows = (
        UnderCircle(unit, len(shares), sum(share < least_inside for share in shares)) for unit, shares in found.items()
    )
    return sorted(rows, key=lambda one: -one.bases)


def moved_bases(field: EarthField, unit: str, step: Point) -> dict[str, Pose]:
    """Where the bases of a sub-unit come to that goes a step as one body (BE-STR-03)."""
    return {
        name: Pose(
            Spot(round(base.spot.x_mm + step[0]), round(base.spot.y_mm + step[1])),
            base.facing_deg,
        )
        for name, base in field.bases_of(unit).items()
    }


def middle_of(bases: Iterable[StandingBase]) -> Spot:
    """The middle of a rank."""
    spots = [one.spot for one in bases]
    return Spot(round(sum(x for x, _ in spots) / len(spots)), round(sum(y for _, y in spots) / len(spots)))


def step_to(field: EarthField, unit: str, spot: Spot) -> Point:
    """The step that brings the middle of a sub-unit to a place."""
    here = middle_of(field.bases_of(unit).values())
    return float(spot.x_mm - here.x_mm), float(spot.y_mm - here.y_mm)


def going(field: EarthField, unit: str, step: Point) -> tuple[GroundToCross, ...]:
    """The kinds of ground that a move comes from, leads over or ends on, each once (BE-MOV-12; G-18)."""
    ways = [
        ((float(base.spot.x_mm), float(base.spot.y_mm)), (base.spot.x_mm + step[0], base.spot.y_mm + step[1]))
        for base in field.bases_of(unit).values()
    ]
    return kinds(field, touched(field.ground, ways))


def kinds(field: EarthField, numbers: Iterable[int]) -> tuple[GroundToCross, ...]:
    """What pieces of ground are worth for a move, each kind once."""
    found = {field.worth[field.ground.pieces[number].id].going for number in numbers}
    return tuple(kind for kind in GroundToCross if kind in found)


def marched(field: EarthField, unit: str, spot: Spot, book: EarthBook) -> Iterator[Proposed]:
    """What a move to a place comes to: how far, over which ground, and what cover it ends in."""
    step = step_to(field, unit, spot)
    crossed = going(field, unit, step)
    says = "on its way"
    for kind in (GroundToCross.ROAD, GroundToCross.ROUGH, GroundToCross.IMPRACTICAL):
        yield Proposed(kind.value, kind in crossed, says)
    yield Proposed("moved_cm", in_cm(hypot(*step)), "from the middle of its rank")
    yield ends_in(field, unit, step, book)
    nearer = _comes_nearer(field, unit, _after(field, unit, step), book)
    yield Proposed("nearer_to_better", nearer, "nearer to better cover than it stands")


def ends_in(field: EarthField, unit: str, step: Point, book: EarthBook) -> Proposed:
    """The ground a rank ends on after a step: the weakest that a base of it stands on (BE-COV-04)."""
    grounds = [cover_at(field, base, book)[0] for base in _after(field, unit, step)]
    ends = min(grounds, key=lambda one: worth(one, book), default=Terrain.OPEN)
    return Proposed("ends_in", ends, "where it comes to")


def _after(field: EarthField, unit: str, step: Point) -> list[StandingBase]:
    there = moved_bases(field, unit, step)
    return [StandingBase(field.stands[name].stand.footprint, pose) for name, pose in there.items()]


def _comes_nearer(field: EarthField, unit: str, there: Sequence[StandingBase], book: EarthBook) -> bool:
    here = list(field.bases_of(unit).values())
    stands_in = min((worth(cover_at(field, base, book)[0], book) for base in here), default=0)
    pieces = enumerate(field.ground.pieces)
    better = [n for n, piece in pieces if worth(field.worth[piece.id].cover, book) > stands_in]
    if not better or not there:
        return False
    now, then = (min(gap_to_piece_mm(field.ground, n, base) for n in better for base in one) for one in (here, there))
    return then < now


def straight_at(field: EarthField, unit: str, target: str, went_mm: float) -> Point:
    """The step of an assault that goes so far straight at the nearest base of an enemy (BE-ASL-01)."""
    own, theirs = field.bases_of(unit), field.bases_of(target)
    pair = _between(field, unit, target)
    if pair is None:
        return 0.0, 0.0
    (x, y), (to_x, to_y) = nearest_points(own[pair.one], theirs[pair.other])
    length = hypot(to_x - x, to_y - y)
    share = min(1.0, went_mm / length) if length else 0.0
    return (to_x - x) * share, (to_y - y) * share

"""Paths of a move on the map: ground, wire, fire and stands met, and its reach (FF-MOV)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby, pairwise
from math import dist, inf
from typing import Final, NamedTuple

from rules.flanders_fields.fire_areas import BaseInAreaFacts, Coverage, Overlap
from rules.flanders_fields.fire_zones import MostCovered, Waypoint, along_the_way
from rules.flanders_fields.game.map_facts import trenches_and_wire
from rules.flanders_fields.game.map_facts.area_coverage import SHARES, as_told, base, lying
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.game.map_facts.cover_and_sight import protection
from rules.flanders_fields.game.map_facts.gas_coverage import entering, legs
from rules.flanders_fields.game.map_facts.trenches_and_wire import usable
from rules.flanders_fields.game.stand_types import TRAVELS_AS
from rules.flanders_fields.manoeuvres import MixedMove, MixedMoveFacts, MovePart, Relation, RiverStage, move_through
from rules.flanders_fields.movement import MoveFacts, by_farthest_point, move_allowance
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Carriage, Crossing, Going, Side, Transport, UnitClass
from rules.flanders_fields.wire import ACTIONS, CROSSERS
from rules.kernel.distances import cm, read_off
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline
from rules.kernel.prompts import Told
from rules.kernel.tables import Allowance, Way
from rules.tabletop.board_view import Proposed, Survey, Surveyed, beside_mm, in_cm, moved_to, named, rim, told, values
from rules.tabletop.paths import MetOnWay, Rates, WayStretch, way
from rules.tabletop.reachable_areas import ReachableGround, reach_either
from rules.tabletop.stands import Pose, Spot, StandingBase
from rules.tabletop.tape_measure import travel_mm
from rules.tabletop.templates import OutlineCoverage, coverage, swept
from rules.tabletop.terrain import Area, AreaKind, River, Trench

# A way on the map (FF-MOV)

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


# A unit's move on the map

Ways = Mapping[str, tuple[Pose, ...]]
"""The way of each stand of a unit."""


def transport_of(own: FieldStand) -> Transport:
    """How it gets along: on its own, or a weapon as it travels or by hand (FF-MOV-11, FF-MOV-12)."""
    travels = TRAVELS_AS.get(own.unit_class) if own.unit_class else None
    if travels is None:
        return Transport.ON_ITS_OWN
    packed = Transport.PACKED if travels is Carriage.PACKED else Transport.LIMBERED
    return packed if own.packed else Transport.MANHANDLED


def march(field: Field, ways: Ways, book: RuleBook, in_column: bool = False) -> Survey:
    """What one move of a unit leads over; the stand that goes farthest tells the ground, who meets most the rest."""
    placed = {name: way for name, way in ways.items() if way and field.has(name)}
    led = {
        name: steps(field, field.stands[name].stand, tuple(pose.spot for pose in way)) for name, way in placed.items()
    }
    if not led:
        return ()
    farthest = max(led, key=lambda name: sum(step.length_mm for step in led[name]))
    sure, found = field.sure(*led), led[farthest]
    on_road = in_column and all(map(all_road, led.values()))
    column = ("wholly on a road, map" if on_road else "not wholly on a road, map") if in_column else "not in column"
    crossed = max(map(trenches_crossed, led.values()))
    belts = [
        one for name, way in placed.items() if (one := told(trenches_and_wire.on_way(field, name, way, book), "belts"))
    ]
    return (
        Proposed("going", _counts(field.stands[farthest], found, book), spelled(field, found), sure),
        Proposed("in_column", on_road, column, sure),
        Proposed("trenches_crossed", crossed, f"{crossed} on its way, map", sure),
        *([max(belts, key=lambda one: int(one.value))] if belts else []),
    )


def _counts(own: FieldStand, found: tuple[WayStep, ...], book: RuleBook) -> Going:
    """The ground that a move is told by: that of most of its way, by house rule the slowest on it (AMB-49)."""
    slowest = min(
        (one.going for one in found if one.length_mm), key=lambda going: _pace(own, going, book), default=most(found)
    )
    return book.behaviour("AMB-49", {"in_proportion": most(found), "slowest": slowest})


def _pace(own: FieldStand, going: Going, book: RuleBook) -> float:
    """How far a move carries it there, in mm: 0 where that takes actions or cannot be, endless where it is free."""
    asked = MoveFacts(mover=own.mover, going=going, quality=own.quality, transport=transport_of(own))
    answer = move_allowance(asked, book)
    if isinstance(answer, Refusal):
        return 0
    return {Way.DISTANCE: float(answer.value.mm), Way.FREE: inf}.get(answer.value.way, 0.0)


def fire_met(field: Field, name: str, way: tuple[Pose, ...], book: RuleBook) -> tuple[Surveyed, ...]:
    """The areas under fire that a stand goes through, each by the unit whose fire it is (FF-MVZ-02).

    Who fires there now, and whom, the rules say.
    """
    return as_told(tuple(_fire_on_path(field, name, way, book)), book)


def _fire_on_path(field: Field, name: str, way: tuple[Pose, ...], book: RuleBook) -> Iterator[Surveyed]:
    for fire in field.under_fire:
        if fire.kind is Crossing.ARTILLERY_AREA and fire.unit:
            found = through(field, name, way, fire.outline, book)
            if found and found[0].value is not Overlap.NONE:
                yield Surveyed(fire.unit, found)


# A move that is tried out on the map (FF-MOV)


@dataclass(frozen=True, slots=True)
class Leg:
    """The way of one stand: how far its middle and its farthest point come, over what, whether one action carries it.

    `carries_cm` is as far as one action would carry it, None where such ground is not gone over with a move at all.
    """

    stand: str
    straight_cm: float
    travel_cm: float
    over: str
    carried: str
    carries_cm: float | None
    reaches: bool


def ways_told(answers: Told) -> Ways:
    """Return the way of each stand that is told where it goes: straight there."""
    return {
        one["stand"]: (Pose(Spot(one["x_mm"], one["y_mm"]), one.get("facing_deg", 0.0)),)
        for one in answers.get("places", ())
    }


def leg(field: Field, name: str, to: Pose, book: RuleBook, in_column: bool = False) -> Leg | None:
    """What the way of a stand to a pose takes; None for one that is not on the map."""
    far = travelled(field, name, to)
    if far is None:
        return None
    over = told(move(field, name, (to,), in_column), "parts")
    says = over.whence.removesuffix(", map") if over else ""
    straight = in_cm(dist(field.stands[name].stand.spot, to.spot))
    return Leg(name, straight, float(far.value), says, *_carried(field, name, to, book, in_column))


def _carried(field: Field, name: str, to: Pose, book: RuleBook, in_column: bool) -> tuple[str, float | None, bool]:
    """How far one move action carries it; what is wheeled farther than its middle goes counts with its last ground.

    By house rule what it turns counts instead (AMB-48).
    """
    own = field.stands[name]
    found = values(move(field, name, (to,), in_column))
    parts: tuple[MovePart, ...] = found["parts"]
    wheeled = travel_mm(own.stand, to) - read_off(dist(own.stand.spot, to.spot))
    if wheeled > 0 and not found["about_turns"] and by_farthest_point(book):
        last = parts[-1] if parts else MovePart(going=Going.CROSS_COUNTRY, distance_cm=0)
        parts = (*parts[:-1], replace(last, distance_cm=round(last.distance_cm + wheeled / 10, 1)))
    if not parts:
        return "it stays where it is", 0.0, True
    asked = MixedMoveFacts(
        mover=own.mover,
        parts=parts,
        quality=own.quality,
        transport=transport_of(own),
        in_column=in_column,
        about_turns=found["about_turns"],
        turned_deg=found["turned_deg"],
    )
    answer = move_through(asked, book)
    if isinstance(answer, Refusal):
        return f"{answer.because}; {answer.instead}", None, False
    goes = answer.value.goes_mm
    if answer.value.reaches:
        return "one move action carries it there", goes / 10, True
    return f"one move action carries it {cm(goes)} of it", goes / 10, False


def on_the_ways(field: Field, ways: Mapping[str, Pose], book: RuleBook, in_column: bool = False) -> Iterator[Step]:
    """What the ways of stands take, those that take the same together, then what they meet besides (FF-MOV-01)."""
    alike: dict[str, list[str]] = {}
    there = [name for name in field.stands if name in ways]
    for name in there:
        found = leg(field, name, ways[name], book, in_column)
        if found and ways[name] != field.stands[name].stand.pose:
            alike.setdefault(_takes(found), []).append(field.stands[name].name.partition(",")[0])
    for said, names in alike.items():
        yield Step("FF-MOV-01", f"{', '.join(names)}: {said}")
    for name in there:
        yield from meets(field, name, ways[name], book)


def _takes(one: Leg) -> str:
    wheeled = "" if one.travel_cm == one.straight_cm else f"{one.travel_cm:g} cm by its farthest point; "
    return f"{wheeled}{one.over}; {one.carried}"


def meets(field: Field, name: str, to: Pose, book: RuleBook) -> Iterator[Step]:
    """What a stand on the map meets on its way that is no matter of distance: stands, wire, fire, gas, suppression."""
    own = field.stands[name]
    if to == own.stand.pose:
        return
    for clause, says in _met_on_path(field, own, name, to, book):
        yield Step(clause, f"{own.name.partition(',')[0]}: {says}")


def _met_on_path(field: Field, own: FieldStand, name: str, to: Pose, book: RuleBook) -> Iterator[tuple[str, str]]:
    over = passed(field, name, (to,))
    if over and over.value is not Relation.SAME_BATTALION:
        whose = "an enemy stand" if over.value is Relation.ENEMY else "a stand of another battalion"
        yield "FF-MOV-16", f"{over.whence.removesuffix(', map')}, {whose}"
    belts = told(trenches_and_wire.on_way(field, name, (to,), book), "belts")
    if belts and belts.value and own.unit_class is not UnitClass.TANK:
        yield "FF-WIR-02", f"{belts.whence.removesuffix(', map')}: getting over it takes an action of its own"
    for met in fire_met(field, name, (to,), book):
        name_of = next(one.name for one in field.under_fire if one.unit == met.stand)
        yield "FF-MVZ-02", f"its way leads through {name_of}: it may be attacked there"
    for cloud in field.clouds:
        touched = told(entering(field, name, (to,), cloud), "coverage")
        if touched and touched.value is not Coverage.SPARED:
            yield "FF-GAS-20", f"its way leads through {cloud.name}"
    if own.levels:
        yield "FF-ORD-12", "it is suppressed: that is taken off before it moves"


# Where a move may carry a stand, and how far its actions carry it along a way of any length (FF-MOV, FF-WIR-13)

STAGES: Final = len(tuple(pairwise(RiverStage)))
"""In, over and out of a river (FF-MOV-08)."""
NOWHERE_MM: Final = 1
"""A move that is to stay on the road carries nobody off it."""


def rates(own: FieldStand, transport: Transport, book: RuleBook, in_column: bool = False) -> Rates | Refusal:
    """How a stand moves over everything there is; refuses one that does not move, and a weapon that is not packed."""
    allowed = _Allowed(own, transport, book, in_column)
    in_the_open = move_allowance(allowed.asked(Going.CROSS_COUNTRY), book)
    if isinstance(in_the_open, Refusal):
        return in_the_open
    on_road = in_column and not _keeps_to_the_road(book)
    return Rates(
        open_mm=in_the_open.value.mm,
        areas={going: allowed.mm(going) for going in SLOWEST},
        road_mm=allowed.mm(Going.ROAD) if on_road else None,
        road_cancels=frozenset(SLOWEST),
        along_trench_mm=allowed.mm(Going.ALONG_TRENCH),
        trench_actions=allowed.actions(Going.CROSSING_TRENCH),
        stream_actions=allowed.actions(Going.STREAM),
        river_actions=_stages(allowed.actions(Going.RIVER)),
        belt_actions=_for_a_belt(own, transport, book),
        lanes=usable(own.mover, book),
        slowest_counts=book.behaviour("AMB-49", {"in_proportion": False, "slowest": True}),
        going=going_of,
    )


def _keeps_to_the_road(book: RuleBook) -> bool:
    """Whether a road carries only a column that stays on it for the whole move (AMB-50)."""
    return book.behaviour("AMB-50", {"part_on_road": False, "whole_move": True})


def by_road(own: FieldStand, transport: Transport, book: RuleBook) -> Rates | None:
    """How a column moves that stays on the road for the whole move; None for one that no road carries so."""
    road_mm = _Allowed(own, transport, book, in_column=True).mm(Going.ROAD)
    if not road_mm:
        return None
    slowed = frozenset(SLOWEST)
    return Rates(NOWHERE_MM, areas=dict.fromkeys(slowed), road_mm=road_mm, road_cancels=slowed, going=going_of)


class _Allowed:
    """What the movement table allows one stand."""

    def __init__(self, own: FieldStand, transport: Transport, book: RuleBook, in_column: bool) -> None:
        self.own, self.transport, self.book, self.in_column = own, transport, book, in_column

    def asked(self, going: Going) -> MoveFacts:
        """One move through one kind of ground."""
        return MoveFacts(
            mover=self.own.mover,
            going=going,
            quality=self.own.quality,
            transport=self.transport,
            in_column=self.in_column and going is Going.ROAD,
        )

    def mm(self, going: Going) -> int | None:
        """How far a move carries it there; None where it cannot go."""
        found = self._cell(going)
        return found.mm if found and found.way is Way.DISTANCE else None

    def actions(self, going: Going) -> int | None:
        """How many actions crossing takes; None where it cannot."""
        found = self._cell(going)
        return None if found is None else found.actions

    def _cell(self, going: Going) -> Allowance | None:
        found = move_allowance(self.asked(going), self.book)
        return None if isinstance(found, Refusal) else found.value


def _stages(actions: int | None) -> tuple[int, int, int] | None:
    if actions is None:
        return None
    into = out = actions // STAGES
    return into, actions - into - out, out


def _for_a_belt(own: FieldStand, transport: Transport, book: RuleBook) -> int | None:
    """The actions that a belt of wire takes; None for who crosses by a cleared way only (FF-WIR-13)."""
    crosser = "gap" if transport is Transport.PACKED else book.table(CROSSERS).word(own.mover).value
    costs = book.table(ACTIONS)
    return {"attempt": costs.number("attempt").value, "crush": costs.number("tank").value, "walks_over": 0}.get(crosser)


def reached(
    field: Field, name: str, transport: Transport, book: RuleBook, in_column: bool = False, moves: float = 1
) -> ReachableGround | Refusal | None:
    """The ground that a move carries a stand over, round the enemy's stands; None for one that is not on the map."""
    if not field.has(name):
        return None
    own = field.stands[name]
    told = rates(own, transport, book, in_column)
    if isinstance(told, Refusal):
        return told
    road = by_road(own, transport, book) if in_column and _keeps_to_the_road(book) else None
    enemies = [one.stand for _, one in field.enemies_of(name)]
    ways = (told, road) if road else (told,)
    return reach_either(field.ground, own.stand.spot, ways, moves, beside_mm(own.stand), enemies)

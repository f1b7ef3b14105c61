"""Lines of sight: what blocks one between two stands, all of a table at once, smoke, shadows.

The line runs from middle to middle. It is blocked by what covers an area and rises from it (woods, buildings:
`screens`), by hills, and by other stands if the rules will have it.

- Pieces of one kind that touch are one piece here (`terrain_shapes`).
- What a stand stands in does not block (the piece that holds at least half its base, or its middle): of that piece, the
  stretch that reaches the base. Another arm of the same wood does block.
- Who stands higher than the foot of a screen looks over it, but not into the dead ground behind it, which is measured
  along the line from the screen's far edge to the target's base.
- A hill blocks where it rises above the straight line from the height of the one to the height of the other.

So sight goes both ways alike on level ground, and everywhere but across a screen that one of the two looks over: he may
see the other without being seen, and dead ground hides only who lies in it.

From base to base, past smoke and gas, one free line is enough, from any place of the one base to any of the other;
corners and middles stand for all of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from rules.kernel.distances import read_off
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point
from rules.tabletop.fields_of_fire import FAR_MM
from rules.tabletop.ground import HALF, TableGround, heights_of, shares_of_bodies
from rules.tabletop.line_crossings import (
    HAIR_MM,
    Bools,
    Floats,
    Lines,
    LineStretch,
    Numbers,
    OutlineEdges,
    Stretches,
    depths,
    of_one_line,
    stretches_of,
)
from rules.tabletop.stands import Circle, Placed, Spot, StandingBase, core, corners, middle
from rules.tabletop.templates import OutlineCoverage, coverage
from rules.tabletop.terrain import Area, AreaKind, Hill, Piece
from rules.tabletop.terrain_shapes import Body, base, components, seams, share_of_base

# The line of sight between two stands or spots


@dataclass(frozen=True, slots=True)
class Screen:
    """A kind of area that blocks sight, and the dead ground behind it for those who look over it (None: none)."""

    kind: AreaKind
    dead_ground_mm: int | None


@dataclass(frozen=True, slots=True)
class Looking:
    """What blocks sight, as the rules in force say."""

    screens: tuple[Screen, ...]
    hills_block: bool = True
    stands_block: bool = False
    own_terrain_blocks: bool = False

    def screen(self, piece: Piece) -> Screen | None:
        """As what a piece blocks sight, if it does."""
        kind = piece.kind if isinstance(piece, Area) else None
        return next((screen for screen in self.screens if screen.kind is kind), None)


class Effect(StrEnum):
    """What something on the line does to it."""

    BLOCKS = "blocks"
    DEAD_GROUND = "dead_ground"
    LOOKED_OVER = "looked_over"
    STOOD_IN = "stood_in"


@dataclass(frozen=True, slots=True)
class InTheWay:
    """Something on the line: from where to where along it, what it does, and how far behind it the target's base is."""

    what: Piece | StandingBase
    effect: Effect
    enters: Point
    leaves: Point
    enters_mm: int
    leaves_mm: int
    behind_mm: int

    @property
    def hides(self) -> bool:
        """Whether the target is not seen because of it."""
        return self.effect in (Effect.BLOCKS, Effect.DEAD_GROUND)


@dataclass(frozen=True, slots=True)
class LineOfSight:
    """Whether one sees the other, over what and because of what not, in order along the line.

    `clear_to` is how far the line runs before something hides what follows: its end where the target is seen.
    """

    seen: bool
    start: Spot
    end: Spot
    length_mm: int
    viewer_height: int
    target_height: int
    in_the_way: tuple[InTheWay, ...]
    clear_to: Point
    clear_mm: int


def line_of_sight(
    on: TableGround, viewer: Placed, target: Placed, looking: Looking, others: Sequence[StandingBase] = ()
) -> LineOfSight:
    """The line from a viewer to a target; `others` are the stands that may be in the way (where stands block)."""
    look = _Look(on, viewer, target, looking)
    among = [other for other in others if other not in (viewer, target)] if looking.stands_block else []
    found = sorted((*look.pieces(), *look.stands(among)), key=lambda one: (one[0].start, one[0].end))
    in_the_way = tuple(look.told(*one) for one in found)
    hidden = min(
        (one for one in found if one[2] in (Effect.BLOCKS, Effect.DEAD_GROUND)), key=_hidden_from, default=None
    )
    clear = 1.0 if hidden is None else _hidden_from(hidden)
    return LineOfSight(
        hidden is None,
        look.start,
        look.end,
        read_off(look.length),
        look.heights[0],
        look.heights[1],
        in_the_way,
        look.at(clear),
        read_off(clear * look.length),
    )


_Found = tuple[LineStretch, Piece | StandingBase, Effect]


def _hidden_from(found: _Found) -> float:
    """The share of the line from which on it is hidden: dead ground begins behind what is looked over."""
    return found[0].end if found[2] is Effect.DEAD_GROUND else found[0].start


class _Look:
    """One line while it is worked out. Shares of it are counted from the viewer."""

    def __init__(self, on: TableGround, viewer: Placed, target: Placed, looking: Looking) -> None:
        self.on, self.looking = on, looking
        self.start, self.end = middle(viewer), middle(target)
        self.length = hypot(self.end.x_mm - self.start.x_mm, self.end.y_mm - self.start.y_mm)
        shares = shares_of_bodies(on, [viewer, target])
        self.heights = tuple(heights_of(on, shares).tolist())
        self.half_in = shares >= HALF
        self.under = [self._under(viewer), self._under(target)]
        self._near = sorted(on.tree.query(LineString([self.start, self.end])).tolist())

    def _under(self, placed: Placed) -> float:
        """The share of the line that is over a base."""
        return base_along(placed, self.start, self.end) / self.length if self.length else 0.0

    def at(self, share: float) -> Point:
        """A point of the line."""
        return (
            self.start.x_mm + (self.end.x_mm - self.start.x_mm) * share,
            self.start.y_mm + (self.end.y_mm - self.start.y_mm) * share,
        )

    def pieces(self) -> Iterator[_Found]:
        """The stretches of the line in each piece that could block it, and what they do to it."""
        for number, body in self._bodies_near():
            screen = self.looking.screen(self.on.pieces[number])
            if screen or (isinstance(self.on.pieces[number], Hill) and self.looking.hills_block):
                for stretch in self._through(body):
                    met = self._first_met(number, body, stretch)
                    if met is None:
                        continue
                    piece = self.on.pieces[met]
                    if self._stood_in(number, stretch):
                        yield stretch, piece, Effect.STOOD_IN
                    elif screen:
                        yield stretch, piece, self._effect(stretch, screen.dead_ground_mm)
                    elif (rising := self._above(stretch, self.on.heights[number])) is not None:
                        yield rising, piece, Effect.BLOCKS
                    else:
                        yield stretch, piece, Effect.LOOKED_OVER

    def stands(self, others: Sequence[StandingBase]) -> Iterator[_Found]:
        """The same for stands."""
        if not others:
            return
        feet = heights_of(self.on, shares_of_bodies(self.on, others)).tolist()
        for other, foot in zip(others, feet, strict=True):
            for stretch in stretches_of(rim(other), self.start, self.end):
                yield stretch, other, Effect.BLOCKS if self.heights[0] <= foot else Effect.LOOKED_OVER

    def _bodies_near(self) -> Iterator[tuple[int, Body]]:
        """The bodies about the line, each with the number of its first piece there."""
        found: dict[tuple[int, ...], int] = {}
        for number in self._near:
            found.setdefault(self.on.bodies[number].numbers, number)
        return ((number, self.on.bodies[number]) for number in found.values())

    def _through(self, body: Body) -> tuple[LineStretch, ...]:
        return of_one_line(body.stretches, self.start, self.end)

    def _first_met(self, number: int, body: Body, stretch: LineStretch) -> int | None:
        """Return the piece of a body, as high as the one with this number, that a stretch of the line enters first.

        Return None if the stretch enters only higher hills of the body: they are bodies of their own.
        """
        if len(body.numbers) < 2:
            return number
        entries = [
            (part.start, n)
            for n in body.numbers
            for part in stretches_of(self.on.outlines[n], self.start, self.end)
            if stretch.start <= part.end and part.start <= stretch.end
        ]
        alike = [entry for entry in entries if self.on.bodies[entry[1]] is body]
        if alike:
            return min(alike)[1]
        return None if entries else number

    def _stood_in(self, number: int, stretch: LineStretch) -> bool:
        """Whether a stretch is of what viewer or target stand in, and reaches them."""
        hair = HAIR_MM / self.length
        of_target = stretch.end >= 1 - hair or (self.half_in[1, number] and stretch.end >= 1 - self.under[1] - hair)
        of_viewer = stretch.start <= hair or (self.half_in[0, number] and stretch.start <= self.under[0] + hair)
        return bool(of_target or (of_viewer and not self.looking.own_terrain_blocks))

    def _effect(self, stretch: LineStretch, dead_ground_mm: int | None) -> Effect:
        if self.heights[0] <= foot_under(self.on, self._near, self.start, self.end, stretch):
            return Effect.BLOCKS
        hidden = dead_ground_mm is not None and self.behind_mm(stretch) <= dead_ground_mm
        return Effect.DEAD_GROUND if hidden else Effect.LOOKED_OVER

    def _above(self, stretch: LineStretch, height: int) -> LineStretch | None:
        """The part of a stretch over which a hill rises above the line from height to height; None for none of it."""
        here, there = self.heights
        if here == there:
            return stretch if height > here else None
        level = (height - here) / (there - here)
        start, end = (
            (stretch.start, min(stretch.end, level)) if there > here else (max(stretch.start, level), stretch.end)
        )
        return LineStretch(start, end) if (end - start) * self.length > HAIR_MM else None

    def behind_mm(self, stretch: LineStretch) -> int:
        """How far behind a stretch the target's base begins, along the line; 0 where it does not reach beyond it."""
        return max(0, read_off((1 - self.under[1] - stretch.end) * self.length))

    def told(self, stretch: LineStretch, what: Piece | StandingBase, effect: Effect) -> InTheWay:
        """A finding in millimetres."""
        return InTheWay(
            what,
            effect,
            self.at(stretch.start),
            self.at(stretch.end),
            read_off(stretch.start * self.length),
            read_off(stretch.end * self.length),
            self.behind_mm(stretch),
        )


def foot_under(on: TableGround, pieces: Iterable[int], start: Spot, end: Spot, stretch: LineStretch) -> int:
    """The highest ground under a stretch of the line from one spot to another, among some pieces (their numbers)."""
    hair = HAIR_MM / hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm)
    over = (
        int(on.heights[number])
        for number in pieces
        if on.heights[number]
        for part in of_one_line(on.bodies[number].stretches, start, end)
        if min(part.end, stretch.end) - max(part.start, stretch.start) > hair
    )
    return max(over, default=0)


def rim(placed: StandingBase) -> OutlineEdges:
    """The outline of a base; of a round one, of the many-cornered shape it is drawn as."""
    return OutlineEdges.of(base(placed))


def base_along(placed: Placed, start: Spot, end: Spot) -> float:
    """How far a base reaches from its middle along the direction from one spot to another, in mm."""
    if not isinstance(placed, StandingBase) or start == end:
        return 0.0
    if isinstance(placed.footprint, Circle):
        return placed.footprint.diameter_mm / 2
    across, up = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    turn, long = radians(placed.facing_deg), hypot(across, up)
    right = abs(across * cos(turn) - up * sin(turn)) / long
    ahead = abs(across * sin(turn) + up * cos(turn)) / long
    reaches = (placed.footprint.width_mm / 2, right), (placed.footprint.depth_mm / 2, ahead)
    return min(half / part for half, part in reaches if part)


# Who sees whom, for all stands of a table at once

_WORTH_IT: Final = 0.2
"""The share of the lines that must be blocked before they are put aside: to look at them costs less than to sort."""


def all_sights(on: TableGround, placed: Sequence[Placed], looking: Looking) -> Bools:
    """Whether each (row) sees each (column). Where stands block, the stands among them do. Each sees itself."""
    return _Everybody(on, placed, looking).sees()


def all_depths(on: TableGround, placed: Sequence[Placed], piece_ids: Sequence[str]) -> Floats:
    """How much of the line from each middle to each other one lies in some pieces, in mm.

    Where two of them overlap, both count. Raises KeyError for an id that is not on the table.
    """
    spots = np.array([middle(one) for one in placed], dtype=float).reshape(-1, 2)
    ones, others, lines = _between(spots)
    total = np.zeros(len(lines))
    for outline in (on.outlines[on.number[piece_id]] for piece_id in piece_ids):
        near = lines.near(outline)
        total[near] += depths(outline, lines.only(near))
    found = np.zeros((len(spots), len(spots)))
    found[ones, others] = found[others, ones] = total * lines.lengths
    return found


def _between(spots: Floats) -> tuple[Numbers, Numbers, Lines]:
    """Each two that are not in the same spot, once, and the lines between them."""
    ones, others = _each_two(len(spots))
    lines = Lines(spots.take(ones, axis=0), spots.take(others, axis=0))
    if lines.lengths.all():
        return ones, others, lines
    apart = np.flatnonzero(lines.lengths)
    return ones[apart], others[apart], lines.only(apart)


@lru_cache(maxsize=8)
def _each_two(many: int) -> tuple[Numbers, Numbers]:
    ones, others = np.triu_indices(many, 1)
    return ones, others


class _Everybody:
    """All lines at once. Each is looked along both ways, and put aside once it is blocked both ways."""

    def __init__(self, on: TableGround, placed: Sequence[Placed], looking: Looking) -> None:
        self.on, self.placed, self.looking = on, placed, looking
        spots = np.array([middle(one) for one in placed], dtype=float).reshape(-1, 2)
        shares = shares_of_bodies(on, placed)
        self.half_in = shares >= HALF
        self.heights = heights_of(on, shares)
        self.stands_in = self.half_in | self._within_a_hair(spots)
        self.cores = np.array([core(one) for one in placed], dtype=float).reshape(-1, 3)
        turns = np.array([radians(one.facing_deg) if isinstance(one, StandingBase) else 0.0 for one in placed])
        self.cosines, self.sines = np.cos(turns), np.sin(turns)
        self.ones, self.others, self.lines = _between(spots)
        self.blocked = np.zeros((2, len(self.ones)), dtype=bool)
        # Whoever is put aside is hidden; the lines that are left at the end say who is not.
        self.hidden = np.zeros((len(placed), len(placed)), dtype=bool)
        self.hidden[self.ones, self.others] = self.hidden[self.others, self.ones] = True

    def _within_a_hair(self, spots: Floats) -> Bools:
        found = np.zeros((len(spots), len(self.on.pieces)), dtype=bool)
        rows, columns = self.on.tree.query(shapely.points(spots), predicate="dwithin", distance=HAIR_MM)
        found[rows, columns] = True
        for number, body in enumerate(self.on.bodies):
            if len(body.numbers) > 1:
                found[:, number] = found[:, body.numbers].any(axis=1)
        return found

    def sees(self) -> Bools:
        """Whether each sees each."""
        for number in self._largest_first():
            self._look_past(number)
            done = self.blocked[0] & self.blocked[1]
            if np.count_nonzero(done) > len(done) * _WORTH_IT:
                self._go_on_with(np.flatnonzero(~done))
        if self.looking.stands_block:
            for number, one in enumerate(self.placed):
                if isinstance(one, StandingBase):
                    self._look_past_stand(number, one)
        self.hidden[self.ones, self.others], self.hidden[self.others, self.ones] = self.blocked
        return ~self.hidden

    def _largest_first(self) -> list[int]:
        """The bodies that can block, by a piece of each. The longest come first, since they leave least to look at."""
        blocking = {
            self.on.bodies[number].numbers: number
            for number, piece in enumerate(self.on.pieces)
            if self.looking.screen(piece) or (isinstance(piece, Hill) and self.looking.hills_block)
        }.values()
        lengths = shapely.length(self.on.shapes)
        return sorted(blocking, key=lambda number: float(lengths[number]), reverse=True)

    def _go_on_with(self, left: Numbers) -> None:
        """Put all other lines aside."""
        self.ones, self.others, self.lines = self.ones[left], self.others[left], self.lines.only(left)
        self.blocked = self.blocked[:, left]

    def _look_past(self, number: int) -> None:
        body = self.on.bodies[number]
        near = body.near(self.lines)
        plainly, closely = self._how(number, self.ones[near], self.others[near])
        which = near[plainly]
        self.blocked[:, which[body.entered(self.lines.only(which))]] = True
        which = near[closely]
        if len(which):
            found = body.stretches(self.lines.only(which))
            self._look_closely(number, Stretches(which[found.line], found.start, found.end))

    def _how(self, number: int, ones: Numbers, others: Numbers) -> tuple[Bools, Bools]:
        """Which lines a piece blocks if they lead through it, and for which that depends on where they do."""
        stood_in = self.stands_in[ones, number] | self.stands_in[others, number]
        if not self.on.hills:
            return ~stood_in, stood_in
        low, high = np.sort(self.heights[np.stack([ones, others])], axis=0)
        height = self.on.heights[number]
        if height:
            return ~stood_in & (height > high), (height > low) & (stood_in | (height <= high))
        over_it = high > self._feet_of(number)[0]
        return ~(stood_in | over_it), stood_in | over_it

    def _look_closely(self, number: int, found: Stretches) -> None:
        ones, others, feet = self.ones[found.line], self.others[found.line], self._feet(number, found)
        forth = _Looks(found.line, ones, others, found.start, found.end, feet)
        back = _Looks(found.line, others, ones, 1 - found.end, 1 - found.start, feet)
        for way, looks in enumerate((forth, back)):
            blocks = ~self._stood_in(number, looks) & self._blocks(number, looks)
            self.blocked[way, looks.line[blocks]] = True

    def _feet(self, number: int, found: Stretches) -> NDArray[np.int64]:
        """The highest ground under each stretch in a piece."""
        lowest, highest = self._feet_of(number)
        if lowest == highest:
            return np.full(len(found.line), highest)
        feet = np.zeros(len(found.line), dtype=np.int64)
        lines = self.lines.only(found.line)
        for hill in sorted({hill for one in self.on.bodies[number].numbers for hill in self.on.hills_under[one]}):
            over = self.on.bodies[hill].stretches(lines)
            shared = np.minimum(over.end, found.end[over.line]) - np.maximum(over.start, found.start[over.line])
            under = over.line[shared * lines.lengths[over.line] > HAIR_MM]
            feet[under] = np.maximum(feet[under], self.on.heights[hill])
        return feet

    def _feet_of(self, number: int) -> tuple[int, int]:
        """How high the ground under a body lies: its lowest and its highest."""
        feet = self.on.feet[list(self.on.bodies[number].numbers)]
        return int(feet[:, 0].min()), int(feet[:, 1].max())

    def _stood_in(self, number: int, looks: "_Looks") -> Bools:
        """Whether stretches are of what viewer or target stand in, and reach them."""
        hair = HAIR_MM / self.lines.lengths[looks.line]
        of_target: Bools = looks.end >= 1 - self._reaching(number, looks.target, looks.line) - hair
        if self.looking.own_terrain_blocks:
            return of_target
        of_viewer: Bools = looks.start <= self._reaching(number, looks.viewer, looks.line) + hair
        return of_target | of_viewer

    def _reaching(self, number: int, who: Numbers, line: Numbers) -> Floats:
        """The share of lines over the bases that a piece holds; none over others."""
        half_in = np.flatnonzero(self.half_in[who, number])
        under = np.zeros(len(who))
        under[half_in] = self._under(who[half_in], line[half_in])
        return under

    def _under(self, who: Numbers, line: Numbers) -> Floats:
        """The share of lines that is over the base of one of the two."""
        across, up = self.lines.across[line], self.lines.up[line]
        right = np.abs(across * self.cosines[who] - up * self.sines[who])
        ahead = np.abs(across * self.sines[who] + up * self.cosines[who])
        half_width, half_depth, rim_mm = self.cores[who].T
        with np.errstate(divide="ignore", invalid="ignore"):
            box = np.fmin(half_width / right, half_depth / ahead)
        found: Floats = np.where(rim_mm > 0, rim_mm / self.lines.lengths[line], box)
        return found

    def _blocks(self, number: int, looks: "_Looks") -> Bools:
        screen = self.looking.screen(self.on.pieces[number])
        return self._hides(screen, looks) if screen else self._rises(int(self.on.heights[number]), looks)

    def _hides(self, screen: Screen, looks: "_Looks") -> Bools:
        """Whether stretches of a screen hide the target: nobody looks over them, or it lies in the dead ground."""
        over_it: Bools = self.heights[looks.viewer] > looks.foot
        if screen.dead_ground_mm is None or not over_it.any():
            return ~over_it
        behind = (1 - self._under(looks.target, looks.line) - looks.end) * self.lines.lengths[looks.line]
        hidden: Bools = np.floor(behind + 0.5 + HAIR_MM) <= screen.dead_ground_mm
        return hidden | ~over_it

    def _rises(self, height: int, looks: "_Looks") -> Bools:
        """Whether a hill rises, somewhere in stretches, above the line from height to height."""
        here, there = self.heights[looks.viewer], self.heights[looks.target]
        slope = np.where(here == there, 1, there - here)
        level = (height - here) / slope
        start = np.where(there < here, np.maximum(looks.start, level), looks.start)
        end = np.where(there > here, np.minimum(looks.end, level), looks.end)
        above = (end - start) * self.lines.lengths[looks.line] > HAIR_MM
        rises: Bools = np.where(here == there, height > here, above)
        return rises

    def _look_past_stand(self, number: int, one: StandingBase) -> None:
        """Block the lines that lead over a stand which is at neither end, for those who do not stand higher."""
        near = self.lines.near(rim(one))
        near = near[(self.ones[near] != number) & (self.others[near] != number)]
        over = near[depths(rim(one), self.lines.only(near)) * self.lines.lengths[near] > HAIR_MM]
        for way, viewers in enumerate((self.ones[over], self.others[over])):
            self.blocked[way, over[self.heights[viewers] <= self.heights[number]]] = True


class _Looks(NamedTuple):
    """Stretches seen along one way: the line, who looks at whom, from where to where, the highest ground under them."""

    line: Numbers
    viewer: Numbers
    target: Numbers
    start: Floats
    end: Floats
    foot: NDArray[np.int64]


# Who sees whom from base to base, past the terrain and past what comes and goes on the table

PLACES: Final = 5
"""Of each base: its corners and its middle."""


@dataclass(frozen=True, slots=True)
class Veil:
    """Something that hides for as long as it lies there. Who is partly in it looks out freely, if `partly_frees`.

    Who is wholly in it sees nobody and is seen by nobody.
    """

    outline: Outline
    partly_frees: bool = True


def bases_in_sight(
    on: TableGround,
    viewers: Sequence[StandingBase],
    targets: Sequence[StandingBase],
    looking: Looking,
    veils: Sequence[Veil] = (),
) -> Bools:
    """Whether each of the viewers (row) sees each of the targets (column)."""
    shape = (len(viewers), len(targets))
    if not viewers or not targets:
        return np.zeros(shape, dtype=bool)
    free = _past_terrain(on, viewers, targets, looking)
    for veil in _touching(veils):
        free &= _past(veil, viewers, targets)
    seen: Bools = np.logical_or.reduce(free, axis=2)
    return seen


def places_of(base: StandingBase) -> list[Spot]:
    """The places of a base that lines are drawn from and to."""
    return [base.spot, *(Spot(round(x), round(y)) for x, y in corners(base))]


def _past_terrain(
    on: TableGround, viewers: Sequence[StandingBase], targets: Sequence[StandingBase], looking: Looking
) -> Bools:
    """Whether each line is free of terrain, by viewer, target and the two places."""
    spots = [spot for base in (*viewers, *targets) for spot in places_of(base)]
    seen = all_sights(on, spots, looking)[: len(viewers) * PLACES, len(viewers) * PLACES :]
    return _by_pair(seen, len(viewers), len(targets))


def _by_pair(lines: Bools, viewers: int, targets: int) -> Bools:
    found: Bools = lines.reshape(viewers, PLACES, targets, PLACES).transpose(0, 2, 1, 3)
    return np.ascontiguousarray(found).reshape(viewers, targets, PLACES * PLACES)


@dataclass(frozen=True, slots=True)
class _Veils:
    """Veils of one sort that touch: the outline of each, and those that cover them and their seams."""

    each: tuple[Outline, ...]
    outlines: tuple[OutlineEdges, ...]
    partly_frees: bool

    def covering(self, base: StandingBase) -> OutlineCoverage:
        """How much of a base lies in them together."""
        found = [coverage(outline, base) for outline in self.each]
        if OutlineCoverage.FULLY in found or found.count(OutlineCoverage.NOT) == len(found):
            return OutlineCoverage.FULLY if OutlineCoverage.FULLY in found else OutlineCoverage.NOT
        if found.count(OutlineCoverage.PARTLY) > 1 and share_of_base(self.each, base) >= 1 - HAIR_MM:
            return OutlineCoverage.FULLY
        return OutlineCoverage.PARTLY


def _touching(veils: Sequence[Veil]) -> list[_Veils]:
    """Veils as they hide: those of one sort that touch are one."""
    outlines = [OutlineEdges([np.array(veil.outline, dtype=float)]) for veil in veils]
    if len(veils) < 2:
        return [_Veils((veil.outline,), (one,), veil.partly_frees) for veil, one in zip(veils, outlines, strict=True)]
    shapes = np.array([shapely.Polygon(veil.outline) for veil in veils], dtype=object)
    found = seams(shapes, shapely.STRtree(shapes), [veil.partly_frees for veil in veils])
    return [
        _Veils(
            tuple(veils[number].outline for number in numbers),
            (
                *(outlines[number] for number in numbers),
                *(outline for seam in found if seam.one in numbers for outline in seam.outlines),
            ),
            veils[numbers[0]].partly_frees,
        )
        for numbers in components(len(veils), ((seam.one, seam.other) for seam in found))
    ]


def _past(veil: _Veils, viewers: Sequence[StandingBase], targets: Sequence[StandingBase]) -> Bools:
    """Whether each line is free of a veil."""
    one, other = (
        np.array([spot for base in bases for spot in places_of(base)], dtype=float) for bases in (viewers, targets)
    )
    starts, ends = np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1))
    free = np.ones(len(starts), dtype=bool)
    long = np.flatnonzero((starts != ends).any(axis=1))
    lines = Lines(starts[long], ends[long])
    for outline in veil.outlines:
        free[long] &= depths(outline, lines) * lines.lengths <= HAIR_MM
    found = _by_pair(free.reshape(len(one), len(other)), len(viewers), len(targets))
    for row, viewer in enumerate(viewers):
        lies = veil.covering(viewer)
        if lies is OutlineCoverage.PARTLY and veil.partly_frees:
            found[row] = True
        elif lies is OutlineCoverage.FULLY:
            found[row] = False
    for column, target in enumerate(targets):
        if veil.covering(target) is OutlineCoverage.FULLY:
            found[:, column] = False
    return found


# How much of a base lies behind pieces of terrain for whoever looks at it from one spot, as light would fall

_SHARE_DIGITS: Final = 9


def share_behind(on: TableGround, pieces: Iterable[str], viewer: Spot, seen: StandingBase) -> float:
    """The share of a base that these pieces cover or hide from a viewer, 0 to 1; one he stands in hides nothing."""
    there, eye = base(seen), shapely.Point(viewer)
    solid = [on.shape_of(piece) for piece in pieces]
    hidden = shapely.union_all([one for shape in solid if not shape.covers(eye) for one in _shadow(shape, viewer)])
    return min(1.0, round(float(hidden.intersection(there).area / there.area), _SHARE_DIGITS))


def _shadow(solid: BaseGeometry, viewer: Spot) -> Iterator[BaseGeometry]:
    """A piece, and what each of its edges hides behind it."""
    yield solid
    rim = [(x, y) for x, y in shapely.get_coordinates(solid).tolist()]
    far = [_beyond(viewer, corner) for corner in rim]
    for one, other, behind_other, behind_one in zip(rim, rim[1:], far[1:], far, strict=False):
        strip = Polygon((one, other, behind_other, behind_one))
        if strip.is_valid:
            yield strip


def _beyond(viewer: Spot, corner: tuple[float, float]) -> tuple[float, float]:
    """The end of the ray from a viewer through a corner, off every table."""
    across, up = corner[0] - viewer.x_mm, corner[1] - viewer.y_mm
    long = max((across * across + up * up) ** 0.5, 1.0)
    return corner[0] + across / long * FAR_MM, corner[1] + up / long * FAR_MM

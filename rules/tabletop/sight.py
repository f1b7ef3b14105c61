"""The line of sight between two stands or spots: what lies on it, what of that blocks it, and where.

The line runs from middle to middle. It is blocked by what covers an area and rises from it (woods, buildings:
`screens`), by hills, and by other stands if the rules will have it.

- Pieces of one kind that touch are one piece here (`bodies`).
- What a stand stands in does not block (the piece that holds at least half its base, or its middle): of that piece, the
  stretch that reaches the base. Another arm of the same wood does block.
- Who stands higher than the foot of a screen looks over it, but not into the dead ground behind it, which is measured
  along the line from the screen's far edge to the target's base.
- A hill blocks where it rises above the straight line from the height of the one to the height of the other.

So sight goes both ways alike on level ground, and everywhere but across a screen that one of the two looks over: he may
see the other without being seen, and dead ground hides only who lies in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from math import cos, hypot, radians, sin

from shapely import LineString

from rules.kernel.measure import read_off
from rules.kernel.shapes import Point
from rules.kernel.values import dataclass
from rules.tabletop.bodies import Body
from rules.tabletop.crossings import HAIR_MM, LineStretch, OutlineEdges, of_one_line, stretches_of
from rules.tabletop.ground import HALF, TableGround, heights_of, shares_of_bodies
from rules.tabletop.shapes import base
from rules.tabletop.stands import Circle, Placed, Spot, StandingBase, middle
from rules.tabletop.terrain import Area, AreaKind, Hill, Piece


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

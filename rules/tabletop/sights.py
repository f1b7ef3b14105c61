"""Who sees whom, for all stands of a table at once: what `line_of_sight` says of each two, by the same rules."""

from collections.abc import Sequence
from functools import lru_cache
from math import radians
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.tabletop.crossings import HAIR_MM, Bools, Floats, Lines, Numbers, Stretches, depths
from rules.tabletop.ground import HALF, TableGround, heights_of, shares_of_bodies
from rules.tabletop.sight import Looking, Screen, rim
from rules.tabletop.stands import Placed, StandingBase, core, middle
from rules.tabletop.terrain import Hill

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

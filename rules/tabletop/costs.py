"""What a way costs: the share of a move for each stretch, whole actions for what is met, and where it ends.

Every rate, and how many actions what is met takes, comes in with `Rates`; no rule is known here.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from math import inf
from typing import Final, NamedTuple

from rules.kernel.shapes import Point
from rules.kernel.values import dataclass
from rules.tabletop.crossings import HAIR_MM
from rules.tabletop.paths import MetOnWay, WayOverGround, WayStretch
from rules.tabletop.terrain import Area, LaneMaker, Piece, River, Stream, Wire

HAIR: Final = 1e-9
"""A move that is used up but for this share of it is used up."""


def drawn_as(area: Area) -> str:
    """What an area is by the kind that it is drawn as."""
    return area.kind


@dataclass(frozen=True, slots=True)
class Rates:
    """How somebody moves: mm in one move action by the ground, whole actions for what is met; None where he cannot.

    `going` reads an area in the system's own words, what it is drawn as if nothing is said. `areas` has those words
    alone that differ from open ground, `road_cancels` those that a road through them makes open.
    A river takes actions to get in, over and out. `lanes` are those he goes through as over open ground; wire elsewhere
    takes `belt_actions` for each 2 cm. Mixed going uses a move up in proportion, or at the slowest of its rates.
    """

    open_mm: int
    areas: Mapping[str, int | None] = field(default_factory=dict)
    road_mm: int | None = None
    road_cancels: frozenset[str] = frozenset()
    along_trench_mm: int | None = None
    trench_actions: int | None = 0
    stream_actions: int | None = 1
    river_actions: tuple[int, int, int] | None = (1, 1, 1)
    belt_actions: int | None = 1
    lanes: frozenset[LaneMaker] = frozenset()
    slowest_counts: bool = False
    going: Callable[[Area], str] = drawn_as

    def rate_mm(self, stretch: WayStretch) -> int | None:
        """How far a move action carries him over such ground; None where he cannot go. Water is crossed by actions."""
        if stretch.trench:
            return self.along_trench_mm
        rates = [self.open_mm if stretch.road is None or self.road_mm is None else self.road_mm]
        for area in stretch.areas:
            going = self.going(area)
            if going in self.areas and not (stretch.road and going in self.road_cancels):
                slowed = self.areas[going]
                if slowed is None:
                    return None
                rates.append(slowed)
        return min(rates)

    def actions(self, met: MetOnWay) -> int | None:
        """How many whole actions it takes to get over what is met; None where he cannot."""
        if isinstance(met.piece, Wire):
            belts = met.belts(self.lanes)
            return None if belts and self.belt_actions is None else belts * (self.belt_actions or 0)
        if isinstance(met.piece, River):
            if self.river_actions is None:
                return None
            into, over, out = self.river_actions
            return (0 if met.begins_inside else into + over) + (0 if met.ends_inside else out)
        if isinstance(met.piece, Stream):
            return 0 if met.begins_inside and self.stream_actions is not None else self.stream_actions
        return 0 if met.begins_inside or met.ends_inside else self.trench_actions


class CostedStretch(NamedTuple):
    """A stretch with the rate over it and the share of a move it takes; no rate where getting over it was paid for."""

    stretch: WayStretch
    rate_mm: int | None
    share: float


@dataclass(frozen=True, slots=True)
class Cost:
    """What a way costs as far as it can be gone.

    `moves` is the sum of the shares of a move, `crossing_actions` what is met on the way takes besides, `actions` how
    many actions both come to, since what is left of a move is lost where something takes an action of its own.
    The way ends at `end_mm`: at its end, where the actions run out, or where `barred_by` (None: the ground) bars it.
    """

    parts: tuple[CostedStretch, ...]
    moves: float
    crossing_actions: int
    actions: int
    end_mm: float
    end: Point
    arrives: bool
    barred: bool
    barred_by: Piece | None


def cost(way: WayOverGround, rates: Rates, actions: int | None = None) -> Cost:
    """What a way costs, and how far so many actions carry along it (None: however many it takes)."""
    walk = _Walk(way, rates, actions)
    walk.go()
    arrives = walk.here >= way.length_mm - HAIR_MM
    return Cost(
        tuple(walk.parts),
        sum(part.share for part in walk.parts),
        walk.crossing,
        walk.used,
        walk.here,
        way.at(walk.here),
        arrives,
        walk.barred,
        walk.barred_by,
    )


class _Walk:
    """Somebody on a way: where he is, the actions he has used, and what is left of the move he is in."""

    def __init__(self, way: WayOverGround, rates: Rates, actions: int | None) -> None:
        self.way, self.rates = way, rates
        self.most = inf if actions is None else actions
        self.parts: list[CostedStretch] = []
        self.here, self.paid_to = 0.0, 0.0
        self.used = self.crossing = 0
        self.left, self.gone, self.slowest = 0.0, 0.0, inf
        self.barred = False
        self.barred_by: Piece | None = None

    def go(self) -> None:
        """Stretch by stretch, until the end, a bar, or the last action."""
        met = list(self.way.met)
        for stretch in self.way.stretches:
            while met and met[0].start_mm <= stretch.start_mm + HAIR_MM:
                if not self._cross(met.pop(0)):
                    return
            if not self._over(stretch):
                return

    def _cross(self, met: MetOnWay) -> bool:
        """Get over what is met, by as many whole actions; what was left of a move is lost to the first of them."""
        actions = self.rates.actions(met)
        if actions is None:
            self.barred, self.barred_by = True, met.piece
            return False
        if not actions:
            return True
        if self.used + actions > self.most:
            return False
        self.used += actions
        self.crossing += actions
        self.left = 0.0
        self.paid_to = max(self.paid_to, met.end_mm)
        return True

    def _over(self, stretch: WayStretch) -> bool:
        """Go over one stretch, which costs nothing where getting over something was paid for."""
        if stretch.water or stretch.end_mm <= self.paid_to + HAIR_MM:
            self.parts.append(CostedStretch(stretch, None, 0.0))
            self.here = stretch.end_mm
            return True
        rate = self.rates.rate_mm(stretch)
        if rate is None or rate <= 0:
            self.barred = True
            return False
        share = self._used_up(stretch, rate)
        self.parts.append(CostedStretch(stretch, rate, share))
        return self.here >= stretch.end_mm - HAIR_MM

    def _used_up(self, stretch: WayStretch, rate: int) -> float:
        """The share of moves used on a stretch, as far as the actions carry."""
        share = 0.0
        while self.here < stretch.end_mm - HAIR_MM:
            going = self._left_of_move(rate)
            if going <= HAIR_MM:
                if self.used >= self.most:
                    break
                self.used += 1
                self.left, self.gone, self.slowest = 1.0, 0.0, inf
                going = self._left_of_move(rate)
            going = min(going, stretch.end_mm - self.here)
            self.here, self.gone = self.here + going, self.gone + going
            self.left -= going / rate
            self.slowest = min(self.slowest, rate)
            share += going / rate
        return share

    def _left_of_move(self, rate: int) -> float:
        """How far what is left of the move carries at a rate, in mm."""
        if self.rates.slowest_counts:
            return min(self.slowest, rate) - self.gone if self.left > 0 else 0.0
        return self.left * rate if self.left > HAIR else 0.0

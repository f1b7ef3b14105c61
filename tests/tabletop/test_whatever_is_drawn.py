"""Tables of anything at all: what has no faults can be asked everything, and its answers hold together."""

from random import Random

import pytest

from rules.tabletop.ground import TableGround, at_wire, away_mm, held_by
from rules.tabletop.lines_of_sight import Looking, Screen, all_depths, all_sights, line_of_sight
from rules.tabletop.paths import cost, ways
from rules.tabletop.reachable_areas import reach_either
from rules.tabletop.stands import Placed, Spot, StandingBase
from rules.tabletop.terrain import (
    Area,
    AreaKind,
    Bridge,
    Hill,
    Lane,
    LaneMaker,
    Line,
    Piece,
    River,
    Road,
    Stream,
    Table,
    Trench,
    Wire,
    points,
)
from rules.tabletop.terrain_faults import WIDTHS_MM, faults
from tests.tabletop.scenes import by_chance
from tests.tabletop.test_paths import COLUMN, GUNS, INFANTRY

TABLES = 80
ACROSS_MM = 300
LOOKING = Looking((Screen(AreaKind.WOOD, 25), Screen(AreaKind.BUILDINGS, None)))


class Drawn:
    """A table by chance, now and then on a lattice so coarse that most things fall on each other."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.step = self.chance.choice((1, 1, 10, 50))
        pieces = (self.piece(f"p{number}") for number in range(self.chance.randint(0, 9)))
        sound = tuple(piece for piece in pieces if not faults(Table(ACROSS_MM, ACROSS_MM, (piece,))))
        self.table = Table(ACROSS_MM, ACROSS_MM, sound)

    def spot(self) -> Spot:
        return Spot(*(self.chance.randint(0, ACROSS_MM // self.step) * self.step for _ in range(2)))

    def path(self, most: int = 5) -> Line:
        return tuple(self.spot() for _ in range(self.chance.randint(2, most)))

    def piece(self, name: str) -> Piece:
        chance, sort = self.chance, self.chance.choice((Area, Hill, Wire, *WIDTHS_MM))
        if sort is Area:
            kind = chance.choice((AreaKind.WOOD, AreaKind.MARSH, AreaKind.BUILDINGS))
            return Area(name, name, kind, (self.spot(), *self.path()))
        if sort is Hill:
            return Hill(name, name, (self.spot(), *self.path()), chance.randint(1, 3))
        if sort is Wire:
            widths, makers = (10, 30, 60), tuple(LaneMaker)
            gaps = (
                Lane(self.path(2), chance.choice(widths), chance.choice(makers)) for _ in range(chance.randint(0, 3))
            )
            return Wire(name, name, self.path(), 20 * chance.randint(1, 4), tuple(gaps))
        return self.with_width(name, sort)

    def lane(self) -> Lane:
        return Lane(self.path(2), self.chance.choice((10, 30, 60)), self.chance.choice(tuple(LaneMaker)))

    def with_width(self, name: str, sort: type[Piece]) -> Piece:
        width_mm = self.chance.choice((*WIDTHS_MM[sort], self.chance.randint(*WIDTHS_MM[sort])))
        if sort is Trench:
            return Trench(name, name, self.path(), width_mm, "german")
        kinds: tuple[type[Road | Stream | River | Bridge], ...] = (Road, Stream, River, Bridge)
        return next(kind for kind in kinds if kind is sort)(name, name, self.path(), width_mm)

    def placed(self) -> list[Placed]:
        """Stands, spots, and spots on corners and bends."""
        stands = [by_chance(self.chance, ACROSS_MM) for _ in range(4)]
        return [*stands, *self.path(3), *(points(piece)[0] for piece in self.table.pieces[:2])]


@pytest.mark.filterwarnings("error")
def test_what_has_no_faults_can_be_asked_everything() -> None:
    asked = 0
    for seed in range(TABLES):
        drawn = Drawn(seed)
        assert faults(drawn.table) == ()
        on, placed = TableGround(drawn.table), drawn.placed()
        _stood_in(on, placed)
        _seen(on, placed, drawn.chance)
        _gone(on, drawn, placed)
        asked += len(on.pieces)
    assert asked > TABLES


def _stood_in(on: TableGround, placed: list[Placed]) -> None:
    for one in placed:
        held = {found.piece.id: found.share for found in held_by(on, one)}
        assert all(0 < share <= 1 for share in held.values())
        for belt in at_wire(on, one):
            assert 0 <= belt.caught_share <= belt.share + 1e-9
            assert belt.share == pytest.approx(held.get(belt.wire.id, 0), abs=1e-6)
        assert all(away_mm(on, name, one) == 0 for name in held)


def _seen(on: TableGround, placed: list[Placed], chance: Random) -> None:
    found = all_sights(on, placed, LOOKING)
    for _ in range(3):
        viewer, target = chance.sample(range(len(placed)), 2)
        assert line_of_sight(on, placed[viewer], placed[target], LOOKING).seen == found[viewer, target]
    assert (all_depths(on, placed, [piece.id for piece in on.pieces]) >= 0).all()


def _gone(on: TableGround, drawn: Drawn, placed: list[Placed]) -> None:
    for beside_mm in (0, 9.5, 30):
        for one in ways(on, [drawn.path() for _ in range(2)], beside_mm):
            assert sum(part.length_mm for part in one.stretches) == pytest.approx(one.length_mm, abs=1e-4)
            for rates in (INFANTRY, COLUMN, GUNS):
                found = cost(one, rates, 2)
                assert found.end_mm <= one.length_mm + 1e-6
                assert found.actions <= 2
                assert sum(part.share for part in found.parts) <= 2 - found.crossing_actions + 1e-6
    stands = [one for one in placed if isinstance(one, StandingBase)]
    start, moves = drawn.spot(), drawn.chance.choice((0.3, 1, 2.5))
    chosen = (drawn.chance.choice((INFANTRY, COLUMN, GUNS)),)
    area = reach_either(on, start, chosen, moves, drawn.chance.choice((0, 10)), stands)
    assert area.share_at(start) == 0

"""Pieces that touch are one: no line, no way and no base slips through their seam."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
import pytest

from rules.kernel.polygons import rectangle
from rules.tabletop.ground import TableGround, ground, held_by, share_in, shares_of_bodies
from rules.tabletop.lines_of_sight import Effect, Looking, Screen, Veil, all_sights, bases_in_sight, line_of_sight
from rules.tabletop.paths import Rates, cost, way
from rules.tabletop.reachable_areas import touched
from rules.tabletop.stands import Circle, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Hill, Lane, LaneMaker, Piece, Table, Wire, width
from rules.tabletop.terrain_shapes import is_once_inside, seams
from tests.tabletop.scenes import INFANTRY, MOTIONS, Motion, stand
from tests.tabletop.tables import box, line, table_by_chance, table_moved, wood

LOOKING = Looking((Screen(AreaKind.WOOD, 25), Screen(AreaKind.BUILDINGS, None)))


def area(name: str, kind: AreaKind, *outline: tuple[int, int]) -> Area:
    return Area(name, name.capitalize(), kind, line(*outline))


def woods(*outlines: Sequence[tuple[int, int]]) -> tuple[Area, ...]:
    return tuple(wood(*outline, name=f"wood-{n}") for n, outline in enumerate(outlines))


def on(*pieces: Piece) -> TableGround:
    return ground(Table(2400, 1200, pieces))


def sees(one: tuple[int, int], other: tuple[int, int], *pieces: Piece) -> bool:
    """Whether a spot sees another; asked one at a time and of all at once, both ways."""
    spots = Spot(*one), Spot(*other)
    forth, back = (line_of_sight(on(*pieces), a, b, LOOKING).seen for a, b in (spots, spots[::-1]))
    found = all_sights(on(*pieces), spots, LOOKING)
    assert forth == back == found[0, 1] == found[1, 0]
    return forth


LEFT, RIGHT = box(0, 0, 100, 100), box(100, 0, 200, 100)
SLANT = ((0, 0), (300, 0), (300, 111), (200, 74), (100, 37)), ((0, 0), (300, 111), (0, 111))
"""Two woods on either side of a slanting line: the one has corners on it, the other has not."""
GAP = ((0, 0), (300, 0), (300, 100), (151, 50)), ((0, 0), (300, 100), (0, 100))
"""The same with one corner rounded half a millimetre off the line: a hairline opens between them."""


@pytest.mark.parametrize(
    ("outlines", "viewer", "target"),
    [
        ((LEFT, RIGHT), (100, -50), (100, 150)),
        ((LEFT, box(100, 20, 200, 80)), (100, -50), (100, 150)),
        ((box(0, 0, 100, 50), box(0, 50, 100, 100), box(100, 0, 200, 100)), (100, -50), (100, 150)),
        (
            (box(0, 0, 100, 50), box(100, 0, 200, 50), box(0, 50, 100, 100), box(100, 50, 200, 100)),
            (100, -9),
            (100, 109),
        ),
        (SLANT, (-300, -111), (600, 222)),
        (GAP, (-300, -100), (600, 200)),
        (GAP, (-3, -1), (303, 101)),
    ],
)
def test_a_seam_of_touching_woods_blocks_a_line(
    outlines: Sequence[Sequence[tuple[int, int]]], viewer: tuple[int, int], target: tuple[int, int]
) -> None:
    assert not sees(viewer, target, *woods(*outlines))


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
@pytest.mark.parametrize("kind", [AreaKind.WOOD, AreaKind.BUILDINGS])
def test_a_seam_blocks_a_line_however_the_table_lies(motion: Motion, kind: AreaKind) -> None:
    table = Table(2400, 1200, (Area("a", "A", kind, LEFT), Area("b", "B", kind, RIGHT)))
    spots = [Spot(*motion.spot(100, y)) for y in (-50, 150)]
    viewer, target = spots
    assert not line_of_sight(TableGround(table_moved(table, motion)), viewer, target, LOOKING).seen
    assert not all_sights(TableGround(table_moved(table, motion)), spots, LOOKING)[0, 1]


@pytest.mark.parametrize(
    ("outlines", "viewer", "target"),
    [
        # Along the outer edge that both share, past a gap of a millimetre, and through the point where two meet.
        ((LEFT, RIGHT), (-50, 100), (250, 100)),
        ((LEFT, box(101, 0, 200, 100)), (101, -50), (101, 150)),
        ((LEFT, box(101, 0, 200, 100)), (100, -50), (100, 150)),
        ((LEFT, box(100, 100, 200, 200)), (50, 150), (150, 50)),
        ((LEFT, ((150, 0), (200, 0), (100, 50))), (100, -50), (100, 150)),
        (GAP, (-3, 100), (303, 100)),
    ],
)
def test_a_line_past_touching_woods_stays_free(
    outlines: Sequence[Sequence[tuple[int, int]]], viewer: tuple[int, int], target: tuple[int, int]
) -> None:
    assert sees(viewer, target, *woods(*outlines))


def test_a_seam_of_two_kinds_touches_either() -> None:
    """Touching pieces of one kind are one piece; a wood and a village are two, as the book keeps them apart."""
    village = Area("village", "Village", AreaKind.BUILDINGS, RIGHT)
    assert not seams(on(*woods(LEFT), village).shapes, on(*woods(LEFT), village).tree, ["wood", "village"])


def test_a_viewer_looks_out_of_touching_woods_as_out_of_one() -> None:
    both = woods(LEFT, RIGHT)
    assert sees((50, 50), (300, 50), *both)
    assert not sees((-50, 50), (300, 50), *both)
    # Another arm of the same wood still blocks.
    assert not sees(
        (50, 50), (400, 50), *both, wood(*box(200, -100, 350, -50), name="way"), wood(*box(300, -50, 350, 90))
    )


def test_a_base_across_a_seam_is_held_by_both_together() -> None:
    both = on(*woods(LEFT, RIGHT))
    across = stand(INFANTRY, 100, 104)
    shares = shares_of_bodies(both, [across])[0]
    assert [one.share for one in held_by(both, across)] == pytest.approx([7 / 60, 7 / 60], abs=0.01)
    assert shares.tolist() == pytest.approx([14 / 60, 14 / 60], abs=0.01)
    assert share_in(both, both.pieces, stand(INFANTRY, 100, 50)) == 1
    # With half its base in both together it looks out of them, with less it does not.
    assert line_of_sight(both, stand(INFANTRY, 100, 100), Spot(100, -80), LOOKING).seen
    assert not line_of_sight(both, across, Spot(100, -80), LOOKING).seen


def test_a_stretch_is_told_by_the_wood_that_it_enters_first() -> None:
    both = on(*woods(RIGHT, LEFT))
    found = line_of_sight(both, Spot(-50, 50), Spot(300, 50), LOOKING).in_the_way
    assert [(one.what.name, one.enters_mm, one.leaves_mm) for one in found] == [("Wood-1", 50, 250)]  # type: ignore[union-attr]
    back = line_of_sight(both, Spot(300, 50), Spot(-50, 50), LOOKING).in_the_way
    assert [(one.what.name, one.effect) for one in back] == [("Wood-0", Effect.BLOCKS)]  # type: ignore[union-attr]


@pytest.mark.parametrize(("one", "other", "seen"), [(1, 1, False), (1, 2, False)])
def test_a_seam_of_two_hills_is_as_high_as_the_lower(one: int, other: int, seen: bool) -> None:
    hills = Hill("a", "A", LEFT, one), Hill("b", "B", RIGHT, other)
    assert sees((100, -50), (100, 150), *hills) is seen


def test_hairlines_are_found_whatever_two_slanting_edges_are_rounded_to() -> None:
    """A border cut at places that are rounded to whole millimetres, on both sides at different places."""
    chance = Random(33)
    for _ in range(25):
        far, rise = chance.randint(200, 600), chance.randint(-300, 300)

        def rounded(count: int, far: int = far, rise: int = rise) -> list[tuple[int, int]]:
            shares = sorted(chance.random() for _ in range(count))
            return [(0, 0), *((round(far * share), round(rise * share)) for share in shares), (far, rise)]

        low, high = rounded(chance.randint(0, 3)), rounded(chance.randint(0, 3))
        both = (
            Area("low", "Low", AreaKind.WOOD, line(*dict.fromkeys(low), (far, -900), (0, -900))),
            Area("high", "High", AreaKind.WOOD, line((0, 900), (far, 900), *dict.fromkeys(reversed(high)))),
        )
        assert not sees((-far, -rise), (2 * far, 2 * rise), *both), (low, high)


def test_all_at_once_and_one_at_a_time_agree_where_everything_touches() -> None:
    chance = Random(1418)
    for _ in range(6):
        cells = [
            Area(
                f"c{x}-{y}", f"C{x}-{y}", chance.choice((AreaKind.WOOD, AreaKind.BUILDINGS)), box(x, y, x + 50, y + 50)
            )
            for x in range(0, 250, 50)
            for y in range(0, 250, 50)
            if chance.random() < 0.4
        ]
        hill = Hill("hill", "Hill", box(100, 100, 200, 250), 1), Hill("top", "Top", box(200, 100, 250, 250), 2)
        table = on(*cells, *hill)
        spots = [Spot(25 * chance.randint(-2, 12), 25 * chance.randint(-2, 12)) for _ in range(12)]
        found = all_sights(table, spots, LOOKING)
        for (row, one), (column, other) in combinations(enumerate(spots), 2):
            if one != other:
                assert found[row, column] == line_of_sight(table, one, other, LOOKING).seen, (one, other)


def test_a_table_full_of_touching_pieces_is_made_ready_in_a_moment() -> None:
    """400 woods side by side are one body of 400 pieces."""
    cells = [wood(*box(x, y, x + 50, y + 50), name=f"w{x}-{y}") for x in range(0, 1000, 50) for y in range(0, 1000, 50)]
    assert {len(body.numbers) for body in on(*cells).bodies} == {400}


@pytest.mark.parametrize("wind", [0.0, 33.0, 90.0, 217.5])
def test_a_seam_of_two_clouds_hides(wind: float) -> None:
    beside = np.array([np.cos(np.radians(wind)), -np.sin(np.radians(wind))])
    ahead = np.array([np.sin(np.radians(wind)), np.cos(np.radians(wind))])
    seam = np.array([600.0, 600.0])
    clouds = [
        tuple(map(tuple, (seam + beside * x + ahead * y for x, y in box_corners)))
        for box_corners in (((0, -50), (-100, -50), (-100, 50), (0, 50)), ((0, -50), (0, 50), (100, 50), (100, -50)))
    ]
    bases = [stand(Rectangle(1, 1), *(round(float(v)) for v in seam + ahead * far)) for far in (-150, 150)]
    table = on()
    assert bases_in_sight(table, bases[:1], bases[1:], LOOKING)[0, 0]
    assert not bases_in_sight(table, bases[:1], bases[1:], LOOKING, [Veil(one) for one in clouds])[0, 0]


def test_a_base_across_two_clouds_is_wholly_in_gas() -> None:
    clouds = [Veil(tuple((float(x), float(y)) for x, y in box(x, 0, x + 100, 100))) for x in (0, 100)]
    inside, outside = stand(INFANTRY, 100, 50), stand(INFANTRY, 100, 300)
    assert bases_in_sight(on(), [inside], [outside], LOOKING, clouds[:1])[0, 0]
    assert not bases_in_sight(on(), [inside], [outside], LOOKING, clouds)[0, 0]


def test_a_way_along_a_seam_is_in_the_woods() -> None:
    both = on(*woods(LEFT, RIGHT))
    found = cost(way(both, line((100, -50), (100, 150))), Rates(100, {"wood": 50}))
    assert found.moves == pytest.approx(0.5 + 2 + 0.5)
    assert touched(both, [((100.0, -50.0), (100.0, 150.0))]) == {0, 1}


def wires(*paths: tuple[tuple[int, int], ...], gaps: tuple[Lane, ...] = ()) -> tuple[Wire, ...]:
    return tuple(Wire(f"w{n}", f"W{n}", line(*path), 20, gaps if n == 0 else ()) for n, path in enumerate(paths))


@pytest.mark.parametrize(
    ("paths", "belts"),
    [
        # End to end, crossed at the seam; side by side; laid over one another; joined at a bend; far apart.
        ((((0, 0), (100, 0)), ((100, 0), (200, 0))), 1),
        ((((0, 0), (200, 0)), ((0, 20), (200, 20))), 2),
        ((((0, 0), (200, 0)), ((0, 0), (200, 0))), 1),
        ((((0, 0), (105, 0)), ((95, 0), (200, 10))), 1),
        ((((0, 0), (200, 0)), ((0, 100), (200, 100))), 2),
        ((((0, 0), (103, -40)), ((103, -40), (200, 0))), 1),
    ],
)
def test_touching_wire_is_crossed_as_one(paths: Sequence[tuple[tuple[int, int], ...]], belts: int) -> None:
    crossing = way(on(*wires(*paths)), line((100, -300), (100, 300)))
    assert sum(one.belts(frozenset()) for one in crossing.met) == belts


def test_a_lane_through_one_of_two_belts_leaves_the_other() -> None:
    lane = Lane(line((100, -30), (100, 10)), 40, LaneMaker.ENGINEERS)
    both = wires(((0, 0), (200, 0)), ((0, 20), (200, 20)), gaps=(lane,))
    (met,) = way(on(*both), line((100, -300), (100, 300))).met
    assert (met.belts(frozenset()), met.belts(frozenset({LaneMaker.ENGINEERS}))) == (2, 1)


TWISTED = (
    (
        ((145, 151), (159, 180), (214, 109), (147, 36), (50, 143), (66, 153)),
        ((107, 152), (71, 204), (77, 243)),
    ),
    (
        ((300, 50), (271, 20), (230, 33), (230, 28), (227, 35), (242, 64), (257, 77)),
        ((229, 54), (232, 46), (207, 26), (152, 73)),
    ),
    (((240, 200), (80, 200), (160, 320)), ((240, 400), (240, 280), (0, 400))),
)
"""Pairs of woods that share a corner or almost do: grown by half a hairline their outlines cross themselves."""


@pytest.mark.parametrize("outlines", TWISTED)
def test_seams_are_found_where_grown_outlines_cross_themselves(outlines: Sequence[Sequence[tuple[int, int]]]) -> None:
    both = woods(*outlines)
    chance = Random(7)
    for _ in range(40):
        one, other = ((chance.randint(40, 320), chance.randint(20, 400)) for _ in range(2))
        if one != other:
            # Asked one at a time and of all at once, both ways.
            sees(one, other, *both)


def test_pieces_that_touch_nothing_keep_their_own_outline() -> None:
    table = on(*table_by_chance(Random(5), 3, 0).pieces[:1])
    assert [len(body.outlines) for body in table.bodies] == [1]
    assert width(table.pieces[0]) is None


@pytest.mark.parametrize(
    ("x", "y", "step", "inside"),
    [
        (100, 50, (0.0, 0.0), True),  # across the seam
        (100, 150, (0.0, 59.0), False),  # its far edge is not reached
        (100, 150, (0.0, 60.0), True),
        (100, 150, (0.0, 160.0), True),  # only on the way
        (100, -40, (0.0, -90.0), True),
        (190, 150, (0.0, 160.0), False),  # it juts out to the right of both
        (95, 150, (7.0, 160.0), True),
    ],
)
def test_base_is_inside_two_shapes_together_at_some_moment(
    x: int, y: int, step: tuple[float, float], inside: bool
) -> None:
    base = StandingBase(Rectangle(30, 20), Pose(Spot(x, y)))
    halves = [rectangle(100, 100, 0, (50, 50)), rectangle(100, 100, 0, (150, 50))]
    assert is_once_inside(halves, step, base) is inside
    assert not is_once_inside(halves[:1], step, base)


def test_round_base_fits_between_the_rims_of_two_shapes() -> None:
    base = StandingBase(Circle(20), Pose(Spot(100, 200)))
    strips = [rectangle(20, 100, 0, (90, 50)), rectangle(20, 100, 0, (110, 50))]
    assert is_once_inside(strips, (0.0, 150.0), base)
    assert not is_once_inside(strips, (0.0, 50.0), base)

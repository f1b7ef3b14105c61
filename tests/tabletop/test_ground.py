"""What a base stands in: half a base by hand, the same however the table lies, and as many points as sampled."""

from random import Random

import pytest

from rules.tabletop.ground import at_wire, away_mm, ground, height_at, held_by
from rules.tabletop.stands import Circle, Placed, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Hill, Lane, LaneMaker, Piece, Table, Trench, Wire
from tests.tabletop.scenes import INFANTRY, MOTIONS, Motion, by_chance, grid, stand
from tests.tabletop.tables import box, in_piece, line, table_by_chance, table_moved, wood

SCENES = 120
STEPS = 20
SQUARE = wood((0, 0), (0, 100), (100, 100), (100, 0))


def table(*pieces: Piece) -> Table:
    return Table(2400, 1200, pieces)


def shares(on: Table, placed: Placed) -> dict[str, float]:
    return {held.piece.id: held.share for held in held_by(ground(on), placed)}


@pytest.mark.parametrize(
    ("placed", "share"),
    [
        (stand(INFANTRY, 50, 50), 1.0),
        (stand(INFANTRY, 50, 50, 33.3), 1.0),
        # 30 wide, 15 deep: 7.5 ahead of and behind its middle.
        (stand(INFANTRY, 50, 100), 0.5),
        (stand(INFANTRY, 50, 100, 90), 0.5),
        (stand(INFANTRY, 50, 100, 17.3), 0.5),
        (stand(INFANTRY, 50, 97), 0.7),
        (stand(INFANTRY, 50, 103), 0.3),
        (stand(Rectangle(20, 20), 100, 100), 0.25),
        (stand(Circle(20), 100, 50), 0.5),
        # It touches with an edge, with a corner, or not at all.
        (stand(INFANTRY, 115, 50), None),
        (stand(Rectangle(30, 20), 115, 110), None),
        (stand(INFANTRY, 200, 200), None),
        (Spot(99, 99), 1.0),
        (Spot(100, 50), 1.0),
        (Spot(101, 50), None),
    ],
)
def test_the_share_of_a_base_in_a_wood(placed: Placed, share: float | None) -> None:
    assert shares(table(SQUARE), placed).get("wood") == share


def test_half_and_wholly() -> None:
    (half,) = held_by(ground(table(SQUARE)), stand(INFANTRY, 50, 100, 17.3))
    (under,) = held_by(ground(table(SQUARE)), stand(INFANTRY, 50, 101, 17.3))
    (whole,) = held_by(ground(table(SQUARE)), stand(INFANTRY, 50, 50, 17.3))
    assert [(one.half, one.wholly) for one in (half, under, whole)] == [(True, False), (False, False), (True, True)]


def test_a_trench_in_a_wood_is_told_with_the_wood() -> None:
    trench = Trench("trench", "Trench", line((0, 50), (100, 50)), 20, "german")
    assert shares(table(SQUARE, trench), stand(INFANTRY, 50, 50)) == {"wood": 1.0, "trench": 1.0}
    assert shares(table(SQUARE, trench), stand(Rectangle(30, 40), 50, 50)) == {"wood": 1.0, "trench": 0.5}


def test_a_path_ends_square_and_bends_round() -> None:
    bent = Trench("trench", "Trench", line((0, 0), (100, 0), (100, 100)), 20, "german")
    held = {
        spot: bool(shares(table(bent), Spot(*spot))) for spot in [(0, 10), (-1, 0), (107, -7), (108, -8), (111, 50)]
    }
    assert held == {(0, 10): True, (-1, 0): False, (107, -7): True, (108, -8): False, (111, 50): False}


def test_height_is_that_of_the_highest_contour_that_holds_half_the_base() -> None:
    hills = Hill("low", "Low", box(0, 0, 300, 300), 1), Hill("top", "Top", box(100, 100, 200, 200), 2)
    on = ground(table(*hills))
    heights = {y: height_at(on, stand(INFANTRY, 150, y)) for y in (-8, -1, 0, 50, 99, 100, 150, 201)}
    assert heights == {-8: 0, -1: 0, 0: 1, 50: 1, 99: 1, 100: 2, 150: 2, 201: 1}
    assert [height_at(on, Spot(150, y)) for y in (-1, 0, 100, 200, 201, 301)] == [0, 1, 2, 2, 1, 0]
    assert height_at(ground(table()), Spot(0, 0)) == 0


def test_how_far_a_base_is_from_a_piece() -> None:
    on = ground(table(SQUARE))
    # 50 from the middle to the edge less 7.5 of base is 42.5, which a tape shows as 43.
    assert away_mm(on, "wood", stand(INFANTRY, 50, 150)) == 43
    assert away_mm(on, "wood", stand(INFANTRY, 50, 70)) == 0
    with pytest.raises(KeyError):
        away_mm(on, "marsh", Spot(0, 0))


WIRE = Wire(
    "wire",
    "Wire",
    line((0, 100), (400, 100)),
    40,
    (
        Lane(line((100, 70), (100, 130)), 60, LaneMaker.ENGINEERS),
        Lane(line((300, 120), (300, 100)), 30, LaneMaker.TANK),
    ),
)


@pytest.mark.parametrize(
    ("y_mm", "share"),
    [
        # The belt reaches from 80 to 120; a base 15 deep touches it with its middle 7.5 before it.
        (72, None),
        (75, 1 / 6),
        (100, 1.0),
        (120, 0.5),
    ],
)
def test_who_is_on_wire(y_mm: int, share: float | None) -> None:
    found = at_wire(ground(table(WIRE)), stand(INFANTRY, 200, y_mm))
    assert [one.share for one in found] == ([] if share is None else [pytest.approx(share, abs=1e-9)])


def test_who_touches_wire_is_at_it_with_nothing_in_it() -> None:
    (found,) = at_wire(ground(table(WIRE)), stand(Rectangle(30, 20), 200, 70))
    assert (found.share, found.caught_share, found.lanes) == (0, 0, ())
    assert at_wire(ground(table(WIRE)), stand(Rectangle(30, 20), 200, 69)) == ()


def test_which_lane_a_base_is_in() -> None:
    on = ground(table(WIRE))
    (through,) = at_wire(on, stand(INFANTRY, 100, 100))
    (beside,) = at_wire(on, stand(INFANTRY, 130, 100))
    assert [(lane.number, lane.lane.made_by, lane.share) for lane in through.lanes] == [(0, LaneMaker.ENGINEERS, 1.0)]
    assert (through.share, through.caught_share) == (1.0, 0.0)
    # The lane reaches from 70 to 130: the left half of the base is in it.
    assert [(lane.number, lane.share) for lane in beside.lanes] == [(0, 0.5)]
    assert (beside.share, beside.caught_share) == (1.0, 0.5)


def test_a_lane_through_one_of_two_belts_leaves_the_other() -> None:
    on = ground(table(WIRE))
    (before,) = at_wire(on, stand(Rectangle(30, 40), 300, 100))
    assert [(lane.number, lane.share) for lane in before.lanes] == [(1, 0.5)]
    assert before.caught_share == 0.5


def test_a_table_is_made_ready_once() -> None:
    assert ground(table(SQUARE)) is ground(table(Area("wood", "Wood", AreaKind.WOOD, box(0, 0, 100, 100))))


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_nothing_changes_for_a_table_that_is_moved_with_all_that_stands_on_it(motion: Motion) -> None:
    chance = Random(motion.name)
    for _ in range(SCENES // 3):
        drawn, placed = table_by_chance(chance), _on_lattice(by_chance(chance, 400))
        before, after = shares(drawn, placed), shares(table_moved(drawn, motion), motion(placed))
        # Round bends are drawn with corners, which do not turn onto each other by 3-4-5.
        assert after == pytest.approx(before, abs=2e-3)


def test_as_many_points_of_a_base_lie_in_a_piece_as_its_share_says() -> None:
    chance = Random(73)
    partly = 0
    for _ in range(SCENES):
        drawn, placed = table_by_chance(chance), by_chance(chance, 400)
        found = shares(drawn, placed)
        spread = grid(placed, STEPS)
        for piece in drawn.pieces:
            sampled = sum(in_piece(point, piece) for point in spread) / len(spread)
            assert found.get(piece.id, 0) == pytest.approx(sampled, abs=2 / STEPS), piece
            partly += 0 < sampled < 1
    assert partly > SCENES / 3


def _on_lattice(placed: StandingBase) -> StandingBase:
    x, y = placed.spot
    return stand(placed.footprint, x // 5 * 5, y // 5 * 5, placed.facing_deg)

"""The trench map as drawing data: where things come to lie on the sheet, from either edge, and what is not in it."""

import re
from typing import Any, Final

import pytest

from app.maps.drawing import MapDrawing, draw, told
from app.maps.layers import Overlay, PlacedStand
from app.maps.sheet import MapSheet, Walk, battlements, crosses, number, upright
from app.pages.rendering import environment
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Hill, Lane, LaneMaker, Piece, Table, Trench, Wire
from tests.systems import ready_tables

NUMBERS: Final = re.compile(r"-?\d+(?:\.\d+)?")
BOX: Final = (Spot(100, 200), Spot(300, 200), Spot(300, 500), Spot(100, 500))


def table(*pieces: Piece) -> Table:
    return Table(1200, 1800, pieces)


def drawn(map_: MapDrawing, id: str) -> dict[str, str]:
    (piece,) = [one for layer in map_.ground.layers for one in layer if one.id == id]
    return {shape.mark: shape.d for shape in piece.shapes}


@pytest.mark.parametrize(
    ("across", "first"), [(False, "M10 160L30 160L30 130L10 130Z"), (True, "M110 20L90 20L90 50L110 50Z")]
)
def test_a_wood_lies_where_it_is_measured_from_the_own_left_corner(across: bool, first: str) -> None:
    """10 cm from the attacker's left and 20 cm up is 160 cm down a sheet of 180; from across it is turned about."""
    wood = Area("w", "Wood", AreaKind.WOOD, BOX)
    assert drawn(draw(table(wood), across=across), "w")["edge"] == first


def test_each_side_reads_its_own_figures_below_and_left_and_the_others_above_and_right() -> None:
    ticks = draw(table()).ground.grid.ticks
    below = {one.x: one.words for one in ticks if one.edge == "below"}
    above = {one.x: one.words for one in ticks if one.edge == "above"}
    left = {one.y: one.words for one in ticks if one.edge == "left"}
    right = {one.y: one.words for one in ticks if one.edge == "right"}
    assert (below[0], below[120]) == ("0", "120")
    assert (above[120], above[0]) == ("0", "120")
    assert (left[180], left[0]) == ("0", "180")
    assert (right[0], right[180]) == ("0", "180")


def test_a_place_read_from_across_counts_from_the_other_corner() -> None:
    assert MapSheet(1200, 1800).own(Spot(640, 1200)) == (64, 120)
    assert MapSheet(1200, 1800, across=True).own(Spot(640, 1200)) == (56, 60)


def test_names_stay_upright_from_either_edge() -> None:
    trench = Trench("t", "Red", (Spot(100, 300), Spot(900, 1100)), 20, "german")
    for across in (False, True):
        (label,) = draw(table(trench), across=across).ground.labels
        assert -90 < float(label.turn) <= 90
    assert [upright(turn) for turn in (0, 91, 180, 270, -135)] == [0, -89, 0, 90, 45]


def test_a_trench_has_traverses_as_deep_as_it_is_wide_and_ends_where_it_ends() -> None:
    d = battlements([(0.0, 50.0), (24.0, 50.0)], 1.0)
    places = [tuple(map(float, one.split())) for one in re.split("[ML]", d)[1:]]
    assert {y for _, y in places} == {49.0, 51.0}
    assert (places[0][0], places[-1][0]) == (0, 24)


def test_wire_is_crossed_in_belts_of_2_cm_and_open_at_its_gap() -> None:
    line = [(0.0, 10.0), (40.0, 10.0)]
    assert crosses(line, 1, lambda _: False).count("M") == 20
    assert crosses(line, 3, lambda _: False).count("M") == 60
    gap = Lane((Spot(200, 450), Spot(200, 550)), 40, LaneMaker.PLANNED)
    whole = Wire("a", "Wire", (Spot(0, 500), Spot(400, 500)))
    cut = Wire("b", "Wire", (Spot(0, 500), Spot(400, 500)), gaps=(gap,))
    marks = draw(table(whole, cut))
    assert drawn(marks, "a")["crosses"].count("M") == 20
    assert drawn(marks, "b")["crosses"].count("M") == 18
    assert "lane" in drawn(marks, "b")


def test_nobody_is_told_apart_by_colour_alone() -> None:
    """A German trench is a double line and a French one a broken one; names begin with the letter of the nation."""
    path = (Spot(100, 300), Spot(900, 300))
    made = draw(table(*(Trench(nation, "Line", path, 20, nation) for nation in ("british", "french", "german"))))
    assert ["inner" in drawn(made, nation) for nation in ("british", "french", "german")] == [False, True, True]
    assert sorted(one.words for one in made.ground.labels) == ["B Line", "F Line", "G Line"]
    # Whoever has no letter and no line of his own is named: B is taken.
    (other,) = draw(table(Trench("t", "Line", path, 20, "belgian"))).ground.labels
    assert other.words == "Belgian Line"


def test_what_lies_under_what() -> None:
    pieces: list[Piece] = [
        Trench("trench", "T", (Spot(0, 5), Spot(50, 5)), 20, "british"),
        Hill("hill", "H", BOX, 1),
        Area("torn", "S", AreaKind.SHELL_TORN, BOX),
        Area("wood", "W", AreaKind.WOOD, BOX),
    ]
    order = [one.id for layer in draw(table(*pieces)).ground.layers for one in layer]
    assert order == ["torn", "wood", "hill", "trench"]


def stand(**otherwise: Any) -> PlacedStand:
    placed = StandingBase(Rectangle(30, 15), Pose(Spot(640, 1200), 90))
    return PlacedStand(
        **{"id": "a1", "stand": placed, "nation": "german", "label": "1", "words": "1st Company", **otherwise}
    )


def test_a_stand_is_true_to_scale_and_looks_where_it_faces() -> None:
    (one,) = draw(table(), stands=[stand()]).stands
    assert (one.x, one.y, one.turn, one.width, one.depth, one.letter) == ("64", "60", "90", "3", "1.5", "G")
    assert one.rise == "1.5"
    (ahead,) = draw(table(), stands=[stand(stand=StandingBase(Rectangle(30, 15), Pose(Spot(640, 1200), 0)))]).stands
    assert ahead.rise == "1.55"
    (turned,) = draw(table(), across=True, stands=[stand()]).stands
    assert (turned.x, turned.y, turned.turn) == ("56", "120", "270")


def test_what_is_not_given_is_not_in_the_map() -> None:
    made: Any = environment().get_template("components/map.html").module
    written = made.trench_map(draw(table()), "Empty")
    assert "data-stand" not in written.replace("[data-stand]", "")
    shown = made.trench_map(draw(table(), stands=[stand()]), "One")
    assert 'data-stand="a1"' in shown


def test_an_overlay_is_a_preview_until_it_is_confirmed() -> None:
    line = Overlay("sight", "24 cm", lines=((Spot(0, 0), Spot(100, 0)),), labels=((Spot(50, 0), "24 cm"),))
    (shown,) = draw(table(), overlays=[line]).overlays
    assert (shown.mark, shown.shapes[0].d, shown.labels[0].words) == ("sight preview", "M0 180L10 180", "24 cm")


def test_names_are_text_whatever_stands_in_them() -> None:
    made: Any = environment().get_template("components/map.html").module
    evil = "<script>x</script>\"'"
    map_ = draw(table(Area("w", evil, AreaKind.WOOD, BOX)), stands=[stand(label=evil, words=evil)])
    for written in (made.trench_map(map_, evil), made.pieces_told(told(table(Area("w", evil, AreaKind.WOOD, BOX))))):
        assert "<script" not in written
        assert evil not in written


def test_everything_on_the_map_stands_in_the_list() -> None:
    for named in ready_tables().values():
        for across in (False, True):
            listed = told(named.table, across)
            assert [one.id for one in listed] == [one.id for one in named.table.pieces]
            ids = {one.id for layer in draw(named.table, across=across).ground.layers for one in layer}
            assert ids == {one.id for one in listed}


def test_places_in_words_are_those_of_the_reader() -> None:
    wood = Area("w", "Wood", AreaKind.WOOD, BOX)
    (own,), (other,) = told(table(wood)), told(table(wood), across=True)
    assert own.where == "10 to 30 cm along, 20 to 50 cm up"
    assert other.where == "90 to 110 cm along, 130 to 160 cm up"


def test_the_ready_tables_stay_on_their_sheets() -> None:
    for named in ready_tables().values():
        sheet = MapSheet(named.table.width_mm, named.table.depth_mm)
        for layer in draw(named.table).ground.layers:
            for piece in layer:
                xs = [float(one) for shape in piece.shapes if shape.mark == "edge" for one in NUMBERS.findall(shape.d)]
                assert all(-3 <= one <= max(sheet.width, sheet.depth) + 3 for one in xs), piece.id


@pytest.mark.parametrize(
    ("value", "written"), [(12.0, "12"), (12.5, "12.5"), (0.25, "0.25"), (-0.001, "0"), (-3.10, "-3.1")]
)
def test_coordinates_are_short(value: float, written: str) -> None:
    assert number(value) == written


def test_whoever_draws_for_miles_gets_a_map_that_can_be_sent() -> None:
    """400 belts of 20 rows, each as long as the widest table, are drawn coarser; a table one plays on never is."""
    size, far = 10_000, range(0, 10_000, 25)
    belts = [Wire(f"w{y}", "Wire", (Spot(0, y), Spot(size, y)), 400) for y in far]
    made = draw(Table(size, size, tuple(belts)))
    assert sum(shape.d.count("M") for layer in made.ground.layers for one in layer for shape in one.shapes) < 100_000
    zigzag = tuple(Spot(size * (x % 2), 50 * x) for x in range(200))
    trench = draw(Table(size, size, (Trench("t", "Long", zigzag, 20, "german"),)))
    assert drawn(trench, "t")["line"].count("L") < 2_500
    for named in ready_tables().values():
        for wire in (one for one in named.table.pieces if isinstance(one, Wire) and not one.gaps):
            cm = Walk([(spot.x_mm / 10, spot.y_mm / 10) for spot in wire.path]).length
            assert drawn(draw(named.table), wire.id)["crosses"].count("M") == round(cm / 2) * wire.depth_mm / 20


def test_walking_a_bent_line() -> None:
    walk = Walk([(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)])
    assert walk.length == 7
    assert walk.beside(5, 0) == (3, 2)
    assert walk.beside(1, 1) == (1, -1)
    assert walk.bends() == [3]


def test_a_table_need_have_nobodys_edge_and_a_system_names_its_own() -> None:
    assert draw(table()).edges == ("Near edge", "Far edge")
    assert draw(table(), edges=("Home", "Away")).edges == ("Home", "Away")

"""Squares with references on tables of many sizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tabletop.stands import Spot
from rules.tabletop.table_coordinates import Squares, letters
from rules.tabletop.terrain import Table

SIX_INCHES = 152.4


def test_a_table_of_four_feet_by_three_has_eight_columns_and_six_rows() -> None:
    # 1219.2 and 914.4 mm would be exact; in whole millimetres 1220 and 915.
    squares = Squares(Table(1220, 915), SIX_INCHES)
    assert (squares.across, squares.up) == (8, 6)
    assert squares.reference(Spot(0, 914)) == "A1"
    assert squares.reference(Spot(1219, 0)) == "H6"
    # The fourth from the left is from 457.5 to 610, the second from the far edge from 610 to 762.5.
    assert squares.reference(Spot(500, 700)) == "D2"
    assert squares.middle("D2") == Spot(534, 686)
    assert squares.middle("d 2") == Spot(534, 686)
    assert squares.middle("J2") is None


def test_no_square_is_smaller_than_it_may_be() -> None:
    # 1000 mm have room for six of 152.4; each is 166.7 then.
    assert Squares(Table(1000, 1000), SIX_INCHES).across == 6
    assert Squares(Table(100, 100), SIX_INCHES).across == 1


@given(st.integers(300, 9000), st.integers(300, 9000), st.data())
def test_every_place_lies_in_the_square_it_is_named_after(wide: int, deep: int, data: st.DataObject) -> None:
    squares = Squares(Table(wide, deep), SIX_INCHES)
    spot = Spot(data.draw(st.integers(0, wide)), data.draw(st.integers(0, deep)))
    outline = squares.outline(squares.reference(spot))
    assert outline is not None
    (left, near), _, (right, far), _ = outline
    assert left - 1e-6 <= spot.x_mm <= right + 1e-6
    assert near - 1e-6 <= spot.y_mm <= far + 1e-6
    assert min(right - left, far - near) >= SIX_INCHES - 1e-6


@pytest.mark.parametrize(("number", "word"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA")])
def test_letters(number: int, word: str) -> None:
    assert letters(number) == word

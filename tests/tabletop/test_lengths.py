"""Lengths of a book: exact tenths of a millimetre, held against what a tape reads in whole ones."""

from fractions import Fraction

import pytest

from rules.kernel.distances import BadLength, BookLength, of_cm, of_inches, of_mm, within_mm
from rules.kernel.polygons import rectangle
from rules.tabletop.stands import BadShape, Circle, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.tape_measure import gap_mm
from rules.tabletop.templates import OutlineCoverage, coverage


def test_three_inches_are_76_point_2_millimetres() -> None:
    three = of_inches(3)
    assert (three.tenths, three.mm, three.cm, three.inches) == (762, 76.2, 7.62, 3)
    assert of_mm(76.2) == of_cm(7.62) == three
    assert of_inches(Fraction(1, 2)) == BookLength(127)
    assert three + three == three * 2 == of_inches(6)


@pytest.mark.parametrize("told", [0.05, Fraction(1, 3), 1.234])
def test_what_no_book_measures_is_refused(told: float | Fraction) -> None:
    with pytest.raises(BadLength, match="finer than a tenth of a millimetre"):
        of_mm(told)


@pytest.mark.parametrize("told", [-1, 10_001])
def test_no_table_is_so_long(told: int) -> None:
    with pytest.raises(BadLength, match="no length on a table; give 0 to 1000 cm"):
        of_mm(told)


def test_a_tape_reads_76_within_three_inches_and_77_beyond() -> None:
    assert of_inches(3).reaches(76)
    assert not of_inches(3).reaches(77)
    one = Spot(0, 0)
    assert within_mm(gap_mm(one, Spot(0, 76)), 76.2)
    assert not within_mm(gap_mm(one, Spot(0, 77)), 76.2)


def test_a_template_has_the_length_of_its_book_to_the_tenth() -> None:
    # Three inches about the middle reach 38.1 mm to each side: a base of 2 mm whose middle is at 37 lies wholly in.
    square = rectangle(76.2, 76.2)
    assert max(x for x, _ in square) == pytest.approx(38.1)
    assert coverage(square, StandingBase(Rectangle(2, 2), Pose(Spot(37, 0)))) is OutlineCoverage.FULLY
    assert coverage(square, StandingBase(Rectangle(2.4, 2), Pose(Spot(37, 0)))) is OutlineCoverage.PARTLY
    assert coverage(square, StandingBase(Circle(2), Pose(Spot(40, 0)))) is OutlineCoverage.NOT


def test_no_base_is_measured_finer() -> None:
    with pytest.raises(BadShape, match=r"76\.25 mm wide is finer than a tenth of a millimetre; give whole tenths"):
        Rectangle(76.25, 20)

"""Distances to the millimetre, months, cells and sources: read as written, refused with what would be right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.flanders_fields.ruleset import SOURCES
from rules.kernel.clauses import BadSource, Source, SourceTexts
from rules.kernel.distances import BadDistance, beyond, cm, mm, parse_cm, under, within
from rules.kernel.months import BadMonth, Calendar, Month, Period, parse_month
from rules.kernel.tables import BadCell, Reach, Way, parse_allowance, parse_pair, parse_score, parse_span

LIMIT = 450


@pytest.mark.parametrize(
    ("measured", "is_within", "is_under", "is_beyond"),
    [(44.9, True, True, False), (45.0, True, False, False), (45.1, False, False, True)],
)
def test_the_three_comparisons_on_the_line(measured: float, is_within: bool, is_under: bool, is_beyond: bool) -> None:
    assert within(measured, LIMIT) is is_within
    assert under(measured, LIMIT) is is_under
    assert beyond(measured, LIMIT) is is_beyond


@given(st.integers(0, 10000))
def test_every_tenth_of_a_centimetre_is_its_millimetre(tenths: int) -> None:
    assert mm(tenths / 10) == tenths
    assert within(tenths / 10, tenths)
    assert not under(tenths / 10, tenths)
    assert not beyond(tenths / 10, tenths)


@pytest.mark.parametrize("measured", [-0.1, 1000.1, float("nan"), float("inf")])
def test_no_table_is_that_large(measured: float) -> None:
    with pytest.raises(BadDistance, match="is no distance on a table; enter 0 to 1000 cm"):
        mm(measured)


def test_no_tape_measure_is_that_fine() -> None:
    with pytest.raises(BadDistance, match="finer than a tape measure; enter one decimal at most"):
        mm(45.05)


def test_millimetres_are_written_as_centimetres() -> None:
    assert [cm(450), cm(75), cm(0)] == ["45 cm", "7.5 cm", "0 cm"]


@pytest.mark.parametrize(("written", "low", "high"), [("..1", None, 1), ("4", 4, 4), ("2-3", 2, 3), ("6..", 6, None)])
def test_a_band_is_read(written: str, low: int | None, high: int | None) -> None:
    span = parse_span(written)
    assert (span.low, span.high) == (low, high)


@pytest.mark.parametrize("written", ["", "a", "3-", "1..2", "--", "5-2"])
def test_a_bad_band_is_refused(written: str) -> None:
    with pytest.raises(BadCell, match="write"):
        parse_span(written)


@pytest.mark.parametrize(
    ("written", "reach", "least"),
    [
        ("4", Reach.AT_LEAST, 4),
        ("auto", Reach.AUTOMATIC, 0),
        ("assault", Reach.BY_ASSAULT, 0),
        ("no", Reach.NOT_POSSIBLE, 0),
    ],
)
def test_a_score_is_read(written: str, reach: Reach, least: int) -> None:
    score = parse_score(written)
    assert (score.reach, score.least) == (reach, least)
    assert str(score) == written


def test_a_direct_score_asks_for_sight() -> None:
    pair = parse_pair("6 direct/no")
    assert pair.suppress.met_by(6, direct_sight=True)
    assert not pair.suppress.met_by(6, direct_sight=False)
    assert not pair.kill.met_by(99, direct_sight=True)


def test_an_automatic_score_needs_no_total() -> None:
    assert parse_score("auto").met_by(-5, direct_sight=False)


@pytest.mark.parametrize(
    ("written", "way"), [("20", Way.DISTANCE), ("1 action", Way.ACTIONS), ("free", Way.FREE), ("none", Way.NONE)]
)
def test_an_allowance_is_read_and_written_alike(written: str, way: Way) -> None:
    allowance = parse_allowance(written)
    assert allowance.way is way
    assert str(allowance) == written


@pytest.mark.parametrize("written", ["far", "two actions", "-3", "1 step"])
def test_a_bad_allowance_is_refused(written: str) -> None:
    with pytest.raises(BadCell, match="centimetres"):
        parse_allowance(written)


def test_a_distance_keeps_one_decimal() -> None:
    assert parse_cm("7.5") == 75
    with pytest.raises(BadDistance, match="one decimal at most"):
        parse_cm("7.55")


def test_a_year_ends_in_december() -> None:
    assert parse_month("1914-12").next() == Month(1915, 1)
    assert str(Month(1915, 1)) == "1915-01"


@pytest.mark.parametrize("written", ["1914", "1914-13", "1914-0", "08-1914", "August"])
def test_a_bad_month_is_refused(written: str) -> None:
    with pytest.raises(BadMonth, match="write year and month as 1914-08"):
        parse_month(written)


CALENDAR = Calendar(
    (
        Period("early", "First", Month(1914, 8), Month(1914, 12)),
        Period("mid", "Second", Month(1915, 1), Month(1915, 3)),
    )
)


@pytest.mark.parametrize(("written", "named"), [("1914-08", "August 1914"), ("1917-01", "January 1917")])
def test_a_sentence_names_a_month_in_words(written: str, named: str) -> None:
    assert parse_month(written).in_words == named


def test_a_month_lies_in_its_period() -> None:
    assert CALENDAR.when(Month(1914, 12)).period == "early"
    assert CALENDAR.when(Month(1915, 1)).period == "mid"
    assert len(list(CALENDAR.every_date())) == 8


@pytest.mark.parametrize("month", [Month(1914, 7), Month(1915, 4)])
def test_a_month_outside_the_war_is_refused(month: Month) -> None:
    with pytest.raises(BadMonth, match="choose 1914-08 to 1915-03"):
        CALENDAR.when(month)


@pytest.mark.parametrize(
    ("written", "text", "where"),
    [
        ("L4823", "rule book", "L4823"),
        ("L989-991", "rule book", "L989-991"),
        ("P-L12", "1914 to mid 1915 playsheet", "P-L12"),
        ("AMB-30", "ruling", "AMB-30"),
        ("DER", "derived", ""),
    ],
)
def test_a_source_is_read(written: str, text: str, where: str) -> None:
    source = SOURCES.parse(written)
    assert (source.text, source.where) == (text, where)


@pytest.mark.parametrize("written", ["", "L", "L0", "L9-3", "page 3", "AMB", "X-12"])
def test_a_bad_source_is_refused(written: str) -> None:
    with pytest.raises(BadSource):
        SOURCES.parse(written)


COMPANION = SourceTexts(lines={"C": "companion"}, rulings=("G",), example="lines as C12, a ruling as G-01")


def test_each_system_says_how_its_own_sources_are_written() -> None:
    """The kernel knows the letters of no book."""
    assert COMPANION.parse("C7-9") == Source("companion", "C7-9")
    assert COMPANION.parse("G-01") == Source("ruling", "G-01")
    with pytest.raises(BadSource, match="write lines as C12, a ruling as G-01, or DER"):
        COMPANION.parse("AMB-30")
    with pytest.raises(BadSource, match="a ruling as AMB-30"):
        SOURCES.parse("G-01")

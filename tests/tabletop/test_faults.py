"""What is refused of a drawn or read table, and in what words."""

from dataclasses import replace
from math import inf, nan
from random import Random

import pytest

from rules.tabletop.stands import Spot
from rules.tabletop.terrain import (
    Area,
    AreaKind,
    Bridge,
    GroundWord,
    Hill,
    Lane,
    LaneMaker,
    Line,
    Piece,
    River,
    Road,
    Stream,
    Strength,
    Table,
    Trench,
    Wire,
    word_of,
)
from rules.tabletop.terrain_faults import MOST_BENDS, MOST_CORNERS, TableFault, faults


def spots(*places: tuple[int, int]) -> Line:
    return tuple(Spot(*place) for place in places)


SQUARE = spots((100, 100), (100, 300), (300, 300), (300, 100))
WAY = spots((0, 600), (1200, 600), (2400, 700))
GAP = Lane(spots((500, 580), (500, 620)), 60, LaneMaker.ENGINEERS)
WOOD = Area("wood-3", "Wood 3", AreaKind.WOOD, SQUARE)
WIRE = Wire("wire-1", "Front wire", WAY, 40, (GAP,))
SOUND: tuple[Piece, ...] = (
    WOOD,
    Area("bunker", "Bunker", AreaKind.BLOCK_HOUSE, SQUARE, 270.0),
    Hill("hill-1", "The ridge", SQUARE, 2),
    Trench("fire-trench", "Fire trench", WAY, 20, "german", Strength.STRONG),
    Road("road", "Road to Mons", WAY, 40),
    Stream("brook", "Brook", WAY, 20),
    River("canal", "Canal", WAY, 80),
    Bridge("bridge", "Lock bridge", spots((600, 500), (600, 700)), 40),
    WIRE,
)


def told(*pieces: Piece) -> list[str]:
    return [fault.wrong for fault in faults(Table(2400, 1200, pieces))]


def test_a_sound_table_has_no_faults() -> None:
    assert faults(Table(2400, 1200, SOUND)) == ()


def test_a_piece_may_carry_words_of_a_rule_system() -> None:
    words = (GroundWord("cover", "rough"), GroundWord("going", "impractical"))
    carrying = replace(WOOD, words=words)
    assert told(carrying, replace(WIRE, words=words)) == []
    assert (word_of(carrying, "cover"), word_of(carrying, "going"), word_of(carrying, "height")) == (
        "rough",
        "impractical",
        "",
    )


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ((("cover", "very rough"),), "a word that it carries is no short word"),
        ((("", "rough"),), "a word that it carries is no short word"),
        ((("cover", "rough"), ("cover", "open")), "it says of its cover two things"),
        (tuple((f"w{n}", "a") for n in range(9)), "it carries 9 words"),
    ],
)
def test_words_that_are_none(words: tuple[tuple[str, str], ...], wrong: str) -> None:
    assert told(replace(WOOD, words=tuple(GroundWord(*one) for one in words))) == [wrong]


def test_a_spot_on_the_very_edge_lies_on_the_table() -> None:
    corners = spots((0, 0), (0, 1200), (2400, 1200), (2400, 0))
    assert told(replace(WOOD, outline=corners)) == []
    assert told(replace(WOOD, outline=(*corners[:-1], Spot(2401, 0)))) == [
        "its corner at 240.1 cm, 0 cm lies off the table"
    ]


def test_a_fault_names_the_piece_and_what_would_be_right() -> None:
    crossed = spots((100, 100), (300, 300), (300, 100), (100, 300))
    assert faults(Table(2400, 1200, (replace(WOOD, outline=crossed),))) == (
        TableFault(
            "wood-3",
            "Wood 3",
            "its outline crosses or touches itself at 20 cm, 20 cm",
            "draw it so that it goes once round",
        ),
    )


@pytest.mark.parametrize(
    ("outline", "wrong"),
    [
        ((), "it has 0 corners"),
        (SQUARE[:2], "it has 2 corners"),
        (SQUARE[:1] * 3, "it has no length: all of it lies in one spot"),
        ((*SQUARE, SQUARE[0]), "its corner at 10 cm, 10 cm is listed twice in a row"),
        (spots((0, 0), (100, 100), (200, 200)), "its outline crosses or touches itself"),
        (spots((0, 0), (0, 9), (9, 9), (9, 0)), "it covers less than a square centimetre"),
        (spots((0, 0), (0, 1200), (-1, 1200)), "its corner at -0.1 cm, 120 cm lies off the table"),
        (spots((0, 0), (0, 1200), (10**400, 1200)), "its corner at far more than any table, 120 cm lies off the table"),
        (SQUARE * 600, f"it has {len(SQUARE) * 600} corners"),
    ],
)
def test_an_outline_that_encloses_nothing_or_too_much(outline: Line, wrong: str) -> None:
    assert [text[: len(wrong)] for text in told(replace(WOOD, outline=outline))] == [wrong]


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (WAY[:1], "it has 1 bend"),
        (WAY[:1] * 2, "it has no length: all of it lies in one spot"),
        ((*WAY, WAY[-1]), "its bend at 240 cm, 70 cm is listed twice in a row"),
        (spots((0, 0), (500, 0), (500, 100), (400, 100), (400, -1)), "its bend at 40 cm, -0.1 cm lies off the table"),
        (spots((0, 0), (500, 0), (500, 100), (400, 0)), "its path crosses itself"),
        (WAY * 100, "it has 300 bends"),
    ],
)
@pytest.mark.parametrize("piece", [replace(WIRE, gaps=()), SOUND[3], SOUND[4]], ids=["wire", "trench", "road"])
def test_a_path_that_leads_nowhere_or_over_itself(piece: Wire | Trench | Road, path: Line, wrong: str) -> None:
    assert told(replace(piece, path=path)) == [wrong]


@pytest.mark.parametrize(
    ("piece", "wrong"),
    [
        (replace(WIRE, depth_mm=30), "the wire is 3 cm deep"),
        (replace(WIRE, depth_mm=0), "the wire is 0 cm deep"),
        (replace(WIRE, depth_mm=10**30), "the wire is far more than any table deep"),
        (replace(WIRE, gaps=(replace(GAP, width_mm=0),)), "gap 1: it is 0 cm wide"),
        (replace(WIRE, gaps=(GAP, replace(GAP, path=GAP.path[:1]))), "gap 2: it has 1 bend"),
        (replace(WIRE, gaps=(replace(GAP, path=spots((0, 0), (9, 9))),)), "gap 1 does not lie in the wire"),
        (replace(WIRE, gaps=(GAP,) * 101), "it has 101 gaps"),
        (Hill("hill", "Hill", SQUARE, 0), "its height is 0"),
        (Trench("t", "T", WAY, 20, ""), "it is not said whose trench it is"),
        (Trench("t", "T", WAY, 4, "british"), "it is 0.4 cm wide"),
        (River("r", "R", WAY, 501), "it is 50.1 cm wide"),
        (Area("b", "B", AreaKind.BLOCK_HOUSE, SQUARE), "it is not clear where the block house faces"),
        (Area("b", "B", AreaKind.BLOCK_HOUSE, SQUARE, nan), "it is not clear where the block house faces"),
        (Area("b", "B", AreaKind.BLOCK_HOUSE, SQUARE, inf), "it is not clear where the block house faces"),
        (Area("b", "B", AreaKind.BLOCK_HOUSE, SQUARE, 360.0), "it is not clear where the block house faces"),
        (Area("m", "M", AreaKind.MARSH, SQUARE, 90.0), "it has a front"),
        (replace(WOOD, name="   "), "it has no name"),
        (replace(WOOD, name="a\nb"), "its name does not fit on one line"),
        (replace(WOOD, id='"><script>'), "its id is no short word"),
    ],
)
def test_a_measure_or_a_word_that_cannot_be(piece: Piece, wrong: str) -> None:
    assert told(piece) == [wrong]


def test_a_gap_that_only_touches_the_belt_is_none() -> None:
    straight = replace(WIRE, path=spots((0, 600), (2400, 600)))
    beside, just_in = (replace(GAP, path=spots((500, 700), (500, end))) for end in (620, 619))
    assert told(replace(straight, gaps=(just_in,))) == []
    assert told(replace(straight, gaps=(beside,))) == ["gap 1 does not lie in the wire"]


def test_each_of_two_with_one_id_is_told() -> None:
    assert told(WOOD, replace(WOOD, name="Wood 4"), WIRE) == ["2 pieces have the id wood-3"] * 2


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        (Table(299, 1200), ["the table is 29.9 cm wide"]),
        (Table(2400, 10_001), ["the table is 1000.1 cm deep"]),
        (Table(10**400, -1), ["the table is far more than any table wide", "the table is -0.1 cm deep"]),
        (Table(2400, 1200, (WOOD,) * 401), ["there are 401 pieces of terrain"]),
        (
            Table(2400, 1200, (replace(WOOD, outline=SQUARE * 500),) * 4),
            ["the terrain has 8000 corners and bends in all"],
        ),
    ],
)
def test_a_table_that_cannot_be(table: Table, wrong: list[str]) -> None:
    found = faults(table)
    assert [fault.wrong for fault in found] == wrong
    assert {fault.piece_id for fault in found} == {""}


def test_the_smallest_and_the_largest_table_are_tables() -> None:
    assert faults(Table(300, 300)) == faults(Table(10_000, 10_000)) == ()


def test_whatever_is_drawn_is_judged_without_drawing_it_out() -> None:
    """It takes hundredths of a second; whoever draws these wires out to ask about their gaps waits for minutes."""
    chance = Random(1917)
    anywhere = tuple(Spot(chance.randrange(2401), chance.randrange(1201)) for _ in range(10_000))
    scrawls = tuple(replace(WOOD, id=f"w{n}", outline=anywhere[:MOST_CORNERS]) for n in range(2))
    tangles = tuple(replace(WIRE, id=f"t{n}", path=anywhere[:MOST_BENDS], gaps=(GAP,) * 100) for n in range(9))
    found = faults(Table(2400, 1200, (*scrawls, *tangles, replace(WOOD, id="vast", outline=anywhere))))
    assert {fault.piece_id for fault in found} == {piece.id for piece in scrawls} | {piece.id for piece in tangles} | {
        "vast"
    }
    assert found[-1].wrong == "it has 10000 corners"

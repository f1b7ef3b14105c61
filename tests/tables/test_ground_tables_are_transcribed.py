"""Movement, cover, sight, wire and bases, typed a second time from the rulebook and compared cell by cell."""

import csv
from pathlib import Path

import pytest

from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.months import parse_month

TYPED = Path(__file__).parent / "transcription"
BOOKS = {period: RuleBook.for_game(parse_month(period)) for period in ("1914-08", "1916-07", "1917-08")}

GOING = {
    "cross country": "cross_country",
    "cross country, undamaged": "cross_country",
    "cross country, shell torn": "shell_torn",
    "cross country, shattered": "shattered",
    "along trench lines": "along_trench",
    "along a trench line": "along_trench",
    "along a trench": "along_trench",
    "crossing a trench": "crossing_trench",
    "road, in columns": "road",
    "road in column": "road",
    "close terrain": "close_terrain",
    "close terrain off road": "close_terrain",
    "stream": "stream",
    "river": "river",
}
SAME_CELL = {"no": "none", "no passage": "none", "1 order": "1 action"}
SETTLED_OTHERWISE = {
    ("close terrain", "infantry"): "10",  # AMB-39: the sheets
    ("along trench lines", "field artillery"): "none",  # AMB-40: the printed action is for crossing
}
CASES = {
    "nothing": "nothing",
    "in close order on a road": "road_column",
    "caught on wire": "on_wire",
    "cavalry in the open": "mounted",
    "shell holes": "shell_holes",
    "Experienced or Veteran otherwise in the Open": "fieldcraft",
    "ordinary trench": "trench",
    "well built trench or strong point": "strong_work",
    "trench in a wood": "wood_trench",
    "block house or concrete work": "block_house",
    "trench or strong point in a village": "village_work",
    "block house in a village": "village_block_house",
    "on wire after a failed crossing": "on_wire",
    "mounted cavalry not in wood or built-up area": "mounted",
    "in column or close order on a road": "road_column",
    "trench or strong point inside a village": "village_work",
    "village without works": "village",
    "shell torn or shattered ground": "shell_holes",
    "elsewhere, trained": "fieldcraft",
    "elsewhere, Raw": "nothing",
    "village": "village",
    "wood": "wood",
    "marsh": "marsh",
    "river bank": "river_bank",
}


def rows(name: str) -> list[dict[str, str]]:
    with (TYPED / f"{name}.csv").open(encoding="utf-8", newline="") as typed:
        return list(csv.DictReader(typed))


@pytest.mark.parametrize("month", BOOKS)
@pytest.mark.parametrize("name", ["FF-MOV-T1", "FF-MOV-T2", "FF-MOV-T3"])
def test_movement_as_printed(name: str, month: str) -> None:
    table = BOOKS[month].table("movement/allowances")
    for row in rows(name):
        going = row.pop("terrain")
        for column, printed in row.items():
            expected = SAME_CELL.get(printed, printed)
            if name == "FF-MOV-T1":
                expected = SETTLED_OTHERWISE.get((going, column), expected)
            assert str(table.allowance(GOING[going], column.replace(" ", "_")).value) == expected, (going, column)


def test_the_whole_movement_table_is_typed() -> None:
    typed = {(GOING[row["terrain"]], column) for row in rows("FF-MOV-T3") for column in row if column != "terrain"}
    assert {f"{going}.{column.replace(' ', '_')}" for going, column in typed} == set(
        BOOKS["1914-08"].table("movement/allowances")
    )


@pytest.mark.parametrize("month", BOOKS)
@pytest.mark.parametrize(("name", "place"), [("FF-COV-T1", "place"), ("FF-COV-T2", "case")])
def test_cover_as_printed(name: str, place: str, month: str) -> None:
    table = BOOKS[month].table("cover/classes")
    for row in rows(name):
        assert table.word(CASES[row[place]]).value == row["class"].lower(), row


def test_cover_is_judged_in_the_printed_order() -> None:
    printed = [CASES[row["case"]] for row in rows("FF-COV-T2")]
    order = [key for key in BOOKS["1914-08"].table("cover/classes") if key in printed]
    assert order == printed


@pytest.mark.parametrize("month", BOOKS)
def test_sight_as_printed(month: str) -> None:
    table = BOOKS[month].table("visibility/distances")
    for row in rows("FF-VIS-T1"):
        viewer, *printed = row.values()
        got = [table.number(f"{viewer}.{column}").value for column in ("open", "in_cover", "fired", "works")]
        assert got == [int(cm) * 10 for cm in printed], viewer


@pytest.mark.parametrize("month", BOOKS)
def test_bases_as_printed(month: str) -> None:
    shapes, sizes = BOOKS[month].table("bases/shapes"), BOOKS[month].table("bases/sizes")
    typed = rows("FF-BAS")
    for row in typed:
        stand = row["stand"].replace(" ", "_")
        assert (shapes.word(stand).clause, shapes.word(stand).value) == (row["clause"], row["shape"])
        assert sizes.number(f"{stand}.width").value == int(row["wide mm"])
        assert sizes.number(f"{stand}.depth").value == int(row["deep mm"])
    assert len(typed) == len(shapes.values)


def test_wire_scores_as_printed() -> None:
    got = [book.table("wire/score").number("crosses_on").value for book in BOOKS.values()]
    assert got == [int(row["crosses on"]) for row in rows("FF-WIR-04")]

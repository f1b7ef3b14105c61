"""Tables of organisation and guns against a second transcription: the printed totals, and the gun tables."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.flanders_fields.army_lists import Found, guns, guns_of, organisations
from rules.flanders_fields.base_sizes import BaseKind
from rules.flanders_fields.force_totals import Weapons, total_of
from rules.flanders_fields.forces import element_of
from rules.flanders_fields.ruleset import RuleBook, clauses
from rules.flanders_fields.vocabulary import ARTILLERY, ArmyList, GunKey, Nation, PartKey, Quality, UnitClass
from rules.kernel.months import parse_month

FOLDER = Path(__file__).parent / "transcription"
MACHINE_GUNS = {UnitClass.MACHINE_GUN, UnitClass.LMG_PLATOON}
TOTALS = ("battalions", "pioneers", "rifle stands", "rifle figures", "mounted stands", "mounted figures")


def printed(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def weapons(written: str) -> dict[str, int]:
    """'24 Vickers; 52 Lewis' as a table."""
    parts = (part.strip().partition(" ") for part in written.split(";") if part.strip())
    return {name: int(number) for number, _, name in parts}


def column(one: Weapons) -> str:
    if one.unit_class in MACHINE_GUNS:
        return "machine guns"
    return "artillery" if one.unit_class in ARTILLERY else "mortars and others"


@pytest.mark.parametrize("line", list(printed("FF-TOE-149")), ids=lambda line: f"{line['id']} {line['quality']}")
def test_a_formation_comes_to_its_totals(line: dict[str, str]) -> None:
    book = RuleBook.for_game(parse_month(line["month"]))
    made = element_of(ArmyList(line["table"]), line["part"], "1", book, Quality(line["quality"]))
    found = total_of((made,), book)
    assert {name: getattr(found, name.replace(" ", "_")) for name in TOTALS} == {n: int(line[n]) for n in TOTALS}
    for name in ("machine guns", "mortars and others", "artillery"):
        assert {one.name: one.models for one in found.weapons if column(one) == name} == weapons(line[name]), name


def test_a_battery_on_a_two_gun_base_is_one_base() -> None:
    """FF-TOE-161: 12 and 6 gun models on 9 bases."""
    book = RuleBook.for_game(parse_month("1917-11"))
    found = total_of((element_of(ArmyList.GERMAN_1916, "division", "1", book),), book)
    assert found.batteries == 9
    assert found.counters["77 mm field gun"] == 6
    assert found.bases[BaseKind.FIELD_ARTILLERY] == 9


def test_every_total_of_the_rulebook_is_typed() -> None:
    assert {line["id"] for line in printed("FF-TOE-149")} == {f"FF-TOE-{number}" for number in range(149, 165)}


def test_every_piece_is_as_printed() -> None:
    lines = list(printed("FF-GUN"))
    for line in lines:
        gun = guns()[GunKey(line["gun"])]
        figures = (line["range"].replace(",", ""), line["shell"], line["weight"])
        assert (gun.range_m, gun.shell_kg, gun.weight_t) == tuple(float(one) if one else None for one in figures)
        assert gun.unit_class.replace("_", " ") == line["class"]
    assert {gun.key for gun in guns().values() if gun.range_m} == {line["gun"] for line in lines}


def test_guns_are_found_by_army_class_and_words() -> None:
    book = RuleBook.for_game(parse_month("1917-11"))
    assert {gun.key for gun in guns_of(book, unit_class=UnitClass.HEAVY_ARTILLERY)} == {
        GunKey.POUNDER_60,
        GunKey.HOWITZER_6_INCH,
        GunKey.HOWITZER_155_MM,
        GunKey.HOWITZER_150_MM,
        GunKey.GUN_155_MM,
    }
    assert len(list(guns_of(book, Nation.FRENCH))) == 5
    assert [gun.key for gun in guns_of(book, words="bertha")] == [GunKey.HOWITZER_42_CM]


def test_every_part_stands_on_a_clause_of_its_own_list() -> None:
    for table in organisations().values():
        for part in table.parts.values():
            assert part.clause in clauses(), part.key
            assert part.sources
            assert part.found is not Found.CHOSEN or part.ruling, part.key


def test_every_clause_of_the_trees_is_on_a_part() -> None:
    """FF-TOE-31 to FF-TOE-148 but for the stars and the storm battalions, which are no parts."""
    cited = {part.clause for table in organisations().values() for part in table.parts.values()}
    trees = {f"FF-TOE-{number}" for number in range(31, 149)} - {"FF-TOE-110", "FF-TOE-139", "FF-TOE-140"}
    assert trees <= cited


def test_every_table_every_part_and_every_piece_is_there() -> None:
    assert set(organisations()) == set(ArmyList)
    assert {key for table in organisations().values() for key in table.parts} == set(PartKey)
    assert set(guns()) == set(GunKey)

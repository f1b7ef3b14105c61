"""The shooting tables against a second transcription, typed from the rulebook in its printed layout."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult
from rules.kernel.dice import ALL_D6
from rules.kernel.months import parse_month

FOLDER = Path(__file__).parent / "transcription"
DATES = {"E": "1914-08", "M": "1916-07", "L": "1918-03"}
COLUMNS = {"Open": "open", "Soft": "soft", "Medium": "medium", "Hard": "hard", "Fort.": "fortified", "Cover": "cover"}
SCORES = {
    "No": "no",
    "Ass": "assault",
    "Auto": "auto",
    "6 (Direct)": "6 direct",
    "Assault only": "assault",
    "Not possible": "no",
}
ROWS = {
    "MG": "machine_gun",
    "Machine gun": "machine_gun",
    "Infantry": "infantry",
    "Field artillery, guns": "field_gun",
    "Field guns": "field_gun",
    "Field artillery howitzers": "field_howitzer",
    "Field artillery, howitzers": "field_howitzer",
    "Field howitzers": "field_howitzer",
    "Heavy artillery": "heavy_artillery",
    "Super heavy": "super_heavy_artillery",
    "Tanks": "tank_gun",
    "Heavy tanks": "tank_gun",
    "Gas": "gas",
    "Flame thrower": "flamethrower",
}
ARMOUR_ROWS = {
    "Infantry": "infantry",
    "Anti-tank rifle": "anti_tank_rifle",
    "Machine gun": "machine_gun",
    "Field artillery, guns and howitzers, direct": "field_artillery_direct",
    "Field artillery, light mortars, indirect": "field_artillery_indirect",
    "Heavy artillery": "heavy_artillery",
    "Super heavy": "super_heavy_artillery",
    "Armour": "armour",
    "Gas": "gas",
    "Flame": "flamethrower",
}
MODIFIERS = {
    "MG under 10": ["machine_gun_short"],
    "Infantry under 5": ["infantry_short"],
    "LMG platoon under 5": ["lmg_short"],
    "Tank under 5": ["tank_short", "tank_lmg_short"],
    "Beaten zone target": ["zone_1", "zone_2", "zone_3"],
    "Into or through": ["barrage"],
    "The same, uphill": ["barrage_uphill"],
    "Field artillery open sights 100": ["open_sights_100_150"],
    "Field artillery open sights 150": ["open_sights_150_200"],
    "Firer in gas": ["firer_in_gas"],
    "Target is a command": ["command_stand"],
    "Raw troops": ["raw"],
    "Cavalry shooting": ["cavalry"],
    "LMG tank": ["on_the_move"],
}


def lines(name: str) -> Iterator[tuple[str, dict[str, str]]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            cells = {column: cell for column, cell in line.items() if cell}
            yield cells.pop(next(iter(line))), cells


def key_of(printed: str, names: dict[str, str]) -> str:
    return names[max((name for name in names if printed.startswith(name)), key=len)]


def book(period: str) -> RuleBook:
    return RuleBook.for_game(parse_month(DATES[period]))


def pairs(cells: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Column and 'suppress/kill' as the data writes them."""
    for head in dict.fromkeys(column.rsplit(" ", 1)[0] for column in cells):
        suppress, kill = cells[f"{head} S"], cells[f"{head} K"]
        yield COLUMNS[head], f"{SCORES.get(suppress, suppress)}/{SCORES.get(kill, kill)}"


@pytest.mark.parametrize(("sheet", "period"), [("FF-PSF-T1", "E"), ("FF-PSF-T2", "M"), ("FF-PSF-T3", "L")])
def test_each_sheet_is_in_force_in_its_period(sheet: str, period: str) -> None:
    table = book(period).table("shooting/firing_table")
    seen = set()
    for printed, cells in lines(sheet):
        for column, pair in pairs(cells):
            cited = table.pair(key_of(printed, ROWS), column)
            assert (str(cited.value), cited.clause) == (pair, sheet), f"{printed}, {column}"
            seen.add(f"{key_of(printed, ROWS)}.{column}")
    elsewhere = {key for key, cited in table.values.items() if cited.clause == sheet} - seen
    assert elsewhere <= {"gas.fortified"}, "the data claims cells this sheet does not print"


def test_the_main_table_fills_what_the_early_sheet_leaves_open() -> None:
    table = book("E").table("shooting/firing_table")
    main = {f"{key_of(printed, ROWS)}.{c}": pair for printed, cells in lines("FF-SHO-T1") for c, pair in pairs(cells)}
    filled = {key: str(cited.value) for key, cited in table.values.items() if cited.clause == "FF-SHO-T1"}
    assert len(filled) == 5 + 3 * 5
    assert filled.items() <= main.items()


def test_the_sheets_differ_from_the_main_table_in_one_cell_only() -> None:
    for period in ("M", "L"):
        table = book(period).table("shooting/firing_table")
        differ = [
            f"{key_of(printed, ROWS)}.{column}"
            for printed, cells in lines("FF-SHO-T1")
            for column, pair in pairs(cells)
            if str(table.pair(key_of(printed, ROWS), column).value) != pair
        ]
        assert differ == (["flamethrower.fortified"] if period == "M" else [])


@pytest.mark.parametrize("period", DATES)
def test_the_armour_table(period: str) -> None:
    table = book(period).table("shooting/armour_table")
    typed = {
        f"{key_of(printed, ARMOUR_ROWS)}.{column}": pair
        for printed, cells in lines("FF-ARM-T1")
        for column, pair in pairs(cells)
    }
    assert {key: str(cited.value) for key, cited in table.values.items()} == typed


@pytest.mark.parametrize("period", DATES)
def test_the_modifiers(period: str) -> None:
    table = book(period).table("shooting/modifiers")
    for printed, cells in lines("FF-DFM-T1"):
        keys = MODIFIERS[max((name for name in MODIFIERS if printed.startswith(name)), key=len)]
        if cells[period] == "none":
            assert all(key in table.absent for key in keys)
            continue
        values = [int(value) for value in cells[period].split(",")]
        for key, value in zip(keys, values * (len(keys) // len(values)), strict=True):
            assert table.number(key).value == value, f"{printed}, {period}"


def faces_of(written: str) -> list[FireResult]:
    """'s 4, k 5-6' as what each face brings, 1 first."""
    found = [FireResult.NO_EFFECT] * 6
    for part in written.replace(" (direct)", "").split(", "):
        if part == "none":
            continue
        result, span = part.split(" ")
        first, _, last = span.partition("-")
        for face in range(int(first), int(last or first) + 1):
            found[face - 1] = FireResult.SUPPRESSED if result == "s" else FireResult.KILLED
    return found


def natural_faces() -> Iterator[tuple[str, str, str, str]]:
    for printed, cells in lines("FF-SHO-T2"):
        name, _, when = printed.rpartition(", ")
        periods = {"E": "E", "M": "M", "L": "L", "main and L": "EL"}.get(when, "EML")
        row = key_of(name if when in ("E", "M", "L", "main and L") else printed, ROWS)
        for column, cell in cells.items():
            for period in periods:
                yield row, period, COLUMNS[column], cell


@pytest.mark.parametrize(("row", "period", "column", "cell"), list(natural_faces()))
def test_natural_faces_without_modifiers(row: str, period: str, column: str, cell: str) -> None:
    far = {"infantry": 20.0, "machine_gun": 30.0, "tank_gun": 20.0, "flamethrower": 3.0}
    shot = Shot(firer=Firer(row), range_cm=far.get(row, 50.0), cover=Cover(column))
    assert [effect(shot, die, book(period)).value for die in ALL_D6] == faces_of(cell)

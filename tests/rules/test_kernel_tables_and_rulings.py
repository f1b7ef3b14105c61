"""Tables at a date, house rules applied last and marked, and what cannot be chosen."""

from pathlib import Path

import pytest

from rules.flanders_fields.ruleset import SOURCES, RuleBook, calendar, clauses, rulings, tables
from rules.kernel.clauses import Status
from rules.kernel.months import BadMonth, Month, When, parse_month
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.tables import DatedTable, load_table

TABLE = """id = "FF-X-1"
title = "Ranges"
clause = "FF-X-1"
kind = "numbers"
unit = "cm"

[[value]]
key = "rifles"
until = "1915-05"
value = 60
source = ["L3112"]

[[value]]
key = "rifles"
clause = "FF-X-2"
from = "1915-06"
value = 45
source = ["L1542"]

[[absent]]
keys = ["tank"]
period = ["early"]
because = "none yet"
source = ["L915"]

[[value]]
key = "tank"
period = ["mid", "late"]
value = 30
source = ["L1544"]
"""


@pytest.fixture
def ranges(tmp_path: Path) -> DatedTable:
    path = tmp_path / "ranges.toml"
    path.write_text(TABLE, encoding="utf-8")
    return load_table(path, calendar(), SOURCES)


@pytest.mark.parametrize(
    ("month", "period", "there"), [("1915-03", None, True), ("1914-12", None, False), ("1914-12", "mid", True)]
)
def test_an_entry_may_keep_to_months_of_a_period(tmp_path: Path, month: str, period: str | None, there: bool) -> None:
    split = """id = "FF-X"
title = "Planned fire"
clause = "FF-X-1"
kind = "numbers"
unit = "count"

[[value]]
key = "phase"
period = ["mid", "late"]
value = 4
source = ["L1"]

[[value]]
key = "phase"
period = ["early"]
from = "1915-01"
value = 0
source = ["L1"]

[[absent]]
keys = ["phase"]
period = ["early"]
until = "1914-12"
because = "none yet"
source = ["L1"]
"""
    path = tmp_path / "split.toml"
    path.write_text(split, encoding="utf-8")
    when = calendar().when(parse_month(month)) if period is None else When(parse_month(month), period)
    assert load_table(path, calendar(), SOURCES).at(when).has("phase") is there


def _at(table: DatedTable, month: str) -> tuple[int, str]:
    cited = table.at(calendar().when(parse_month(month))).number("rifles")
    return cited.value, cited.clause


def test_a_value_changes_with_the_month(ranges: DatedTable) -> None:
    assert _at(ranges, "1915-05") == (600, "FF-X-1")
    assert _at(ranges, "1915-06") == (450, "FF-X-2")


def test_a_key_can_be_absent_at_a_date(ranges: DatedTable) -> None:
    early, late = (ranges.at(calendar().when(parse_month(month))) for month in ("1914-08", "1918-03"))
    assert not early.has("tank")
    assert "tank" in early.absent
    assert late.number("tank").value == 300


def test_a_value_of_another_kind_is_a_fault_of_the_program(ranges: DatedTable) -> None:
    with pytest.raises(TypeError, match="FF-X-1, rifles"):
        ranges.at(calendar().when(parse_month("1914-08"))).word("rifles")


def _book(*house: HouseRule, month: str = "1914-08") -> RuleBook:
    return RuleBook.for_game(parse_month(month), house)


def test_a_house_rule_is_applied_last_and_shown_with_the_original() -> None:
    changed = _book(HouseRule("AMB-12", "two")).table("orders/master").number("staff_bonus")
    assert changed.value == 2
    assert changed.house is not None
    assert (changed.house.ruling, changed.house.option) == ("AMB-12", "two")
    assert changed.house.original
    assert _book().table("orders/master").number("staff_bonus").house is None


def test_a_change_keeps_to_its_periods() -> None:
    late = _book(HouseRule("AMB-12", "two"), month="1918-03").table("orders/master").number("staff_bonus")
    assert late.house is None


def test_a_change_keeps_to_its_months() -> None:
    house = HouseRule("AMB-36", "amiens")
    assert _book(house, month="1918-08").table("orders/master").has("tank_failed")
    assert not _book(house, month="1918-09").table("orders/master").has("tank_failed")
    assert _book(house, month="1917-05").table("orders/master").number("tank_failed").house is None


def test_a_change_can_take_a_value_away() -> None:
    book = _book(HouseRule("AMB-30", "no_mortars"))
    assert not book.table("orders/rolls").has("light_mortar")
    assert book.table("orders/rolls").absent["light_mortar"]


def test_choosing_the_default_is_no_house_rule() -> None:
    assert _book(HouseRule("AMB-12", "sheet")).mark("AMB-12") is None


def test_one_switch_serves_every_name_of_a_ruling() -> None:
    assert _book(HouseRule("SHQ-70", "every_result")).option("AMB-80") == "every_result"


@pytest.mark.parametrize(
    ("house", "words"),
    [
        ([HouseRule("AMB-999", "a")], "there is no ruling 'AMB-999'"),
        ([HouseRule("AMB-12", "three")], "choose one of: sheet, two"),
        ([HouseRule("AMB-11", "on")], "cannot be chosen for AMB-11; choose one of: off"),
        ([HouseRule("AMB-80", "one_level"), HouseRule("SHQ-70", "every_result")], "AMB-80 is settled twice"),
    ],
)
def test_what_cannot_be_chosen_says_what_can(house: list[HouseRule], words: str) -> None:
    with pytest.raises(BadHouseRule, match=words):
        _book(*house)


def test_equal_books_have_equal_fingerprints() -> None:
    assert _book().fingerprint == _book().fingerprint
    assert _book().fingerprint != _book(HouseRule("AMB-12", "two")).fingerprint
    assert _book().fingerprint != _book(month="1918-03").fingerprint
    assert _book().fingerprint != _book(HouseRule("AMB-14", "high_die")).fingerprint


def test_a_sheet_can_be_set_by_hand() -> None:
    book = RuleBook.for_game(parse_month("1915-03"), period="mid")
    assert book.when.period == "mid"
    assert not book.table("orders/master").has("crossing_wire")


def test_a_game_outside_the_war_is_refused() -> None:
    with pytest.raises(BadMonth, match="choose 1914-08 to 1918-11"):
        RuleBook.for_game(Month(1919, 1))


def test_every_band_of_every_table_answers_every_total() -> None:
    for month in ("1914-08", "1916-07", "1918-03"):
        for table in _book(month=month).tables.values():
            for key, cited in table.values.items():
                if isinstance(cited.value, tuple):
                    assert all(table.read(key, total).value for total in range(-9, 20)), (table.id, key)


def test_every_ruling_a_value_names_exists() -> None:
    known = {name for ruling in rulings().values() for name in (ruling.id, *ruling.also)}
    named = {e.cited.ruling for table in tables().values() for e in table.entries if e.cited and e.cited.ruling}
    of_this_part = {f"AMB-{number:02}" for number in range(1, 105)}  # later numbers come with later chapters
    assert named & of_this_part <= known


def test_clauses_have_titles_and_reasons() -> None:
    found = clauses()
    assert all(clause.why for clause in found.values() if clause.status is not Status.FULL)
    assert found["FF-ORD-24"].title == "Staff bonus"

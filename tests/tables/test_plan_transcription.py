"""The tables of fire plans, typed a second time from the rulebook's lists and compared line by line."""

import csv
from pathlib import Path
from typing import Final

import pytest

from rules.flanders_fields.fire_plan_checks import ChangedBy, PlanItem
from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.months import parse_month

TYPED: Final = Path(__file__).parent / "transcription"
BOOKS: Final = [RuleBook.for_game(parse_month(date)) for date in ("1914-08", "1916-07", "1918-03")]
SEVERITIES: Final = {"error": "refused", "warning": "warning"}
LINES: Final = {
    "Medium Mortar": "medium_mortars",
    "Heavy Mortar": "heavy_mortars",
    "Superimposed Battery": "superimposed",
    "Divisional Support Battery": "divisional",
    "Gas attack": "gas_attacks",
}
ITEMS: Final = {
    "artillery aiming points": PlanItem.AIMING_POINT,
    "medium and heavy mortar aiming points": PlanItem.MORTAR_POINT,
    "gas schedule": PlanItem.GAS_SCHEDULE,
    "gas drift": PlanItem.GAS_DRIFT,
    "rolling barrage schedule": PlanItem.ROLLING_BARRAGE,
    "Firewaltz schedule": PlanItem.HURRICANE,
    "Deep Suppression": PlanItem.DEEP_SUPPRESSION,
    "number of air missions": PlanItem.AIR_MISSIONS,
    "target of an air mission": PlanItem.AIR_TARGET,
    "SOS fire": PlanItem.SOS_FIRE,
}
WAYS: Final = {
    "order": ChangedBy.ORDER,
    "SOS call": ChangedBy.SOS_CALL,
    "move written in the plan": ChangedBy.FIRE_PLAN,
    "dice": ChangedBy.DICE,
    "card": ChangedBy.CARD,
    "choice": ChangedBy.CHOICE,
}


def typed(name: str) -> list[dict[str, str]]:
    with (TYPED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("book", BOOKS)
def test_each_test_of_a_plan_is_taken_as_the_list_says(book: RuleBook) -> None:
    """FF-FPL-67 to FF-FPL-77."""
    table = book.table("plans/tests")
    told = {table.word(key).clause: table.word(key).value for key in table}
    assert told == {line["clause"]: SEVERITIES[line["severity"]] for line in typed("FF-FPL-67")}


@pytest.mark.parametrize("book", BOOKS)
def test_each_printed_form_has_as_many_lines(book: RuleBook) -> None:
    """FF-FPL-29 to FF-FPL-44; what a form does not name it has no line for."""
    table = book.table("plans/forms")
    printed = {f"{line['form']}.{LINES[line['line']]}": int(line["grid references"]) for line in typed("FF-FPL-29")}
    assert {key: table.number(key).value for key in table} == {
        f"{form}.{line}": printed.get(f"{form}.{line}", 0)
        for form in ("attacker", "defender")
        for line in LINES.values()
    }


@pytest.mark.parametrize("book", BOOKS)
def test_each_entry_changes_by_what_the_list_says(book: RuleBook) -> None:
    """FF-FPL-78 to FF-FPL-86."""
    table = book.table("plans/changes")
    assert set(table) == set(PlanItem)
    for line in typed("FF-FPL-78"):
        row = table.word(ITEMS[line["item"]])
        ways = {WAYS[way].value for way in line["how"].split("; ") if way}
        assert (row.clause, set(row.value.split(", "))) == (line["clause"], ways or {"nothing"})


@pytest.mark.parametrize("book", BOOKS)
def test_a_reference_is_written_in_whole_centimetres(book: RuleBook) -> None:
    """FF-FPL-25, GAP-55."""
    assert book.table("plans/references").number("step").value == 10

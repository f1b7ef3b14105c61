"""A case that does not hold says what was expected, what came, and which clause."""

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.explanations import MoreDice, Refusal
from tests.conformance.answered import assert_answered, differences, failures, wrong_in
from tests.conformance.cases import Case

# FF-SOS-T2: without deep suppression an SOS call is answered on 2 or more, so that a 1 brings nothing.
NOTHING = {"fires": False, "deviates": False, "width_mm": 100, "depth_mm": 50}
GIVEN = {"unit_class": "field_gun", "from_position_cm": 4.0}
CASE = Case("FF-SOS 1 A one [1914-08]", ("FF-SOS-T2", "FF-SOS-04"), "sos_call", "1914-08", (), GIVEN, (1,), {})


def told(**expect: Any) -> list[str]:
    return "\n".join(failures([replace(CASE, expect=expect)], assert_answered)).splitlines()


def test_a_case_that_holds_is_not_told() -> None:
    assert told(value=NOTHING) == []


def test_a_wrong_number_is_told_with_its_clause_what_was_expected_and_what_came() -> None:
    assert told(value={"fires": True, "width_mm": 120}) == [
        "FF-SOS-T2, FF-SOS-04: FF-SOS 1 A one [1914-08]",
        "  asked: sos_call {'unit_class': 'field_gun', 'from_position_cm': 4.0} dice [1]",
        "  value.fires: expected True, came False",
        "  value.width_mm: expected 120, came 100",
    ]


def test_a_refusal_that_did_not_come_is_told() -> None:
    assert told(refusal="FF-SOS-01")[2].startswith("  expected refusal 'FF-SOS-01', came Explained(value=")


def test_a_word_that_cannot_be_expected_is_told() -> None:
    assert "'valeu'" in told(valeu=1)[2]  # codespell:ignore valeu


def test_a_house_rule_is_named() -> None:
    case = replace(CASE, house=(("AMB-00", "other"),))
    assert "  house rules: AMB-00=other" in "\n".join(failures([case], assert_answered)).splitlines()


@pytest.mark.parametrize(
    ("got", "expected", "line"),
    [
        (
            {"a": 1},
            {"b": "nothing of that name"},
            "value.b: expected 'nothing of that name', came nothing of that name",
        ),
        ((1, 2), [1, 3], "value[2]: expected 3, came 2"),
        ([1], [1, 2], "value: expected [1, 2], came [1]"),
        (1, True, "value: expected True, came 1"),
        (2.0, 2, "value: expected 2, came 2.0"),
        (None, {"a": 1}, "value: expected {'a': 1}, came None"),
    ],
)
def test_each_place_that_differs_is_a_line(got: Any, expected: Any, line: str) -> None:
    assert [*differences(got, expected)] == [line]


def test_parts_that_a_case_does_not_name_are_left_alone() -> None:
    assert [*differences({"a": 1, "b": (1, 2)}, {"b": [1, 2]})] == []


def test_another_clause_and_another_count_are_told() -> None:
    assert [*wrong_in(Refusal("FF-SOS-01", "why"), {"refusal": "FF-SOS-02"})] == [
        "refusal: expected 'FF-SOS-02', came 'FF-SOS-01'"
    ]
    assert [*wrong_in(MoreDice("FF-SOS-01", "two", 2), {"more_dice": 3})] == ["more_dice: expected 3, came 2"]

"""One question to the rules: the conformance cases as a device sends them, and what is told of a bad one."""

import json
import re
from typing import Any, Final

import pytest

from app.lookups.queries import BadAsk, example_of
from rules.kernel.rulings import HouseRule
from tests.conformance.cases import every_case
from tests.look_ups import ask, question

SHOT = {"firer": "infantry", "range_cm": 10, "cover": "open"}


ASKED: Final = [case for case in every_case() if "value" in case.expect][::5]


@pytest.mark.parametrize("question", sorted({case.ask for case in ASKED}))
def test_asking_answers_as_the_book_does(question: str) -> None:
    for case in ASKED:
        if case.ask == question:
            answer = ask(question, case.given, case.dice, case.date, [HouseRule(*rule) for rule in case.house])
            assert answer.outcome == "explained", case.name
            if not isinstance(case.expect["value"], dict | list):
                assert answer.value == case.expect["value"], case.name


@pytest.mark.parametrize(
    ("change", "dice", "date", "field"),
    [
        ({}, (0,), "1914-08", "dice"),
        ({}, (7,), "1914-08", "dice"),
        ({"range_cm": -1}, (3,), "1914-08", "facts.range_cm"),
        ({"range_cm": 10.05}, (3,), "1914-08", "facts.range_cm"),
        ({"range_cm": float("nan")}, (3,), "1914-08", "facts.range_cm"),
        ({"range_cm": True}, (3,), "1914-08", "facts.range_cm"),
        ({"cover": "pillow"}, (3,), "1914-08", "facts.cover"),
        ({"moon": "full"}, (3,), "1914-08", "facts.moon"),
        ({}, (3,), "1813-10", "date"),
    ],
)
def test_a_bad_question_names_its_field_and_what_would_be_right(
    change: dict[str, Any], dice: tuple[int, ...], date: str, field: str
) -> None:
    with pytest.raises(BadAsk) as bad:
        ask("shot", {**SHOT, **change}, dice, date)
    assert bad.value.field == field
    assert bad.value.right


def test_six_waiting_battalions_have_chances_without_trying_every_throw() -> None:
    # Turn 3 asks each battalion for a 5 or 6 (FF-SCN-34): none of six arrives in (2/3) ** 6.
    odds = ask("reinforcements", {"turn": 3, "waiting": 6}, None, "1914-08").odds
    assert odds is not None
    assert (odds["0"].exact, odds["6"].exact) == ("64/729", "1/729")


def test_before_the_first_die_only_what_every_face_brings_is_settled() -> None:
    # At 1.5 cm a 1 is safe and every other face at risk (FF-BAR-23): nothing counts for all of them.
    near = ask("danger_strip", {"distance_cm": 1.5, "cover": "soft"}, None, "1917-11")
    assert (near.more_dice, near.steps, near.considered) == (1, (), ())
    # At 1 cm each face is at risk, and the second die is read with the -1 of the strip (FF-BAR-24).
    nearer = ask("danger_strip", {"distance_cm": 1.0, "cover": "soft"}, None, "1917-11")
    assert nearer.more_dice == 1
    assert [(step.clause, step.value) for step in nearer.steps] == [("FF-BAR-24", None), ("FF-BAR-24", -1)]


def test_a_die_thrown_again_counts_among_what_is_settled() -> None:
    # A gassed commander counts on either die; that the staff marker adds nothing is said of the first alone (AMB-13).
    facts = {"unit_class": "rifle_company", "farthest_platoon_cm": 25.0, "commander_in_gas": True, "staff_bonus": True}
    told = ask("order_roll", facts, None, "1916-07", [HouseRule("AMB-13", "reroll")])
    assert [(step.clause, step.value) for step in told.steps] == [("FF-ORD-14", -1)]
    assert [line.clause for line in told.considered] == ["FF-ORD-15"]


def test_companies_that_throw_again_after_one_die_each_have_their_own() -> None:
    # Two companies, one die for both (AMB-22). Only a 1 fails: each then throws again, 1: none, 2-4: one, 5-6: two.
    company = {"unit_class": "rifle_company", "farthest_platoon_cm": 25.0, "staff_bonus": True}
    rules = [HouseRule("AMB-13", "reroll"), HouseRule("AMB-22", "battalion")]
    odds = ask("battalion_orders", {"companies": [company] * 2}, None, "1916-07", rules).odds
    assert odds is not None
    # 0: 1/6 x 1/36; 1: 1/6 x 6/36; 2: 3/6 + 1/6 x 13/36; 3: 1/6 x 12/36; 4: 2/6 + 1/6 x 4/36.
    told = {"0": "1/216", "1": "1/36", "2": "121/216", "3": "1/18", "4": "19/54"}
    assert {name: one.exact for name, one in odds.items()} == told


def test_what_no_deviation_changes_is_settled_though_four_dice_may_follow() -> None:
    # Where it comes down hangs on the dice (FF-GAS-07); how the gas behaves, what brings it and how large it is do not.
    told = ask("gas_release", example_of(question("gas_release").facts), None, "1917-11")
    assert told.more_dice == 1
    assert [step.clause for step in told.steps] == ["FF-GAS-07", "FF-GAS-01", "FF-GAS-05", "FF-GAS-03"]


ARTILLERY = {"unit_class": "heavy_artillery", "on_table": False}


@pytest.mark.parametrize(
    ("question", "facts", "die"),
    [
        ("order_roll", {**ARTILLERY, "deep_suppression": 1}, [4]),
        ("battalion_orders", {"companies": [{"unit_class": "rifle_company", "deep_suppression": 2}]}, [4]),
        ("sos_call", {"unit_class": "field_gun", "from_position_cm": 4.0, "deep_suppression": 1}, [2]),
    ],
)
def test_what_only_takes_away_is_read_without_its_sign(question: str, facts: dict[str, Any], die: list[int]) -> None:
    """FF-DSU-04: deep suppression is -1 or -2; players say "deep suppression 1"."""
    signed = json.loads(re.sub(r'"deep_suppression": (\d)', r'"deep_suppression": -\1', json.dumps(facts)))
    assert signed != facts
    assert ask(question, facts, die, "1917-07") == ask(question, signed, die, "1917-07")


def test_what_only_takes_away_has_its_limit_without_a_sign_too() -> None:
    with pytest.raises(BadAsk, match=r"-3 is out of range; enter -2 to 0"):
        ask("order_roll", {**ARTILLERY, "deep_suppression": 3}, [4], "1917-07")

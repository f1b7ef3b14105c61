"""Coming up from a deep shelter, typed a second time and compared line by line."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shelters import LeavingFacts, Where, come_up
from rules.flanders_fields.vocabulary import Quality
from rules.kernel.dice import ALL_D6
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month

TYPED = Path(__file__).parent / "transcription" / "FF-DSH-T1.csv"


@pytest.mark.parametrize("month", ["1916-07", "1918-03"])
def test_each_grade_comes_up_as_printed(month: str) -> None:
    book = RuleBook.for_game(parse_month(month))
    with TYPED.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            facts = LeavingFacts(quality=Quality(line["grade"].lower()))
            found = [come_up(facts, (die,), book) for die in ALL_D6]
            up = [one.value is Where.TRENCH for one in found if isinstance(one, Explained)]
            assert up == [die.pips >= int(line["needs natural"]) for die in ALL_D6]
            assert Fraction(sum(up), 6) == Fraction(line["chance"])

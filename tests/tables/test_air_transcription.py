"""The factors and the chances of attacks by aircraft, typed a second time and compared number by number."""

import csv
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from rules.flanders_fields.air import AirAttackFacts, AirResult, attack
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.dice import ALL_D6, d6s
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month

TYPED = Path(__file__).parent / "transcription"
BOOK = RuleBook.for_game(parse_month("1918-03"))
COVERS = {"Open": Cover.OPEN, "Soft": Cover.SOFT, "Medium": Cover.MEDIUM}
# One target for each net factor: infantry from Medium to the Open, then guns in Soft cover and in the Open.
TARGETS = {
    "1": AirAttackFacts(cover=Cover.MEDIUM),
    "2": AirAttackFacts(cover=Cover.SOFT),
    "3": AirAttackFacts(cover=Cover.OPEN),
    "4": AirAttackFacts(fighter=Fighter.ARTILLERY, cover=Cover.SOFT),
    "5": AirAttackFacts(fighter=Fighter.ARTILLERY, cover=Cover.OPEN),
}


def typed(name: str) -> list[dict[str, str]]:
    with (TYPED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("line", typed("FF-AIR-12"), ids=lambda line: line["target"])
def test_each_factor_is_as_printed(line: dict[str, str]) -> None:
    for heading, cover in COVERS.items():
        facts = AirAttackFacts(fighter=Fighter(line["target"]), cover=cover)
        answer = attack(facts, d6s((1, 1)), BOOK)
        assert isinstance(answer, Explained)
        assert answer.total == int(line[heading]) - int(line["own"])


@pytest.mark.parametrize("line", typed("FF-AIR-T1"), ids=lambda line: line["net"])
def test_each_chance_in_36_is_as_worked_out(line: dict[str, str]) -> None:
    found: Counter[AirResult] = Counter()
    for throw in product(ALL_D6, repeat=2):
        answer = attack(TARGETS[line["net"]], throw, BOOK)
        assert isinstance(answer, Explained)
        found[answer.value.result] += 1
    columns = ("target destroyed", "suppressed", "draw", "driven off", "aircraft destroyed")
    assert [found[result] for result in AirResult] == [int(line[column]) for column in columns]

"""The assault factors and the chances of a fight, typed a second time and compared line by line."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.close_combat import CombatFacts, FightFacts, Winner, factors, fight
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Quality
from rules.kernel.dice import ALL_D6
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month

TYPED = Path(__file__).parent / "transcription"
BOOKS = [RuleBook.for_game(parse_month(month)) for month in ("1914-08", "1916-10", "1918-03")]
KEYS = {
    "Assaulting infantry": ("infantry",),
    "Assaulting cavalry against infantry": ("cavalry_against_infantry",),
    "Assaulting cavalry against cavalry": ("cavalry_against_cavalry",),
    "Assaulting tank, heavy": ("heavy_tank",),
    "Assaulting tank, light": ("light_tank",),
    "Supporting platoon to the rear": ("support",),
    "Flamethrower against Medium, Hard or Fortified": ("flamethrower_against_cover",),
    "Veteran or storm troops": ("veteran", "storm_troops"),
    "Command stand": ("command_stand",),
    "Raw troops": ("raw",),
    "Suppressed troops": ("suppressed",),
    "Support weapons or artillery": ("support_weapon",),
    "Enemy is in Medium cover": ("medium",),
    "Enemy is in Hard cover": ("hard",),
    "Enemy is in Fortified cover": ("fortified",),
    "In a deep shelter": ("shelter",),
}
BY_HOUSE_RULE_ONLY = {"with_commander"}
LATER = {"heavy_tank", "light_tank"}


def _rows(name: str) -> list[dict[str, str]]:
    with (TYPED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_factors_are_as_printed() -> None:
    for line in _rows("FF-ASL-T1"):
        for key in KEYS[line["factor"]]:
            for book in BOOKS[1:] if key in LATER else BOOKS:
                assert book.table("assault/factors").number(key).value == int(line["value"]), line["factor"]


def test_every_factor_is_typed() -> None:
    typed = {key for line in _rows("FF-ASL-T1") for key in KEYS[line["factor"]]}
    assert set(BOOKS[-1].table("assault/factors")) == typed | BY_HOUSE_RULE_ONLY


# One pair of stands for each net difference.
PAIRS = {
    -5: CombatFacts(
        attacker=Fighter.LMG_PLATOON,
        attacker_quality=Quality.RAW,
        defender=Fighter.INFANTRY,
        defender_cover=Cover.FORTIFIED,
        defender_quality=Quality.VETERAN,
    ),
    -4: CombatFacts(
        attacker=Fighter.INFANTRY,
        attacker_quality=Quality.RAW,
        defender=Fighter.INFANTRY,
        defender_cover=Cover.FORTIFIED,
        defender_quality=Quality.VETERAN,
    ),
    -3: CombatFacts(
        attacker=Fighter.INFANTRY,
        attacker_quality=Quality.RAW,
        defender=Fighter.INFANTRY,
        defender_cover=Cover.FORTIFIED,
    ),
    -2: CombatFacts(attacker=Fighter.INFANTRY, defender=Fighter.INFANTRY, defender_cover=Cover.FORTIFIED),
    -1: CombatFacts(attacker=Fighter.INFANTRY, defender=Fighter.INFANTRY, defender_cover=Cover.HARD),
    0: CombatFacts(attacker=Fighter.INFANTRY, defender=Fighter.INFANTRY, defender_cover=Cover.MEDIUM),
    1: CombatFacts(attacker=Fighter.INFANTRY, defender=Fighter.INFANTRY),
    2: CombatFacts(attacker=Fighter.INFANTRY, defender=Fighter.MACHINE_GUN),
    3: CombatFacts(attacker=Fighter.CAVALRY, defender=Fighter.INFANTRY),
    4: CombatFacts(attacker=Fighter.CAVALRY, defender=Fighter.INFANTRY, defender_quality=Quality.RAW),
    5: CombatFacts(attacker=Fighter.CAVALRY, defender=Fighter.INFANTRY, defender_quality=Quality.RAW, supported=True),
    6: CombatFacts(
        attacker=Fighter.CAVALRY,
        defender=Fighter.INFANTRY,
        defender_quality=Quality.RAW,
        defender_levels=1,
        supported=True,
    ),
}


@pytest.mark.parametrize("line", _rows("FF-ASL-T2"), ids=lambda line: line["net"])
def test_the_chances_are_as_worked_out(line: dict[str, str]) -> None:
    pair = PAIRS[int(line["net"])]
    for book in BOOKS:
        added = factors(pair, book)
        assert isinstance(added, Explained)
        assert added.value.net == int(line["net"])
        throws = [fight(FightFacts(combat=pair), (one, other), book) for one in ALL_D6 for other in ALL_D6]
        winners = [answer.value.winner for answer in throws if isinstance(answer, Explained)]
        for winner, heading in zip(Winner, ("attacker wins", "defender wins", "draw"), strict=True):
            assert Fraction(winners.count(winner), 36) == Fraction(int(line[heading]), 36), winner

"""The tables of gas, typed a second time in the printed layout and compared cell by cell."""

import csv
from pathlib import Path

import pytest

from rules.flanders_fields.gas_clouds import ReleaseFacts, WindChangeFacts, WindFacts, change_wind, release
from rules.flanders_fields.gas_effects import GasAttackFacts, GasStand, attack
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, FireResult, Side
from rules.kernel.dice import ALL_D6, D6, d6s
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month

TYPED = Path(__file__).parent / "transcription"
BOOKS = {p: RuleBook.for_game(parse_month(m)) for p, m in {"E": "1915-05", "M": "1916-07", "L": "1918-03"}.items()}
COLUMNS = {"Open": Cover.OPEN, "Soft": Cover.SOFT, "Medium": Cover.MEDIUM, "Hard": Cover.HARD, "Fort.": Cover.FORTIFIED}
BLOWS = WindChangeFacts(wind=WindFacts(direction_deg=0, speed_cm=20.0))


def typed(name: str) -> list[dict[str, str]]:
    with (TYPED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("line", typed("FF-GAS-T1"), ids=lambda line: line["natural"])
@pytest.mark.parametrize("period", BOOKS)
def test_each_die_of_the_wind_brings_what_is_printed(line: dict[str, str], period: str) -> None:
    # The further dice: 3 cm faster or slower, 135 degrees right, 5 + 7 cm.
    further = {"faster": (3,), "slower": (3,), "turns": (3, 3, 4)}.get(line["result"], ())
    answer = change_wind(BLOWS, d6s((int(line["natural"]), *further)), BOOKS[period])
    assert isinstance(answer, Explained)
    wind = answer.value
    brings = {"faster": (0, 23.0), "slower": (0, 17.0), "turns": (135, 12.0)}.get(line["result"], (0, 20.0))
    assert (wind.direction_deg, wind.speed_cm) == brings
    assert wind.disperses is (line["result"] == "disperses")


@pytest.mark.parametrize("line", typed("FF-GAS-T1-turn"), ids=lambda line: line["second die"])
def test_each_second_die_turns_the_wind_as_printed(line: dict[str, str]) -> None:
    answer = change_wind(BLOWS, d6s((5, int(line["second die"]), 1, 1)), BOOKS["M"])
    assert isinstance(answer, Explained)
    sign = 1 if line["side"] == "right" else -1
    assert answer.value.direction_deg == sign * int(line["degrees"])


@pytest.mark.parametrize("line", typed("FF-GAS-T2"), ids=lambda line: line["period"])
def test_each_cell_of_the_gas_rows(line: dict[str, str]) -> None:
    for heading, cover in COLUMNS.items():
        # The first sheet has no column for Fortifications; gas counts there as against Hard cover (AMB-454).
        suppress, kill = map(int, (line[heading] or line["Hard"]).split("/"))
        for die in ALL_D6:
            assert _result(cover, die, line["period"]) is _read(die.pips, suppress, kill), (heading, die)


def _result(cover: Cover, die: D6, period: str) -> FireResult:
    answer = attack(GasAttackFacts(stands=(GasStand(name="A", cover=cover),)), (die,), BOOKS[period])
    assert isinstance(answer, Explained)
    return answer.value[0].result


def _read(pips: int, suppress: int, kill: int) -> FireResult:
    if pips >= kill:
        return FireResult.KILLED
    return FireResult.SUPPRESSED if pips >= suppress else FireResult.NO_EFFECT


@pytest.mark.parametrize("line", typed("FF-GAS-T3"), ids=lambda line: line["side"])
def test_each_side_has_clouds_as_large_as_printed(line: dict[str, str]) -> None:
    facts = ReleaseFacts(owner=Side(line["side"]), along_cm=60.0, up_cm=60.0)
    answer = release(facts, d6s((5,)), BOOKS["M"])
    assert isinstance(answer, Explained)
    assert (answer.value.width_cm, answer.value.depth_cm) == (float(line["wide"]), float(line["deep"]))

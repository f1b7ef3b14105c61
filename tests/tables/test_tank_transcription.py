"""The table of tanks by type, typed a second time and compared with what the types answer and fire."""

import csv
from pathlib import Path

import pytest

from rules.flanders_fields.armour import TankFacts, TankFireFacts, TankShot, TankTarget, TankType, guns_of, tank_fire
from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month

TYPED = Path(__file__).parent / "transcription" / "FF-TNK-T1.csv"
BOOKS = [RuleBook.for_game(parse_month(month)) for month in ("1916-10", "1918-03")]
LINES = list(csv.DictReader(TYPED.read_text(encoding="utf-8").splitlines()))
# One stand well inside each sector of a base of 3 by 6 cm.
PLACES = {"front": (0.0, 10.0), "left": (-12.0, -3.0), "right": (12.0, -3.0), "rear": (0.0, -16.0)}


def shots(line: dict[str, str], side: str, stands: int, book: RuleBook) -> tuple[TankShot, ...]:
    right, ahead = PLACES[side]
    targets = (TankTarget(right_cm=right, ahead_cm=ahead, range_cm=10.0),) * stands
    answer = tank_fire(TankFireFacts(tank=TankType(line["type"]), targets=targets), book)
    assert isinstance(answer, Explained)
    return answer.value


def test_every_type_is_typed() -> None:
    assert [line["type"] for line in LINES] == list(TankType)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.when.month))
@pytest.mark.parametrize("line", LINES, ids=lambda line: line["type"])
def test_each_type_is_as_printed(line: dict[str, str], book: RuleBook) -> None:
    answer = guns_of(TankFacts(tank=TankType(line["type"])), book)
    assert isinstance(answer, Explained)
    guns = answer.value
    assert (guns.tank_class, guns.gun, guns.guns) == (line["class"], line["calibre"], int(line["guns"]))
    assert guns.lmgs == (None if line["LMGs"] == "several" else int(line["LMGs"]))
    assert [guns.front, guns.each_flank, guns.rear] == [line[side] or None for side in ("front", "left", "rear")]
    assert (guns.targets, guns.moving_fire) == (int(line["most"]), line["move and fire"])


@pytest.mark.parametrize("side", PLACES)
@pytest.mark.parametrize("line", LINES, ids=lambda line: line["type"])
def test_each_side_takes_what_is_printed(line: dict[str, str], side: str) -> None:
    fired = shots(line, side, 4, BOOKS[0])
    assert len(fired) == (int(line["each side"]) if line[side] else 0)
    assert {shot.firer for shot in fired} <= {line[side]}

"""Whole evenings from the stage alone: what is offered is done, who is told of nothing has the same stage."""

from random import Random

import pytest

from rules.earth_1418.ruleset import rulings
from tests.earth_1418.staged import Staged
from tests.share import sample
from tests.stage_toy.properties import check_evening, check_round_trip

LONGEST = 2000
CHOICES = [(one.id, option.key) for one in rulings().values() for option in one.options if option.key != one.default]
NEAR = 14


class OnASmallTable(Random):
    """Distances and counts by chance, most of them small: so that shots and assaults reach."""

    def randint(self, a: int, b: int) -> int:
        return super().randint(a, min(b, max(a, NEAR)))


@pytest.mark.parametrize("seed", sample(range(8), 3))
def test_an_evening_is_played_by_what_the_stages_offer(seed: int) -> None:
    staged = Staged(bounds=3)
    log, _ = check_evening(staged, OnASmallTable(seed), LONGEST)
    # In the first all that comes near enough to shoot comes into melee.
    assert {"ready", "plan_unit", "move", "shoot" if seed else "fight"} <= kinds_of(log)
    check_round_trip(staged, log)


@pytest.mark.parametrize("seed", sample(range(2), 1))
def test_an_evening_on_its_table_is_played_by_what_the_stages_offer(seed: int) -> None:
    staged = Staged(bounds=2, on_table=True)
    log, _ = check_evening(staged, OnASmallTable(f"on a table {seed}"), LONGEST)
    check_round_trip(staged, log)


@pytest.mark.parametrize("choice", sample(CHOICES, 4), ids="=".join)
def test_an_evening_ends_under_every_house_rule(choice: tuple[str, str]) -> None:
    check_evening(Staged(bounds=1, house=[choice]), OnASmallTable(CHOICES.index(choice)), LONGEST)


def test_a_wide_table_is_played_too() -> None:
    log, refused = check_evening(Staged(bounds=2), Random(2), LONGEST)
    assert len(log) > 10
    assert refused["move"] or refused["shoot"], "what is too far is refused among its asks"


def kinds_of(log: object) -> set[str]:
    names = {
        "SayReady": "ready",
        "PlanSubUnit": "plan_unit",
        "MoveSubUnit": "move",
        "Shoot": "shoot",
        "FightHand": "fight",
    }
    return {names.get(type(command).__name__, "") for _, command in log}  # type: ignore[attr-defined]

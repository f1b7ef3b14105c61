"""No die that was seen decides a deed that had not been named before it; alone is taken back what weighs nothing."""

import pytest

from rules.flanders_fields.game.scenario_roster import scenarios
from tests.share import sample
from tests.torture.seen_dice import DEEDS_AN_EVENING, Suspicious


@pytest.mark.parametrize("seed", sample(range(2), 1))
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_no_die_that_was_seen_decides_what_had_not_been_named(scenario: str, seed: int) -> None:
    table = Suspicious(scenario, seed)
    for _ in range(DEEDS_AN_EVENING):
        table.go_on()
    assert table.light + table.kept

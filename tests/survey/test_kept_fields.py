"""What is kept of a field from one event to the next is what a new field would find."""

from dataclasses import replace
from random import Random

import pytest

from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.cover_and_sight import where
from rules.tabletop.stands import Pose, Spot, StandingBase
from tests.game.evening import mons
from tests.survey.crowds import against


@pytest.mark.parametrize("seed", range(4))
def test_what_is_taken_over_is_what_would_be_found(seed: int) -> None:
    chance, book = Random(seed), mons().state.book()
    drawn = against(chance, 60)
    stands = {name: replace(one, unit=f"u{n // 4}") for n, (name, one) in enumerate(drawn.stands.items())}
    before = Field(drawn.table, stands)
    for name in stands:
        where(before, name, book)
    now = dict(stands)
    for name in chance.sample(sorted(stands), 5):
        own = now[name]
        there = Spot(own.stand.spot.x_mm + chance.randint(-40, 40), own.stand.spot.y_mm + 15)
        now[name] = replace(own, stand=StandingBase(own.stand.footprint, Pose(there, own.stand.facing_deg)))
    gone = chance.choice(sorted(now))
    del now[gone]
    after, fresh = Field(drawn.table, now).taking_over(before), Field(drawn.table, now)
    kept = [key for key in after._found if isinstance(key, tuple) and key[0] == "where"]
    assert 20 < len(kept) < len(now)
    assert [where(after, name, book) for name in now] == [where(fresh, name, book) for name in now]


def test_of_another_table_nothing_is_taken_over() -> None:
    book = mons().state.book()
    one, other = against(Random(1), 10), against(Random(2), 10)
    for name in one.stands:
        where(one, name, book)
    assert other.taking_over(one)._found == {}

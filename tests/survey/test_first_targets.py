"""Who comes first, looked at from the nearest on, is who comes first of all that are looked at."""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from rules.flanders_fields.armour import TankType
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field
from rules.flanders_fields.game.map_facts.direct_fire import enemies, first_choice, passed_over, target_order
from rules.flanders_fields.target_priority import is_settled
from rules.flanders_fields.vocabulary import Firer, Mover, UnitClass
from rules.kernel.polygons import rectangle
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Trench
from tests.survey.crowds import against
from tests.survey.scenes import TANK, at, book, enemy, field, gun, path

NEAR, AHEAD = 15.0, 30.0

HOUSES: Final[tuple[dict[str, str], ...]] = (
    {},
    {"SHQ_19": "near_free"},
    {"SHQ_19": "strict"},
    {"SHQ_19": "advice"},
    {"SHQ_18": "four_steps"},
)


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_whoever_is_looked_at_no_farther_than_needed_finds_the_same(house: dict[str, str]) -> None:
    rules = book("1916-07", **house)
    on = against(Random(len(str(house))), 60)
    chosen = {firer: _of_all(on, firer, rules) for firer in on.stands}
    assert {firer: first_choice(on, firer, rules) for firer in on.stands} == chosen
    assert sum(map(bool, chosen.values())) > 10


def _of_all(on: Field, firer: str, rules: object) -> tuple[str, ...]:
    """The slow way: everything that is seen of every enemy."""
    return target_order(on, firer, rules, enemies(on, firer, rules))  # type: ignore[arg-type]


def test_a_choice_is_settled_once_all_that_its_step_looks_at_lie_nearer() -> None:
    """FF-TGT-T1: the closest; else one within 15; else one straight ahead within 30; else any, which never is.

    By house rule (SHQ-19) those within 15 may be chosen beside the closest. A free choice looks at everybody.
    """
    rifles, rules = Firer.INFANTRY, book("1916-07")
    assert is_settled(1, rifles, 10.1, rules)
    assert [is_settled(2, rifles, far, rules) for far in (NEAR, NEAR + 0.1)] == [False, True]
    assert [is_settled(3, rifles, far, rules) for far in (AHEAD, AHEAD + 0.1)] == [False, True]
    assert not is_settled(4, rifles, 500, rules)
    assert not is_settled(0, Firer.LIGHT_MORTAR, 500, rules)
    either = book("1916-07", SHQ_19="near_free")
    assert [is_settled(1, rifles, far, either) for far in (NEAR, NEAR + 0.1)] == [False, True]


def test_of_two_that_are_as_far_off_both_come_first() -> None:
    """FF-TGT-02: front edges at 21 and 39.25 in both cases; the third is farther."""
    on = field(own=gun(100, 20), left=enemy(99, 40), right=enemy(101, 40), far=enemy(100, 60))
    rules = book("1916-07")
    assert first_choice(on, "own", rules) == ("left", "right")
    third = passed_over(on, "own", "far", rules)
    assert third is not None
    assert third.value is True


def test_who_is_below_is_nobodys_target() -> None:
    on = field(own=at(100, 20), near=enemy(100, 30), down=enemy(100, 35, below=True))
    assert passed_over(on, "own", "down", book("1916-07")) is None


def test_out_of_gas_nobody_fires_first_at_whom_no_die_reaches() -> None:
    """FF-TGT-T1, FF-DFM-11: at a trench infantry needs a 6, and in gas that is a 5."""
    trench = Trench("t", "Hun Alley", path((97, 33.5), (103, 33.5)), 20, "german")
    clear = field(trench, own=at(100, 20), near=enemy(100, 33.5), other=enemy(106, 36))
    in_gas = replace(clear, clouds=(CloudOnField("c", "the cloud", rectangle(60, 60, 0, Spot(1000, 200))),))
    rules = book("1916-07")
    assert [first_choice(on, "own", rules) for on in (clear, in_gas)] == [("near",), ("other",)]


@pytest.mark.parametrize(
    ("tank", "first"), [(TankType.HEAVY_MALE, ("before",)), (TankType.RENAULT_GUN, ("behind",)), (None, ("behind",))]
)
def test_nobody_comes_first_whom_no_gun_of_a_tank_bears_on(tank: TankType | None, first: tuple[str, ...]) -> None:
    """FF-TNK-T1, FF-TGT-T1: of 12 cm behind and 20 before the nearer one, unless the tank has no gun to its rear."""
    own = at(
        100, 50, base=TANK, firer=None, unit_class=UnitClass.TANK, mover=Mover.HEAVY_TANK, fighter=Fighter.HEAVY_TANK
    )
    on = field(own=replace(own, tank=tank), behind=enemy(100, 32, 0), before=enemy(100, 70))
    assert first_choice(on, "own", book("1917-11")) == first

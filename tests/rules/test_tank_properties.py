"""What must hold for every type of tank, wherever its targets lie."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.arcs_of_fire import Sector, TankOffset, tank_sector
from rules.flanders_fields.armour import (
    MovingFire,
    TankFacts,
    TankFireFacts,
    TankGuns,
    TankShot,
    TankTarget,
    TankType,
    guns_of,
    tank_fire,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Firer, TargetKind
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule

SETTLED = [
    (),
    (HouseRule("SHQ-25", "corridors"),),
    (HouseRule("SHQ-26", "not_same_flank"),),
    (HouseRule("SHQ-28", "all_renaults"), HouseRule("SHQ-33", "as_lmg")),
    (HouseRule("SHQ-28", "single_roll"), HouseRule("SHQ-30", "once")),
]
BOOKS = [RuleBook.for_game(parse_month(month), rules) for month in ("1916-10", "1918-03") for rules in SETTLED]

places = st.integers(-450, 450).map(lambda mm: mm / 10)
targets = st.builds(
    TankTarget,
    right_cm=places,
    ahead_cm=places,
    range_cm=st.integers(0, 400).map(lambda mm: mm / 10),
    kind=st.sampled_from(TargetKind),
    again=st.booleans(),
)
actions = st.builds(
    TankFireFacts,
    tank=st.sampled_from(TankType),
    targets=st.lists(targets, max_size=6).map(tuple),
    moved=st.booleans(),
    fired_on_the_move_before=st.booleans(),
)
books = st.sampled_from(BOOKS)


def type_of(facts: TankFireFacts, book: RuleBook) -> TankGuns:
    answer = guns_of(TankFacts(tank=facts.tank), book)
    assert isinstance(answer, Explained)
    return answer.value


def shots_of(facts: TankFireFacts, book: RuleBook) -> tuple[TankShot, ...]:
    answer = tank_fire(replace(facts, moved=False), book)
    assert isinstance(answer, Explained)
    return answer.value


@settings(deadline=None)
@given(actions, books)
def test_never_more_targets_than_the_type_allows(facts: TankFireFacts, book: RuleBook) -> None:
    guns, shots = type_of(facts, book), shots_of(facts, book)
    assert len(shots) <= guns.targets
    if guns.targets == len(Sector) - 2:
        assert max(Counter(shot.side for shot in shots).values(), default=0) <= 1
    assert all(shot.rolls in (1, 2) and shot.row for shot in shots)


@settings(deadline=None)
@given(actions, books)
def test_each_shot_is_in_range_and_from_the_weapon_of_its_side(facts: TankFireFacts, book: RuleBook) -> None:
    guns = type_of(facts, book)
    flank = (Sector.LEFT, Sector.RIGHT)
    for shot in shots_of(facts, book):
        target = facts.targets[shot.target - 1]
        assert target.range_cm <= 30
        lies = tank_sector(TankOffset(right_cm=target.right_cm, ahead_cm=target.ahead_cm), book).value
        bears: dict[Sector, Firer | None] = {Sector.FRONT: guns.front, Sector.REAR: guns.rear, Sector.NONE: guns.rear}
        assert shot.firer == (guns.each_flank if lies in flank else bears[lies])


@settings(deadline=None)
@given(actions, books)
def test_the_mirrored_table_gives_the_mirrored_fire(facts: TankFireFacts, book: RuleBook) -> None:
    mirrored = replace(facts, targets=tuple(replace(one, right_cm=-one.right_cm) for one in facts.targets))
    other = {"left": "right", "right": "left"}
    expected = tuple(replace(shot, side=other.get(shot.side, shot.side)) for shot in shots_of(facts, book))
    assert tuple(replace(shot, side=str(shot.side)) for shot in shots_of(mirrored, book)) == expected


@settings(deadline=None)
@given(actions, books)
def test_a_move_costs_one_on_each_die_or_the_whole_fire(facts: TankFireFacts, book: RuleBook) -> None:
    guns, moved = type_of(facts, book), tank_fire(replace(facts, moved=True), book)
    again = guns.moving_fire is MovingFire.ONE_ACTION and facts.fired_on_the_move_before
    if guns.moving_fire is MovingFire.NO or again:
        assert isinstance(moved, Refusal)
        return
    assert isinstance(moved, Explained)
    standing = shots_of(facts, book)
    assert [shot.target for shot in moved.value] == [shot.target for shot in standing]
    assert all(shot.on_the_move == -1 for shot in moved.value)
    assert all(shot.on_the_move == 0 for shot in standing)


@given(actions)
def test_no_tank_before_there_were_any(facts: TankFireFacts) -> None:
    assert isinstance(tank_fire(facts, RuleBook.for_game(parse_month("1914-08"))), Refusal)

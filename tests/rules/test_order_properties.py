"""What must hold of orders, suppression and morale whatever the facts are."""

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.lookups import RESOLUTIONS
from rules.flanders_fields.morale import (
    MoraleDue,
    MoraleFacts,
    RecoverFacts,
    SuppressFacts,
    morale_due,
    remove_suppression,
    roll_morale,
    suppress,
)
from rules.flanders_fields.order_roll import roll_orders
from rules.flanders_fields.orders import OrderFacts
from rules.flanders_fields.ruleset import RuleBook, calendar
from rules.flanders_fields.vocabulary import (
    Bonus,
    Level,
    MoraleReason,
    Quality,
    SuppressionSource,
    Threshold,
    UnitClass,
)
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explanations import Explained, Refusal

MONTHS = [when.month for when in calendar().every_date()]
books = st.sampled_from(MONTHS).map(RuleBook.for_game)
distances = st.none() | st.integers(0, 10000).map(lambda tenth: tenth / 10)
orders = st.builds(
    OrderFacts,
    unit_class=st.sampled_from(UnitClass),
    level=st.none() | st.sampled_from(Level),
    quality=st.sampled_from(Quality),
    storm_troops=st.booleans(),
    fired_on=st.booleans(),
    in_gas=st.booleans(),
    commander_in_gas=st.booleans(),
    farthest_platoon_cm=distances,
    battalion_farthest_cm=distances,
    field_promotion=st.booleans(),
    commander_lost=st.booleans(),
    commander_suppression=st.integers(0, 2),
    tank_failed_last_turn=st.booleans(),
    own_sight=st.booleans(),
    open_sights=st.booleans(),
    limbered=st.booleans(),
    on_table=st.booleans(),
    crossing_wire=st.booleans(),
    staff_bonus=st.booleans(),
    bonuses=st.lists(st.sampled_from(Bonus), max_size=3).map(tuple),
    deep_suppression=st.integers(-2, 0),
    front_trench_cm=distances,
)


@given(orders, st.sampled_from(ALL_D6), books)
@settings(max_examples=300)
def test_every_order_roll_is_answered_and_its_steps_make_its_total(facts: OrderFacts, die: D6, book: RuleBook) -> None:
    rolled = roll_orders(facts, die, book)
    if isinstance(rolled, Refusal):
        assert rolled.because
        assert rolled.instead
        return
    assert isinstance(rolled, Explained)
    assert rolled.total == die.pips + sum(step.value or 0 for step in rolled.steps)
    assert 0 <= rolled.value <= 3


@given(orders, books)
@settings(max_examples=200)
def test_a_natural_1_never_earns_an_action(facts: OrderFacts, book: RuleBook) -> None:
    rolled = roll_orders(facts, D6(1), book)
    assert isinstance(rolled, Refusal) or (isinstance(rolled, Explained) and rolled.value == 0)


@given(orders, books)
@settings(max_examples=100)
def test_a_better_die_never_earns_less(facts: OrderFacts, book: RuleBook) -> None:
    earned = [rolled.value for die in ALL_D6 if isinstance(rolled := roll_orders(facts, die, book), Explained)]
    assert earned == sorted(earned)


@given(orders, books)
@settings(max_examples=50)
def test_the_odds_of_an_order_add_up_to_one(facts: OrderFacts, book: RuleBook) -> None:
    resolution = RESOLUTIONS["order_roll"]
    assert resolution.odds is not None
    chances: Any = resolution.odds(facts, book)
    assert isinstance(chances, Refusal) or sum(chances.values(), Fraction(0)) == 1


hits = st.integers(1, 6).flatmap(
    lambda stands: st.tuples(
        st.lists(st.integers(0, 2), min_size=stands, max_size=stands).map(tuple),
        st.lists(st.integers(0, 1), min_size=stands, max_size=stands).map(tuple),
    )
)


@given(hits, st.sampled_from(SuppressionSource), st.sampled_from(UnitClass), books)
def test_fire_never_lowers_a_level_and_kills_at_three_alone(
    stands: tuple[tuple[int, ...], tuple[int, ...]], source: SuppressionSource, unit: UnitClass, book: RuleBook
) -> None:
    levels, results = stands
    answer = suppress(SuppressFacts(source=source, unit_class=unit, levels=levels, results=results), book)
    assert isinstance(answer, Explained)
    for was, now, killed in zip(levels, answer.value.levels, answer.value.killed, strict=True):
        assert was <= now <= was + 1
        assert killed is (now == 3)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=6).map(tuple), books)
def test_recovery_takes_one_level_and_never_two(levels: tuple[int, ...], book: RuleBook) -> None:
    answer = remove_suppression(RecoverFacts(unit_class=UnitClass.RIFLE_COMPANY, levels=levels), book)
    if isinstance(answer, Refusal):
        assert not any(levels)
    else:
        assert answer.value == tuple(max(0, level - 1) for level in levels)


@given(st.sampled_from(MoraleReason), st.sampled_from(Quality), st.sampled_from(ALL_D6), books)
def test_every_morale_roll_is_answered(reason: MoraleReason, quality: Quality, die: D6, book: RuleBook) -> None:
    answer = roll_morale(MoraleFacts(reason=reason, quality=quality), die, book)
    assert isinstance(answer, Explained)
    assert answer.total == die.pips + sum(step.value or 0 for step in answer.steps)


@given(st.integers(1, 48), st.data(), books)
def test_a_battalion_tests_each_loss_once(started: int, data: st.DataObject, book: RuleBook) -> None:
    """Losing platoons one at a time brings the two tests once each, in their order."""
    taken: tuple[Threshold, ...] = ()
    left = started
    while left > 0:
        left = data.draw(st.integers(0, left - 1))
        due = morale_due(started, left, taken, book)
        assert not set(due) & set(taken)
        taken += due
    assert Threshold.THREE_QUARTERS in taken
    assert MoraleDue(started=started, left=0, taken=taken).left == 0

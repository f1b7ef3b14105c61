"""What must hold for every rolling barrage, however it is planned and wherever a stand is."""

from hypothesis import given
from hypothesis import strategies as st

from rules.flanders_fields.barrages import (
    BandFacts,
    BarrageBand,
    BarrageFacts,
    StripFacts,
    Under,
    band,
    danger_strip,
    under_the_barrage,
)
from rules.flanders_fields.fire_areas import Overlap
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, FireResult, TargetKind
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.months import parse_month

BOOKS = [RuleBook.for_game(parse_month(month)) for month in ("1916-09", "1918-03")]
EARLY = [RuleBook.for_game(parse_month(month)) for month in ("1914-08", "1916-08")]
books, flags = st.sampled_from(BOOKS), st.booleans()
RANK = {FireResult.NO_EFFECT: 0, FireResult.SUPPRESSED: 1, FireResult.KILLED: 2}
durations = st.integers(4, 7)


@given(durations, st.integers(0, 400), st.sets(st.integers(2, 4)), st.integers(1, 9), books)
def test_turn_by_turn_the_band_leaves_no_ground_out(
    duration: int, speed_mm: int, halts: set[int], turn: int, book: RuleBook
) -> None:
    def at(one: int) -> BarrageBand:
        facts = BandFacts(
            start_up_cm=40.0, duration=duration, turn=one, speed_cm=speed_mm / 10, halts=tuple(sorted(halts))
        )
        answer = band(facts, book)
        assert isinstance(answer, Explained)
        return answer.value

    now, then = at(turn), at(turn + 1)
    assert now.on_table is (turn <= duration)
    if not then.on_table:
        return
    assert round(now.front_cm - now.rear_cm, 1) == 20
    assert then.rear_cm >= now.rear_cm
    assert then.swept_from_cm <= now.front_cm
    assert then.swept_to_cm == then.front_cm
    if turn + 1 in halts:
        assert (then.rear_cm, then.swept_from_cm) == (now.rear_cm, now.rear_cm)


under = st.builds(
    BarrageFacts,
    cover=st.sampled_from(Cover),
    under=st.sampled_from(Under),
    overlap=st.sampled_from(Overlap),
    target=st.sampled_from(TargetKind),
    target_is_command=flags,
    in_shelter=flags,
    friend=flags,
    rolled_this_turn=flags,
)


@given(under, books)
def test_a_better_die_never_does_less_and_who_does_not_roll_needs_none(facts: BarrageFacts, book: RuleBook) -> None:
    first = under_the_barrage(facts, (), book)
    answers = [under_the_barrage(facts, (die,), book) for die in ALL_D6]
    values = [answer.value for answer in answers if isinstance(answer, Explained)]
    assert len(values) == len(ALL_D6)
    assert all(value.rolls is isinstance(first, MoreDice) for value in values)
    ranks = [RANK[value.result] for value in values]
    assert ranks == sorted(ranks)
    assert ranks[0] == 0


@given(
    st.integers(1, 100).map(lambda tenths: tenths / 10),
    st.sampled_from(ALL_D6),
    st.sampled_from(ALL_D6),
    st.sampled_from(Cover),
    books,
)
def test_farther_behind_is_never_more_dangerous(
    distance: float, risk: D6, attack: D6, cover: Cover, book: RuleBook
) -> None:
    near, far = (
        danger_strip(StripFacts(distance_cm=one, cover=cover), (risk, attack), book) for one in (distance, distance + 1)
    )
    assert isinstance(near, Explained)
    assert isinstance(far, Explained)
    assert near.value.at_risk or not far.value.at_risk
    assert near.value.at_risk is (distance <= 6 and risk.pips >= distance)


@given(under, st.sampled_from(EARLY))
def test_before_september_1916_there_is_none(facts: BarrageFacts, book: RuleBook) -> None:
    assert isinstance(under_the_barrage(facts, (D6(6),), book), Refusal)
    assert isinstance(danger_strip(StripFacts(distance_cm=3.0, cover=facts.cover), (D6(6),), book), Refusal)
